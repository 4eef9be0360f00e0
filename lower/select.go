package lower

import (
	"fmt"
	"slices"

	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
)

// ExitPoint is one place in the code that may leave: an exit of the IR at one
// instruction. One exit of the IR has several when its guard takes several
// instructions, because the state's values lie in different places at each.
type ExitPoint struct {
	Exit  *ir.Exit
	Inst  InstID
	First int32 // the state's operands: Func.Operands[First : First+N]
	N     int32
	// Memory: everything has been written to the guest's frames.
	Memory bool
	// Caller is set for the row that a return to a frame goes through: the
	// frame's state.
	Caller *ir.Value
}

// Rule lowers one IR value: it emits machine operations and returns the
// result's place, None if the value has none.
type Rule func(a *Asm, v *ir.Value) V

// Rules are the lowering rules by operation. The core has its own (CoreRules);
// what depends on the guest's words, frames and VM comes from the guest.
type Rules []Rule

// Error says why a function cannot be lowered.
type Error struct {
	Op   string // operation
	What string
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("lower: %s: %s", e.Op, e.What) }

// Selector turns IR functions into machine form. It is reused between compiles
// and not safe for concurrent use.
type Selector struct {
	Target *Target
	Rules  Rules
	Frame  *FrameLayout
	// Clock is the address of the bytecode clock's word, of 8 bytes; 0: it does not run.
	Clock uint64
	// Routine finds a routine by name: Asm.Routine. nil: there are none.
	Routine func(name string) (*Routine, error)
	// Known returns what is known of a value (package analysis/types); nil: nothing is.
	Known func(v *ir.Value) ir.Fact
	// Budget says that polls leave, too, when the bytecode clock's word is not negative.
	Budget bool

	asm    Asm
	fn     Func
	blocks []BlockID // by ir block id: its first machine block
	ends   []BlockID // by ir block id: its last machine block
	mids   []mid     // blocks on edges that would be critical
	needed []bool    // by ir value id: a compare that must exist as a Bool
	uses   []uint8   // by ir value id: how often it is used, 2 for more
	late   lateValues
	bases  bases
	places []int // by ir block id: its index
}

// mid is a block on the edge to a block's successor.
type mid struct {
	from  int32 // ir block id
	succ  int
	block BlockID
	late  int // the first of the values that are made in it: lateValues.made
}

// Borders is what a function meets where it begins and where it ends. A routine has no
// Entry: its operands are where the target's convention says. The zero value is a
// function that is entered, and left, with everything in the guest's frame.
type Borders struct {
	// Entry has the places of the function's entry values (ir.OpEntry).
	Entry []Loc
	// FirstSlot is the first slot of the native frame that the function may use for itself.
	FirstSlot int
	// Valid is the address of the word, of 8 bytes, that is 1 while the executor is valid.
	Valid uint64
	// Vain, if not 0, is the address of a word, of 8 bytes, that the ways of VainWays add to. Where it is
	// not negative, polls leave.
	Vain     uint64
	VainWays []VainWay
	// End, if not nil, says how the function leaves by its end, of which it has one then,
	// with one frame.
	End *EndPlan
}

// VainWay is a way into a join on which some tests behind the join are executed in vain.
type VainWay struct {
	From, To *ir.Block
	Tests    int64
}

// Select returns the machine form of f, valid until the next call.
func (s *Selector) Select(f *ir.Func, at Borders) (fn *Func, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			fn, err = nil, r
		default:
			panic(r)
		}
	}()
	s.fn = Func{
		Name: f.Name, FirstSlot: at.FirstSlot,
		Blocks: s.fn.Blocks[:0], Insts: s.fn.Insts[:0], Operands: s.fn.Operands[:0], Classes: s.fn.Classes[:0],
		Entry: s.fn.Entry[:0], Exits: s.fn.Exits[:0], Sites: s.fn.Sites[:0], Routines: s.fn.Routines[:0],
	}
	a := &s.asm
	a.reset(s.Target, &s.fn, f.NumValues())
	a.find, a.known = s.Routine, s.Known
	a.ir, a.Frame, a.valid, a.clock, a.budget, a.end, a.vain = f, s.Frame, at.Valid, s.Clock, s.Budget, at.End, at.Vain
	s.blocks = dense.Grow(s.blocks, f.NumBlocks())
	s.ends = dense.Grow(s.ends, f.NumBlocks())
	s.mids = s.mids[:0]
	s.asm.words = f.Words
	s.markNeeded(f)
	s.markFused(f)
	s.late.find(f, a)
	s.bases.find(f, &s.late, a)
	for _, c := range f.Consts() {
		a.vals[c.ID] = Imm(c.Aux)
	}
	s.places = dense.Grow(s.places, f.NumBlocks())
	for i, b := range f.Blocks {
		s.places[b.ID] = i
	}
	loopEnd := -1
	for i, b := range f.Blocks {
		if b.Loop {
			for _, p := range b.Preds {
				loopEnd = max(loopEnd, s.places[p.ID])
			}
		}
		a.loop, a.place = i <= loopEnd, int32(i)
		s.blocks[b.ID] = a.Block()
		switch {
		case i > 0:
		case f.Returns != ir.Void:
			s.enterRoutine(f)
		default:
			s.entries(f, at.Entry)
		}
		for _, p := range b.Params {
			r := a.F.NewVReg(ClassOf(p.Type))
			a.vals[p.ID] = V{reg: r}
			a.F.Blocks[a.cur].Params = append(a.F.Blocks[a.cur].Params, r)
		}
		a.cold = b.Cold
		a.F.Blocks[a.cur].Cold = b.Cold
		for v := b.First(); v != nil; v = v.Next() {
			if v.Op == ir.OpJump {
				s.inVain(b, b.Succs[0].To, at.VainWays)
				s.bases.make(a, b, b.Succs[0].To)
			}
			s.value(f, v)
		}
		s.ends[b.ID] = a.cur
		s.split(b, at.VainWays)
	}
	a.linking = true
	s.edges(f)
	s.loops(f)
	a.finish()
	return &s.fn, nil
}

// split makes a block for each edge of b that would be critical: moves between the
// two blocks need a place. It stands right behind b, so that it is in the loops that
// b is in.
func (s *Selector) split(b *ir.Block, vain []VainWay) {
	a := &s.asm
	for i, e := range b.Succs {
		if !split(b, e.To) {
			continue
		}
		s.mids = append(s.mids, mid{int32(b.ID), i, a.Block(), len(s.late.made)})
		a.F.Blocks[a.cur].Cold = e.To.Cold || s.late.leaves(b, e.To)
		s.inVain(b, e.To, vain)
		s.bases.make(a, b, e.To)
		s.late.make(a, e.Args)
		a.op(Inst{Op: MJump, Flags: IsTerm, Exit: -1}, NoVReg)
	}
}

// inVain counts, on a way, the tests that are executed in vain behind it.
func (s *Selector) inVain(from, to *ir.Block, list []VainWay) {
	for _, w := range list {
		if w.From == from && w.To == to {
			s.asm.AddMem(static(s.asm.vain, 8), w.Tests)
		}
	}
}

// ClassOf returns the register class of a representation.
func ClassOf(t ir.Type) Class {
	if t == ir.F64 {
		return FPR
	}
	return GPR
}

func (s *Selector) entries(f *ir.Func, entry []Loc) {
	if len(entry) != len(f.Entries) {
		panic(&Error{"entry", fmt.Sprintf("%d places for %d values", len(entry), len(f.Entries))})
	}
	for i, t := range f.Entries {
		s.fn.Entry = append(s.fn.Entry, Entry{s.fn.NewVReg(ClassOf(t)), entry[i]})
	}
}

// isCompare reports whether an operation is a comparison that guards and
// branches do themselves.
func isCompare(op ir.Op) bool {
	return op >= ir.OpEq && op <= ir.OpUlt || op >= ir.OpFEq && op <= ir.OpFGe || op == ir.OpSame
}

// compared returns the comparison by which a condition is tested directly: its own, or
// that of a boxed bool with the guest's word for true. It is no comparison if !ok.
func (a *Asm) compared(cond *ir.Value) (c Cond, x, y V, ok bool) {
	switch {
	case isCompare(cond.Op):
		return intConds[cond.Op], a.Val(cond.Args[0]), a.Val(cond.Args[1]), true
	case cond.Op == ir.OpUnboxBool && a.words != nil:
		return EQ, a.Val(cond.Args[0]), Word(a.words.BoxBool(true)), true
	}
	return c, x, y, false
}

// markNeeded finds the comparisons whose result is used by anything but guards,
// branches and selections.
func (s *Selector) markNeeded(f *ir.Func) {
	if cap(s.needed) < f.NumValues() {
		s.needed = make([]bool, f.NumValues())
	}
	if cap(s.uses) < f.NumValues() {
		s.uses = make([]uint8, f.NumValues())
	}
	s.needed, s.uses = s.needed[:f.NumValues()], s.uses[:f.NumValues()]
	clear(s.needed)
	clear(s.uses)
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			tests := v.Op == ir.OpGuardTrue || v.Op == ir.OpGuardFalse || v.Op == ir.OpBranch || v.Op == ir.OpSelect || v.Op == ir.OpFSelect
			for _, x := range v.Args {
				if x != nil {
					s.needed[x.ID] = s.needed[x.ID] || !tests
					s.uses[x.ID] = min(s.uses[x.ID]+1, 2)
				}
			}
		}
		for _, e := range b.Succs {
			for _, x := range e.Args {
				s.needed[x.ID] = true
				s.uses[x.ID] = min(s.uses[x.ID]+1, 2)
			}
		}
	}
}

// markFused finds the products and shifts whose only use is a sum or difference in
// their block that does both in one operation, and the bits that only guards, branches
// and selections test: they are lowered there.
func (s *Selector) markFused(f *ir.Func) {
	a := &s.asm
	if cap(a.fused) < f.NumValues() {
		a.fused = make([]bool, f.NumValues())
	}
	a.fused = a.fused[:f.NumValues()]
	clear(a.fused)
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			switch {
			case v.Op == ir.OpAdd && (s.fuse(v, v.Args[1]) || s.fuse(v, v.Args[0])):
			case v.Op == ir.OpSub:
				s.fuse(v, v.Args[1])
			case !s.needed[v.ID] && a.testsBits(v):
				a.fused[v.Args[0].ID] = s.uses[v.Args[0].ID] == 1
			}
		}
	}
}

// fuse marks m if v, which uses it, can do its work too.
func (s *Selector) fuse(v, m *ir.Value) bool {
	a := &s.asm
	if s.uses[m.ID] != 1 || m.Block != v.Block {
		return false
	}
	_, scaled := a.scale(m)
	ok := scaled && v.Op == ir.OpAdd || m.Op == ir.OpMul && a.T.MulAdd && !m.Args[0].IsConst() && !m.Args[1].IsConst()
	a.fused[m.ID] = ok
	return ok
}

// testsBits reports whether a value says if some bits of another one are all 0, or if
// one is not.
func (a *Asm) testsBits(v *ir.Value) bool {
	if v.Op != ir.OpEq && v.Op != ir.OpNe || v.Args[1].Op != ir.OpConstI64 || v.Args[1].Int() != 0 {
		return false
	}
	m := v.Args[0]
	return m.Op == ir.OpAnd && m.Args[1].Op == ir.OpConstI64 && !m.Args[0].IsConst() && a.T.ImmOK(MBrBitsI, m.Args[1].Int())
}

// scale returns the power of two that a value multiplies its first operand by, if the
// target has such an index.
func (a *Asm) scale(m *ir.Value) (uint8, bool) {
	if m.Op != ir.OpShl || m.Args[1].Op != ir.OpConstI64 {
		return 0, false
	}
	n := m.Args[1].Int()
	return 1 << (n & 7), n > 0 && n < 8 && 1<<n <= int64(a.T.MaxScale)
}

// add lowers a sum, with the product or shift that it takes over.
func add(a *Asm, v *ir.Value) V {
	x, m := v.Args[0], v.Args[1]
	if a.fused[x.ID] {
		x, m = m, x
	}
	if !a.fused[m.ID] {
		return a.Add(a.Val(x), a.Val(m))
	}
	if n, ok := a.scale(m); ok {
		return a.Lea(a.Val(x), a.Val(m.Args[0]), n, 0)
	}
	return a.MulAdd(a.Val(x), a.Val(m.Args[0]), a.Val(m.Args[1]))
}

func sub(a *Asm, v *ir.Value) V {
	if m := v.Args[1]; a.fused[m.ID] {
		return a.MulSub(a.Arg(0), a.Val(m.Args[0]), a.Val(m.Args[1]))
	}
	return a.Sub(a.Arg(0), a.Arg(1))
}

// value lowers one value.
func (s *Selector) value(f *ir.Func, v *ir.Value) {
	a := &s.asm
	tested := isCompare(v.Op) || v.Op == ir.OpUnboxBool && a.words != nil
	if v.Op == ir.OpState || v.Op == ir.OpNew || tested && !s.needed[v.ID] || a.fused[v.ID] || a.late[v.ID] {
		return
	}
	a.origin, a.at, a.when = v.ID, v, ir.Before
	if v.Exits[ir.Before] == nil && v.Exits[ir.After] != nil {
		a.when = ir.After
	}
	if v.Op == ir.OpEntry {
		a.vals[v.ID] = V{reg: s.fn.Entry[v.Aux].V}
		return
	}
	rule := s.Rules[v.Op]
	if rule == nil {
		panic(&Error{f.Row(v).Name, "no lowering on this target"})
	}
	a.vals[v.ID] = rule(a, v)
}

// Folds returns how often each rule of folding has been applied since the selector was
// made, by name, without those that have not.
func (s *Selector) Folds() map[string]int {
	m := map[string]int{}
	for i, n := range s.asm.folds {
		if n > 0 {
			m[ruleNames[i]] = n
		}
	}
	return m
}

// Val returns where selection has put a value of the function selected last.
func (s *Selector) Val(v *ir.Value) V { return s.asm.Val(v) }

// Val returns the place of an operand.
func (a *Asm) Val(v *ir.Value) V {
	x := a.vals[v.ID]
	if x == None {
		panic(&Error{a.ir.Row(v).Name, fmt.Sprintf("its rule (guest.Op.Lower, guest.Guest.Lower) has given no place for %v, which is used", v)})
	}
	return x
}

// Arg returns the place of operand i of the value being lowered.
func (a *Asm) Arg(i int) V { return a.Val(a.at.Args[i]) }

// newExit adds an exit point for the value being lowered and returns its
// number.
func (a *Asm) newExit() int32 {
	x := a.at.Exits[a.when]
	if x == nil {
		panic(&Error{a.at.String(), "leaves without an exit"})
	}
	a.F.Exits = append(a.F.Exits, ExitPoint{Exit: x})
	return int32(len(a.F.Exits) - 1)
}

// addState gives an instruction the operands of its exit's state. They may lie
// anywhere, but must outlive what the instruction writes.
func (a *Asm) addState(in *Inst, def VReg) {
	x := &a.F.Exits[in.Exit]
	if x.Memory {
		x.Inst = InstID(len(a.F.Insts))
		return
	}
	x.Inst, x.First = InstID(len(a.F.Insts)), int32(len(a.F.Operands))
	pos := Early
	if def != NoVReg || in.Clobber != 0 {
		pos = Late
	}
	a.tick++
	for len(a.seen) < len(a.F.Classes) {
		a.seen = append(a.seen, 0)
	}
	for st := x.Exit.State(); st != nil; st = st.StateCaller() {
		a.addHeld(in, st.StateSlots(), pos)
	}
	x.N = int32(len(a.F.Operands)) - x.First
}

// addHeld gives an instruction the values that a state holds, those that its
// virtual objects consist of among them, as operands, each once.
func (a *Asm) addHeld(in *Inst, list []*ir.Value, pos Pos) {
	for _, v := range list {
		switch {
		case v == nil:
			continue
		case v.Op == ir.OpNew:
			for int(v.ID) >= len(a.made) {
				a.made = append(a.made, 0)
			}
			if a.made[v.ID] != a.tick {
				a.made[v.ID] = a.tick
				a.addHeld(in, v.Args, pos)
			}
			continue
		}
		o := a.Val(v)
		if o.isImm || a.seen[o.reg] == a.tick {
			continue
		}
		a.seen[o.reg] = a.tick
		a.F.Operands = append(a.F.Operands, Operand{V: o.reg, Kind: Use, Constraint: InAny, Pos: pos})
		in.NumOps++
	}
}

// edges gives every machine block that ends an IR block its edges.
func (s *Selector) edges(f *ir.Func) {
	a, mids := &s.asm, s.mids
	for _, b := range f.Blocks {
		from := s.ends[b.ID]
		for i, e := range b.Succs {
			from, made := from, 0
			if len(mids) > 0 && mids[0].from == int32(b.ID) && mids[0].succ == i {
				a.link(from, mids[0].block)
				made, from, mids = mids[0].late, mids[0].block, mids[1:]
			}
			args := make([]VReg, len(e.Args))
			for k, x := range e.Args {
				if a.late[x.ID] {
					args[k] = s.late.made[made]
					made++
					continue
				}
				args[k] = a.reg(ClassOf(x.Type), a.Val(x)).reg
			}
			a.link(from, s.blocks[e.To.ID], args...)
		}
	}
}

// loops fills in the loop structure of the machine blocks from the order of the
// blocks: a loop is what lies between a header and the last block that jumps
// back to it, or is in a loop inside: an inner loop may go on with the outer one
// from its middle.
func (s *Selector) loops(f *ir.Func) {
	blocks := s.fn.Blocks
	for _, b := range slices.Backward(f.Blocks) { // inner loops first
		if !b.Loop {
			continue
		}
		head := s.blocks[b.ID]
		end := head
		for _, p := range blocks[head].Preds {
			end = max(end, p)
		}
		for i := head + 1; i <= end; i++ {
			end = max(end, blocks[i].LoopEnd)
		}
		blocks[head].LoopEnd = end
	}
	for i := range blocks {
		for k := BlockID(i); k <= blocks[i].LoopEnd; k++ {
			blocks[k].LoopDepth++
			blocks[k].LoopHead = BlockID(i)
		}
	}
}

// intConds and floatConds give the condition of each comparison.
var intConds = map[ir.Op]Cond{
	ir.OpEq: EQ, ir.OpNe: NE, ir.OpLt: LT, ir.OpLe: LE, ir.OpGt: GT, ir.OpGe: GE, ir.OpUlt: ULT, ir.OpSame: EQ,
	ir.OpFEq: EQ, ir.OpFNe: NE, ir.OpFLt: LT, ir.OpFLe: LE, ir.OpFGt: GT, ir.OpFGe: GE,
}
