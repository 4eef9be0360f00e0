package object

import (
	"errors"
	"math/big"
	"strings"
)

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

func rootGeneral(h *Heap, args []Value) (uint64, error) {
	return uint64(h.IntFromBig(new(big.Int).Sqrt(h.BigInt(args[0])))), nil
}

func productGeneral(h *Heap, args []Value) (uint64, error) {
	z := big.NewInt(1)
	for _, x := range h.sequenceItems(args[0]) {
		z.Mul(z, h.BigInt(x))
	}
	return uint64(h.IntFromBig(z)), nil
}

// digits returns a str of digits of some base, seldom something else.
func (r *randomValues) digits() Value {
	if r.rng.IntN(8) == 0 {
		return r.item()
	}
	of := []string{"01", "0123456789", "0123456789abcdefABCDEF", "0123456789azAZ_ x-+"}[r.rng.IntN(4)]
	var b strings.Builder
	for range r.rng.IntN(20) {
		b.WriteByte(of[r.rng.IntN(len(of))])
	}
	return r.h.NewStr(b.String())
}

func baseGeneral(h *Heap, args []Value) (uint64, error) {
	v, ok, err := h.ParseInt([]byte(h.GoString(args[0])), int(args[1].Small()))
	if !ok && err == nil {
		err = errors.New("it is no int")
	}
	return uint64(v), err
}
