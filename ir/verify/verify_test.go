package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
)

func parse(t testing.TB, text string) *ir.Func {
	t.Helper()
	f, err := irtext.Parse("", []byte(text), guesttest.Ops, guesttest.Types, irtext.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

// fn completes a function: frames f0 (a | 1 stack slot) and f1 (b | 1) in f0,
// the given blocks, and the kinds of the exits.
func fn(form, body, exits string) string {
	return "trace @t form=" + form + " {\nframe f0 \"t\" (a) slots=2\nframe f1 \"u\" (b) slots=2 in f0\n" + body + "}\n" + exits + "\n"
}

const end = "  s9 = state f0 pc=9 (_ |)\n  exit s9 -> x9\n"

// textCases are breaches that a text can show.
var textCases = []struct{ code, form, body, exits string }{
	{"V005", "typed", "b0:\n  clock 1\n", ""},
	{"V008", "typed", "b0: loop\n  jump b0()\n", ""},
	{"V008", "typed", "b0(v0: i64):\n" + end, "exits x9: end"},
	{"V009", "typed", "b0:\n" + end + "b1:\n  jump b1()\n", "exits x9: end"},
	{"V010", "typed", "b0:\n  jump b2()\nb1:\n" + end + "b2:\n  jump b1()\n", "exits x9: end"},
	{"V011", "typed", "b0:\n  branch true, b1(), b2()\nb1:\n  jump b2()\nb2:\n  jump b1()\n", ""},
	{"V012", "typed", "b0:\n  jump b1()\nb1:\n  jump b1()\n", ""},
	{"V012", "typed", "b0:\n  jump b1()\nb1: loop\n" + end, "exits x9: end"},
	{"V013", "typed", "b0:\n  s0 = state f0 pc=9 (_ |)\n  v0: ref = toy.binary #0x1, #0x2, 1, raise s0 -> x0\n" + end, "exits x0: error, x9: end"},
	{"V013", "typed", "b0:\n  v0: i64 = toy.lea 1, 2, 3\n" + end, "exits x9: end"},
	{"V013", "guest", "b0:\n  s0 = state f0 pc=9 (_ |)\n  v0: i64 = toy.vload #0x1 +0 64 class=1, s0 -> x0\n" + end, "exits x0: deopt, x9: end"},
	{"V014", "typed", "b0:\n  v0: i64 = add 1\n" + end, "exits x9: end"},
	{"V014", "typed", "b0:\n  v0: i64 = add 1, 2, 3\n" + end, "exits x9: end"},
	{"V015", "typed", "b0:\n  v0: i64 = add 1, 2.0\n" + end, "exits x9: end"},
	{"V015", "typed", "b0:\n  store 1, 2 +0 64 class=0\n" + end, "exits x9: end"},
	{"V015", "typed", "b0:\n  store #0x1, 2.0 +0 32 class=0\n" + end, "exits x9: end"},
	{"V015", "typed", "b0:\n  s0 = state f0 pc=9 (_ |)\n  store #0x1, s0 +0 64 class=0\n" + end, "exits x9: end"},
	{"V015", "typed", "b0:\n  branch 1, b1(), b1()\nb1:\n" + end, "exits x9: end"},
	{"V016", "typed", "b0:\n  v0: bool = load #0x1 +0 64 class=0\n" + end, "exits x9: end"},
	{"V016", "typed", "b0:\n  v0: ref = load #0x1 +0 8 class=0\n" + end, "exits x9: end"},
	{"V017", "typed", "b0:\n  branch true, b1(), b2()\nb1:\n  v0: i64 = add 1, 2\n  jump b3()\nb2:\n  jump b3()\nb3:\n  v1: i64 = add v0, 1\n" + end, "exits x9: end"},
	{"V017", "typed", "b0:\n  branch true, b1(), b2()\nb1:\n  v0: i64 = add 1, 2\n  jump b3(v0)\nb2:\n  jump b3(v0)\nb3(v1: i64):\n" + end, "exits x9: end"},
	{"V017", "typed", "b0:\n  branch true, b1(), b2()\nb1:\n  s0 = state f0 pc=9 (_ |)\n  jump b3()\nb2:\n  jump b3()\nb3:\n  guard.true true, s0 -> x0\n" + end, "exits x0: deopt, x9: end"},
	{"V018", "typed", "b0:\n  v0: i64 = copy 1\n" + end, "exits x9: end"},
	{"V020", "typed", "b0:\n  jump b1()\nb1(v0: i64):\n" + end, "exits x9: end"},
	{"V020", "typed", "b0:\n  jump b1(1.0)\nb1(v0: i64):\n" + end, "exits x9: end"},
	{"V021", "typed", "b0:\n  v0: i64 = add 1, 2 aux=0x1\n" + end, "exits x9: end"},
	{"V021", "typed", "b0:\n  v0: ref = slot 2\n" + end, "exits x9: end"},
	{"V021", "typed", "b0:\n  v0: ref = slot -1\n" + end, "exits x9: end"},
	{"V021", "typed", "b0:\n  v0: bool = toy.flag aux=0x2\n" + end, "exits x9: end"},
	{"V021", "typed", "b0:\n  v0: ref = load #0x1 aux=0x700000000\n" + end, "exits x9: end"},
	{"V021", "typed", "b0:\n  v0: ref = load #0x1 +0 64 class=64\n" + end, "exits x9: end"},
	{"V021", "typed", "b0:\n  v0: ref = load #0x1 *8 +0 64 class=0\n" + end, "exits x9: end"},
	{"V021", "typed", "b0:\n  v0: ref = loadx #0x1, 2 +0 64 class=0\n" + end, "exits x9: end"},
	{"V021", "typed", "b0:\n  v0: ref = loadx #0x1, 2 *3 +0 64 class=0\n" + end, "exits x9: end"},
	{"V022", "typed", "b0:\n  v0: ref = entry 0\n" + end, "exits x9: end"},
	{"V026", "typed", "b0:\n  s0 = state f1 pc=1 (#0x1 |)\n" + end, "exits x9: end"},
	{"V026", "typed", "b0:\n  s0 = state f0 pc=1 (_ |)\n  s1 = state f0 pc=1 (_ |) in s0\n" + end, "exits x9: end"},
	{"V026", "typed", "b0:\n  s0 = state f0 pc=1 (_ |)\n  s1 = state f1 pc=1 (#0x1 |) in s0\n  s2 = state f1 pc=1 (#0x1 |) in s1\n" + end, "exits x9: end"},
	{"V027", "typed", "b0:\n  s0 = state f0 pc=1 (_ | _, _)\n" + end, "exits x9: end"},
	{"V028", "typed", "b0:\n  s0 = state f0 pc=1 (_ |)\n  s1 = state f1 pc=1 (_ |) in s0\n" + end, "exits x9: end"},
	{"V028", "typed", "b0:\n  s0 = state f0 pc=1 (_ |)\n  s1 = state f0 pc=1 (box s0 |)\n" + end, "exits x9: end"},
	{"V029", "typed", "b0:\n  guard.true true\n" + end, "exits x9: end"},
	{"V029", "typed", "b0:\n  s0 = state f0 pc=9 (_ |)\n  clock 1, after s0 -> x0\n" + end, "exits x0: end, x9: end"},
	{"V029", "typed", "b0:\n  s0 = state f0 pc=9 (_ |)\n  v0: ref = toy.attr #0x1, #0x2, before s0 -> x0\n" + end, "exits x0: deopt, x9: end"},
	{"V032", "typed", "b0:\n  s0 = state f0 pc=9 (_ |)\n  guard.true true, s0 -> x0\n" + end, "exits x0: error, x9: end"},
	{"V032", "typed", "b0:\n  s0 = state f0 pc=9 (_ |)\n  toy.setitem #0x1, #0x2, #0x3, raise s0 -> x0\n" + end, "exits x0: deopt, x9: end"},
	{"V033", "typed", "b0:\n  s0 = state f0 pc=9 (_ |)\n  store #0x1, 2 +0 64 class=0\n  guard.true true, s0 -> x0\n" + end, "exits x0: deopt, x9: end"},
	{"V035", "typed", "b0:\n  v0: ref = new toy.call(#0x1)\n" + end, "exits x9: end"},
	{"V035", "typed", "b0:\n  v0: ref = new toy.pair(#0x1)\n" + end, "exits x9: end"},
	{"V035", "typed", "b0:\n  v0: ref = new toy.range(box 1.5)\n" + end, "exits x9: end"},
	{"V035", "typed", "b0:\n  v0: ref = new aux=0x7777\n" + end, "exits x9: end"},
	{"V036", "typed", "b0:\n  v0: ref = new toy.pair(#0x1, box 2)\n  v1: ref = toy.pair v0, v0\n" + end, "exits x9: end"},
	{"V036", "typed", "b0:\n  v0: ref = new toy.pair(#0x1, box 2)\n  jump b1(v0)\nb1(v1: ref):\n" + end, "exits x9: end"},
	{"V037", "typed", "b0:\n  v0: ref = new toy.pair(#0x1, box 2)\n  s0 = state f0 pc=9 (v0 |)\n  s1 = state f1 pc=9 (#0x1 |) in s0\n  exit s1 -> x9\n", "exits x9: end"},
}

// routineCases are breaches of what makes a routine.
var routineCases = []struct{ code, head, body string }{
	{"V038", "frame f0 \"t\" (a)\n", "b0:\n  ret 1\n"},
	{"V038", "frame f0 \"t\" (a)\n", "b0:\n  giveup\n"},
	{"V038", "returns i64\n", "b0:\n  ret 1.0\n"},
	{"V038", "returns i64\n", "b0:\n  giveup\n"},
	{"V038", "returns bool else 0x1\n", "b0:\n  giveup\n"},
	{"V038", "returns i64 helped\n", "b0:\n  ret 1\n"},
	{"V039", "returns i64\nframe f0 \"t\" (a)\n", "b0:\n  ret 1\n"},
	{"V039", "returns i64\n", "b0:\n  clock 1\n  ret 1\n"},
	{"V039", "returns i64\n", "b0:\n  v0: ref = toy.call #0x1\n  ret 1\n"},
	{"V021", "returns ref\n", "b0:\n  v0: ref = slot 0\n  ret v0\n"},
	{"V024", "", "b0:\n  jump b0()\n"},
}

// memCases are breaches that need more than a text.
var memCases = []struct {
	code   string
	damage func(f *ir.Func)
}{
	{"V001", func(f *ir.Func) { f.Blocks = nil }},
	{"V001", func(f *ir.Func) { f.Ops = nil }},
	{"V038", func(f *ir.Func) { f.GivesUp = true }},
	{"V038", func(f *ir.Func) { f.Returns = ir.State }},
	{"V038", func(f *ir.Func) { f.Returns, f.GaveUp = ir.I64, 5 }},
	{"V001", func(f *ir.Func) { f.Blocks[1] = nil }},
	{"V001", func(f *ir.Func) { f.Blocks[1] = f.Blocks[0] }},
	{"V001", func(f *ir.Func) { f.Blocks[1].ID = 77 }},
	{"V001", func(f *ir.Func) { f.Blocks[1] = ir.NewFunc("", guesttest.Ops, nil).NewBlock() }},
	{"V002", func(f *ir.Func) { f.Blocks[1].Params[0].Aux = 1 }},
	{"V002", func(f *ir.Func) { f.Blocks[1].Params[0] = nil }},
	{"V002", func(f *ir.Func) { f.Blocks[0].First().Op = ir.OpParam }},
	{"V003", func(f *ir.Func) { f.Blocks[0].First().ID = -5 }},
	{"V003", func(f *ir.Func) { f.Blocks[0].First().ID = f.Blocks[1].First().ID }},
	{"V003", func(f *ir.Func) { f.Blocks[0].First().Block = f.Blocks[1] }},
	{"V003", func(f *ir.Func) { v := f.Blocks[1].First(); f.Move(v, f.Before(v)) }},
	{"V003", func(f *ir.Func) { v := f.Blocks[1].Last(); f.Move(v, f.Before(v)) }},
	{"V004", func(f *ir.Func) { f.Blocks[0].First().Op = 9999 }},
	{"V005", func(f *ir.Func) { f.AtEnd(f.Blocks[0]).AddAux(ir.OpClock, 1) }},
	{"V005", func(f *ir.Func) { f.Remove(f.Blocks[0].Last()) }},
	{"V006", func(f *ir.Func) { f.Blocks[0].Succs = f.Blocks[0].Succs[:0] }},
	{"V006", func(f *ir.Func) { f.Blocks[0].Succs[0].To = nil }},
	{"V006", func(f *ir.Func) { f.SetBlocks(f.Blocks[:1]) }},
	{"V007", func(f *ir.Func) { f.Blocks[1].Preds = f.Blocks[1].Preds[:1] }},
	{"V007", func(f *ir.Func) { f.Blocks[1].Preds[0] = f.Blocks[1] }},
	{"V007", func(f *ir.Func) { f.Blocks[1].Preds[0] = nil }},
	{"V007", func(f *ir.Func) { f.Blocks[1].Preds = append(f.Blocks[1].Preds, f.Blocks[0]) }},
	{"V014", func(f *ir.Func) { add(f).Args[0] = nil }},
	{"V015", func(f *ir.Func) { f.Blocks[1].Params[0].Type = ir.Ref }},
	{"V016", func(f *ir.Func) { add(f).Type = ir.F64 }},
	{"V016", func(f *ir.Func) { f.Blocks[1].Params[0].Type = ir.State }},
	{"V017", func(f *ir.Func) { v := add(f); f.Move(v, f.BeforeTerm(v.Block)) }},
	{"V017", func(f *ir.Func) { f.Remove(add(f)) }},
	{"V017", func(f *ir.Func) { add(f).Args[0] = ir.NewFunc("", guesttest.Ops, nil).ConstI64(3) }},
	{"V018", func(f *ir.Func) { f.Replace(add(f), f.ConstI64(3)) }},
	{"V019", func(f *ir.Func) { f.ConstI64(1).Op = ir.OpAdd }},
	{"V019", func(f *ir.Func) { f.ConstI64(1).Block = f.Blocks[0] }},
	{"V019", func(f *ir.Func) { f.ConstI64(1).Type = ir.Ref }},
	{"V019", func(f *ir.Func) { f.ConstBool(true).Aux = 2 }},
	{"V019", func(f *ir.Func) { f.AtStart(f.Blocks[0]).AddAux(ir.OpConstI64, 5) }},
	{"V020", func(f *ir.Func) { f.Blocks[0].Succs[0].Args[0] = nil }},
	{"V022", func(f *ir.Func) { f.Entries[0] = ir.F64 }},
	{"V022", func(f *ir.Func) { e := entry(f); f.Move(e, f.AtStart(f.Blocks[1])) }},
	{"V023", func(f *ir.Func) { add(f).From = []int32{3, 3} }},
	{"V024", func(f *ir.Func) { f.Frames = nil }},
	{"V024", func(f *ir.Func) { f.Frames[0] = nil }},
	{"V024", func(f *ir.Func) { f.Frames[0].ID = 4 }},
	{"V024", func(f *ir.Func) { f.Frames[0].NumLocals = 3 }},
	{"V024", func(f *ir.Func) { f.Frames[0].Caller = f.Frames[0] }},
	{"V024", func(f *ir.Func) { f.Frames[1].Caller = f.Frames[1] }},
	{"V024", func(f *ir.Func) { f.Frames[1].Caller = nil }},
	{"V025", func(f *ir.Func) { add(f).States[0].Aux = ir.StateAux(2, 0, 0) }},
	{"V025", func(f *ir.Func) { add(f).States[0].Aux = ir.StateAux(-1, 0, 0) }},
	{"V026", func(f *ir.Func) { add(f).States[0].Args = nil }},
	{"V029", func(f *ir.Func) { add(f).Exits[ir.Before] = nil }},
	{"V029", func(f *ir.Func) { add(f).States[ir.Before] = f.Blocks[1].Params[0] }},
	{"V030", func(f *ir.Func) { add(f).Exits[ir.Before].When = ir.After }},
	{"V030", func(f *ir.Func) { add(f).Exits[ir.Before].Owner = nil }},
	{"V030", func(f *ir.Func) { add(f).Exits[ir.Before].Kind = 99 }},
	{"V031", func(f *ir.Func) { f.Exits = f.Exits[:0] }},
	{"V031", func(f *ir.Func) { f.Exits[0] = nil }},
	{"V031", func(f *ir.Func) { f.Exits[0].ID = 7 }},
	{"V031", func(f *ir.Func) { v := add(f); f.SetExit(v, ir.Before, v.States[0], ir.Deopt) }},
	{"V031", func(f *ir.Func) { f.Exits[0].Owner = &ir.Value{ID: 99} }},
	{"V031", func(f *ir.Func) { f.Exits[0].When = 9 }},
}

// base is the function that memCases break.
const base = `trace @t form=typed {
entries (i64)
frame f0 "t" (a) slots=2
frame f1 "u" (b) slots=2 in f0
b0:
  v0: i64 = entry 0
  jump b1(v0)
b1(v1: i64): loop
  s0 = state f0 pc=1 (box v1 |)
  v2: i64 = add.ov v1, 1, s0 -> x0 !3,4
  v3: bool = lt v2, 10
  branch v3, b1(v2), b2()
b2:
  s1 = state f0 pc=2 (box v2 |)
  exit s1 -> x1
}
exits x0: deopt, x1: end
`

func add(f *ir.Func) *ir.Value   { return f.Blocks[1].First().Next() }
func entry(f *ir.Func) *ir.Value { return f.Blocks[0].First() }

// wantCode checks that a breach of the rule is among the diagnostics.
func wantCode(t *testing.T, code string, diags []verify.Diagnostic, text string) {
	t.Helper()
	if !slices.ContainsFunc(diags, func(d verify.Diagnostic) bool { return d.Code == code }) {
		t.Errorf("%s is not reported, but %v\n%s", code, diags, text)
	}
}

// TestRules breaks each rule and checks that the breach is found, and that no
// rule is without such a case and no diagnostic without a rule.
func TestRules(t *testing.T) {
	known, tried := map[string]bool{}, map[string]bool{"V034": true} // see TestProgress
	last := ""
	for _, r := range verify.Rules {
		if r.What == "" || r.Why == "" || known[r.Code] || r.Code <= last {
			t.Errorf("rule %+v", r)
		}
		known[r.Code], last = true, r.Code
	}
	check := func(code string, diags []verify.Diagnostic, text string) {
		t.Helper()
		wantCode(t, code, diags, text)
		tried[code] = true
		for _, d := range diags {
			if !known[d.Code] || !strings.HasPrefix(d.String(), d.Code+": ") {
				t.Errorf("diagnostic %v", d)
			}
		}
	}
	for _, c := range textCases {
		text := fn(c.form, c.body, c.exits)
		check(c.code, verify.Check(parse(t, text), verify.Options{}), text)
	}
	for _, c := range routineCases {
		text := "trace @t form=typed {\n" + c.head + c.body + "}\n"
		check(c.code, verify.Check(parse(t, text), verify.Options{}), text)
	}
	for _, c := range memCases {
		f := parse(t, base)
		if d := verify.Check(f, verify.Options{}); len(d) > 0 {
			t.Fatal(d)
		}
		c.damage(f)
		check(c.code, verify.Check(f, verify.Options{}), "")
		if one := verify.Check(f, verify.Options{Max: 1}); len(one) != 1 {
			t.Errorf("%s: %d diagnostics, at most 1 was asked for", c.code, len(one))
		}
	}
	for _, r := range verify.Rules {
		if !tried[r.Code] {
			t.Errorf("no test breaks %s: %s", r.Code, r.What)
		}
	}
}

func TestNil(t *testing.T) {
	if d := verify.Check(nil, verify.Options{}); len(d) != 1 {
		t.Errorf("a nil function: %v", d)
	}
}

func TestGenerated(t *testing.T) {
	var c verify.Checker
	for seed := range uint64(300) {
		f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
		guesttest.Func(f, guesttest.Bytes(seed, 400), ir.Form(seed%3))
		if d := c.Check(f, verify.Options{}); len(d) > 0 {
			t.Fatalf("seed %d: %v\n%s", seed, d, irtext.String(f))
		}
	}
}
