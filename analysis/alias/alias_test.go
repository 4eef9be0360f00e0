package alias_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/analysis"
	"github.com/tier2go/tier2/analysis/alias"
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
)

// table has an operation that makes an object, one that takes one, and one that
// may do anything.
var table = func() *ir.OpTable {
	t, err := ir.NewOpTable([]ir.OpRow{
		{Name: "toy.new", Result: ir.Ref, Flags: ir.Fresh, Types: 1},
		{Name: "toy.take", Args: []ir.Type{ir.Ref}, Writes: ir.AllMemory},
		{Name: "toy.any", Writes: ir.AllMemory},
		{Name: "toy.field", Writes: 1 << 3},
	})
	if err != nil {
		panic(err)
	}
	return t
}()

// places lists the accesses of the functions below by what is stored: the store
// of the constant k is number k. Which pairs may overlap is all that is left to
// say.
var functions = []struct {
	name, body string
	overlap    string // pairs that may have bytes in common
	clobbered  string // places that the operation toy.* may write
}{
	{
		name: "class, displacement and width",
		body: `v0: ref = slot 0
			store v0, 0 +8 64 class=1
			store v0, 1 +16 64 class=1
			store v0, 2 +8 64 class=2
			store v0, 3 +12 32 class=1
			store v0, 4 +16 32 class=1
			toy.field`,
		overlap: "0-3 1-4", clobbered: "",
	},
	{
		name: "bases that may be one object",
		body: `v0: ref = slot 0
			v1: ref = slot 1
			store v0, 0 +8 64 class=3
			store v1, 1 +8 64 class=3
			store v1, 2 +16 64 class=3
			store #0x8, 3 +8 64 class=3
			store #0x10, 4 +8 64 class=3
			toy.field`,
		overlap: "0-1 0-2 0-3 0-4 1-3 1-4 2-3 2-4", clobbered: "0 1 2 3 4",
	},
	{
		name: "types that have nothing in common",
		body: `v0: ref = slot 0
			v1: ref = slot 1
			s0 = state f0 pc=1 (_, _ |)
			v2: ref = guard.type v0, {a}, s0 -> x0
			v3: ref = guard.type v1, {b, c}, s0 -> x1
			v4: ref = guard.type v1, {a, c}, s0 -> x2
			store v2, 0 +8 64 class=1
			store v3, 1 +8 64 class=1
			store v4, 2 +8 64 class=1
			store v0, 3 +8 64 class=1`,
		overlap: "0-2 0-3 1-2 1-3 2-3",
	},
	{
		name: "types that have nothing in common, of what may be no object",
		body: `v0: ref = slot 0
			v1: ref = slot 1
			s0 = state f0 pc=1 (_, _ |)
			v2: ref = guard.type v0, {a}, s0 -> x0
			v3: ref = guard.type v1, {b}, s0 -> x1
			v4: bool = same v0, v1
			branch v4, b1(), b2()
			b1:
			jump b3(v2, v3)
			b2:
			jump b3(#0x0, #0x0)
			b3(v5: ref, v6: ref):
			store v2, 0 +8 64 class=1
			store v3, 1 +8 64 class=1
			store v5, 2 +8 64 class=1
			store v6, 3 +8 64 class=1`,
		overlap: "0-2 0-3 1-2 1-3 2-3",
	},
	{
		name: "a new object that has not got out",
		body: `v0: ref = slot 0
			v1: ref = toy.new
			v2: ref = toy.new
			s0 = state f0 pc=1 (v1, _ |)
			v3: ref = guard.type v0, {a}, s0 -> x0
			store v3, 0 +8 64 class=1
			store v1, 1 +8 64 class=1
			store v1, 2 +16 64 class=1
			store v2, 3 +8 64 class=1
			toy.take v2
			toy.any`,
		overlap: "0-3", clobbered: "0 3",
	},
	{
		name: "a new object that is stored",
		body: `v0: ref = slot 0
			v1: ref = toy.new
			store v0, v1 +8 64 class=2
			store v0, 0 +8 64 class=1
			store v1, 1 +8 64 class=1
			toy.any`,
		overlap: "0-1", clobbered: "0 1",
	},
	{
		name: "indexes",
		body: `v0: ref = slot 0
			v1: i64 = load v0 +0 64 class=9
			v2: i64 = load v0 +8 64 class=9
			v3: i64 = add v1, 1
			v4: i64 = sub v3, 2
			storex v0, v1, 0 *8 +16 64 class=1
			storex v0, v3, 1 *8 +16 64 class=1
			storex v0, v3, 2 *8 +8 64 class=1
			storex v0, v4, 3 *8 +16 64 class=1
			storex v0, v2, 4 *8 +16 64 class=1
			storex v0, 3, 5 *8 +16 64 class=1
			store v0, 6 +40 64 class=1
			store v0, 7 +48 64 class=1
			storex v0, v1, 8 *4 +16 32 class=1
			storex v0, v3, 9 *8 +12 32 class=1
			storex v0, v3, 10 *4 +16 32 class=1`,
		overlap: "0-2 0-4 0-5 0-6 0-7 0-8 0-9 0-10 1-4 1-5 1-6 1-7 1-8 1-10 2-4 2-5 2-6 2-7 2-8 2-9 2-10 3-4 3-5 3-6 3-7 3-8 3-10 4-5 4-6 4-7 4-8 4-9 4-10 5-6 5-8 5-9 5-10 6-8 6-9 6-10 7-8 7-9 7-10 8-9 9-10",
	},
	{
		name: "sums of two indexes, and differences that come back",
		body: `v0: ref = slot 0
			v1: i64 = load v0 +0 64 class=9
			v7: ref = slot 1
			s0 = state f0 pc=1 (_, _ |)
			v2: i64 = guard.i64 v7, s0 -> x1
			v3: i64 = sub v1, 1
			v4: i64 = sub.ov v3, 2, s0 -> x0
			v5: i64 = add v1, v2
			v6: i64 = sub v1, v2
			storex v0, v1, 0 *8 +16 64 class=1
			storex v0, v3, 1 *8 +24 64 class=1
			storex v0, v4, 2 *8 +40 64 class=1
			storex v0, v4, 3 *8 +16 64 class=1
			storex v0, v5, 4 *8 +24 64 class=1
			storex v0, v6, 5 *8 +24 64 class=1`,
		overlap: "0-1 0-2 0-4 0-5 1-2 1-4 1-5 2-4 2-5 3-4 3-5 4-5",
	},
	{
		name: "constants that are too far to compute with",
		body: `v0: ref = slot 0
			storex v0, 0, 0 *8 +16 64 class=1
			storex v0, 2305843009213693952, 1 *8 +16 64 class=1`,
		overlap: "0-1",
	},
}

func parse(t *testing.T, name, body string) *ir.Func {
	text := "trace @t form=typed {\nframe f0 \"t\" (a, b)\nb0:\n" + body + "\ns9 = state f0 pc=9 (_, _ |)\nexit s9 -> x9\n}\nexits "
	for i := range 3 {
		if x := fmt.Sprintf("x%d", i); strings.Contains(body, "-> "+x) {
			text += x + ": deopt, "
		}
	}
	text += "x9: end\n"
	f, err := irtext.Parse(name, []byte(text), table, ir.GuestTypes{"a", "b", "c"}, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.Words = nullable{eval.NewModel()}
	return f
}

// nullable are the words of the model and one, 0, that is no object.
type nullable struct{ *eval.Model }

func (n nullable) Fact(w uint64) ir.Fact {
	if w != 0 {
		return n.Model.Fact(w)
	}
	k := ir.ConstFact(0)
	k.Types = 0
	return k
}

// TestPlaces checks which of the functions' accesses may overlap.
func TestPlaces(t *testing.T) {
	for _, c := range functions {
		f := parse(t, c.name, c.body)
		info := analysis.Get(analysis.NewCache(f), alias.Analysis)
		var places []alias.Location
		var call *ir.Value
		var all []*ir.Value
		for _, b := range f.Blocks {
			for v := range b.Values() {
				all = append(all, v)
			}
		}
		for _, v := range all {
			p, ok := alias.Access(v)
			switch {
			case strings.HasPrefix(f.Row(v).Name, "toy.") && v.Type == ir.Void:
				call = v
			case ok && p.Type == ir.I64 && v.Type == ir.Void:
				places = append(places, p)
			}
		}
		var overlap, clobbered []string
		for i, p := range places {
			for j, q := range places {
				may := info.MayAlias(p, q)
				if may != info.MayAlias(q, p) || i == j && !may {
					t.Errorf("%s: %d and %d are not treated alike", c.name, i, j)
				}
				if may && i < j {
					overlap = append(overlap, fmt.Sprintf("%d-%d", i, j))
				}
			}
			if call != nil && info.Clobbers(call, p) {
				clobbered = append(clobbered, fmt.Sprint(i))
			}
		}
		if got := strings.Join(overlap, " "); got != c.overlap {
			t.Errorf("%s: these may overlap: %s\nwant: %s", c.name, got, c.overlap)
		}
		if got := strings.Join(clobbered, " "); got != c.clobbered {
			t.Errorf("%s: %s may write %s, want %s", c.name, f.Row(call).Name, got, c.clobbered)
		}
	}
}

// TestLater checks that nothing is known of what is made after the analysis.
func TestLater(t *testing.T) {
	f := parse(t, "later", "v1: ref = toy.new\nstore v1, 0 +8 64 class=1")
	info := analysis.Get(analysis.NewCache(f), alias.Analysis)
	old := f.Entry().First()
	made := f.AtStart(f.Entry()).AddTyped(old.Op, ir.Ref, 0)
	if !info.Inside(old) || info.Inside(made) {
		t.Errorf("inside: %v and %v", info.Inside(old), info.Inside(made))
	}
}

// TestAccess checks what loads and stores reach.
func TestAccess(t *testing.T) {
	f := parse(t, "access", "v0: ref = slot 0\nv1: i64 = entry 0\nv2: i64 = load v0 +8 64 class=1\nv3: ref = loadx v0, v1 *8 +8 64 class=1\n"+
		"store v0, v3 +8 64 class=1\nstorex v0, v1, v2 *8 +8 64 class=1\ntoy.take v0")
	var got []string
	for v := range f.Entry().Values() {
		if p, ok := alias.Access(v); ok {
			got = append(got, fmt.Sprintln(f.Row(v).Name, p.Base == f.Entry().First(), p.Index != nil, p.Type))
		}
	}
	if want := "load true false i64\nloadx true true ref\nstore true false ref\nstorex true true i64\n"; strings.Join(got, "") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSame checks that no value is different from itself, one that nothing else can be
// least of all.
func TestSame(t *testing.T) {
	f := parse(t, "same", "v1: ref = toy.new\nv2: ref = toy.new\nstore v1, 0 +8 64 class=1\nstore v2, 0 +8 64 class=1")
	info := analysis.Get(analysis.NewCache(f), alias.Analysis)
	one := f.Entry().First()
	if two := one.Next(); info.Distinct(one, one) || !info.Distinct(one, two) || !info.Distinct(two, one) {
		t.Errorf("%v, %v, %v", info.Distinct(one, one), info.Distinct(one, two), info.Distinct(two, one))
	}
}

func BenchmarkCompute(b *testing.B) {
	f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
	guesttest.Func(f, guesttest.Bytes(4, 2000), ir.Typed)
	var facts types.Facts
	var info alias.Info
	types.Compute(f, &facts)
	b.ReportAllocs()
	for b.Loop() {
		alias.Compute(f, &facts, &info)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*f.NumValues()), "ns/value")
}
