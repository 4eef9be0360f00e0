package regalloc_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/regalloc/check"
	"github.com/tier2go/tier2/regalloc/internal/mirtest"
)

// A mutation breaks one thing of an allocation; it returns false if there is
// nothing to break.
type mutation struct {
	name  string
	apply func(r *rand.Rand, f *lower.Func, rf *lower.RegFile, al *lower.Allocation) bool
}

var mutations = []mutation{
	{"another place for an operand", func(r *rand.Rand, f *lower.Func, rf *lower.RegFile, al *lower.Allocation) bool {
		j := r.IntN(len(al.Locs))
		old := al.Locs[j]
		al.Locs[j] = anyPlace(r, rf, al, f.Classes[f.Operands[j].V])
		return al.Locs[j] != old
	}},
	{"two operands change places", func(r *rand.Rand, f *lower.Func, rf *lower.RegFile, al *lower.Allocation) bool {
		in := &f.Insts[r.IntN(len(f.Insts))]
		if in.NumOps < 2 {
			return false
		}
		j, k := int(in.Ops)+r.IntN(int(in.NumOps)), int(in.Ops)+r.IntN(int(in.NumOps))
		if f.Operands[j].V == f.Operands[k].V {
			return false
		}
		al.Locs[j], al.Locs[k] = al.Locs[k], al.Locs[j]
		return al.Locs[j] != al.Locs[k]
	}},
	{"an edit is lost", func(r *rand.Rand, f *lower.Func, rf *lower.RegFile, al *lower.Allocation) bool {
		if len(al.Edits) == 0 {
			return false
		}
		i := r.IntN(len(al.Edits))
		al.Edits = slices.Delete(al.Edits, i, i+1)
		return true
	}},
	{"an edit goes elsewhere", func(r *rand.Rand, f *lower.Func, rf *lower.RegFile, al *lower.Allocation) bool {
		if len(al.Edits) == 0 {
			return false
		}
		e := &al.Edits[r.IntN(len(al.Edits))]
		old := e.To
		e.To = anyPlace(r, rf, al, e.Class)
		return e.To != old
	}},
	{"an edit comes from elsewhere", func(r *rand.Rand, f *lower.Func, rf *lower.RegFile, al *lower.Allocation) bool {
		if len(al.Edits) == 0 {
			return false
		}
		e := &al.Edits[r.IntN(len(al.Edits))]
		if e.Of >= 0 {
			return false
		}
		old := e.From
		e.From = anyPlace(r, rf, al, e.Class)
		return e.From != old
	}},
	{"edits change places", func(r *rand.Rand, f *lower.Func, rf *lower.RegFile, al *lower.Allocation) bool {
		if len(al.Edits) < 2 {
			return false
		}
		i := r.IntN(len(al.Edits) - 1)
		a, b := &al.Edits[i], &al.Edits[i+1]
		if a.Inst != b.Inst || a.To != b.From && a.From != b.To && a.To != b.To {
			return false // they do not depend on each other
		}
		*a, *b = *b, *a
		return true
	}},
	{"an edit comes later", func(r *rand.Rand, f *lower.Func, rf *lower.RegFile, al *lower.Allocation) bool {
		if len(al.Edits) == 0 {
			return false
		}
		i := r.IntN(len(al.Edits))
		e := al.Edits[i]
		al.Edits = slices.Delete(al.Edits, i, i+1)
		e.Inst = lower.InstID(min(int(e.Inst)+1+r.IntN(3), len(f.Insts)-1))
		n, _ := slices.BinarySearchFunc(al.Edits, e.Inst+1, func(x lower.Edit, i lower.InstID) int { return int(x.Inst - i) })
		al.Edits = slices.Insert(al.Edits, n, e)
		return true
	}},
	{"another instruction is executed again", func(r *rand.Rand, f *lower.Func, rf *lower.RegFile, al *lower.Allocation) bool {
		for i := range al.Edits {
			if e := &al.Edits[(i+r.IntN(len(al.Edits)))%len(al.Edits)]; e.Of >= 0 {
				old := e.Of
				e.Of = lower.InstID(r.IntN(len(f.Insts)))
				return e.Of != old
			}
		}
		return false
	}},
	{"an instruction is left out", func(r *rand.Rand, f *lower.Func, rf *lower.RegFile, al *lower.Allocation) bool {
		i := lower.InstID(r.IntN(len(f.Insts)))
		n, ok := slices.BinarySearch(al.Dead, i)
		if ok {
			return false
		}
		al.Dead = slices.Insert(al.Dead, n, i)
		return true
	}},
	{"an entry is elsewhere", func(r *rand.Rand, f *lower.Func, rf *lower.RegFile, al *lower.Allocation) bool {
		if len(f.Entry) == 0 {
			return false
		}
		e := &f.Entry[r.IntN(len(f.Entry))]
		at := anyPlace(r, rf, al, f.Classes[e.V])
		for _, o := range f.Entry {
			if o.At == at {
				return false
			}
		}
		e.At = at
		return true
	}},
}

// anyPlace returns a random place of a class.
func anyPlace(r *rand.Rand, rf *lower.RegFile, al *lower.Allocation, c lower.Class) lower.Loc {
	if al.NumSlots > 0 && r.IntN(3) == 0 {
		return lower.InSlot(r.IntN(al.NumSlots))
	}
	l := rf.Allocatable[c]
	return lower.InReg(l[r.IntN(len(l))])
}

// TestMutations breaks right allocations in all ways above. What running shows to
// be wrong must be noticed by the checker every time. What running does not show
// may be harmless (an operand finds its value in another place too), or wrong on
// a path that did not run.
func TestMutations(t *testing.T) {
	n := soak.Of[uint64](60, 100, 2000)
	type count struct{ made, noticed, wrong int }
	counts := make([]count, len(mutations))
	var a regalloc.Allocator
	for _, c := range configs {
		for seed := range n / uint64(1+c.Insts/40) {
			f := random(c, seed)
			res, err := a.Run(f, c.Regs, regalloc.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want := mirtest.RunVirtual(f, 400)
			r := rand.New(rand.NewPCG(seed, 2))
			for k := range 40 {
				m := &mutations[k%len(mutations)]
				al := lower.Allocation{
					Locs: slices.Clone(res.Locs), Edits: slices.Clone(res.Edits),
					NumSlots: res.NumSlots, Dead: slices.Clone(res.Dead),
				}
				g := *f
				g.Entry = slices.Clone(f.Entry)
				if !m.apply(r, &g, c.Regs, &al) {
					continue
				}
				cnt := &counts[k%len(mutations)]
				cnt.made++
				noticed := len(check.Run(&g, c.Regs, &al)) > 0
				if noticed {
					cnt.noticed++
				}
				if err := mirtest.RunAllocated(&g, c.Regs, &al, want, 400); err != nil {
					cnt.wrong++
					if !noticed {
						t.Fatalf("seed %d: %s: not noticed: %v\n%s", seed, m.name, err, mirtest.Print(&g, &al))
					}
				}
			}
		}
	}
	for i, c := range counts {
		t.Logf("%-40s %6d made, %6d wrong when run, %6d noticed (%.1f %%)", mutations[i].name, c.made, c.wrong, c.noticed, 100*float64(c.noticed)/float64(max(c.made, 1)))
		if c.wrong < 10 || c.noticed < c.wrong {
			t.Errorf("%s: the test says nothing", mutations[i].name)
		}
	}
}
