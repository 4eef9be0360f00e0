package ir

import (
	"fmt"
	"iter"
	"math"
)

// Value is one value of a function: a block parameter, a constant, or the
// result of an operation. Fields are read by all and written by this package
// only.
type Value struct {
	ID    int32 // dense within the function
	Op    Op
	Type  Type
	Aux   int64 // the immediate; see the row's AuxKind
	Args  []*Value
	Block *Block // nil for constants and for what has been removed
	// States and Exits say where the operation may leave, by When.
	States [NumWhen]*Value
	Exits  [NumWhen]*Exit
	// From lists the micro-ops (indexes in the trace) that this value comes
	// from, in ascending order; a guard that stands for several keeps them all.
	From []int32

	prev, next *Value
}

// Exit is one way out of a function. It belongs to one state of one value.
type Exit struct {
	ID   int32 // dense within the function
	Kind ExitKind
	// Forced exits are taken by tests on purpose.
	Owner *Value // the value that leaves, nil when that has been removed
	When  When
}

// State returns the exit's frame state.
func (x *Exit) State() *Value { return x.Owner.States[x.When] }

// Frame is a guest frame that states describe: the entry frame, or one of a
// call inlined into the function.
type Frame struct {
	ID        int32
	Name      string // as reports show it
	Code      uint64 // the guest's handle of the code
	NumLocals int    // slots before the operand stack
	NumSlots  int    // all slots
	Slots     []string
	Caller    *Frame // nil for the entry frame
	// Uncounted frames add nothing to the guest's recursion depth.
	Uncounted bool
}

// SlotName returns the name of a local, or "" if it has none.
func (fr *Frame) SlotName(i int) string {
	if i < len(fr.Slots) {
		return fr.Slots[i]
	}
	return ""
}

// Edge is a control-flow edge: the successor and the arguments for its
// parameters.
type Edge struct {
	To   *Block
	Args []*Value
}

// Block is a basic block.
type Block struct {
	ID     int32 // dense within the function
	Params []*Value
	Succs  []Edge
	Preds  []*Block
	Loop   bool // the header of a loop
	Cold   bool // rarely executed

	fn          *Func
	first, last *Value
}

// IsConst reports whether v is a constant.
func (v *Value) IsConst() bool { return v.Op >= OpConstRef && v.Op <= OpConstBool }

// Word returns the guest word of a const.ref.
func (v *Value) Word() uint64 { return uint64(v.Aux) }

// Int returns the number of a const.i64.
func (v *Value) Int() int64 { return v.Aux }

// Float returns the number of a const.f64.
func (v *Value) Float() float64 { return math.Float64frombits(uint64(v.Aux)) }

// TypeSet returns the immediate of guard.type and is.type.
func (v *Value) TypeSet() TypeSet { return TypeSet(v.Aux) }

// Is reports whether v is the operation op.
func (v *Value) Is(op Op) bool { return v.Op == op }

// IsInt reports whether v is the const.i64 n.
func (v *Value) IsInt(n int64) bool { return v.Op == OpConstI64 && v.Aux == n }

// Arg returns operand i, or the value that has replaced it.
func (v *Value) Arg(i int) *Value { return Resolve(v.Args[i]) }

// Next returns the value after v in its block, nil at the end.
func (v *Value) Next() *Value { return v.next }

// Prev returns the value before v in its block, nil at the start.
func (v *Value) Prev() *Value { return v.prev }

// Leaves reports whether the operation can leave the function.
func (v *Value) Leaves() bool {
	return v.Exits[Before] != nil || v.Exits[Raise] != nil || v.Exits[After] != nil
}

// Resolve returns what v was replaced by, v itself if it was not.
func Resolve(v *Value) *Value {
	if v == nil || v.Op != OpCopy {
		return v
	}
	r := v.Args[0]
	for r.Op == OpCopy {
		r = r.Args[0]
	}
	for v.Args[0] != r { // compress the path
		v, v.Args[0] = v.Args[0], r
	}
	return r
}

// String prints a short reference: v12, s3 for states, or a constant.
func (v *Value) String() string {
	switch v.Op {
	case OpConstI64:
		return fmt.Sprint(v.Aux)
	case OpConstF64:
		return fmt.Sprint(v.Float())
	case OpConstBool:
		return fmt.Sprint(v.Aux != 0)
	case OpConstRef:
		return fmt.Sprintf("#%#x", v.Word())
	case OpState:
		return fmt.Sprintf("s%d", v.ID)
	}
	return fmt.Sprintf("v%d", v.ID)
}

// First returns the block's first value, nil if it has none.
func (b *Block) First() *Value { return b.first }

// Last returns the block's terminator, nil while it has none.
func (b *Block) Last() *Value {
	if b.last != nil && b.fn.Ops.Row(b.last.Op).Flags&Terminator != 0 {
		return b.last
	}
	return nil
}

// Func returns the function that the block belongs to.
func (b *Block) Func() *Func { return b.fn }

// Values iterates over the block's values in order, parameters not included,
// the terminator last. Operands, states and (at the terminator) edge arguments
// are resolved before a value is seen. The body may replace or remove the value
// at hand, and insert around it: what is inserted behind it is visited.
func (b *Block) Values() iter.Seq[*Value] {
	return func(yield func(*Value) bool) {
		for v := b.first; v != nil; {
			if b.fn.copies {
				v.refresh()
			}
			if !yield(v) {
				return
			}
			v = v.next
			for v != nil && v.Block == nil { // removed meanwhile
				v = v.next
			}
		}
	}
}

// refresh resolves everything that v refers to.
func (v *Value) refresh() {
	for i, a := range v.Args {
		if a != nil && a.Op == OpCopy {
			v.Args[i] = Resolve(a)
		}
	}
	for w, s := range v.States {
		if s != nil && s.Op == OpCopy {
			v.States[w] = Resolve(s)
		}
	}
	if v.next == nil && v.Block != nil {
		for _, e := range v.Block.Succs {
			for i, a := range e.Args {
				if a.Op == OpCopy {
					e.Args[i] = Resolve(a)
				}
			}
		}
	}
}

// States of frames. A state's operands are its caller's state (nil for the
// entry frame) and then one for each slot up to the depth of its stack; nil
// for a slot of the entry frame whose memory is right as it is. Its immediate
// holds the frame and the pc.

// StateAux packs a frame's id, the instructions that have been executed since the
// bytecode clock was last advanced (0 unless it runs), and a pc in code units.
func StateAux(frame int32, clock uint16, pc uint32) int64 {
	return int64(frame)<<48 | int64(clock)<<32 | int64(pc)
}

// StatePC returns the pc of a state, in code units.
func (v *Value) StatePC() uint32 { return uint32(v.Aux) }

// StateFrame returns the id of a state's frame.
func (v *Value) StateFrame() int32 { return int32(v.Aux >> 48) }

// StateClock returns what the bytecode clock is behind by in a state.
func (v *Value) StateClock() int { return int(uint16(v.Aux >> 32)) }

// StateCaller returns the state of the caller's frame, nil for the entry frame.
func (v *Value) StateCaller() *Value { return Resolve(v.Args[0]) }

// StateSlots returns a state's operands for its slots.
func (v *Value) StateSlots() []*Value { return v.Args[1:] }

// MemKind is the width and kind of a memory access.
type MemKind uint8

// The memory accesses. Narrow ones zero-extend to I64.
const (
	Mem64 MemKind = iota // Ref, I64 or F64 by the value's type
	Mem32
	Mem16
	Mem8
)

var memKindNames = [...]string{"64", "32", "16", "8"}

// String returns the width in bits.
func (k MemKind) String() string { return memKindNames[k] }

// Bytes returns the access's width.
func (k MemKind) Bytes() int { return 8 >> k }

// MemAccess is the immediate of loads and stores: base + Disp, or base +
// index·Scale + Disp, in bytes from the object's begin.
type MemAccess struct {
	Disp  int32
	Kind  MemKind
	Scale uint8 // 1, 2, 4 or 8; 0 without index
	Class uint8 // alias class: bit number
	// NonNeg says that the number there, as an I64, is never negative: the guest
	// keeps it so, as it does with lengths.
	NonNeg bool
}

// Pack returns the access as an immediate.
func (m MemAccess) Pack() int64 {
	aux := int64(m.Class)<<48 | int64(m.Scale)<<40 | int64(m.Kind)<<32 | int64(uint32(m.Disp))
	if m.NonNeg {
		aux |= 1 << 56
	}
	return aux
}

// Mem returns the immediate of a load or store.
func (v *Value) Mem() MemAccess {
	return MemAccess{Disp: int32(v.Aux), Kind: MemKind(v.Aux >> 32), Scale: uint8(v.Aux >> 40), Class: uint8(v.Aux >> 48), NonNeg: v.Aux>>56 == 1}
}
