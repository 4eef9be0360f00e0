package object

import (
	"testing"

	"github.com/tier2go/tier2/opgen/mem"
)

// dividend returns an int, seldom another number.
func (r *randomValues) dividend() Value {
	if r.rng.IntN(6) == 0 {
		return r.number()
	}
	return SmallInt((r.rng.Int64N(1<<49) - 1<<48) >> r.rng.IntN(48))
}

// divisor returns one, often near a power of two, or such that a multiple of it is the dividend or next to it.
func (r *randomValues) divisor() Value {
	switch r.rng.IntN(4) {
	case 0:
		return r.number()
	case 1:
		return SmallInt(int64(1)<<r.rng.IntN(47) + int64(r.rng.IntN(3)) - 1)
	}
	return r.dividend()
}

// exponent returns a small int mostly.
func (r *randomValues) exponent() Value {
	if r.rng.IntN(6) == 0 {
		return r.number()
	}
	return SmallInt(int64(r.rng.IntN(12)) - 1)
}

// formatOrInt returns a format or an int, formattedOrInt what goes with it.
func (r *randomValues) formatOrInt() Value {
	if r.rng.IntN(2) == 0 {
		r.divides = true
		return r.dividend()
	}
	r.divides = false
	return r.format()
}

func (r *randomValues) formattedOrInt() Value {
	if r.divides {
		return r.divisor()
	}
	return r.formatted()
}

// divmodGeneral is divmod(a, b).
func divmodGeneral(h *Heap, args []Value) (uint64, error) {
	q, left, err := h.intDivMod(args[0], args[1])
	return uint64(h.NewTuple(q, left)), err
}

// TestQuotient: of multiples of a divisor, and of the ints next to them, the floor is exact, whatever the quotient of floats is rounded to.
func TestQuotient(t *testing.T) {
	word := func(i int64) mem.Ref { return mem.Ref(SmallInt(i)) }
	for _, y := range []int64{1, -1, 2, 3, -3, 7, 10, 1000, 1<<24 - 1, 1<<24 + 1, -1<<31 + 1, 1<<46 - 1, MaxSmall, MinSmall} {
		for _, by := range []int64{0, 1, -1, 2, 3, 1<<20 + 1, -1<<22 + 1, 1<<45 - 1, 1<<46 - 1, 1 << 46, MaxSmall / y} {
			for _, off := range []int64{-1, 0, 1} {
				x := y*by + off
				if by > 1<<40 && (y > 8 || y < -8) && by != MaxSmall/y || x > MaxSmall || x < MinSmall {
					continue
				}
				q, left := x/y, x%y
				if left != 0 && left^y < 0 {
					q, left = q-1, left+y
				}
				gotQ, gotLeft, ok := quotient(word(x), word(y))
				if ok && (gotQ != q || gotLeft != left) || !ok && q < 1<<46-1 && q > -1<<46+1 {
					t.Errorf("%d by %d: %d and %d (%v), not %d and %d", x, y, gotQ, gotLeft, ok, q, left)
				}
			}
		}
	}
}

// TestCharTests: methods of bytes that ask for kinds answer as the general ones, of each byte and of two.
func TestCharTests(t *testing.T) {
	h := newHeap(t, Options{})
	for name := range CharTests {
		v := h.Type(BytesType).Lookup(h.Intern(name))
		if v == Null { // isdecimal, isnumeric
			continue
		}
		b := h.BuiltinOf(v)
		for c := range 256 {
			for _, text := range [][]byte{{byte(c)}, {byte(c), 'a'}, {'1', byte(c)}, {' ', byte(c)}, {}} {
				s := h.NewBytes(text)
				want, err := b.Fn(h, s, nil)
				got, err2 := h.CallBuiltin(b, s, nil, Null)
				if err != nil || err2 != nil || got != want {
					t.Fatalf("%q.%s() is %#x, not %#x (%v, %v)", text, name, uint64(got), uint64(want), err, err2)
				}
			}
		}
	}
}
