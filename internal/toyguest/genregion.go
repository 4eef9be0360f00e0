package toyguest

import (
	"slices"

	"github.com/tier2go/tier2/uop"
)

// The counters of generated regions' inner loops are locals behind the others,
// which statements leave alone.
const counters = 2

// GenerateRegion makes a region from bytes, as Generate makes a trace: statements
// with ifs and counted inner loops, in a loop or not.
func GenerateRegion(h *Heap, data []byte) *uop.Trace {
	g := &gen{h: h, data: data, t: &uop.Trace{Table: Uops, Name: "random", Code: Code(Locals+counters, 9)}}
	g.kinds = append([]int(nil), entryKinds...)
	r := &regionGen{gen: g}
	r.open()
	top := r.next()
	r.kinds = slices.Repeat([]int{anyKind}, Locals)
	r.push(0)
	r.push(1)
	r.begin()
	r.guards(GInt)
	r.emit(LESS, 0)
	r.pop(2)
	r.begin()
	r.target(EXITUNLESS, 0, r.pc+100)
	for len(r.data) > 0 {
		r.part(2)
	}
	r.flush()
	r.push(0)
	r.constant(r.h.must(1), GInt)
	r.arith(0)
	r.store(0)
	r.begin()
	r.target(POLL, 0, r.t.Blocks[top].PC)
	r.close(top)
	return r.t
}

// regionGen cuts what it generates into blocks.
type regionGen struct {
	*gen
	loops int // counters in use
}

func (r *regionGen) block() *uop.Block { return &r.t.Blocks[len(r.t.Blocks)-1] }

// close ends the block at hand; next is where it goes on.
func (r *regionGen) close(next int) {
	r.block().End, r.block().Next = len(r.t.Insts), next
}

// open begins a block.
func (r *regionGen) open() int {
	n := len(r.t.Insts)
	r.t.Blocks = append(r.t.Blocks, uop.Block{Start: n, PC: r.pc, Branch: -1, Else: -1, Next: -1})
	r.begin()
	return len(r.t.Blocks) - 1
}

// next goes on in a new block.
func (r *regionGen) next() int {
	r.close(len(r.t.Blocks))
	return r.open()
}

// branch compares the two entries on top, which are ints, and returns the block
// whose Else has to be set.
func (r *regionGen) branch() int {
	r.begin()
	r.guards(GInt)
	r.emit(LESS, 0)
	r.pop(2)
	r.begin()
	r.block().Branch = len(r.t.Insts)
	r.target(EXITUNLESS, 0, 0)
	return len(r.t.Blocks) - 1
}

// part makes statements, an if or a loop.
func (r *regionGen) part(depth int) {
	switch k := r.intn(8); {
	case depth > 0 && k < 2:
		r.ifelse(depth, k == 0)
	case depth > 0 && k == 2 && r.loops < counters:
		r.loop(depth)
	default:
		r.statement()
	}
}

// flush stores what the stack holds, so that ways that meet hold the same number.
func (r *regionGen) flush() {
	for len(r.stack) > 0 {
		r.store(4 + r.intn(2))
	}
}

func (r *regionGen) body(depth int) {
	for n := r.intn(4); n > 0 && len(r.data) > 0; n-- {
		r.part(depth - 1)
	}
	r.flush()
}

// ifelse makes an if, with an else or without.
func (r *regionGen) ifelse(depth int, both bool) {
	r.operand(GInt)
	r.operand(GInt)
	at := r.branch()
	under, before := slices.Clone(r.stack), slices.Clone(r.kinds)
	r.next()
	r.flush()
	r.body(depth)
	then, kinds := len(r.t.Blocks)-1, r.kinds
	r.close(-1)
	r.kinds, r.stack = before, under
	r.t.Blocks[at].Else = r.open()
	r.setElse(at, r.block().PC)
	r.flush()
	if both {
		r.body(depth)
	}
	join := r.next()
	r.t.Blocks[then].Next = join
	for i := range r.kinds {
		if kinds[i] != r.kinds[i] {
			r.kinds[i] = anyKind
		}
	}
}

// setElse tells a branch where the other way goes on.
func (r *regionGen) setElse(block int, pc uint32) {
	r.t.Insts[r.t.Blocks[block].Branch].Target = pc
}

// loop makes a loop that is run a few times.
func (r *regionGen) loop(depth int) {
	counter := Locals + r.loops
	r.loops++
	r.flush()
	r.constant(r.h.must(int64(r.intn(3))), GInt)
	r.begin()
	r.emit(STORE, counter)
	r.pop(1)
	top := r.next()
	for i := range r.kinds {
		r.kinds[i] = anyKind
	}
	r.begin()
	r.emit(LOAD, counter)
	r.stack = append(r.stack, GInt)
	r.constant(r.h.must(3), GInt)
	at := r.branch()
	r.next()
	r.body(depth)
	r.begin()
	r.emit(LOAD, counter)
	r.stack = append(r.stack, GInt)
	r.constant(r.h.must(1), GInt)
	r.arith(0)
	r.begin()
	r.emit(STORE, counter)
	r.pop(1)
	r.begin()
	r.target(POLL, 0, r.t.Blocks[top].PC)
	r.close(top)
	r.t.Blocks[at].Else = r.open()
	r.setElse(at, r.block().PC)
	r.loops--
	for i := range r.kinds {
		r.kinds[i] = anyKind
	}
}
