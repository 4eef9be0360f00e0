// Package goheap is for guests whose values lie on the Go heap: a VM keeps its frames and its
// values, which are any, and machine code works on a mirror of its frames in words.
//
// # Problem
//
// Machine code holds no Go pointer, because the Go collector does not look where it keeps
// values. A VM that would have to move its values off the Go heap does not adopt a compiler.
//
// # Choice
//
// A word is a number, nil, a truth value, an int (package nanbox), or a handle: the index of a value in
// a table on the Go heap, with the value's kind above it, so that guards of types need not look
// into the table. [Heap.Run] mirrors the VM's innermost frame where machine code may write, runs an
// executor on it, and writes back what has changed.
//
// Handles live for one activation. When machine code is left, the table is cut to where it
// was. In a loop that makes many, those that nothing holds are freed: the roots are the words of
// the mirrored frames, and of the registers and spill slots of machine code (exitdata.Table.Roots).
// They are not moved, because a register may hold a number that looks like a handle.
//
// Two handles may be one value. Where identity matters (functions, classes), the value's kind
// is [Kind.Unique]: such a value has one word as long as an executor or an activation holds it.
// Everything else is compared by a helper ([Heap.Equal]).
//
// # Rejected
//
// A handle for a value's whole life would need a finalizer, or a map of all values. Weak
// pointers cannot point to what an any holds. Mirroring objects as well as frames would make
// two heaps that have to agree.
//
// # Known sins
//
// Each access to an object is a call of a helper. Ints have 48 bits: a wider one is a value
// like others, and an operation that makes one leaves machine code.
//
//	h, err := goheap.New(goheap.Options{Kinds: []goheap.Kind{{Name: "list"}}, KindOf: func(any) int { return 0 }, Slots: 32, Frames: 100})
//	h.Describe(g)
//	c, err := tier2.New(g, tier2.Options{})
//	h.Attach(c.Table())
//	var left goheap.Left
//	err = h.Run(executor, &goheap.Frame{Slots: []any{1.5, nil}}, 10, &left)
//
// The package must not know any guest.
package goheap

import (
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/guest/nanbox"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
)

// Kind is a kind of the VM's values on the Go heap: a type to the compiler.
type Kind struct {
	Name string
	// Unique: a value has one word, so that words may be compared and guarded for. The
	// values are comparable (a pointer, a string), and equal ones are one value to the VM.
	Unique bool
}

// Ints converts a VM's ints.
type Ints struct {
	Of    func(v any) (n int64, ok bool) // the int that a value is, if it is one
	Value func(n int64) any
}

// IntsOf are the ints of a VM whose ints have the Go type T.
func IntsOf[T ~int | ~int32 | ~int64]() *Ints {
	return &Ints{func(v any) (int64, bool) { n, ok := v.(T); return int64(n), ok }, func(n int64) any { return T(n) }}
}

// Options describes a VM's values and frames.
type Options struct {
	// Kinds are the kinds of values; at most 58. nil, bool, float64 and ints are none of them.
	Kinds []Kind
	// Ints, if not nil, says which values are ints. Those from −2⁴⁷ to 2⁴⁷−1 are numbers in
	// machine code (Heap.Int), wider ones are values of the kind that KindOf says.
	Ints *Ints
	// KindOf returns the index in Kinds of a value's kind; −1 for a value that machine code
	// only carries around. It is called for each value that is given a handle.
	KindOf func(v any) int
	// Equal says what Heap.Equal does with two values that are not both numbers. It runs no
	// guest code. nil: == of Go, and false for what is not comparable.
	Equal func(a, b any) bool
	// Slots is the largest number of slots that a frame has, Frames how many frames may be mirrored at
	// the same time: they bound the memory of mirrors.
	Slots, Frames int
	// Handles is how many handles there may be before those that nothing holds are
	// looked for; 0: 4096. Where most are held it is doubled.
	Handles int
	// Interrupted and Interrupt are guest.Memory's Interrupts; nil for a VM without.
	Interrupted *atomic.Bool
	Interrupt   func() error
}

// ErrFrames is the error of Run when there is no room for the mirror of the frame, because helpers
// have entered machine code too often. The frame is as it was.
var ErrFrames = errors.New("goheap: too many frames are mirrored (Options.Frames)")

// ErrAttach is the error of Run ahead of Attach.
var ErrAttach = errors.New("goheap: Attach has not been called: the heap knows no executors")

// ErrSlots is the error of Run for a frame with more slots than Options.Slots. The frame is
// as it was.
var ErrSlots = errors.New("goheap: the frame has too many slots (Options.Slots)")

// Heap mirrors the frames of one VM, and has its handles. It is a guest.Memory. One
// goroutine uses it at a time.
type Heap struct {
	opt   Options
	words nanbox.Words
	data  *native.Data
	table *exitdata.Table

	size      int // bytes of a frame
	base, end uintptr
	fp        unsafe.Pointer // the innermost mirrored frame
	running   []activation
	entry     []uint64 // slots of the frames that were entered, as they were; of all activations

	local   handles // of activations
	lasting handles // of executors' constants and of Unique values
	sweeps  int
	index   map[any]uint32 // the Unique values' lasting handles
}

// activation is a Run that has not returned.
type activation struct {
	fp    unsafe.Pointer // the innermost frame of the activation that a helper of it has begun another in
	entry int            // where its part of Heap.entry begins
	mark  int            // how many local handles there were
}

// frame is the head of a mirrored frame; its slots follow.
type frame struct {
	caller   unsafe.Pointer // 0: the one that was entered
	resume   uint64
	code     uint32
	pc, sp   uint32
	room     int32
	firstSlt uint64
}

const (
	slotsAt  = int(unsafe.Offsetof(frame{}.firstSlt))
	kindsAt  = 0xfffd             // the first kind's tag, in a word's high 16 bits and below
	lasting  = 1 << 31            // a handle's bit that says which table it is of
	intsAt   = 0xfffe             // the ints' tag
	maxKinds = 64 - 3 - 1 - 1 - 1 // without number, nil, bool, other and int
)

// The ints that are numbers: half of them are negative.
const (
	leastInt        = -1 << 47
	wordZero uint64 = intsAt<<48 - leastInt
)

// The words that are neither numbers nor handles.
const (
	wordNil   uint64 = 0xfffc<<48 + iota
	wordFalse        // true is the next
)

// New makes the Heap of a VM.
func New(o Options) (*Heap, error) {
	switch {
	case len(o.Kinds) > maxKinds:
		return nil, fmt.Errorf("goheap: there are %d kinds, more than %d", len(o.Kinds), maxKinds)
	case o.KindOf == nil:
		return nil, errors.New("goheap: Options.KindOf is nil")
	case o.Slots <= 0 || o.Frames <= 0:
		return nil, fmt.Errorf("goheap: Options.Slots is %d and Options.Frames %d: there is no room for a frame", o.Slots, o.Frames)
	}
	if o.Handles == 0 {
		o.Handles = 4096
	}
	if o.Equal == nil {
		o.Equal = equal
	}
	h := &Heap{opt: o, size: slotsAt + 8*o.Slots, index: map[any]uint32{}, words: nanbox.Words{
		Number: "number", False: wordFalse,
		Kinds: []nanbox.Kind{{Name: "nil", First: wordNil, Last: wordNil}, {Name: "bool", First: wordFalse, Last: wordFalse + 1}},
	}}
	h.local = handles{least: o.Handles, limit: o.Handles}
	h.lasting = h.local
	names := o.Kinds[:len(o.Kinds):len(o.Kinds)]
	for i, k := range append(names, Kind{Name: "other"}) {
		first := handle(i, 0)
		h.words.Kinds = append(h.words.Kinds, nanbox.Kind{Name: k.Name, First: first, Last: first + 1<<32 - 1})
	}
	if o.Ints != nil {
		h.words.Zero = wordZero
		h.words.Kinds = append(h.words.Kinds, nanbox.Kind{Name: "int", First: intsAt << 48, Last: intsAt<<48 + 1<<48 - 1})
	}
	var err error
	if h.data, err = native.NewData(native.DataOptions{}); err != nil {
		return nil, err
	}
	if h.base, err = h.data.Alloc(o.Frames * h.size); err != nil {
		return nil, errors.Join(err, h.data.Close())
	}
	h.end = h.base + uintptr(o.Frames*h.size)
	return h, nil
}

// handle returns the word of a handle.
func handle(kind int, i uint32) uint64 { return kindsAt<<48 + uint64(kind)<<32 + uint64(i) }

// equal is Go's ==.
func equal(a, b any) bool {
	return reflect.TypeOf(a) == reflect.TypeOf(b) && (a == nil || reflect.ValueOf(a).Comparable() && a == b)
}

// Close frees the memory of the mirrors. No executor may be running.
func (h *Heap) Close() error { return h.data.Close() }

// Describe fills in what a guest says of its words and frames: Types, Words, Lower, Frame and
// Memory. It is called ahead of Init.
func (h *Heap) Describe(g *guest.Guest) {
	g.Types, g.Words, g.Lower, g.Memory = h.words.Types(), h.words, h.words.Lower(), h
	g.Frame = lower.FrameLayout{
		Caller: int(unsafe.Offsetof(frame{}.caller)), Resume: int(unsafe.Offsetof(frame{}.resume)), Code: int(unsafe.Offsetof(frame{}.code)),
		PC: int(unsafe.Offsetof(frame{}.pc)), SP: int(unsafe.Offsetof(frame{}.sp)), Room: int(unsafe.Offsetof(frame{}.room)), Slots: slotsAt,
		Size: func(uint64) int { return h.size }, Near: func(uint64) int { return h.size }, Box: h.words.Box,
	}
}

// Attach says whose executors Run runs: the table of the compiler that was made for the guest.
func (h *Heap) Attach(t *exitdata.Table) { h.table = t }

// The types that every guest has; Type returns those of kinds.
const (
	Number ir.TypeSet = 1 // float64
	Nil    ir.TypeSet = 2
	Bool   ir.TypeSet = 4
)

// Type returns the type of a kind, by its index, as a set; −1: of values without one.
func (h *Heap) Type(kind int) ir.TypeSet {
	if kind < 0 {
		kind = len(h.opt.Kinds)
	}
	return 8 << kind
}

// IntType is the type of ints as a set, the empty one if there are none.
func (h *Heap) IntType() ir.TypeSet {
	if h.opt.Ints == nil {
		return 0
	}
	return 16 << len(h.opt.Kinds)
}

// Int makes an operation on ints of a core operation on I64, as guest.Number does. It leaves
// machine code by its Before state where an operand is no int that is a number, or the result
// would be none.
//
//	h.Int("int.add", ir.OpAddOv)
func (h *Heap) Int(name string, op ir.Op) guest.Op {
	return guest.NumberWithin(name, op, h.IntType(), leastInt, -1-leastInt)
}

// Word returns a word of a value: a new handle, or the one that a Unique value has. It is
// valid until the activation ends, and at the next call of a Helper only where machine code
// holds it: a helper makes words last, and returns one.
func (h *Heap) Word(v any) uint64 {
	w, kind := h.plain(v)
	switch {
	case kind < 0:
		return w
	case h.isUnique(kind):
		return handle(kind, h.kept(v))
	}
	return handle(kind, h.local.add(v))
}

// Const returns a word of a value for a constant of a trace: it is valid as long as the
// executor lives that is made of the trace next.
func (h *Heap) Const(v any) uint64 {
	w, kind := h.plain(v)
	switch {
	case kind < 0:
		return w
	case h.isUnique(kind):
		return handle(kind, h.kept(v))
	}
	return handle(kind, lasting|h.lasting.add(v))
}

// plain returns the word of a value that needs no handle, with a negative kind, or the
// value's kind.
func (h *Heap) plain(v any) (w uint64, kind int) {
	switch v := v.(type) {
	case nil:
		return wordNil, -1
	case float64:
		return h.words.BoxF64(v), -1
	case bool:
		return h.words.BoxBool(v), -1
	}
	if h.opt.Ints != nil {
		if n, ok := h.opt.Ints.Of(v); ok {
			if n >= leastInt && n <= -1-leastInt {
				return wordZero + uint64(n), -1
			}
		}
	}
	if kind = h.opt.KindOf(v); kind < 0 {
		kind = len(h.opt.Kinds)
	}
	return 0, kind
}

func (h *Heap) isUnique(kind int) bool { return kind < len(h.opt.Kinds) && h.opt.Kinds[kind].Unique }

// kept returns the lasting handle that a Unique value has.
func (h *Heap) kept(v any) uint32 {
	i, ok := h.index[v]
	if !ok {
		i = h.lasting.add(v)
		h.index[v] = i
	}
	return lasting | i
}

// Value returns the value of a word.
func (h *Heap) Value(w uint64) any {
	switch {
	case w < wordNil:
		x, _ := h.words.UnboxF64(w)
		return x
	case w == wordNil:
		return nil
	case w < kindsAt<<48:
		return w != wordFalse
	case w >= intsAt<<48:
		return h.opt.Ints.Value(int64(w - wordZero))
	case w&lasting != 0:
		return h.lasting.values[uint32(w)&^lasting]
	}
	return h.local.values[uint32(w)]
}

// Helper makes a helper of a function that takes and gives words. Ahead of the call, handles
// that nothing holds are freed when there are many.
func (h *Heap) Helper(f guest.Helper) guest.Helper {
	return func(args []uint64) (uint64, error) {
		if h.local.full() || h.lasting.full() {
			h.sweep()
		}
		return f(args)
	}
}

// Equal makes the operation name, which compares two values: floats as numbers, ints that are
// numbers by value, all else by Options.Equal. Its result is a truth value, unboxed.
func (h *Heap) Equal(name string) guest.Op {
	return guest.Op{
		OpRow: ir.OpRow{Name: name, Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Bool, Reads: ir.AllMemory, Doc: "the two values are equal"},
		Helper: h.Helper(func(args []uint64) (uint64, error) {
			x, number := h.words.UnboxF64(args[0])
			y, both := h.words.UnboxF64(args[1])
			ints := args[0] >= intsAt<<48 && args[1] >= intsAt<<48
			if number && both && x == y || ints && args[0] == args[1] || !(number && both) && !ints && h.opt.Equal(h.Value(args[0]), h.Value(args[1])) {
				return 1, nil
			}
			return 0, nil
		}),
	}
}
