package toyguest

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/internal/toyguest/objects"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// Alias classes.
const (
	classLen   = objects.ClassLen
	ClassItems = objects.ClassItems
	classPair  = objects.ClassPair
	classCell  = objects.ClassCell
)

// Memory accesses of lists.
var (
	lenAccess  = ir.MemAccess{Disp: lenDisp, Kind: ir.Mem32, Class: classLen}
	itemAccess = ir.MemAccess{Disp: itemDisp, Kind: ir.Mem64, Scale: 8, Class: ClassItems}
)

// pairAccess is the access of field i of a pair.
func pairAccess(i int) ir.MemAccess { return ir.MemAccess{Disp: int32(8 + 8*i), Class: classPair} }

var (
	before = [ir.NumWhen]bool{ir.Before: true}
	raise  = [ir.NumWhen]bool{ir.Raise: true}
)

// arith lists the operations on two numbers: a core operation for each type.
// Only division of ints keeps its exit when the result is unused: dividing by
// zero raises.
var arith = []struct {
	name string
	op   ir.Op
	t    ir.Type
	flag ir.OpFlags
}{
	{"int.add", ir.OpAddOv, ir.I64, ir.Checked},
	{"float.add", ir.OpFAdd, ir.F64, ir.Checked},
	{"int.sub", ir.OpSubOv, ir.I64, ir.Checked},
	{"float.sub", ir.OpFSub, ir.F64, ir.Checked},
	{"int.mul", ir.OpMulOv, ir.I64, ir.Checked},
	{"float.mul", ir.OpFMul, ir.F64, ir.Checked},
	{"int.div", ir.OpDivOv, ir.I64, ir.Guard},
	{"float.div", ir.OpFDiv, ir.F64, ir.Checked},
}

// wide lists the operations on ints of any size.
var wide = []struct {
	name string
	low  ir.Op
	fn   func(z, x, y *big.Int) *big.Int
}{
	{"wide.add", ir.OpAdd, (*big.Int).Add},
	{"wide.mul", ir.OpMul, (*big.Int).Mul},
	{"wide.xor", ir.OpXor, (*big.Int).Xor},
}

// wideOp makes the row of one of them.
func wideOp(name string, low ir.Op, fn func(z, x, y *big.Int) *big.Int) guest.Op {
	return guest.Op{
		OpRow: ir.OpRow{Name: name, Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Ref, Flags: ir.Checked | ir.Wide, States: raise, Types: TInt, Low: low},
		Eval: func(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			h := m.Words.(*Heap)
			return h.BigInt(fn(new(big.Int), h.asBig(a[0]), h.asBig(a[1]))), nil
		},
	}
}

// less are the comparisons by type, as ARITH's oparg has them.
var less = []struct {
	name string
	op   ir.Op
	t    ir.Type
}{{"int.less", ir.OpLt, ir.I64}, {"float.less", ir.OpFLt, ir.F64}}

var typeSets = map[ir.Type]ir.TypeSet{ir.I64: TInt, ir.F64: TFloat, ir.Bool: TBool}

// operations returns the guest's operations.
func operations() []guest.Op {
	var list []guest.Op
	for _, a := range arith {
		o := guest.Number(a.name, a.op, typeSets[a.t])
		o.Flags = a.flag
		list = append(list, o)
	}
	for _, c := range less {
		list = append(list, guest.Number(c.name, c.op, 0))
	}
	for _, w := range wide {
		list = append(list, wideOp(w.name, w.low, w.fn))
	}
	long := wideOp("long.mul", ir.OpMul, (*big.Int).Mul) // of ints of few bits
	long.Flags, long.States, long.Forms, long.Fields = ir.Fresh|ir.Wide, [ir.NumWhen]bool{}, ir.AnyForm, []ir.Field{}
	list = append(list, long)
	field := pairAccess
	cell := ir.MemAccess{Disp: 8, Class: classCell}
	object := ir.OpRow{Result: ir.Ref, Flags: ir.Fresh, Types: TObject}
	pair, tuple, newCell := object, object, object
	pair.Name, pair.Args = "toy.pair", []ir.Type{ir.Ref, ir.Ref}
	pair.Fields = []ir.Field{{Mem: field(0), Arg: 0, Final: true}, {Mem: field(1), Arg: 1, Final: true}}
	tuple.Name, tuple.Args, tuple.Flags = "toy.tuple", []ir.Type{ir.Ref}, ir.Fresh|ir.Variadic
	tuple.Fields = []ir.Field{{Mem: field(0), Arg: ir.CountField, Final: true}, {Mem: field(1), Arg: 0, Final: true}}
	newCell.Name, newCell.Args, newCell.Fields = "toy.cell", []ir.Type{ir.Ref}, []ir.Field{{Mem: cell, Arg: 0}}
	for _, r := range []ir.OpRow{pair, tuple, newCell} {
		list = append(list, guest.Op{OpRow: r})
	}
	return append(list, listGet, listSet, helperOp,
		guest.Op{OpRow: ir.OpRow{
			Name: "toy.drop", Args: []ir.Type{ir.Ref}, Flags: ir.Opaque | ir.Escapes, Reads: ir.AllMemory, Writes: ir.AllMemory,
			Quiet: TInt | TFloat | TBool | TNil, Doc: "ends a reference; the end of a list runs guest code",
		}},
		guest.Op{OpRow: ir.OpRow{
			Name: "toy.any", Args: []ir.Type{ir.Ref}, Result: ir.Ref, Flags: ir.Opaque | ir.Variadic,
			States: raise, Reads: ir.AllMemory, Writes: ir.AllMemory, Doc: "what nothing models",
		}},
	)
}

// compute is what number operations do; ok is false where they leave.
func compute(h *Heap, op ir.Op, t, result ir.Type, a, b uint64) (word uint64, ok bool) {
	var x, y uint64
	switch t {
	case ir.I64:
		m, ok1 := h.UnboxI64(a)
		n, ok2 := h.UnboxI64(b)
		if !ok1 || !ok2 {
			return 0, false
		}
		x, y = uint64(m), uint64(n)
	default:
		if h.TypeOf(a) != TFloat || h.TypeOf(b) != TFloat {
			return 0, false
		}
		x, y = a-floatOffset, b-floatOffset
	}
	r, ok := eval.Fold(op, []uint64{x, y})
	switch {
	case !ok:
		return 0, false
	case result == ir.Bool:
		return r, true
	case t == ir.I64:
		return h.must(int64(r)), true
	}
	return h.BoxF64(math.Float64frombits(r)), true
}

// element returns the place of an element, if the list has it.
func element(h *Heap, list, index uint64) (disp int64, ok bool) {
	n, isInt := h.UnboxI64(index)
	if !isInt || !h.isList(list) || n < 0 || n >= int64(h.get(list+lenDisp, 4)) {
		return 0, false
	}
	return itemDisp + 8*n, true
}

// bounds unboxes an index and leaves unless the list has the element.
func bounds(g guest.Typed, list, index *ir.Value) (*ir.Value, *ir.Value) {
	if !g.Fact(list).Types.Within(TList) {
		list = g.Guard(ir.OpGuardType, int64(TList), list)
	}
	i := g.I64(index)
	n := g.AddTyped(ir.OpLoad, ir.I64, lenAccess.Pack(), list)
	g.Guard(ir.OpGuardTrue, 0, g.Add(ir.OpUlt, i, n))
	return list, i
}

// listGet and listSet leave unless the list has the element: an index out of
// range raises, so they stay even if the element is unused.
var listGet = guest.Op{
	OpRow: ir.OpRow{
		Name: "list.get", Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Ref, Flags: ir.Guard, Forms: ir.GuestOnly,
		States: before, Reads: 1<<ClassItems | 1<<classLen,
	},
	Eval: func(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
		h := m.Words.(*Heap)
		disp, ok := element(h, a[0], a[1])
		if !ok {
			return 0, eval.ErrFail
		}
		return h.Load(a[0], disp, ir.Mem64)
	},
	Expand: func(g guest.Typed, v *ir.Value) *ir.Value {
		list, i := bounds(g, v.Args[0], v.Args[1])
		return g.AddTyped(ir.OpLoadX, ir.Ref, itemAccess.Pack(), list, i)
	},
}

var listSet = guest.Op{
	OpRow: ir.OpRow{
		Name: "list.set", Args: []ir.Type{ir.Ref, ir.Ref, ir.Ref}, Flags: ir.Guard, Forms: ir.GuestOnly,
		States: before, Reads: 1 << classLen, Writes: 1 << ClassItems,
	},
	Eval: func(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
		disp, ok := element(m.Words.(*Heap), a[0], a[1])
		if !ok {
			return 0, eval.ErrFail
		}
		return 0, m.Store(ClassItems, a[0], disp, ir.Mem64, a[2])
	},
	Expand: func(g guest.Typed, v *ir.Value) *ir.Value {
		list, i := bounds(g, v.Args[0], v.Args[1])
		return g.AddAux(ir.OpStoreX, itemAccess.Pack(), list, i, v.Args[2])
	},
}

// Helpers, by HELPER's oparg.
const (
	helperPrint = iota // logs its argument and returns it
	helperCheck        // raises unless its argument is an int that is not negative
	helperPoke         // stores its argument to the first element of L0, returns nil
	numHelpers
)

// ErrNegative is what helperCheck raises.
var ErrNegative = errors.New("ValueError: negative or no int")

// helperOp calls a helper.
var helperOp = guest.Op{
	OpRow: ir.OpRow{
		Name: "toy.helper", Args: []ir.Type{ir.Ref}, Result: ir.Ref, Flags: ir.Escapes, Aux: ir.AuxInt,
		States: raise, Reads: ir.AllMemory, Writes: ir.AllMemory,
	},
	Eval: func(m *eval.Machine, v *ir.Value, a []uint64) (uint64, error) {
		h := m.Words.(*Heap)
		r, err := h.helper(v.Aux, a[0], func(disp int64, x uint64) error {
			return m.Store(ClassItems, h.lists[0], disp, ir.Mem64, x)
		})
		if err != nil {
			return 0, &eval.Raise{Err: err}
		}
		m.Log(eval.Event{Op: "toy.helper", Aux: v.Aux, Args: []eval.Operand{{Type: ir.Ref, Bits: a[0]}}, Result: eval.Operand{Type: ir.Ref, Bits: r}})
		return r, nil
	},
}

// helper does what HELPER n does; store writes L0.
func (h *Heap) helper(n int64, arg uint64, store func(disp int64, x uint64) error) (uint64, error) {
	switch n {
	case helperPrint:
		return arg, nil
	case helperCheck:
		if k := h.asBig(arg); k == nil || k.Sign() < 0 {
			return 0, ErrNegative
		}
		return arg, nil
	case helperPoke:
		return Nil, store(itemDisp, arg)
	}
	return 0, fmt.Errorf("toyguest: no helper %d", n)
}
