package pyguest

import (
	"fmt"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// AbortTooManyOperands: a display or call takes more operands than a helper has
// room for.
const AbortTooManyOperands = "too_many_operands"

// AbortBigFrame: a call begins a frame of more than MaxFrame bytes.
const AbortBigFrame = "big_frame"

// AbortBinding: how a call's arguments are bound to parameters is not known at
// compile time.
const AbortBinding = "binding"

// funcSlot is the slot that holds a frame's function; locals follow it.
const funcSlot = 0

// local returns the slot of local i.
func local(i uint32) int { return int(i) + 1 }

// rules returns the rule for each micro-op.
func (p *py) rules() []build.Rule {
	r := make([]build.Rule, cpython.Table.Len())
	for _, table := range []map[uop.ID]build.Rule{
		p.stackRules(), p.numberRules(), p.guardRules(), p.containerRules(), p.nameRules(), p.attrRules(), p.callRules(), p.starRules(), p.controlRules(), p.generatorRules(), p.asyncRules(), p.raiseRules(), p.operatorRules(), p.specialRules(), p.missedRules(),
	} {
		for id, rule := range table {
			if r[id] != nil {
				panic(fmt.Sprintf("python: two rules for %s", cpython.Table.Row(id).Name))
			}
			r[id] = rule
		}
	}
	return r
}

// word returns the constant of a value.
func (p *py) word(b *build.Builder, v object.Value) *ir.Value { return b.Const(uint64(v)) }

func nothing(*build.Builder, *uop.Inst) error { return nil }

// replicated gives the variants NAME_0, NAME_1 … of a micro-op the rule of NAME
// with their number as the oparg.
func replicated(m map[uop.ID]build.Rule, base uop.ID, n int) {
	name := cpython.Table.Row(base).Name
	for i := range n {
		id, ok := cpython.Table.ByName(fmt.Sprintf("%s_%d", name, i))
		if !ok {
			panic("python: no micro-op " + name)
		}
		rule := m[base]
		m[id] = func(b *build.Builder, u *uop.Inst) error {
			v := *u
			v.Oparg = uint32(i)
			return rule(b, &v)
		}
	}
}

// stackRules: locals, constants and the operand stack.
func (p *py) stackRules() map[uop.ID]build.Rule {
	load := func(b *build.Builder, u *uop.Inst) error { b.Push(b.Local(local(u.Oparg))); return nil }
	store := func(b *build.Builder, u *uop.Inst) error { b.SetLocal(local(u.Oparg), b.Pop()); return nil }
	// A str that its variable owns is shared by loads that do not borrow it.
	loadShare := func(b *build.Builder, u *uop.Inst) error {
		if p.env.Owns(b.Frame().Code, int(u.Oparg)) {
			b.Add(p.mustOp("str.share"), b.Local(local(u.Oparg)))
		}
		return load(b, u)
	}
	m := map[uop.ID]build.Rule{
		cpython.LOAD_FAST:        loadShare,
		cpython.LOAD_FAST_BORROW: load,
		cpython.STORE_FAST:       store,
		cpython.LOAD_FAST_CHECK: func(b *build.Builder, u *uop.Inst) error {
			v := b.Local(local(u.Oparg))
			p.notNull(b, v)
			return loadShare(b, u)
		},
		cpython.LOAD_FAST_AND_CLEAR: func(b *build.Builder, u *uop.Inst) error {
			if err := loadShare(b, u); err != nil {
				return err
			}
			b.SetLocal(local(u.Oparg), p.word(b, object.Null))
			return nil
		},
		cpython.DELETE_FAST: func(b *build.Builder, u *uop.Inst) error {
			p.notNull(b, b.Local(local(u.Oparg)))
			b.SetLocal(local(u.Oparg), p.word(b, object.Null))
			return nil
		},
		cpython.LOAD_CONST: func(b *build.Builder, u *uop.Inst) error {
			b.Push(p.word(b, p.env.Const(b.Frame().Code, int(u.Oparg))))
			return nil
		},
		cpython.LOAD_SMALL_INT: func(b *build.Builder, u *uop.Inst) error {
			b.Push(p.word(b, object.SmallInt(int64(u.Oparg))))
			return nil
		},
		cpython.LOAD_COMMON_CONSTANT: func(b *build.Builder, u *uop.Inst) error {
			b.Push(p.word(b, p.env.CommonConstant(int(u.Oparg))))
			return nil
		},
		cpython.POP_TOP:   func(b *build.Builder, u *uop.Inst) error { b.Pop(); return nil },
		cpython.POP_ITER:  func(b *build.Builder, u *uop.Inst) error { b.Pop(); return nil },
		cpython.END_FOR:   func(b *build.Builder, u *uop.Inst) error { b.Pop(); return nil },
		cpython.PUSH_NULL: func(b *build.Builder, u *uop.Inst) error { b.Push(p.word(b, object.Null)); return nil },
		cpython.PUSH_NULL_CONDITIONAL: func(b *build.Builder, u *uop.Inst) error {
			if u.Oparg&1 != 0 {
				b.Push(p.word(b, object.Null))
			}
			return nil
		},
		cpython.COPY: func(b *build.Builder, u *uop.Inst) error { b.Push(b.Peek(int(u.Oparg) - 1)); return nil },
		cpython.SWAP: func(b *build.Builder, u *uop.Inst) error {
			x, y := b.Peek(0), b.Peek(int(u.Oparg)-1)
			b.Poke(0, y)
			b.Poke(int(u.Oparg)-1, x)
			return nil
		},
		cpython.NOP:            nothing,
		cpython.START_EXECUTOR: nothing,
		cpython.MAKE_WARM:      nothing,
		cpython.CHECK_PEP_523:  nothing,
		cpython.RESUME_CHECK:   poll, // where a trace begins; in inlined functions there is no need
	}
	replicated(m, cpython.LOAD_FAST, 8)
	replicated(m, cpython.LOAD_FAST_BORROW, 8)
	replicated(m, cpython.STORE_FAST, 8)
	replicated(m, cpython.LOAD_SMALL_INT, 4)
	return m
}

// notNull leaves, so that the interpreter raises, if a variable is unbound.
func (p *py) notNull(b *build.Builder, v *ir.Value) {
	if v.IsConst() && object.Value(v.Word()) != object.Null {
		return
	}
	b.Guard(ir.OpGuardFalse, 0, b.Add(ir.OpSame, v, p.word(b, object.Null)))
}

// guardTop adds a type guard on the value n entries below the top.
func guardTop(n int, t ir.TypeSet) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		v := b.Peek(n)
		b.GuardType(v, t)
		return nil
	}
}

// guardRules: what checks types of stack entries.
func (p *py) guardRules() map[uop.ID]build.Rule {
	return map[uop.ID]build.Rule{
		cpython.GUARD_TOS_INT: guardTop(0, tInt), cpython.GUARD_NOS_INT: guardTop(1, tInt),
		cpython.GUARD_TOS_FLOAT: guardTop(0, tFloat), cpython.GUARD_NOS_FLOAT: guardTop(1, tFloat),
		cpython.GUARD_TOS_UNICODE: guardTop(0, tStr), cpython.GUARD_NOS_UNICODE: guardTop(1, tStr),
		cpython.GUARD_TOS_LIST: guardTop(0, tList), cpython.GUARD_NOS_LIST: guardTop(1, tList),
		cpython.GUARD_TOS_TUPLE: guardTop(0, tTuple), cpython.GUARD_NOS_TUPLE: guardTop(1, tTuple),
		cpython.GUARD_TOS_DICT: guardTop(0, tDict), cpython.GUARD_NOS_DICT: guardTop(1, tDict),
		cpython.GUARD_TOS_SLICE:    guardTop(0, tSlice),
		cpython.GUARD_TOS_ANY_SET:  guardTop(0, tSet|tFrozenSet),
		cpython.GUARD_NOS_NULL:     func(b *build.Builder, u *uop.Inst) error { return p.isNull(b, b.Peek(1), true) },
		cpython.GUARD_NOS_NOT_NULL: func(b *build.Builder, u *uop.Inst) error { return p.isNull(b, b.Peek(1), false) },
		cpython.GUARD_THIRD_NULL:   func(b *build.Builder, u *uop.Inst) error { return p.isNull(b, b.Peek(2), true) },
		cpython.ITER_CHECK_RANGE:   guardTop(0, tRangeIter),
		cpython.ITER_CHECK_LIST:    guardTop(0, tListIter),
		cpython.ITER_CHECK_TUPLE:   guardTop(0, tTupleIter),
	}
}

// isNull guards that a stack entry is NULL, or is not.
func (p *py) isNull(b *build.Builder, v *ir.Value, want bool) error {
	if v.IsConst() && (object.Value(v.Word()) == object.Null) == want {
		return nil
	}
	if known := b.KnownType(v); !want && known.Only() && known != bitOf[otherType] {
		return nil // a value of one type is there
	}
	op := ir.OpGuardFalse
	if want {
		op = ir.OpGuardTrue
	}
	b.Guard(op, 0, b.Add(ir.OpSame, v, p.word(b, object.Null)))
	return nil
}

// numberRules: arithmetic, comparisons, truth.
func (p *py) numberRules() map[uop.ID]build.Rule {
	binary := func(name string) build.Rule {
		op := p.mustOp(name)
		return func(b *build.Builder, u *uop.Inst) error {
			y, x := b.Pop(), b.Pop()
			b.Push(b.Effect(op, 0, x, y))
			return nil
		}
	}
	m := map[uop.ID]build.Rule{
		cpython.BINARY_OP_ADD_INT:        binary("int.add"),
		cpython.BINARY_OP_SUBTRACT_INT:   binary("int.sub"),
		cpython.BINARY_OP_MULTIPLY_INT:   binary("int.mul"),
		cpython.BINARY_OP_ADD_FLOAT:      binary("float.add"),
		cpython.BINARY_OP_SUBTRACT_FLOAT: binary("float.sub"),
		cpython.BINARY_OP_MULTIPLY_FLOAT: binary("float.mul"),
		cpython.BINARY_OP_ADD_UNICODE:    binary("str.concat"),
		cpython.BINARY_OP_INPLACE_ADD_UNICODE: func(b *build.Builder, u *uop.Inst) error {
			// The local that is stored to is the operand.
			y, x := b.Peek(0), b.Peek(1)
			to := local(uint32(u.Operand0))
			op := "str.concat"
			if p.env.Owns(b.Frame().Code, int(u.Operand0)) {
				op = "str.append"
				if v := b.Local(to); v != x {
					b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, v, x))
				}
			}
			b.Pop()
			b.Pop()
			b.SetLocal(to, b.Add(p.mustOp(op), x, y))
			b.Count() // the STORE_FAST behind it
			return nil
		},
		cpython.GUARD_BINARY_OP_EXTEND: func(b *build.Builder, u *uop.Inst) error {
			e := &Extensions[u.Operand0]
			b.GuardType(b.Peek(1), bit(e.Left))
			b.GuardType(b.Peek(0), bit(e.Right))
			return nil
		},
		cpython.BINARY_OP_EXTEND: p.extend,
		cpython.BINARY_OP:        p.generic,
		cpython.UNARY_NEGATIVE:   p.negative,
		cpython.UNARY_INVERT: func(b *build.Builder, u *uop.Inst) error {
			return p.helper(b, p.mustOp("py.unary"), int64(object.Invert), 1)
		},
		cpython.UNARY_NOT: func(b *build.Builder, u *uop.Inst) error {
			b.Push(b.Add(ir.OpBoxBool, b.Add(ir.OpBNot, b.Add(ir.OpUnboxBool, b.Pop()))))
			return nil
		},
		cpython.COMPARE_OP_INT:   p.compare("int"),
		cpython.COMPARE_OP_FLOAT: p.compare("float"),
		cpython.COMPARE_OP_STR: func(b *build.Builder, u *uop.Inst) error {
			y, x := b.Pop(), b.Pop()
			eq := b.Add(p.mustOp("str.eq"), x, y)
			if object.CompareOp(u.Oparg>>5) == object.NE {
				eq = b.Add(ir.OpBNot, eq)
			}
			b.Push(b.Add(ir.OpBoxBool, eq))
			return nil
		},
		cpython.COMPARE_OP: func(b *build.Builder, u *uop.Inst) error {
			if y, x := b.Peek(0), b.Peek(1); b.KnownType(x).Within(tInt) && b.KnownType(y).Within(tInt) {
				b.Pop()
				b.Pop()
				b.Push(b.Add(ir.OpBoxBool, b.Add(p.mustOp("wide."+compareNames[u.Oparg>>5]), x, y)))
				return nil
			}
			if p.compareMixed(b, u) {
				return nil
			}
			if u.Oparg&16 == 0 {
				return p.helper(b, p.mustOp("py.compare"), int64(u.Oparg>>5), 2)
			}
			y, x := b.Pop(), b.Pop()
			b.Push(b.Add(ir.OpBoxBool, b.Effect(p.mustOp("py.holds"), int64(u.Oparg>>5), x, y)))
			return nil
		},
		cpython.CONTAINS_OP: p.contains, cpython.CONTAINS_OP_DICT: p.contains, cpython.CONTAINS_OP_SET: p.contains,
		cpython.IS_OP: func(b *build.Builder, u *uop.Inst) error {
			y, x := b.Pop(), b.Pop()
			same := b.Add(ir.OpSame, x, y)
			if u.Oparg != 0 {
				same = b.Add(ir.OpBNot, same)
			}
			b.Push(b.Add(ir.OpBoxBool, same))
			return nil
		},
		cpython.IS_NONE: func(b *build.Builder, u *uop.Inst) error {
			b.Push(b.Add(ir.OpBoxBool, b.Add(ir.OpSame, b.Pop(), p.word(b, object.None))))
			return nil
		},
		cpython.TO_BOOL_BOOL: guardTop(0, tBool),
		cpython.TO_BOOL_INT: func(b *build.Builder, u *uop.Inst) error {
			b.GuardType(b.Peek(0), tInt)
			b.Push(b.Add(ir.OpBoxBool, b.Effect(p.mustOp("int.truth"), 0, b.Pop())))
			return nil
		},
		cpython.TO_BOOL_NONE: func(b *build.Builder, u *uop.Inst) error {
			b.GuardType(b.Peek(0), tNone)
			b.Pop()
			b.Push(p.word(b, object.False))
			return nil
		},
		cpython.TO_BOOL_LIST: p.lengthTruth("list.len"),
		cpython.TO_BOOL_STR:  p.lengthTruth("str.len"),
		cpython.TO_BOOL: func(b *build.Builder, u *uop.Inst) error {
			b.Push(b.Add(ir.OpBoxBool, b.Effect(p.mustOp("py.truth"), 0, b.Pop())))
			return nil
		},
		cpython.REPLACE_WITH_TRUE: func(b *build.Builder, u *uop.Inst) error {
			b.Pop()
			b.Push(p.word(b, object.True))
			return nil
		},
	}
	return m
}

// helper pops n operands, calls an operation and pushes its result, if it has
// one.
func (p *py) helper(b *build.Builder, op ir.Op, aux int64, n int) error {
	args := make([]*ir.Value, n)
	for i := n - 1; i >= 0; i-- {
		args[i] = b.Pop()
	}
	if v := b.Effect(op, aux, args...); v.Type == ir.Ref {
		b.Push(v)
	}
	return nil
}

// extend builds BINARY_OP_EXTEND: the row's conversions, then its operation.
func (p *py) extend(b *build.Builder, u *uop.Inst) error {
	if u.Operand0 >= uint64(len(Extensions)) {
		return b.Abort(build.AbortBadTrace, "no such extension")
	}
	e := &Extensions[u.Operand0]
	y, x := b.Pop(), b.Pop()
	if e.ConvL != "" {
		x = b.Effect(p.mustOp(e.ConvL), 0, x)
	}
	if e.ConvR != "" {
		y = b.Effect(p.mustOp(e.ConvR), 0, y)
	}
	b.Push(p.do(b, e.Do, x, y))
	return nil
}

// do adds the operation of a row. What is taken modulo a power of two keeps its low
// bits.
func (p *py) do(b *build.Builder, name string, x, y *ir.Value) *ir.Value {
	if name == "int.pow" && y.IsConst() && object.Value(y.Word()) == object.SmallInt(2) {
		return b.Effect(p.mustOp("int.mul"), 0, x, x)
	}
	if (name == "wide.mod" || name == "nat.mod") && y.IsConst() {
		if n, ok := p.powerOfTwo(y.Word()); ok {
			return b.Effect(p.mustOp("wide.rem"), n, x)
		}
	}
	return p.add(b, name, x, y)
}

// add adds an operation, or those on the parts of complex numbers that it consists of.
func (p *py) add(b *build.Builder, name string, args ...*ir.Value) *ir.Value {
	if parts, ok := complexRules[name]; ok {
		return parts(p, b, args)
	}
	return b.Effect(p.mustOp(name), 0, args...)
}

// generic builds BINARY_OP. Of operands known to be ints it is the row for ints of any
// size: it stands in executors that continue an exit by ints that were too large.
func (p *py) generic(b *build.Builder, u *uop.Inst) error {
	y, x := b.Peek(0), b.Peek(1)
	if object.BinaryOp(u.Oparg) == object.Subscr {
		if p.numberItem(b, u) {
			return nil
		}
		if p.newSlice(y) != nil {
			return p.getItem(b, u)
		}
	}
	if b.KnownType(x).Within(tInt) && b.KnownType(y).Within(tInt) {
		op := object.BinaryOp(u.Oparg).Plain()
		for i := range Extensions {
			if e := &Extensions[i]; e.Op == op && e.Width == Wide && e.Left == object.IntType && e.Right == object.IntType {
				b.Pop()
				b.Pop()
				b.Push(p.do(b, e.Do, x, y))
				return nil
			}
		}
	}
	return p.helper(b, p.mustOp("py.binary"), int64(u.Oparg), 2)
}

// AnySize is the second operand of a micro-op that has been given an int of more than 64 bits: its rows are those of ints of any size.
const AnySize = 1

// negative negates: the instruction has no specialized members, so it is the
// generic call unless the operand is known to be a number.
func (p *py) negative(b *build.Builder, u *uop.Inst) error {
	switch v := b.Peek(0); {
	case b.KnownType(v).Within(tFloat):
		b.Poke(0, b.Effect(p.mustOp("float.neg"), 0, v))
	case b.KnownType(v).Within(tInt):
		op := "int.neg"
		if u.Operand1 == AnySize {
			op = "wide.neg"
		}
		b.Poke(0, b.Effect(p.mustOp(op), 0, v))
	case b.KnownType(v).Within(tComplex):
		b.Poke(0, p.add(b, "complex.neg", v))
	default:
		return p.helper(b, p.mustOp("py.unary"), int64(object.Negative), 1)
	}
	return nil
}

// compareMixed compares a float with an int, if they are known to be that: as floats, for
// which the int must be one exactly.
func (p *py) compareMixed(b *build.Builder, u *uop.Inst) bool {
	y, x := b.Peek(0), b.Peek(1)
	kx, ky := b.KnownType(x), b.KnownType(y)
	switch {
	case kx.Within(tFloat) && ky.Within(tInt):
		y = p.exactFloat(b, y)
	case kx.Within(tInt) && ky.Within(tFloat):
		x = p.exactFloat(b, x)
	default:
		return false
	}
	b.Pop()
	b.Pop()
	b.Push(b.Add(ir.OpBoxBool, b.Effect(p.mustOp("float."+compareNames[u.Oparg>>5]), 0, x, y)))
	return true
}

// exactFloat returns an int as a float; it leaves if that would be rounded.
func (p *py) exactFloat(b *build.Builder, v *ir.Value) *ir.Value {
	const most = 1 << 53
	n := p.number(b, v)
	if v.IsConst() {
		if i, ok := wordsOf(p.h).UnboxI64(v.Word()); ok && i >= -most && i <= most {
			return p.word(b, object.FloatValue(float64(i)))
		}
	}
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpLe, n, b.F.ConstI64(most)))
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpGe, n, b.F.ConstI64(-most)))
	return b.Add(ir.OpBoxF64, b.Add(ir.OpI2F, n))
}

// compare builds COMPARE_OP_INT and _FLOAT.
func (p *py) compare(kind string) build.Rule {
	var ops [6]ir.Op
	for i, c := range compareNames {
		ops[i] = p.mustOp(kind + "." + c)
	}
	return func(b *build.Builder, u *uop.Inst) error {
		y, x := b.Pop(), b.Pop()
		b.Push(b.Add(ir.OpBoxBool, b.Effect(ops[u.Oparg>>5], 0, x, y)))
		return nil
	}
}

func (p *py) contains(b *build.Builder, u *uop.Inst) error {
	c, x := b.Pop(), b.Pop()
	op := "py.contains"
	if b.KnownType(c).Within(tDict) {
		op = "dict.contains"
	}
	in := b.Effect(p.mustOp(op), 0, c, x)
	if u.Oparg != 0 {
		in = b.Add(ir.OpBNot, in)
	}
	b.Push(b.Add(ir.OpBoxBool, in))
	return nil
}

// lengthTruth tests whether a container is empty; its type has been guarded.
func (p *py) lengthTruth(name string) build.Rule {
	op := p.mustOp(name)
	return func(b *build.Builder, u *uop.Inst) error {
		n := b.Add(op, b.Pop())
		b.Push(b.Add(ir.OpBoxBool, b.Effect(p.mustOp("int.truth"), 0, n)))
		return nil
	}
}
