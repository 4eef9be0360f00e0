package object

import "strings"

// Objects that a program may see. Go code keeps lists, dicts, cells and functions of its own among them, and trusts what is in them: a deque has a
// list, a class a dict. A program that got at those could make Go take a word for what it is not.

// tracking finds the objects that a program can get at by what Python lets it: those that lead there from its frames and
// modules, but not through what an object of Go's has.
type tracking struct {
	h      *Heap
	all    []Value
	known  map[Value]sight
	todo   []Value // seen, or seen better, and not looked into
	hidden bool    // what is being looked into is an object's own
}

// sight is how an object was seen.
type sight uint8

const (
	unseen  sight = iota
	within        // through what an object of Go's has
	visible       // by a program
)

// see is told of what is referred to.
func (t *tracking) see(v Value) {
	was, ok := t.known[v]
	if !ok {
		return // a word that only looks like a reference
	}
	now := visible
	if t.hidden && t.h.mayBeOwn(t.h.TypeOf(v)) {
		now = within
	}
	if now > was {
		t.known[v] = now
		t.todo = append(t.todo, v)
	}
}

// mayBeOwn reports whether Go code keeps objects of the type that no program is to see: types of the runtime itself are, but for
// exceptions.
func (h *Heap) mayBeOwn(t *Type) bool { return !t.made && t.ID < FirstFreeType && !t.IsException }

// look goes on to what an object refers to.
func (t *tracking) look(v Value) {
	h := t.h
	u, sight := h.types[h.RefType(v)], t.known[v]
	layout := h.types[u.layout]
	ofGo := layout.ID >= FirstFreeType || layout.ID == MappingProxyType // which may have a class's dict
	own := layout.Size                                                  // of an instance of a class: what it has of the type it derives from comes first
	h.EachRef(v, func(off uintptr, x Value) {
		t.hidden = sight == within || ofGo && (!u.made || off < own)
		t.see(x)
	})
}

// TrackedObjects is gc.get_objects behind a collection: a list of all objects that a program can get at, and of which Tracked
// says yes.
func (h *Heap) TrackedObjects() (Value, error) {
	t := &tracking{h: h, known: map[Value]sight{}}
	h.EachObject(func(v Value) {
		if h.types[h.RefType(v)] != nil {
			t.all = append(t.all, v)
			t.known[v] = unseen
		}
	})
	h.Overhear(h.Own, func(v Value) { delete(t.known, v) })
	for _, v := range h.hidden {
		delete(t.known, v)
	}
	h.Overhear(h.Visible, t.see)
	for len(t.todo) > 0 {
		h.CheckStop()
		v := t.todo[len(t.todo)-1]
		t.todo = t.todo[:len(t.todo)-1]
		t.look(v)
	}
	list := h.NewList()
	m := h.Mark()
	defer h.Release(m)
	h.Push(list)
	for _, v := range t.all {
		if t.known[v] != visible || !h.holds(v) || strings.HasPrefix(h.TypeOf(v).Name, "<") {
			continue
		}
		tracked, err := h.Tracked(v)
		if err != nil {
			return Null, err
		}
		if tracked {
			h.ListAppend(list, v)
		}
	}
	return list, nil
}
