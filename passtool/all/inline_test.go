package all_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/golden"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
)

// TestInlineRandom inlines random routines into functions that know this and that of the
// operands, and holds what they do against the operation, which calls the routine.
func TestInlineRandom(t *testing.T) {
	toy := toyguest.New()
	r := &randomRoutines{heap: toy.Heap}
	g := &guest.Guest{Name: "toy", Uops: toy.Uops, Types: toy.Types, Words: toy.Heap, World: toy.World, Routine: r.text}
	g.Ops = append(slices.Clone(toy.Ops), r.ops()...)
	if err := g.Init(); err != nil {
		t.Fatal(err)
	}
	s := &subject{set: newSet(t)}
	s.oracle = golden.Oracle{Guest: g, Reset: toy.Heap.Reset}
	s.oracle.Compare.Format = format(toy.Heap)
	seen := map[golden.Verdict]int{}
	fired := 0
	for seed := range programs(1200) {
		r.begin(seed)
		s.name = fmt.Sprintf("routine, seed %d\n%s", seed, r.routine)
		var err error
		if r.f, err = g.RoutineFunc(r.name); err != nil {
			t.Fatalf("%v\n%s", err, r.routine)
		}
		text := r.caller()
		f, err := irtext.Parse("caller", []byte(text), g.Table(), g.Types, irtext.Options{Names: toy.Heap})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var inputs []golden.Input
		for range 8 {
			inputs = append(inputs, golden.Input{Slots: r.slots()})
		}
		before := irtext.String(f)
		if irtext.String(s.checkFunc(t, f, "inline{loop=30,once=30}", inputs, seed%3/2*seed, seen)) != before {
			fired++
		}
	}
	t.Logf("%d inlined, %v", fired, seen)
	if seen[golden.Same] < fired || fired < int(programs(1200))/4 {
		t.Errorf("only %d routines inlined, %v", fired, seen)
	}
}

// randomRoutines makes routines of two words that return a truth value, and callers of them.
type randomRoutines struct {
	heap    *toyguest.Heap
	rand    *rand.Rand
	machine eval.Machine
	f       *ir.Func // the routine at hand

	name, routine    string
	pair             bool // the first operand is a pair, otherwise a list
	gives            bool // it may give up
	stores           bool // it may store to a list's elements; then it does not give up
	storing          storing
	b                strings.Builder
	values, blocks   int
	refs, ints, bits []string // values that a block may use; bits are truth values
}

// storing are the words of a routine that a machine runs as an operation: the machine's digest sees its stores.
type storing struct {
	*toyguest.Heap
	by *eval.Machine
}

func (s *storing) Store(base uint64, disp int64, k ir.MemKind, x uint64) error {
	return s.by.Store(toyguest.ClassItems, base, disp, k, x)
}

func (r *randomRoutines) text(string) ([]byte, error) { return []byte(r.routine), nil }

// ops are the operation that is the routine, and its opposite.
func (r *randomRoutines) ops() []guest.Op {
	row := ir.OpRow{Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Bool, Reads: ir.AllMemory, Writes: 1 << toyguest.ClassItems}
	op := func(name string, flip uint64, result ...ir.Op) guest.Op {
		boxed := slices.Contains(result, ir.OpBoxBool)
		row.Name, row.Result = name, ir.Bool
		if boxed {
			row.Result = ir.Ref
		}
		return guest.Op{OpRow: row,
			Inline: func(v *ir.Value) (guest.Inlined, bool) {
				return guest.Inlined{Routine: r.name, Operands: slices.Clone(v.Args), Result: result}, true
			},
			Eval: func(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
				r.storing = storing{r.heap, m}
				r.machine.Words = &r.storing
				out, err := r.machine.Run(r.f, eval.In{Entries: slices.Clone(a)})
				if out.GaveUp {
					out.Returned = (a[0]>>3 ^ a[1]) & 1
				}
				if out.Returned ^= flip; boxed {
					out.Returned = r.heap.BoxBool(out.Returned != 0)
				}
				return out.Returned, err
			}}
	}
	return []guest.Op{op("t.do", 0), op("t.not", 1, ir.OpBNot), op("t.box", 0, ir.OpBoxBool), op("t.notbox", 1, ir.OpBNot, ir.OpBoxBool)}
}

func (r *randomRoutines) one(list []string) string { return list[r.rand.IntN(len(list))] }

func (r *randomRoutines) line(format string, args ...any) {
	fmt.Fprintf(&r.b, "  "+format+"\n", args...)
}

// value writes an operation and returns its name.
func (r *randomRoutines) value(typ, format string, args ...any) string {
	v := fmt.Sprintf("v%d", r.values)
	r.values++
	r.line("%s: %s = %s", v, typ, fmt.Sprintf(format, args...))
	return v
}

// begin makes a seed's routine.
func (r *randomRoutines) begin(seed uint64) {
	r.rand = rand.New(rand.NewPCG(seed, 0x696e6c696e65))
	r.name, r.pair, r.gives = fmt.Sprintf("do%d", seed), r.rand.IntN(2) == 0, r.rand.IntN(3) == 0
	r.stores = !r.pair && !r.gives && r.rand.IntN(2) == 0
	r.b.Reset()
	otherwise := ""
	if r.gives {
		otherwise = " else 0x2"
	}
	fmt.Fprintf(&r.b, "trace @%s form=typed {\nentries (ref, ref)\nreturns bool%s\nb0:\n", r.name, otherwise)
	r.values, r.blocks = 0, 2
	r.refs = []string{r.value("ref", "entry 0"), r.value("ref", "entry 1")}
	r.ints, r.bits = nil, nil
	r.block(3)
	r.b.WriteString("b1(v999: bool):\n  ret v999\n}\n")
	r.routine = r.b.String()
	if !strings.Contains(r.routine, "b1(v") || strings.Count(r.routine, "b1(") == 1 { // nothing leads there
		r.routine = strings.Replace(r.routine, "b1(v999: bool):\n  ret v999\n", "", 1)
	}
}

var (
	smallInts = []string{"0", "1", "2", "3", "7", "8", "255", "-1", "562949953421312", "562949953421319", "562949953421320", "9223372036854775807"}
	listLoads = []string{"load v0 +8 64 class=2", "load v0 +16 64 class=2", "load v0 +24 64 class=2"}
	pairLoads = []string{"load v0 +8 64 class=3", "load v0 +16 64 class=3"}
)

// compute writes an operation of what is there.
func (r *randomRoutines) compute() {
	number := func() string {
		if len(r.ints) > 0 && r.rand.IntN(3) > 0 {
			return r.one(r.ints)
		}
		return r.one(smallInts)
	}
	switch n := r.rand.IntN(10); {
	case r.stores && r.rand.IntN(6) == 0:
		r.line("store v0, %s +%d 64 class=2", r.one(r.refs), 8+8*r.rand.IntN(3))
	case n < 2:
		r.ints = append(r.ints, r.value("i64", "bits %s", r.one(r.refs)))
	case n < 4:
		loads := listLoads
		if r.pair {
			loads = pairLoads
		}
		r.refs = append(r.refs, r.value("ref", "%s", r.one(loads)))
	case n < 5 && !r.pair:
		r.ints = append(r.ints, r.value("i64", "load v0 +4 32 class=1"))
	case n < 7:
		r.bits = append(r.bits, r.value("bool", "same %s, %s", r.one(r.refs), r.one(r.refs)))
	case n < 8 && len(r.ints) > 0:
		r.ints = append(r.ints, r.value("i64", "%s %s, %s", r.one([]string{"add", "sub", "and"}), r.one(r.ints), number()))
	case len(r.ints) > 0:
		r.bits = append(r.bits, r.value("bool", "%s %s, %s", r.one([]string{"ult", "ult", "eq", "ne"}), number(), number()))
	}
}

// truth returns a truth value.
func (r *randomRoutines) truth() string {
	for len(r.bits) == 0 {
		r.compute()
	}
	return r.bits[len(r.bits)-1-r.rand.IntN(min(2, len(r.bits)))]
}

// result returns what a way returns: often a constant.
func (r *randomRoutines) result() string {
	if r.rand.IntN(2) == 0 {
		return r.one([]string{"true", "false"})
	}
	return r.truth()
}

// block writes what a block has behind its label, and all that it leads to.
func (r *randomRoutines) block(depth int) {
	for range 1 + r.rand.IntN(3) {
		r.compute()
	}
	if depth == 0 || r.rand.IntN(5) == 0 {
		switch n := r.rand.IntN(6); {
		case n == 0 && r.gives:
			r.line("giveup")
		case n < 3:
			r.line("ret %s", r.result())
		default:
			r.line("jump b1(%s)", r.result())
		}
		return
	}
	label := func() int { r.blocks++; return r.blocks - 1 }
	if len(r.ints) > 1 && r.rand.IntN(4) == 0 { // two numbers change places three times
		loop, body, behind := label(), label(), label()
		x, y, i := fmt.Sprintf("v%d", r.values), fmt.Sprintf("v%d", r.values+1), fmt.Sprintf("v%d", r.values+2)
		r.values += 3
		r.line("jump b%d(%s, %s, 0)", loop, r.one(r.ints), r.one(r.ints))
		fmt.Fprintf(&r.b, "b%d(%s: i64, %s: i64, %s: i64): loop\n", loop, x, y, i)
		r.line("branch %s, b%d(), b%d()", r.value("bool", "ult %s, 3", i), body, behind)
		fmt.Fprintf(&r.b, "b%d:\n", body)
		r.line("jump b%d(%s, %s, %s)", loop, y, x, r.value("i64", "add %s, 1", i))
		fmt.Fprintf(&r.b, "b%d:\n", behind)
		r.ints = append(r.ints, x, y)
		r.block(depth - 1)
		return
	}
	yes, no := label(), label()
	r.line("branch %s, b%d(), b%d()", r.truth(), yes, no)
	refs, ints, bits := len(r.refs), len(r.ints), len(r.bits)
	for _, b := range []int{yes, no} {
		fmt.Fprintf(&r.b, "b%d:\n", b)
		r.block(depth - 1)
		r.refs, r.ints, r.bits = r.refs[:refs:refs], r.ints[:ints:ints], r.bits[:bits:bits]
	}
}

// caller makes a function that calls the routine. Slots 0 and 1 are any words, slot 2 is a list.
func (r *randomRoutines) caller() string {
	r.b.Reset()
	r.values = 0
	r.b.WriteString("trace @caller form=typed {\nframe f0 \"toy\" () locals=3 slots=5\nb0:\n")
	v0, v1, v2 := r.value("ref", "slot 0"), r.value("ref", "slot 1"), r.value("ref", "slot 2")
	r.line("s0 = state f0 pc=0 (_, _, _ |)")
	n := r.value("i64", "guard.i64 %s, s0 -> x0", v0)
	any := []string{v0, v1, v2, "#L1", "#20", "#L0", "#7", "#1", "#0"}
	for _, m := range []string{"1", "7", "255", "1152921504606846975"} { // the ints of the last one may need an object
		any = append(any, r.value("ref", "box.i64 %s", r.value("i64", "and %s, %s", n, m)))
	}
	pair := func() string { return r.value("ref", "toy.pair %s, %s", r.one(any), r.one(any)) }
	first := ""
	if r.pair {
		first = pair()
	} else {
		first = r.one([]string{v2, "#L0", "#L1", "#L2"})
	}
	second := r.one(append(any, first, pair()))
	op := r.one([]string{"t.do", "t.do", "t.not"})
	r.line("s1 = state f0 pc=1 (_, _, _ |)")
	if r.rand.IntN(2) == 0 {
		did := ""
		if r.rand.IntN(2) == 0 {
			did = r.value("ref", "box.bool %s", r.value("bool", "%s %s, %s", op, first, second))
		} else {
			did = r.value("ref", "%s %s, %s", r.one([]string{"t.box", "t.notbox"}), first, second)
		}
		r.line("s2 = state f0 pc=2 (%s, %s, _ |)", did, second)
		r.b.WriteString("  exit s2 -> x1\n}\nexits x0: deopt, x1: end\n")
		return r.b.String()
	}
	did := r.value("bool", "%s %s, %s", op, first, second)
	held, exits := r.one([]string{"_", first, second}), "x0: deopt, x1: end, x2: end"
	switch r.rand.IntN(4) { // what stands between the operation and the branch is needed
	case 0:
		held = r.value("ref", "box.bool %s", did)
	case 1:
		r.line("s5 = state f0 pc=2 (_, _, _ |)")
		held = r.value("ref", "guard.type %s, {int}, s5 -> x3", v1)
		exits += ", x3: deopt"
	}
	fmt.Fprintf(&r.b, "  branch %s, b1(), b2()\nb1:\n  s3 = state f0 pc=3 (_, %s, _ |)\n  exit s3 -> x1\nb2:\n  s4 = state f0 pc=4 (_, _, _ |)\n  exit s4 -> x2\n}\nexits %s\n", did, held, exits)
	return r.b.String()
}

// slots are an input.
func (r *randomRoutines) slots() []uint64 {
	words := r.heap.Words()
	ints := []string{"0", "1", "2", "3", "7", "10", "20", "30", "255", "-1", "1125899906842624"}
	n, _ := r.heap.ParseWord(r.one(ints)) // an int that the test has
	return []uint64{n, words[r.rand.IntN(len(words))], r.heap.List(r.rand.IntN(3)), words[0], words[0]}
}
