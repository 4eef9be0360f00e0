package interp_test

import (
	"io"
	"strconv"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
)

// retypedLoop is a loop that is hot with ints, then runs over values of other types.
const retypedLoop = `
def f(values, rounds):
    s = 0.5
    for r in range(rounds):
        for v in values:
            s += 0.25 * v
    return s
ints = list(range(100))
floats = [i + 0.5 for i in ints]
turns = [i if i % 2 else i + 0.5 for i in ints]
rarely = [i if i % 50 else i + 0.25 for i in ints]
three = [(i, i + 0.5, i % 2 == 0)[i % 3] for i in ints]
f(ints * 10, 10)
`

// TestRetyped: a region whose values have other types than it was made with goes on in another
// executor of its loop, and the rounds are inside of that. Where types alternate, or are rare, the
// first one goes on, and there is no other. There are few of them for more rounds, too, and it is
// known why there are several.
func TestRetyped(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, c := range []struct {
		values   string
		most     float64 // transitions between executors, by rounds
		executor bool    // there is another executor for the other types
	}{
		{"ints", 0.05, false},
		{"floats", 0.05, true},
		{"turns", 1.6, false},
		{"rarely", 0.1, false},
		{"three", 3, true},
		{"(floats * 100 + ints * 100)", 0.01, true},
	} {
		t.Run(c.values, func(t *testing.T) {
			few, typed := retyped(t, c.values, 200)
			many, again := retyped(t, c.values, 600)
			length := 100
			if c.values[0] == '(' {
				length = 20_000
			}
			if share := float64(many-few) / float64(400*length); share > c.most {
				t.Errorf("%.3f transitions in a round", share)
			}
			if typed > exitdata.MaxTakers || again > exitdata.MaxTakers || typed > 0 != c.executor {
				t.Errorf("%d executors for other types, with more rounds %d", typed, again)
			}
		})
	}
}

// retyped returns how often a loop over values went from executor to executor, and how many
// executors it has for other types than it had first.
func retyped(t *testing.T, values string, rounds int) (n uint64, typed int) {
	t.Helper()
	vm, err := interp.New(interp.Options{Heap: small, Stdout: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.EnableTier2(tier2.Options{Map: true, CheckAllocation: true}); err != nil {
		t.Fatal(err)
	}
	if stderr, status := result(vm.RunMain(compiled(t, retypedLoop+"f("+values+", "+strconv.Itoa(rounds)+")\n"), nil)); status != 0 {
		t.Fatal(stderr)
	}
	for _, ex := range vm.Executors() {
		if ex.Takes != nil {
			typed++
			list := vm.RemadeBefore(ex)
			if len(list) == 0 {
				t.Fatalf("executor %d: it is not known why there is another one", ex.ID)
			}
			if last := list[len(list)-1]; last.Why != interp.Retyped || last.At.Line() != 6 || last.Taken == 0 || last.CodeBytes == 0 {
				t.Errorf("executor %d: %+v, line %d", ex.ID, last, last.At.Line())
			}
		}
		for _, x := range ex.Exits {
			n += vm.Table().Transitions(x)
		}
	}
	return n, typed
}
