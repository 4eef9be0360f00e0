package golden_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/tier2go/tier2/golden"
	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// The passes that these tests run on the toy guest: a right one and wrong ones.
var list = []*passes.Pass{
	define("right", "a guard of a constant int goes", func(ctx *passes.Context, v *ir.Value) {
		if v.Op == ir.OpGuardI64 && v.Arg(0).Op == ir.OpConstRef && ctx.Fire(0, v) {
			n, _ := ctx.F.Words.UnboxI64(v.Arg(0).Word()) // the tests' constants are ints
			ctx.F.Replace(v, ctx.F.ConstI64(n))
		}
	}),
	define("noguards", "type guards go", func(ctx *passes.Context, v *ir.Value) {
		if v.Op == ir.OpGuardType && ctx.Fire(0, v) {
			ctx.F.Replace(v, v.Arg(0))
		}
	}),
	define("forgets", "states forget what they hold of slot 1", func(ctx *passes.Context, v *ir.Value) {
		if v.Op == ir.OpState && v.StateSlots()[1] != nil && ctx.Fire(0, v) {
			ctx.F.SetOperand(v, 2, nil)
		}
	}),
	define("ids", "does something that depends on the numbers of values", func(ctx *passes.Context, v *ir.Value) {
		if v.Op == ir.OpAdd && ctx.Fire(0, v) {
			ctx.F.AddFrom(v, []int32{v.ID})
		}
	}),
	define("pairs", "negates operands: right only if all are", func(ctx *passes.Context, v *ir.Value) {
		if v.Op == ir.OpNeg && ctx.Fire(0, v) {
			ctx.F.Replace(v, v.Arg(0))
		}
	}),
	define("silent", "makes differences of negations without asking", func(ctx *passes.Context, v *ir.Value) {
		if v.Op == ir.OpNeg {
			ctx.F.Replace(v, ctx.F.Before(v).Add(ir.OpSub, ctx.F.ConstI64(0), v.Arg(0)))
		}
	}),
	define("stubborn", "rewrites whatever the answer", func(ctx *passes.Context, v *ir.Value) {
		if v.Op == ir.OpNeg {
			ctx.Fire(0, v)
			ctx.F.Replace(v, ctx.F.Before(v).Add(ir.OpSub, ctx.F.ConstI64(0), v.Arg(0)))
		}
	}),
	define("crashes", "panics", func(*passes.Context, *ir.Value) { panic("as it says") }),
	define("invalid", "makes an int of a float", func(ctx *passes.Context, v *ir.Value) {
		if v.Op == ir.OpAdd && ctx.Fire(0, v) {
			ctx.F.SetOperand(v, 0, ctx.F.ConstF64(1))
		}
	}),
}

// define makes a pass that visits every value.
func define(name, doc string, visit func(ctx *passes.Context, v *ir.Value)) *passes.Pass {
	return &passes.Pass{Name: name, Doc: doc, In: ir.AnyForm, Out: passes.Same, Counters: []string{"rule"},
		New: passes.Simple(func(ctx *passes.Context) error {
			for _, b := range ctx.F.Blocks {
				for v := range b.Values() {
					visit(ctx, v)
				}
			}
			return nil
		})}
}

func config(t testing.TB) golden.Config {
	set, err := passes.NewSet(list...)
	if err != nil {
		t.Fatal(err)
	}
	g := toyguest.New()
	return golden.Config{Set: set, Guest: &g.Guest, Names: g.Heap, Reset: g.Heap.Reset, Inputs: g.Heap.Words()}
}

// function is the input of most tests.
const function = `trace @f form=typed {
entries (i64)
frame f0 "toy" () locals=3 slots=5
b0:
  v0: ref = slot 0
  v1: i64 = entry 0
  s0 = state f0 pc=0 (_, _, _ |)
  v2: ref = guard.type v0, {int}, s0 -> x0
  v3: i64 = guard.i64 #5, s0 -> x1
  v4: i64 = add v1, v3
  v5: i64 = neg v4
  v6: i64 = neg v5
  s1 = state f0 pc=7 (v2, box v6, _ |)
  exit s1 -> x2
}
exits x0: deopt, x1: deopt, x2: end
`

// file makes a golden file of sections, each a name and a text.
func file(pipeline string, sections ...string) []byte {
	a := &txtar.Archive{Comment: []byte("A claim.\n")}
	a.Files = append(a.Files, txtar.File{Name: "pipeline", Data: []byte(pipeline + "\n")}, txtar.File{Name: "in.ir", Data: []byte(function)})
	for i := 0; i < len(sections); i += 2 {
		a.Files = append(a.Files, txtar.File{Name: sections[i], Data: []byte(sections[i+1] + "\n")})
	}
	return txtar.Format(a)
}

// fails checks that a file fails with a message, or passes if it is empty.
func fails(t *testing.T, c golden.Config, data []byte, want string) {
	t.Helper()
	_, got := c.Check("test.txtar", data, false)
	var all []string
	for _, f := range got {
		all = append(all, f.String())
	}
	text := strings.Join(all, "\n")
	if (text == "") != (want == "") || !strings.Contains(text, want) {
		t.Errorf("%.120q\nfails with\n%s\nwant\n%s", data, text, want)
	}
}

// TestParse checks malformed files.
func TestParse(t *testing.T) {
	c := config(t)
	for _, x := range []struct{ text, want string }{
		{"", "the file has no claim"},
		{"A claim.\r\n-- pipeline --\n", "test.txtar:1: a carriage return"},
		{"A claim.\n", "pipeline: the section is missing"},
		{"A claim.\n-- pipeline --\n", "one of the sections in.ir and in.uop is needed"},
		{"A claim.\n-- pipeline --\n-- in.ir --\n-- in.uop --\n", "one of the sections in.ir and in.uop is needed"},
		{"A claim.\n-- pipeline --\n-- in.ir --\n-- chekcs --\n", "chekcs: unknown section (checks?)"},
		{"A claim.\n-- pipeline --\n-- in.ir --\n-- run --\n-- run --\n", "run: the section is there twice"},
		{"A claim.\n-- pipeline --\n-- in.ir --\ntrace x\n", "in.ir: irtext: 1:7:"},
		{"A claim.\n-- pipeline --\n-- in.uop --\ntrace x\n", "in.uop: "},
	} {
		fails(t, c, []byte(x.text), x.want)
	}
}

// TestSections checks what each section complains of, and with which line.
func TestSections(t *testing.T) {
	c := config(t)
	for _, x := range []struct{ pipeline, section, text, want string }{
		{"right", "stats", "right.rule = 1", ""},
		{"right", "stats", "right.rule = 2", "test.txtar:22: stats: right.rule = 2: it is 1"},
		{"right", "stats", "right.other = 2", `no pass has the counter "right.other"`},
		{"rihgt", "stats", "", `pipeline: passes: column 1: unknown pass "rihgt" (right?)`},

		{"right", "run", `(3, 4, 5) entries (0x7) -> end pc=7 (3, 12, 5 |)`, ""},
		{"right", "run", `(3, 4, 5) entries (0x7) -> end pc=7 (_, 12, _ |)`, ""},
		{"right", "run", `(3, 4, 5) entries (0x7) -> end pc=7 (_, _, _ |)`, "it leaves with\nend pc=7 (3, 12, 5 |)"},
		{"right", "run", `(3, 4, 5) entries (0x7) -> ?`, "test.txtar:22: run: it leaves with\nend pc=7 (3, 12, 5 |)"},
		{"right", "run", `(nil, 4, 5) entries (0x7) -> deopt pc=0 (nil, 4, 5 |)`, ""},
		{"right", "run", `(3, 4, 5) entries (0x7) force x0 -> deopt pc=0 (3, 4, 5 |)`, ""},
		{"right", "run", `(3, 4, 5) entries (0x7) force x0#1 -> deopt pc=0 (3, 4, 5 |)`, "the exit x0 is not visited 2 times"},
		{"right", "run", `(3, 4, 5) entries (0x7) force x9 -> ?`, "there is no exit x9"},
		{"right", "run", `(3, 4, 5) entries (0x7) -> end pc=7 (3, 12, 5 |) was end pc=8 (3, 12, 5 |)`, "before the pipeline it leaves with"},
		{"right", "run", `(3, 4 -> ?`, `malformed: "," expected`},
		{"right", "run", `(3, x, 5) -> ?`, `"x" is no word of the guest`},
		{"right", "run", `(3, 4, 5) fro x0 -> ?`, `force, poll, entries or -> expected, not "fro"`},
		{"right", "run", `(3, 4, 5) -> end pc=7 (3, 12)`, "a frame has its locals before |"},

		{"right", "checks", "no guard.i64", ""},
		{"right", "checks", "in: some guard.i64", ""},
		{"right", "checks", "after right: no guard.i64", ""},
		{"right", "checks", "after noguards: no guard.i64", "there is no version"},
		{"right", "checks", "some guard.i64", "test.txtar:22: checks: some guard.i64: there are 0"},
		{"right", "checks", "count guard.* == 1", ""},
		{"right", "checks", "count guard.type{int} > 1", "it is 1"},
		{"right", "checks", "count guard.type{float} == 0", ""},
		{"right", "checks", "count guard.tpye == 0", `unknown operation "guard.tpye" (guard.type, guard.true, guard.state?)`},
		{"right", "checks", "values < 7", "it is 7"},
		{"right", "checks", "states == 2", ""},
		{"right", "checks", "exits deopt == 1", ""},
		{"right", "checks", "exits == 3", "it is 2"},
		{"right", "checks", "blocks == 1", ""},
		{"right", "checks", "loops == 1", "it is 0"},
		{"right", "checks", "params entry == ()", ""},
		{"right", "checks", "params b0 == (i64)", "they are ()"},
		{"right", "checks", "params b1 == ()", "there is no block b1"},
		{"right", "checks", "params loop 1 == ()", "there is no such loop"},
		{"right", "checks", "pc guard.type == 0", ""},
		{"right", "checks", "pc exit == 0", "one leaves to pc 7"},
		{"right", "checks", "pc add == 0", "no such operation leaves"},
		{"right", "checks", "in: same-state guard.type guard.i64", ""},
		{"right", "checks", "same-state guard.type guard.i64", "one of the operations is not there"},
		{"right", "checks", "order guard.type add neg", ""},
		{"right", "checks", "order add guard.type", "guard.type is not there, or not in this place"},
		{"right", "checks", "some add in loop", "there are 0"},
		{"right", "checks", "some add outside loops", ""},
		{"right", "checks", "some add in entry", ""},
		{"right", "checks", "nothing at all", `unknown claim "nothing"`},
		{"right", "checks", "blocks = 1", "malformed"},
		{"right", "checks", "blocks == 1 2", `"2" is too much`},
		{"right", "checks", "some add($x, 5)\nsome neg(add($x, _))\nsome neg(neg($y = add(...)))\nno neg(neg(_), _)", ""},
		{"right", "checks", "some $s = add(_, _)\ncount neg($s) == 1\nno add($s, ...)\nsome neg(neg($s))", ""},
		{"right", "checks", "some $s = add(_, _)\nsome $n = neg($s)\nsome neg($s)\ncount neg($n) == 2", "test.txtar:25: checks: count neg($n) == 2: it is 1"},
		{"right", "checks", "no add(_, 5)", "there are 1"},
		{"right", "checks", "some add(_, 6)", "there are 0"},
		{"right", "checks", "some add(_, 5.0)", "there are 0"},
		{"right", "checks", "some add($a, $a)", "there are 0"},
		{"right", "checks", "some add(_)", "there are 0"},
		{"right", "checks", "order $s = add(entry(0), 5) $n = neg($s) neg($n)", ""},
		{"right", "checks", "order $s = add(...) neg($s) neg($s)", "neg ( $s ) is not there, or not in this place"},
		{"right", "checks", "some slot(0)\nno slot(1)", ""},
		{"right", "checks", "in: some guard.i64(#5)", ""},
		{"right", "checks", "in: some guard.type{int}(slot(0))", ""},
		{"right", "checks", "some $s = add(_, 5)\nin: some $s = add(_, guard.i64(_))", ""},
		{"right", "checks", "some add(..., 5)", `"..." is the last`},
		{"right", "checks", "some add(ngg(_), 5)", `unknown operation "ngg" (neg?)`},
		{"right", "checks", "some add(#none, 5)", "is no word of the guest"},
		{"right", "asm.amd64", "ret", "does not say how to make this section"},
	} {
		fails(t, c, file(x.pipeline, x.section, x.text), x.want)
	}
}

// TestFacts checks that the section facts is what the passes know of words, in this
// file alone, and that the section guest names the guest.
func TestFacts(t *testing.T) {
	c := config(t)
	odd := strings.Replace(string(file("right", "checks", "no guard.i64")), "guard.i64 #5", "guard.i64 #0xfff", 1)
	fails(t, c, []byte(odd+"-- facts --\n#0xfff {int} 7..7 small\n"), "")
	fails(t, c, []byte(odd), "exits differ")
	fails(t, c, []byte(odd+"-- facts --\n\n#0xfff {imt}\n"), "test.txtar:25: facts: debug: facts: line 2: unknown type")
	fails(t, c, file("right", "guest", "toy"), "")
	fails(t, c, file("right", "guest", "python"), "guest: the file is of the guest python, and is run with toy")
}

// TestWrong checks that passes that do something wrong are found without any
// claim about their result.
func TestWrong(t *testing.T) {
	c := config(t)
	for _, x := range []struct{ pipeline, want string }{
		{"right", ""},
		{"noguards", "noguards does not keep what the function does"},
		{"forgets", "forgets does not keep what the function does"},
		{"ids", "(a copy shuffled by seed 1) it differs"},
		{"pairs", "with 1 rewrites only"},
		{"right,silent", "test.txtar:2: pipeline: passes: silent on f: silent changes the function without asking (Context.Fire):\n--- before\n+++ after\n@@"},
		{"stubborn", "stubborn changes the function although all of the 2 rewrites that it asked for (Context.Fire) were denied:\n--- before"},
		{"crashes", "panic: as it says"},
		{"invalid", "V0"},
	} {
		fails(t, c, file(x.pipeline), x.want)
	}
}

// TestUpdate checks that only the exact sections are rewritten, and that what
// they say is compared.
func TestUpdate(t *testing.T) {
	c := config(t)
	data := file("right", "out.ir", "stale", "run", "(3, 4, 5) -> ?")
	fails(t, c, data, "out.ir: it differs")
	f, _ := c.Check("test.txtar", data, true)
	if s := f.Section("out.ir"); !strings.Contains(s.Text, "add v1, 5") {
		t.Errorf("out.ir is\n%s", s.Text)
	}
	if s := f.Section("run"); s.Text != "(3, 4, 5) -> ?\n" {
		t.Errorf("run is %q", s.Text)
	}
	again, _ := golden.Parse("", f.Format())
	if string(again.Format()) != string(f.Format()) || again.Claim != "A claim." {
		t.Errorf("the file is not written as it was read:\n%s", f.Format())
	}
}

// FuzzCheck runs any bytes as a golden file: they are read and written back
// unchanged, and nothing panics.
func FuzzCheck(f *testing.F) {
	c := config(f)
	f.Add(file("right", "out.ir", "x", "checks", "order add neg in entry", "run", `(3, 4, 5) entries (0x7) force x0#0 poll 2 -> end pc=7 (3 |) raises "x" logs 1`, "stats", "right.rule >= 1"))
	f.Add([]byte("A claim.\n-- pipeline --\nfix(right)\n-- in.uop --\ntrace @x entry=0 depth=0 code=0x11\n  BEGIN @0\n  END @1\n"))
	f.Add([]byte("\xff\n-- run --\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 || bytes.IndexByte(data, '\r') >= 0 { // which txtar does not write back
			return
		}
		file, _ := c.Check("fuzz", data, true)
		again, _ := golden.Parse("fuzz", file.Format())
		if string(again.Format()) != string(file.Format()) {
			t.Fatalf("%q\nis written as\n%q\nthen as\n%q", data, file.Format(), again.Format())
		}
	})
}

// TestRunFolder checks that a folder's files are all read.
func TestRunFolder(t *testing.T) {
	dir := t.TempDir()
	c := config(t)
	f, _ := c.Check("a", file("right", "out.ir", ""), true)
	if err := os.WriteFile(dir+"/a.txtar", f.Format(), 0o644); err != nil {
		t.Fatal(err)
	}
	golden.Run(t, dir, c)
}
