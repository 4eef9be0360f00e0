package irtext_test

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
)

// TestNumbering checks that what stays keeps its name, that of the text that was
// parsed, and that the print parses under these names.
func TestNumbering(t *testing.T) {
	const text = `trace @f form=typed {
entries (i64)
frame f0 "f" () locals=1
b7:
  v3: i64 = entry 0
  s9 = state f0 pc=0 (box v3 |)
  v5: i64 = add.ov v3, 1, s9 -> x4
  v6: i64 = neg v5
  s2 = state f0 pc=1 (box v6 |)
  exit s2 -> x1
}
exits x4: deopt, x1: end
`
	n := &irtext.Numbering{}
	f, err := irtext.Parse("", []byte(text), ir.CoreOps, nil, irtext.Options{Numbers: n})
	if err != nil {
		t.Fatal(err)
	}
	print := func(n *irtext.Numbering) string {
		var b strings.Builder
		if err := irtext.Print(&b, f, irtext.Options{Numbers: n}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got := print(n); got != text {
		t.Errorf("as parsed:\n%s", got)
	}
	sum := f.Entry().First().Next().Next()
	f.Replace(sum, f.Before(sum).Add(ir.OpAdd, sum.Arg(0), f.ConstI64(1)))
	f.Settle()
	want := strings.NewReplacer("v5: i64 = add.ov v3, 1, s9 -> x4", "v7: i64 = add v3, 1", "neg v5", "neg v7", "x4: deopt, ", "").Replace(text)
	got := print(n)
	if got != want {
		t.Errorf("edited:\n%s\nwant\n%s", got, want)
	}
	again := &irtext.Numbering{}
	if f, err = irtext.Parse("", []byte(got), ir.CoreOps, nil, irtext.Options{Numbers: again}); err != nil || print(again) != got {
		t.Errorf("%v: parsed again:\n%s", err, print(again))
	}
	if canonical := print(nil); strings.Contains(canonical, "v3") || !strings.Contains(canonical, "v2: i64 = neg v1") {
		t.Errorf("without a numbering:\n%s", canonical)
	}
}
