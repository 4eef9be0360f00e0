package golden

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// lows lists the operations whose low bits depend on those of their operands alone,
// with the one that computes them.
var lows = map[ir.Op]ir.Op{
	ir.OpAdd: ir.OpAdd, ir.OpSub: ir.OpSub, ir.OpMul: ir.OpMul, ir.OpNeg: ir.OpNeg, ir.OpShl: ir.OpShl,
	ir.OpAddOv: ir.OpAdd, ir.OpSubOv: ir.OpSub, ir.OpMulOv: ir.OpMul, ir.OpNegOv: ir.OpNeg, ir.OpShlOv: ir.OpShl,
	ir.OpAnd: ir.OpAnd, ir.OpOr: ir.OpOr, ir.OpXor: ir.OpXor, ir.OpNot: ir.OpNot,
	ir.OpI2U: ir.OpCopy, ir.OpModOv: ir.OpAnd,
}

func isLow(op ir.Op) bool { _, ok := lows[op]; return ok }

// lowBits has, of each value that is garbage because the guest's int has more than 64
// bits, the low ones. What asks for those alone, a mask that is not negative, i2u or a
// remainder by a power of two, is no garbage.
type lowBits struct{ of map[int32]uint64 }

// lenient returns the meaning of one of the operations of lows without its exit.
func (l *lowBits) lenient(o *Oracle, op ir.Op, seed uint64) eval.OpFunc {
	return func(_ *eval.Machine, v *ir.Value, args []uint64) (uint64, error) {
		garbage := false
		low := append([]uint64(nil), args...)
		for i, a := range v.Args {
			if bits, ok := l.of[ir.Resolve(a).ID]; ok {
				low[i], garbage = bits, true
			}
		}
		delete(l.of, v.ID)
		x, ok := uint64(0), true
		if op == ir.OpI2U {
			x = args[0]
		} else {
			x, ok = eval.Fold(op, args)
		}
		if !garbage && ok {
			return x, nil
		}
		switch mask, masks := maskOf(op, v, low); {
		case op == ir.OpI2U:
			return low[0], nil
		case masks:
			return low[0] & mask, nil
		case op == ir.OpModOv: // by 0, or of garbage
			return o.garbage(v, seed)
		}
		if x, ok := eval.Fold(lows[op], low); ok { // not so for shifts by too much
			l.of[v.ID] = x
		}
		return o.garbage(v, seed)
	}
}

// maskOf returns the low bits that an operation asks its first operand for, and puts
// what it asks there; ok is false if it asks for all.
func maskOf(op ir.Op, v *ir.Value, low []uint64) (mask uint64, ok bool) {
	constant := func(i int) (int64, bool) {
		c := ir.Resolve(v.Args[i])
		return c.Aux, c.Op == ir.OpConstI64 && c.Aux >= 0
	}
	switch op {
	case ir.OpAnd:
		if n, ok := constant(0); ok {
			low[0] = low[1]
			return uint64(n), true
		}
		n, ok := constant(1)
		return uint64(n), ok
	case ir.OpModOv:
		n, ok := constant(1)
		return uint64(n) - 1, ok && n > 0 && n&(n-1) == 0
	}
	return 0, false
}
