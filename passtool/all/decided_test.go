package all_test

import (
	"testing"

	"github.com/tier2go/tier2/golden"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
)

// What typeprop, guardelim and constprop decide by facts is proved by enumeration: small functions
// of each kind that their rules are about, for all facts that words of a small guest can have, run
// on all of its words that have them.

// absent is the type of the one word that is no object.
const absent ir.TypeSet = 1 << 5

// fewWords are the model's words and one, o99, that is no object.
type fewWords struct{ *eval.Model }

func (w fewWords) nothing() uint64 { return w.Object(99) }

func (w fewWords) TypeOf(x uint64) ir.TypeSet {
	if x == w.nothing() {
		return absent
	}
	return w.Model.TypeOf(x)
}

func (w fewWords) Fact(x uint64) ir.Fact {
	k := w.Model.Fact(x)
	if x == w.nothing() {
		k.Types, k.NotNull = absent, false
	}
	return k
}

// deciding makes the functions and tries them.
type deciding struct {
	oracle    golden.Oracle
	words     fewWords
	all       []uint64
	pipelines []*passes.Pipeline
	fired     map[string]int
	n         int
}

func newDeciding(t *testing.T) *deciding {
	w := fewWords{eval.NewModel()}
	g := &guest.Guest{Name: "few", Types: append(append(ir.GuestTypes{}, eval.ModelTypes...), "absent"), Words: w}
	if err := g.Init(); err != nil {
		t.Fatal(err)
	}
	d := &deciding{words: w, fired: map[string]int{}}
	for _, name := range []string{"-1", "0", "7", "140737488355328", "-9223372036854775808", "9223372036854775808", "0.0", "1.5", "true", "false", "None", "o1", "o2"} {
		x, ok := w.ParseWord(name)
		if !ok {
			t.Fatal(name)
		}
		d.all = append(d.all, x)
	}
	d.all = append(d.all, w.nothing())
	d.oracle = golden.Oracle{Guest: g, Reset: w.Forget}
	set := newSet(t)
	for _, text := range []string{"typeprop,guardelim,constprop", "typeprop", "guardelim", "constprop"} {
		d.pipelines = append(d.pipelines, parse(t, set, text))
	}
	return d
}

// having returns the words of which a fact holds.
func (d *deciding) having(k ir.Fact) (list []uint64) {
	for _, x := range d.all {
		of := d.words.Fact(x)
		n, small := d.words.UnboxI64(x)
		_, natural := d.words.UnboxU64(x)
		switch isInt := of.Types == eval.ModelInt; {
		case of.NotNull && of.Types&k.Types == 0, !of.NotNull && k.NotNull, k.Const && k.Word != x,
			isInt && k.Small && !small, isInt && k.U64 && !natural, isInt && small && (n < k.Lo || n > k.Hi):
		default:
			list = append(list, x)
		}
	}
	return list
}

const allTypes = absent - 1

// fewSets are sets of types that stand for all.
var fewSets = []ir.TypeSet{
	eval.ModelInt, eval.ModelFloat, eval.ModelInt | eval.ModelFloat, eval.ModelNone, eval.ModelInt | eval.ModelObject, eval.ModelBool, allTypes, ir.AnyType,
}

// facts returns facts of words: with each of some sets of types, and of the constants.
func (d *deciding) facts(sets []ir.TypeSet) (list []ir.Fact) {
	for _, s := range sets {
		for _, notNull := range []bool{false, true} {
			k := ir.TypesFact(s)
			k.NotNull = notNull
			list = append(list, k)
			if s&eval.ModelInt == 0 {
				continue
			}
			k.U64 = true
			list = append(list, k)
			k.U64, k.Small = false, true
			list = append(list, k)
			k.Lo, k.Hi = 0, 7
			list = append(list, k)
			k.Lo, k.Hi = -1, 0
			list = append(list, k)
		}
	}
	for _, x := range d.all {
		list = append(list, d.words.Fact(x))
	}
	return list
}

// A small function is being made: x and y are its operands, and each state is another one.
type small struct {
	f    *ir.Func
	c    ir.Cursor
	x, y *ir.Value
	pc   uint32
}

func (s *small) state(values ...*ir.Value) *ir.Value {
	s.pc++
	return s.c.AddAux(ir.OpState, ir.StateAux(0, 0, s.pc), append([]*ir.Value{nil, s.x, s.y}, values...)...)
}

func (s *small) guard(op ir.Op, aux ir.TypeSet, x *ir.Value) *ir.Value {
	return s.c.AddGuard(op, int64(aux), s.state(), ir.Deopt, x)
}

func (s *small) is(x *ir.Value, a ir.TypeSet) *ir.Value {
	return s.c.AddAux(ir.OpIsType, int64(a), x)
}

// meet branches, and goes on where the two ways meet, with what they bring.
func (s *small) meet(yes, no func() *ir.Value) *ir.Value {
	a, b, both := s.f.NewBlock(), s.f.NewBlock(), s.f.NewBlock()
	s.c.Branch(s.c.Add(ir.OpSame, s.x, s.y), ir.Edge{To: a}, ir.Edge{To: b})
	s.c = s.f.AtEnd(a)
	x := yes()
	s.c.Jump(both, x)
	s.c = s.f.AtEnd(b)
	s.c.Jump(both, no())
	s.c = s.f.AtEnd(both)
	return s.f.NewParam(both, x.Type)
}

// shapes are the kinds of functions, of two sets of types; two says whether y has facts of its own.
var shapes = []struct {
	name string
	two  bool
	make func(s *small, a, b ir.TypeSet) []*ir.Value
}{
	{"is", false, func(s *small, a, _ ir.TypeSet) []*ir.Value { return []*ir.Value{s.is(s.x, a)} }},
	{"guard, is", false, func(s *small, a, b ir.TypeSet) []*ir.Value {
		return []*ir.Value{s.is(s.guard(ir.OpGuardType, a, s.x), b)}
	}},
	{"guard, guard", false, func(s *small, a, b ir.TypeSet) []*ir.Value {
		s.guard(ir.OpGuardType, a, s.x)
		return []*ir.Value{s.guard(ir.OpGuardType, b, s.x)}
	}},
	{"guard of guard", false, func(s *small, a, b ir.TypeSet) []*ir.Value {
		return []*ir.Value{s.guard(ir.OpGuardType, b, s.guard(ir.OpGuardType, a, s.x))}
	}},
	{"i64 of guard", false, func(s *small, a, b ir.TypeSet) []*ir.Value {
		n := s.guard(ir.OpGuardI64, 0, s.guard(ir.OpGuardType, a, s.x))
		return []*ir.Value{n, s.guard(ir.OpGuardType, b, s.x)}
	}},
	{"i64 of guard, one state", false, func(s *small, a, _ ir.TypeSet) []*ir.Value {
		st := s.state()
		g := s.c.AddGuard(ir.OpGuardType, int64(a), st, ir.Deopt, s.x)
		return []*ir.Value{g, s.c.AddGuard(ir.OpGuardI64, 0, st, ir.Deopt, g)}
	}},
	{"u64 of guard, one state", false, func(s *small, a, _ ir.TypeSet) []*ir.Value {
		st := s.state()
		g := s.c.AddGuard(ir.OpGuardType, int64(a), st, ir.Deopt, s.x)
		return []*ir.Value{g, s.c.Add(ir.OpU2I, s.c.AddGuard(ir.OpGuardU64, 0, st, ir.Deopt, g))}
	}},
	{"u64, guard", false, func(s *small, a, b ir.TypeSet) []*ir.Value {
		n := s.guard(ir.OpGuardU64, 0, s.guard(ir.OpGuardType, a, s.x))
		return []*ir.Value{s.c.Add(ir.OpU2I, n), s.guard(ir.OpGuardType, b, s.x)}
	}},
	{"numbers twice", false, func(s *small, a, b ir.TypeSet) []*ir.Value {
		list := []*ir.Value{s.c.Add(ir.OpU2I, s.guard(ir.OpGuardU64, 0, s.x)), s.guard(ir.OpGuardI64, 0, s.x)}
		return append(list, s.c.Add(ir.OpU2I, s.guard(ir.OpGuardU64, 0, s.x)), s.guard(ir.OpGuardI64, 0, s.x), s.guard(ir.OpGuardType, a, s.x))
	}},
	{"conditions", false, func(s *small, a, b ir.TypeSet) []*ir.Value {
		c, d := s.is(s.x, a), s.is(s.x, b)
		s.guard(ir.OpGuardTrue, 0, c)
		s.guard(ir.OpGuardFalse, 0, d)
		s.guard(ir.OpGuardTrue, 0, c)
		s.guard(ir.OpGuardFalse, 0, d)
		s.guard(ir.OpGuardFalse, 0, c)
		return []*ir.Value{c, d}
	}},
	{"bounds", false, func(s *small, a, b ir.TypeSet) []*ir.Value {
		n := s.guard(ir.OpGuardI64, 0, s.x)
		c := s.c.Add(ir.OpLt, n, s.f.ConstI64(8))
		s.guard(ir.OpGuardTrue, 0, c)
		s.guard(ir.OpGuardFalse, 0, s.c.Add(ir.OpLt, n, s.f.ConstI64(0)))
		return []*ir.Value{c, s.c.Add(ir.OpBoxI64, s.c.Add(ir.OpAnd, n, s.f.ConstI64(7)))}
	}},
	{"same", true, func(s *small, a, b ir.TypeSet) []*ir.Value { return []*ir.Value{s.c.Add(ir.OpSame, s.x, s.y)} }},
	{"same of guards", false, func(s *small, a, b ir.TypeSet) []*ir.Value {
		return []*ir.Value{s.c.Add(ir.OpSame, s.guard(ir.OpGuardType, a, s.x), s.guard(ir.OpGuardType, b, s.y))}
	}},
	{"meet", true, func(s *small, a, b ir.TypeSet) []*ir.Value {
		p := s.meet(func() *ir.Value { return s.x }, func() *ir.Value { return s.y })
		return []*ir.Value{p, s.is(p, a), s.guard(ir.OpGuardType, b, p)}
	}},
	{"guarded on a way", false, func(s *small, a, b ir.TypeSet) []*ir.Value {
		p := s.meet(func() *ir.Value { return s.guard(ir.OpGuardType, a, s.x) }, func() *ir.Value { return s.x })
		return []*ir.Value{p, s.guard(ir.OpGuardType, a, s.x), s.guard(ir.OpGuardType, b, p)}
	}},
	{"guarded on both ways", false, func(s *small, a, b ir.TypeSet) []*ir.Value {
		p := s.meet(func() *ir.Value { return s.guard(ir.OpGuardType, a, s.x) }, func() *ir.Value { return s.guard(ir.OpGuardType, b, s.y) })
		return []*ir.Value{p, s.guard(ir.OpGuardType, a|b, p), s.guard(ir.OpGuardType, a, p)}
	}},
}

// TestDecided: what the passes that go by facts of types make of a function does what it did,
// for all facts of its operands and all words that have them. All functions are tried at full size
// (package internal/soak), one of 97 otherwise.
func TestDecided(t *testing.T) {
	d := newDeciding(t)
	var sets []ir.TypeSet
	for s := ir.TypeSet(1); s <= allTypes; s++ {
		sets = append(sets, s)
	}
	sets = append(sets, ir.AnyType)
	many, few, one := d.facts(sets), d.facts(fewSets), []ir.Fact{ir.Top}
	for i, shape := range shapes {
		xs, ys, as, bs := few, one, fewSets, fewSets
		switch {
		case shape.two:
			ys, as = few, fewSets[:4]
			bs = fewSets[1:2]
		case i == 0:
			xs, as, bs = many, sets, sets[:1]
		}
		for _, x := range xs {
			for _, y := range ys {
				for _, a := range as {
					for _, b := range bs {
						if d.n%soak.Of(97, 97, 1) == 0 {
							d.try(t, shape.name, x, y, func(s *small) []*ir.Value { return shape.make(s, a, b) })
						}
						d.n++
					}
				}
			}
		}
	}
	t.Logf("%d functions, %v", d.n, d.fired)
	for _, rule := range []string{"typeprop-is", "typeprop-is-not", "typeprop-differ", "typeprop-same-const", "constprop-param", "constprop-value",
		"guardelim-type", "guardelim-repeated", "guardelim-unboxed", "guardelim-const", "guardelim-small", "guardelim-decided", "guardelim-stronger"} {
		if d.fired[rule] == 0 {
			t.Errorf("%s is never applied", rule)
		}
	}
}

// function makes a function of a shape, with what is known of its operands.
func (d *deciding) function(x, y ir.Fact, body func(*small) []*ir.Value) *ir.Func {
	f := ir.NewFunc("few", d.oracle.Guest.Table(), d.oracle.Guest.Types)
	f.SetForm(ir.Typed)
	f.Words = d.words
	f.AddFrame(ir.Frame{Name: "few", NumLocals: 2, NumSlots: 8})
	f.Entries, f.EntryFacts = []ir.Type{ir.Ref, ir.Ref}, []ir.Fact{x, y}
	s := &small{f: f, c: f.AtEnd(f.NewBlock())}
	s.x, s.y = s.c.AddTyped(ir.OpEntry, ir.Ref, 0), s.c.AddTyped(ir.OpEntry, ir.Ref, 1)
	values := body(s)
	s.c.Exit(s.state(values...), ir.End)
	return f
}

// try runs the passes on a function, alone and one after the other.
func (d *deciding) try(t *testing.T, name string, x, y ir.Fact, body func(*small) []*ir.Value) {
	start := d.function(x, y, body)
	if e := verify.Check(start, verify.Options{}); len(e) > 0 {
		t.Fatalf("%s: %s\n%s", name, e[0], irtext.String(start))
	}
	for _, p := range d.pipelines {
		f, applied := d.function(x, y, body), false
		ctx := passes.NewContext(f)
		ctx.Guest = d.oracle.Guest
		ctx.SetFiring(&passes.Firing{Log: func(p *passes.Pass, rule int, _ *ir.Value) {
			d.fired[p.Name+"-"+p.Counters[rule]]++
			applied = true
		}})
		if err := p.Run(ctx); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, irtext.String(start))
		}
		if !applied {
			continue
		}
		if e := verify.Check(f, verify.Options{}); len(e) > 0 {
			t.Fatalf("%s: %s\n%s", name, e[0], irtext.String(f))
		}
		for _, a := range d.having(x) {
			for _, b := range d.having(y) {
				in := golden.Input{Entries: []uint64{a, b}, Slots: []uint64{a, b, a, a, a, a, a, a}}
				if v, err := d.oracle.Equal(start, f, in); err != nil || v != golden.Same {
					t.Fatalf("%s: %s, %v of %#x and %#x, of which is known %+v and %+v\nbefore:\n%s\nafter:\n%s",
						name, v, err, a, b, x, y, irtext.String(start), irtext.String(f))
				}
			}
		}
	}
}
