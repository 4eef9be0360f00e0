package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

func registerCache(h *object.Heap, m *module) {
	h.Caches.Link = h.RegisterType(&object.Type{Name: "_lru_list_elem", Module: "functools", Final: true}).ID
	h.Caches.Mark = h.NewObject(h.Caches.Link, object.LinkSize)
	t := h.RegisterType(&object.Type{Name: "_lru_cache_wrapper", Final: true, Weak: true, Module: "functools", Size: object.CacheSize, Attributes: true, Slots: object.Slots{
		New:  newCache,
		Call: callCache,
		DescrGet: func(h *object.Heap, v, obj, _ object.Value) (object.Value, error) {
			if obj == object.Null || obj == object.None {
				return v, nil
			}
			return h.NewMethod(v, obj), nil
		},
	}})
	h.Caches.Wrapper = t.ID
	same := func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return v, nil }
	h.AddMethods(t, []object.Builtin{
		{Name: "cache_info", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			limit := object.None
			if n := int64(h.Word(v, object.OffCacheMax)); n >= 0 {
				limit = h.Int(n)
			}
			args := h.NewTuple(h.Int(int64(h.Word(v, object.OffCacheHits))), h.Int(int64(h.Word(v, object.OffCacheMisses))), limit,
				object.SmallInt(int64(h.DictLen(h.Field(v, object.OffCacheDict)))))
			return h.Call(h.Field(v, object.OffCacheInfo), h.TupleItems(args), object.Null)
		}},
		{Name: "cache_clear", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			h.SetWord(v, object.OffCacheHits, 0)
			h.SetWord(v, object.OffCacheMisses, 0)
			if root := h.Field(v, object.OffCacheRoot); root != object.Null {
				h.SetField(root, object.OffLinkPrev, root)
				h.SetField(root, object.OffLinkNext, root)
			}
			h.SetField(v, object.OffCacheDict, h.NewDict())
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

func newCache(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
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
		root = h.NewObject(h.Caches.Link, object.LinkSize)
		h.SetField(root, object.OffLinkPrev, root)
		h.SetField(root, object.OffLinkNext, root)
	}
	v := h.NewEmpty(t)
	h.SetField(v, object.OffCacheFunc, p[0])
	h.SetField(v, object.OffCacheDict, dict)
	h.SetField(v, object.OffCacheInfo, p[3])
	h.SetField(v, object.OffCacheRoot, root)
	h.SetWord(v, object.OffCacheMax, uint64(int64(limit)))
	h.SetWord(v, object.OffCacheHits, 0)
	h.SetWord(v, object.OffCacheMisses, 0)
	h.SetWord(v, object.OffCacheTyped, 0)
	if typed {
		h.SetWord(v, object.OffCacheTyped, 1)
	}
	return v, nil
}

func callCache(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	if h.Word(v, object.OffCacheMax) == 0 {
		h.SetWord(v, object.OffCacheMisses, h.Word(v, object.OffCacheMisses)+1)
		return h.Call(h.Field(v, object.OffCacheFunc), args, kwnames)
	}
	key := h.CacheKey(v, args, kwnames)
	x, err := h.CacheFind(v, key)
	if err != nil || x != object.Null {
		return x, err
	}
	result, err := h.Call(h.Field(v, object.OffCacheFunc), args, kwnames)
	if err != nil {
		return object.Null, err
	}
	return result, h.CacheKeep(v, key, result)
}
