package object

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
)

func bigPow(x, n int64) *big.Int { return new(big.Int).Exp(big.NewInt(x), big.NewInt(n), nil) }

// TestIntsAreCanonical checks the form of ints around the borders of words and
// limbs, and the ways in and out.
func TestIntsAreCanonical(t *testing.T) {
	h := newHeap(t, Options{Limit: 16 << 20})
	for _, k := range []int64{0, 1, 47, 48, 49, 62, 63, 64, 65, 127, 128, 129, 1000} {
		for _, d := range []int64{-2, -1, 0, 1, 2} {
			for _, sign := range []int64{1, -1} {
				x := new(big.Int).Add(bigPow(2, k), big.NewInt(d))
				x.Mul(x, big.NewInt(sign))
				v := h.IntFromBig(x)
				checkInt(t, h, v, x)
				if x.IsInt64() {
					if w := h.Int(x.Int64()); h.IntCompare(v, w) != 0 || v.IsSmall() != w.IsSmall() {
						t.Errorf("Int(%v) differs from IntFromBig", x)
					}
					if i, ok := h.AsInt64(v); !ok || i != x.Int64() {
						t.Errorf("AsInt64(%v) = %d, %v", x, i, ok)
					}
				} else if i, ok := h.AsInt64(v); ok {
					t.Errorf("AsInt64(%v) = %d", x, i)
				}
				if x.IsUint64() && h.IntCompare(v, h.IntFromUint64(x.Uint64())) != 0 {
					t.Errorf("IntFromUint64(%v) differs from IntFromBig", x)
				}
				if h.BigInt(v).Cmp(x) != 0 || h.IntSign(v) != x.Sign() || !h.IsInt(v) {
					t.Errorf("%v came back as %v, sign %d", x, h.BigInt(v), h.IntSign(v))
				}
			}
		}
	}
	if h.IsInt(True) || h.IsInt(FloatValue(1)) || h.IsInt(None) {
		t.Error("IsInt of what is no int")
	}
	if i, ok := h.AsInt64(True); !ok || i != 1 {
		t.Error("AsInt64(True)")
	}
	if _, ok := h.AsInt64(FloatValue(1)); ok {
		t.Error("AsInt64(1.0)")
	}
}

// checkInt reports an int that is not want or not in its canonical form.
func checkInt(t *testing.T, h *Heap, v Value, want *big.Int) {
	t.Helper()
	small := want.IsInt64() && FitsSmall(want.Int64())
	switch {
	case small != v.IsSmall():
		t.Errorf("%v: in the word %v, want %v", want, v.IsSmall(), small)
	case small:
		if v.Small() != want.Int64() {
			t.Errorf("%v: word holds %d", want, v.Small())
		}
	case h.RefType(v) != IntType || len(h.limbs(v)) != len(want.Bits()):
		t.Errorf("%v: %d limbs, want %d", want, len(h.limbs(v)), len(want.Bits()))
	case h.BigInt(v).Cmp(want) != 0:
		t.Errorf("%v: holds %v", want, h.BigInt(v))
	}
}

// TestArithmeticAgainstBig compares the int operations with math/big on
// operands of all sizes, with a collection at every allocation in half of them.
func TestArithmeticAgainstBig(t *testing.T) {
	for _, stress := range []bool{false, true} {
		h := newHeap(t, Options{Limit: 64 << 20, Stress: stress})
		rng := rand.New(rand.NewPCG(9, 10))
		operand := func() *big.Int {
			n := []int{8, 47, 49, 63, 64, 65, 100, 128, 129, 300, 5000}[rng.IntN(11)]
			x := new(big.Int)
			for range (n + 63) / 64 {
				w := rng.Uint64()
				switch rng.IntN(6) {
				case 0:
					w = 0
				case 1:
					w = math.MaxUint64
				}
				x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(w))
			}
			x.Rsh(x, uint(x.BitLen()-min(n, x.BitLen())))
			if rng.IntN(2) == 0 {
				x.Neg(x)
			}
			return x
		}
		rounds := soak.Of(5000, 8000, 20000)
		if stress {
			rounds = soak.Of(400, 500, 1500)
		}
		for range rounds {
			a, b := operand(), operand()
			va, vb := h.IntFromBig(a), h.IntFromBig(b)
			z := new(big.Int)
			checkInt(t, h, h.IntAdd(va, vb), z.Add(a, b))
			checkInt(t, h, h.IntSub(va, vb), z.Sub(a, b))
			checkInt(t, h, h.IntMul(va, vb), z.Mul(a, b))
			checkInt(t, h, h.IntAnd(va, vb), z.And(a, b))
			checkInt(t, h, h.IntOr(va, vb), z.Or(a, b))
			checkInt(t, h, h.IntXor(va, vb), z.Xor(a, b))
			checkInt(t, h, h.intNeg(va), z.Neg(a))
			checkInt(t, h, h.IntAbs(va), z.Abs(a))
			checkInt(t, h, h.intInvert(va), z.Not(a))
			if got := h.IntCompare(va, vb); got != a.Cmp(b) {
				t.Errorf("%v <=> %v: %d", a, b, got)
			}
			n := uint(rng.IntN(200))
			l, err := h.IntLsh(va, h.Int(int64(n)))
			r, err2 := h.IntRsh(va, h.Int(int64(n)))
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			checkInt(t, h, l, z.Lsh(a, n))
			checkInt(t, h, r, z.Rsh(a, n))
			if b.Sign() != 0 {
				q, m := floorDivMod(a, b)
				vq, vm, err := h.intDivMod(va, vb)
				if err != nil {
					t.Fatal(err)
				}
				checkInt(t, h, vq, q)
				checkInt(t, h, vm, m)
			}
			if t.Failed() {
				t.Fatalf("operands %v and %v", a, b)
			}
		}
	}
}

// floorDivMod is division rounded down.
func floorDivMod(a, b *big.Int) (q, m *big.Int) {
	q, m = new(big.Int).QuoRem(a, b, new(big.Int))
	if m.Sign() != 0 && m.Sign() != b.Sign() {
		q.Sub(q, bigOne)
		m.Add(m, b)
	}
	return q, m
}

func TestIndex(t *testing.T) {
	h := newHeap(t, Options{Limit: 8 << 20})
	huge := h.IntFromBig(bigPow(2, 70))
	for _, c := range []struct {
		v    Value
		want int64
		msg  string
	}{
		{SmallInt(5), 5, ""},
		{True, 1, ""},
		{h.Int(math.MinInt64), math.MinInt64, ""},
		{huge, 0, "OverflowError: cannot fit 'int' into an index-sized integer"},
		{FloatValue(1), 0, "TypeError: 'float' object cannot be interpreted as an integer"},
		{None, 0, "TypeError: 'NoneType' object cannot be interpreted as an integer"},
	} {
		i, err := h.Index(c.v)
		if i != c.want || err == nil != (c.msg == "") || err != nil && err.Error() != c.msg {
			t.Errorf("Index = %d, %v; want %d, %s", i, err, c.want, c.msg)
		}
	}
	if _, err := h.IndexOr(huge, IndexErrorType); err == nil || err.Error() != "IndexError: cannot fit 'int' into an index-sized integer" {
		t.Errorf("IndexOr: %v", err)
	}
}

// TestHugeResults asks for ints and texts that no heap holds: they must end in
// heap.OutOfMemory before Go memory is spent on them.
func TestHugeResults(t *testing.T) {
	h := newHeap(t, Options{Limit: 8 << 20})
	huge := h.NewStr("1000000000000000")
	for name, f := range map[string]func(){
		"shift":     func() { _, _ = h.IntLsh(SmallInt(1), h.Int(1<<50)) },
		"power":     func() { _, _ = h.intPow(SmallInt(10), h.Int(1<<40)) },
		"power of2": func() { _, _ = h.intPow(SmallInt(2), h.Int(1<<60)) },
		"big power": func() { _, _ = h.intPow(h.IntFromBig(bigPow(3, 90)), h.IntFromBig(bigPow(2, 70))) },
		"int":       func() { _, _ = h.Format(SmallInt(5), huge) },
		"zeros":     func() { _, _ = h.Format(SmallInt(5), h.NewStr("01000000000000000")) },
		"str":       func() { _, _ = h.Format(h.NewStr("x"), huge) },
		"percent":   func() { _, _ = h.percentFormat(h.NewStr("%1000000000000d"), SmallInt(5)) },
		"precision": func() { _, _ = h.percentFormat(h.NewStr("%.1000000000d"), SmallInt(5)) },
		"float":     func() { _, _ = h.Format(FloatValue(1), h.NewStr(".1000000000f")) },
		"to_bytes":  func() { _, _ = intToBytes(h, SmallInt(1), []Value{h.Int(1 << 40)}, Null) },
	} {
		if oom := outOfMemory(f); oom.Size == 0 {
			t.Errorf("%s: no heap.OutOfMemory", name)
		}
	}
	if s, err := h.Repr(SmallInt(12345)); err != nil || h.GoString(s) != "12345" {
		t.Errorf("afterwards: %v", err)
	}
}

// TestFormatStatesStayOnStack checks that what holds Values while formatting is
// no object of the Go heap, where the collector would not see them.
func TestFormatStatesStayOnStack(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20})
	percent, format := h.Intern("%(a)s %(a)r"), h.Intern("{} {a:>{w}}")
	d := h.NewDict()
	h.DictSetStr(d, h.Intern("a"), SmallInt(5))
	args := h.NewTuple(h.Intern("x"), SmallInt(7), SmallInt(3))
	names := h.NewTuple(h.Intern("a"), h.Intern("w"))
	for _, v := range []Value{d, args, names} {
		h.Push(v)
	}
	for name, f := range map[string]func() error{
		"percent": func() error { _, err := h.percentFormat(percent, d); return err },
		"format":  func() error { _, err := h.strFormat(format, h.TupleItems(args), names); return err },
	} {
		if err := f(); err != nil {
			t.Fatal(name, err)
		}
		if n := testing.AllocsPerRun(100, func() { _ = f() }); n >= 1 {
			t.Errorf("%s allocates %v times in Go", name, n)
		}
	}
}
