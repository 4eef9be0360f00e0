package project

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// expand emits the micro-ops of an instruction.
func (p *projector) expand(op pycode.Op, steps []step, start, at, after int, arg uint32) uop.Stop {
	p.pc = after
	for _, s := range steps {
		if n, second := s.kind.CacheUnits(); n > 0 {
			x := adaptive.CacheValue(p.code.Live[at+1+s.offset:], n)
			if second {
				p.t.Insts[len(p.t.Insts)-1].Operand1 = x
				continue
			}
			u := p.emit(s.id, arg, start)
			u.Operand0 = x
			if stop := p.special(op, u, start, at, after, int(arg)); stop != uop.StopNone {
				return stop
			}
			continue
		}
		u := p.emit(s.id, arg, start)
		switch s.kind {
		case cpython.OpargTop:
			u.Oparg = arg >> 4
		case cpython.OpargBottom:
			u.Oparg = arg & 15
		case cpython.ReturnOffset:
			u.Oparg = uint32(after - start)
		}
		if stop := p.special(op, u, start, at, after, int(arg)); stop != uop.StopNone {
			return stop
		}
	}
	return uop.StopNone
}

// special completes micro-ops that need more than the instruction's own bits.
func (p *projector) special(op pycode.Op, u *uop.Inst, start, at, after, arg int) uop.Stop {
	switch u.Op {
	case cpython.LOAD_FAST:
		if p.code.FeedsAt(at) {
			u.Op = cpython.LOAD_FAST_BORROW
		}
	case cpython.GUARD_NOT_EXHAUSTED_LIST, cpython.GUARD_NOT_EXHAUSTED_TUPLE, cpython.GUARD_NOT_EXHAUSTED_RANGE, cpython.FOR_ITER_TIER_TWO:
		u.Target = uint32(after + arg + 1) // behind END_FOR
		// The loop that a trace closes runs over the iterator that its back edge has
		// been entered with. Where an exit leads back to FOR_ITER, the iterator is not
		// what it has been taken for, or at its end.
		// Likewise that of a generator that has been resumed: it is suspended in it. Of
		// others, the one that tier 1 has seen last is taken for all.
		if u.Op == cpython.FOR_ITER_TIER_TWO && !(p.first && p.linking) {
			u.Operand0 = p.iterShape(start, pyguest.IterShape)
		}
		if p.region != nil && u.Operand0 == 0 { // with a shape, the end is an exit
			p.region.fork(after+arg+1, loopShare)
		}
	case cpython.BINARY_OP_INPLACE_ADD_UNICODE:
		// The STORE_FAST behind it is part of it.
		u.Operand0 = uint64(p.code.Live[after] >> 8)
		p.pc = after + 1
		p.t.Bytecodes++
	case cpython.CALL_LIST_APPEND:
		p.pc = after + 1 // the POP_TOP behind it as well
		p.t.Bytecodes++
	case cpython.GUARD_CALLABLE_LEN:
		u.Operand0 = uint64(p.prog.Known().Len)
	case cpython.GUARD_CALLABLE_ISINSTANCE:
		u.Operand0 = uint64(p.prog.Known().IsInstance)
	case cpython.GUARD_CALLABLE_LIST_APPEND:
		u.Operand0 = uint64(p.prog.Known().ListAppend)
	case cpython.GUARD_CALLABLE_TYPE_1:
		u.Operand0 = uint64(p.prog.Known().Type)
	case cpython.GUARD_CALLABLE_STR_1:
		u.Operand0 = uint64(p.heap.Type(object.StrType).Object)
	case cpython.GUARD_CALLABLE_TUPLE_1:
		u.Operand0 = uint64(p.heap.Type(object.TupleType).Object)
	case cpython.INIT_CALL_PY_EXACT_ARGS, cpython.PY_FRAME_GENERAL, cpython.PY_FRAME_KW:
		u.Operand0 = adaptive.CacheValue(p.code.Live[at+2:], 2) // the version that was checked
	case cpython.CALL_BUILTIN_O, cpython.CALL_BUILTIN_FAST, cpython.CALL_BUILTIN_FAST_WITH_KEYWORDS:
		if !p.general(start) {
			u.Operand0 = adaptive.CacheValue(p.code.Live[at+2:], 2) // the number of what has been called
		}
		p.ofAnySize(u, start)
	case cpython.CALL_BUILTIN_CLASS, cpython.UNARY_NEGATIVE:
		p.ofAnySize(u, start)
	case cpython.STORE_ATTR_INSTANCE_VALUE:
		if t := p.heap.TypeByVersion(uint32(adaptive.CacheValue(p.code.Live[at+2:], 2))); t != nil { // the index
			u.Operand1 = (u.Operand0 - uint64(t.ValuesOff())) / 8
		}
	case cpython.LOAD_ATTR_WITH_HINT, cpython.STORE_ATTR_WITH_HINT:
		if t := p.heap.TypeByVersion(uint32(adaptive.CacheValue(p.code.Live[at+2:], 2))); t != nil { // where the dict is
			u.Operand1 = uint64(t.DictOff())
		}
	case cpython.LOAD_ATTR:
		if p.general(start) {
			u.Operand0 = pyguest.NoGuards
		}
	case cpython.GUARD_KEYS_VERSION:
		u.Operand1 = adaptive.CacheValue(p.code.Live[at+2:], 2) // of the class
	case cpython.BINARY_OP, cpython.STORE_SUBSCR:
		p.numbersAt(u, start, at)
	case cpython.BINARY_OP_SUBSCR_LIST_INT, cpython.BINARY_OP_SUBSCR_TUPLE_INT, cpython.BINARY_OP_SUBSCR_STR_INT, cpython.STORE_SUBSCR_LIST_INT:
		if p.code.Operations != nil && p.code.Operations[at].FromEnd == adaptive.FromEndCompiled {
			u.Operand0 = pyguest.FromEnd
		}
	case cpython.BINARY_OP_SUBSCR_CHECK_FUNC:
		u.Operand0 = adaptive.CacheValue(p.code.Live[at+2:], 2) // the type's version
		if t := p.heap.TypeByVersion(uint32(u.Operand0)); t != nil {
			u.Operand1 = uint64(t.ItemGetter())
		}
	case cpython.DICT_MERGE:
		if p.general(start) {
			break
		}
		if mergesNothing(p.code, after) {
			u.Operand0 = pyguest.MergesNothing
		} else if order, n := mergesNames(p.prog, p.code, after); order != 0 && u.Oparg == 1 {
			u.Operand0, u.Operand1 = pyguest.MergesNames, uint64(order)|uint64(pyguest.StarKeywords(n))<<32
		}
	case cpython.CREATE_INIT_FRAME, cpython.BINARY_OP_SUBSCR_INIT_CALL:
		u.Operand0 = uint64(after)
	case cpython.PUSH_FRAME:
		switch op {
		case pycode.CALL_ALLOC_AND_ENTER_INIT:
			return p.enterInit(at, after)
		case pycode.LOAD_ATTR_PROPERTY, pycode.LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN, pycode.BINARY_OP_SUBSCR_GETITEM:
			return p.enterVersion(uint32(adaptive.CacheValue(p.code.Live[at+4:], 2)), after)
		}
		return p.enter(at, after)
	case cpython.GET_AWAITABLE:
		if !p.general(start) && p.awaitsMade(start) {
			u.Operand0 = p.made.word
		}
	case cpython.FOR_ITER_GEN_FRAME, cpython.SEND_GEN_FRAME:
		return p.resumes(u, start, after)
	case cpython.YIELD_VALUE:
		u.Operand0 = uint64(after)
		return p.leave()
	case cpython.RETURN_GENERATOR:
		u.Operand0 = uint64(after)
		return p.makes(after)
	case cpython.RETURN_VALUE:
		if p.code.Generates {
			return p.endGenerator(u)
		}
		return p.leave()
	}
	return uop.StopNone
}

// ofAnySize says that an instruction has been given an int of more than 64 bits.
func (p *projector) ofAnySize(u *uop.Inst, start int) {
	if p.general(start) || p.code.Feedback != nil && p.code.Feedback[start].AnySize {
		u.Operand1 = pyguest.AnySize
	}
}
