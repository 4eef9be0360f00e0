package interp_test

import (
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
)

// TestInlinedRoutines: operations whose routines' bodies are small at a place are gone from there: at most
// a cold block has them, for what the routine does not do.
func TestInlinedRoutines(t *testing.T) {
	for _, c := range []struct {
		name, condition string
		gone            []string // from everywhere but states
		cold            []string // from all but cold blocks
	}{
		{"a tuple in a tuple of tuples is compared", "(i & 3, i & 1) in ((1, 1), (2, 0))", []string{"py.tuple", "py.contains"}, []string{"py.contains.apart"}},
		{"a tuple that is a dict's key is not made", "d[i & 3, i & 1] == 1", []string{"py.tuple", "dict.getitem"}, nil},
		{"nor one that is looked for in it", "(i & 7, i & 1) in d", []string{"py.tuple", "dict.contains"}, nil},
		{"or with a default", "d.get((i & 7, i & 1), 2) == 1", []string{"py.tuple", "dict.get"}, nil},
		{"nor one that is looked for in a set", "(i & 7, i & 1) in s", []string{"py.tuple", "py.contains"}, nil},
		{"an int in a tuple of ints is compared", "(i & 7) in (1, 2, 3)", []string{"py.contains", "box.i64"}, nil},
		{"an int of any size in a tuple", "i in (1, 2, 3)", nil, []string{"py.contains"}},
		{"what may be anything in a tuple", "l[i & 3] in (1, None)", nil, []string{"py.contains"}},
		{"two tuples are compared, and not made", "(i & 3, i & 1) != (2, i & 7)", []string{"py.holds", "py.tuple"}, nil},
		{"tuples of different types are compared, and not made", "(i & 3, 'a') == (k & 3, None)", []string{"py.holds", "py.tuple"}, nil},
		{"whether it is in a tuple is kept", "(k := l[i & 3] in (1, 2, 3)) and k", nil, []string{"py.contains"}},
		{"a tuple is compared with a constant", "(k & 3, i) == (1, 2)", nil, []string{"py.holds", "py.tuple"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := "def f(n, l, d, s):\n    k = 0\n    for i in range(n):\n        if " + c.condition + ":\n            k += 1\n    return k\n" +
				"d = {(i, k): k for i in range(4) for k in range(2)}\nf(30000, [1, 'a', None, 2], d, set(d))\n"
			out, list, _ := executors(t, mode{name: "ir", backend: exitdata.IR}, source)
			if out != "" || len(list) == 0 {
				t.Fatalf("%q, %d executors", out, len(list))
			}
			has := map[string]int{}
			cold := map[string]int{}
			for _, ex := range list {
				count(ex.Func, has, cold)
			}
			for _, op := range c.gone {
				if has[op]+cold[op] > 0 {
					t.Errorf("%s: %d times, and %d times in cold blocks", op, has[op], cold[op])
				}
			}
			for _, op := range c.cold {
				if has[op] > 0 || cold[op] == 0 {
					t.Errorf("%s: %d times, and %d times in cold blocks", op, has[op], cold[op])
				}
			}
		})
	}
}

// count counts a function's operations, those in cold blocks apart.
func count(f *ir.Func, hot, cold map[string]int) {
	for _, b := range f.Blocks {
		in := hot
		if b.Cold {
			in = cold
		}
		for v := b.First(); v != nil; v = v.Next() {
			in[f.Row(v).Name]++
		}
	}
}
