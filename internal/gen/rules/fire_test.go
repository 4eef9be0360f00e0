package main

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passes/narrow"
	"github.com/tier2go/tier2/passes/simplify"
)

// owners are the passes that apply the tables.
var owners = map[string]*passes.Pass{"simplify": simplify.Pass, "narrow": narrow.Pass}

var (
	someFloats = []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, -2, 3, 1e308, -1e308, math.MaxFloat64, 5e-324, -5e-324, 2.2250738585072014e-308,
		math.Inf(1), math.Inf(-1), math.NaN(), 0.1, 1 << 53, -(1<<53 - 1), math.Pi,
	}
	someInts = []int64{0, 1, -1, 2, 7, 63, 64, -128, 1 << 31, 1 << 47, -1 << 47, 1 << 62, math.MaxInt64, math.MinInt64, math.MinInt64 + 1}
	// someConsts are what constants in patterns are tried to be.
	someConsts = []int64{8, 1, 3, -5, 4, 63, 7, 0, 62, 60, -1, 255, 1 << 40, 1<<40 - 1, math.MaxInt64, math.MinInt64}
)

// inputs returns values of a representation to try.
func inputs(m *eval.Model, t ir.Type) (list []uint64) {
	switch t {
	case ir.I64, ir.U64:
		for _, n := range someInts {
			list = append(list, uint64(n))
		}
	case ir.F64:
		for _, x := range someFloats {
			list = append(list, math.Float64bits(x))
		}
	case ir.Bool:
		return []uint64{0, 1}
	case ir.Ref:
		return []uint64{m.None(), m.BoxBool(true), m.Object(1)}
	}
	return list
}

// constants returns about so many choices of a rule's constants that meet its conditions.
func constants(r *rule, most int) (list []map[string]uint64) {
	m := &meaning[uint64, bool, eval.Bits[uint64, bool]]{a: eval.Words64, env: map[string]uint64{}}
	var vars []*term
	for _, v := range r.vars {
		if v.konst {
			vars = append(vars, v)
		}
	}
	var try func(k int)
	try = func(k int) {
		if k == len(vars) {
			for _, c := range r.conds {
				if c.kind == function && c.fn == "fpow2" {
					if !eval.Reciprocal(math.Float64frombits(m.env[c.args[0].name])) {
						return
					}
				} else if !m.holds(c) {
					return
				}
			}
			env := map[string]uint64{}
			for name, x := range m.env {
				env[name] = x
			}
			list = append(list, env)
			return
		}
		try1 := func(x uint64) {
			m.env[vars[k].name] = x
			try(k + 1)
		}
		switch vars[k].typ {
		case ir.F64:
			for _, x := range someFloats {
				try1(math.Float64bits(x))
			}
		default:
			for _, n := range someConsts {
				try1(uint64(n))
			}
		}
	}
	for _, v := range r.vars {
		m.env[v.name] = 5 // what facts are asked about
	}
	try(0)
	step := max(1, len(list)/most)
	var few []map[string]uint64
	for i := 0; i < len(list); i += step {
		few = append(few, list[i])
	}
	return few
}

// build builds a function that leaves with a pattern's result, its variables
// being entry values. With swap, operations that commute have their operands
// exchanged.
func build(r *rule, consts map[string]uint64, swap bool) *ir.Func {
	f := ir.NewFunc(r.name, ir.CoreOps, ir.GuestTypes{"int", "float", "bool", "none", "object"})
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "rule", NumLocals: 1, NumSlots: 1})
	c := f.AtEnd(f.NewBlock())
	constant := func(t ir.Type, bits uint64) *ir.Value {
		switch t {
		case ir.F64:
			return f.ConstF64(math.Float64frombits(bits))
		case ir.Bool:
			return f.ConstBool(bits != 0)
		}
		return f.ConstI64(int64(bits))
	}
	values := map[*term]*ir.Value{}
	for _, v := range r.vars {
		if v.konst {
			values[v] = constant(v.typ, consts[v.name])
			continue
		}
		f.Entries = append(f.Entries, v.typ)
		values[v] = c.AddTyped(ir.OpEntry, v.typ, int64(len(f.Entries)-1))
	}
	var make func(t *term) *ir.Value
	make = func(t *term) *ir.Value {
		if v := values[t]; v != nil {
			return v
		}
		if t.kind == number {
			return constant(t.typ, uint64(t.lit))
		}
		var args []*ir.Value
		for _, a := range t.args {
			args = append(args, make(a))
		}
		if swap && ir.CoreOps.Row(t.op).Flags&ir.Commutative != 0 {
			slices.Reverse(args)
		}
		var v *ir.Value
		if ir.CoreOps.Row(t.op).States[ir.Before] {
			s := c.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, nil)
			v = c.AddGuard(t.op, 0, s, ir.Deopt, args...)
		} else {
			v = c.Add(t.op, args...)
		}
		values[t] = v
		return v
	}
	v := make(r.pattern)
	if v.Type == ir.Void {
		v = nil
	}
	c.Exit(c.AddAux(ir.OpState, ir.StateAux(0, 0, 2), nil, v), ir.End)
	return f
}

// apply runs a pass and returns how often it has fired a rule.
func apply(t *testing.T, p *passes.Pass, f *ir.Func, rule string) int {
	t.Helper()
	set, err := passes.NewSet(p)
	if err != nil {
		t.Fatal(err)
	}
	line, err := passes.Parse(p.Name, set)
	if err != nil {
		t.Fatal(err)
	}
	ctx, fire := passes.NewContext(f), &passes.Firing{}
	ctx.SetFiring(fire)
	if err := line.Run(ctx); err != nil {
		t.Fatal(err)
	}
	return fire.Count(p)[slices.Index(p.Counters, rule)]
}

// TestFire checks that every rule fires where its pattern stands, whichever
// way round the operands of commutative operations are, and that the evaluator
// gives the same before and after.
func TestFire(t *testing.T) {
	m := eval.NewModel()
	for _, dir := range tables {
		if dir == operandTable || decided[dir] {
			continue // package lower has a test of its own; facts are for goldens
		}
		list, err := readTable(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		owner := owners[filepath.Base(dir)]
		for _, r := range list {
			for _, swap := range []bool{false, true} {
				fired := 0
				for _, consts := range constants(r, 12) {
					before, f := build(r, consts, swap), build(r, consts, swap)
					fired += apply(t, owner, f, r.name)
					for _, d := range verify.Check(f, verify.Options{}) {
						t.Errorf("%s: %v\n%s", r.name, d, irtext.String(f))
					}
					agree(t, m, r, before, f)
				}
				if fired == 0 {
					t.Errorf("%s %s does not fire, exchanged %v", r.name, r.text, swap)
				}
			}
		}
	}
}

// agree compares two functions over all tuples of interesting entry values.
func agree(t *testing.T, m *eval.Model, r *rule, a, b *ir.Func) {
	t.Helper()
	mach := eval.Machine{Words: m}
	var entries []uint64
	var try func()
	try = func() {
		if k := len(entries); k < len(a.Entries) {
			for _, x := range inputs(m, a.Entries[k]) {
				entries = append(entries, x)
				try()
				entries = entries[:k]
			}
			return
		}
		in := eval.In{Slots: []uint64{m.None()}, Entries: entries}
		x, errX := mach.Run(a, in)
		y, errY := mach.Run(b, in)
		if errX != nil || errY != nil {
			t.Fatalf("%s: %v, %v\n%s\n%s", r.name, errX, errY, irtext.String(a), irtext.String(b))
		}
		if err := (eval.Comparer{}).Equal(x, y); err != nil {
			t.Fatalf("%s of %#x: %v\n%s\n%s", r.name, entries, err, irtext.String(a), irtext.String(b))
		}
	}
	try()
}
