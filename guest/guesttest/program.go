package guesttest

import (
	"slices"

	"github.com/tier2go/tier2/uop"
)

// Kind is a kind of words, numbered by the guest from 0: what its guards tell apart.
type Kind int

// AnyKind is the kind of a word of which a program knows nothing.
const AnyKind Kind = -1

// Language describes a guest with an operand stack, from which Trace and Region make random
// programs: the micro-ops that every program has, and the statements that are the guest's own.
//
// Every program has one shape: local 0 counts up to local 1, in a loop or once; the
// statements read all locals and write the others. Each of the functions emits the micro-ops of one guest
// instruction, behind the Begin that stands ahead of it; Program itself keeps the kinds of locals and stack.
type Language struct {
	Table *uop.Table
	// Locals are the kinds of the entry frame's locals: at least three, the first two are Counter.
	Locals []Kind
	// NumKinds is the number of kinds.
	NumKinds int
	// Counter is the kind of numbers that count, Truth the kind that Less leaves.
	Counter, Truth Kind
	// Stack is the number of entries that statements may leave on a frame's stack, 0 none.
	Stack int
	// Code returns the handle of a code with this number of locals, which has room for
	// Stack + 4 entries of the operand stack.
	Code func(locals int) uint64
	// Count returns the word of a small number of the kind Counter, 0 among them.
	Count func(n int) uint64
	// Word returns a random word of a kind: odd ones often.
	Word func(k Kind, intn func(n int) int) uint64
	// Unset is what a local of an inlined call holds that is no argument, and its kind.
	Unset     uint64
	UnsetKind Kind

	// Begin begins a guest instruction at a pc; nil: the guest has no micro-op for it.
	Begin func(p *Program, pc uint32)
	// Load pushes a local, Store pops to one, Const pushes a word.
	Load, Store func(p *Program, local int)
	Const       func(p *Program, w uint64)
	// Add pops two numbers, guarded to be of the kind Counter, and pushes their sum.
	// Less pops y, x, guarded likewise, and pushes whether x < y.
	Add, Less func(p *Program)
	// Unless pops a truth; execution goes on at the target if it is false.
	Unless func(p *Program, target uint32)
	// Poll polls for interrupts and goes on at the target, Loop ends a trace that goes on at
	// its top, End one that leaves to the target.
	Poll, Loop, End func(p *Program, target uint32)
	// Call pops arguments and begins a frame of a code; the caller goes on at the program's
	// PC. Return ends a frame and pushes what was on top of its stack. nil: no calls.
	Call   func(p *Program, code uint64, args int)
	Return func(p *Program)

	// Start makes what stands ahead of a trace's first statement; nil: nothing.
	Start func(p *Program)
	// Statements are the guest's own, drawn by their weights, beside those that each
	// language has: a local that stays on the stack, a store, a call.
	Statements []Statement
}

// Statement makes some guest instructions.
type Statement struct {
	Weight int
	// Make emits the instructions. dst is a local that they may write; it reports false if
	// it can make nothing here.
	Make func(p *Program, dst int) bool
}

// Program is a random program while it is made. What is made depends on the bytes only; when
// they are used up, the program ends.
type Program struct {
	*Language
	data  []byte
	trace *uop.Trace
	kinds []Kind // of the locals
	stack []Kind // of the operand stack
	pc    uint32
	depth int // inlined calls
	loops int // inner loops of a region that are open
}

// Trace makes a trace from bytes: valid, with guards that hold for the most part if the
// locals have the kinds of Slots.
func (l *Language) Trace(data []byte) *uop.Trace {
	p := l.program(data, len(l.Locals))
	loop := p.Intn(4) > 0
	if l.Start != nil {
		l.Start(p)
	}
	for len(p.data) > 0 {
		p.statement()
	}
	p.flush()
	if !loop {
		p.Instruction()
		l.End(p, p.pc)
		return p.trace
	}
	p.trace.Stop = uop.StopLoop
	p.compareCounter()
	l.Unless(p, p.pc+100)
	p.Pop(1)
	p.count(0)
	p.Instruction()
	l.Loop(p, 0)
	return p.trace
}

// Slots makes words for the locals of the entry frame from bytes, of the kinds of Locals for
// the most part, and of n − len(Locals) further slots, which nothing has set.
func (l *Language) Slots(data []byte, n int) []uint64 {
	p := &Program{Language: l, data: data}
	slots := make([]uint64, n)
	for i := range slots {
		if i >= len(l.Locals) {
			slots[i] = l.Unset
			continue
		}
		k := l.Locals[i]
		if p.Intn(16) == 15 {
			k = Kind(p.Intn(l.NumKinds))
		}
		slots[i] = l.Word(k, p.Intn)
	}
	if slots[1] = l.Count(p.Intn(6)); p.Intn(2) == 0 {
		slots[0] = l.Count(0)
	}
	return slots
}

func (l *Language) program(data []byte, locals int) *Program {
	return &Program{Language: l, data: data, kinds: slices.Clone(l.Locals),
		trace: &uop.Trace{Table: l.Table, Name: "random", Code: l.Code(locals)}}
}

// Intn returns a number below n, 0 when the bytes are used up.
func (p *Program) Intn(n int) int {
	if len(p.data) == 0 {
		return 0
	}
	x := int(p.data[0]) % n
	p.data = p.data[1:]
	return x
}

// Emit appends a micro-op.
func (p *Program) Emit(u uop.Inst) { p.trace.Insts = append(p.trace.Insts, u) }

// PC is the pc behind the instruction at hand.
func (p *Program) PC() uint32 { return p.pc }

// Depth is the number of inlined calls around the instruction.
func (p *Program) Depth() int { return p.depth }

// NumLocals is the number of locals of the frame at hand that statements may use.
func (p *Program) NumLocals() int { return len(p.kinds) }

// Find returns a local of a kind.
func (p *Program) Find(k Kind) (local int, ok bool) {
	local = slices.Index(p.kinds, k)
	return local, local >= 0
}

// Room is the number of entries that a statement may still leave on the stack.
func (p *Program) Room() int { return p.Language.Stack - len(p.stack) }

// Pop and Push say what an emitted micro-op does to the stack: the kinds of entries alone.
func (p *Program) Pop(n int) { p.stack = p.stack[:len(p.stack)-n] }

// Push pushes entries of these kinds.
func (p *Program) Push(kinds ...Kind) { p.stack = append(p.stack, kinds...) }

// Know says that the entry on top of the stack has been guarded to be of a kind.
func (p *Program) Know(k Kind) { p.stack[len(p.stack)-1] = k }

// Instruction begins a guest instruction.
func (p *Program) Instruction() {
	if p.Begin != nil {
		p.Begin(p, p.pc)
	}
	p.pc++
	p.trace.Bytecodes++
}

// LoadLocal is the instruction that pushes a local.
func (p *Program) LoadLocal(local int) {
	p.Instruction()
	p.Load(p, local)
	p.Push(p.kinds[local])
}

// StoreLocal is the instruction that pops to a local.
func (p *Program) StoreLocal(local int) {
	p.Instruction()
	p.Store(p, local)
	p.kinds[local] = p.stack[len(p.stack)-1]
	p.Pop(1)
}

// Constant is the instruction that pushes a word of a kind.
func (p *Program) Constant(w uint64, k Kind) {
	p.Instruction()
	p.Const(p, w)
	p.Push(k)
}

// RandomWord is a random word of a kind.
func (p *Program) RandomWord(k Kind) uint64 { return p.Word(k, p.Intn) }

// Operand pushes a local or a constant of a kind, or a local of which nothing is known.
func (p *Program) Operand(k Kind) {
	var list []int
	for i, have := range p.kinds {
		if have == k || have == AnyKind {
			list = append(list, i)
		}
	}
	if n := p.Intn(len(list) + 2); n < len(list) {
		p.LoadLocal(list[n])
		return
	}
	p.Constant(p.RandomWord(k), k)
}

// Result leaves the top of the stack there, or stores it: not in what the loop counts.
func (p *Program) Result(dst int) {
	if p.Room() >= 0 && p.Language.Stack > 0 && p.Intn(4) == 0 {
		return
	}
	p.StoreLocal(p.free(dst))
}

// free is dst, or another local if the loop counts in that.
func (p *Program) free(dst int) int {
	if p.depth == 0 && dst < 2 {
		dst += 2
	}
	return min(dst, len(p.kinds)-1)
}

// statement makes a statement.
func (p *Program) statement() {
	dst := p.Intn(len(p.kinds))
	const push, call, store = 1, 1, 2
	total := push + call + store
	for _, s := range p.Statements {
		total += s.Weight
	}
	k := p.Intn(total)
	for _, s := range p.Statements {
		if k < s.Weight {
			if s.Make(p, dst) {
				return
			}
			break
		}
		k -= s.Weight
	}
	switch {
	case k == 0 && p.Room() > 0:
		p.LoadLocal(dst)
	case k == 1 && p.depth < 2 && p.Call != nil:
		p.call(dst)
	case len(p.stack) > 0:
		p.StoreLocal(p.free(dst))
	}
}

// call makes a call of a code with some statements.
func (p *Program) call(dst int) {
	args := 1 + p.Intn(2)
	kinds := make([]Kind, args)
	for i := range kinds {
		kinds[i] = Kind(p.Intn(p.NumKinds))
		p.Operand(kinds[i])
	}
	p.Instruction()
	p.Call(p, p.Code(args+1), args)
	p.Pop(args)
	outer := *p
	p.kinds, p.stack, p.pc = append(kinds, p.UnsetKind), nil, 0
	p.depth++
	for n := 1 + p.Intn(3); n > 0; n-- {
		p.statement()
	}
	if len(p.stack) == 0 {
		p.LoadLocal(0)
	}
	top := p.stack[len(p.stack)-1]
	p.Instruction()
	p.Return(p)
	p.kinds, p.stack, p.pc, p.depth = outer.kinds, append(outer.stack, top), outer.pc, outer.depth
	p.Result(dst)
}

// flush stores what the stack holds, so that ways that meet hold the same number of entries.
func (p *Program) flush() {
	for len(p.stack) > 0 {
		p.StoreLocal(2 + p.Intn(len(p.kinds)-2))
	}
}

// compareCounter pushes whether local 0 is below local 1, and begins the instruction behind.
func (p *Program) compareCounter() {
	p.LoadLocal(0)
	p.LoadLocal(1)
	p.compare()
}

// compare compares the two entries on top, and begins the instruction behind.
func (p *Program) compare() {
	p.Instruction()
	p.Less(p)
	p.Pop(2)
	p.Push(p.Truth)
	p.Instruction()
}

// count adds 1 to a local.
func (p *Program) count(local int) {
	p.Instruction()
	p.Load(p, local)
	p.Push(p.Counter)
	p.Constant(p.Count(1), p.Counter)
	p.Instruction()
	p.Add(p)
	p.Pop(2)
	p.Push(p.Counter)
	p.Instruction()
	p.Store(p, local)
	p.Pop(1)
}
