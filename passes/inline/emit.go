package inline

import (
	"slices"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
)

// emitter puts a plan in the place of an operation.
type emitter struct {
	f  *ir.Func
	v  *ir.Value // the operation
	in guest.Inlined
	givesUp,
	stores bool
	rest   *ir.Block   // what follows it; its parameter is the result
	cold   *ir.Block   // where the routine gives up: the operation as it was; nil: it does not
	blocks []*ir.Block // of the plan
	copies map[*ir.Value]*ir.Value
}

// emit puts the tree in place of the operation. Its block is split, unless the tree is one place.
func (e *emitter) emit(root *place) {
	f, v := e.f, e.v
	if root.end == ir.OpRet && !e.stores && v.Type != ir.Void {
		c := f.Before(v)
		e.nodes(c, root)
		e.moveValid(nil, v.Next())
		f.Replace(v, e.result(c, root))
		return
	}
	from := v.Block
	n := len(f.Blocks)
	e.rest = f.Split(v)
	var result *ir.Value
	if v.Type != ir.Void {
		result = f.NewParam(e.rest, v.Type)
	}
	e.copies = map[*ir.Value]*ir.Value{}
	if !e.givesUp && !e.stores {
		e.moveValid(nil, e.rest.First())
	}
	if e.givesUp {
		e.cold = f.NewBlock()
		f.SetCold(e.cold, true)
		c := f.AtEnd(e.cold)
		e.copyObjects(c)
		again := e.clone(c, v)
		e.copies[v] = again
		if !e.stores {
			e.moveValid(&c, e.rest.First())
		}
		c.From = v.From
		if result == nil {
			c.Jump(e.rest)
		} else {
			c.Jump(e.rest, again)
		}
	}
	if result != nil {
		f.Replace(v, result)
	} else {
		f.Remove(v)
	}
	e.place(from, root)
	var order []*ir.Block
	for _, b := range f.Blocks[:n] {
		if order = append(order, b); b == from {
			order = append(order, e.blocks...)
			if e.cold != nil {
				order = append(order, e.cold)
			}
			order = append(order, e.rest)
		}
	}
	f.SetBlocks(order)
}

// clone copies an operation, with its exits.
func (e *emitter) clone(c ir.Cursor, v *ir.Value) *ir.Value {
	args := make([]*ir.Value, len(v.Args))
	for i, a := range v.Args {
		args[i] = e.copied(c, a)
	}
	var states [ir.NumWhen]*ir.Value
	for when, s := range v.States {
		states[when] = e.copied(c, s)
	}
	c.From = v.From
	w := c.AddTyped(v.Op, v.Type, v.Aux, args...)
	for when, s := range states {
		if s != nil {
			e.f.SetExit(w, ir.When(when), s, v.Exits[when].Kind)
		}
	}
	return w
}

// copied returns the copy, in the cold block, of what depends on the operation's result.
func (e *emitter) copied(c ir.Cursor, v *ir.Value) *ir.Value {
	if v = ir.Resolve(v); v == nil || v.Block != e.rest {
		if w := e.copies[v]; v != nil && w != nil {
			return w
		}
		return v
	}
	w := e.copies[v]
	if w == nil {
		w = e.clone(c, v)
		e.copies[v] = w
	}
	return w
}

// moveValid moves the test whether the executor is still valid, which stands behind the
// operation, to where guest code may have run; nil: nowhere.
func (e *emitter) moveValid(to *ir.Cursor, v *ir.Value) {
	for ; v != nil; v = v.Next() {
		if v.Op == ir.OpGuardValid {
			if to != nil {
				e.clone(*to, v)
			}
			e.f.Remove(v)
			return
		}
		if e.f.Row(v).Flags&ir.Pure == 0 && v.Op != ir.OpNew {
			return
		}
	}
}

// copyObjects makes the objects that only the operation needs, and states in front of it, where it stands now: the
// ways that do not give up need not have them.
func (e *emitter) copyObjects(c ir.Cursor) {
	for _, x := range e.v.Args {
		if x = ir.Resolve(x); x != nil && x.Block != nil && e.f.Row(x).Sinks() && len(e.f.Row(x).Fields) > 0 && e.only(x) {
			c.From = x.From
			e.copies[x] = c.AddTyped(x.Op, x.Type, x.Aux, x.Args...)
		}
	}
}

// only reports whether nothing but the operation needs an object, besides states in front of it in its block and
// its own. Those may hold it as an operand, which is dropped where the operation raises. A variable that holds it is held, too, by
// the state of the guard.valid behind an operation that can run guest code: then the answer is no, and
// the frame never gets another object than the operation had.
func (e *emitter) only(x *ir.Value) bool {
	in := map[*ir.Value]bool{x: true} // the object, and states that hold it
	holds := func(list []*ir.Value) bool {
		return slices.ContainsFunc(list, func(a *ir.Value) bool { return a != nil && in[ir.Resolve(a)] })
	}
	for v := e.v.Block.First(); v != nil; v = v.Next() {
		if v.Op == ir.OpState && holds(v.Args) {
			in[v] = true
		}
	}
	for _, b := range e.f.Blocks {
		for i := range b.Succs {
			if holds(b.Succs[i].Args) {
				return false
			}
		}
		for v := b.First(); v != nil; v = v.Next() {
			if v != e.v && !in[v] && holds(v.Args) || b != e.v.Block && holds(v.States[:]) {
				return false
			}
		}
	}
	return true
}

// nodes emits what a place computes.
func (e *emitter) nodes(c ir.Cursor, at *place) {
	for _, n := range at.nodes {
		if !n.used {
			continue
		}
		args := make([]*ir.Value, len(n.args))
		for i, a := range n.args {
			args[i] = a.value()
		}
		n.made = c.AddTyped(n.op, n.typ, n.aux, args...)
	}
}

// place emits a place at the end of a block.
func (e *emitter) place(b *ir.Block, at *place) {
	c := e.f.AtEnd(b)
	c.From = e.v.From
	e.nodes(c, at)
	if at.end != ir.OpBranch {
		to := e.leaf(c, at)
		c.Jump(to.To, to.Args...)
		return
	}
	cond := at.arg.value()
	var edges [2]ir.Edge
	var inner [2]*ir.Block
	for i, to := range at.to {
		if to.end != ir.OpBranch && !to.works() && (i == 0 || !e.splits(edges[0], to)) {
			edges[i] = e.leaf(c, to)
			continue
		}
		inner[i] = e.f.NewBlock()
		e.f.SetCold(inner[i], b.Cold)
		edges[i] = e.f.Edge(inner[i])
	}
	if edges[0].To == edges[1].To { // no block has two edges to another
		c.Jump(edges[0].To, e.either(c, cond, edges)...)
		return
	}
	c.Branch(cond, edges[0], edges[1])
	for i, x := range inner {
		if x != nil {
			e.blocks = append(e.blocks, x)
			e.place(x, at.to[i])
		}
	}
}

// splits reports whether a way needs a block of its own, because the other one, which leads to the same
// block with another result, would be the same edge.
func (e *emitter) splits(other ir.Edge, at *place) bool {
	return at.end == ir.OpRet && other.To == e.rest && len(other.Args) > 0 &&
		(other.Args[0].Op != ir.OpConstBool || !at.arg.isConst() || at.arg.v.Type != ir.Bool || e.boxes())
}

// boxes reports whether the operation's result is a boxed truth.
func (e *emitter) boxes() bool { return slices.Contains(e.in.Result, ir.OpBoxBool) }

// either returns the argument of two ways to the operation's end, of which cond says the first: nil where that has no
// result.
func (e *emitter) either(c ir.Cursor, cond *ir.Value, edges [2]ir.Edge) []*ir.Value {
	if len(edges[0].Args) == 0 {
		return nil
	}
	x, y := edges[0].Args[0], edges[1].Args[0]
	switch {
	case x == y:
		return []*ir.Value{x}
	case x.Op == ir.OpConstBool && y.Op == ir.OpConstBool && x.Aux != 0:
		return []*ir.Value{cond}
	case x.Op == ir.OpConstBool && y.Op == ir.OpConstBool:
		return []*ir.Value{c.Add(ir.OpBNot, cond)}
	}
	panic("inline: ways with other results meet in one block") // splits says so
}

// works reports whether a place computes something.
func (at *place) works() bool {
	return slices.ContainsFunc(at.nodes, func(n *node) bool { return n.used })
}

func (x operand) value() *ir.Value {
	if x.n != nil {
		return x.n.made
	}
	return x.v
}

// leaf returns the edge of a place that ends the routine.
func (e *emitter) leaf(c ir.Cursor, at *place) ir.Edge {
	if at.end == ir.OpGiveUp {
		return e.f.Edge(e.cold)
	}
	if len(e.rest.Params) == 0 {
		return e.f.Edge(e.rest)
	}
	return e.f.Edge(e.rest, e.result(c, at))
}

// result returns the operation's result at a place that ends the routine.
func (e *emitter) result(c ir.Cursor, at *place) *ir.Value {
	x := at.arg.value()
	for _, op := range e.in.Result {
		x = e.apply(c, op, x)
	}
	return x
}

// apply makes the operation's result of the routine's.
func (e *emitter) apply(c ir.Cursor, op ir.Op, x *ir.Value) *ir.Value {
	switch {
	case x.Op == ir.OpConstBool && op == ir.OpBNot:
		return e.f.ConstBool(x.Aux == 0)
	case x.Op == ir.OpConstBool && op == ir.OpBoxBool && e.f.Words != nil:
		return e.f.ConstRef(e.f.Words.BoxBool(x.Aux != 0))
	}
	return c.Add(op, x)
}

// thread leads the ways that know the result to where a branch on it goes, if nothing but the branch is
// made with it.
func (e *emitter) thread() {
	if e.rest == nil {
		return
	}
	last := e.rest.Last()
	if last.Op != ir.OpBranch || len(e.rest.Params) != 1 || last.Arg(0) != e.rest.Params[0] || !e.onlyBranches() || e.settled() {
		return
	}
	for _, p := range append([]*ir.Block(nil), e.rest.Preds...) {
		e.lead(p)
	}
	if len(e.rest.Preds) == 0 {
		e.f.RemoveBlock(e.rest)
	}
}

// settled reports whether all ways know the same result: then nothing would lead to the branch's other side.
func (e *emitter) settled() bool {
	var known *ir.Value
	for _, p := range e.rest.Preds {
		for _, s := range p.Succs {
			if s.To != e.rest {
				continue
			}
			if x := s.Args[0]; x.Op != ir.OpConstBool || known != nil && x.Aux != known.Aux {
				return false
			}
			known = s.Args[0]
		}
	}
	return true
}

// lead leads a way to the operation's end on to where the branch there goes.
func (e *emitter) lead(p *ir.Block) {
	f, yes, no := e.f, e.rest.Succs[0], e.rest.Succs[1]
	copied := func(s ir.Edge) ir.Edge { return f.Edge(s.To, s.Args...) }
	if last := p.Last(); last.Op == ir.OpJump && p.Succs[0].Args[0].Op != ir.OpConstBool {
		cond := p.Succs[0].Args[0]
		f.Remove(last)
		c := f.AtEnd(p)
		c.From = last.From
		c.Branch(cond, copied(yes), copied(no))
		return
	}
	for i, s := range p.Succs {
		if s.To != e.rest || s.Args[0].Op != ir.OpConstBool {
			continue
		}
		to := yes
		if s.Args[0].Aux == 0 {
			to = no
		}
		f.Retarget(p, i, copied(to)) // another way of p goes on in the body: p gets no second edge there
	}
}

// onlyBranches reports whether the block behind the operation does nothing but branch, and nothing
// behind it needs what it computes.
func (e *emitter) onlyBranches() bool {
	for v := e.rest.First(); v != e.rest.Last(); v = v.Next() {
		if e.f.Row(v).Flags&ir.Pure == 0 && v.Op != ir.OpNew {
			return false
		}
	}
	uses := func(list []*ir.Value) bool {
		for _, a := range list {
			if a = ir.Resolve(a); a != nil && a.Block == e.rest {
				return true
			}
		}
		return false
	}
	for _, b := range e.f.Blocks {
		for i := range b.Succs {
			if uses(b.Succs[i].Args) {
				return false
			}
		}
		for v := b.First(); v != nil && b != e.rest; v = v.Next() {
			if uses(v.Args) || uses(v.States[:]) {
				return false
			}
		}
	}
	return true
}
