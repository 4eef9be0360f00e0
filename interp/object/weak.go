package object

import (
	"slices"

	"github.com/tier2go/tier2/interp/heap"
)

// Weak references and finalizers (Objects/weakrefobject.c, Python/gc.c).
//
// A weak reference has its object's offset in the arena, which is no reference to the
// collector, and the heap knows which weak references each object has. When a collection
// has marked what lives, it clears those to all that is dead, and what is dead but has a
// __del__ that was not called yet is marked after all, with what it leads to: it lives
// until a later collection. Callbacks and __del__ are Python code, and a collection can
// happen wherever an object is made: they wait (OnFinalizers), and whoever runs Python
// calls RunFinalizers where Python code may run.
//
// So they come in CPython's order for cycles: all weak references are cleared first, then
// callbacks are called, then __del__, once for each object, of objects at lower addresses
// first. Behind them generators are closed that were dropped while suspended, the older ones
// first: the heap keeps a list of those for which that may execute something (ClosesDropped).

const (
	// OffWeakTarget is a word: the object's offset in the arena; 0: it is dead.
	OffWeakTarget = 8
	offWeakCall   = 16 // value: the callback, or None
	offWeakHash   = 24 // value: the hash once it has been asked for, Null before
	// WeakSize is the size of a weak reference in bytes.
	WeakSize = 32

	// weakWeight is about how many bytes of Go's memory an object with weak references takes.
	weakWeight = 160
)

// weakState is what a heap knows of weak references and finalizers.
type weakState struct {
	of       map[Value]*weakRefs
	made     uint64 // numbers the entries of of
	finished map[Value]bool
	finalize bool    // there has been a class with __del__
	anywhere bool    // an instance of one may be of another kind than kindFinal
	closed   []Value // generators that are to be closed when nothing refers to them any more
	counts   bool    // CountDead
	dead     int
	waiting  []finalCall
	told     func()
}

// weakRefs are an object's weak references, the other way round than CPython orders them: those without a callback that are given
// again and again come last, the newest of the others ahead of them, so that one more is put near the end.
type weakRefs struct {
	number uint64
	refs   []Value
}

// finalCall is a call that waits: of the callback f with a weak reference, or of an
// object's __del__, or of close of a generator, if f is Null.
type finalCall struct{ f, v Value }

// NewWeak makes r, an object of WeakSize bytes or more, a weak reference. callback is None
// if there is none.
func (h *Heap) NewWeak(r, target, callback Value) {
	h.SetWord(r, OffWeakTarget, uint64(target.Offset()))
	h.SetField(r, offWeakCall, callback)
	h.SetField(r, offWeakHash, Null)
	w := &h.weak
	e := w.of[target]
	if e == nil {
		if w.of == nil {
			w.of = map[Value]*weakRefs{}
		}
		w.made++
		e = &weakRefs{number: w.made}
		w.of[target] = e
		h.Outside(weakWeight)
	}
	basic := 0
	for basic < len(e.refs) && h.isBasicWeak(e.refs[len(e.refs)-1-basic]) {
		basic++
	}
	if h.isBasicWeak(r) {
		basic = min(basic, 1)
		if basic > 0 && h.TypeOf(e.refs[len(e.refs)-1]).WeakProxy {
			basic = 0
		}
	}
	e.refs = slices.Insert(e.refs, len(e.refs)-basic, r)
}

// isBasicWeak reports whether a weak reference is one that is given again.
func (h *Heap) isBasicWeak(r Value) bool {
	return !h.TypeOf(r).made && h.Field(r, offWeakCall) == None
}

// BasicWeak returns the weak reference of a builtin type and without a callback that an
// object has, Null if it has none.
func (h *Heap) BasicWeak(target Value, t *Type) Value {
	if e := h.weak.of[target]; e != nil {
		for _, r := range slices.Backward(e.refs) {
			if !h.isBasicWeak(r) {
				break
			}
			if h.RefType(r) == t.ID {
				if t.OnceType() == Weak {
					h.weaks[weakPlace(uint64(target))] = weakFound{target, r}
				}
				return r
			}
		}
	}
	return Null
}

// WeakRefs returns the weak references that an object has, in CPython's order.
func (h *Heap) WeakRefs(target Value) []Value {
	e := h.weak.of[target]
	if e == nil {
		return nil
	}
	refs := slices.Clone(e.refs)
	slices.Reverse(refs)
	return refs
}

// WeakTarget returns the object of a weak reference, Null if it is dead.
func (h *Heap) WeakTarget(r Value) Value {
	if off := h.Word(r, OffWeakTarget); off != 0 {
		return Value(TagRef + off)
	}
	return Null
}

// CallsWeak reports whether a call of an instance of a type without arguments is what its weak reference refers to, or None.
func (t *Type) CallsWeak() bool {
	b := t
	if t.made {
		b = t.heap.types[t.layout]
	}
	return b.WeakRef && !b.WeakProxy && (!t.made || t.CallMethod() == Null)
}

// WeakValue returns what a weak reference refers to, or None.
func (h *Heap) WeakValue(r Value) Value {
	if v := h.WeakTarget(r); v != Null {
		return v
	}
	return None
}

// ProxyTarget returns the object that a weak proxy stands for.
func (h *Heap) ProxyTarget(p Value) (Value, error) {
	if v := h.WeakTarget(p); v != Null {
		return v, nil
	}
	return Null, h.Raise(ReferenceErrorType, "weakly-referenced object no longer exists")
}

// beneathProxies puts the objects in the place of weak proxies.
func (h *Heap) beneathProxies(values ...*Value) error {
	for _, v := range values {
		if h.TypeOf(*v).WeakProxy {
			x, err := h.ProxyTarget(*v)
			if err != nil {
				return err
			}
			*v = x
		}
	}
	return nil
}

// WeakCallback returns the callback of a weak reference, or None.
func (h *Heap) WeakCallback(r Value) Value { return h.Field(r, offWeakCall) }

// WeakHash is the hash of a weak reference: its object's, which it keeps.
func (h *Heap) WeakHash(r Value) (int64, error) {
	if n, known := h.AsInt64(h.Field(r, offWeakHash)); known {
		return n, nil
	}
	target := h.WeakTarget(r)
	if target == Null {
		return 0, h.Raise(TypeErrorType, "weak object has gone away")
	}
	n, err := h.Hash(target)
	if err == nil {
		h.SetField(r, offWeakHash, h.Int(n))
	}
	return n, err
}

// TakesWeak reports whether CPython makes weak references to a value.
func (h *Heap) TakesWeak(v Value) bool {
	if !v.IsRef() {
		return false
	}
	t := h.TypeOf(v)
	if t.weak || t.layout == TypeType {
		return true
	}
	for ; t != nil; t = t.Base {
		if t.Weak || weakTypes[t.ID] {
			return true
		}
	}
	return false
}

// weakTypes are the types of this package of whose values there may be weak references; classes and
// other packages' types say so themselves (Type.Weak).
var weakTypes = map[TypeID]bool{
	FunctionType: true, BoundMethodType: true, BuiltinType: true, SetType: true, FrozenSetType: true, GeneratorType: true,
	CoroutineType: true, AsyncGeneratorType: true, CodeType: true, GenericAliasType: true, UnionType: true, TypeType: true,
}

// OnFinalizers sets what is told, during a collection, that RunFinalizers has something to do.
func (h *Heap) OnFinalizers(f func()) { h.weak.told = f }

// FinalizersWait reports whether RunFinalizers has something to do.
func (h *Heap) FinalizersWait() bool { return len(h.weak.waiting) > 0 && !h.finalizing }

// markWeak is called by the collector when all that lives is marked.
func (h *Heap) markWeak(m *heap.Marker) {
	w := &h.weak
	h.clearWeak(m)
	if w.finalize {
		kinds := []uint8{kindFinal}
		if w.anywhere {
			kinds = nil
		}
		m.EachDead(func(v Value) { h.queueFinalizer(m, v) }, kinds...)
	}
	w.closed = slices.DeleteFunc(w.closed, func(g Value) bool {
		if h.GenState(g) == GenDone {
			return true
		}
		if !h.wantsClose(g) {
			return w.finished[g]
		}
		if m.Marked(g) {
			return false
		}
		h.finish(g)
		return true
	})
	h.markCalls(m, w.waiting)
	h.markCalls(m, h.held)
	if len(w.waiting) > 0 && w.told != nil {
		w.told()
	}
}

// markCalls marks what calls that wait need.
func (h *Heap) markCalls(m *heap.Marker, calls []finalCall) {
	for _, c := range calls {
		m.Value(c.f)
		m.Value(c.v)
	}
}

// clearWeak clears the weak references to what is dead; the callbacks of those that live wait.
func (h *Heap) clearWeak(m *heap.Marker) {
	w := &h.weak
	var dead []*weakRefs
	for target, e := range w.of {
		if !m.Marked(target) {
			dead = append(dead, e)
			delete(w.of, target)
			h.Outside(-weakWeight)
		}
	}
	slices.SortFunc(dead, func(a, b *weakRefs) int { return int(a.number) - int(b.number) })
	var refs []Value
	for _, e := range dead {
		slices.Reverse(e.refs)
		refs = append(refs, e.refs...)
	}
	for _, r := range refs {
		h.SetWord(r, OffWeakTarget, 0)
		if f := h.Field(r, offWeakCall); f != None && m.Marked(r) {
			w.waiting = append(w.waiting, finalCall{f, r})
		}
	}
}

// sweptWeak is called by the collector before it sweeps: it forgets the weak references
// that are dead, and the dead objects whose __del__ has been called.
func (h *Heap) sweptWeak(m *heap.Marker) {
	w := &h.weak
	for v := range w.finished {
		if !m.Marked(v) {
			delete(w.finished, v)
		}
	}
	w.closed = slices.DeleteFunc(w.closed, func(g Value) bool { return !m.Marked(g) })
	if w.counts {
		m.EachDead(func(v Value) {
			if h.holds(v) {
				w.dead++
			}
		})
	}
	for target, e := range w.of {
		e.refs = slices.DeleteFunc(e.refs, func(r Value) bool { return !m.Marked(r) })
		if len(e.refs) == 0 {
			delete(w.of, target)
			h.Outside(-weakWeight)
		}
	}
}

// setFinalizes says whether a class's instances have a __del__. Those that are made from now on are of kindFinal
// then, but for some builtin layouts (nativeNew tells): most programs have few of them, and a collection looks at no
// others.
func (h *Heap) setFinalizes(t *Type, yes bool) {
	w := &h.weak
	t.finalizes = yes
	w.finalize = w.finalize || yes
}

// queueFinalizer lets the __del__ of a dead object wait, if it has one that was not called.
func (h *Heap) queueFinalizer(m *heap.Marker, v Value) {
	t := h.types[h.RefType(v)]
	if t == nil || !h.finalizes(t, v) {
		return
	}
	h.finish(v)
}

// finalizes reports whether an object's type has a __del__ that was not called for it, and would do something.
func (h *Heap) finalizes(t *Type, v Value) bool {
	return t.finalizes && !h.weak.finished[v] && (t.Dying == nil || t.Dying(h, v))
}

func (h *Heap) finish(v Value) {
	w := &h.weak
	if w.finished == nil {
		w.finished = map[Value]bool{}
	}
	w.finished[v] = true
	w.waiting = append(w.waiting, finalCall{Null, v})
}

// FinalizeAll lets the __del__ of all objects wait that have one which was not called, and close of
// all suspended generators: the program is at its end.
func (h *Heap) FinalizeAll() {
	w := &h.weak
	if w.finalize {
		h.EachObject(func(v Value) {
			if t := h.types[h.RefType(v)]; t != nil && h.finalizes(t, v) {
				h.finish(v)
			}
		})
	}
	for _, g := range w.closed {
		if h.wantsClose(g) {
			h.finish(g)
		}
	}
	w.closed = nil
}

// ClosesDropped is told of a generator that is suspended where closing it executes something (Frames.Guarded), the first
// time that it is: it is to be closed if it is dropped.
func (h *Heap) ClosesDropped(g Value) {
	room := h.Half(g, OffGenRoom)
	if room&GenTold != 0 {
		return
	}
	h.SetHalf(g, OffGenRoom, room|GenTold)
	h.weak.closed = append(h.weak.closed, g)
}

// wantsClose reports whether dropping a generator executes anything.
func (h *Heap) wantsClose(g Value) bool {
	switch h.GenState(g) {
	case GenCreated:
		return h.dropHook(g) != Null && !h.weak.finished[g]
	case GenSuspended:
		return (h.dropHook(g) != Null || h.Frames.Guarded(g)) && !h.weak.finished[g]
	}
	return false
}

// CountDead calls f, and returns how many objects that hold others have died in collections meanwhile.
func (h *Heap) CountDead(f func()) int {
	w := &h.weak
	w.counts, w.dead = true, 0
	f()
	w.counts = false
	return w.dead
}

// holds reports whether v is an object that CPython's collector knows: those that hold others. A part of one, an
// array of a list's elements, say, is none.
func (h *Heap) holds(v Value) bool {
	t := h.types[h.RefType(v)]
	return t != nil && t.ID != ArrayType && !atoms[t.ID] && t.ID != ComplexType
}

// FinalizeWithin collects, and calls what that lets wait, also where RunFinalizers is under way: what waited before waits on.
// failed is that of RunFinalizers.
func (h *Heap) FinalizeWithin(collect func(), failed func(message string, f Value, err *Raised) error) error {
	w := &h.weak
	if h.finalizing {
		n := len(h.held)
		h.held = append(h.held, w.waiting...)
		w.waiting, h.finalizing = nil, false
		defer func() {
			w.waiting, h.finalizing = append(slices.Clone(h.held[n:]), w.waiting...), true
			h.held = h.held[:n]
		}()
	}
	collect()
	return h.RunFinalizers(failed)
}

// RunFinalizers calls the callbacks and the __del__ that wait. failed is told of those that
// raise, with what CPython says of it; what it returns, and errors that are no
// exceptions, end the calls.
func (h *Heap) RunFinalizers(failed func(message string, f Value, err *Raised) error) error {
	w := &h.weak
	if h.finalizing {
		return nil
	}
	h.finalizing = true
	defer func() { h.finalizing = false }()
	m := h.Mark()
	defer h.Release(m)
	for len(w.waiting) > 0 {
		c := w.waiting[0]
		w.waiting = w.waiting[1:]
		h.Release(m)
		h.Push(c.f)
		h.Push(c.v)
		heap.ClearGoStack() // it may collect: what the one before has dropped is found then
		f, message, err := h.runFinalizer(c)
		r, raised := err.(*Raised)
		if raised {
			err = failed(message, f, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (h *Heap) runFinalizer(c finalCall) (f Value, message string, err error) {
	if c.f != Null {
		_, err = h.Call(c.f, []Value{c.v}, Null)
		return c.f, "Exception ignored on calling weakref callback ", err
	}
	if h.isGenerator(c.v) {
		return c.v, "Exception ignored while closing generator ", h.finalizeGenerator(c.v)
	}
	f = h.TypeOf(c.v).Lookup(h.classes.nm.del)
	if f != Null {
		_, err = h.callSelf(f, c.v)
	}
	return f, "Exception ignored while calling deallocator ", err
}
