package pyguest

import (
	"math"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Builtin functions and classes whose calls with numbers are operations.

// numberCall is a call of a builtin with arguments of one type.
type numberCall struct {
	name string
	args []ir.TypeSet
	op   string // "": the result is the argument
	wide string // of ints of any size; "": op takes them
}

var numberCalls = []numberCall{
	{"abs", of(tFloat), "float.abs", ""}, {"abs", of(tInt), "int.abs", "wide.abs"}, {"abs", of(tComplex), "complex.abs", ""},
	{"min", of(tInt, tInt), "int.min", "wide.min"}, {"max", of(tInt, tInt), "int.max", "wide.max"},
	{"int", of(tFloat), "float.trunc", ""}, {"int", of(tInt), "", ""},
	{"float", of(tFloat), "", ""}, {"float", of(tInt), "float.of.int", "wide.float"},
	{"complex", of(tComplex), "", ""}, {"complex", of(tFloat), "complex.real", ""}, {"complex", of(tInt), "complex.real", ""},
	{"complex", of(tFloat, tFloat), "complex.parts", ""}, {"complex", of(tFloat, tInt), "complex.parts", ""},
	{"complex", of(tInt, tFloat), "complex.parts", ""}, {"complex", of(tInt, tInt), "complex.parts", ""},
}

func of(args ...ir.TypeSet) []ir.TypeSet {
	return args
}

// numberCall builds the call of a builtin with a name and n arguments, which are on the
// stack; ok is false if what is known of them makes it no operation.
func (p *py) numberCall(b *build.Builder, u *uop.Inst, name string, n int) (ok bool) {
	for _, c := range numberCalls {
		if c.name != name || len(c.args) != n {
			continue
		}
		within := true
		for i := range n {
			within = within && b.KnownType(b.Peek(n-1-i)).Within(c.args[i])
		}
		if !within {
			continue
		}
		_, _, args := p.popCall(b, n)
		v := args[0]
		switch {
		case c.wide != "" && u.Operand1 == AnySize:
			v = b.Effect(p.mustOp(c.wide), 0, args...)
		case c.op != "":
			v = p.add(b, c.op, args...)
		}
		b.Push(v)
		return true
	}
	return false
}

// better is the lesser or the greater one of two ints of 64 bits; op says when that is the second one.
func better(t guest.Typed, v *ir.Value, op ir.Op) *ir.Value {
	x, y := t.I64(v.Args[0]), t.I64(v.Args[1])
	return t.Add(ir.OpBoxI64, t.Add(ir.OpSelect, t.Add(op, y, x), y, x))
}

// numberCallOps are the rows of such calls.
func (p *py) numberCallOps() []guest.Op {
	least := func(name string, first func(x, y int64) bool, op ir.Op) guest.Op {
		return number(name, 2, tInt, func(a []uint64) (uint64, bool) {
			x, ok1 := wordsOf(p.h).UnboxI64(a[0])
			y, ok2 := wordsOf(p.h).UnboxI64(a[1])
			if first(y, x) {
				x = y
			}
			return uint64(p.h.Int(x)), ok1 && ok2
		}, func(t guest.Typed, v *ir.Value) *ir.Value {
			return better(t, v, op)
		})
	}
	wide := func(name, routine string, op ir.Op, c object.CompareOp) guest.Op {
		return guest.Op{
			OpRow: ir.OpRow{Name: name, Args: refs(2), Result: ir.Ref, Flags: ir.Pure | ir.Wide, Types: tInt, Infer: inferBetter},
			Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
				if !t.Fact(v.Args[0]).Small || !t.Fact(v.Args[1]).Small {
					return nil
				}
				return better(t, v, op)
			},
			Lower: p.expansion(name, routine, 0, 1),
			Helper: func(a []uint64) (uint64, error) {
				if c.Holds(p.h.IntCompare(val(a[1]), val(a[0]))) {
					return a[1], nil
				}
				return a[0], nil
			},
		}
	}
	float := call("wide.float", 1, tFloat, pureCall, func(a []uint64) (uint64, error) {
		f, err := p.h.IntToFloat(val(a[0]))
		return uint64(object.FloatValue(f)), err
	})
	float.Expand = func(t guest.Typed, v *ir.Value) *ir.Value {
		if !t.Fact(v.Args[0]).Small {
			return nil
		}
		return t.Add(ir.OpBoxF64, t.Add(ir.OpI2F, t.I64(v.Args[0])))
	}
	return []guest.Op{
		wide("wide.min", "min", ir.OpLt, object.LT), wide("wide.max", "max", ir.OpGt, object.GT),
		lowered(p.expansion("wide.float", "float", 0), float),
		{
			OpRow: ir.OpRow{Name: "wide.abs", Args: refs(1), Result: ir.Ref, Flags: ir.Checked | ir.Wide, States: memoryState, Types: tInt, Infer: inferMagnitude},
			Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
				if !t.Fact(v).Small {
					return nil
				}
				n := t.I64(v.Args[0])
				sign := t.Add(ir.OpSar, n, t.Func().ConstI64(63))
				return t.Add(ir.OpBoxI64, t.Add(ir.OpSub, t.Add(ir.OpXor, n, sign), sign))
			},
			Lower:  p.expansion("wide.abs", "abs", 0),
			Helper: func(a []uint64) (uint64, error) { return word(p.h.Unary(object.Absolute, val(a[0]))) },
		},
		least("int.min", func(x, y int64) bool { return x < y }, ir.OpLt), least("int.max", func(x, y int64) bool { return x > y }, ir.OpGt),
		number("float.abs", 1, tFloat, func(a []uint64) (uint64, bool) {
			return uint64(object.FloatValue(math.Abs(math.Float64frombits(a[0])))), true
		}, func(t guest.Typed, v *ir.Value) *ir.Value {
			return t.Add(ir.OpBoxF64, t.Add(ir.OpFAbs, t.F64(v.Args[0])))
		}),
		number("int.abs", 1, tInt, func(a []uint64) (uint64, bool) { // that of −2^63 is left to the interpreter
			n, ok := wordsOf(p.h).UnboxI64(a[0])
			return uint64(p.h.Int(max(n, -n))), ok && n != math.MinInt64
		}, func(t guest.Typed, v *ir.Value) *ir.Value {
			f, n := t.Func(), t.I64(v.Args[0])
			if k := t.Fact(v.Args[0]); !k.Small || k.Lo == math.MinInt64 {
				t.Guard(ir.OpGuardTrue, 0, t.Add(ir.OpNe, n, f.ConstI64(math.MinInt64)))
			}
			sign := t.Add(ir.OpSar, n, f.ConstI64(63))
			return t.Add(ir.OpBoxI64, t.Add(ir.OpSub, t.Add(ir.OpXor, n, sign), sign))
		}),
	}
}
