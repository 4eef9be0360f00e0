package object

import "github.com/tier2go/tier2/opgen/mem"

// The fields of functools._lru_cache_wrapper, which package lib has: a function with a cache of its results. In a bounded cache the dict
// leads to links, which stand in a ring in the order of their last use.
const (
	OffCacheFunc   = 8
	OffCacheDict   = 16
	OffCacheInfo   = 24 // what makes the result of cache_info
	OffCacheRoot   = 32 // link: before the oldest and after the newest; Null without bound
	OffCacheMax    = 40 // word: −1: without bound
	OffCacheHits   = 48 // words
	OffCacheMisses = 56
	OffCacheTyped  = 64 // word
	CacheSize      = 72
)

// The fields of a link.
const (
	OffLinkPrev   = 8
	OffLinkNext   = 16
	offLinkKey    = 24
	offLinkResult = 32
	LinkSize      = 40
)

// Caches are the types of functools.lru_cache: of wrappers and of links, once the module is there.
type Caches struct {
	Wrapper, Link TypeID
	Mark          Value // stands in a key in front of arguments by keyword
}

// IsCached reports whether v is a function with a cache of its results.
func (h *Heap) IsCached(v Value) bool {
	return h.Caches.Wrapper != 0 && h.TypeID(v) == h.Caches.Wrapper
}

// CachedFunction returns the function in Python whose results w keeps, Null if it is something else, if none are kept, or for each type
// of the arguments others.
func (h *Heap) CachedFunction(w Value) Value {
	if f := h.Field(w, OffCacheFunc); h.Is(f, FunctionType) && h.Word(w, OffCacheMax) != 0 && h.Word(w, OffCacheTyped) == 0 {
		return f
	}
	return Null
}

// CacheKey makes the key of a call.
func (h *Heap) CacheKey(w Value, args []Value, kwnames Value) Value {
	npos, typed := len(args), h.Word(w, OffCacheTyped) != 0
	if kwnames != Null {
		npos -= h.TupleLen(kwnames)
	}
	if !typed && len(args) == 1 && npos == 1 {
		return h.CacheKeyOf(args[0])
	}
	m := h.Mark()
	defer h.Release(m)
	for _, x := range args[:npos] {
		h.Push(x)
	}
	if npos < len(args) {
		h.Push(h.Caches.Mark)
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

// CacheKeyOf is the key of a call with one argument by position, whose type is not part of it.
func (h *Heap) CacheKeyOf(x Value) Value {
	if key, ok := cacheKeyOf(h.mem(), mem.Ref(x)); ok {
		return Value(key)
	}
	return h.NewTuple(x)
}

// CacheFind returns the result that w has of a call with a key, and counts it among the hits; Null: it has none, and a miss is counted.
func (h *Heap) CacheFind(w, key Value) (Value, error) {
	if x, ok := cacheLooked(h.mem(), mem.Ref(w), mem.Ref(key)); ok && x != nothing {
		return h.CacheUse(w, Value(x)), nil
	}
	if h.Is(key, TupleType) { // the error of the element, not that of a dict's key
		if _, err := h.Hash(key); err != nil {
			return Null, err
		}
	}
	x, err := h.DictGet(h.Field(w, OffCacheDict), key)
	if err != nil {
		return Null, err
	}
	if x != Null {
		return h.CacheUse(w, x), nil
	}
	h.SetWord(w, OffCacheMisses, h.Word(w, OffCacheMisses)+1)
	return Null, nil
}

// CacheLook is what the dict of w has for the key of a call, by a look that runs no guest code; Null: it is not found.
func (h *Heap) CacheLook(w, key Value) Value {
	x, ok := cacheLooked(h.mem(), mem.Ref(w), mem.Ref(key))
	if !ok && h.hashTexts(key) {
		x, ok = cacheLooked(h.mem(), mem.Ref(w), mem.Ref(key))
	}
	if !ok {
		return Null
	}
	return Value(x)
}

// CacheUse is the result of a call, for which the dict of w has x, and counts the hit.
func (h *Heap) CacheUse(w, x Value) Value {
	result, _ := cacheUsed(h.mem(), mem.Ref(w), mem.Ref(x)) // it does not give up
	return Value(result)
}

// CacheLacks reports whether w is known to have no result of a call with a key, by such a look.
func (h *Heap) CacheLacks(w, key Value) bool {
	lacks, ok := cacheLacks(h.mem(), mem.Ref(w), mem.Ref(key))
	if !ok && h.hashTexts(key) {
		lacks, ok = cacheLacks(h.mem(), mem.Ref(w), mem.Ref(key))
	}
	return ok && lacks
}

// CacheKeep keeps the result of a call with a key: in a bounded cache in the place of the oldest if it is full.
func (h *Heap) CacheKeep(w, key, result Value) error {
	if _, ok := cacheKept(h.mem(), mem.Ref(w), mem.Ref(key), mem.Ref(result)); ok {
		return nil
	}
	dict, root, limit := h.Field(w, OffCacheDict), h.Field(w, OffCacheRoot), int(int64(h.Word(w, OffCacheMax)))
	if limit < 0 {
		return h.DictSet(dict, key, result)
	}
	if x, err := h.DictGet(dict, key); err != nil || x != Null {
		return err // a call within the call has been faster
	}
	if h.DictLen(dict) >= limit && h.Field(root, OffLinkNext) != root {
		oldest := h.Field(root, OffLinkNext)
		h.unlink(oldest)
		if found, err := h.DictDel(dict, h.Field(oldest, offLinkKey)); err != nil || !found {
			return err
		}
	}
	link := h.NewObject(h.Caches.Link, LinkSize)
	h.SetField(link, offLinkKey, key)
	h.SetField(link, offLinkResult, result)
	if err := h.DictSet(dict, key, link); err != nil {
		return err
	}
	h.linkLast(root, link)
	return nil
}

func (h *Heap) unlink(x Value) {
	prev, next := h.Field(x, OffLinkPrev), h.Field(x, OffLinkNext)
	h.SetField(prev, OffLinkNext, next)
	h.SetField(next, OffLinkPrev, prev)
}

func (h *Heap) linkLast(root, x Value) {
	last := h.Field(root, OffLinkPrev)
	h.SetField(last, OffLinkNext, x)
	h.SetField(x, OffLinkPrev, last)
	h.SetField(x, OffLinkNext, root)
	h.SetField(root, OffLinkPrev, x)
}
