package pycode

import (
	"slices"
	"sort"
)

// The flow of kinds: each instruction is interpreted for the kinds of the words that
// it finds, in the order of the code. Where execution may come from several places (a
// leader) their states are joined; a leader whose state has grown is gone through once
// more, until none does.
//
// Most slots hold objects or nothing. Only those of cells may hold a cell, too, so two
// bits say all: bound, the slot is not empty; celled, it holds a cell if anything.
// Joining is taking the common ones.
//
// A handler begins with the state that the instructions in its range have found, with
// the stack cut down. Those that can raise leave what lies below the cut alone, so the
// state need only be joined where the range is entered, where a slot has lost a bit, and
// where an instruction that cannot raise has changed what lies there.

// flow is the state of the interpretation.
type flow struct {
	leaders []leader
	pool    []kind   // the stacks of leaders
	bits    []uint64 // the slots of leaders: words of bound, then of celled
	words   int      // of bound, and of celled
	again   bool     // a leader before the one at hand has grown

	stack  []kind // of the instruction at hand, StackSize and one more
	sp     int
	bound  []uint64
	celled []uint64
	lost   bool // what the handler finds may have more kinds than when the handler's state was joined
	consts []kind

	at   *leader // the one whose block is gone through for the first time; else nil
	ways []int32 // from leaders to leaders, without asking for interrupts; see loops
}

// leader is a place to which execution comes from several places, or by a jump.
type leader struct {
	unit    int32
	depth   int32 // of its stack; -1: not reached yet
	stack   int32 // where its stack begins in the pool
	ways    int32 // where those begin that lead on from here
	end     int32
	seen    bool
	pending bool
	polled  bool // a JUMP_BACKWARD leads there: its interrupt is raised there
}

// rows are the transfers in the form that the interpretation reads.
var rows = func() (out [256]row) {
	for i := range out {
		t, r := &transfers[i], &out[i]
		if r.act = t.act; t.oddTop || t.sees != 0 || t.putsEach != 0 || len(t.base)+len(t.each) > 0 {
			r.many = true
		}
		r.slots, r.ends, r.jumps = t.slots, Op(i).Ends(), Op(i).HasJump() && Op(i) != END_ASYNC_FOR
		r.pops, r.pushes = uint8(len(t.top)), uint8(len(t.puts))
		copy(r.top[:], t.top)
		for _, k := range t.top {
			if k != anObject {
				r.kinds = true
			}
		}
		copy(r.puts[:], t.puts)
		if r.act == actLook {
			r.keeps, r.act = true, actNone
		}
		if r.odd = t.odd; t.oddTop {
			r.odd = 0
		}
		switch {
		case r.slots[0] == slotLoad && r.slots[1] == slotNone:
			r.fast = fastLoad
		case r.slots[0] == slotStore && r.slots[1] == slotNone:
			r.fast = fastStore
		case r.act == actConst:
			r.fast = fastConst
		case Op(i) == CALL:
			r.fast = fastCall
		}
		r.plain = !r.many && r.act == actNone && r.slots[0] == slotNone
		r.quiet, r.asks = quiet(Op(i)), Op(i) == RESUME || Op(i) == JUMP_BACKWARD
	}
	return out
}()

// row is a transfer as the interpretation reads it.
type row struct {
	plain  bool // nothing but top, puts and odd
	fast   fast
	kinds  bool // top has others than objects
	keeps  bool // what is taken stays
	many   bool // it has more than that
	quiet  bool // it never raises
	asks   bool // it asks for interrupts
	ends   bool
	jumps  bool
	pops   uint8
	pushes uint8
	act    action
	slots  [2]slotUse
	top    [5]kind
	puts   [3]kind
	odd    kind
}

// fast says that block interprets an instruction itself, if nothing is unusual.
type fast uint8

const (
	fastNone fast = iota
	fastLoad
	fastStore
	fastConst
	fastCall
)

// reset makes the state of the code's beginning.
func (v *verifier) reset() {
	n := len(v.Kinds)
	v.words = (n + 63) / 64
	v.leaders, v.pool, v.bits, v.consts = v.leaders[:0], v.pool[:0], v.bits[:0], v.consts[:0]
	v.at, v.ways = nil, v.ways[:0]
	for unit, m := range v.marks {
		if m == leads {
			v.marks[unit] = leads + int32(len(v.leaders))
			v.leaders = append(v.leaders, leader{unit: int32(unit), depth: -1})
		}
	}
	for _, j := range v.jumps {
		if Op(v.Units[j.from]) == JUMP_BACKWARD {
			v.leaders[v.marks[j.to]-leads].polled = true
		}
	}
	v.bits = slices.Grow(v.bits, 2*v.words*len(v.leaders))[:2*v.words*len(v.leaders)]
	for i := range v.handlers {
		v.handlers[i].leader = v.marks[v.handlers[i].Target] - leads
	}
	if cap(v.stack) < v.StackSize+1 {
		v.stack = make([]kind, v.StackSize+1)
	}
	v.stack = v.stack[:cap(v.stack)]
	v.bound = slices.Grow(v.bound[:0], v.words)[:v.words]
	v.celled = slices.Grow(v.celled[:0], v.words)[:v.words]
	clear(v.bound)
	clear(v.celled)
	params := v.NumParams()
	for i := range params {
		v.bound[i>>6] |= 1 << (i & 63)
	}
	for i, k := range v.Kinds {
		if k&(KindCell|KindFree) != 0 && i >= params {
			v.celled[i>>6] |= 1 << (i & 63)
		}
	}
	for _, k := range v.Consts {
		v.consts = append(v.consts, constKind(k))
	}
	v.sp = 0
}

// run interprets the code.
func (v *verifier) run() error {
	v.reset()
	if m := v.marks[0]; m >= leads {
		if err := v.reach(0, m-leads); err != nil {
			return err
		}
	} else if err := v.block(0, false); err != nil {
		return err
	}
	for again := true; again; {
		again = false
		for i := range v.leaders {
			l := &v.leaders[i]
			if !l.pending {
				continue
			}
			l.pending, v.again = false, false
			v.sp = int(l.depth)
			copy(v.stack, v.pool[l.stack:int(l.stack)+v.sp])
			at := 2 * v.words * i
			copy(v.bound, v.bits[at:at+v.words])
			copy(v.celled, v.bits[at+v.words:at+2*v.words])
			first := v.calm && !l.seen
			if v.at = nil; first {
				l.seen, l.ways, v.at = true, int32(len(v.ways)), l
			}
			if err := v.block(int(l.unit), l.polled); err != nil {
				return err
			}
			if first {
				l.end = int32(len(v.ways))
			}
			again = again || v.again
		}
	}
	return nil
}

// reach joins the state at hand with that of a leader.
func (v *verifier) reach(from int, i int32) error {
	return v.meet(from, i, v.stack[:v.sp], v.bound, v.celled)
}

// meet joins a state with that of a leader.
func (v *verifier) meet(from int, i int32, stack []kind, bound, celled []uint64) error {
	if v.at != nil {
		v.ways = append(v.ways, i)
	}
	l := &v.leaders[i]
	at := 2 * v.words * int(i)
	bits := v.bits[at : at+2*v.words]
	if l.depth < 0 {
		if len(stack) > v.StackSize {
			return v.fail(from, "%d entries on a stack of %d", len(stack), v.StackSize)
		}
		l.depth, l.stack, l.pending = int32(len(stack)), int32(len(v.pool)), true
		v.pool = append(v.pool, stack...)
		copy(bits, bound)
		copy(bits[v.words:], celled)
		v.again = v.again || int(l.unit) <= from
		return nil
	}
	if int(l.depth) != len(stack) {
		return v.fail(from, "unit %d is reached with %d and with %d stack entries", l.unit, l.depth, len(stack))
	}
	grown := false
	for j, old := range v.pool[l.stack : l.stack+l.depth] {
		if k := old.join(stack[j]); k != old {
			v.pool[int(l.stack)+j], grown = k, true
		}
	}
	for j, b := range bound {
		if old := bits[j]; old&^b != 0 {
			bits[j], grown = old&b, true
		}
	}
	for j, b := range celled {
		if old := bits[v.words+j]; old&^b != 0 {
			bits[v.words+j], grown = old&b, true
		}
	}
	if grown {
		l.pending = true
		v.again = v.again || int(l.unit) <= from
	}
	return nil
}

// block interprets from a unit to the next leader or the end of the way.
func (v *verifier) block(at int, polled bool) error {
	next := sort.Search(len(v.handlers), func(i int) bool { return v.handlers[i].End > at })
	joined := -1 // the handler that has the state at hand
	copied := false
	v.lost = false
	for {
		in := Instr{Start: at, Unit: at}
		u := v.Units[at]
		if in.Op, in.Arg = Op(u), uint32(u>>8); in.Op == EXTENDED_ARG {
			in = Decode(v.Units, at)
		}
		in.Next = in.Unit + 1 + int(scans[in.Op].caches)
		r := &rows[in.Op]
		if r.asks {
			v.at = nil // what follows has asked for interrupts, as this has where it raises
		}
		var h *handlerRange
		if next < len(v.handlers) {
			for next < len(v.handlers) && v.handlers[next].End <= in.Unit {
				next++
			}
			if next < len(v.handlers) && v.handlers[next].Start <= in.Unit {
				h = &v.handlers[next]
				if v.lost = v.lost || joined != next; v.lost && (!r.quiet || polled) {
					if err := v.raise(in, h); err != nil {
						return err
					}
					v.lost = false
				}
				joined = next
			}
		}
		polled = false
		if r.fast != fastNone && v.quick(r.fast, &in, h) {
			// done
		} else if r.plain {
			if err := v.plain(&in, r, h); err != nil {
				return err
			}
		} else if err := v.step(in, r, h); err != nil {
			return err
		}
		if r.jumps {
			if err := v.branch(in, r, copied); err != nil {
				return err
			}
		}
		if r.ends {
			return nil
		}
		copied = r.act == actCopy && in.Arg == 1
		if at = in.Next; at == len(v.marks) {
			return v.fail(in.Unit, "the code goes on after its end")
		}
		if m := v.marks[at]; m >= leads {
			return v.reach(in.Unit, m-leads)
		}
	}
}

// raise joins the state at hand, cut down, with that of the handler of an instruction.
func (v *verifier) raise(in Instr, h *handlerRange) error {
	if h.Depth > v.sp {
		return v.fail(in.Unit, "its handler keeps %d of %d stack entries", h.Depth, v.sp)
	}
	if h.Depth+2 > v.StackSize+1 && (h.Lasti || h.Depth+1 > v.StackSize) {
		return v.fail(in.Unit, "%d entries on a stack of %d", h.Depth+1, v.StackSize)
	}
	// The entries above the cut are put back: the instruction finds them.
	var kept [2]kind
	above := v.stack[h.Depth:min(h.Depth+2, len(v.stack))]
	copy(kept[:], above)
	n := h.Depth
	if h.Lasti {
		v.stack[n] = isUnit
		n++
	}
	v.stack[n] = isRaised
	err := v.meet(in.Unit, h.leader, v.stack[:n+1], v.bound, v.celled)
	copy(above, kept[:])
	return err
}

// spare checks that an instruction which takes entries has them, and, if it can raise,
// leaves those alone that its handler keeps.
func (v *verifier) spare(in Instr, r *row, pops int, h *handlerRange) error {
	if pops > v.sp {
		return v.fail(in.Unit, "%s %d takes %d of %d stack entries", in.Op, in.Arg, pops, v.sp)
	}
	if h != nil && h.Depth > v.sp-pops {
		if r.quiet {
			v.lost = true
			return nil
		}
		return v.fail(in.Unit, "%s %d takes %d of %d stack entries, of which its handler keeps %d", in.Op, in.Arg, pops, v.sp, h.Depth)
	}
	return nil
}

// plain interprets an instruction that takes and puts a fixed number of words.
func (v *verifier) plain(in *Instr, r *row, h *handlerRange) error {
	pops := int(r.pops)
	base := v.sp - pops
	if base < 0 || h != nil && h.Depth > base && !r.keeps {
		if err := v.spare(*in, r, pops, h); err != nil {
			return err
		}
	}
	if !r.kinds {
		bad := kind(0)
		for _, k := range v.stack[base:v.sp] {
			bad |= k
		}
		if bad&(anything&^anObject) != 0 {
			return v.takes(*in, base, anObject, pops)
		}
	} else {
		for i, k := range v.stack[base:v.sp] {
			if k&anything&^r.top[i] != 0 {
				return v.takes(*in, base+i, r.top[i], 1)
			}
		}
	}
	if r.keeps {
		base = v.sp
	}
	if v.sp = base + int(r.pushes); v.sp > v.StackSize {
		return v.overflow(*in)
	}
	for i := range int(r.pushes) {
		v.stack[base+i] = r.puts[i]
	}
	if r.odd != 0 && in.Arg&1 != 0 {
		return v.put(*in, r.odd)
	}
	return nil
}

func (v *verifier) overflow(in Instr) error {
	return v.fail(in.Unit, "%d entries on a stack of %d", v.sp, v.StackSize)
}

// takes reports the first of n entries from one on that is not of a kind; nil if all
// are.
func (v *verifier) takes(in Instr, at int, want kind, n int) error {
	for i := at; i < at+n; i++ {
		if v.stack[i]&anything&^want != 0 {
			return v.fail(in.Unit, "%s %d takes %s, not %s, from entry %d of %d", in.Op, in.Arg, want, v.stack[i], i, v.sp)
		}
	}
	return nil
}

// branch follows a jump; copied says that the instruction before has copied the top.
func (v *verifier) branch(in Instr, r *row, copied bool) error {
	var to int
	switch in.Op {
	case JUMP_BACKWARD, JUMP_BACKWARD_NO_INTERRUPT:
		to = in.Next - int(in.Arg)
	case FOR_ITER: // behind the END_FOR, without the element
		v.sp--
		err := v.reach(in.Unit, v.marks[in.Next+int(in.Arg)+1]-leads)
		v.sp++
		return err
	default:
		to = in.Next + int(in.Arg)
	}
	if copied && v.sp > 0 && v.stack[v.sp-1] == isHandled && r.act != actNone {
		// The entry is known to be None on one way, an exception on the other.
		top := &v.stack[v.sp-1]
		taken, not := kind(isHandled), kind(isRaised)
		if r.act == actIfNot {
			taken, not = not, taken
		}
		*top = taken
		err := v.reach(in.Unit, v.marks[to]-leads)
		*top = not
		return err
	}
	return v.reach(in.Unit, v.marks[to]-leads)
}

// quiet reports whether an instruction never raises an exception, not even for want of
// memory.
func quiet(op Op) bool {
	switch op {
	case LOAD_FAST, LOAD_FAST_BORROW, LOAD_FAST_AND_CLEAR, LOAD_FAST_LOAD_FAST, LOAD_FAST_BORROW_LOAD_FAST_BORROW, STORE_FAST, STORE_FAST_LOAD_FAST,
		STORE_FAST_STORE_FAST, LOAD_CONST, LOAD_SMALL_INT, PUSH_NULL, POP_TOP, POP_ITER, END_FOR, END_SEND, COPY, SWAP, NOP, NOT_TAKEN,
		JUMP_FORWARD, JUMP_BACKWARD_NO_INTERRUPT, POP_JUMP_IF_FALSE, POP_JUMP_IF_TRUE, POP_JUMP_IF_NONE, POP_JUMP_IF_NOT_NONE,
		IS_OP, UNARY_NOT, PUSH_EXC_INFO, POP_EXCEPT:
		return true
	}
	return false
}

// quick interprets one of the instructions that most code consists of; false: step says
// what is wrong, or unusual.
func (v *verifier) quick(f fast, in *Instr, h *handlerRange) bool {
	arg := in.Arg
	switch f {
	case fastLoad:
		i, bit := arg>>6, uint64(1)<<(arg&63)
		if v.bound[i]&bit == 0 || v.celled[i]&bit != 0 || v.sp == v.StackSize {
			return false
		}
		v.stack[v.sp] = isObject
		v.sp++
	case fastStore:
		if v.sp == 0 || h != nil && h.Depth > v.sp-1 || v.Kinds[arg]&(KindCell|KindFree) != 0 || v.stack[v.sp-1]&(isNull|isOpen|isUnusable) != 0 {
			return false
		}
		v.sp--
		v.bound[arg>>6] |= 1 << (arg & 63)
	case fastConst:
		if v.sp == v.StackSize {
			return false
		}
		v.stack[v.sp] = v.consts[arg]
		v.sp++
	case fastCall:
		base := v.sp - int(arg) - 2
		if base < 0 || h != nil && h.Depth > base {
			return false
		}
		bad := v.stack[base]
		for _, k := range v.stack[base+2 : v.sp] {
			bad |= k
		}
		if (bad&^anObject|v.stack[base+1]&^objectNull)&anything != 0 {
			return false
		}
		v.stack[base] = isObject
		v.sp = base + 1
	}
	return true
}
