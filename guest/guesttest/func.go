// Package guesttest helps to test passes, analyses and guests with random functions and
// programs. Functions are valid in their form, over the operations of any guest, with joins,
// loops, inlined frames, guards, effects, memory and virtual objects. The library's own tests
// use it.
//
//	f := ir.NewFunc("", g.Table(), g.Types)
//	guesttest.Func(f, guesttest.Bytes(seed, 200), ir.Typed)
//
// What is made depends on the bytes and on nothing else, so that a fuzzer can shrink it;
// when they are used up, the rest is as small as possible. A test of passes holds the
// function before a pass against the one behind it: golden.Oracle says whether they
// agree, on operands that golden.RandomInputs makes. Operations that the guest gives no
// meaning evaluate as unknown functions (golden.Oracle.Uninterpreted).
//
// [Language] makes random traces and regions of a guest's micro-ops, and words to run them on;
// [Differential] holds what is built of them against the guest's interpreter.
//
// [Ops] is a sample of a guest's operations, one of each kind, for tests that have no
// guest. [Graph] makes control flow alone, of any shape.
//
// The package must not know any pass or target.
package guesttest

import (
	"math/rand/v2"
	"slices"

	"github.com/tier2go/tier2/ir"
)

// Slots is the number of slots of the entry frame, all of them locals but the
// last two.
const Slots = 5

const (
	maxDepth  = 4
	maxValues = 600
)

// Bytes returns n random bytes that depend on the seed only.
func Bytes(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// gen makes one function.
type gen struct {
	f      *ir.Func
	c      ir.Cursor
	data   []byte
	avail  [ir.NumTypes][]*ir.Value // what dominates the cursor
	state  *ir.Value                // for Before; nil after an effect
	frame  *ir.Frame
	outer  *ir.Value // the caller's state in an inlined frame
	pc     uint32
	seq    int32   // micro-op
	makers []ir.Op // operations that make virtual objects
}

// Func makes a function of a form in f, which is empty. Its operations are those of
// f's table that the form has, memory operations of the guest's own among them; made
// unboxes are of what has just been boxed, so that f's guest needs types for numbers
// only where it evaluates.
func Func(f *ir.Func, data []byte, form ir.Form) {
	g := &gen{f: f, data: data, makers: makers(f.Ops)}
	f.SetForm(form)
	g.frame = f.AddFrame(ir.Frame{Name: "toy.py:1", Code: 0x10, NumLocals: Slots - 2, NumSlots: Slots, Slots: []string{"a", "b"}})
	for range g.intn(3) {
		f.Entries = append(f.Entries, []ir.Type{ir.Ref, ir.I64, ir.F64, ir.Bool, ir.U64}[g.intn(5)])
	}
	g.c = f.AtEnd(f.NewBlock())
	for i, t := range f.Entries {
		g.put(g.c.AddTyped(ir.OpEntry, t, int64(i)))
	}
	for i := range Slots - 2 {
		g.put(g.c.AddAux(ir.OpSlot, int64(i)))
	}
	g.put(f.ConstI64(int64(g.intn(256)) - 128))
	g.put(f.ConstI64(1 << 62))
	g.put(g.c.Add(ir.OpI2U, f.ConstI64(-1-int64(g.intn(256)))))
	g.put(f.ConstF64(float64(g.intn(256)) / 8))
	g.put(f.ConstBool(g.intn(2) == 1))
	g.put(f.ConstRef(uint64(g.intn(4))))
	g.statements(0)
	for len(g.data) > 0 && f.NumValues() < maxValues {
		g.statements(0)
	}
	g.step()
	g.c.Exit(g.stateOf(false), ir.End)
}

// intn returns a number below n, 0 when the bytes are used up.
func (g *gen) intn(n int) int {
	if len(g.data) == 0 {
		return 0
	}
	x := int(g.data[0]) % n
	g.data = g.data[1:]
	return x
}

func (g *gen) put(v *ir.Value) *ir.Value {
	g.avail[v.Type] = append(g.avail[v.Type], v)
	return v
}

// pick returns a value of a type, the later ones more often.
func (g *gen) pick(t ir.Type) *ir.Value {
	list := g.avail[t]
	i := len(list) - 1 - min(g.intn(len(list)), g.intn(len(list)))
	return list[i]
}

// scope runs fn and forgets the values that it made available.
func (g *gen) scope(fn func()) {
	var n [ir.NumTypes]int
	for t := range n {
		n[t] = len(g.avail[t])
	}
	fn()
	for t := range n {
		g.avail[t] = g.avail[t][:n[t]]
	}
}

// step begins an instruction: it advances the pc.
func (g *gen) step() {
	g.pc++
	g.seq++
	g.c.From = append(g.c.From[:0:0], g.seq)
	if g.intn(4) == 0 {
		g.c.From = append(g.c.From, g.seq+1)
	}
}

// newState makes a state of the current frame at the current pc.
func (g *gen) newState() *ir.Value { return g.stateOf(g.intn(4) == 0) }

// stateOf makes a state, with virtual objects or without.
func (g *gen) stateOf(virtual bool) *ir.Value {
	args := []*ir.Value{g.outer}
	if virtual && len(g.makers) > 0 {
		v := g.virtual(0)
		args = append(args, v)
		if g.intn(2) == 0 {
			args = append(args, v)
		}
	}
	n := g.frame.NumLocals + g.intn(g.frame.NumSlots-g.frame.NumLocals+1)
	args = args[:min(len(args), n+1)]
	for len(args) <= n {
		switch k := g.intn(7); {
		case k == 0 && g.outer == nil:
			args = append(args, nil)
		default:
			args = append(args, g.pick([]ir.Type{ir.Ref, ir.Ref, ir.I64, ir.F64, ir.Bool, ir.Ref, ir.U64}[k]))
		}
	}
	return g.c.AddAux(ir.OpState, ir.StateAux(g.frame.ID, 0, g.pc), args...)
}

// virtualIn reports whether a state, nil for none, holds a virtual object.
func virtualIn(s *ir.Value) bool {
	return s != nil && slices.ContainsFunc(s.StateSlots(), func(v *ir.Value) bool { return v != nil && v.Op == ir.OpNew })
}

// before returns a state for a guard here, the last one if it is still good.
func (g *gen) before() *ir.Value {
	if g.state == nil || g.intn(3) == 0 {
		g.state = g.newState()
	}
	return g.state
}

// leave gives v the states that its row asks for. Those that stand ahead of v
// in the text must be made first.
func (g *gen) states(op ir.Op) (s [ir.NumWhen]*ir.Value) {
	row := g.f.Ops.Row(op)
	if row.States[ir.Before] {
		s[ir.Before] = g.before()
	}
	if row.States[ir.Raise] {
		s[ir.Raise] = g.newState()
	}
	if row.States[ir.After] {
		s[ir.After] = g.newState()
	}
	return s
}

// add makes an operation with operands of its row's types, its states, and
// exits of fitting kinds.
func (g *gen) add(op ir.Op, t ir.Type, aux int64, args ...*ir.Value) *ir.Value {
	row := g.f.Ops.Row(op)
	for i := len(args); i < len(row.Args); i++ {
		args = append(args, g.pick(row.Args[i]))
	}
	if row.Flags&ir.Variadic != 0 {
		for range g.intn(3) {
			args = append(args, g.pick(row.Args[len(row.Args)-1]))
		}
	}
	s := g.states(op)
	v := g.c.AddTyped(op, t, aux, args...)
	kinds := [ir.NumWhen]ir.ExitKind{[]ir.ExitKind{ir.Deopt, ir.Side}[g.intn(2)], ir.Error, ir.Deopt}
	if op == ir.OpPoll {
		kinds[ir.After] = ir.Poll
	}
	for w := range ir.NumWhen {
		if s[w] != nil {
			g.f.SetExit(v, w, s[w], kinds[w])
		}
	}
	if g.f.Observable(v) {
		g.state = nil
	}
	if t != ir.Void {
		g.put(v)
	}
	return v
}

// statements makes a list of statements at the cursor.
func (g *gen) statements(depth int) {
	for n := 1 + g.intn(8); n > 0 && g.f.NumValues() < maxValues; n-- {
		g.step()
		switch k := g.intn(16); {
		case k == 12 && depth < maxDepth:
			g.branch(depth)
		case k == 13 && depth < maxDepth:
			g.loop(depth)
		case k == 14 && g.outer == nil:
			g.call(depth)
		case k == 15 && !virtualIn(g.outer):
			g.coldExit(depth)
		default:
			g.operation()
		}
	}
}

// branch makes a diamond with a parameter at the join.
func (g *gen) branch(depth int) {
	f := g.f
	t := []ir.Type{ir.Ref, ir.I64, ir.F64, ir.Bool, ir.U64}[g.intn(5)]
	cond := g.pick(ir.Bool)
	head := g.c
	state := g.state
	var ends [2]ir.Cursor
	var args [2]*ir.Value
	var sides [2]*ir.Block
	for i := range sides {
		sides[i] = f.NewBlock()
		g.c, g.state = f.AtEnd(sides[i]), state
		g.scope(func() {
			g.statements(depth + 1)
			args[i] = g.pick(t)
		})
		ends[i] = g.c
	}
	head.Branch(cond, f.Edge(sides[0]), f.Edge(sides[1]))
	join := f.NewBlock()
	g.put(f.NewParam(join, t))
	for i := range ends {
		ends[i].Jump(join, args[i])
	}
	g.c, g.state = f.AtEnd(join), nil
}

// coldExit makes a branch to a block that leaves for good.
func (g *gen) coldExit(depth int) {
	f := g.f
	head, cond, state := g.c, g.pick(ir.Bool), g.state
	cold := f.NewBlock()
	f.SetCold(cold, true)
	g.c = f.AtEnd(cold)
	g.c.Exit(g.stateOf(false), []ir.ExitKind{ir.Side, ir.End, ir.Dynamic}[g.intn(3)])
	next := f.NewBlock()
	head.Branch(cond, f.Edge(cold), f.Edge(next))
	g.c, g.state = f.AtEnd(next), state
}

// loop makes a counted loop: header(n, x): body; n' = n−1; if n' > 0 again.
func (g *gen) loop(depth int) {
	f := g.f
	t := []ir.Type{ir.Ref, ir.I64, ir.F64, ir.Bool, ir.U64}[g.intn(5)]
	head, done := f.NewBlock(), (*ir.Block)(nil)
	f.SetLoop(head, true)
	g.c.Jump(head, f.ConstI64(int64(1+g.intn(4))), g.pick(t))
	g.c, g.state = f.AtEnd(head), nil
	n, x := f.NewParam(head, ir.I64), f.NewParam(head, t)
	g.scope(func() {
		g.put(x)
		g.statements(depth + 1)
		left := g.c.Add(ir.OpSub, n, f.ConstI64(1))
		again := g.c.Add(ir.OpGt, left, f.ConstI64(0))
		back := f.Edge(head, left, g.pick(t))
		done = f.NewBlock()
		g.c.Branch(again, back, f.Edge(done))
	})
	g.put(n)
	g.put(x)
	g.c, g.state = f.AtEnd(done), nil
}

// call makes the body of an inlined call.
func (g *gen) call(depth int) {
	g.outer = g.newState()
	outer, pc := g.frame, g.pc
	locals := g.intn(3)
	g.frame = g.f.AddFrame(ir.Frame{Name: "callee.py:9", NumLocals: locals, NumSlots: locals + 2, Caller: outer})
	g.state, g.pc = nil, 0
	g.statements(maxDepth)
	g.frame, g.outer, g.pc, g.state = outer, nil, pc, nil
}
