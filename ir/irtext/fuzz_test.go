package irtext_test

import (
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
)

// FuzzRoundTrip prints and parses random functions.
func FuzzRoundTrip(f *testing.F) {
	for seed := range uint64(6) {
		f.Add(guesttest.Bytes(seed, 200), uint8(seed%3))
	}
	f.Fuzz(func(t *testing.T, data []byte, form uint8) {
		fn := ir.NewFunc("fuzz", guesttest.Ops, guesttest.Types)
		guesttest.Func(fn, data, ir.Form(form%3))
		checkRoundTrip(t, fn)
	})
}

// FuzzParse parses random text: the parser must not panic, and what it accepts
// must have a canonical print.
func FuzzParse(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s)
	}
	f.Add(head + "  v0: f64 = fadd nan:0xfff8000000000000, -inf\n  jump b0()\n}\n")
	f.Add(head + "  s0 = state f0 pc=1 (_ | #\"a;b\") in s0 !1,2\n}\nexits x0: end")
	f.Fuzz(func(t *testing.T, text string) {
		fn, err := irtext.Parse("fuzz.ir", []byte(text), guesttest.Ops, guesttest.Types, irtext.Options{Names: toyNames{}})
		if err == nil {
			checkRoundTrip(t, fn)
		}
	})
}

func benchFunc() *ir.Func {
	f := ir.NewFunc("bench", guesttest.Ops, guesttest.Types)
	guesttest.Func(f, guesttest.Bytes(7, 4000), ir.Typed)
	return f
}

func BenchmarkPrint(b *testing.B) {
	f := benchFunc()
	text := irtext.String(f)
	p := irtext.NewPrinter(f, irtext.Options{})
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		p.Reset(f, irtext.Options{})
		if err := p.Print(discard{}); err != nil {
			b.Fatal(err)
		}
	}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

func BenchmarkParse(b *testing.B) {
	text := []byte(irtext.String(benchFunc()))
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := irtext.Parse("", text, guesttest.Ops, guesttest.Types, irtext.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
