package object

import "github.com/tier2go/tier2/opgen/mem"

// The fields of lru.go.
const (
	fieldCacheDict  = mem.Field(OffCacheDict) | AliasHeap<<mem.ClassShift
	fieldCacheRoot  = mem.Field(OffCacheRoot) | AliasHeap<<mem.ClassShift
	fieldCacheMax   = mem.Field(OffCacheMax) | AliasHeap<<mem.ClassShift
	fieldCacheHits  = mem.Field(OffCacheHits) | AliasHeap<<mem.ClassShift
	fieldCacheTyped = mem.Field(OffCacheTyped) | AliasHeap<<mem.ClassShift
	fieldLinkPrev   = mem.Field(OffLinkPrev) | AliasHeap<<mem.ClassShift
	fieldLinkNext   = mem.Field(OffLinkNext) | AliasHeap<<mem.ClassShift
	fieldLinkKey    = mem.Field(offLinkKey) | AliasHeap<<mem.ClassShift
	fieldLinkResult = mem.Field(offLinkResult) | AliasHeap<<mem.ClassShift
)

// cacheLooked is what the dict of a functools.lru_cache has for the key of a call, a result or a link; nothing if it has no such key.
//
//tier2:routine cache.look
func cacheLooked(m mem.Mem, w, key mem.Ref) (x mem.Ref, ok bool) {
	if m.U64(w, fieldCacheTyped) != 0 || m.U64(w, fieldCacheMax) == 0 {
		return NoRef, false
	}
	return dictValueOf(m, m.Ref(w, fieldCacheDict), key)
}

// cacheUsed is the result that a functools.lru_cache has of a call, for which its dict has x: it counts as a hit, and is the last one used.
//
//tier2:routine cache.use
func cacheUsed(m mem.Mem, w, x mem.Ref) (result mem.Ref, ok bool) {
	m.SetU64(w, fieldCacheHits, m.U64(w, fieldCacheHits)+1)
	root := m.Ref(w, fieldCacheRoot)
	if root == nothing {
		return x, true
	}
	prev, next := m.Ref(x, fieldLinkPrev), m.Ref(x, fieldLinkNext)
	m.SetRef(prev, fieldLinkNext, next)
	m.SetRef(next, fieldLinkPrev, prev)
	cacheLast(m, root, x)
	return m.Ref(x, fieldLinkResult), true
}

// cacheLacks is whether a functools.lru_cache has no result of a call with a key.
//
//tier2:routine cache.lacks
func cacheLacks(m mem.Mem, w, key mem.Ref) (lacks, ok bool) {
	x, ok := cacheLooked(m, w, key)
	return x == nothing, ok
}

// cacheKeyOf is the key of a call with one argument.
//
//tier2:routine cache.key
func cacheKeyOf(m mem.Mem, x mem.Ref) (key mem.Ref, ok bool) {
	if wordIsInt(x) || wordIs(m, x, uint64(StrType)) || wordIs(m, x, uint64(IntType)) {
		return x, true
	}
	t, ok := newTupleOf(m, 1)
	if !ok {
		return NoRef, false
	}
	m.InitU64(t, fieldTupleHash, 0)
	m.InitRefAt(t, fieldTupleItem, 0, x)
	return t, true
}

// cacheKept keeps the result of a call with a key: in a bounded cache that is full in the place of the oldest.
//
//tier2:routine cache.keep
func cacheKept(m mem.Mem, w, key, x mem.Ref) (done, ok bool) {
	d, root := m.Ref(w, fieldCacheDict), m.Ref(w, fieldCacheRoot)
	if root == nothing {
		return dictPut(m, d, key, x)
	}
	if m.U32(d, fieldAux)&DictWatched != 0 || !dictHasRoom(m, d, key) {
		return false, false
	}
	hash, ok := keyHash(m, key)
	if !ok {
		return false, false
	}
	_, free, found, ok := dictPlace(m, d, key, hash)
	if !ok {
		return false, false
	}
	if found {
		return true, true // a call within the call has been faster
	}
	link, window, next, ok := cutPlain(m, LinkSize)
	if !ok {
		return false, false
	}
	m.InitRef(window, fieldWindowNext, next)
	m.InitU64(link, fieldHeader, m.U64(root, fieldHeader))
	m.InitRef(link, fieldLinkKey, key)
	m.InitRef(link, fieldLinkResult, x)
	if m.U64(d, fieldDictUsed) < m.U64(w, fieldCacheMax) {
		dictPutThere(m, d, key, link, hash, free)
		return cacheLast(m, root, link), true
	}
	oldest := m.Ref(root, fieldLinkNext)
	if oldest == root { // calls within the call have emptied the ring
		return false, false
	}
	was := m.Ref(oldest, fieldLinkKey)
	oldHash, ok := keyHash(m, was)
	if !ok {
		return false, false
	}
	at, slot, found, ok := dictPlace(m, d, was, oldHash)
	if !ok || !found {
		return false, false
	}
	second := m.Ref(oldest, fieldLinkNext)
	m.SetRef(root, fieldLinkNext, second)
	m.SetRef(second, fieldLinkPrev, root)
	dropEntry(m, d, at, slot)
	dictPutThere(m, d, key, link, hash, free)
	return cacheLast(m, root, link), true
}

// cacheLast puts a link at the end of the ring.
func cacheLast(m mem.Mem, root, x mem.Ref) bool {
	last := m.Ref(root, fieldLinkPrev)
	m.SetRef(last, fieldLinkNext, x)
	m.SetRef(x, fieldLinkPrev, last)
	m.SetRef(x, fieldLinkNext, root)
	m.SetRef(root, fieldLinkPrev, x)
	return true
}

// dictLacks is whether a dict does not have a key. What an instance has as its dict may be none, Null.
//
//tier2:routine dict.lacks
func dictLacks(m mem.Mem, d, k mem.Ref) (lacks, ok bool) {
	if d == nothing {
		return true, true
	}
	_, found, ok := dictAt(m, d, k)
	return !found, ok
}

// dictValueOf is what a dict has for a key, nothing if it does not have the key.
//
//tier2:routine dict.value
func dictValueOf(m mem.Mem, d, k mem.Ref) (x mem.Ref, ok bool) {
	at, found, ok := dictAt(m, d, k)
	if !ok {
		return NoRef, false
	}
	if !found {
		return nothing, true
	}
	return m.RefAt(m.Ref(d, fieldDictEntries), fieldEntryValue, 3*at), true
}
