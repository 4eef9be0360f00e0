package main

import (
	"fmt"

	"example.com/text/objects"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/opgen/mem"
	"github.com/tier2go/tier2/uop"
)

// operation is all there is to know of an operation, for the interpreter and for the compiler.
type operation struct {
	name   string       // also that of the routine, where there is one
	args   []ir.TypeSet // ints are passed as numbers, all else as words
	result ir.Type
	reads  ir.AliasSet // what the routine reads; its text says it
	writes ir.AliasSet
	raises bool // it may fail
	// do is the operation for all operands.
	do func(h *objects.Heap, a []uint64) (uint64, error)
	// number is the operation where it computes with ints alone: there is no routine then, but operations of the IR.
	number ir.Op
}

// Sets of alias classes: what making an object writes, and what a string consists of.
const (
	clsLength   ir.AliasSet = 1 << objects.ClassLength
	clsBytes    ir.AliasSet = 1 << objects.ClassBytes
	clsHash     ir.AliasSet = 1 << objects.ClassHash
	clsElements ir.AliasSet = 1 << objects.ClassElements
	clsWindow   ir.AliasSet = 1 << objects.ClassWindow
)

var operations = [NumOps]operation{
	Add:  ints("int.add", ir.OpAddOv, func(x, y int64) (int64, error) { return fits(x + y) }),
	Sub:  ints("int.sub", ir.OpSubOv, func(x, y int64) (int64, error) { return fits(x - y) }),
	Mul:  ints("int.mul", ir.OpMulOv, multiply),
	And:  ints("int.and", ir.OpAnd, func(x, y int64) (int64, error) { return x & y, nil }),
	Less: {name: "int.less", args: []ir.TypeSet{tInt, tInt}, result: ir.Bool, number: ir.OpLt, do: func(_ *objects.Heap, a []uint64) (uint64, error) { return bit(int64(a[0]) < int64(a[1])), nil }},
	Length: {name: "length", args: []ir.TypeSet{tString | tArray}, result: ir.I64, reads: clsLength, do: func(h *objects.Heap, a []uint64) (uint64, error) {
		return uint64(objects.Length(h.Mem, mem.Ref(a[0]))), nil
	}},
	NewArray: {name: "array.new", args: []ir.TypeSet{tInt}, result: ir.Ref, reads: clsWindow, writes: clsWindow | clsLength | clsElements, raises: true, do: func(h *objects.Heap, a []uint64) (uint64, error) {
		r, err := h.Array(int64(a[0]))
		return uint64(r), err
	}},
	Get: {name: "array.get", args: []ir.TypeSet{tArray, tInt}, result: ir.Ref, reads: clsLength | clsElements, raises: true, do: func(h *objects.Heap, a []uint64) (uint64, error) {
		x, err := h.Get(mem.Ref(a[0]), int64(a[1]))
		return uint64(x), err
	}},
	Put: {name: "array.put", args: []ir.TypeSet{tArray, tInt, tAny}, result: ir.Bool, reads: clsLength, writes: clsElements, raises: true, do: func(h *objects.Heap, a []uint64) (uint64, error) {
		return 1, h.Put(mem.Ref(a[0]), int64(a[1]), mem.Ref(a[2]))
	}},
	Concat: {name: "str.concat", args: []ir.TypeSet{tString, tString}, result: ir.Ref, reads: clsLength | clsBytes | clsWindow, writes: clsLength | clsBytes | clsWindow, raises: true, do: func(h *objects.Heap, a []uint64) (uint64, error) {
		r, err := h.Concat(mem.Ref(a[0]), mem.Ref(a[1]))
		return uint64(r), err
	}},
	Slice: {name: "str.slice", args: []ir.TypeSet{tString, tInt, tInt}, result: ir.Ref, reads: clsLength | clsBytes | clsWindow, writes: clsLength | clsBytes | clsWindow, raises: true, do: func(h *objects.Heap, a []uint64) (uint64, error) {
		r, err := h.Slice(mem.Ref(a[0]), int64(a[1]), int64(a[2]))
		return uint64(r), err
	}},
	Equal: {name: "equal", args: []ir.TypeSet{tAny, tAny}, result: ir.Bool, reads: clsLength | clsBytes, do: func(h *objects.Heap, a []uint64) (uint64, error) {
		return bit(h.Equal(mem.Ref(a[0]), mem.Ref(a[1]))), nil
	}},
	Compare: {name: "str.compare", args: []ir.TypeSet{tString, tString}, result: ir.I64, reads: clsLength | clsBytes, do: func(h *objects.Heap, a []uint64) (uint64, error) {
		return uint64(h.Compare(mem.Ref(a[0]), mem.Ref(a[1]))), nil
	}},
	Find: {name: "str.find", args: []ir.TypeSet{tString, tString, tInt}, result: ir.I64, reads: clsLength | clsBytes, do: func(h *objects.Heap, a []uint64) (uint64, error) {
		return uint64(h.Find(mem.Ref(a[0]), mem.Ref(a[1]), int64(a[2]))), nil
	}},
	Hash: {name: "str.hash", args: []ir.TypeSet{tString}, result: ir.I64, reads: clsLength | clsBytes | clsHash, writes: clsHash, do: func(h *objects.Heap, a []uint64) (uint64, error) {
		return uint64(h.Hash(mem.Ref(a[0]))), nil
	}},
}

// ints is an operation on two ints that makes an int.
func ints(name string, op ir.Op, do func(x, y int64) (int64, error)) operation {
	return operation{name: name, args: []ir.TypeSet{tInt, tInt}, result: ir.I64, number: op, do: func(_ *objects.Heap, a []uint64) (uint64, error) {
		n, err := do(int64(a[0]), int64(a[1]))
		return uint64(n), err
	}}
}

// fits fails unless an int has a word. A sum of two that have one fits an int64.
func fits(n int64) (int64, error) {
	if lo, hi := words.Ints(); n < lo || n > hi {
		return 0, fmt.Errorf("text: overflow")
	}
	return n, nil
}

func multiply(x, y int64) (int64, error) {
	if z := x * y; x == 0 || z/x == y {
		return fits(z)
	}
	return 0, fmt.Errorf("text: overflow")
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// run is the operation in the interpreter.
func (o *operation) run(vm *VM, in *Inst, registers *[maxRegisters]Word) (Word, error) {
	var args [3]uint64
	for i, t := range o.args {
		w := registers[in.R[i]]
		args[i] = uint64(w)
		switch {
		case words.Set(uint64(w))&t == 0:
			return 0, fmt.Errorf("text: %s is no operand of %s", vm.Format(w), o.name)
		case t == tInt:
			args[i] = uint64(w - zero)
		}
	}
	x, err := o.do(vm.heap, args[:len(o.args)])
	switch o.result {
	case ir.I64:
		return Int(int64(x)), err
	case ir.Bool:
		return False + Word(x), err
	}
	return Word(x), err
}

// op is the operation in the compiler's table. That of a routine has what the routine reads and writes in its
// row: one that said less would be refused.
func (o *operation) op(vm *VM) guest.Op {
	if o.number != 0 {
		lo, hi := words.Ints()
		return guest.NumberWithin(o.name, o.number, tInt, lo, hi)
	}
	row := ir.OpRow{Name: o.name, Result: o.result, Reads: o.reads, Writes: o.writes, States: [ir.NumWhen]bool{ir.Raise: o.raises}}
	for _, t := range o.args {
		row.Args = append(row.Args, argument(t))
	}
	return guest.Op{OpRow: row, Helper: func(args []uint64) (uint64, error) { return o.do(vm.heap, args) }, Inline: guest.ByRoutine(o.name)}
}

// argument is what an operand is in the IR.
func argument(t ir.TypeSet) ir.Type {
	if t == tInt {
		return ir.I64
	}
	return ir.Ref
}

// build is the operation in a trace: what is no operand leaves to the interpreter, which says so.
func (o *operation) build(vm *VM, b *build.Builder, u *uop.Inst) error {
	dst, r := unpack(u.Oparg)
	var args [3]*ir.Value
	for i, t := range o.args {
		v := vm.register(b, r[i])
		switch {
		case o.number != 0: // guards by itself
		case t == tInt:
			v = b.Guard(ir.OpGuardI64, 0, v)
		case !b.KnownType(v).Within(t):
			v = b.GuardType(v, t)
		}
		args[i] = v
	}
	v := b.Effect(vm.jit.ops[u.Op], 0, args[:len(o.args)]...)
	switch {
	case Op(u.Op) == Put:
		return nil
	case v.Type == ir.I64:
		v = b.Add(ir.OpBoxI64, v)
	case v.Type == ir.Bool:
		v = b.Add(ir.OpBoxBool, v)
	}
	b.SetLocal(int(dst), v)
	return nil
}
