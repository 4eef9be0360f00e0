package tier2_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// TestReturn: a trace may return to a frame with a resume word.
func TestReturn(t *testing.T) {
	g := newSmallGuest()
	g.Build[smallEnd] = func(b *build.Builder, _ *uop.Inst) error { b.Return(); return nil }
	c, err := g.compiler(t, tier2.Options{CheckAllocation: true})
	if err != nil {
		t.Fatal(err)
	}
	frames := [2][8]uint64{{1: 4096}}
	g.memory.fp = unsafe.Pointer(&frames[1])
	*(*unsafe.Pointer)(g.memory.fp) = unsafe.Pointer(&frames[0])
	if _, err := c.Compile(&uop.Trace{Table: g.Uops, Name: "f", Code: 7, Stop: uop.StopReturn, Insts: []uop.Inst{{Op: smallLoad}, {Op: smallEnd}}}); err != nil {
		t.Error(err)
	}
}

// TestSmallGuest: the guest of these tests is right.
func TestSmallGuest(t *testing.T) {
	for _, kind := range []exitdata.Kind{exitdata.Cold, exitdata.IR, exitdata.Uops} {
		g := newSmallGuest()
		c, err := g.compiler(t, tier2.Options{Backend: kind, CheckAllocation: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Compile(g.trace()); err != nil {
			t.Error(err)
		}
	}
}

// TestMistakes: what is wrong with a guest New says by the field, in words.
func TestMistakes(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, c := range []struct {
		want string
		make func(g *smallGuest)
	}{
		{"guest without a name: Name: it is empty", func(g *smallGuest) { g.Name = "" }},
		{"Uops: it is nil", func(g *smallGuest) { g.rows = nil }},
		{"Build: there are no rules", func(g *smallGuest) { g.Build = nil }},
		{"Build: it has 7 rules for 6 micro-ops", func(g *smallGuest) { g.Build = append(g.Build, g.Build[0]) }},
		{"Build: rule 3 is for a micro-op that is none", func(g *smallGuest) { g.rows[smallPrint].Name = "" }},
		{"Taken: it has 9 rules for 6 micro-ops", func(g *smallGuest) { g.Taken = make([]build.Rule, 9) }},
		{"Uops: ADD pops -2 and pushes 1 entries", func(g *smallGuest) { g.rows[smallAdd].Pops.Base = -2 }},
		{"Types: there are 0", func(g *smallGuest) { g.Types = nil }},
		{"Ops: it has changed since Init", func(g *smallGuest) { g.Init(); g.Ops = g.Ops[:1] }},
		{"Words: it is nil", func(g *smallGuest) { g.Words = nil }},
		{"Words.Boxes: the types of a boxed F64 are 0x100, but Types has only 3", func(g *smallGuest) {
			g.Words = badWords{Words: smallWords, boxes: func() (i64, f64, truth ir.TypeSet) { return 0, 0x100, 0 }}
		}},
		{"Words.BoxI64: it cannot make the int 0", func(g *smallGuest) {
			g.Words = badWords{Words: smallWords, boxes: func() (i64, f64, truth ir.TypeSet) { return 1, 0, 0 }}
		}},
		{"Words.UnboxF64: the word 0x3ff8000000000000 of the float 1.5 is read as 3, true", func(g *smallGuest) {
			g.Words = badWords{Words: smallWords, unboxed: func(w uint64) (float64, bool) { x, ok := smallWords.UnboxF64(w); return 2 * x, ok }}
		}},
		{"Words.UnboxI64: the word 0x80000000 of the int 2147483648 (Words.Int) is read as -2147483648, true", func(g *smallGuest) {
			g.Words = shortInts{}
		}},
		{"Words.Fact: the word 0x0 of the float 0 has the types 0xffffffffffffffff", func(g *smallGuest) {
			g.Words = badWords{Words: smallWords, fact: func(uint64) ir.Fact { return ir.Top }}
		}},
		{"Words: it panics: no words", func(g *smallGuest) {
			g.Words = badWords{Words: smallWords, boxes: func() (i64, f64, truth ir.TypeSet) { panic("no words") }}
		}},
		{"World: it is nil", func(g *smallGuest) { g.World = nil }},

		{"Frame: it is all zero", func(g *smallGuest) { g.Frame = lower.FrameLayout{} }},
		{"Frame.SP: at 20 it overlaps PC, which has 4 bytes from 20 on", func(g *smallGuest) { g.Frame.SP = 20 }},
		{"Frame.PC: at 40 it overlaps the slots, which begin at 32", func(g *smallGuest) { g.Frame.PC = 40 }},
		{"Frame.Resume: 12 is no offset of a field of 8 bytes", func(g *smallGuest) { g.Frame.Resume = 12 }},
		{"Frame.Room: at 24 it overlaps SP", func(g *smallGuest) { g.Frame.Room = 24 }},
		{"Frame.Room: it is 0: Ops[2] (frame.room) looks there", func(g *smallGuest) { g.Calls() }},
		{"Frame.Slots: 36 is no offset of words", func(g *smallGuest) { g.Frame.Slots = 36 }},
		{"Frame.Size: it is nil", func(g *smallGuest) { g.Frame.Size = nil }},
		{"Frame.Box: it is nil", func(g *smallGuest) { g.Frame.Box = nil }},

		{"Memory.Innermost: it returns nil", func(g *smallGuest) { g.memory.inner = nil }},
		{"Memory.Interrupts: it returns a flag or a function", func(g *smallGuest) { g.memory.flag = new(atomic.Bool) }},
		{"Memory: tier2_test.halfReserve has a method Spend, but is no guest.Reserve", func(g *smallGuest) { g.Memory = halfReserve{g.memory} }},
		{"Memory: tier2_test.halfReserve has a method Catch, but is no guest.Catcher", func(g *smallGuest) { g.Memory = halfReserve{g.memory} }},
		{"Memory: it panics: runtime error: invalid memory address", func(g *smallGuest) { g.Memory = (*smallMemory)(nil) }},

		{"Lower: there is no rule for guard.type", func(g *smallGuest) { delete(g.Lower, ir.OpGuardType) }},
		{"Lower: there is no rule for unbox.f64, and the guest has floats", func(g *smallGuest) { delete(g.Lower, ir.OpUnboxF64) }},
		{"Lower: the rule for is.type is nil", func(g *smallGuest) { g.Lower[ir.OpIsType] = nil }},
		{"Lower: it has a rule for operation 999", func(g *smallGuest) { g.Lower[999] = g.Lower[ir.OpIsType] }},

		{"Ops[1] (print): Apart names none, which is no operation of Ops", func(g *smallGuest) { g.Ops[1].Apart = &ir.Apart{Of: "none", Op: "print"} }},
		{"Ops[1] (print): Apart.Of is print, which makes no object", func(g *smallGuest) { g.Ops[1].Apart = &ir.Apart{Of: "print", Op: "print"} }},
		{"Ops[1] (print): it has neither a result nor an effect", func(g *smallGuest) { g.Ops[1].Flags, g.Ops[1].States = 0, [ir.NumWhen]bool{} }},
		{"Ops[1] (print): it is Pure, but", func(g *smallGuest) { g.Ops[1].Flags = ir.Pure }},
		{"Ops[1] (print): it is a Guard without a Before state", func(g *smallGuest) { g.Ops[1].Flags |= ir.Guard }},
		{"Ops[1] (print): it is Checked, but has neither", func(g *smallGuest) { g.Ops[1].Flags |= ir.Checked; g.Ops[1].States = [ir.NumWhen]bool{} }},
		{"Ops[1] (print): it carries a Before state, but its helper cannot leave by it", func(g *smallGuest) { g.Ops[1].States[ir.Before] = true }},
		{"Ops[1] (print): it is a Terminator", func(g *smallGuest) { g.Ops[1].Flags |= ir.Terminator }},
		{"Ops[1] (print): operand 0 is a state", func(g *smallGuest) { g.Ops[1].Args = []ir.Type{ir.State} }},
		{"Ops[1] (print): it is Variadic, and", func(g *smallGuest) { g.Ops[1].Args, g.Ops[1].Flags = nil, g.Ops[1].Flags|ir.Variadic }},
		{"Ops[1] (print): its helper takes 17 words", func(g *smallGuest) {
			g.Ops[1].Args = make([]ir.Type, 17)
			for i := range g.Ops[1].Args {
				g.Ops[1].Args[i] = ir.Ref
			}
		}},
		{"Ops[1] (print): it can neither be lowered nor called nor expanded", func(g *smallGuest) { g.Ops[1].Helper = nil }},
		{"Ops[0] (num.add): only the guest form may hold it", func(g *smallGuest) { g.Ops[0].Expand = nil }},
		{"Ops[0] (num.add): its result has the types 0x80, but Types has only 3", func(g *smallGuest) { g.Ops[0].Types = 0x80 }},
		{"Ops[0] (num.add): its result has the types 0x0; the words of f64 have 0x1 (Words.Boxes)", func(g *smallGuest) { g.Ops[0].Types = 0 }},
		{"Ops[0] (num.add): load computes with ref: Number is for operations on i64 and f64", func(g *smallGuest) { g.Ops[0] = guest.Number("num.add", ir.OpLoad, 1) }},
		{"Ops[0] (num.add): add.ov computes with i64, of which the guest has no words (Words.Boxes)", func(g *smallGuest) {
			g.Ops[0] = guest.Number("num.add", ir.OpAddOv, 1)
		}},
		{"Ops[1] (print): Inline says which routine it is, and the guest has none: Routine is nil", func(g *smallGuest) { g.Ops[1].Inline = guest.ByRoutine("print") }},
		{`guest small: ir: two operations named "print"`, func(g *smallGuest) { g.Ops[0].Name = "print" }},
	} {
		g := newSmallGuest()
		c.make(g)
		_, err := g.compiler(t, tier2.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// TestMistakeType: every mistake is there, as a value.
func TestMistakeType(t *testing.T) {
	g := newSmallGuest()
	g.Words, g.World = nil, nil
	_, err := g.compiler(t, tier2.Options{Backend: exitdata.IR})
	var m *guest.Mistake
	if !errors.As(err, &m) || m.Guest != "small" || m.Where != "Words" || !strings.Contains(err.Error(), "World: ") {
		t.Errorf("%v, %+v", err, m)
	}
}

// TestRuleMistakes: what is wrong with a rule, with a frame or with a trace a refusal says,
// by the micro-op, and no shorter trace is compiled instead.
func TestRuleMistakes(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	add := func(rule build.Rule) func(*smallGuest, *uop.Trace) {
		return func(g *smallGuest, _ *uop.Trace) { g.Build[smallAdd] = rule }
	}
	for _, c := range []struct {
		reason, want string
		make         func(g *smallGuest, tr *uop.Trace)
	}{
		{build.AbortOverflow, `overflow at micro-op 0 (LOAD): frame "f" has 2 slots, of which 2 are locals: ir.Frame.NumSlots leaves no room`,
			func(g *smallGuest, _ *uop.Trace) { g.memory.frame.NumSlots = 2 }},
		{build.AbortStackEffect, "stack_effect at micro-op 2 (ADD): its rule changes the stack's depth by -2, its row by -1 (it pops 2 and pushes 1)",
			add(func(b *build.Builder, u *uop.Inst) error { b.Pop(); b.Pop(); return nil })},
		{build.AbortStackEffect, "stack_effect at micro-op 2 (ADD): its rule changes the stack's depth by +0", add(func(b *build.Builder, u *uop.Inst) error { return nil })},
		{build.AbortStackEffect, "stack_effect at micro-op 2 (ADD): its rule begins or ends a frame", add(func(b *build.Builder, u *uop.Inst) error {
			b.PushFrame(ir.Frame{Name: "g", NumLocals: 1, NumSlots: 1}, []*ir.Value{b.Pop()}, 9)
			return nil
		})},
		{build.AbortUnderflow, "underflow at micro-op 2 (ADD): it reads entry 1 from the top of a stack of 0", add(func(b *build.Builder, u *uop.Inst) error {
			for range 3 {
				b.Pop()
			}
			return nil
		})},
		{build.AbortBadSlot, `bad_slot at micro-op 0 (LOAD): frame "f" has 2 locals, and no local 9`, func(_ *smallGuest, tr *uop.Trace) { tr.Insts[0].Oparg = 9 }},
		{build.AbortBadSlot, `bad_slot at micro-op 3 (STORE): frame "f" has 2 locals, and no local 5`, func(_ *smallGuest, tr *uop.Trace) { tr.Insts[3].Oparg = 5 }},
		{build.AbortBadRule, "bad_rule at micro-op 2 (ADD): V015", add(func(b *build.Builder, u *uop.Inst) error {
			y, x := b.Pop(), b.Pop()
			b.Push(b.Add(ir.OpFAdd, x, y)) // of words
			return nil
		})},
		{build.AbortBadRule, "bad_rule at micro-op 2 (ADD): V014", add(func(b *build.Builder, u *uop.Inst) error {
			b.Pop()
			b.Push(b.Effect(ir.FirstGuestOp, 0, b.Pop())) // of one operand
			return nil
		})},
		{build.AbortBadRule, "bad_rule at micro-op 2 (ADD): V029", add(func(b *build.Builder, u *uop.Inst) error {
			y, x := b.Pop(), b.Pop()
			b.Push(b.Add(ir.FirstGuestOp, x, y)) // without its state
			return nil
		})},
		{build.AbortBadRule, "bad_rule at micro-op 2 (ADD): V017", add(func(b *build.Builder, u *uop.Inst) error {
			other := ir.NewFunc("other", b.F.Ops, nil)
			y, _ := b.Pop(), b.Pop()
			b.Push(b.Effect(ir.FirstGuestOp, 0, other.ConstRef(1), y))
			return nil
		})},
		{build.AbortBadRule, `bad_rule at micro-op 2 (ADD): it puts nil into a slot of frame "f"`, add(func(b *build.Builder, u *uop.Inst) error {
			b.Pop()
			b.Poke(0, nil)
			return nil
		})},
		{build.AbortBadRule, `bad_rule at micro-op 3 (STORE): it puts nil into a slot of frame "f"`, func(g *smallGuest, _ *uop.Trace) {
			g.Build[smallStore] = func(b *build.Builder, u *uop.Inst) error { b.Pop(); b.SetLocal(0, nil); return nil }
		}},
		{build.AbortBadRule, `bad_rule at micro-op 2 (ADD): it puts the result of print into a slot of frame "f", and there is none`, add(func(b *build.Builder, u *uop.Inst) error {
			b.Pop()
			b.Push(b.Effect(ir.FirstGuestOp+1, 0, b.Pop()))
			return nil
		})},
		{build.AbortBadRule, "bad_rule at micro-op 6 (LOOP): the loop has no poll (build.Builder.Poll)", func(g *smallGuest, _ *uop.Trace) {
			g.Build[smallLoop] = func(b *build.Builder, u *uop.Inst) error { return b.Loop(u.Target) }
		}},
		{tier2.RefusedInternal, "build: micro-op 2 (ADD): no addition today", add(func(*build.Builder, *uop.Inst) error { return errors.New("no addition today") })},
		{tier2.RefusedTable, "micro-op 1 of trace f is 99: the table of guest small has 6", func(_ *smallGuest, tr *uop.Trace) { tr.Insts[1].Op = 99 }},
		{tier2.RefusedFrame, "World.Frame(0x7) (f): Frame.Size panics: no size", func(g *smallGuest, _ *uop.Trace) { g.Frame.Size = func(uint64) int { panic("no size") } }},
		{tier2.RefusedOperation, "Frame.Box: it has given no place for the word of f64", func(g *smallGuest, tr *uop.Trace) {
			g.Frame.Box = func(*lower.Asm, ir.Type, lower.V) lower.V { return lower.None }
			tr.Insts, tr.Stop = append(tr.Insts[:4:4], uop.Inst{Op: smallEnd, Target: 4}), uop.StopTooLong
		}},
		{tier2.RefusedInternal, "panic compiling f, at micro-op 2 (ADD): no rule", add(func(*build.Builder, *uop.Inst) error { panic("no rule") })},
		{tier2.RefusedTable, "the table of trace f (uop.Trace.Table) is not that of guest small", func(_ *smallGuest, tr *uop.Trace) { tr.Table = nil }},
		{tier2.RefusedFrame, "World.Frame(0x7) (f): Frame.Size is 40 bytes; its 4 slots alone end at 64", func(g *smallGuest, _ *uop.Trace) { g.Frame.Size = func(uint64) int { return 40 } }},
		{tier2.RefusedFrame, "World.Frame(0x7) (f): NumSlots is 1 and NumLocals 2", func(g *smallGuest, _ *uop.Trace) { g.memory.frame.NumSlots = 1 }},
		{tier2.RefusedEntry, "no such code", func(g *smallGuest, _ *uop.Trace) { g.memory.err = errors.New("no such code") }},
		{tier2.RefusedFrame, "guest small: Frame.Resume: it is 0 in a frame that waits for a call", func(g *smallGuest, tr *uop.Trace) {
			tr.Insts, tr.Stop = []uop.Inst{{Op: smallLoad}, {Op: smallEnd}}, uop.StopReturn
			g.Build[smallEnd] = func(b *build.Builder, _ *uop.Inst) error { b.Return(); return nil }
			var frames [2][8]uint64
			g.memory.fp = unsafe.Pointer(&frames[1])
			*(*unsafe.Pointer)(g.memory.fp) = unsafe.Pointer(&frames[0])
		}},
		{build.AbortNoRule, "no_rule at micro-op 2 (ADD)", add(nil)},
		{build.AbortBadTrace, "bad_trace at micro-op 6 (END): it has no end", func(g *smallGuest, tr *uop.Trace) {
			tr.Insts[6].Op = smallEnd
			g.Build[smallEnd] = func(*build.Builder, *uop.Inst) error { return nil }
		}},
	} {
		t.Run(c.reason, func(t *testing.T) {
			g := newSmallGuest()
			comp, err := g.compiler(t, tier2.Options{CheckAllocation: true})
			if err != nil {
				t.Fatal(err)
			}
			tr := g.trace()
			c.make(g, tr)
			_, err = comp.Compile(tr)
			var r *tier2.Refusal
			if !errors.As(err, &r) || r.Reason != c.reason || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s: %q", err, c.reason, c.want)
			}
		})
	}
}

// TestRoutineMistakes: an operation that is not the routine that it says it is, is refused by name.
func TestRoutineMistakes(t *testing.T) {
	const same = "trace @same form=typed {\nentries (ref, ref)\nreturns bool\nb0:\n  v0: ref = entry 0\n  v1: ref = entry 1\n  v2: bool = same v0, v1\n  ret v2\n}\n"
	const stores = "trace @stores form=typed {\nentries (ref)\nreturns bool\nb0:\n  v0: ref = entry 0\n  v1: i64 = load v0 +8 64 class=3\n  store v0, v1 +16 64 class=1\n  ret true\n}\n"
	for _, c := range []struct {
		want   string
		result ir.Type // of print
		inline func(*ir.Value) (guest.Inlined, bool)
	}{
		{"print: it is of [ref], with the result void; routine same takes [ref ref] and returns bool", ir.Void, guest.ByRoutine("same")},
		{"print: Inline says how its result is made of the routine's: it needs a rule of its own (Lower)", ir.Void,
			func(v *ir.Value) (guest.Inlined, bool) {
				return guest.Inlined{Routine: "same", Operands: []*ir.Value{v.Args[0], v.Args[0]}, Result: []ir.Op{ir.OpBNot}}, true
			}},
		{"routine none: no routine", ir.Void, guest.ByRoutine("none")},
		{"print: routine stores reads class 3, writes field: its row (Reads, Writes) does not say so", ir.Bool, guest.ByRoutine("stores")},
	} {
		for _, passes := range []string{"@default", "unbox"} {
			g := newSmallGuest()
			g.Ops[1].Inline, g.Ops[1].Result = c.inline, c.result
			g.Classes = []string{1: "field"}
			g.Routine = func(name string) ([]byte, error) {
				if text := map[string]string{"same": same, "stores": stores}[name]; text != "" {
					return []byte(text), nil
				}
				return nil, errors.New("no routine")
			}
			comp, err := g.compiler(t, tier2.Options{Passes: passes})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := comp.Compile(g.trace()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("-passes=%s: %v, want %q", passes, err, c.want)
			}
		}
	}
}

// TestCut: what cuts a trace is told to the observer, and stands with the executor; a
// mistake of the guest's cuts none.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		mistake bool
		rule    build.Rule
	}{
		{false, nil},
		{true, func(b *build.Builder, u *uop.Inst) error { return nil }},
	} {
		g := newSmallGuest()
		g.Build[smallPrint] = c.rule
		told := &refusals{}
		comp, err := g.compiler(t, tier2.Options{Observer: told})
		if err != nil {
			t.Fatal(err)
		}
		ex, err := comp.Optimize(tier2.Code{Handle: 7, Name: "f"}, 0, traceSource{g.trace()})
		if len(told.list) != 1 {
			t.Fatalf("the observer is told %v", told.list)
		}
		if c.mistake {
			if ex != nil || err != told.list[0] || !strings.Contains(err.Error(), "stack_effect at micro-op 5 (PRINT)") {
				t.Errorf("%v, %v", ex, err)
			}
			continue
		}
		var r *tier2.Refusal
		if err != nil || !errors.As(ex.Cut, &r) || r.Reason != build.AbortNoRule || error(r) != told.list[0] || len(ex.Trace.Insts) != 6 {
			t.Errorf("%v, cut by %v; the observer is told %v", err, ex.Cut, told.list)
		}
	}
}

// TestNoMemory: a guest without memory for machine code has executors of micro-ops, which
// Run does not run.
func TestNoMemory(t *testing.T) {
	g := newSmallGuest()
	g.Memory = nil
	if _, err := g.compiler(t, tier2.Options{Backend: exitdata.Native}); err == nil || !strings.Contains(err.Error(), "its Memory is nil") && native.Supported() {
		t.Error(err)
	}
	g = newSmallGuest()
	g.Memory = nil
	c, err := g.compiler(t, tier2.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ex, err := c.Compile(g.trace())
	if err != nil {
		t.Fatal(err)
	}
	var frame [8]uint64
	var left exitdata.Left
	if err := c.Table().Run(ex, uint64(uintptr(unsafe.Pointer(&frame))), &left); !errors.Is(err, exitdata.ErrNotNative) || !strings.Contains(err.Error(), "(f) is of kind uops, since the guest has no Memory") {
		t.Error(err)
	}
}

// TestHelperWithoutRaise: a helper that returns an error although its operation has no
// Raise state is named.
func TestHelperWithoutRaise(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	g := newSmallGuest()
	g.Ops[1].States = [ir.NumWhen]bool{}
	g.Ops[1].Helper = func([]uint64) (uint64, error) { return 0, errors.New("no paper") }
	c, err := g.compiler(t, tier2.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ex, err := c.Compile(g.trace())
	if err != nil {
		t.Fatal(err)
	}
	data, err := native.NewData(native.DataOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	at, err := data.Alloc(64)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "the helper of print has returned an error, but the operation carries no Raise state: no paper") {
			t.Error(r)
		}
	}()
	*(*uint32)(unsafe.Add(nil, at+24)) = 2 // SP
	var left exitdata.Left
	t.Error(c.Table().Run(ex, uint64(at), &left), left.Err)
}
