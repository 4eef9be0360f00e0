package toyguest_test

import (
	"fmt"
	"os"

	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/uop"
)

// Somebody who embeds the library takes four steps: describe the guest, build a
// function from a trace, run a pipeline over it, execute what comes out. This
// example executes it with the evaluator, and compares with the guest's own
// interpreter.
func Example() {
	// 1. The guest: tables of micro-ops, types, operations, words.
	g := toyguest.New()
	trace, err := uop.Parse("sum", []byte(toyguest.Sum), g.Uops)
	check(err)

	// 2. The function: the guest's rule for each micro-op says what it becomes.
	frame, err := g.World.Frame(trace.Code)
	check(err)
	b := build.New(g.Table(), g.Types, g.Build)
	b.F.Words = g.Words
	f, err := b.Trace(trace, build.Entry{Frame: frame})
	check(err)
	show(g, f)

	// 3. The pipeline, verified behind every pass, and what it has done.
	set, err := all.Set()
	check(err)
	pipeline, err := passes.Parse("fix(typeprop,guardelim),peel,fix(typeprop,guardelim),unbox,fix(simplify,gvn,guardelim),dce", set)
	check(err)
	ctx := passes.NewContext(f)
	ctx.Guest = &g.Guest
	ctx.Observers = []passes.Observer{passes.VerifyEach(func(f *ir.Func) error {
		for _, d := range verify.Check(f, verify.Options{}) {
			return fmt.Errorf("%v", d)
		}
		return nil
	})}
	fire := &passes.Firing{}
	ctx.SetFiring(fire)
	check(pipeline.Run(ctx))
	show(g, f)
	for _, s := range fire.Stats() {
		if s.Pass == "guardelim" || s.Pass == "unbox" {
			fmt.Printf("%s.%s: %d\n", s.Pass, s.Rule, s.N)
		}
	}

	// 4. The evaluator: where it leaves, and with what.
	m := eval.Machine{Words: g.Words, Ops: g.Evals()}
	for _, in := range [][]string{{"0", "0", "5"}, {"1.5", "0", "5"}, {"9223372036854775800", "0", "9"}} {
		var slots []uint64
		for _, s := range in {
			w, _ := g.Heap.ParseWord(s) // they are words
			slots = append(slots, w)
		}
		slots = append(slots, toyguest.Nil, toyguest.Nil, toyguest.Nil) // the operand stack
		got, err := m.Run(f, eval.In{Slots: slots})
		check(err)
		want, err := toyguest.Interpret(g.Heap, trace, slots[:3], nil)
		check(err)
		fmt.Printf("%v: %s, interpreted: %s\n", in, outcome(g, got), outcome(g, want))
	}

	// Output:
	// trace @sum form=guest {
	// frame f0 "toy" () locals=3 slots=6 code=0x33
	// b0:
	//   v0: ref = slot 0
	//   v1: ref = slot 1
	//   v2: ref = slot 2
	//   jump b1(v0, v1, v2)
	// b1(v3: ref, v4: ref, v5: ref): loop
	//   s0 = state f0 pc=0 (v3, v4, v5 |) !3
	//   v6: ref = guard.type v3, {int}, s0 -> x0 !3
	//   v7: ref = guard.type v4, {int}, s0 -> x1 !4
	//   v8: ref = int.add v6, v7, s0 -> x2 !5
	//   s1 = state f0 pc=3 (v8, v7, v5 |) !10
	//   v9: ref = int.add v7, #1, s1 -> x3 !10
	//   s2 = state f0 pc=6 (v8, v9, v5 |) !15
	//   v10: ref = guard.type v9, {int}, s2 -> x4 !15
	//   v11: ref = guard.type v5, {int}, s2 -> x5 !16
	//   v12: bool = int.less v10, v11, s2 -> x6 !17
	//   v13: ref = box.bool v12 !17
	//   v14: bool = unbox.bool v13 !18
	//   s3 = state f0 pc=9 (v8, v10, v11 |) !18
	//   guard.true v14, s3 -> x7 !18
	//   s4 = state f0 pc=0 (v8, v10, v11 |) !19
	//   poll s4 -> x8 !19
	//   jump b1(v8, v10, v11) !19
	// }
	// exits x0: deopt, x1: deopt, x2: deopt, x3: deopt, x4: deopt, x5: deopt, x6: deopt, x7: side, x8: poll
	//
	// trace @sum form=typed {
	// frame f0 "toy" () locals=3 slots=6 code=0x33
	// b0:
	//   v0: ref = slot 0
	//   v1: ref = slot 1
	//   v2: ref = slot 2
	//   jump b1()
	// b1:
	//   s0 = state f0 pc=0 (v0, v1, v2 |) !3
	//   v3: i64 = guard.i64 v0, s0 -> x0 !3,5
	//   v4: i64 = guard.i64 v1, s0 -> x1 !4,5
	//   v5: i64 = add.ov v3, v4, s0 -> x2 !5
	//   s1 = state f0 pc=3 (box v5, v1, v2 |) !10
	//   v6: i64 = add.ov v4, 1, s1 -> x3 !10
	//   s2 = state f0 pc=6 (box v5, box v6, v2 |) !15
	//   v7: i64 = guard.i64 v2, s2 -> x4 !16,17
	//   v8: bool = lt v6, v7 !17
	//   s3 = state f0 pc=9 (box v5, box v6, v2 |) !18
	//   guard.true v8, s3 -> x5 !18
	//   s4 = state f0 pc=0 (box v5, box v6, v2 |) !19
	//   poll s4 -> x6 !19
	//   jump b2(v5, v6) !19
	// b2(v9: i64, v10: i64): loop
	//   s5 = state f0 pc=0 (box v9, box v10, box v7 |) !3
	//   v11: i64 = add.ov v9, v10, s5 -> x7 !5
	//   s6 = state f0 pc=3 (box v11, box v10, box v7 |) !10
	//   v12: i64 = add.ov v10, 1, s6 -> x8 !10
	//   v13: bool = lt v12, v7 !17
	//   s7 = state f0 pc=9 (box v11, box v12, box v7 |) !18
	//   guard.true v13, s7 -> x9 !18
	//   s8 = state f0 pc=0 (box v11, box v12, box v7 |) !19
	//   poll s8 -> x10 !19
	//   jump b2(v11, v12) !19
	// }
	// exits x0: deopt, x1: deopt, x2: deopt, x3: deopt, x4: deopt, x5: side, x6: poll, x7: deopt, x8: deopt, x9: side, x10: poll
	//
	// guardelim.type: 4
	// guardelim.stronger: 3
	// unbox.expand: 6
	// unbox.param: 3
	// unbox.state: 22
	// [0 0 5]: side at 9 with 10 5 5, interpreted: side at 9 with 10 5 5
	// [1.5 0 5]: deopt at 0 with 1.5 0 5, interpreted: deopt at 0 with 1.5 0 5
	// [9223372036854775800 0 9]: deopt at 0 with 9223372036854775806 4 9, interpreted: deopt at 0 with 9223372036854775806 4 9
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func show(g *toyguest.Guest, f *ir.Func) {
	check(irtext.Print(os.Stdout, f, irtext.Options{Names: g.Heap}))
	fmt.Println()
}

// outcome prints an exit's kind, pc and slots.
func outcome(g *toyguest.Guest, out eval.Out) string {
	fr := out.Frames[0]
	s := fmt.Sprintf("%s at %d with", out.Kind, fr.PC)
	for _, x := range fr.Slots {
		w, _ := g.Heap.FormatWord(x.Word)
		s += " " + w
	}
	return s
}
