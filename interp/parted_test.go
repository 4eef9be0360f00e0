package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// lossy has a join behind which v is tested, whose type is known on one of the two ways.
const lossy = `
def f(list, n):
    t = 0
    for i in range(n):
        v = list[i & 7]
        if i & 1:
            v = v + 1
        else:
            u = v
        t += v * 2
    return t
for k in range(%d):
    t = f([1, 2, 3, 4, 5, 6, 7, 8], 10000)
print(t)
`

// TestJoinsByPrice: a VM that is given no selector shares what follows a join until the tests that are executed there
// in vain have cost what compiling the region has. Then the region is made once more with copies, by
// gonum's dominators: if those say otherwise, it is not, and the program prints the same.
func TestJoinsByPrice(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	run := func(calls int, choice uop.Selector) (s interp.SelectionStats, parts []interp.Remade, repeated bool) {
		var out strings.Builder
		vm, err := interp.New(interp.Options{Heap: small, Stdout: &out, Selector: choice})
		if err != nil {
			t.Fatal(err)
		}
		defer vm.Close()
		if err := vm.EnableTier2(tier2.Options{Debug: true}); err != nil {
			t.Fatal(err)
		}
		if err := vm.RunMain(compiled(t, fmt.Sprintf(lossy, calls)), nil); err != nil || out.String() != "100000\n" {
			t.Errorf("%v, %q", err, out.String())
		}
		for _, ex := range vm.Executors() {
			if r, ok := vm.Selected(ex); ok {
				seen := map[uop.Place]bool{}
				for _, b := range r.Blocks {
					repeated = repeated || seen[b.At]
					seen[b.At] = true
				}
			}
			parts = append(parts, vm.RemadeBefore(ex)...)
		}
		return vm.Stats().Tier2.Selection, parts, repeated
	}
	if s, parts, repeated := run(4, uop.Selector{}); s.Parted != 0 || len(parts) > 0 || repeated {
		t.Errorf("what was lost does not pay for copies yet: %+v, %+v", s, parts)
	}
	s, parts, repeated := run(400, uop.Selector{})
	if s.Parted != 1 || len(parts) != 1 || !repeated {
		t.Fatalf("there are no copies, though much was lost: %+v, %+v", s, parts)
	}
	if p := parts[0]; p.Why != interp.Parted || p.At.Line() != 10 || p.Taken < 50_000 || p.CodeBytes == 0 {
		t.Errorf("made once more: %+v, line %d", p, p.At.Line())
	}
	asked := 0
	other := region.Gonum
	other.Dominators = func(d *region.Digraph, root int32) []int32 { // the later dominate the earlier: no joins
		asked++
		list := make([]int32, d.Nodes().Len())
		for i := range list {
			list[i] = int32(i) + 1
		}
		list[len(list)-1] = -1
		return list
	}
	if s, _, repeated := run(400, region.WaysBy(other)); s.Parted != 0 || s.Shared != 1 || repeated || asked == 0 {
		t.Errorf("with other dominators, asked %d times: %+v", asked, s)
	}
}
