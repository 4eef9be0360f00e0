package ir

import (
	"fmt"
	"math"
	"slices"
)

// Cursor is a place in a block where values are added: before a value, or at
// the end. What it adds carries the origins From and, where the operation
// leaves, the states States with exits of the operation's usual kind.
type Cursor struct {
	f      *Func
	b      *Block
	before *Value // nil: at the end
	From   []int32
}

// AtEnd returns a cursor at the end of a block.
func (f *Func) AtEnd(b *Block) Cursor { return Cursor{f: f, b: b} }

// BeforeTerm returns a cursor before a block's terminator.
func (f *Func) BeforeTerm(b *Block) Cursor { return Cursor{f: f, b: b, before: b.Last()} }

// Before returns a cursor before v that carries v's origins.
func (f *Func) Before(v *Value) Cursor { return Cursor{f: f, b: v.Block, before: v, From: v.From} }

// After returns a cursor behind v that carries v's origins.
func (f *Func) After(v *Value) Cursor { return Cursor{f: f, b: v.Block, before: v.next, From: v.From} }

// AtStart returns a cursor before the first value of a block.
func (f *Func) AtStart(b *Block) Cursor { return Cursor{f: f, b: b, before: b.first} }

// Func returns the function that the cursor is in.
func (c Cursor) Func() *Func { return c.f }

// Block returns the block that the cursor is in.
func (c Cursor) Block() *Block { return c.b }

// Add adds an operation whose result type is fixed by its row.
func (c Cursor) Add(op Op, args ...*Value) *Value { return c.AddAux(op, 0, args...) }

// AddAux adds an operation with an immediate.
func (c Cursor) AddAux(op Op, aux int64, args ...*Value) *Value {
	return c.AddTyped(op, c.f.Ops.Row(op).Result, aux, args...)
}

// AddTyped adds an operation with the given result type.
func (c Cursor) AddTyped(op Op, t Type, aux int64, args ...*Value) *Value {
	v := c.f.newValue(op, t)
	v.Aux = aux
	v.Args = c.f.args(args)
	v.From = c.f.origins(c.From)
	c.insert(v)
	return v
}

// AddGuard adds an operation with a Before state and gives it an exit.
func (c Cursor) AddGuard(op Op, aux int64, state *Value, kind ExitKind, args ...*Value) *Value {
	v := c.AddAux(op, aux, args...)
	c.f.SetExit(v, Before, state, kind)
	return v
}

func (c Cursor) insert(v *Value) {
	v.Block = c.b
	if c.before == nil {
		v.prev = c.b.last
		if v.prev != nil {
			v.prev.next = v
		} else {
			c.b.first = v
		}
		c.b.last = v
		return
	}
	v.next, v.prev = c.before, c.before.prev
	if v.prev != nil {
		v.prev.next = v
	} else {
		c.b.first = v
	}
	c.before.prev = v
}

// ConstRef returns the constant of a guest word.
func (f *Func) ConstRef(word uint64) *Value { return f.constant(OpConstRef, Ref, int64(word)) }

// ConstI64 returns an integer constant.
func (f *Func) ConstI64(n int64) *Value { return f.constant(OpConstI64, I64, n) }

// ConstF64 returns a float constant. Constants with different bits differ:
// 0.0 and −0.0 are two.
func (f *Func) ConstF64(x float64) *Value {
	return f.constant(OpConstF64, F64, int64(math.Float64bits(x)))
}

// ConstBool returns a truth constant.
func (f *Func) ConstBool(b bool) *Value {
	aux := int64(0)
	if b {
		aux = 1
	}
	return f.constant(OpConstBool, Bool, aux)
}

// SetExit gives v a state and a new exit.
func (f *Func) SetExit(v *Value, w When, state *Value, kind ExitKind) *Exit {
	x := f.exitSlab.get()
	x.ID, x.Kind, x.Owner, x.When = int32(len(f.Exits)), kind, v, w
	f.Exits = append(f.Exits, x)
	v.States[w], v.Exits[w] = state, x
	f.edits++
	return x
}

// SetState changes the state that v leaves with.
func (f *Func) SetState(v *Value, w When, state *Value) {
	v.States[w] = state
	f.edits++
}

// SetOperand changes operand i of v.
func (f *Func) SetOperand(v *Value, i int, x *Value) {
	v.Args[i] = x
	f.edits++
}

// Become makes v another operation, of the same result and the same states, with other operands.
func (f *Func) Become(v *Value, op Op, args ...*Value) {
	v.Op, v.Args = op, f.args(args)
	f.edits++
}

// SetAux changes the immediate of v.
func (f *Func) SetAux(v *Value, aux int64) {
	v.Aux = aux
	f.edits++
}

// SetType changes the representation of a value whose row leaves it open.
func (f *Func) SetType(v *Value, t Type) {
	if f.Row(v).Flags&AnyResult == 0 {
		panic(fmt.Sprintf("ir: the type of %s is fixed", f.Row(v).Name))
	}
	v.Type = t
	f.edits++
}

// AddFrom adds micro-ops to the ones that v comes from: call it on the value
// that remains when a guard is merged into another.
func (f *Func) AddFrom(v *Value, from []int32) {
	for _, i := range from {
		if at, found := slices.BinarySearch(v.From, i); !found {
			v.From = slices.Insert(v.From[:len(v.From):len(v.From)], at, i)
		}
	}
}

// Replace makes every use of v a use of by and removes v. It is safe while
// iterating: uses not seen yet are resolved when they are.
func (f *Func) Replace(v, by *Value) {
	by = Resolve(by)
	if v == by {
		return
	}
	if v.Op == OpParam {
		panic("ir: a parameter is replaced by ReplaceParam")
	}
	f.Remove(v)
	f.copies = true
	v.Op, v.Type = OpCopy, by.Type
	v.Args = f.args([]*Value{by})
}

// ReplaceParam makes every use of a block's parameter a use of by and removes
// the parameter with its arguments.
func (f *Func) ReplaceParam(p, by *Value) {
	by = Resolve(by)
	b := p.Block
	f.RemoveParam(b, int(p.Aux))
	f.copies = true
	p.Op, p.Type = OpCopy, by.Type
	p.Args = f.args([]*Value{by})
}

// Remove removes v, which must have no uses left (or be replaced).
func (f *Func) Remove(v *Value) {
	b := v.Block
	if b == nil {
		return
	}
	if v.prev != nil {
		v.prev.next = v.next
	} else {
		b.first = v.next
	}
	if v.next != nil {
		v.next.prev = v.prev
	} else {
		b.last = v.prev
	}
	v.Block = nil // next stays, so that iteration goes on
	f.dropExits(v)
	f.edits++
}

func (f *Func) dropExits(v *Value) {
	for w, x := range v.Exits {
		if x != nil {
			x.Owner = nil
			v.Exits[w], v.States[w] = nil, nil
		}
	}
}

// Move takes v out of its place and puts it where the cursor is.
func (f *Func) Move(v *Value, to Cursor) {
	x, s := v.Exits, v.States
	v.Exits = [NumWhen]*Exit{}
	f.Remove(v)
	v.prev, v.next = nil, nil
	v.Exits, v.States = x, s
	to.insert(v)
	f.edits++
}

// Jump ends the cursor's block with a jump.
func (c Cursor) Jump(to *Block, args ...*Value) *Value {
	v := c.Add(OpJump)
	c.f.setSuccs(c.b, Edge{to, c.f.args(args)})
	return v
}

// Branch ends the cursor's block with a branch: to yes if cond holds.
func (c Cursor) Branch(cond *Value, yes, no Edge) *Value {
	v := c.Add(OpBranch, cond)
	c.f.setSuccs(c.b, yes, no)
	return v
}

// Exit ends the cursor's block with leaving for good.
func (c Cursor) Exit(state *Value, kind ExitKind) *Value {
	v := c.Add(OpExit)
	c.f.SetExit(v, After, state, kind)
	c.f.setSuccs(c.b)
	return v
}

// Enter ends the cursor's block with going on in the guest frame whose address is
// frame.
func (c Cursor) Enter(frame, state *Value) *Value {
	v := c.Add(OpEnter, frame)
	c.f.SetExit(v, After, state, Dynamic)
	c.f.setSuccs(c.b)
	return v
}

// Ret ends the cursor's block, and the routine, with a result.
func (c Cursor) Ret(x *Value) *Value {
	v := c.Add(OpRet, x)
	c.f.setSuccs(c.b)
	return v
}

// GiveUp ends the cursor's block, and the routine, without having done anything.
func (c Cursor) GiveUp() *Value {
	v := c.Add(OpGiveUp)
	c.f.setSuccs(c.b)
	return v
}

// Edge returns an edge with its arguments, for Branch.
func (f *Func) Edge(to *Block, args ...*Value) Edge { return Edge{to, f.args(args)} }

// Retarget makes a block's edge number i go to another block.
func (f *Func) Retarget(b *Block, i int, to Edge) {
	b.Succs[i].To.removePred(b)
	b.Succs[i] = to
	to.To.Preds = append(to.To.Preds, b)
	f.cfgEdits++
	f.edits++
}

func (f *Func) setSuccs(b *Block, edges ...Edge) {
	for _, e := range b.Succs {
		e.To.removePred(b)
	}
	b.Succs = append(b.Succs[:0], edges...)
	for _, e := range edges {
		e.To.Preds = append(e.To.Preds, b)
	}
	f.cfgEdits++
	f.edits++
}

func (b *Block) removePred(p *Block) {
	if i := slices.Index(b.Preds, p); i >= 0 {
		b.Preds = slices.Delete(b.Preds, i, i+1)
	}
}

// SetLoop marks a block as the header of a loop, or not.
func (f *Func) SetLoop(b *Block, loop bool) {
	b.Loop = loop
	f.cfgEdits++
}

// SetCold marks a block as rarely executed.
func (f *Func) SetCold(b *Block, cold bool) { b.Cold = cold }

// SetForm says which form the function is in now.
func (f *Func) SetForm(form Form) { f.Form = form }

// Settle resolves all references to replaced values. Package passes calls it
// after every pass; between Replace and Settle only iteration and Arg see
// through replaced values.
func (f *Func) Settle() {
	if !f.copies {
		return
	}
	f.copies = false
	for _, b := range f.Blocks {
		for v := b.first; v != nil; v = v.next {
			v.refresh()
		}
	}
}

// Reads returns what parts of memory v may read.
func (f *Func) Reads(v *Value) AliasSet {
	switch v.Op {
	case OpLoad, OpLoadX:
		return 1 << v.Mem().Class
	}
	return f.Row(v).Reads
}

// Writes returns what parts of memory v may write.
func (f *Func) Writes(v *Value) AliasSet {
	switch v.Op {
	case OpStore, OpStoreX:
		return 1 << v.Mem().Class
	}
	return f.Row(v).Writes
}

// Touches returns what parts of memory the function's values may read and write.
func (f *Func) Touches() (reads, writes AliasSet) {
	for _, b := range f.Blocks {
		for v := b.first; v != nil; v = v.next {
			reads |= f.Reads(v)
			writes |= f.Writes(v)
		}
	}
	return reads, writes
}

// HasEffect reports whether v must stay even if its result is unused.
func (f *Func) HasEffect(v *Value) bool {
	switch v.Op {
	case OpStore, OpStoreX:
		return true
	}
	return f.Row(v).Effect()
}

// Observable reports whether v does something that executing the instruction
// again would do twice: it writes memory, runs code of the guest, or may raise
// something else than want of memory.
// A Before state is good for guards up to the next observable value only.
func (f *Func) Observable(v *Value) bool {
	r := f.Row(v)
	return f.Writes(v) != 0 || r.Flags&(Opaque|Escapes) != 0 || r.States[Raise] && r.Flags&Checked == 0
}
