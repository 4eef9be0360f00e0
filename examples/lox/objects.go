package main

import (
	"fmt"
	"math"

	"example.com/lox/lang"
	"example.com/lox/objects"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/guest/nanbox"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/opgen/mem"
	"github.com/tier2go/tier2/uop"
)

// operation is all there is to know of an operation on strings and arrays, for the interpreter and
// for the compiler.
type operation struct {
	name    string
	routine string // that machine code calls without leaving; "": there is none
	args    []ir.TypeSet
	result  ir.Type
	reads   ir.AliasSet
	writes  ir.AliasSet
	raises  bool // it may fail
	last    bool // the instruction pushes the last operand in place of the result
	// do is the operation for all operands. Its result is in the result's representation.
	do func(h *objects.Heap, args []uint64) (uint64, error)
}

// The types of operands.
var (
	tAny    = ^ir.TypeSet(0)
	tString = words.Set(objects.First)
	tArray  = words.Set(objects.Arrays)
	tNumber = words.Set(0)
)

// Sets of alias classes.
const (
	clsLength   ir.AliasSet = 1 << objects.ClassLength
	clsBytes    ir.AliasSet = 1 << objects.ClassBytes
	clsElements ir.AliasSet = 1 << objects.ClassElements
)

// operations are in the instructions' order, from lang.Array on.
var operations = [lang.NumOps - lang.Array]operation{
	lang.Array - lang.Array: {name: "array.new", args: []ir.TypeSet{tNumber}, result: ir.Ref, writes: clsLength | clsElements, raises: true,
		do: func(h *objects.Heap, a []uint64) (uint64, error) {
			n := math.Float64frombits(a[0])
			if !(n >= 0 && n < 1<<32) {
				return 0, fmt.Errorf("lox: no array has %v elements", n)
			}
			r, err := h.Array(uint64(n), mem.Ref(lang.Nil))
			return uint64(r), err
		}},
	lang.At - lang.Array: {name: "array.at", routine: "array.at", args: []ir.TypeSet{tArray, tAny}, result: ir.Ref, reads: clsLength | clsElements, raises: true,
		do: func(h *objects.Heap, a []uint64) (uint64, error) {
			x, err := h.At(mem.Ref(a[0]), mem.Ref(a[1]))
			return uint64(x), err
		}},
	lang.Put - lang.Array: {name: "array.put", routine: "array.put", args: []ir.TypeSet{tArray, tAny, tAny}, result: ir.Bool, reads: clsLength, writes: clsElements, raises: true, last: true,
		do: func(h *objects.Heap, a []uint64) (uint64, error) {
			return 1, h.Put(mem.Ref(a[0]), mem.Ref(a[1]), mem.Ref(a[2]))
		}},
	lang.Len - lang.Array: {name: "length", routine: "length", args: []ir.TypeSet{tArray | tString}, result: ir.F64, reads: clsLength,
		do: func(h *objects.Heap, a []uint64) (uint64, error) {
			return math.Float64bits(float64(h.Len(mem.Ref(a[0])))), nil
		}},
	lang.Find - lang.Array: {name: "array.find", routine: "array.find", args: []ir.TypeSet{tArray, tAny}, result: ir.I64, reads: clsLength | clsBytes | clsElements,
		do: func(h *objects.Heap, a []uint64) (uint64, error) {
			return uint64(h.Find(mem.Ref(a[0]), mem.Ref(a[1]))), nil
		}},
	lang.Equal - lang.Array: {name: "equal", routine: "equal", args: []ir.TypeSet{tAny, tAny}, result: ir.Bool, reads: clsLength | clsBytes,
		do: func(h *objects.Heap, a []uint64) (uint64, error) {
			return bit(h.Equal(mem.Ref(a[0]), mem.Ref(a[1]))), nil
		}},
	lang.Starts - lang.Array: {name: "str.starts", routine: "str.starts", args: []ir.TypeSet{tString, tString}, result: ir.Bool, reads: clsLength | clsBytes,
		do: func(h *objects.Heap, a []uint64) (uint64, error) {
			return bit(h.Starts(mem.Ref(a[0]), mem.Ref(a[1]))), nil
		}},
	lang.Cat - lang.Array: {name: "str.cat", args: []ir.TypeSet{tString, tString}, result: ir.Ref, reads: clsLength | clsBytes, writes: clsLength | clsBytes, raises: true,
		do: func(h *objects.Heap, a []uint64) (uint64, error) {
			r, err := h.String(h.Text(mem.Ref(a[0])) + h.Text(mem.Ref(a[1])))
			return uint64(r), err
		}},
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// op is the operation in the compiler's table.
func (o *operation) op(vm *VM) guest.Op {
	row := ir.OpRow{Name: o.name, Result: o.result, Reads: o.reads, Writes: o.writes, States: [ir.NumWhen]bool{ir.Raise: o.raises}}
	for range o.args {
		row.Args = append(row.Args, ir.Ref)
	}
	op := guest.Op{OpRow: row, Helper: func(args []uint64) (uint64, error) { return o.do(vm.heap, args) }}
	if o.routine != "" {
		op.Inline = guest.ByRoutine(o.routine)
	}
	return op
}

// instruction is the machine's instruction of operation number i.
func (o *operation) instruction(i ir.Op) instruction {
	n := uint32(len(o.args))
	return instruction{row(o.name, int16(n), 1, uop.HasDeopt),
		func(vm *VM, f *frame, in *lang.Inst) error {
			f.sp -= n
			var args [3]uint64
			for k, t := range o.args {
				if args[k] = uint64(f.slots[f.sp+uint32(k)]); words.Set(args[k])&t == 0 {
					return fmt.Errorf("lox: %v is no operand of %s", word(args[k]), o.name)
				}
			}
			x, err := o.do(vm.heap, args[:n])
			if err != nil {
				return err
			}
			f.push(o.word(x, args[n-1]))
			return nil
		},
		func(vm *VM, b *build.Builder, u *uop.Inst) error {
			for k, t := range o.args {
				if at := int(n) - 1 - k; !b.KnownType(b.Peek(at)).Within(t) {
					b.GuardType(b.Peek(at), t)
				}
			}
			var args [3]*ir.Value
			for k := range n {
				args[n-1-k] = b.Pop()
			}
			v := b.Effect(irObjects+i, 0, args[:n]...)
			switch {
			case o.last:
				v = args[n-1]
			case o.result == ir.Bool:
				v = b.Add(ir.OpBoxBool, v)
			case o.result == ir.I64:
				v = b.Add(ir.OpBoxF64, b.Add(ir.OpI2F, v))
			case o.result == ir.F64:
				v = b.Add(ir.OpBoxF64, v)
			}
			b.Push(v)
			return nil
		}}
}

// word makes the word that the instruction pushes of a result, or of the last operand.
func (o *operation) word(x, last uint64) word {
	switch {
	case o.last:
		return word(last)
	case o.result == ir.Bool:
		return lang.Truth(x != 0)
	case o.result == ir.I64:
		return lang.Number(float64(int64(x)))
	}
	return word(x)
}

// heapWords are words of which some refer to objects.
type heapWords struct {
	nanbox.Words
	heap *objects.Heap
}

// Load implements eval.Words.
func (w heapWords) Load(base uint64, disp int64, k ir.MemKind) (uint64, error) {
	if !w.heap.Holds(mem.Ref(base), disp, k.Bytes()) {
		return 0, nanbox.ErrNoMemory
	}
	return w.heap.Load(mem.Ref(base), uint64(disp), k.Bytes()), nil
}

// Store implements eval.Words.
func (w heapWords) Store(base uint64, disp int64, k ir.MemKind, x uint64) error {
	if !w.heap.Holds(mem.Ref(base), disp, k.Bytes()) || k != ir.Mem64 {
		return nanbox.ErrNoMemory
	}
	w.heap.Mem.SetU64Off(mem.Ref(base), 0, uint64(disp), x)
	return nil
}

// print prints a word.
func (vm *VM) print(w word) error {
	var err error
	switch r := mem.Ref(w); words.Set(uint64(w)) {
	case tString:
		_, err = fmt.Fprintln(vm.Out, vm.heap.Text(r))
	case tArray:
		_, err = fmt.Fprintf(vm.Out, "<array of %d>\n", vm.heap.Len(r))
	default:
		_, err = fmt.Fprintln(vm.Out, w)
	}
	return err
}
