package object

import (
	"math/big"
	"testing"
)

// benchInt runs f on ints of three sizes: in the word, of one limb, of 20.
func benchInt(b *testing.B, f func(h *Heap, x, y Value)) {
	h := newHeap(b, Options{Limit: 256 << 20})
	long := new(big.Int).Exp(big.NewInt(3), big.NewInt(800), nil)
	for _, c := range []struct {
		name string
		x, y *big.Int
	}{
		{"word", big.NewInt(1234567), big.NewInt(891)},
		{"limb", new(big.Int).SetUint64(1<<63 + 12345), big.NewInt(1<<60 + 77)},
		{"limbs20", long, new(big.Int).Div(long, big.NewInt(1234567890123))},
	} {
		b.Run(c.name, func(b *testing.B) {
			x, y := h.IntFromBig(c.x), h.IntFromBig(c.y)
			b.ReportAllocs()
			for b.Loop() {
				f(h, x, y)
			}
		})
	}
}

func BenchmarkIntAdd(b *testing.B) { benchInt(b, func(h *Heap, x, y Value) { h.IntAdd(x, y) }) }
func BenchmarkIntMul(b *testing.B) { benchInt(b, func(h *Heap, x, y Value) { h.IntMul(x, y) }) }
func BenchmarkIntAnd(b *testing.B) { benchInt(b, func(h *Heap, x, y Value) { h.IntAnd(x, y) }) }
func BenchmarkIntDivMod(b *testing.B) {
	benchInt(b, func(h *Heap, x, y Value) { _, _, _ = h.intDivMod(x, y) })
}
func BenchmarkIntTrueDiv(b *testing.B) {
	benchInt(b, func(h *Heap, x, y Value) { _, _ = h.intTrueDiv(x, y) })
}
func BenchmarkIntLsh(b *testing.B) {
	benchInt(b, func(h *Heap, x, _ Value) { _, _ = h.IntLsh(x, SmallInt(13)) })
}
func BenchmarkIntRepr(b *testing.B) { benchInt(b, func(h *Heap, x, _ Value) { _, _ = h.Repr(x) }) }
func BenchmarkIntHash(b *testing.B) { benchInt(b, func(h *Heap, x, _ Value) { _, _ = h.Hash(x) }) }
func BenchmarkIntBinary(b *testing.B) {
	benchInt(b, func(h *Heap, x, y Value) { _, _ = h.Binary(Add, x, y) })
}
func BenchmarkIntCompare(b *testing.B) {
	benchInt(b, func(h *Heap, x, y Value) { _, _ = h.Compare(LT, x, y) })
}

// BenchmarkIntHashLoop is the inner step of a 64-bit hash in Python:
// (x * 0x100000001b3 ^ b) & 0xFFFFFFFFFFFFFFFF.
func BenchmarkIntHashLoop(b *testing.B) {
	h := newHeap(b, Options{Limit: 256 << 20})
	x, prime, mask := h.IntFromUint64(0xcbf29ce484222325), h.Int(0x100000001b3), h.IntFromUint64(1<<64-1)
	b.ReportAllocs()
	for b.Loop() {
		x = h.IntAnd(h.IntXor(h.IntMul(x, prime), SmallInt(97)), mask)
	}
}

func BenchmarkIntPow3(b *testing.B) {
	h := newHeap(b, Options{Limit: 256 << 20})
	p := h.Int(1<<61 - 1)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = h.Pow3(SmallInt(3), h.Int(1<<60+12345), p)
	}
}

func benchValue(b *testing.B, f func(h *Heap) error) {
	h := newHeap(b, Options{Limit: 256 << 20})
	b.ReportAllocs()
	for b.Loop() {
		if err := f(h); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFloatRepr(b *testing.B) {
	benchValue(b, func(h *Heap) error { _, err := h.Repr(FloatValue(3.141592653589793)); return err })
}

func BenchmarkFloatPow(b *testing.B) {
	benchValue(b, func(h *Heap) error { _, err := h.Binary(Power, FloatValue(3.7), FloatValue(-1.5)); return err })
}

func BenchmarkFloatFloorDiv(b *testing.B) {
	benchValue(b, func(h *Heap) error { _, err := h.Binary(FloorDivide, FloatValue(37.25), FloatValue(1.5)); return err })
}

func BenchmarkFloatAddInt(b *testing.B) {
	benchValue(b, func(h *Heap) error { _, err := h.Binary(Add, FloatValue(37.25), SmallInt(3)); return err })
}

func BenchmarkRoundFloat(b *testing.B) {
	benchValue(b, func(h *Heap) error { _, err := h.Round(FloatValue(2.675), SmallInt(2)); return err })
}

func BenchmarkParseInt(b *testing.B) {
	h := newHeap(b, Options{Limit: 8 << 20})
	s := h.Intern("1234567")
	b.ReportAllocs()
	for b.Loop() {
		_, _ = h.ToInt(s)
	}
}

func BenchmarkParseFloat(b *testing.B) {
	h := newHeap(b, Options{Limit: 8 << 20})
	s := h.Intern("1234.567")
	b.ReportAllocs()
	for b.Loop() {
		_, _ = h.ToFloat(s)
	}
}

func benchFormat(b *testing.B, v func(h *Heap) Value, spec string) {
	h := newHeap(b, Options{Limit: 256 << 20})
	x, s := v(h), h.Intern(spec)
	h.Push(x)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Format(x, s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFormatInt(b *testing.B) {
	benchFormat(b, func(*Heap) Value { return SmallInt(1234567) }, ">12,d")
}

func BenchmarkFormatFloat(b *testing.B) {
	benchFormat(b, func(*Heap) Value { return FloatValue(3.14159) }, ".3f")
}

func BenchmarkFormatStr(b *testing.B) {
	benchFormat(b, func(h *Heap) Value { return h.NewStr("hello") }, ">12")
}

func BenchmarkPercent(b *testing.B) {
	h := newHeap(b, Options{Limit: 256 << 20})
	f, args := h.Intern("%s: %d (%.2f)"), h.NewTuple(h.Intern("total"), SmallInt(42), FloatValue(2.5))
	h.Push(args)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.percentFormat(f, args); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStrFormat(b *testing.B) {
	h := newHeap(b, Options{Limit: 256 << 20})
	f, args := h.Intern("{}: {:>5} ({:.2f})"), []Value{h.Intern("total"), SmallInt(42), FloatValue(2.5)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.strFormat(f, args, Null); err != nil {
			b.Fatal(err)
		}
	}
}
