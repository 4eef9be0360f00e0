package object

import (
	"slices"

	"github.com/tier2go/tier2/interp/heap"
)

// A type has a version, a number that no other state of any type has: inline caches and compiled code that
// have looked an attribute up remember it. The version is the type's id until the type is changed. A change
// gives the type and everything that derives from it fresh versions, and tells TypeChanged of those that are
// watched (Watch). A type that changes too often has version 0: nothing is remembered of it any more.

// TypeVersion returns the version of v's type; 0: it must not be relied on.
func (h *Heap) TypeVersion(v Value) uint32 { return h.versions[h.TypeID(v)] }

// RefVersion is TypeVersion for a reference.
func (h *Heap) RefVersion(v Value) uint32 { return h.versions[h.Half(v, OffType)] }

// Version returns a type's version; see TypeVersion.
func (t *Type) Version() uint32 { return t.heap.versions[t.ID] }

// TypeByVersion returns the type that has a version, nil if none has it now.
func (h *Heap) TypeByVersion(version uint32) *Type {
	if version >= firstVersion {
		return h.classes.byVersion[version]
	}
	if int(version) >= len(h.versions) || version == 0 || h.versions[version] != version {
		return nil
	}
	return h.types[version]
}

// Watch makes TypeChanged be told when the type or one of its bases changes.
func (t *Type) Watch() { t.watched = true }

// KeysVersion returns a number that changes when the type gets another shared
// key.
func (t *Type) KeysVersion() uint32 { return t.keysVersion }

// derived returns a type and what derives from it, each once and behind its bases. A class can be derived on more ways
// than anybody could go: as many as 2 to the power of the levels between two classes that both derive from both above.
func (t *Type) derived() []*Type {
	if len(t.subclasses) == 0 {
		return []*Type{t}
	}
	seen := map[*Type]bool{}
	var list []*Type
	var visit func(t *Type)
	visit = func(t *Type) {
		seen[t] = true
		for _, s := range t.subclasses {
			if !seen[s] {
				visit(s)
			}
		}
		list = append(list, t)
	}
	visit(t)
	slices.Reverse(list)
	return list
}

// typeChanged gives a type and what derives from it fresh versions.
func (h *Heap) typeChanged(t *Type) {
	for _, s := range t.derived() {
		h.oneTypeChanged(s)
	}
}

func (h *Heap) oneTypeChanged(t *Type) {
	if old := h.versions[t.ID]; old >= firstVersion {
		delete(h.classes.byVersion, old)
	}
	var version uint32
	if t.changes++; t.changes <= maxChanges && h.classes.version != 1<<32-1 {
		h.classes.version = max(h.classes.version+1, firstVersion)
		version = h.classes.version
		if h.classes.byVersion == nil {
			h.classes.byVersion = map[uint32]*Type{}
		}
		h.classes.byVersion[version] = t
	}
	h.versions[t.ID] = version
	h.forgetAttrs(t)
	if t.watched && h.TypeChanged != nil {
		h.TypeChanged(t, false)
	}
}

// SetTypeAttr sets an attribute of a class, or deletes it when x is Null. found
// is false when there is none to delete. name is interned.
func (h *Heap) setClassAttr(t *Type, name, x Value) (found bool, err error) {
	if x == Null {
		if found, err = h.DictDel(t.Dict, name); err != nil || !found {
			return found, err
		}
		t.constant(name)
	} else {
		old := h.DictGetStr(t.Dict, name)
		h.DictSetStr(t.Dict, name, x)
		if t.vary(name, old, x) {
			return true, nil
		}
	}
	h.typeChanged(t)
	if h.isSlotName(name) {
		h.updateSlots(t)
	}
	return true, nil
}

// vary notes that the attribute name of the class t itself has another value, x
// after old. It reports whether the attribute varies, so that t is the same as before.
func (t *Type) vary(name, old, x Value) bool {
	h := t.heap
	kind := h.AttrKind(x)
	if kind != h.AttrKind(old) || kind == MethodAttr || !h.isData(x) || h.isSlotName(name) {
		t.constant(name)
		return false
	}
	v, again := t.varying[name]
	if !again {
		if t.varying == nil {
			t.varying = map[Value]varied{}
		}
		v.at = len(t.variedNames)
		t.variedNames = append(t.variedNames, name)
	}
	t.varying[name] = varied{at: v.at, again: again}
	return v.again
}

// varied is what a class knows of an attribute that was assigned again.
type varied struct {
	at    int  // in variedNames
	again bool // more than once
}

// constant forgets that an attribute was assigned again.
func (t *Type) constant(name Value) {
	v, ok := t.varying[name]
	if !ok {
		return
	}
	last := len(t.variedNames) - 1
	if moved := t.variedNames[last]; moved != name {
		t.variedNames[v.at] = moved
		t.varying[moved] = varied{at: v.at, again: t.varying[moved].again}
	}
	t.variedNames = t.variedNames[:last]
	delete(t.varying, name)
}

// markNames marks the names that the type knows by their addresses, and the tuples of classes that a program has asked for.
func (t *Type) markNames(m *heap.Marker) {
	m.Values(t.keys)
	m.Values(t.variedNames)
	t.mroTuple.mark(m, t.MRO)
	t.basesTuple.mark(m, t.Bases)
}

// isData reports whether x is no descriptor, as long as its class is none's.
func (h *Heap) isData(x Value) bool {
	t := h.TypeOf(x)
	return t.DescrGet == nil && t.DescrSet == nil
}

// Varies reports whether the attribute name that Lookup finds is one whose value is
// no part of the type's version. name is interned.
func (t *Type) Varies(name Value) bool {
	_, b := t.find(name)
	return b != nil && b.varying[name].again
}

func (h *Heap) updateSlots(t *Type) {
	clear(h.found[:]) // instances may be compared by guest code now
	for _, s := range t.derived() {
		before, was := s.finalizes, s.descriptor()
		h.setSlots(s)
		if s.descriptor() != was {
			h.descriptorsChanged(Null, s)
		}
		h.weak.anywhere = h.weak.anywhere || s.finalizes && !before // of what has been made
	}
}
