package object

import "math"

// Loop is a loop of a builtin function over an iterator, which calls a function for every
// element, or runs a generator. The VM has each as bytecode, which is compiled with the
// function, or the generator, in it.
type Loop uint8

const (
	LoopKeys     Loop = iota // appends f(x) to the list first
	LoopMax                  // the x with the greatest f(x); so far that is first, of the key second
	LoopMin                  // the x with the least f(x), likewise
	LoopReduce               // f(total, x), where total is first, then what that returns
	LoopExtend               // appends x to the list first
	LoopUpdate               // adds x to the set first
	LoopGreatest             // the greatest x; so far that is first
	LoopLeast                // the least x, likewise
	// Those that follow have Args, which are said; Func is the method in Python that they compare by (Comparing).
	LoopInsert       // binary insertion of a sort: lists of keys and values (None), low, high, start
	LoopAscend       // the end of an ascending run of keys: a list, an index, the end
	LoopMergeLow     // of a sort: merger.loop
	LoopMergeHigh    // likewise
	LoopBisectLeft   // a list, what is wanted, low, high
	LoopBisectRight  // likewise
	LoopHeapLeast    // moves an element of a heap: a list, its length, half of it, start, at
	LoopHeapGreatest // likewise
	LoopFind         // the index of an element that is the same as another, or −1: a list or tuple, the other, from where, to where
	LoopCount        // how many there are: a list or tuple, the other, from where, how many there were
	LoopDiffer       // where two lists or two tuples are not the same first, or one has ended: the two, from where
	Loops
)

// A LoopState is what a Loop begins with.
type LoopState struct {
	Iter, Func    Value
	First, Second Value // what they mean depends on the loop; Null where it has no use for it
	Args          []Value
}

// Go enters a loop, and leaves it behind the last element, in the time of some calls or elements of a
// generator (docs/measurements.md, "Functions that builtin functions call"). So a builtin function deals with few elements by itself.
const (
	loopLeast     = 3  // that are left, where the iterator knows it
	loopAfter     = 4  // that have been, where it does not
	loopOverAfter = 8  // that have been, of an iterator that runs Python
	loopOverEach  = 64 // behind which it is asked again
	comparesLeast = 3  // comparisons that are left
)

// Left returns how many elements an iterator will still have, as its __length_hint__ does; -1 if it does not know.
func (h *Heap) Left(it Value) int {
	if f := h.TypeOf(it).Left; f != nil {
		return f(h, it)
	}
	return -1
}

// Looping reports whether what is left to do behind n elements (Left) is better done by RunLoop:
// f is a function in Python, or a method that is bound to one. No loop begins with the first element.
func (h *Heap) Looping(f Value, n, left int) bool {
	if h.Looper == nil || n == 0 || left >= 0 && left < loopLeast || left < 0 && n < loopAfter {
		return false
	}
	return h.InPython(f)
}

// LoopingOver is Looping for loops that call nothing: it is a generator, or a map or a filter
// that calls such a function.
func (h *Heap) LoopingOver(it Value, n int) bool {
	if n < loopOverAfter || (n-loopOverAfter)%loopOverEach != 0 || h.Looper == nil {
		return false
	}
	if h.Is(it, GeneratorType) {
		return true
	}
	p, ok := h.MapPartsOf(it)
	return ok && h.Looping(p.Func, n, -1)
}

// Comparing returns the method in Python that a op b calls first, if a loop that compares so is better run by RunLoop than by Go; n is
// how many comparisons are left about. Null: it is not.
func (h *Heap) Comparing(op CompareOp, a, b Value, n int) Value {
	if h.Looper == nil || n < comparesLeast || h.TypeID(a) < FirstFreeType && h.TypeID(b) < FirstFreeType {
		return Null
	}
	f, _, _ := h.FirstCompare(op, h.TypeOf(a), h.TypeOf(b))
	return f
}

// comparesOwn reports whether a comparison of two values may be one by a method in Python: loopSame is asked only then.
func (h *Heap) comparesOwn(a, b Value) bool {
	return h.TypeID(a) >= FirstFreeType || h.TypeID(b) >= FirstFreeType
}

// loopSame runs a loop of a list or a tuple that looks for what is the same (Same), from element i on, which is compared with x: ok is false
// if Go had better go on by itself. The loop returns an int.
func (h *Heap) loopSame(l Loop, i int, x Value, args ...Value) (n int, ok bool, err error) {
	seq := args[0]
	e, left := Null, 0
	switch h.TypeID(seq) {
	case ListType:
		e, left = h.ListItem(seq, i), h.ListLen(seq)-i
	case TupleType:
		e, left = h.TupleItem(seq, i), h.TupleLen(seq)-i
	default:
		return 0, false, nil // its methods may be others
	}
	f := h.Comparing(EQ, e, x, left)
	if f == Null {
		return 0, false, nil
	}
	r, err := h.RunLoop(l, LoopState{Func: f, Args: args})
	if err != nil {
		return 0, true, err
	}
	return int(r.Small()), true, nil
}

// sameFrom reports whether x and y, the elements i of two lists or tuples a and b, are the same. It may have compared elements behind them:
// at is where it has found different ones then, or the end of one.
func (h *Heap) sameFrom(i int, x, y, a, b Value) (at int, same bool, err error) {
	if x == y {
		return i, true, nil
	}
	if h.comparesOwn(x, y) {
		if at, ok, err := h.loopSame(LoopDiffer, i, y, a, b, SmallInt(int64(i))); ok {
			return at, false, err
		}
	}
	same, err = h.Same(x, y)
	return i, same, err
}

// RunLoop runs a loop to its end and returns the last First.
func (h *Heap) RunLoop(l Loop, s LoopState) (Value, error) {
	if err := h.enter(whileCalling); err != nil {
		return Null, err
	}
	r, err := h.Looper(l, s)
	h.leave()
	return r, err
}

// DriverKind says what a Driver runs over.
type DriverKind uint8

// The kinds.
const (
	DrivesGenerator DriverKind = iota // a generator of a code
	DrivesOver                        // what a generator stands for that the driver gets instead (Over)
	DrivesInstance                    // an instance of a class with an __iter__ in Python
	DrivesIterator                    // a zip or an enumerate that no generator stands for
)

// Take says what an instruction does with the elements of an iterable.
type Take uint8

// The uses.
const (
	TakeNothing Take = iota
	TakeExtend       // appends them to a list
	TakeConcat       // likewise, and has the list for its result: l += v
	TakeUpdate       // adds them to a set
	TakeIn           // looks for one that is the same as a value
	TakeUnpack       // makes a tuple of so many
	Takes
)

// NoCode is the handle of no code.
const NoCode = math.MaxUint32

// Driver is a function in Python that a VM runs in place of a builtin function: the loop over its first argument. The code of each generator,
// each class and each type that it may be has drivers of its own.
type Driver struct {
	Kind     DriverKind
	Function Value  // its arguments are the generator and Second
	Of       Value  // the builtin function; with Receiver, a method; Null with Take
	Take     Take   // what the instruction does that it is for; TakeNothing: a call
	Receiver TypeID // of Second; 0: it is no method
	Second   Value  // what it is otherwise; Null: the call's second argument
	Code     uint32 // of the generator, or of __iter__; NoCode of an iterator
	Type     TypeID // of the instance or iterator
	Iters    int    // how many iterators that has
	Asks     bool   // the function asks instances how many elements there are
	Hints    bool   // the class has an answer (Type.Hints)
	Over     Over   // of what the generator is made, if it stands for something else
}

// Over is what a hidden generator over one iterator, which traces make by themselves, stands for: a map or a filter. It is suspended at a code unit.
type Over struct {
	Type     TypeID // of what it stands for
	Source   TypeID // of the iterator
	Function Value  // the generator's function
	Unit     int
	Callee   Callee // the function of the map or filter
}

// Args is how many arguments a call has that the driver is for.
func (d Driver) Args() uint32 {
	if d.Second == Null {
		return 2
	}
	return 1
}

// takes reports whether the driver is for a first argument.
func (d Driver) takes(h *Heap, g Value) bool {
	switch d.Kind {
	case DrivesInstance:
		return h.Is(g, d.Type) && d.Fits(h.TypeOf(g))
	case DrivesIterator:
		return h.Is(g, d.Type) && h.OwnIters(g) == d.Iters
	}
	return h.Is(g, GeneratorType) && h.GenCode(g) == d.Code
}

// Fits reports whether the driver is for instances of its class as that is now.
func (d Driver) Fits(t *Type) bool {
	return t.IterFunction(d.Asks) != Null && d.Hints == (d.Asks && t.Hints()) && !d.Take.Other(t)
}

// Other reports whether instances of a class have another way for an instruction: a method of their own.
func (k Take) Other(t *Type) bool {
	return k == TakeIn && t.Contains != nil || k == TakeConcat && t.Binary != nil
}

// Taken returns what the driver of an instruction gets for its operand.
func (d Driver) Taken(h *Heap, v Value) (g Value, ok bool) {
	if d.Kind == DrivesOver && h.Is(v, d.Over.Type) {
		v = h.Over(v)
	}
	return v, d.takes(h, v)
}

// Drives reports whether a call is one for the driver, and returns the first argument, or the generator for it, and the second one, Null if
// it stays what it is.
func (d Driver) Drives(h *Heap, f, self, g Value) (first, second Value, ok bool) {
	if d.Kind == DrivesOver && f == d.Of && h.Is(g, d.Over.Type) {
		g = h.Over(g)
	}
	if f != d.Of || !d.takes(h, g) {
		return Null, Null, false
	}
	if d.Receiver != 0 {
		return g, self, self != Null && h.Is(self, d.Receiver)
	}
	return g, d.Second, self == Null
}
