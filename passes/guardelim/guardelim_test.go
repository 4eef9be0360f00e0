package guardelim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passes/guardelim"
)

// table has an operation that writes nothing of this guest's memory, but runs what may, and
// one that writes class 3.
var table = func() *ir.OpTable {
	t, err := ir.NewOpTable([]ir.OpRow{
		{Name: "toy.run", Flags: ir.Escapes},
		{Name: "toy.field", Writes: 1 << 3},
	})
	if err != nil {
		panic(err)
	}
	return t
}()

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

// eliminate runs the pass over a body and returns how many guards of a kind it leaves.
func eliminate(t *testing.T, body, exits, guard string) int {
	t.Helper()
	text := "trace @t form=guest {\nframe f0 \"t\" (a, b)\nb0:\n" + body + "\ns9 = state f0 pc=9 (_, _ |)\nexit s9 -> x9\n}\nexits " + exits + ", x9: end\n"
	f, err := irtext.Parse("", []byte(text), table, ir.GuestTypes{"a", "b"}, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.Words = nullable{eval.NewModel()}
	set, err := passes.NewSet(guardelim.Pass)
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Parse("guardelim", set)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(passes.NewContext(f)); err != nil {
		t.Fatal(err)
	}
	return strings.Count(irtext.String(f), guard)
}

// TestNull: a guard of a type stays where there may be no object: none has no type, so that
// what is known of the types of a word that may be it proves nothing.
func TestNull(t *testing.T) {
	const body = `v0: ref = slot 0
		v1: ref = slot 1
		s0 = state f0 pc=1 (_, _ |)
		v2: ref = guard.type v0, {a}, s0 -> x0
		v3: bool = same v0, v1
		branch v3, b1(), b2()
		b1:
		jump b3(v2)
		b2:
		jump b3(%)
		b3(v4: ref):
		s1 = state f0 pc=2 (_, _ |)
		v5: ref = guard.type v4, {a}, s1 -> x1`
	if n := eliminate(t, strings.Replace(body, "%", "#0x0", 1), "x0: deopt, x1: deopt", "guard.type"); n != 2 {
		t.Errorf("%d guards are left of a word that may be no object, want 2", n)
	}
	if n := eliminate(t, strings.Replace(body, "%", "v2", 1), "x0: deopt, x1: deopt", "guard.type"); n != 1 {
		t.Errorf("%d guards are left of an object, want 1", n)
	}
}

// TestEscapes: a claim that may cease to hold is tested again behind what runs guest code,
// whatever that says it writes, and behind what writes the class that the claim reads.
func TestEscapes(t *testing.T) {
	for _, c := range []struct {
		between, class string
		want           int
	}{
		{"", "class=3", 1}, {"toy.run", "class=3", 2}, {"toy.field", "class=3", 2}, {"toy.run", "class=4", 2}, {"toy.field", "class=4", 1},
	} {
		body := "v0: ref = slot 0\ns0 = state f0 pc=1 (_, _ |)\nv1: ref = guard.fact v0 kind=4 of=0 " + c.class + ", s0 -> x0\n" + c.between +
			"\ns1 = state f0 pc=2 (_, _ |)\nv2: ref = guard.fact v0 kind=4 of=0 " + c.class + ", s1 -> x1"
		if n := eliminate(t, body, "x0: deopt, x1: deopt", "guard.fact"); n != c.want {
			t.Errorf("%d guards are left of a claim of %s with %q in between, want %d", n, c.class, c.between, c.want)
		}
	}
}

// TestManyClaims: of more claims than a word of the set has bits each is one of its own. Behind a
// write of what they read, the first is tested again though the last has been.
func TestManyClaims(t *testing.T) {
	const many = 65
	body, state, exits := "v0: ref = slot 0\ns0 = state f0 pc=1 (_, _ |)\n", "s0", []string{}
	guard := func(of int) {
		n := 10 + len(exits)
		body += fmt.Sprintf("v%d: ref = guard.fact v0 kind=4 of=%d class=3, %s -> x%d\n", n, of, state, n)
		exits = append(exits, fmt.Sprintf("x%d: deopt", n))
	}
	for i := range many {
		guard(i)
	}
	body += "toy.field\ns1 = state f0 pc=2 (_, _ |)\n"
	state = "s1"
	for _, of := range []int{many - 1, 0} {
		guard(of)
	}
	if n := eliminate(t, body, strings.Join(exits, ", "), "guard.fact"); n != many+2 {
		t.Errorf("%d guards are left, want %d", n, many+2)
	}
}

// watching are words of a guest that watches whatever is claimed.
type watching struct{ *eval.Model }

func (watching) Shown(ir.Claim) ir.Fact { return ir.Top }

func (watching) Implied(ir.Claim, []ir.Fact) (string, bool) { return "it is watched", true }

// TestDenied: a claim about the guest that is known to hold stays where its rewrite is denied.
func TestDenied(t *testing.T) {
	const text = "trace @t form=guest {\nframe f0 \"t\" (a, b)\nb0:\ns0 = state f0 pc=1 (_, _ |)\nguard.state kind=4 of=0 class=3, s0 -> x0\n" +
		"s1 = state f0 pc=9 (_, _ |)\nexit s1 -> x1\n}\nexits x0: deopt, x1: end\n"
	for _, allowed := range []bool{false, true} {
		f, err := irtext.Parse("", []byte(text), table, ir.GuestTypes{"a", "b"}, irtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f.Words = watching{eval.NewModel()}
		set, err := passes.NewSet(guardelim.Pass)
		if err != nil {
			t.Fatal(err)
		}
		p, err := passes.Parse("guardelim", set)
		if err != nil {
			t.Fatal(err)
		}
		ctx := passes.NewContext(f)
		ctx.SetFiring(&passes.Firing{Allow: func(int, *passes.Pass, int, *ir.Value) bool { return allowed }})
		if err := p.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if stays := strings.Contains(irtext.String(f), "guard.state"); stays == allowed {
			t.Errorf("allowed %v: the guard stays: %v", allowed, stays)
		}
	}
}
