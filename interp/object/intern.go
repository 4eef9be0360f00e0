package object

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/unicode"
)

// Interned strs serve as names: there is one of each content, so that names are
// compared by identity. It stays that one as long as anything refers to it. What Go code asks for by
// Intern stays as long as the heap, because Go code keeps it where no collection looks.
// All others are weak: the table is no root, and forgets in a collection what has died. What outlives
// a collection and finds something by the address of a name has to be a root for that name, or to forget it
// then, as the cache of look-ups does.

// interned has the interned strs of a heap.
type interned struct {
	known map[string]Value // for Go code: roots
	// table has all, by hash, with linear probing; its length is a power of two, and at least
	// half of it is free.
	table []Value
	used  int // entries that are not Null
	gone  int // of these, unnamed
}

const (
	// unnamed stands in the table for a str that has died.
	unnamed     = None
	minInterned = 1 << 12
	// firstNames is room for what Go code asks for while a heap is made.
	firstNames = 700
	// hashWordZero is the word of a hash of 0.
	hashWordZero = 1<<63 + 1
)

func newInterned() interned {
	return interned{known: make(map[string]Value, firstNames), table: newInternedTable(minInterned)}
}

func newInternedTable(n int) []Value {
	t := make([]Value, n)
	for i := range t {
		t[i] = Null
	}
	return t
}

// Intern returns the one str with the given content that serves as a name. It is for names
// that Go code knows: the str lives as long as the heap.
func (h *Heap) Intern(s string) Value {
	if v, ok := h.interned.known[s]; ok {
		return v
	}
	v := h.InternName(s)
	h.interned.known[s] = v
	return v
}

// InternName is Intern for a name that a program brings: the str lives as long as
// something refers to it.
func (h *Heap) InternName(s string) Value {
	data := unsafe.Slice(unsafe.StringData(s), len(s))
	if !unicode.IsASCII(data) {
		return h.InternValue(h.NewStr(s))
	}
	hash := h.hashKey.Bytes(data)
	if i, found := h.internedAt(hash, 1, data); found {
		return h.interned.table[i]
	}
	v := h.newASCII(s)
	h.intern(v)
	return v
}

// IsInterned reports whether a str is the one of its content.
func (h *Heap) IsInterned(v Value) bool { return h.aux(v)&StrInterned != 0 }

// InternValue returns the interned str equal to v, which becomes it if there is
// none yet. The str lives as long as something refers to it.
func (h *Heap) InternValue(v Value) Value {
	if h.aux(v)&StrInterned != 0 {
		return v
	}
	if i, found := h.internedAt(h.strHash(v), h.StrKind(v), h.strBytes(v)); found {
		return h.interned.table[i]
	}
	v = h.plainStr(v)
	h.intern(v)
	return v
}

// intern makes v the interned str of its content, of which there is none.
func (h *Heap) intern(v Value) {
	t := &h.interned
	if 2*(t.used+1) > len(t.table) {
		h.rebuildInterned()
	}
	i, _ := h.internedAt(h.strHash(v), h.StrKind(v), h.strBytes(v))
	h.SetHalf(v, OffAux, h.aux(v)|StrInterned)
	t.table[i] = v
	t.used++
}

// internedAt returns where in the table the str with a content is, or would be.
func (h *Heap) internedAt(hash int64, kind int, data []byte) (i uint64, found bool) {
	table := h.interned.table
	mask := uint64(len(table) - 1)
	word := uint64(hash)
	if hash == 0 {
		word = hashWordZero
	}
	for i = uint64(hash) & mask; ; i = (i + 1) & mask {
		v := table[i]
		if v == Null {
			return i, false
		}
		if v != unnamed && h.Word(v, offStrHash) == word && h.StrKind(v) == kind && string(h.strBytes(v)) == string(data) {
			return i, true
		}
	}
}

// rebuildInterned makes the table anew, of the size that is right for what lives.
func (h *Heap) rebuildInterned() {
	t := &h.interned
	n, old := minInterned, t.table
	for n < 4*(t.used-t.gone) {
		n *= 2
	}
	t.table = newInternedTable(n)
	t.used -= t.gone
	t.gone = 0
	mask := uint64(n - 1)
	for _, v := range old {
		if v == Null || v == unnamed {
			continue
		}
		at := int(h.Word(v, offStrHash) & mask)
		if h.Word(v, offStrHash) == hashWordZero {
			at = 0
		}
		if n := slices.Index(t.table[at:], Null); n >= 0 {
			t.table[at+n] = v
		} else {
			t.table[slices.Index(t.table, Null)] = v
		}
	}
}

// markKnown marks what Go code knows.
func (h *Heap) markKnown(m *heap.Marker) {
	for _, v := range h.interned.known {
		m.Value(v)
	}
}

// sweepInterned is called by the collector before it sweeps: it forgets the interned strs that have died,
// and what the cache of look-ups knows of them.
func (h *Heap) sweepInterned(m *heap.Marker) {
	t := &h.interned
	before := t.gone
	for i, v := range t.table {
		if v != Null && v != unnamed && !m.Marked(v) {
			t.table[i] = unnamed
			t.gone++
		}
	}
	if t.gone == before {
		return
	}
	for i := range h.lookups {
		if e := &h.lookups[i]; !m.Marked(e.name) {
			*e = lookupEntry{}
		}
	}
	if len(t.table) > minInterned && 16*(t.used-t.gone) < len(t.table) {
		h.rebuildInterned()
	}
}
