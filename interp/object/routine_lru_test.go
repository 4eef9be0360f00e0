package object

import (
	"math/rand/v2"
	"testing"
)

// cache returns what stands for a functools.lru_cache, without bound or of few results.
func (r *randomValues) cache() Value {
	h := r.h
	if h.Caches.Wrapper == 0 {
		h.Caches.Wrapper = h.RegisterType(&Type{Name: "cache", Size: CacheSize}).ID
		h.Caches.Link = h.RegisterType(&Type{Name: "link"}).ID
		consistsOf[h.Caches.Wrapper] = []uintptr{OffCacheDict, OffCacheRoot}
		consistsOf[h.Caches.Link] = []uintptr{OffLinkPrev, OffLinkNext}
	}
	w := h.NewObject(h.Caches.Wrapper, CacheSize)
	bound := []int64{-1, 1, 5, 20}[r.rng.IntN(4)]
	h.SetWord(w, OffCacheMax, uint64(bound))
	for _, off := range []uintptr{OffCacheHits, OffCacheMisses, OffCacheTyped} {
		h.SetWord(w, off, 0)
	}
	if r.rng.IntN(10) == 0 {
		h.SetWord(w, OffCacheTyped, 1)
	}
	h.SetField(w, OffCacheDict, h.NewDict())
	if bound > 0 {
		root := h.NewObject(h.Caches.Link, LinkSize)
		h.SetField(root, OffLinkPrev, root)
		h.SetField(root, OffLinkNext, root)
		h.SetField(w, OffCacheRoot, root)
	}
	r.last = nil
	for i := range 1 + r.rng.IntN(30) {
		key := r.item()
		r.last = append(r.last, key)
		if err := h.CacheKeep(w, key, SmallInt(int64(i))); err != nil {
			panic(err) // all items have a hash
		}
	}
	r.cached = w
	return w
}

// entry returns what the dict of the last cache has for some key.
func (r *randomValues) entry() Value {
	d := r.h.Field(r.cached, OffCacheDict)
	n, pos := r.rng.IntN(r.h.DictLen(d)), 0
	for {
		if _, x, _ := r.h.DictNext(d, &pos); n == 0 {
			return x
		}
		n--
	}
}

// TestCacheRing: a bounded cache keeps the results that have been used last, in their order, whoever finds them.
func TestCacheRing(t *testing.T) {
	h := newHeap(t, Options{})
	r := &randomValues{h: h, rng: rand.New(rand.NewPCG(1, 2))}
	w := r.cache()
	for int64(h.Word(w, OffCacheMax)) != 5 || h.Word(w, OffCacheTyped) != 0 {
		w = r.cache()
	}
	h.SetField(w, OffCacheDict, h.NewDict())
	root := h.Field(w, OffCacheRoot)
	h.SetField(root, OffLinkPrev, root)
	h.SetField(root, OffLinkNext, root)
	var model []Value // the oldest first
	for i := range 2000 {
		key := SmallInt(int64(r.rng.IntN(9)))
		at := -1
		for k, x := range model {
			if x == key {
				at = k
			}
		}
		x, err := h.CacheFind(w, key)
		if err != nil || (x != Null) != (at >= 0) {
			t.Fatalf("call %d of %d: %d, %v; the model has it at %d", i, key.Small(), x, err, at)
		}
		if at >= 0 {
			model = append(model[:at:at], model[at+1:]...)
		} else if err := h.CacheKeep(w, key, SmallInt(1)); err != nil {
			t.Fatal(err)
		}
		if model = append(model, key); len(model) > 5 {
			model = model[1:]
		}
		link := h.Field(root, OffLinkNext)
		for _, x := range model {
			if h.Field(link, offLinkKey) != x {
				t.Fatalf("call %d: the ring has other keys than %v", i, model)
			}
			link = h.Field(link, OffLinkNext)
		}
		if link != root || h.DictLen(h.Field(w, OffCacheDict)) != len(model) {
			t.Fatalf("call %d: the ring has more than %v", i, model)
		}
	}
}
