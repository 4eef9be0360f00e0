package eval_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
)

// parse reads a function over the toy guest, which must be valid.
func parse(t testing.TB, text string) *ir.Func {
	t.Helper()
	f, err := irtext.Parse("", []byte(text), guesttest.Ops, guesttest.Types, irtext.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if d := verify.Check(f, verify.Options{}); len(d) > 0 {
		t.Fatalf("%v\n%s", d, text)
	}
	return f
}

// body completes a typed function with the frame f0 of two locals and one stack
// slot, and f1 in it.
func body(t testing.TB, lines, exits string) *ir.Func {
	t.Helper()
	return parse(t, "trace @t form=typed {\nframe f0 \"outer\" (a, b) slots=3 code=0x7\nframe f1 \"inner\" (c) slots=2 in f0\n"+lines+"}\nexits "+exits+"\n")
}

func run(t testing.TB, m *eval.Machine, f *ir.Func, in eval.In) eval.Out {
	t.Helper()
	out, err := m.Run(f, in)
	if err != nil {
		t.Fatalf("%v\n%s", err, irtext.String(f))
	}
	return out
}

// show prints an exit and its frames.
func show(m *eval.Model, out eval.Out) string {
	var b strings.Builder
	b.WriteString(out.Kind.String())
	for _, fr := range out.Frames {
		fmt.Fprintf(&b, " %s@%d(", fr.Name, fr.PC)
		for i, s := range fr.Slots {
			if i > 0 {
				b.WriteByte(' ')
			}
			if !s.Present {
				b.WriteByte('_')
			}
			b.WriteString(showWord(m, s.Word))
		}
		b.WriteByte(')')
	}
	return b.String()
}

func showWord(m *eval.Model, w uint64) string {
	switch m.TypeOf(w) {
	case eval.ModelInt:
		n, _ := m.UnboxI64(w)
		return fmt.Sprint(n)
	case eval.ModelFloat:
		x, _ := m.UnboxF64(w)
		return fmt.Sprint(x, "f")
	case eval.ModelBool:
		b, _ := m.UnboxBool(w)
		return fmt.Sprint(b)
	case eval.ModelNone:
		return "None"
	}
	return fmt.Sprintf("object%d", w&0xffff)
}

func newMachine() (*eval.Machine, *eval.Model) {
	w := eval.NewModel()
	return &eval.Machine{Words: w, Uninterpreted: true}, w
}

// ints returns the words of ints.
func ints(w *eval.Model, n ...int64) []uint64 {
	var out []uint64
	for _, n := range n {
		word, err := w.BoxI64(n)
		if err != nil {
			panic(err)
		}
		out = append(out, word)
	}
	return out
}

// TestExits tries each way of leaving.
func TestExits(t *testing.T) {
	const state = "  s0 = state f0 pc=1 (_, box 5 |)\n"
	const end = "  s9 = state f0 pc=9 (#0xfffc000000000000, _ | box 1.5)\n  exit s9 -> x9\n"
	always := func(*ir.Exit, int) bool { return true }
	for _, c := range []struct {
		claim string
		lines string
		exits string
		in    eval.In
		want  string
	}{
		{"the end", "b0:\n" + end, "x9: end", eval.In{}, "end outer@9(None _20 1.5f)"},
		{"a slot's value at the entry", "b0:\n  v0: ref = slot 0\n  s0 = state f0 pc=1 (_, v0 |)\n  exit s0 -> x0\n", "x0: dynamic", eval.In{}, "dynamic outer@1(_10 10)"},
		{"a guard fails", "b0:\n" + state + "  guard.true false, s0 -> x0\n" + end, "x0: side, x9: end", eval.In{}, "side outer@1(_10 5)"},
		{"a guard holds", "b0:\n" + state + "  guard.true true, s0 -> x0\n" + end, "x0: side, x9: end", eval.In{}, "end outer@9(None _20 1.5f)"},
		{"a guard is forced", "b0:\n" + state + "  guard.true true, s0 -> x0\n" + end, "x0: side, x9: end", eval.In{Force: always}, "side outer@1(_10 5)"},
		{"an overflow", "b0:\n" + state + "  v0: i64 = add.ov 9223372036854775807, 1, s0 -> x0\n" + end, "x0: deopt, x9: end", eval.In{}, "deopt outer@1(_10 5)"},
		{"no attention wanted", "b0:\n" + state + "  poll s0 -> x0\n" + end, "x0: poll, x9: end", eval.In{Poll: func() bool { return false }}, "end outer@9(None _20 1.5f)"},
		{"attention wanted", "b0:\n" + state + "  poll s0 -> x0\n" + end, "x0: poll, x9: end", eval.In{Poll: func() bool { return true }}, "poll outer@1(_10 5)"},
		{"still valid", "b0:\n" + state + "  guard.valid s0 -> x0\n" + end, "x0: deopt, x9: end", eval.In{}, "end outer@9(None _20 1.5f)"},
		{"invalid", "b0:\n" + state + "  guard.valid s0 -> x0\n" + end, "x0: deopt, x9: end", eval.In{Force: always}, "deopt outer@1(_10 5)"},
		{"inlined frames, outermost first", "b0:\n" + state + "  s1 = state f1 pc=4 (box true | box -3) in s0\n  exit s1 -> x0\n", "x0: end", eval.In{}, "end outer@1(_10 5) inner@4(true -3)"},
		{"a forced exception", "b0:\n" + state + "  v0: ref = toy.attr #0x0, #0x1, before s0 -> x0, raise s0 -> x1\n" + end, "x0: deopt, x1: error, x9: end",
			eval.In{Force: func(x *ir.Exit, _ int) bool { return x.Kind == ir.Error }}, "error outer@1(_10 5)"},
		{"arguments are passed at once", "b0:\n  jump b1(1, 2, false)\nb1(v0: i64, v1: i64, v2: bool): loop\n  branch v2, b2(), b1(v1, v0, true)\nb2:\n  s0 = state f0 pc=3 (box v0, box v1 |)\n  exit s0 -> x0\n", "x0: end", eval.In{}, "end outer@3(2 1)"},
	} {
		m, w := newMachine()
		c.in.Slots = ints(w, 10, 20)
		if got := show(w, run(t, m, body(t, c.lines, c.exits), c.in)); got != c.want {
			t.Errorf("%s: %s, want %s", c.claim, got, c.want)
		}
	}
}

// TestForceVisit takes an exit of a loop on its third visit.
func TestForceVisit(t *testing.T) {
	f := body(t, `b0:
  jump b1(0)
b1(v0: i64): loop
  s0 = state f0 pc=1 (box v0, _ |)
  v1: i64 = add.ov v0, 1, s0 -> x0
  clock 2
  jump b1(v1)
`, "x0: deopt")
	m, w := newMachine()
	out := run(t, m, f, eval.In{Slots: ints(w, 10, 20), Force: func(_ *ir.Exit, visit int) bool { return visit == 3 }})
	if got := show(w, out); got != "deopt outer@1(3 _20)" || out.Clock != 6 || out.Steps != 11 || out.Exit != f.Exits[0] {
		t.Errorf("%s, clock %d, %d steps", got, out.Clock, out.Steps)
	}
}

// TestMemory tries loads and stores of each width, with and without index.
func TestMemory(t *testing.T) {
	f := body(t, `b0:
  v0: ref = slot 0
  store v0, -2 +16 64 class=3
  store v0, 258 +24 8 class=3
  storex v0, 2, 65537 *8 +16 16 class=3
  store v0, v0 +0 64 class=4
  v1: i64 = load v0 +16 64 class=3
  v2: i64 = load v0 +16 32 class=3
  v3: i64 = load v0 +24 8 class=3
  v4: i64 = loadx v0, 4 *8 +0 16 class=3
  v5: ref = load v0 +0 64 class=4
  v6: i64 = add v1, v2
  v7: i64 = add v3, v4
  s0 = state f0 pc=1 (box v6, box v7 | v5)
  exit s0 -> x0
`, "x0: end")
	m, w := newMachine()
	out := run(t, m, f, eval.In{Slots: []uint64{w.Object(9), w.None()}})
	if got, want := show(w, out), fmt.Sprintf("end outer@1(%d %d object9)", -2+int64(0xfffffffe), 2+1); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for c, d := range out.Memory {
		if (d != 0) != (c == 3 || c == 4) {
			t.Errorf("digest of class %d: %#x", c, d)
		}
	}
}

// TestMemoryDigest checks that only contents count, and order only for opaque
// operations between.
func TestMemoryDigest(t *testing.T) {
	const head = "b0:\n  v0: ref = slot 0\n"
	const end = "  s9 = state f0 pc=1 (_, _ |)\n  exit s9 -> x9\n"
	const length = "  v1: i64 = toy.len v0\n"
	const show = "  s9 = state f0 pc=1 (box v1, _ |)\n  exit s9 -> x9\n"
	for _, c := range []struct {
		claim, a, b string
		same        bool
	}{
		{"a dead store", "  store v0, 1 +0 64 class=2\n  store v0, 2 +0 64 class=2\n" + end, "  store v0, 2 +0 64 class=2\n" + end, true},
		{"two places in another order", "  store v0, 1 +0 64 class=2\n  store v0, 2 +8 64 class=2\n" + end, "  store v0, 2 +8 64 class=2\n  store v0, 1 +0 64 class=2\n" + end, true},
		{"one place in another order", "  store v0, 1 +0 64 class=2\n  store v0, 2 +0 64 class=2\n" + end, "  store v0, 2 +0 64 class=2\n  store v0, 1 +0 64 class=2\n" + end, false},
		{"a store is gone", "  store v0, 1 +0 64 class=2\n" + end, end, false},
		{"another value", "  store v0, 1 +0 64 class=2\n" + end, "  store v0, 2 +0 64 class=2\n" + end, false},
		{"what is there is stored again", "  v1: i64 = load v0 +8 64 class=2\n  store v0, v1 +8 64 class=2\n" + end, end, true},
		{"an opaque read moves over a store of its class", "  store v0, 1 +0 64 class=2\n" + length + show, length + "  store v0, 1 +0 64 class=2\n" + show, false},
		{"an opaque read moves over a store of another class", "  store v0, 1 +0 64 class=5\n" + length + show, length + "  store v0, 1 +0 64 class=5\n" + show, true},
		{"a dead store ahead of an opaque read", "  store v0, 1 +0 64 class=2\n  store v0, 2 +0 64 class=2\n" + length + show, "  store v0, 2 +0 64 class=2\n" + length + show, true},
	} {
		m, w := newMachine()
		in := eval.In{Slots: []uint64{w.Object(9), w.None()}}
		a := run(t, m, body(t, head+c.a, "x9: end"), in)
		w.Forget()
		b := run(t, m, body(t, head+c.b, "x9: end"), in)
		if err := eval.Equal(a, b); c.same != (err == nil) {
			t.Errorf("%s: %v", c.claim, err)
		}
	}
}

// TestOpaque checks what two versions of a function must agree on.
func TestOpaque(t *testing.T) {
	const state = "  s0 = state f0 pc=1 (_, _ |)\n"
	const end = "  s9 = state f0 pc=9 (v0, v1 |)\n  exit s9 -> x9\n"
	call := func(v, args, x string) string {
		return "  " + v + ": ref = toy.call " + args + ", raise s0 -> " + x + "\n"
	}
	const hash = "  v2: i64 = toy.hash #0x5\n"
	for _, c := range []struct {
		claim, a, b string
		same        bool
	}{
		{"the same calls", state + call("v0", "#0x1", "x0") + call("v1", "#0x2", "x1") + end, state + call("v0", "#0x1", "x0") + call("v1", "#0x2", "x1") + end, true},
		{"another order", state + call("v0", "#0x1", "x0") + call("v1", "#0x2", "x1") + end, state + call("v1", "#0x2", "x1") + call("v0", "#0x1", "x0") + end, false},
		{"another operand", state + call("v0", "#0x1", "x0") + call("v1", "#0x2", "x1") + end, state + call("v0", "#0x1", "x0") + call("v1", "#0x3", "x1") + end, false},
		{"one more operand", state + call("v0", "#0x1", "x0") + call("v1", "#0x2", "x1") + end, state + call("v0", "#0x1", "x0") + call("v1", "#0x2, #0x2", "x1") + end, false},
		{"equal calls are not one", state + call("v0", "#0x1", "x0") + call("v1", "#0x1", "x1") + end, state + call("v0", "#0x1", "x0") + "  v1: ref = toy.call #0x1, raise s0 -> x1\n  s9 = state f0 pc=9 (v0, v0 |)\n  exit s9 -> x9\n", false},
		{"a pure operation moves", state + hash + call("v0", "#0x1", "x0") + call("v1", "#0x2", "x1") + end, state + call("v0", "#0x1", "x0") + call("v1", "#0x2", "x1") + hash + end, true},
	} {
		m, w := newMachine()
		in := eval.In{Slots: ints(w, 1, 2)}
		a := run(t, m, body(t, "b0:\n"+c.a, "x0: error, x1: error, x9: end"), in)
		b := run(t, m, body(t, "b0:\n"+c.b, "x0: error, x1: error, x9: end"), in)
		if err := eval.Equal(a, b); c.same != (err == nil) {
			t.Errorf("%s: %v", c.claim, err)
		}
		if len(a.Log) != 2 || a.Log[0].Op != "toy.call" {
			t.Errorf("%s: log %v", c.claim, a.Log)
		}
	}
}

// TestResultTypes checks that made-up results have the types that rows promise,
// with and without an Inventor.
func TestResultTypes(t *testing.T) {
	for set := ir.TypeSet(1); set < 32; set++ {
		ops, err := ir.NewOpTable([]ir.OpRow{{Name: "make", Args: []ir.Type{ir.I64}, Result: ir.Ref, Flags: ir.Pure, Types: set}})
		if err != nil {
			t.Fatal(err)
		}
		f := ir.NewFunc("t", ops, eval.ModelTypes)
		f.AddFrame(ir.Frame{NumLocals: 1, NumSlots: 1})
		f.Entries = []ir.Type{ir.I64}
		c := f.AtEnd(f.NewBlock())
		v := c.Add(ir.FirstGuestOp, c.AddTyped(ir.OpEntry, ir.I64, 0))
		c.Exit(c.AddAux(ir.OpState, 0, nil, v), ir.End)
		w := eval.NewModel()
		for _, words := range []eval.Words{w, struct{ eval.Words }{w}} {
			m := eval.Machine{Words: words, Uninterpreted: true}
			seen := ir.TypeSet(0)
			for n := range uint64(60) {
				out, err := m.Run(f, eval.In{Slots: []uint64{0}, Entries: []uint64{n}})
				if err != nil {
					if _, inventor := words.(eval.Inventor); inventor || set&7 != 0 {
						t.Errorf("types %v: %v", set, err)
					}
					break
				}
				seen |= w.TypeOf(out.Frames[0].Slots[0].Word)
			}
			if _, inventor := words.(eval.Inventor); !seen.Within(set) || inventor && seen != set {
				t.Errorf("types %v of a row that promises %v", seen, set)
			}
		}
	}
}

// TestOpFunc gives the toy guest's attribute a meaning.
func TestOpFunc(t *testing.T) {
	f := body(t, `b0:
  v0: ref = slot 0
  s0 = state f0 pc=1 (_, _ |)
  s1 = state f0 pc=2 (_, _ |)
  v1: ref = toy.attr v0, #0x5, before s0 -> x0, raise s1 -> x1
  s2 = state f0 pc=3 (v1, _ |)
  exit s2 -> x2
`, "x0: deopt, x1: error, x2: end")
	m, w := newMachine()
	ops := make([]eval.OpFunc, len(guesttest.Rows))
	attr, _ := guesttest.Ops.ByName("toy.attr")
	var result error
	stop := errors.New("stop")
	ops[attr-ir.FirstGuestOp] = func(_ *eval.Machine, v *ir.Value, args []uint64) (uint64, error) {
		return args[0] + uint64(v.Aux), result
	}
	m.Ops = ops
	in := eval.In{Slots: ints(w, 10, 20)}
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, "end outer@3(15 _20)"},
		{eval.ErrFail, "deopt outer@1(_10 _20)"},
		{fmt.Errorf("wrapped: %w", &eval.Raise{Err: stop}), "error outer@2(_10 _20)"},
	} {
		result = c.err
		out := run(t, m, f, in)
		if got := show(w, out); got != c.want {
			t.Errorf("%v: %s, want %s", c.err, got, c.want)
		}
		if (out.Raised != nil) != (out.Kind == ir.Error) || out.Raised != nil && !errors.Is(out.Raised, stop) {
			t.Errorf("%v: raised %v", c.err, out.Raised)
		}
	}
	result = stop
	if _, err := m.Run(f, in); !errors.Is(err, stop) || !strings.Contains(err.Error(), "toy.attr") {
		t.Errorf("an OpFunc's error: %v", err)
	}
	m.Ops, m.Uninterpreted = nil, false
	if _, err := m.Run(f, in); err == nil || !strings.Contains(err.Error(), "no meaning") {
		t.Errorf("without a meaning: %v", err)
	}
}

// TestErrors checks what ends an evaluation.
func TestErrors(t *testing.T) {
	const end = "  s9 = state f0 pc=9 (_, _ |)\n  exit s9 -> x9\n"
	small := eval.NewModel()
	small.MaxAllocs = 1
	for _, c := range []struct {
		lines, exits string
		in           eval.In
		want         string
	}{
		{"b0:\n" + end, "x9: end", eval.In{Slots: make([]uint64, 4)}, "4 slots given, the entry frame has 3"},
		{"b0:\n" + end, "x9: end", eval.In{Entries: make([]uint64, 1)}, "1 entry values given, the function has 0"},
		{"b0:\n" + end, "x9: end", eval.In{Slots: make([]uint64, 1)}, "is absent, and its memory was not given"},
		{"b0:\n  v0: ref = slot 2\n" + end, "x9: end", eval.In{Slots: make([]uint64, 2)}, "slot 2 is read, 2 slots were given"},
		{"b0:\n  v0: i64 = unbox.i64 #0x1\n" + end, "x9: end", eval.In{Slots: make([]uint64, 2)}, "unbox.i64: the word 0x1 is no int of 64 bits"},
		{"b0:\n  v0: ref = box.i64 4611686018427387904\n  s0 = state f0 pc=1 (box 4611686018427387905, _ |)\n  exit s0 -> x9\n", "x9: end", eval.In{Slots: make([]uint64, 2)}, "no memory for another int: the limit is 1"},
	} {
		m := eval.Machine{Words: small}
		_, err := m.Run(body(t, c.lines, c.exits), c.in)
		if err == nil || !strings.HasPrefix(err.Error(), "eval: @t: ") || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
	m := eval.Machine{Words: small}
	f := parse(t, "trace @t form=typed {\nframe f0 \"t\" ()\nb0:\n  jump b1()\nb1: loop\n  jump b1()\n}\n")
	if _, err := m.Run(f, eval.In{MaxSteps: 10}); !errors.Is(err, eval.ErrSteps) {
		t.Errorf("%v is not ErrSteps", err)
	}
}

// TestEqual checks each difference and its message.
func TestEqual(t *testing.T) {
	base := func() eval.Out {
		return eval.Out{
			Kind:   ir.Deopt,
			Frames: []eval.FrameState{{Name: "f", Code: 1, PC: 4, Slots: []eval.Slot{{Word: 1, Present: true}, {Word: 2}}}},
			Log:    []eval.Event{{Op: "call", Aux: 3, Args: []eval.Operand{{Type: ir.Ref, Bits: 1}, {Type: ir.F64, Bits: 1 << 62}}, Result: eval.Operand{Type: ir.Bool, Bits: 1}}},
			Raised: &eval.Raise{Err: errors.New("m")},
		}
	}
	for _, c := range []struct {
		change func(o *eval.Out)
		want   string
	}{
		{func(o *eval.Out) { o.Frames[0].Slots[1].Present = true; o.Steps, o.Clock = 9, 9; o.Frames[0].Frame = 3 }, ""},
		{func(o *eval.Out) { o.Kind = ir.Side }, "exits differ: deopt at f pc=4, side at f pc=4"},
		{func(o *eval.Out) { o.Frames = nil }, "numbers of frames differ: 1 at f pc=4, 0 at no frame"},
		{func(o *eval.Out) { o.Frames[0].PC = 5 }, "frame 0: pcs of f differ: 4, 5"},
		{func(o *eval.Out) { o.Frames[0].Code = 5 }, "frame 0: code differs: f (0x1), f (0x5)"},
		{func(o *eval.Out) { o.Frames[0].Slots[1].Word = 7 }, "frame 0: f pc=4: slot 1 differs: 0x2, 0x7"},
		{func(o *eval.Out) { o.Frames[0].Slots = o.Frames[0].Slots[:1] }, "frame 0: f pc=4: depths differ: 2, 1 slots"},
		{func(o *eval.Out) { o.Log[0].Args[0].Bits = 2 }, "events 0 of the log differ: call[3](#0x1, 2) = true, call[3](#0x2, 2) = true"},
		{func(o *eval.Out) { o.Log[0].Result.Bits = 0 }, "events 0 of the log differ: call[3](#0x1, 2) = true, call[3](#0x1, 2) = false"},
		{func(o *eval.Out) { o.Log = nil }, "event 0 of the log is missing: call[3](#0x1, 2) = true"},
		{func(o *eval.Out) {
			o.Log = append(o.Log, eval.Event{Op: "x", Args: []eval.Operand{{Type: ir.I64, Bits: 5}}})
		}, "event 1 of the log is new: x(5)"},
		{func(o *eval.Out) { o.Raised = nil }, "exceptions differ: m, <nil>"},
		{func(o *eval.Out) { o.Raised = &eval.Raise{Err: errors.New("n")} }, `exceptions differ: "m", "n"`},
		{func(o *eval.Out) { o.Memory[5] = 1 }, "memory of alias class 5 differs"},
	} {
		b := base()
		c.change(&b)
		got := ""
		if err := eval.Equal(base(), b); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	b := base()
	b.Frames[0].Slots[1].Word, b.Log[0].Args[0].Bits, b.Memory[1] = 102, 101, 9
	cmp := eval.Comparer{Same: func(x, y uint64) bool { return x%100 == y%100 }, IgnoreMemory: true}
	if err := cmp.Equal(base(), b); err != nil {
		t.Errorf("words that are the same to the guest: %v", err)
	}
	b.Frames[0].Slots[1].Word = 3
	cmp.Format = func(w uint64) string { return fmt.Sprintf("<%d>", w) }
	if err := cmp.Equal(base(), b); err == nil || !strings.HasSuffix(err.Error(), "slot 1 differs: <2>, <3>") {
		t.Errorf("with Format: %v", err)
	}
}
