package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// The fields of functools._lru_cache_wrapper: a function with a cache of its
// results. In a bounded cache the dict leads to links, which stand in a ring in the
// order of their last use.
const (
	offCacheFunc   = 8
	offCacheDict   = 16
	offCacheInfo   = 24 // what makes the result of cache_info
	offCacheRoot   = 32 // link: before the oldest and after the newest; Null without bound
	offCacheMax    = 40 // word: −1: without bound
	offCacheHits   = 48 // words
	offCacheMisses = 56
	offCacheTyped  = 64 // word
	cacheSize      = 72
)

// The fields of a link.
const (
	offLinkPrev   = 8
	offLinkNext   = 16
	offLinkKey    = 24
	offLinkResult = 32
	linkSize      = 40
)

func (k *functools) registerCache(h *object.Heap, m *module) {
	k.link = h.RegisterType(&object.Type{Name: "_lru_list_elem", Module: "functools", Final: true}).ID
	k.mark = h.NewObject(k.link, linkSize)
	t := h.RegisterType(&object.Type{Name: "_lru_cache_wrapper", Weak: true, Module: "functools", Size: cacheSize, Attributes: true, Slots: object.Slots{
		New:  k.newCache,
		Call: k.callCache,
		DescrGet: func(h *object.Heap, v, obj, _ object.Value) (object.Value, error) {
			if obj == object.Null || obj == object.None {
				return v, nil
			}
			return h.NewMethod(v, obj), nil
		},
	}})
	k.wrapper = t.ID
	same := func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return v, nil }
	h.AddMethods(t, []object.Builtin{
		{Name: "cache_info", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			limit := object.None
			if n := int64(h.Word(v, offCacheMax)); n >= 0 {
				limit = h.Int(n)
			}
			args := h.NewTuple(h.Int(int64(h.Word(v, offCacheHits))), h.Int(int64(h.Word(v, offCacheMisses))), limit,
				object.SmallInt(int64(h.DictLen(h.Field(v, offCacheDict)))))
			return h.Call(h.Field(v, offCacheInfo), h.TupleItems(args), object.Null)
		}},
		{Name: "cache_clear", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			h.SetWord(v, offCacheHits, 0)
			h.SetWord(v, offCacheMisses, 0)
			if root := h.Field(v, offCacheRoot); root != object.Null {
				h.SetField(root, offLinkPrev, root)
				h.SetField(root, offLinkNext, root)
			}
			h.SetField(v, offCacheDict, h.NewDict())
			return object.None, nil
		}},
		{Name: "__copy__", Arity: object.NoArgs, Fn: same},
		{Name: "__deepcopy__", Arity: object.O, Fn: same},
		{Name: "__reduce__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return h.GetAttr(v, h.Intern("__qualname__"))
		}},
	})
	m.set("_lru_cache_wrapper", t.Object)
}

var cacheSig = object.NewSignature("lru_cache", 0, 4, 0, "user_function", "maxsize", "typed", "cache_info_type")

func (k *functools) newCache(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [4]object.Value
	if err := bind(h, cacheSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if h.TypeOf(p[0]).Call == nil {
		return object.Null, h.Raise(object.TypeErrorType, "the first argument must be callable")
	}
	limit := -1
	if p[1] != object.None {
		if !h.IsIntegral(p[1]) {
			return object.Null, h.Raise(object.TypeErrorType, "maxsize should be integer or None")
		}
		n, err := h.Ssize(p[1])
		if err != nil {
			return object.Null, err
		}
		limit = max(n, 0)
	}
	typed, err := h.Truth(p[2])
	if err != nil {
		return object.Null, err
	}
	dict, root := h.NewDict(), object.Null
	if limit > 0 {
		root = h.NewObject(k.link, linkSize)
		h.SetField(root, offLinkPrev, root)
		h.SetField(root, offLinkNext, root)
	}
	v := h.NewEmpty(t)
	h.SetField(v, offCacheFunc, p[0])
	h.SetField(v, offCacheDict, dict)
	h.SetField(v, offCacheInfo, p[3])
	h.SetField(v, offCacheRoot, root)
	h.SetWord(v, offCacheMax, uint64(int64(limit)))
	h.SetWord(v, offCacheHits, 0)
	h.SetWord(v, offCacheMisses, 0)
	h.SetWord(v, offCacheTyped, 0)
	if typed {
		h.SetWord(v, offCacheTyped, 1)
	}
	return v, nil
}

// cacheKey makes the key of a call.
func (k *functools) cacheKey(h *object.Heap, args []object.Value, kwnames object.Value, typed bool) object.Value {
	npos := len(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	if !typed && len(args) == 1 && npos == 1 && (args[0].IsSmall() || h.Is(args[0], object.StrType) || h.Is(args[0], object.IntType)) {
		return args[0]
	}
	m := h.Mark()
	defer h.Release(m)
	for _, x := range args[:npos] {
		h.Push(x)
	}
	if npos < len(args) {
		h.Push(k.mark)
		for i, x := range args[npos:] {
			h.Push(h.TupleItem(kwnames, i))
			h.Push(x)
		}
	}
	if typed {
		for _, x := range args {
			h.Push(h.TypeOf(x).Object)
		}
	}
	return h.NewTuple(h.Pushed(m)...)
}

func (k *functools) callCache(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	limit := int64(h.Word(v, offCacheMax))
	count := func(off uintptr) { h.SetWord(v, off, h.Word(v, off)+1) }
	if limit == 0 {
		count(offCacheMisses)
		return h.Call(h.Field(v, offCacheFunc), args, kwnames)
	}
	key := k.cacheKey(h, args, kwnames, h.Word(v, offCacheTyped) != 0)
	if h.Is(key, object.TupleType) { // the error of the element, not that of a dict's key
		if _, err := h.Hash(key); err != nil {
			return object.Null, err
		}
	}
	x, err := h.DictGet(h.Field(v, offCacheDict), key)
	if err != nil {
		return object.Null, err
	}
	if x != object.Null {
		count(offCacheHits)
		if limit < 0 {
			return x, nil
		}
		unlink(h, x)
		linkLast(h, h.Field(v, offCacheRoot), x)
		return h.Field(x, offLinkResult), nil
	}
	count(offCacheMisses)
	result, err := h.Call(h.Field(v, offCacheFunc), args, kwnames)
	if err != nil {
		return object.Null, err
	}
	if limit < 0 {
		return result, h.DictSet(h.Field(v, offCacheDict), key, result)
	}
	return result, k.remember(h, v, key, result, int(limit))
}

// remember adds a result to a bounded cache, in the place of the oldest if it is full.
func (k *functools) remember(h *object.Heap, v, key, result object.Value, limit int) error {
	dict, root := h.Field(v, offCacheDict), h.Field(v, offCacheRoot)
	if x, err := h.DictGet(dict, key); err != nil || x != object.Null {
		return err // a call within the call has been faster
	}
	if h.DictLen(dict) >= limit && h.Field(root, offLinkNext) != root {
		oldest := h.Field(root, offLinkNext)
		unlink(h, oldest)
		if found, err := h.DictDel(dict, h.Field(oldest, offLinkKey)); err != nil || !found {
			return err
		}
	}
	link := h.NewObject(k.link, linkSize)
	h.SetField(link, offLinkKey, key)
	h.SetField(link, offLinkResult, result)
	if err := h.DictSet(dict, key, link); err != nil {
		return err
	}
	linkLast(h, root, link)
	return nil
}

func unlink(h *object.Heap, x object.Value) {
	prev, next := h.Field(x, offLinkPrev), h.Field(x, offLinkNext)
	h.SetField(prev, offLinkNext, next)
	h.SetField(next, offLinkPrev, prev)
}

func linkLast(h *object.Heap, root, x object.Value) {
	last := h.Field(root, offLinkPrev)
	h.SetField(last, offLinkNext, x)
	h.SetField(x, offLinkPrev, last)
	h.SetField(x, offLinkNext, root)
	h.SetField(root, offLinkPrev, x)
}
