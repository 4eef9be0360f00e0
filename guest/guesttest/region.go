package guesttest

import (
	"slices"

	"github.com/tier2go/tier2/uop"
)

// innerLoops is the number of inner loops that may be open at once. Their counters are locals
// behind those of Language.Locals, which statements leave alone.
const innerLoops = 2

// Region makes a region from bytes, as Trace makes a trace: statements with ifs and counted
// inner loops, in a loop. Its frame has two locals more than Locals.
func (l *Language) Region(data []byte) *uop.Trace {
	p := l.program(data, len(l.Locals)+innerLoops)
	p.open()
	top := p.next()
	p.forget()
	p.compareCounter()
	l.Unless(p, p.pc+100)
	p.Pop(1)
	for len(p.data) > 0 {
		p.part(2)
	}
	p.flush()
	p.count(0)
	p.Instruction()
	l.Poll(p, p.trace.Blocks[top].PC)
	p.close(top)
	return p.trace
}

func (p *Program) block() *uop.Block { return &p.trace.Blocks[len(p.trace.Blocks)-1] }

// close ends the block at hand; next is where it goes on.
func (p *Program) close(next int) {
	p.block().End, p.block().Next = len(p.trace.Insts), next
}

// open begins a block.
func (p *Program) open() int {
	n := len(p.trace.Insts)
	p.trace.Blocks = append(p.trace.Blocks, uop.Block{Start: n, PC: p.pc, Branch: -1, Else: -1, Next: -1})
	p.Instruction()
	return len(p.trace.Blocks) - 1
}

// next goes on in a new block.
func (p *Program) next() int {
	p.close(len(p.trace.Blocks))
	return p.open()
}

// forget forgets the kinds of the locals, where ways meet.
func (p *Program) forget() {
	for i := range p.kinds {
		p.kinds[i] = AnyKind
	}
}

// branch compares the two entries on top and returns the block whose Else has to be set.
func (p *Program) branch() int {
	p.compare()
	p.block().Branch = len(p.trace.Insts)
	p.Unless(p, 0)
	p.Pop(1)
	return len(p.trace.Blocks) - 1
}

// elseHere makes a new block the one where a branch goes when its condition is false.
func (p *Program) elseHere(block int) {
	p.trace.Blocks[block].Else = p.open()
	p.trace.Insts[p.trace.Blocks[block].Branch].Target = p.block().PC
}

// part makes a statement, an if or a loop.
func (p *Program) part(depth int) {
	switch k := p.Intn(8); {
	case depth > 0 && k < 2:
		p.ifelse(depth, k == 0)
	case depth > 0 && k == 2 && p.loops < innerLoops:
		p.loop(depth)
	default:
		p.statement()
	}
}

func (p *Program) body(depth int) {
	for n := p.Intn(4); n > 0 && len(p.data) > 0; n-- {
		p.part(depth - 1)
	}
	p.flush()
}

// ifelse makes an if, with an else or without.
func (p *Program) ifelse(depth int, both bool) {
	p.Operand(p.Counter)
	p.Operand(p.Counter)
	at := p.branch()
	stack, before := slices.Clone(p.stack), slices.Clone(p.kinds)
	p.next()
	p.flush()
	p.body(depth)
	then, kinds := len(p.trace.Blocks)-1, p.kinds
	p.close(-1)
	p.kinds, p.stack = before, stack
	p.elseHere(at)
	p.flush()
	if both {
		p.body(depth)
	}
	p.trace.Blocks[then].Next = p.next()
	for i := range p.kinds {
		if kinds[i] != p.kinds[i] {
			p.kinds[i] = AnyKind
		}
	}
}

// loop makes a loop that is run a few times.
func (p *Program) loop(depth int) {
	counter := len(p.kinds) + p.loops
	p.loops++
	p.flush()
	p.Constant(p.Count(p.Intn(3)), p.Counter)
	p.Instruction()
	p.Store(p, counter)
	p.Pop(1)
	top := p.next()
	p.forget()
	p.Instruction()
	p.Load(p, counter)
	p.Push(p.Counter)
	p.Constant(p.Count(3), p.Counter)
	at := p.branch()
	p.next()
	p.body(depth)
	p.count(counter)
	p.Instruction()
	p.Poll(p, p.trace.Blocks[top].PC)
	p.close(top)
	p.elseHere(at)
	p.loops--
	p.forget()
}
