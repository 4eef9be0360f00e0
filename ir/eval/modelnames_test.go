package eval_test

import (
	"math"
	"testing"

	"github.com/tier2go/tier2/ir/eval"
)

func TestModelNames(t *testing.T) {
	m := eval.NewModel()
	big, err := m.BoxI64(math.MinInt64)
	if err != nil {
		t.Fatal(err)
	}
	small, _ := m.Int(-5)
	for name, w := range map[string]uint64{
		"-5": small, "-9223372036854775808": big, "2.0": m.BoxF64(2), "-0.0": m.BoxF64(math.Copysign(0, -1)),
		"1e+300": m.BoxF64(1e300), "inf": m.BoxF64(math.Inf(1)), "-inf": m.BoxF64(math.Inf(-1)), "nan": m.BoxF64(math.NaN()),
		"true": m.BoxBool(true), "false": m.BoxBool(false), "None": m.None(), "o7": m.Object(7),
	} {
		if got, ok := m.FormatWord(w); !ok || got != name {
			t.Errorf("%#x prints as %q, %v, want %q", w, got, ok, name)
		}
		if got, ok := m.ParseWord(name); !ok || got != w {
			t.Errorf("%q reads as %#x, %v, want %#x", name, got, ok, w)
		}
	}
	for _, name := range []string{"", "x", "o", "o-1", "ox", "1_000", "0x1p3", "2.50", "Inf", "none", "99999999999999999999"} {
		if w, ok := m.ParseWord(name); ok {
			t.Errorf("%q reads as %#x", name, w)
		}
	}
	for _, w := range []uint64{m.BoxBool(true) + 1, m.None() + 1, 0xfffa_0000_0000_0007, 0xfffe_0000_0000_0000} {
		if name, ok := m.FormatWord(w); ok {
			t.Errorf("%#x, which is no word, prints as %q", w, name)
		}
	}
}
