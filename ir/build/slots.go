package build

import "github.com/tier2go/tier2/ir"

// The operand stack.

// Push pushes a value.
func (b *Builder) Push(v *ir.Value) {
	if fr := b.top(); fr.sp >= fr.ir.NumSlots {
		b.overflow(fr)
		return
	}
	b.PushTemp(v)
}

// overflow gives up on the trace: a frame has too little room.
func (b *Builder) overflow(fr *frame) {
	b.fail(AbortOverflow, "frame %q has %d slots, of which %d are locals: ir.Frame.NumSlots leaves no room for what it pushes", fr.ir.Name, fr.ir.NumSlots, fr.ir.NumLocals)
}

// PushTemp pushes a value that a later micro-op of the same instruction pops. It may
// lie one above the frame's room: no state that an exit rebuilds may hold it.
func (b *Builder) PushTemp(v *ir.Value) {
	fr := b.top()
	if fr.sp == len(fr.slots) {
		b.overflow(fr)
		return
	}
	if b.isValue(v) {
		fr.slots[fr.sp] = v
	}
	fr.sp++
}

// isValue reports whether a rule may put v into a frame. Where it may not the trace is given
// up on when the rule returns: nil would stand for what the frame's memory holds.
func (b *Builder) isValue(v *ir.Value) bool {
	switch {
	case v == nil:
		b.fail(AbortBadRule, "it puts nil into a slot of frame %q", b.Frame().Name)
	case v.Type == ir.Void || v.Type == ir.State:
		b.fail(AbortBadRule, "it puts the result of %s into a slot of frame %q, and there is none", b.F.Row(v).Name, b.Frame().Name)
	default:
		return true
	}
	return false
}

// Pop pops a value.
func (b *Builder) Pop() *ir.Value {
	fr := b.top()
	if !b.has(0) {
		return b.Const(0)
	}
	v := b.slot(fr.sp - 1)
	fr.sp--
	fr.slots[fr.sp] = nil
	return v
}

// Peek returns the value n entries below the top of the stack, which is 0.
func (b *Builder) Peek(n int) *ir.Value {
	if !b.has(n) {
		return b.Const(0)
	}
	return b.slot(b.top().sp - 1 - n)
}

// Poke replaces the value n entries below the top of the stack.
func (b *Builder) Poke(n int, v *ir.Value) {
	if b.has(n) && b.isValue(v) {
		fr := b.top()
		fr.slots[fr.sp-1-n] = v
	}
}

// has reports whether the stack has an entry n below its top. Where it has not the
// trace is given up on when the rule returns: until then anything will do.
func (b *Builder) has(n int) bool {
	if n < b.Stack() {
		return true
	}
	b.fail(AbortUnderflow, "it reads entry %d from the top of a stack of %d", n+1, b.Stack())
	return false
}

// Stack returns the number of entries of the operand stack.
func (b *Builder) Stack() int { return b.top().sp - b.top().ir.NumLocals }

// Holds reports whether a slot of any frame that the trace has in place holds a
// value that f accepts.
func (b *Builder) Holds(f func(v *ir.Value) bool) bool {
	for i := range b.frames {
		fr := &b.frames[i]
		for _, v := range fr.slots[:fr.sp] {
			if v != nil && f(v) {
				return true
			}
		}
	}
	return false
}

// Local returns local i.
func (b *Builder) Local(i int) *ir.Value {
	if !b.hasLocal(i) {
		return b.Const(0)
	}
	return b.slot(i)
}

// SetLocal sets local i.
func (b *Builder) SetLocal(i int, v *ir.Value) {
	if b.hasLocal(i) && b.isValue(v) {
		b.top().slots[i] = v
	}
}

// hasLocal reports whether slot i of the frame is a local or in use. Where it is not the
// trace is given up on when the rule returns.
func (b *Builder) hasLocal(i int) bool {
	if fr := b.top(); uint(i) >= uint(fr.sp) {
		b.fail(AbortBadSlot, "frame %q has %d locals, and no local %d", fr.ir.Name, fr.ir.NumLocals, i)
		return false
	}
	return true
}

// slot returns what a slot of the innermost frame holds, reading it from memory
// where no value is known yet.
func (b *Builder) slot(i int) *ir.Value {
	fr := b.top()
	if v := fr.slots[i]; v != nil {
		return v
	}
	var v *ir.Value
	if b.header != nil {
		if b.params[i] == nil {
			b.param(i, nil)
		}
		v = b.params[i]
	} else {
		entry := b.F.Entry()
		v = b.F.AtStart(entry).AddAux(ir.OpSlot, int64(i))
	}
	fr.slots[i] = v
	if i < len(b.saved) && b.saved[i] == nil && len(b.frames) == 1 {
		b.saved[i] = v
	}
	return v
}

// States.
