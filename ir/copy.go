package ir

import "math/rand/v2"

// Copy returns a copy of a function: another function with the same text. With
// a seed other than 0 everything that must not matter is shuffled: the ids of
// values, blocks and exits, and the order of predecessors and constants. Passes
// must do the same to all copies.
func Copy(f *Func, seed uint64) *Func {
	dst := NewFunc(f.Name, f.Ops, f.Types)
	CopyTo(dst, f, seed, nil)
	return dst
}

// CopyTo is Copy into a function that may have been used: it is reset, and its
// memory is used again. dst has a table of operations of its own; op, if set,
// gives their numbers in it.
func CopyTo(dst, src *Func, seed uint64, op func(Op) Op) {
	dst.Reset(src.Name)
	c := &copier{src: src, dst: dst, op: op}
	if seed != 0 {
		c.rand = rand.New(rand.NewPCG(seed, 7))
	}
	c.run()
}

// copier copies a function.
type copier struct {
	src, dst *Func
	rand     *rand.Rand // nil: in order
	// op replaces operations; nil: it does not.
	op func(Op) Op

	values []*Value // by id
	blocks []*Block // by id
}

// order returns the numbers below n, shuffled if that is asked for.
func (c *copier) order(n int) []int {
	if c.rand != nil {
		return c.rand.Perm(n)
	}
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func (c *copier) run() {
	f, g := c.src, c.dst
	g.Words = f.Words
	g.SetForm(f.Form)
	g.Entries = append(g.Entries, f.Entries...)
	g.EntryFacts = append(g.EntryFacts, f.EntryFacts...)
	g.Returns, g.GivesUp, g.GaveUp, g.Helped = f.Returns, f.GivesUp, f.GaveUp, f.Helped
	for _, fr := range f.Frames {
		d := *fr
		if fr.Caller != nil {
			d.Caller = g.Frames[fr.Caller.ID]
		}
		g.AddFrame(d)
	}
	c.values = make([]*Value, f.NumValues())
	c.blocks = make([]*Block, f.NumBlocks())
	for _, i := range c.order(len(f.Blocks)) {
		b, d := f.Blocks[i], g.NewBlock()
		c.blocks[b.ID] = d
		g.SetLoop(d, b.Loop)
		g.SetCold(d, b.Cold)
	}
	list := make([]*Block, len(f.Blocks))
	for i, b := range f.Blocks {
		list[i] = c.blocks[b.ID]
	}
	g.SetBlocks(list)
	c.makeValues()
	c.wire()
}

// makeValues makes all values, without operands, in the order of the text or in any:
// only the parameters of a block keep theirs.
func (c *copier) makeValues() {
	var list []*Value
	list = append(list, c.src.Consts()...)
	for _, b := range c.src.Blocks {
		if len(b.Params) > 0 {
			list = append(list, b.Params[0])
		}
	}
	for _, b := range c.src.Blocks {
		for v := b.First(); v != nil && v != b.Last(); v = v.Next() {
			list = append(list, v)
		}
	}
	for _, i := range c.order(len(list)) {
		switch v := list[i]; {
		case v.IsConst():
			c.constant(v)
		case v.Op == OpParam:
			for _, p := range v.Block.Params {
				c.values[p.ID] = c.dst.NewParam(c.blocks[v.Block.ID], p.Type)
			}
		default:
			c.operation(v)
		}
	}
}

func (c *copier) constant(v *Value) {
	switch v.Op {
	case OpConstRef:
		c.values[v.ID] = c.dst.ConstRef(v.Word())
	case OpConstI64:
		c.values[v.ID] = c.dst.ConstI64(v.Int())
	case OpConstF64:
		c.values[v.ID] = c.dst.ConstF64(v.Float())
	case OpConstBool:
		c.values[v.ID] = c.dst.ConstBool(v.Aux != 0)
	}
}

// wire gives the operations their operands and exits, then the blocks their ends.
func (c *copier) wire() {
	var list []*Value
	for _, b := range c.src.Blocks {
		for v := b.First(); v != nil && v != b.Last(); v = v.Next() {
			list = append(list, v)
		}
	}
	for _, v := range list {
		for k, a := range v.Args {
			if a != nil {
				c.dst.SetOperand(c.values[v.ID], k, c.of(a))
			}
		}
	}
	for _, i := range c.order(len(list)) {
		v := list[i]
		for w, x := range v.Exits {
			if x != nil {
				c.dst.SetExit(c.values[v.ID], When(w), c.of(v.States[w]), x.Kind)
			}
		}
	}
	for _, i := range c.order(len(c.src.Blocks)) {
		c.end(c.src.Blocks[i])
	}
}

func (c *copier) of(v *Value) *Value { return c.values[Resolve(v).ID] }

// operation copies a value without its operands to its place: ahead of the next
// one of its block that has been copied.
func (c *copier) operation(v *Value) {
	at := c.dst.AtEnd(c.blocks[v.Block.ID])
	for w := v.Next(); w != nil; w = w.Next() {
		if d := c.values[w.ID]; d != nil {
			at = c.dst.Before(d)
			break
		}
	}
	at.From = v.From
	op := v.Op
	if c.op != nil {
		op = c.op(op)
	}
	c.values[v.ID] = at.AddTyped(op, v.Type, v.Aux, make([]*Value, len(v.Args))...)
}

// end copies a block's terminator and edges.
func (c *copier) end(b *Block) {
	v := b.Last()
	at := c.dst.AtEnd(c.blocks[b.ID])
	at.From = v.From
	edge := func(i int) Edge {
		e := b.Succs[i]
		args := make([]*Value, len(e.Args))
		for k, a := range e.Args {
			args[k] = c.of(a)
		}
		return c.dst.Edge(c.blocks[e.To.ID], args...)
	}
	switch v.Op {
	case OpJump:
		e := edge(0)
		at.Jump(e.To, e.Args...)
	case OpBranch:
		at.Branch(c.of(v.Args[0]), edge(0), edge(1))
	case OpExit:
		at.Exit(c.of(v.States[After]), v.Exits[After].Kind)
	case OpEnter:
		at.Enter(c.of(v.Args[0]), c.of(v.States[After]))
	case OpRet:
		at.Ret(c.of(v.Args[0]))
	case OpGiveUp:
		at.GiveUp()
	}
}
