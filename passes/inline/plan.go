package inline

import (
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// operand is what stands for a value of the routine: a value of the caller, which may be a
// constant, or what the plan computes.
type operand struct {
	v *ir.Value
	n *node
}

func (x operand) isConst() bool { return x.v != nil && x.v.IsConst() }

// node is an operation of the plan.
type node struct {
	op    ir.Op
	typ   ir.Type
	aux   int64
	args  []operand
	span  span
	table bool      // a load from what is no object of the guest's
	used  bool      // a branch, a store or the result needs it
	made  *ir.Value // by emit
}

// place is a block of the plan, to which one edge leads: the plan is a tree.
type place struct {
	nodes []*node
	end   ir.Op // OpBranch, OpRet, OpGiveUp
	arg   operand
	to    [2]*place // of OpBranch: if arg is true, and if not
}

// known is something that holds on the way to a place, and what was known before.
type known struct {
	of     *node   // this operation has been computed, or, if value is not nil,
	cond   operand // this truth value is
	value  *ir.Value
	stored bool // memory has been written
	before *known
	marks  uint64 // those of the operations on the way up to here: what has none of its own is new
}

// mark is one bit, the same for equal operations.
func (n *node) mark() uint64 {
	return 1 << ((uint64(n.op)<<32 ^ uint64(n.aux)) * 0x9E3779B97F4A7C15 >> 58)
}

// written reports whether memory has been written on the way.
func (k *known) written() bool {
	for ; k != nil; k = k.before {
		if k.stored {
			return true
		}
	}
	return false
}

// planner follows a routine for the operands of one call, along each of its ways.
type planner struct {
	f     *ir.Func // the caller
	r     *ir.Func // the routine
	facts *types.Facts
	words ir.ObjectWords // nil: nothing is known of words

	env    []operand // by value id of the routine
	limit  int       // of operations that are needed
	count  int
	steps  int
	open   int // branches on the way
	stores bool
	givesUp,
	failed bool
	fold [3]uint64

	// What the plan at hand consists of. The next one takes the same memory.
	nodes    dense.Room[node]
	places   dense.Room[place]
	ways     dense.Room[known]
	operands dense.Room[operand]
	undo     []changed // on the way to the place that is being made
}

// changed is what stood for a value before.
type changed struct {
	id int32
	x  operand
}

// maxSteps bounds the blocks that are followed.
const maxSteps = 1024

// plan returns the tree of a call, nil if it has more operations than the limit, or such as cannot
// be inlined. The operands are of the types of the routine's entries (guest.Inlined.Fits).
func (p *planner) plan(operands []*ir.Value) *place {
	b := p.r.Entry()
	p.env = append(p.env[:0], make([]operand, p.r.NumValues())...)
	p.nodes.Reset()
	p.places.Reset()
	p.ways.Reset()
	p.operands.Reset()
	p.undo = p.undo[:0]
	p.count, p.steps, p.open, p.stores, p.givesUp, p.failed = 0, 0, 0, false, false, false
	for v := range b.Values() {
		if v.Op == ir.OpEntry {
			p.env[v.ID] = operand{v: operands[v.Aux]}
		}
	}
	root := p.follow(b, nil)
	if p.failed || p.count > p.limit {
		return nil
	}
	return root
}

// follow makes the place of a block, whose parameters have their operands, and of what it leads to.
func (p *planner) follow(b *ir.Block, k *known) *place {
	at := &p.places.Take(1)[0]
	*at = place{nodes: at.nodes[:0]}
	before := len(p.undo)
	defer p.back(before)
	for !p.failed {
		p.steps++
		if p.steps > maxSteps || p.count+p.open/2 > p.limit { // some of the open branches may go
			p.failed = true
			break
		}
		for v := b.First(); v != b.Last() && !p.failed; v = v.Next() {
			if v.Op != ir.OpEntry {
				var x operand
				x, k = p.compute(at, v, k)
				p.set(v, x)
			}
		}
		if p.failed {
			break
		}
		v := b.Last()
		next := 0
		switch v.Op {
		case ir.OpRet:
			at.end, at.arg = v.Op, p.operand(v.Args[0])
			p.use(at.arg)
		case ir.OpGiveUp:
			at.end, p.givesUp = v.Op, true
			p.failed = p.failed || k.written() // what is done in its place would be done twice
		case ir.OpBranch:
			at.arg = p.decided(p.operand(v.Args[0]), k)
			if at.arg.isConst() {
				next = 1 - int(at.arg.v.Aux)
				break
			}
			at.end = v.Op
		}
		if at.end != ir.OpCopy {
			break
		}
		p.pass(b.Succs[next])
		b = b.Succs[next].To
	}
	for i := 0; i < 2 && at.end == ir.OpBranch && !p.failed; i++ {
		e := b.Succs[i]
		n := len(p.undo)
		p.pass(e)
		p.open++
		at.to[i] = p.follow(e.To, p.way(known{cond: at.arg, value: p.f.ConstBool(i == 0), before: k}))
		p.open--
		p.back(n)
	}
	if at.end == ir.OpBranch && !p.failed {
		p.branch(at)
	}
	return at
}

// set lets x stand for a value, until back is called.
func (p *planner) set(v *ir.Value, x operand) {
	p.undo = append(p.undo, changed{v.ID, p.env[v.ID]})
	p.env[v.ID] = x
}

// back takes back what was set since there were n changes.
func (p *planner) back(n int) {
	for i := len(p.undo) - 1; i >= n; i-- {
		p.env[p.undo[i].id] = p.undo[i].x
	}
	p.undo = p.undo[:n]
}

// way keeps what is known on the way.
func (p *planner) way(k known) *known {
	at := &p.ways.Take(1)[0]
	*at = k
	if k.before != nil {
		at.marks = k.before.marks
	}
	if k.of != nil {
		at.marks |= k.of.mark()
	}
	return at
}

// branch needs a place's condition, unless both ways end alike.
func (p *planner) branch(at *place) {
	a, b := at.to[0], at.to[1]
	if a.end != ir.OpBranch && a.end == b.end && a.arg == b.arg && !a.works() && !b.works() {
		at.end, at.arg = a.end, a.arg
		return
	}
	p.count++
	p.use(at.arg)
}

// pass gives the parameters of an edge's block their operands, all at once.
func (p *planner) pass(e ir.Edge) {
	args := p.operands.Take(len(e.Args))
	for i, x := range e.Args {
		args[i] = p.operand(x)
	}
	for i, x := range args {
		p.set(e.To.Params[i], x)
	}
}

// operand returns what stands for a value of the routine.
func (p *planner) operand(v *ir.Value) operand {
	v = ir.Resolve(v)
	if !v.IsConst() {
		return p.env[v.ID]
	}
	return operand{v: constant(p.f, v.Type, uint64(v.Aux))}
}

// constant returns the constant with the given bits.
func constant(f *ir.Func, t ir.Type, bits uint64) *ir.Value {
	switch t {
	case ir.I64:
		return f.ConstI64(int64(bits))
	case ir.F64:
		return f.ConstF64(float(bits))
	case ir.Bool:
		return f.ConstBool(bits != 0)
	}
	return f.ConstRef(bits)
}

// decided returns a truth value, or what is known of it on the way.
func (p *planner) decided(x operand, k *known) operand {
	for ; k != nil && !x.isConst(); k = k.before {
		if k.value != nil && k.cond == x {
			return operand{v: k.value}
		}
	}
	return x
}

// compute computes an operation of the routine: to a constant, to what has been computed
// before, or by a node.
func (p *planner) compute(at *place, v *ir.Value, k *known) (operand, *known) {
	n := &p.nodes.Take(1)[0]
	*n = node{op: v.Op, typ: v.Type, aux: v.Aux, span: everything, args: p.operands.Take(len(v.Args))}
	for i, a := range v.Args {
		n.args[i] = p.operand(a)
	}
	switch v.Op {
	case ir.OpWord: // a word that may be none: the collector must not see it
		p.failed = true
		return operand{}, k
	case ir.OpStore, ir.OpStoreX:
		if ir.Resolve(v.Args[0]).IsConst() { // what is no object of the guest's
			p.failed = true
			return operand{}, k
		}
	case ir.OpLoad, ir.OpLoadX:
		n.table = ir.Resolve(v.Args[0]).IsConst()
	}
	if v.Op == ir.OpStore || v.Op == ir.OpStoreX {
		p.stores = true
		at.nodes = append(at.nodes, n)
		p.use(operand{n: n})
		return operand{}, p.way(known{stored: true, before: k})
	}
	if x, ok := p.known(n); ok {
		return x, k
	}
	loads := v.Op == ir.OpLoad || v.Op == ir.OpLoadX
	mark := n.mark()
	for e := k; e != nil && e.marks&mark != 0; e = e.before {
		if e.stored && loads {
			break
		}
		if e.of != nil && e.of.op == n.op && e.of.aux == n.aux && e.of.typ == n.typ && same(e.of.args, n.args) {
			return operand{n: e.of}, k
		}
	}
	at.nodes = append(at.nodes, n)
	return operand{n: n}, p.way(known{of: n, before: k})
}

// use says that what stands for a value is needed.
func (p *planner) use(x operand) {
	if x.n == nil || x.n.used {
		return
	}
	x.n.used = true
	p.count++
	for _, a := range x.n.args {
		p.use(a)
	}
}

func same(a, b []operand) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// known returns what an operation computes where that is decided; otherwise it may make
// another operation of it, and says in which span its result lies.
func (p *planner) known(n *node) (operand, bool) {
	switch n.op {
	case ir.OpLoad, ir.OpLoadX:
		return p.load(n)
	case ir.OpBits:
		return p.bits(n)
	case ir.OpSame:
		return p.same(n)
	}
	args := p.fold[:0]
	for _, a := range n.args {
		if !a.isConst() || a.v.Type == ir.Ref {
			return p.compare(n)
		}
		args = append(args, uint64(a.v.Aux))
	}
	if x, ok := eval.Fold(n.op, args); ok {
		return operand{v: constant(p.f, n.typ, x)}, true
	}
	return operand{}, false
}
