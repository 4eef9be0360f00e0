package project

import (
	"math"
	"math/bits"
	"slices"

	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// The profile. Tier 1's inline caches remember which way each branch went the last 16
// times and which function each call called; that is a profile, and nothing has to
// count for it. Around a head it is made when it is asked for: blocks of bytecode,
// with the ways between them, and how often each is executed for one execution of
// the head. A loop of which nothing is known but that it goes round goes round
// flowSweeps times.

const (
	// flowScale is the count of the head: about what it is when it is hot.
	flowScale = 1 << 10
	// flowSweeps is how often frequencies are passed on around loops.
	flowSweeps = 16
	// flowBlocks bounds a profile.
	flowBlocks = 512
	// loopShare is, of what comes to a for loop's top, what goes round: no cache
	// has that.
	loopShare = 14.0 / 16
)

// A Profiler makes profiles of a program.
type Profiler struct {
	prog   Program
	rounds uint32    // how many profiles have been made
	idle   *profiler // at most one is kept for the next profile
}

// NewProfiler makes a Profiler.
func NewProfiler(p Program) *Profiler { return &Profiler{prog: p} }

// begin begins a profile.
func (pr *Profiler) begin() *profiler {
	p := pr.idle
	pr.idle = nil
	if p == nil {
		p = &profiler{prog: pr.prog, called: map[*adaptive.Code]float64{}}
	}
	pr.rounds++
	p.round = pr.rounds // from 1
	p.blocks, p.calls = p.blocks[:0], p.calls[:0]
	clear(p.called)
	return p
}

// Around tells fn of the blocks that are reached from pc of code, in a fixed order, the
// head first; inLoop leaves out what lies behind the for loop that the head is the top of.
// fn may ask for another profile.
func (pr *Profiler) Around(code *adaptive.Code, pc int, inLoop bool, fn func(uop.Flow)) {
	p := pr.begin()
	p.block(code, pc)
	behind := int32(-1)
	for i := 0; i < len(p.blocks) && i < flowBlocks; i++ {
		if int32(i) != behind {
			p.scan(int32(i))
		}
		if i == 0 && inLoop {
			behind = p.behindLoop()
		}
	}
	p.frequencies()
	p.tell(fn)
	pr.idle = p
}

// BlockSize returns the size of the block that begins at pc of code, in instructions.
func (pr *Profiler) BlockSize(code *adaptive.Code, pc int) int {
	p := pr.begin()
	p.block(code, pc)
	p.scan(0)
	pr.idle = p
	return int(p.blocks[0].size)
}

// profiler makes one profile.
type profiler struct {
	prog   Program
	blocks []flowBlock
	round  uint32 // which profile this is
	calls  []flowCall
	order  []int32 // reverse postorder
	visits []flowVisit
	seen   []bool
	called map[*adaptive.Code]float64 // how often, by all calls of the profile
	told   []uop.Way
}

// flowVisit is a block on the way of a search, with the number of its next way.
type flowVisit struct {
	id   int32
	next int
}

// flowBlock is a block of a profile. At a call the way to where the callee returns
// to is in then; at the call of a class, that to where __init__ returns to, in the frame
// that returns the instance, is in shim.
type flowBlock struct {
	at      uop.Place
	code    *adaptive.Code
	size    uint32
	ways    []flowWay
	then    int32 // −1: none
	shim    int32 // −1: none
	in      []flowIn
	freq    float64
	returns bool
}

type flowWay struct {
	to    int32
	how   uop.How
	share float64
}

type flowIn struct {
	from  int32
	share float64
}

// flowCall is a call of Python code: from a block, to a callee, which returns to then.
type flowCall struct {
	from   int32
	callee *adaptive.Code
	then   int32
}

// behindLoop returns the block that execution goes on in when the for loop that the head is
// the top of has ended, -1 if it is no loop's.
func (p *profiler) behindLoop() int32 {
	head := &p.blocks[0]
	if in := head.code.Decode(int(head.at.PC)); in.Op.Base() != pycode.FOR_ITER || len(head.ways) < 2 {
		return -1
	}
	return head.ways[1].to
}

// block returns the block at a place.
func (p *profiler) block(code *adaptive.Code, pc int) int32 {
	if code.Flows == nil {
		code.Flows = make([]adaptive.FlowAt, len(code.Live)+1)
	}
	known := &code.Flows[pc]
	if known.Round != p.round {
		*known = adaptive.FlowAt{Round: p.round, Block: int32(len(p.blocks))}
		if n := len(p.blocks); n < cap(p.blocks) {
			p.blocks = p.blocks[:n+1]
		} else {
			p.blocks = append(p.blocks, flowBlock{})
		}
		b := &p.blocks[known.Block]
		code.Traced = true
		*b = flowBlock{at: uop.Place{Code: uint64(code.Handle), PC: uint32(pc)}, code: code, then: -1, shim: -1, ways: b.ways[:0], in: b.in[:0]}
	}
	return known.Block
}

// way adds a way out of a block.
func (p *profiler) way(from int32, code *adaptive.Code, pc int, how uop.How, share float64) {
	if share == 0 {
		return
	}
	to := p.block(code, pc)
	list := p.blocks[from].ways
	for k := range list {
		if list[k].to == to {
			list[k].share += share
			return
		}
	}
	p.blocks[from].ways = append(list, flowWay{to, how, share})
}

// scan reads a block's instructions.
func (p *profiler) scan(i int32) {
	code, pc := p.blocks[i].code, int(p.blocks[i].at.PC)
	for {
		in := code.Decode(pc)
		p.blocks[i].size++
		arg, after := int(in.Arg), in.Unit+1+in.Op.Caches()
		switch in.Op.Base() {
		case pycode.JUMP_BACKWARD, pycode.JUMP_BACKWARD_NO_INTERRUPT:
			p.way(i, code, after-arg, uop.Taken, 1)
			return
		case pycode.JUMP_FORWARD:
			p.way(i, code, after+arg, uop.Taken, 1)
			return
		case pycode.POP_JUMP_IF_TRUE, pycode.POP_JUMP_IF_FALSE, pycode.POP_JUMP_IF_NONE, pycode.POP_JUMP_IF_NOT_NONE:
			taken := float64(float64(bits.OnesCount16(code.Live[in.Unit+1])) / 16)
			p.way(i, code, code.Behind(after), uop.Fall, 1-taken)
			p.way(i, code, after+arg, uop.Taken, taken)
			return
		case pycode.FOR_ITER:
			p.way(i, code, after, uop.Fall, loopShare)
			p.way(i, code, after+arg+1, uop.Taken, 1-loopShare)
			return
		case pycode.RETURN_VALUE, pycode.RETURN_GENERATOR:
			p.blocks[i].returns = true
			return
		case pycode.INTERPRETER_EXIT: // beneath a method: it returns, or the return is behind it
			if p.blocks[i].returns = pyguest.Operator(arg).Ends(); !p.blocks[i].returns {
				pc = after
				continue
			}
			return
		}
		if in.Op == pycode.RAISE_VARARGS || in.Op == pycode.RERAISE {
			if h, ok := code.HandlerAt(in.Unit); ok {
				p.way(i, code, h.Target, uop.Taken, 1)
				return
			}
		}
		if in.Op.Ends() || after >= len(code.Live) {
			return
		}
		if callee := callee(p.prog, code, in.Op, in.Unit); callee != nil {
			p.way(i, callee, 0, uop.Call, 1)
			then := p.block(code, after)
			p.blocks[i].then = then
			if between, at := shimAt(p.prog, code, in.Op, in.Unit); between != nil {
				shim := p.block(between, at)
				p.blocks[i].shim = shim
				p.calls = append(p.calls, flowCall{i, between, then})
				then = shim
			}
			p.calls = append(p.calls, flowCall{i, callee, then})
			return
		}
		if code.Leader(after) || code.ResumesAt(in.Unit) { // a generator yields to behind the call
			p.way(i, code, after, uop.Fall, 1)
			return
		}
		pc = after
	}
}

// pushesFrame tells the instructions whose micro-ops begin a frame.
var pushesFrame = func() (t [256]bool) {
	for op, steps := range expansions {
		for _, s := range steps {
			t[op] = t[op] || s.id == cpython.PUSH_FRAME
		}
	}
	return t
}()

// callee returns the function whose code a projection goes on in from the call with
// its opcode at a code unit, nil if it goes on behind it.
func callee(p Program, code *adaptive.Code, op pycode.Op, unit int) *adaptive.Code {
	if _, c := operatorAt(p, code, op, unit); c != nil && !code.IsGeneral(unit) {
		return c
	}
	if _, _, c := driverAt(p, code, op, unit); c != nil && !code.IsGeneral(unit) {
		return c
	}
	if _, _, c := takeAt(p, code, op, unit); c != nil && !code.IsGeneral(unit) {
		return c
	}
	if _, c := newAt(p, code, op, unit, int(code.Live[unit]>>8)); c != nil && !code.IsGeneral(unit) {
		return c
	}
	if _, c := callableAt(p, code, op, unit, int(code.Live[unit]>>8)); c != nil && !code.IsGeneral(unit) {
		return c
	}
	if _, c := starredAt(p, code, op, unit); c != nil && !code.IsGeneral(unit) {
		return c
	}
	if _, c := initKwAt(p, code, op, unit); c != nil && !code.IsGeneral(unit) {
		return c
	}
	if !pushesFrame[op] {
		return nil
	}
	version := uint32(adaptive.CacheValue(code.Live[unit+2:], 2))
	switch op {
	case pycode.LOAD_ATTR_PROPERTY, pycode.LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN:
		// A region ends there: what it would leave behind the getters of several classes
		// makes no executors (TestSites).
		return nil
	case pycode.BINARY_OP_SUBSCR_GETITEM:
		version = uint32(adaptive.CacheValue(code.Live[unit+4:], 2))
	case pycode.CALL_ALLOC_AND_ENTER_INIT:
		version = initVersion(p.Heap(), version)
	}
	return p.CodeByVersion(version)
}

// shimAt returns the code of the frame that a call with its opcode at a code unit puts
// beneath the callee's, and where that goes on; nil if it puts none.
func shimAt(p Program, code *adaptive.Code, op pycode.Op, unit int) (*adaptive.Code, int) {
	if op == pycode.CALL_ALLOC_AND_ENTER_INIT {
		return p.InitShim(), pyguest.ShimReturn
	}
	if x, c := starredAt(p, code, op, unit); c != nil && x.Made != 0 {
		return p.InitShim(), pyguest.ShimReturn
	}
	if x, _ := initKwAt(p, code, op, unit); x != nil {
		return p.InitShim(), pyguest.ShimReturn
	}
	if o, _, c := takeAt(p, code, op, unit); c != nil {
		return p.OperatorShim(), int(o.Return())
	}
	if x, _ := operatorAt(p, code, op, unit); x != nil {
		return p.OperatorShim(), int(x.Operator.Return())
	}
	if t, _ := newAt(p, code, op, unit, int(code.Live[unit]>>8)); t != nil {
		return p.OperatorShim(), int(pyguest.Make.Return())
	}
	return nil, 0
}

// frequencies computes how often each block is executed for one execution of the
// head. What comes back to the head is its next execution.
func (p *profiler) frequencies() {
	p.sort()
	for from := range p.blocks {
		b := &p.blocks[from]
		for _, w := range b.ways {
			if w.to != 0 {
				to := &p.blocks[w.to]
				to.in = append(to.in, flowIn{int32(from), w.share})
			}
		}
		for _, back := range [...]int32{b.then, b.shim} {
			if back > 0 { // what is called returns
				to := &p.blocks[back]
				to.in = append(to.in, flowIn{int32(from), 1})
			}
		}
	}
	p.blocks[0].freq = 1
	for changed, n := true, 0; changed && n < flowSweeps; n++ {
		changed = false
		for _, i := range p.order {
			if i == 0 {
				continue
			}
			f := 0.0
			for _, e := range p.blocks[i].in {
				f += float64(p.blocks[e.from].freq * e.share)
			}
			if changed = changed || math.Abs(f-p.blocks[i].freq) > 1.0/flowScale; changed {
				p.blocks[i].freq = f
			}
		}
	}
}

// sort makes order.
func (p *profiler) sort() {
	p.order, p.seen = dense.Grow(p.order, len(p.blocks)), dense.Cleared(p.seen, len(p.blocks))
	n, seen := len(p.blocks), p.seen
	stack := append(p.visits[:0], flowVisit{})
	seen[0] = true
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		b, to := &p.blocks[v.id], int32(-1)
		switch k := v.next; {
		case k < len(b.ways):
			to = b.ways[k].to
		case k == len(b.ways):
			to = b.then
		case k == len(b.ways)+1:
			to = b.shim
		default:
			n--
			p.order[n] = v.id
			stack = stack[:len(stack)-1]
			continue
		}
		v.next++
		if to >= 0 && !seen[to] {
			seen[to] = true
			stack = append(stack, flowVisit{id: to})
		}
	}
	p.visits = stack
	p.order = p.order[n:]
}

// tell hands the profile on.
func (p *profiler) tell(fn func(uop.Flow)) {
	for _, c := range p.calls {
		p.called[c.callee] += p.blocks[c.from].freq
	}
	ways := p.told
	for i := range p.blocks {
		b := &p.blocks[i]
		ways = ways[:0]
		for _, w := range b.ways {
			if n := scaled(b.freq * w.share); n > 0 {
				ways = append(ways, uop.Way{To: p.blocks[w.to].at, How: w.how, Count: n})
			}
		}
		if b.returns {
			ways = p.returns(ways, b, p.called[b.code])
		}
		fn(uop.Flow{At: b.at, Size: b.size, Count: scaled(b.freq), Ways: ways})
	}
	p.told = ways
}

func scaled(freq float64) uint64 { return uint64(math.Round(freq * flowScale)) }

// returns appends the ways from a block that returns to where its function was called.
func (p *profiler) returns(ways []uop.Way, b *flowBlock, called float64) []uop.Way {
	for _, c := range p.calls {
		if c.callee != b.code || called == 0 {
			continue
		}
		from := &p.blocks[c.from]
		n := scaled(b.freq * from.freq / called)
		if n == 0 {
			continue
		}
		to := p.blocks[c.then].at
		if i := slices.IndexFunc(ways, func(w uop.Way) bool { return w.To == to }); i >= 0 {
			ways[i].Count += n // two blocks end with the same call, where one begins in the other
			continue
		}
		ways = append(ways, uop.Way{To: to, How: uop.Return, Count: n})
	}
	return ways
}
