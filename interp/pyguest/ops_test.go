package pyguest

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
)

// newGuest makes the guest without a VM: its operations, types and words.
func newGuest(t testing.TB) (*py, *guest.Guest) {
	t.Helper()
	h, err := object.New(object.Options{Limit: 64 << 20, Stack: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	p := &py{h: h}
	p.k = &live{Heap: h, p: p}
	g := &guest.Guest{Name: "python", Types: typeNames(), Classes: classNames, ClassTypes: classTypes, Words: wordsOf(h)}
	p.g = g
	g.Ops = p.operations()
	if err := g.Init(); err != nil {
		t.Fatal(err)
	}
	p.bind()
	return p, g
}

// sampleInts are ints around the bounds that matter: of words, of floats that are
// exact, of int64.
func sampleInts(h *object.Heap) []object.Value {
	var list []object.Value
	add := func(n *big.Int) {
		v := h.IntFromBig(n)
		h.Push(v) // only Go's heap holds it
		list = append(list, v)
	}
	for _, n := range []int64{0, 1, 2, 3, 7, 10, 62, 63, 64, 65, 1000} {
		add(big.NewInt(n))
		if n != 0 {
			add(big.NewInt(-n))
		}
	}
	for _, e := range []uint{31, 32, 47, 48, 49, 53, 62, 63, 64} {
		for d := int64(-1); d <= 1; d++ {
			n := new(big.Int).Lsh(big.NewInt(1), e)
			add(n.Add(n, big.NewInt(d)))
			add(new(big.Int).Neg(n))
		}
	}
	return list
}

func sampleFloats() []object.Value {
	var list []object.Value
	for _, x := range []float64{0, 1, 0.5, 1.5, 3, 1e-300, 1e300, 5e-324, math.MaxFloat64, 1 << 53, 1<<53 + 2, math.Inf(1), math.NaN()} {
		list = append(list, object.FloatValue(x), object.FloatValue(-x))
	}
	return list
}

// operands says what an operation is given: the types its rules guard for.
func operands(h *object.Heap, name string) (values [][]object.Value, types []ir.TypeSet) {
	ints, floats := sampleInts(h), sampleFloats()
	indices := ints[:11:11]
	indices = append(indices, h.IntFromBig(new(big.Int).Lsh(big.NewInt(1), 60)))
	list := []object.Value{h.NewList(ints...), h.NewList(), h.NewList(floats...)}
	tuples := []object.Value{h.NewTuple(ints...), h.NewTuple(), h.NewTuple(object.None)}
	strs := []object.Value{h.NewStr(""), h.NewStr("a"), h.NewStr("hello"), h.NewStr("añ€"), h.NewStr(strings.Repeat("x😀", 40))}
	for _, l := range [][]object.Value{list, tuples, strs} {
		for _, v := range l {
			h.Push(v)
		}
	}
	any := append(append([]object.Value{object.None, object.True}, ints[:4]...), floats[:4]...)
	if sequence, both := strings.CutSuffix(name, string(fromEnd)); both && !strings.HasPrefix(name, "numbers.") {
		values, types = operands(h, sequence)
		values[1] = ints
		return values, types
	}
	switch name {
	case "list.getitem":
		return [][]object.Value{list, indices}, []ir.TypeSet{tList, tInt}
	case "list.setitem":
		return [][]object.Value{list, indices, any}, []ir.TypeSet{tList, tInt, 0}
	case "tuple.getitem":
		return [][]object.Value{tuples, indices}, []ir.TypeSet{tTuple, tInt}
	case "str.getitem":
		return [][]object.Value{strs, indices}, []ir.TypeSet{tStr, tInt}
	case "list.len":
		return [][]object.Value{list}, []ir.TypeSet{tList}
	case "tuple.len":
		return [][]object.Value{tuples}, []ir.TypeSet{tTuple}
	case "str.len":
		return [][]object.Value{strs}, []ir.TypeSet{tStr}
	case "dict.len":
		d := h.NewDict()
		h.Push(d)
		h.DictSetStr(d, h.Intern("k"), object.None)
		return [][]object.Value{{h.NewDict(), d}}, []ir.TypeSet{tDict}
	case "set.len":
		return [][]object.Value{{h.NewSet()}}, []ir.TypeSet{tSet}
	case "int.lshift", "wide.shl": // counts of which the result has room
		return [][]object.Value{ints, ints[:21]}, []ir.TypeSet{tInt, tInt}
	case "float.of.int":
		return [][]object.Value{ints}, []ir.TypeSet{tInt}
	}
	if strings.HasPrefix(name, "numbers.") {
		return numberOperands(h, name, ints, floats, indices)
	}
	switch {
	case name == "wide.rem":
		return [][]object.Value{ints}, []ir.TypeSet{tInt}
	case strings.HasPrefix(name, "int."), strings.HasPrefix(name, "wide."), strings.HasPrefix(name, "nat."):
		return [][]object.Value{ints, ints}, []ir.TypeSet{tInt, tInt}
	case strings.HasPrefix(name, "float."):
		return [][]object.Value{floats, floats}, []ir.TypeSet{tFloat, tFloat}
	}
	return nil, nil
}

// opFunc makes a function of one operation: operands from slots, guarded as the
// rules of micro-ops guard them, and the result on the stack.
func opFunc(g *guest.Guest, op ir.Op, types []ir.TypeSet) *ir.Func {
	f := ir.NewFunc("op", g.Table(), g.Types)
	f.Words = g.Words
	n := len(types)
	fr := f.AddFrame(ir.Frame{Name: "op", NumLocals: n, NumSlots: n + 1})
	at := f.AtEnd(f.NewBlock())
	absent := make([]*ir.Value, n+1)
	state := at.AddAux(ir.OpState, ir.StateAux(fr.ID, 0, 1), absent...)
	args := make([]*ir.Value, n)
	for i := range args {
		args[i] = at.AddAux(ir.OpSlot, int64(i))
		if types[i] != 0 {
			args[i] = at.AddGuard(ir.OpGuardType, int64(types[i]), state, ir.Deopt, args[i])
		}
	}
	row := g.Table().Row(op)
	v := at.Add(op, args...)
	if row.States[ir.Before] {
		f.SetExit(v, ir.Before, state, ir.Deopt)
	}
	if row.States[ir.Raise] {
		f.SetExit(v, ir.Raise, state, ir.Error)
	}
	switch row.Result {
	case ir.Bool:
		v = at.Add(ir.OpBoxBool, v)
	case ir.Void:
		v = f.ConstRef(uint64(object.None))
	}
	at.Exit(at.AddAux(ir.OpState, ir.StateAux(fr.ID, 0, 2), append(absent, v)...), ir.End)
	return f
}

// arithmetic are the operators that operations of numbers stand for.
var arithmetic = map[string]object.BinaryOp{
	"int.add": object.Add, "int.sub": object.Subtract, "int.mul": object.Multiply, "int.floordiv": object.FloorDivide,
	"int.mod": object.Remainder, "int.lshift": object.Lshift, "int.rshift": object.Rshift, "int.and": object.And,
	"int.or": object.Or, "int.xor": object.Xor, "int.truediv": object.TrueDivide,
	"wide.add": object.Add, "wide.sub": object.Subtract, "wide.mul": object.Multiply, "wide.and": object.And, "wide.or": object.Or,
	"wide.xor": object.Xor, "wide.shl": object.Lshift, "wide.shr": object.Rshift,
	"nat.add": object.Add, "nat.sub": object.Subtract, "nat.mul": object.Multiply, "nat.mod": object.Remainder, "nat.floordiv": object.FloorDivide,
	"nat.and": object.And, "nat.or": object.Or, "nat.xor": object.Xor, "nat.shr": object.Rshift,
	"float.add": object.Add, "float.sub": object.Subtract, "float.mul": object.Multiply, "float.div": object.TrueDivide,
}

var comparisons = map[string]object.CompareOp{
	"lt": object.LT, "le": object.LE, "eq": object.EQ, "ne": object.NE, "gt": object.GT, "ge": object.GE,
}

// mayLeave reports whether an operation leaves operands to the interpreter whose
// result would fit: shifts by more than 63, quotients of ints that a float does not
// hold, and what is not from 0 to 2^64−1 where it has to be.
func mayLeave(h *object.Heap, name string, a []object.Value) bool {
	switch name {
	case "int.truediv":
		for _, v := range a {
			if n := h.BigInt(v); n.Abs(n).Cmp(big.NewInt(exactFloat)) > 0 {
				return true
			}
		}
	}
	if op, natural := arithmetic[name]; natural && strings.HasPrefix(name, "nat.") && !naturals(h, op, a[0], a[1]) {
		return true
	}
	if op := arithmetic[name]; op == object.Lshift || op == object.Rshift {
		return h.IntCompare(a[1], object.SmallInt(63)) > 0
	}
	if strings.HasSuffix(name, string(fromEnd)) {
		return false
	}
	return (strings.HasSuffix(name, "item") || strings.HasPrefix(name, "numbers.")) && h.IntSign(a[1]) < 0
}

// reference computes an operation by the object package; ok is false where it
// has no such operation.
func reference(h *object.Heap, name string, a []object.Value) (v object.Value, err error, ok bool) {
	kind, rest, _ := strings.Cut(name, ".")
	if kind == "numbers" && rest != "len" {
		rest = rest[:3] + "item"
	}
	rest = strings.TrimSuffix(rest, string(fromEnd))
	if op, known := arithmetic[name]; known {
		v, err = h.Binary(op, a[0], a[1])
		return v, err, true
	}
	if op, known := comparisons[rest]; known && kind != "str" {
		v, err = h.Compare(op, a[0], a[1])
		return v, err, true
	}
	switch rest {
	case "rem": // of the immediate 0
		v = object.SmallInt(0)
	case "neg":
		v, err = h.Unary(object.Negative, a[0])
	case "sqrt":
		if x := a[0].Float(); x < 0 {
			err = h.Raise(object.ValueErrorType, "expected a nonnegative input, got %v", x)
		} else {
			v = object.FloatValue(math.Sqrt(x))
		}
	case "trunc":
		v, err = h.Call(h.Type(object.IntType).Object, a[:1], object.Null)
	case "abs":
		v, err = h.Unary(object.Absolute, a[0])
	case "min", "max":
		v = a[0]
		if less := h.IntCompare(a[1], a[0]) < 0; a[1] != a[0] && less == (rest == "min") {
			v = a[1]
		}
	case "invert", "not":
		v, err = h.Unary(object.Invert, a[0])
	case "of.int", "float":
		var x float64
		x, err = h.IntToFloat(a[0])
		v = object.FloatValue(x)
	case "truth":
		var b bool
		b, err = h.Truth(a[0])
		v = object.Bool(b)
	case "getitem":
		v, err = h.GetItem(a[0], a[1])
	case "setitem":
		v, err = object.None, h.SetItem(a[0], a[1], a[2])
	case "len":
		var n int
		n, err = h.Len(a[0])
		v = h.Int(int64(n))
	default:
		return 0, nil, false
	}
	return v, err, true
}

// text prints a value with its type.
func text(h *object.Heap, v object.Value) string {
	r, err := h.Repr(v)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s:%d", h.GoString(r), h.TypeID(v))
}

// TestExpand holds the meanings of an operation against each other, over all
// combinations of sample values: what the evaluator does with the guest form
// (Eval or Helper), what it does with the typed form (Expand), and what the
// object package computes. Where the operation leaves, both forms leave; and they
// leave only if the result does not fit, or there is none.
func TestExpand(t *testing.T) {
	p, g := newGuest(t)
	h := p.h
	set, err := all.Set()
	if err != nil {
		t.Fatal(err)
	}
	expanded := 0
	for i := range g.Ops {
		op := &g.Ops[i]
		if op.Expand == nil {
			continue
		}
		expanded++
		t.Run(op.Name, func(t *testing.T) {
			values, types := operands(h, op.Name)
			if values == nil {
				t.Fatalf("the test knows no operands for %s", op.Name)
			}
			n := len(op.Args)
			values, types = values[:n], types[:n]
			forms := []*ir.Func{opFunc(g, ir.FirstGuestOp+ir.Op(i), types)}
			checked(t, forms[0])
			for _, pipeline := range []string{"unbox", "@default"} {
				after := opFunc(g, ir.FirstGuestOp+ir.Op(i), types)
				ps, err := passes.Parse(pipeline, set)
				if err != nil {
					t.Fatal(err)
				}
				ctx := passes.NewContext(after)
				ctx.Guest = g
				if err := ps.Run(ctx); err != nil {
					t.Fatal(err)
				}
				checked(t, after)
				if op.Forms == ir.GuestOnly && strings.Contains(irtext.String(after), op.Name+" ") {
					t.Errorf("%s is still there:\n%s", op.Name, irtext.String(after))
				}
				forms = append(forms, after)
			}
			m := eval.Machine{Words: g.Words, Ops: g.Evals()}
			combine(values, func(args []object.Value) { agree(t, &m, h, op.Name, forms, args) })
		})
	}
	if expanded < 30 {
		t.Errorf("%d operations have an expansion", expanded)
	}
}

func checked(t *testing.T, f *ir.Func) {
	t.Helper()
	for _, d := range verify.Check(f, verify.Options{}) {
		t.Fatalf("%v\n%s", d, irtext.String(f))
	}
}

// combine calls f with every combination of values.
func combine(values [][]object.Value, f func(args []object.Value)) {
	args := make([]object.Value, len(values))
	var rec func(i int)
	rec = func(i int) {
		if i == len(values) {
			f(args)
			return
		}
		for _, v := range values[i] {
			args[i] = v
			rec(i + 1)
		}
	}
	rec(0)
}

// agree compares the guest form, which comes first, the typed forms and the reference
// for some operands.
func agree(t *testing.T, m *eval.Machine, h *object.Heap, name string, forms []*ir.Func, args []object.Value) {
	t.Helper()
	slots := make([]uint64, len(args)+1)
	for i, a := range args {
		slots[i] = uint64(a)
	}
	res := make([]string, len(forms))
	for k, f := range forms {
		out, err := m.Run(f, eval.In{Slots: slots})
		if err != nil {
			t.Fatalf("%s(%s): %v\n%s", name, texts(h, args), err, irtext.String(f))
		}
		res[k] = "leaves"
		if out.Kind == ir.End {
			fr := out.Frames[0]
			res[k] = text(h, object.Value(fr.Slots[len(fr.Slots)-1].Word))
		}
	}
	for _, typed := range res[1:] {
		if typed != res[0] {
			t.Errorf("%s(%s): guest form %s, typed form %s", name, texts(h, args), res[0], typed)
			return
		}
	}
	want, err, ok := reference(h, name, args)
	switch {
	case !ok:
		t.Fatalf("the test has no reference for %s", name)
	case res[0] == "leaves":
		if err == nil && fits(h, want) && fits(h, args...) && !mayLeave(h, name, args) {
			t.Errorf("%s(%s) leaves, but the result is %s", name, texts(h, args), text(h, want))
		}
	case err != nil || res[0] != text(h, want):
		t.Errorf("%s(%s) = %s, want %s, %v", name, texts(h, args), res[0], text(h, want), err)
	}
}

// fits reports whether no value is an int beyond 64 bits.
func fits(h *object.Heap, list ...object.Value) bool {
	for _, v := range list {
		if h.TypeID(v) != object.IntType {
			continue
		}
		if _, ok := h.AsInt64(v); !ok {
			return false
		}
	}
	return true
}

func texts(h *object.Heap, list []object.Value) string {
	var s []string
	for _, v := range list {
		s = append(s, text(h, v))
	}
	return strings.Join(s, ", ")
}
