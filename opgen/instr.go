package opgen

import (
	"fmt"
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/tier2go/tier2/ir"
)

// describe names an instruction or a value for messages.
func describe(x any) string {
	switch x := x.(type) {
	case *ssa.Global:
		return "the variable " + x.Name()
	case *ssa.Alloc:
		return "the address of " + x.Comment
	case *ssa.MakeClosure, *ssa.Function:
		return "a function value"
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.TypeAssert:
		return "an interface"
	case *ssa.MapUpdate, *ssa.Lookup, *ssa.MakeMap:
		return "a map"
	case *ssa.MakeSlice, *ssa.Slice, *ssa.IndexAddr, *ssa.Index:
		return "a slice, array or string"
	case *ssa.FieldAddr, *ssa.Field, *ssa.Store:
		return "a Go variable in memory"
	case *ssa.Panic:
		return "panic"
	case *ssa.Defer, *ssa.RunDefers:
		return "defer"
	case *ssa.Go, *ssa.Send, *ssa.Select, *ssa.MakeChan:
		return "a goroutine or channel"
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", x), "*ssa.")
}

// instr adds an instruction that is no call and no terminator.
func (in *instance) instr(i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.Extract:
		list, ok := in.tuples[i.Tuple]
		if !ok {
			in.fail(i.Pos(), "%s has no place in a routine", describe(i.Tuple))
		}
		in.vals[i] = list[i.Index]
	case *ssa.UnOp:
		in.vals[i] = in.unary(i)
	case *ssa.ChangeType:
		in.vals[i] = in.convert(i.X, i)
	case *ssa.Convert:
		in.vals[i] = in.convert(i.X, i)
	case *ssa.BinOp:
		in.vals[i] = in.binary(i)
	default:
		in.fail(posOf(i), "%s has no place in a routine", describe(i))
	}
}

// posOf returns the position of an instruction, or of its function.
func posOf(i ssa.Instruction) token.Pos {
	if i.Pos().IsValid() {
		return i.Pos()
	}
	return i.Parent().Pos()
}

func (in *instance) unary(i *ssa.UnOp) operand {
	if _, global := i.X.(*ssa.Global); global {
		in.fail(i.Pos(), "%s has no place in a routine", describe(i.X))
	}
	x := in.of(i.X)
	switch t := in.typeOf(i.Type(), i.Pos()); {
	case i.Op == token.NOT:
		return operand{x.v, !x.not}
	case i.Op == token.SUB && t == ir.F64:
		return in.add(ir.OpFNeg, x.v)
	case i.Op == token.SUB && t == ir.I64:
		return in.add(ir.OpNeg, x.v)
	case i.Op == token.XOR && t == ir.I64:
		return in.add(ir.OpNot, x.v)
	}
	in.fail(i.Pos(), "%s of %s has no place in a routine", i.Op, i.X.Type())
	return operand{}
}

// convert adds a conversion.
func (in *instance) convert(x ssa.Value, to ssa.Value) operand {
	pos := to.Pos()
	from, t := in.typeOf(x.Type(), pos), in.typeOf(to.Type(), pos)
	v := in.of(x)
	switch {
	case from == t:
		return v
	case from == ir.Ref && t == ir.I64:
		return in.add(ir.OpBits, v.v)
	case from == ir.I64 && t == ir.Ref:
		return in.add(ir.OpWord, v.v)
	case from == ir.I64 && t == ir.F64 && signed(x.Type()):
		return in.add(ir.OpI2F, v.v)
	}
	in.fail(pos, "the conversion of %s to %s has no place in a routine", x.Type(), to.Type())
	return operand{}
}

// arith has the operations of I64 and F64.
var arith = map[ir.Type]map[token.Token]ir.Op{
	ir.I64: {token.ADD: ir.OpAdd, token.SUB: ir.OpSub, token.MUL: ir.OpMul, token.AND: ir.OpAnd, token.OR: ir.OpOr, token.XOR: ir.OpXor},
	ir.F64: {token.ADD: ir.OpFAdd, token.SUB: ir.OpFSub, token.MUL: ir.OpFMul, token.QUO: ir.OpFDiv},
}

// comparisons has the comparisons by type; those of unsigned numbers are made of ult.
var comparisons = map[ir.Type]map[token.Token]ir.Op{
	ir.I64: {token.EQL: ir.OpEq, token.NEQ: ir.OpNe, token.LSS: ir.OpLt, token.LEQ: ir.OpLe, token.GTR: ir.OpGt, token.GEQ: ir.OpGe},
	ir.F64: {token.EQL: ir.OpFEq, token.NEQ: ir.OpFNe, token.LSS: ir.OpFLt, token.LEQ: ir.OpFLe, token.GTR: ir.OpFGt, token.GEQ: ir.OpFGe},
	ir.Ref: {token.EQL: ir.OpSame, token.NEQ: ir.OpSame},
}

func (in *instance) binary(i *ssa.BinOp) operand {
	t := in.typeOf(i.X.Type(), i.Pos())
	x := in.plain(in.of(i.X))
	if i.Op == token.SHL || i.Op == token.SHR {
		return in.shift(i, x)
	}
	y := in.plain(in.of(i.Y))
	if op, ok := comparisons[t][i.Op]; ok {
		return in.compare(i, op, x, y, t)
	}
	if i.Op == token.AND_NOT && t == ir.I64 {
		return in.add(ir.OpAnd, x, in.add(ir.OpNot, y).v)
	}
	op, ok := arith[t][i.Op]
	if !ok {
		in.fail(i.Pos(), "%s of %s has no place in a routine", i.Op, i.X.Type())
	}
	return in.add(op, x, y)
}

func (in *instance) compare(i *ssa.BinOp, op ir.Op, x, y *ir.Value, t ir.Type) operand {
	order := i.Op != token.EQL && i.Op != token.NEQ
	if t == ir.I64 && order && !signed(i.X.Type()) {
		if i.Op == token.GTR || i.Op == token.LEQ {
			x, y = y, x
		}
		o := in.add(ir.OpUlt, x, y)
		o.not = i.Op == token.LEQ || i.Op == token.GEQ
		return o
	}
	o := in.add(op, x, y)
	o.not = t == ir.Ref && i.Op == token.NEQ
	return o
}

// shift adds a shift, whose count must be one that the IR defines.
func (in *instance) shift(i *ssa.BinOp, x *ir.Value) operand {
	if in.typeOf(i.X.Type(), i.Pos()) != ir.I64 {
		in.fail(i.Pos(), "%s of %s has no place in a routine", i.Op, i.X.Type())
	}
	var y *ir.Value
	if k, ok := i.Y.(*ssa.Const); ok {
		n, exact := constant.Uint64Val(constant.ToInt(k.Value))
		if exact && n <= maxShift {
			y = in.f.ConstI64(int64(n))
		}
	} else if masked(i.Y) {
		y = in.plain(in.of(i.Y))
	}
	if y == nil {
		in.fail(i.Pos(), "the count of a shift is a constant below 64, or x&63")
	}
	op := ir.OpShl
	if i.Op == token.SHR {
		if op = ir.OpShr; signed(i.X.Type()) {
			op = ir.OpSar
		}
	}
	return in.add(op, x, y)
}

// masked reports whether a value is the conjunction of something and a constant below 64.
func masked(v ssa.Value) bool {
	m, ok := v.(*ssa.BinOp)
	if !ok || m.Op != token.AND {
		return false
	}
	for _, x := range []ssa.Value{m.X, m.Y} {
		if k, ok := x.(*ssa.Const); ok {
			n, exact := constant.Uint64Val(constant.ToInt(k.Value))
			return exact && n <= maxShift
		}
	}
	return false
}

// method is what a method of mem.Mem is in the IR.
type method struct {
	op    ir.Op
	typ   ir.Type // of what is loaded
	kind  ir.MemKind
	scale uint8 // of the index
}

var methods = map[string]method{}

func init() {
	for _, w := range []struct {
		name string
		typ  ir.Type
		kind ir.MemKind
		size uint8
	}{
		{"U8", ir.I64, ir.Mem8, 1}, {"U16", ir.I64, ir.Mem16, 2}, {"U32", ir.I64, ir.Mem32, 4}, {"U64", ir.I64, ir.Mem64, 8},
		{"Ref", ir.Ref, ir.Mem64, 8}, {"F64", ir.F64, ir.Mem64, 8},
	} {
		methods[w.name] = method{ir.OpLoad, w.typ, w.kind, 0}
		methods[w.name+"At"] = method{ir.OpLoadX, w.typ, w.kind, w.size}
		methods["Set"+w.name] = method{ir.OpStore, ir.Void, w.kind, 0}
		methods["Set"+w.name+"At"] = method{ir.OpStoreX, ir.Void, w.kind, w.size}
	}
	for _, name := range []string{"U8At", "U64At", "RefAt", "Ref", "U32", "U64"} {
		methods["Init"+name] = methods["Set"+name]
	}
	methods["SetU64Off"] = method{ir.OpStoreX, ir.Void, ir.Mem64, 1}
	methods["InitU64Off"] = methods["SetU64Off"]
	methods["U64Off"] = method{ir.OpLoadX, ir.I64, ir.Mem64, 1}
	methods["RefOff"] = method{ir.OpLoadX, ir.Ref, ir.Mem64, 1}
}

// access adds a load or store: a method of mem.Mem.
func (in *instance) access(i *ssa.Call, fn *ssa.Function) {
	m, ok := methods[fn.Name()]
	if !ok {
		in.fail(i.Pos(), "the method %s of mem.Mem is not one that opgen knows", fn.Name())
	}
	args := i.Call.Args[1:]
	k := in.of(args[1]).v // a constant that an inlined function was given is one
	if k.Op != ir.OpConstI64 {
		in.fail(i.Pos(), "the field is not a constant")
	}
	field := uint64(k.Int())
	mem := ir.MemAccess{Disp: int32(field & 0xffff), Kind: m.kind, Scale: m.scale, Class: uint8(field >> 16 & 63), NonNeg: field>>24&1 != 0}
	ops := []*ir.Value{in.plain(in.of(args[0]))}
	for _, a := range args[2:] {
		ops = append(ops, in.plain(in.of(a)))
	}
	v := in.f.AtEnd(in.cur).AddTyped(m.op, m.typ, mem.Pack(), ops...)
	if strings.HasPrefix(fn.Name(), "Init") {
		in.inits[v] = true
	}
	if m.typ != ir.Void {
		in.vals[i] = operand{v: v}
	}
}
