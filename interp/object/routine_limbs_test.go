package object

import "math/big"

// shift returns the number of a count of a shift.
func (r *randomValues) shift() Value {
	return Value([]uint64{r.rng.Uint64N(20), r.rng.Uint64N(140), 63 + r.rng.Uint64N(3), 127 + r.rng.Uint64N(3), r.rng.Uint64N(1000)}[r.rng.IntN(5)])
}

// shiftGeneral is a shift by a number.
func shiftGeneral(op BinaryOp) general {
	return func(h *Heap, args []Value) (uint64, error) {
		z, x := new(big.Int), h.BigInt(args[0])
		if op == Lshift {
			return uint64(h.IntFromBig(z.Lsh(x, uint(args[1])))), nil
		}
		return uint64(h.IntFromBig(z.Rsh(x, uint(args[1])))), nil
	}
}

// unaryGeneral is a unary operator.
func unaryGeneral(op UnaryOp) general {
	return func(h *Heap, args []Value) (uint64, error) {
		if op == Negative && h.isIntegral(args[0]) {
			return uint64(h.IntFromBig(new(big.Int).Neg(h.BigInt(args[0])))), nil
		}
		v, err := h.TypeOf(args[0]).Slots.Unary(h, op, args[0])
		return uint64(v), err
	}
}
