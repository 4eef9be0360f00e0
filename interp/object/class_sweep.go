package object

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
)

// Classes live outside of the arena, as types do. Each object has the number of its type,
// which the collector does not follow, so an ordinary collection takes all classes for
// alive. In a sweep (heap.CollectBy) a class lives if its type object is found, an
// instance, a class that derives from it, or a *Type on the Go stack: a Go function that
// is making an instance may have nothing else.
//
// The number of a dead class is given to no other one: code that was compiled for it, and
// inline caches, test it. It takes 12 bytes (numberWeight), which count on. Nor is a version used twice.

// ClassSweep is the part of a sweep that finds the dead classes.
type ClassSweep struct {
	h    *Heap
	dead []*Type
}

// Keep keeps a class for as long as the heap: for classes that Go code knows.
func (t *Type) Keep() { t.kept = true }

// classWeight is about how many bytes of Go's memory a class takes: the Type with its
// lists, the functions of its special methods, what describes __dict__ and __weakref__.
// What an abstract class knows of other ones (module abc) is not counted. Measured, see
// interp.TestWeights.
const classWeight = int(unsafe.Sizeof(Type{})) + 2*int(unsafe.Sizeof(GetSet{})) + 80

// numberWeight is what of a class stays when it is gone: its places in Heap.types and Heap.versions.
const numberWeight = 12

// BeginClassSweep begins a sweep. The next collection marks no class by itself.
func (h *Heap) BeginClassSweep() *ClassSweep {
	h.classes.sweeping = true
	return &ClassSweep{h: h}
}

// Visit marks the classes that an object refers to.
func (s *ClassSweep) Visit(m *heap.Marker, v Value) {
	h := s.h
	t := h.types[h.RefType(v)]
	if t == nil {
		return
	}
	if t.made {
		m.Value(t.Object)
	}
	switch {
	case t.layout == TypeType:
		s.class(m, h.TypeFromObject(v))
	case t.ID == GetSetType:
		m.Value(h.getSetOf(v).Owner.Object)
	}
}

// VisitData marks the class of a number, a str or bytes. What is no object may name any, which lives on then.
func (s *ClassSweep) VisitData(m *heap.Marker, v Value) {
	if id := int(s.h.RefType(v)); id < len(s.h.types) && s.h.types[id] != nil && s.h.types[id].made {
		m.Value(s.h.types[id].Object)
	}
}

// class marks what a class refers to.
func (s *ClassSweep) class(m *heap.Marker, t *Type) {
	m.Value(t.Dict)
	m.Value(t.newAttr)
	m.Value(t.initAttr)
	t.markNames(m)
	for _, list := range [][]*Type{t.Bases, t.MRO} {
		for _, b := range list {
			m.Value(b.Object)
		}
	}
}

// Stack marks the classes that a Go function refers to; words are those of the Go stack.
func (s *ClassSweep) Stack(m *heap.Marker, words []uint64) {
	at := map[uint64]*Type{}
	for _, t := range s.h.types[FirstFreeType:] {
		if t != nil && t.made {
			at[uint64(uintptr(unsafe.Pointer(t)))] = t
		}
	}
	for _, w := range words {
		if t := at[w]; t != nil {
			m.Value(t.Object)
		}
	}
}

// Done finds the classes that have died. It does not allocate in the arena.
func (s *ClassSweep) Done(m *heap.Marker) {
	for _, t := range s.h.types[FirstFreeType:] {
		if t != nil && t.made && !m.Marked(t.Object) {
			s.dead = append(s.dead, t)
		}
	}
}

// End frees them, once their instances are gone, which need their types to die.
func (s *ClassSweep) End() {
	h := s.h
	h.classes.sweeping = false
	isDead := func(t *Type) bool { return h.types[t.ID] != t }
	for _, t := range s.dead {
		if version := h.versions[t.ID]; version >= firstVersion {
			delete(h.classes.byVersion, version)
		}
		h.types[t.ID], h.versions[t.ID] = nil, 0
		if t.ID < TypeTableSize {
			h.typeObjects[t.ID], h.typeFacts[t.ID] = 0, 0
		}
		for _, i := range t.getsets {
			h.classes.getsets[i] = nil
			h.classes.freeGetSets = append(h.classes.freeGetSets, i)
		}
		h.Outside(numberWeight - classWeight)
	}
	for _, t := range s.dead {
		for _, b := range t.Bases {
			if !isDead(b) {
				b.subclasses = slices.DeleteFunc(b.subclasses, isDead)
			}
		}
	}
}
