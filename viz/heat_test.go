package viz

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
)

// TestHeat: samples count for the instruction that they are in, and for the operation, the
// values, the micro-op and the guest's line that it comes from.
func TestHeat(t *testing.T) {
	code := func(offset, op int, key string) line { return line{code: true, offset: offset, op: op, key: key} }
	c := &Compile{
		Executor: &exitdata.Executor{Map: &exitdata.Map{Spans: []exitdata.Span{{Off: 0, Uop: 0}, {Off: 4, Uop: 1}, {Off: 12, Uop: -1}}}},
		columns: []*column{
			{kind: "uops", lines: []line{{key: "u0"}, {key: "u1"}}},
			{kind: "pass", lines: []line{{key: "b0", class: "head"}, {key: "v7"}, {key: "v9"}}},
			{kind: "machine", lines: []line{{key: "m0", class: "head"}, {key: "v7", op: 1}, {}, {key: "v9", op: 2}, {key: "v9", op: 3}}},
			{kind: "code", lines: []line{{class: "head"}, code(0, 1, "v7"), code(4, 2, "v9"), code(8, 3, "v9"), code(12, 0, "")}},
		},
	}
	c.Listings(Listing{Name: "source", Lines: []ListingLine{{Text: "x", Uops: []int{0, 1}, Remarks: []string{"a guard is left: 1 < 2"}}, {Text: "y", Uops: []int{1}}}})
	c.Heat(map[int]int{0: 10, 5: 20, 4: 20, 11: 40, 13: 10}) // 5 and 11: within an instruction
	var got []string
	for _, col := range c.columns {
		for i := range col.lines {
			got = append(got, fmt.Sprint(col.lines[i].heat))
		}
		got = append(got, col.kind)
	}
	const want = "90 0 80 guest 10 80 uops 0 10 80 pass 0 10 0 40 40 machine 0 10 40 40 10 code"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("samples %s\n   want %s", s, want)
	}
	if text := c.columns[0].html(); !strings.Contains(text, `<p class="remark">a guard is left: 1 &lt; 2</p>`) {
		t.Errorf("the source has no line of the remark:\n%s", text)
	}
	if l := c.columns[4].lines[2]; l.share != "40.0 %" || l.level != 4 {
		t.Errorf("40 of 100 samples are %q of level %d", l.share, l.level)
	}
	cool := &Compile{columns: []*column{{kind: "code", lines: []line{code(0, 0, "")}}}}
	if cool.Heat(nil); cool.columns[0].lines[0].share != "" {
		t.Error("code without samples has a share")
	}
}
