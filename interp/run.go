package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/interp/specialize"
)

// This file is one function, and longer than others for that: its cases share fp, sp, ip
// and code as variables, jump into each other's general form, and end with the next
// instruction. As a method, a case would take four words and give them back changed, at a
// call an instruction. Instructions that are too seldom, or too much work, for that to be
// seen are methods (outofline.go) and functions of package ops; the general forms stand below the switch; how
// they see memory is in memory.go.
//
// Go inlines into a function as large as this one only what costs 20 or less (go build -gcflags=-m=2 tells). So a test of
// a type is written out as IsRef and RefType, in place of Heap.Is, which costs 28 and would be a call; TypeVersion, ListItem
// and DictEntryValue are written out, too.
//
// How code happens to lie in a binary moves a program's time by a tenth either way: hold
// a change of the switch against several layouts (go build -ldflags=-randlayout=N).

// run executes frames from the one at fp until that one returns. It is the one
// function in which guest code is interpreted: guest calls push frames and stay
// in it.
func (vm *VM) run(fp unsafe.Pointer) (object.Value, error) {
	h := vm.heap
	if vm.goFrames == 0 {
		vm.goFrames = heap.GoStackUsed() - vm.levels[len(vm.levels)-1].goStack
	}
	var err error
	var sp, ip unsafe.Pointer
	var jumps bool
	code := vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
	ip = unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))])
	sp = unsafe.Add(fp, object.FrameSlots+8*uintptr(*(*uint32)(unsafe.Add(fp, object.FrameSP))))
	counts := vm.counts
	for {
		w := *(*uint16)(ip)
		vm.ip = uintptr(ip) // for errors, panics included
		ip = skip(ip, 1)
		op, arg := pycode.Op(w), int(w>>8)
		if counts != nil {
			if vm.ticks == vm.pauseAt {
				vm.pauseIn(fp, sp, code)
			}
			counts[op]++
			if vm.ticks++; vm.ticks >= vm.spentAt {
				if err = vm.overBudget(ip, op, arg); err != nil {
					goto raise
				}
			}
			if vm.tier.Watch != nil {
				vm.step(fp, code, int(code.At(ip))-1)
				w = unit(ip, -1) // there may be an executor now
				op, arg = pycode.Op(w), int(w>>8)
			}
			if vm.timing != nil {
				op = vm.timing.Step(&vm.spec, ip, op)
			}
		}
	dispatch:
		switch op {

		// Locals, constants, stack.

		case pycode.LOAD_FAST_BORROW:
			*slot(sp, 0) = *local(fp, arg)
			sp = unsafe.Add(sp, 8)
		case pycode.LOAD_FAST:
			*slot(sp, 0) = *local(fp, arg)
			sp = unsafe.Add(sp, 8)
			if code.Owners != nil {
				h.StrShare(*top(sp))
			}
		case pycode.LOAD_FAST_BORROW_LOAD_FAST_BORROW:
			*slot(sp, 0) = *local(fp, arg>>4)
			*slot(sp, 1) = *local(fp, arg&15)
			sp = unsafe.Add(sp, 16)
		case pycode.LOAD_FAST_LOAD_FAST:
			*slot(sp, 0) = *local(fp, arg>>4)
			*slot(sp, 1) = *local(fp, arg&15)
			sp = unsafe.Add(sp, 16)
			if code.Owners != nil {
				h.StrShare(*top(sp))
				h.StrShare(*second(sp))
			}
		case pycode.STORE_FAST:
			sp = unsafe.Add(sp, -8)
			*local(fp, arg) = *slot(sp, 0)
		case pycode.STORE_FAST_LOAD_FAST:
			*local(fp, arg>>4) = *top(sp)
			*top(sp) = *local(fp, arg&15)
			if code.Owners != nil {
				h.StrShare(*top(sp))
			}
		case pycode.STORE_FAST_STORE_FAST:
			*local(fp, arg>>4) = *top(sp)
			*local(fp, arg&15) = *second(sp)
			sp = unsafe.Add(sp, -16)
		case pycode.LOAD_CONST:
			*slot(sp, 0) = code.ConstValues[arg]
			sp = unsafe.Add(sp, 8)
		case pycode.LOAD_SMALL_INT:
			*slot(sp, 0) = object.SmallInt(int64(arg))
			sp = unsafe.Add(sp, 8)
		case pycode.LOAD_FAST_CHECK:
			v := *local(fp, arg)
			if v == object.Null {
				err = unboundLocal(h, code, arg)
				goto raise
			}
			*slot(sp, 0) = v
			sp = unsafe.Add(sp, 8)
			if code.Owners != nil {
				h.StrShare(v)
			}
		case pycode.LOAD_FAST_AND_CLEAR:
			*slot(sp, 0) = *local(fp, arg)
			*local(fp, arg) = object.Null
			sp = unsafe.Add(sp, 8)
			if code.Owners != nil {
				h.StrShare(*top(sp))
			}
		case pycode.POP_TOP, pycode.POP_ITER, pycode.END_FOR:
			sp = unsafe.Add(sp, -8)
		case pycode.PUSH_NULL:
			*slot(sp, 0) = object.Null
			sp = unsafe.Add(sp, 8)
		case pycode.COPY:
			*slot(sp, 0) = *slot(sp, -arg)
			sp = unsafe.Add(sp, 8)
		case pycode.SWAP:
			*top(sp), *slot(sp, -arg) = *slot(sp, -arg), *top(sp)
		case pycode.NOP, pycode.NOT_TAKEN:

		// Arithmetic.

		case pycode.BINARY_OP:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.BinaryOp(fp, code, ip, arg, *second(sp), *top(sp))
				ip = skip(ip, -1)
				w = *(*uint16)(ip)
				ip = skip(ip, 1)
				if op = pycode.Op(w); op != pycode.BINARY_OP {
					goto dispatch
				}
			} else {
				vm.spec.Defer(ip, specialize.BinaryOp)
			}
			goto binary
		case pycode.BINARY_OP_ADD_INT:
			a, b := *second(sp), *top(sp)
			if object.BothSmall(a, b) {
				if r := a.Small() + b.Small(); object.FitsSmall(r) {
					sp = unsafe.Add(sp, -8)
					*top(sp) = object.SmallInt(r)
					ip = skip(ip, 5)
					continue
				}
			}
			if !pyguest.FitI64(h, object.Add, a, b) {
				vm.spec.Miss(ip, specialize.BinaryOp)
			}
			goto binary
		case pycode.BINARY_OP_SUBTRACT_INT:
			a, b := *second(sp), *top(sp)
			if object.BothSmall(a, b) {
				if r := a.Small() - b.Small(); object.FitsSmall(r) {
					sp = unsafe.Add(sp, -8)
					*top(sp) = object.SmallInt(r)
					ip = skip(ip, 5)
					continue
				}
			}
			if !pyguest.FitI64(h, object.Subtract, a, b) {
				vm.spec.Miss(ip, specialize.BinaryOp)
			}
			goto binary
		case pycode.BINARY_OP_MULTIPLY_INT:
			a, b := *second(sp), *top(sp)
			if object.BothSmall(a, b) {
				if x, y := a.Small(), b.Small(); x == int64(int32(x)) && y == int64(int32(y)) {
					sp = unsafe.Add(sp, -8)
					*top(sp) = h.Int(x * y)
					ip = skip(ip, 5)
					continue
				}
			}
			if !pyguest.FitI64(h, object.Multiply, a, b) {
				vm.spec.Miss(ip, specialize.BinaryOp)
			}
			goto binary
		case pycode.BINARY_OP_ADD_FLOAT:
			a, b := *second(sp), *top(sp)
			if !a.IsFloat() || !b.IsFloat() {
				goto missedBinary
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = object.FloatValue(a.Float() + b.Float())
			ip = skip(ip, 5)
		case pycode.BINARY_OP_SUBTRACT_FLOAT:
			a, b := *second(sp), *top(sp)
			if !a.IsFloat() || !b.IsFloat() {
				goto missedBinary
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = object.FloatValue(a.Float() - b.Float())
			ip = skip(ip, 5)
		case pycode.BINARY_OP_MULTIPLY_FLOAT:
			a, b := *second(sp), *top(sp)
			if !a.IsFloat() || !b.IsFloat() {
				goto missedBinary
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = object.FloatValue(float64(a.Float() * b.Float()))
			ip = skip(ip, 5)
		case pycode.BINARY_OP_ADD_UNICODE:
			a, b := *second(sp), *top(sp)
			if !a.IsRef() || h.RefType(a) != object.StrType || !b.IsRef() || h.RefType(b) != object.StrType {
				goto missedBinary
			}
			r := h.StrConcat(a, b)
			sp = unsafe.Add(sp, -8)
			*top(sp) = r
			ip = skip(ip, 5)
		case pycode.BINARY_OP_INPLACE_ADD_UNICODE:
			// s = s + x: the STORE_FAST behind it is done here as well.
			a, b := *second(sp), *top(sp)
			if !a.IsRef() || h.RefType(a) != object.StrType || !b.IsRef() || h.RefType(b) != object.StrType || *local(fp, int(unit(ip, 5)>>8)) != a {
				goto missedBinary
			}
			var r object.Value
			if i := int(unit(ip, 5) >> 8); code.Owners != nil && code.Owners[i] {
				r = h.StrAppend(a, b)
			} else {
				r = h.StrConcat(a, b)
			}
			*local(fp, int(unit(ip, 5)>>8)) = r
			sp = unsafe.Add(sp, -16)
			ip = skip(ip, 6)
			if counts != nil {
				vm.ticks++
			}
		case pycode.BINARY_OP_EXTEND:
			a, b := *second(sp), *top(sp)
			d := &pyguest.Extensions[unit(ip, 1)]
			if !d.Accepts(h, a, b) {
				goto missedBinary
			}
			var r object.Value
			if r, err = d.Fn(h, a, b); err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = r
			ip = skip(ip, 5)
		case pycode.BINARY_OP_SUBSCR_LIST_INT:
			l, i := *second(sp), *top(sp)
			if !i.IsSmall() || !l.IsRef() || h.RefType(l) != object.ListType || uint64(i.Small()) >= h.Word(l, object.OffListLen) {
				goto missedBinary
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = h.Field(h.Field(l, object.OffListItems), object.OffArrayItems+8*uintptr(i.Small()))
			ip = skip(ip, 5)
		case pycode.BINARY_OP_SUBSCR_TUPLE_INT:
			t, i := *second(sp), *top(sp)
			if !i.IsSmall() || !t.IsRef() || h.RefType(t) != object.TupleType || uint64(i.Small()) >= h.Word(t, object.OffTupleLen) {
				goto missedBinary
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = h.TupleItem(t, int(i.Small()))
			ip = skip(ip, 5)
		case pycode.BINARY_OP_SUBSCR_STR_INT:
			s, i := *second(sp), *top(sp)
			if !i.IsSmall() || !s.IsRef() || h.RefType(s) != object.StrType || uint64(i.Small()) >= h.Word(s, object.OffStrLen) {
				goto missedBinary
			}
			r := h.StrChar(s, int(i.Small()))
			sp = unsafe.Add(sp, -8)
			*top(sp) = r
			ip = skip(ip, 5)
		case pycode.BINARY_OP_SUBSCR_DICT:
			d, k := *second(sp), *top(sp)
			if !d.IsRef() || h.RefType(d) != object.DictType {
				goto missedBinary
			}
			var r object.Value
			if r, err = h.GetItem(d, k); err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = r
			ip = skip(ip, 5)
		case pycode.BINARY_OP_SUBSCR_LIST_SLICE:
			l, s := *second(sp), *top(sp)
			if !l.IsRef() || h.RefType(l) != object.ListType || !s.IsRef() || h.RefType(s) != object.SliceType {
				vm.spec.Miss(ip, specialize.BinaryOp)
			}
			goto binary
		case pycode.BINARY_OP_SUBSCR_GETITEM:
			v, f := *second(sp), object.Null
			if v.IsRef() && h.RefVersion(v) == u32(ip, 1) {
				f = h.TypeOf(v).ItemGetter()
			}
			if f == object.Null || h.Half(f, object.OffFuncVersion) != u32(ip, 3) {
				goto missedBinary
			}
			*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp) - 2
			*(*uint32)(unsafe.Add(fp, object.FramePC)) = code.At(ip) + 5
			np := vm.getter(fp, code, f, v, *top(sp))
			if np == nil {
				err = recursionError(vm.heap)
				goto raise
			}
			fp = np
			goto reload
		case pycode.UNARY_NEGATIVE:
			v := *top(sp)
			if code.Operations == nil || code.Operations[code.At(ip)-1].Left == 0 {
				vm.spec.NoteUnary(code, ip, v)
			}
			switch {
			case v.IsSmall() && object.FitsSmall(-v.Small()):
				*top(sp) = object.SmallInt(-v.Small())
			case v.IsFloat():
				*top(sp) = object.FloatValue(-v.Float())
			default:
				goto special
			}
		case pycode.UNARY_INVERT:
			goto special
		case pycode.UNARY_NOT:
			*top(sp) = object.Bool(*top(sp) == object.False)
		case pycode.BINARY_SLICE:
			var r object.Value
			if r, err = h.GetSlice(*third(sp), *second(sp), *top(sp), object.None); err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, -16)
			*top(sp) = r
		case pycode.STORE_SLICE:
			if err = vm.setSlice(*third(sp), *second(sp), *top(sp), object.None, *slot(sp, -4)); err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, -32)

		// Comparisons and truth.

		case pycode.COMPARE_OP:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.CompareOp(code, ip, *second(sp), *top(sp))
				w = unit(ip, -1)
				if op = pycode.Op(w); op != pycode.COMPARE_OP {
					goto dispatch
				}
			} else {
				vm.spec.Defer(ip, specialize.CompareOp)
			}
			goto compare
		case pycode.COMPARE_OP_INT:
			a, b := *second(sp), *top(sp)
			if !object.BothSmall(a, b) {
				if !specialize.BothI64(h, a, b) {
					vm.spec.Miss(ip, specialize.CompareOp)
				}
				goto compare
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = object.Bool(compareBits(a.Small() < b.Small(), a == b)&arg != 0)
			ip = skip(ip, 1)
		case pycode.COMPARE_OP_FLOAT:
			a, b := *second(sp), *top(sp)
			if !a.IsFloat() || !b.IsFloat() {
				goto missedCompare
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = object.Bool(compareFloats(a.Float(), b.Float())&arg != 0)
			ip = skip(ip, 1)
		case pycode.COMPARE_OP_STR:
			a, b := *second(sp), *top(sp)
			if !a.IsRef() || h.RefType(a) != object.StrType || !b.IsRef() || h.RefType(b) != object.StrType {
				goto missedCompare
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = object.Bool(h.StrEqual(a, b) == (object.CompareOp(arg>>5) == object.EQ))
			ip = skip(ip, 1)
		case pycode.IS_OP:
			sp = unsafe.Add(sp, -8)
			*top(sp) = object.Bool((*top(sp) == *slot(sp, 0)) == (arg == 0))
		case pycode.CONTAINS_OP:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.ContainsOp(ip, *top(sp))
				w = unit(ip, -1)
				if op = pycode.Op(w); op != pycode.CONTAINS_OP {
					goto dispatch
				}
			} else {
				vm.spec.Defer(ip, specialize.ContainsOp)
			}
			goto contains
		case pycode.CONTAINS_OP_DICT:
			if !top(sp).IsRef() || h.RefType(*top(sp)) != object.DictType {
				vm.spec.Miss(ip, specialize.ContainsOp)
			}
			goto contains
		case pycode.CONTAINS_OP_SET:
			if t := h.TypeID(*top(sp)); t != object.SetType && t != object.FrozenSetType {
				vm.spec.Miss(ip, specialize.ContainsOp)
			}
			goto contains
		case pycode.TO_BOOL:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.ToBool(ip, *top(sp))
				w = unit(ip, -1)
				if op = pycode.Op(w); op != pycode.TO_BOOL {
					goto dispatch
				}
			} else {
				vm.spec.Defer(ip, specialize.ToBool)
			}
			goto truth
		case pycode.TO_BOOL_BOOL:
			if v := *top(sp); v != object.True && v != object.False {
				goto missedTruth
			}
			ip = skip(ip, 3)
		case pycode.TO_BOOL_INT:
			v := *top(sp)
			if !v.IsSmall() {
				if !h.IsInt(v) {
					vm.spec.Miss(ip, specialize.ToBool)
				}
				goto truth
			}
			*top(sp) = object.Bool(v.Small() != 0)
			ip = skip(ip, 3)
		case pycode.TO_BOOL_NONE:
			if *top(sp) != object.None {
				goto missedTruth
			}
			*top(sp) = object.False
			ip = skip(ip, 3)
		case pycode.TO_BOOL_LIST:
			v := *top(sp)
			if !v.IsRef() || h.RefType(v) != object.ListType {
				goto missedTruth
			}
			*top(sp) = object.Bool(h.ListLen(v) != 0)
			ip = skip(ip, 3)
		case pycode.TO_BOOL_STR:
			v := *top(sp)
			if !v.IsRef() || h.RefType(v) != object.StrType {
				goto missedTruth
			}
			*top(sp) = object.Bool(h.StrLen(v) != 0)
			ip = skip(ip, 3)
		case pycode.TO_BOOL_ALWAYS_TRUE:
			v := *top(sp)
			if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
				goto missedTruth
			}
			*top(sp) = object.True
			ip = skip(ip, 3)

		// Jumps. A conditional jump shifts whether it was taken into its cache.

		case pycode.POP_JUMP_IF_FALSE:
			sp = unsafe.Add(sp, -8)
			jumps = *slot(sp, 0) == object.False
			goto branch
		case pycode.POP_JUMP_IF_TRUE:
			sp = unsafe.Add(sp, -8)
			jumps = *slot(sp, 0) == object.True
			goto branch
		case pycode.POP_JUMP_IF_NONE:
			sp = unsafe.Add(sp, -8)
			jumps = *slot(sp, 0) == object.None
			goto branch
		case pycode.POP_JUMP_IF_NOT_NONE:
			sp = unsafe.Add(sp, -8)
			jumps = *slot(sp, 0) != object.None
			goto branch
		case pycode.JUMP_FORWARD:
			ip = skip(ip, arg)
		case pycode.JUMP_BACKWARD_NO_INTERRUPT:
			ip = skip(ip, -arg)
		case pycode.JUMP_BACKWARD:
			vm.specializeJump(code, ip)
			goto backward
		case pycode.JUMP_BACKWARD_NO_JIT:
			goto backward
		case pycode.JUMP_BACKWARD_JIT:
			vm.tier.Ticks++
			if c := (*uint16)(ip); *c >= adaptive.CounterStep {
				*c -= adaptive.CounterStep
				goto backward
			}
			// Perhaps hot: then there will be an executor over this instruction.
			*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp)
			if !vm.hotBackEdge(fp, code, ip, arg) {
				goto backward
			}
			vm.ticks-- // it is the executor's
			ip = skip(ip, -instructionUnits(arg))
			continue
		case pycode.ENTER_EXECUTOR:
			vm.ticks-- // it executes nothing by itself
			if vm.requests.Flag.Load() {
				ran := false
				if ran, err = vm.attend(); err != nil {
					goto raise
				}
				if ran { // the executor may be gone
					ip = skip(ip, -1)
					continue
				}
			}
			*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp)
			at, same := int(code.At(ip))-1, false
			if fp, same, err = vm.enterHere(fp, code, at); same {
				// The instruction beneath is executed, so that there is progress.
				sp = frameStack(fp)
				ip = skip(unsafe.Pointer(&code.Live[at]), 1)
				vm.ip = uintptr(skip(ip, -1))
				op, arg = code.Replaced(at)
				w = uint16(arg)<<8 | uint16(op)
				if counts != nil {
					counts[op]++
					if vm.ticks++; vm.ticks >= vm.spentAt {
						if err = vm.overBudget(ip, op, arg); err != nil {
							goto raise
						}
					}
				}
				goto dispatch
			}
			if err != nil {
				code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
				sp = frameStack(fp)
				vm.ip = uintptr(unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))]))
				goto raise
			}
			goto reload
		case pycode.RESUME_CHECK:
			if vm.requests.Flag.Load() {
				ran := false
				if ran, err = vm.attend(); err != nil {
					goto raise
				}
				if ran {
					goto again
				}
			}
		case pycode.RESUME:
			// With an optimizer that takes function entries, this instruction
			// stays as it is and counts.
			if vm.requests.Flag.Load() {
				ran := false
				if ran, err = vm.attend(); err != nil {
					goto raise
				}
				if ran {
					goto again
				}
			}
			if !vm.countsEntries() {
				*(*byte)(skip(ip, -1)) = byte(pycode.RESUME_CHECK)
				continue
			}
			if arg != 0 {
				continue
			}
			vm.tier.Ticks++
			if code.Entries++; code.Entries >= vm.ticksOf(code.Tries) {
				*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp)
				if vm.hotEntry(fp, code, ip) {
					vm.ticks-- // it is the executor's
					ip = skip(ip, -1)
				}
			}

		// Iteration.

		case pycode.GET_ITER:
			if h.TypeID(*top(sp)) >= object.FirstFreeType {
				goto special
			}
			var it object.Value
			if it, err = h.IterOver(*top(sp)); err != nil {
				goto raise
			}
			*top(sp) = it
		case pycode.FOR_ITER:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.ForIter(code, ip, *top(sp))
				w = unit(ip, -1)
				if op = pycode.Op(w); op != pycode.FOR_ITER {
					goto dispatch
				}
			} else {
				vm.spec.Defer(ip, specialize.ForIter)
			}
			goto next
		case pycode.FOR_ITER_RANGE:
			it := *top(sp)
			if !it.IsRef() || h.RefType(it) != object.RangeIterType {
				goto missedNext
			}
			left := h.Word(it, object.OffRangeIterLeft)
			if left == 0 {
				ip = skip(ip, 2+arg)
				continue
			}
			i := int64(h.Word(it, object.OffRangeIterNext))
			h.SetWord(it, object.OffRangeIterLeft, left-1)
			h.SetWord(it, object.OffRangeIterNext, uint64(i)+h.Word(it, object.OffRangeIterStep))
			if object.FitsSmall(i) {
				*slot(sp, 0) = object.SmallInt(i)
			} else {
				*slot(sp, 0) = h.Int(i)
			}
			sp = unsafe.Add(sp, 8)
			ip = skip(ip, 1)
		case pycode.FOR_ITER_LIST:
			it := *top(sp)
			if !it.IsRef() || h.RefType(it) != object.ListIterType {
				goto missedNext
			}
			l, i := h.Field(it, object.OffSeqIterSeq), h.Word(it, object.OffSeqIterIndex)
			if l == object.Null || i >= h.Word(l, object.OffListLen) {
				h.SetField(it, object.OffSeqIterSeq, object.Null)
				ip = skip(ip, 2+arg)
				continue
			}
			h.SetWord(it, object.OffSeqIterIndex, i+1)
			*slot(sp, 0) = h.Field(h.Field(l, object.OffListItems), object.OffArrayItems+8*uintptr(i))
			sp = unsafe.Add(sp, 8)
			ip = skip(ip, 1)
		case pycode.FOR_ITER_TUPLE:
			it := *top(sp)
			if !it.IsRef() || h.RefType(it) != object.TupleIterType {
				goto missedNext
			}
			t, i := h.Field(it, object.OffSeqIterSeq), h.Word(it, object.OffSeqIterIndex)
			if t == object.Null || i >= h.Word(t, object.OffTupleLen) {
				h.SetField(it, object.OffSeqIterSeq, object.Null)
				ip = skip(ip, 2+arg)
				continue
			}
			h.SetWord(it, object.OffSeqIterIndex, i+1)
			*slot(sp, 0) = h.TupleItem(t, int(i))
			sp = unsafe.Add(sp, 8)
			ip = skip(ip, 1)

		// Names.

		case pycode.LOAD_GLOBAL:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.LoadGlobal(fp, code, ip, arg)
				w = unit(ip, -1)
				if op = pycode.Op(w); op != pycode.LOAD_GLOBAL {
					goto dispatch
				}
			} else {
				vm.spec.Defer(ip, specialize.LoadGlobal)
			}
			goto global
		case pycode.LOAD_GLOBAL_MODULE:
			d := h.Field(*slot(fp, object.FrameSlots/8), object.OffFuncGlobals)
			if h.Half(d, object.OffDictVersion) != uint32(unit(ip, 1)) {
				goto missedGlobal
			}
			v := h.Field(h.Field(d, object.OffDictEntries), object.OffEntryValue+object.DictEntrySize*uintptr(unit(ip, 3)))
			if v == object.Null {
				goto missedGlobal
			}
			*slot(sp, 0) = v
			*slot(sp, 1) = object.Null
			sp = unsafe.Add(sp, 8+8*(arg&1))
			ip = skip(ip, 4)
		case pycode.LOAD_GLOBAL_BUILTIN:
			f := *slot(fp, object.FrameSlots/8)
			d, b := h.Field(f, object.OffFuncGlobals), h.Field(f, object.OffFuncBuiltins)
			if h.Half(d, object.OffDictVersion) != uint32(unit(ip, 1)) || h.Half(b, object.OffDictVersion) != uint32(unit(ip, 2)) {
				goto missedGlobal
			}
			*slot(sp, 0) = h.Field(h.Field(b, object.OffDictEntries), object.OffEntryValue+object.DictEntrySize*uintptr(unit(ip, 3)))
			*slot(sp, 1) = object.Null
			sp = unsafe.Add(sp, 8+8*(arg&1))
			ip = skip(ip, 4)
		case pycode.LOAD_NAME:
			var v object.Value
			if v, err = vm.loadName(fp, code, code.NameValues[arg]); err != nil {
				goto raise
			}
			*slot(sp, 0) = v
			sp = unsafe.Add(sp, 8)
		case pycode.STORE_NAME, pycode.STORE_GLOBAL:
			sp = unsafe.Add(sp, -8)
			if code.Namespace && op == pycode.STORE_NAME {
				if err = storeName(vm.heap, fp, code, code.NameValues[arg], *slot(sp, 0)); err != nil {
					goto raise
				}
				continue
			}
			h.DictSetStr(frameGlobals(h, fp), code.NameValues[arg], *slot(sp, 0))
		case pycode.DELETE_GLOBAL:
			if err = vm.deleteGlobal(fp, code.NameValues[arg]); err != nil {
				goto raise
			}
		case pycode.DELETE_NAME:
			if err = vm.deleteName(fp, code, code.NameValues[arg]); err != nil {
				goto raise
			}
		case pycode.LOAD_DEREF:
			v := h.Field(*local(fp, arg), object.OffCellValue)
			if v == object.Null {
				err = unboundDeref(h, code, arg)
				goto raise
			}
			*slot(sp, 0) = v
			sp = unsafe.Add(sp, 8)
		case pycode.STORE_DEREF:
			sp = unsafe.Add(sp, -8)
			h.SetField(*local(fp, arg), object.OffCellValue, *slot(sp, 0))
		case pycode.LOAD_ATTR:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.LoadAttr(code, ip, arg, *top(sp))
				w = unit(ip, -1)
				if op = pycode.Op(w); op != pycode.LOAD_ATTR {
					goto dispatch
				}
			} else {
				vm.spec.Defer(ip, specialize.LoadAttr)
			}
			goto attr
		case pycode.LOAD_ATTR_MODULE:
			m := *top(sp)
			if !m.IsRef() || h.RefType(m) != object.ModuleType {
				goto missedAttr
			}
			d := h.Field(m, object.OffModuleDict)
			if h.Half(d, object.OffDictVersion) != u32(ip, 1) {
				goto missedAttr
			}
			v := h.Field(h.Field(d, object.OffDictEntries), object.OffEntryValue+object.DictEntrySize*uintptr(unit(ip, 3)))
			if v == object.Null {
				goto missedAttr
			}
			*top(sp) = v
			*slot(sp, 0) = object.Null
			sp = unsafe.Add(sp, 8*(arg&1))
			ip = skip(ip, 9)
		case pycode.LOAD_ATTR_METHOD_NO_DICT:
			v := *top(sp)
			if v.IsRef() && h.RefVersion(v) != u32(ip, 1) || !v.IsRef() && h.TypeVersion(v) != u32(ip, 1) {
				goto missedAttr
			}
			*top(sp) = word(ip, 5)
			*slot(sp, 0) = v
			sp = unsafe.Add(sp, 8)
			ip = skip(ip, 9)

		case pycode.LOAD_ATTR_INSTANCE_VALUE:
			v := *top(sp)
			if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
				goto missedAttr
			}
			x := h.Field(v, uintptr(unit(ip, 3)))
			if x == object.Null {
				goto missedAttr
			}
			*top(sp) = x
			*slot(sp, 0) = object.Null
			sp = unsafe.Add(sp, 8*(arg&1))
			ip = skip(ip, 9)
		case pycode.LOAD_ATTR_SLOT:
			v := *top(sp)
			if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
				goto missedAttr
			}
			x := h.Field(v, uintptr(unit(ip, 3)))
			if x == object.Null {
				goto attr // which raises
			}
			*top(sp) = x
			*slot(sp, 0) = object.Null
			sp = unsafe.Add(sp, 8*(arg&1))
			ip = skip(ip, 9)
		case pycode.LOAD_ATTR_WITH_HINT:
			v := *top(sp)
			if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
				goto missedAttr
			}
			x := hinted(h, v, int(unit(ip, 3)), code.NameValues[arg>>1])
			if x == nil {
				goto missedAttr
			}
			*top(sp) = *x
			*slot(sp, 0) = object.Null
			sp = unsafe.Add(sp, 8*(arg&1))
			ip = skip(ip, 9)
		case pycode.LOAD_ATTR_METHOD_WITH_VALUES:
			v := *top(sp)
			if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) || h.Half(v, object.OffAux) == object.InstNoValues || h.TypeOf(v).KeysVersion() != u32(ip, 3) {
				goto missedAttr
			}
			*top(sp) = word(ip, 5)
			*slot(sp, 0) = v
			sp = unsafe.Add(sp, 8)
			ip = skip(ip, 9)
		case pycode.LOAD_ATTR_METHOD_LAZY_DICT:
			v := *top(sp)
			if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) || h.Field(v, uintptr(unit(ip, 3))) != object.Null {
				goto missedAttr
			}
			*top(sp) = word(ip, 5)
			*slot(sp, 0) = v
			sp = unsafe.Add(sp, 8)
			ip = skip(ip, 9)
		case pycode.LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES:
			v := *top(sp)
			if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) || h.Half(v, object.OffAux) == object.InstNoValues || h.TypeOf(v).KeysVersion() != u32(ip, 3) {
				goto missedAttr
			}
			*top(sp) = word(ip, 5)
			*slot(sp, 0) = object.Null
			sp = unsafe.Add(sp, 8*(arg&1))
			ip = skip(ip, 9)
		case pycode.LOAD_ATTR_NONDESCRIPTOR_NO_DICT:
			if top(sp).IsRef() && h.RefVersion(*top(sp)) != u32(ip, 1) || !top(sp).IsRef() && h.TypeVersion(*top(sp)) != u32(ip, 1) {
				goto missedAttr
			}
			*top(sp) = word(ip, 5)
			*slot(sp, 0) = object.Null
			sp = unsafe.Add(sp, 8*(arg&1))
			ip = skip(ip, 9)
		case pycode.LOAD_ATTR_CLASS, pycode.LOAD_ATTR_CLASS_WITH_METACLASS_CHECK:
			v := *top(sp)
			if !isClass(h, ip, op, v) {
				goto missedAttr
			}
			*top(sp) = word(ip, 5)
			*slot(sp, 0) = object.Null
			sp = unsafe.Add(sp, 8*(arg&1))
			ip = skip(ip, 9)
		case pycode.LOAD_ATTR_PROPERTY, pycode.LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN:
			f := word(ip, 5)
			if !top(sp).IsRef() || h.RefVersion(*top(sp)) != u32(ip, 1) || h.Half(f, object.OffFuncVersion) != u32(ip, 3) {
				goto missedAttr
			}
			*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp) - 1
			*(*uint32)(unsafe.Add(fp, object.FramePC)) = code.At(ip) + 9
			np := vm.getter(fp, code, f, *top(sp), code.NameValues[arg>>1])
			if np == nil {
				err = recursionError(vm.heap)
				goto raise
			}
			fp = np
			goto reload
		case pycode.STORE_ATTR:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.StoreAttr(ip, code.NameValues[arg], *top(sp))
				w = unit(ip, -1)
				if op = pycode.Op(w); op != pycode.STORE_ATTR {
					goto dispatch
				}
			} else {
				vm.spec.Defer(ip, specialize.StoreAttr)
			}
			goto storeAttr
		case pycode.STORE_ATTR_INSTANCE_VALUE:
			v := *top(sp)
			if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) || !ops.StoreInline(h, v, uintptr(unit(ip, 3)), *second(sp)) {
				goto missedStoreAttr
			}
			sp = unsafe.Add(sp, -16)
			ip = skip(ip, 4)
		case pycode.STORE_ATTR_SLOT:
			v := *top(sp)
			if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
				goto missedStoreAttr
			}
			h.SetField(v, uintptr(unit(ip, 3)), *second(sp))
			sp = unsafe.Add(sp, -16)
			ip = skip(ip, 4)
		case pycode.STORE_ATTR_WITH_HINT:
			v := *top(sp)
			if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
				goto missedStoreAttr
			}
			x := hinted(h, v, int(unit(ip, 3)), code.NameValues[arg])
			if x == nil {
				goto missedStoreAttr
			}
			*x = *second(sp)
			sp = unsafe.Add(sp, -16)
			ip = skip(ip, 4)

		// Calls.

		case pycode.CALL:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.Call(code, ip, arg, *slot(sp, -arg-2), *slot(sp, -arg-1), *slot(sp, -arg))
				w = unit(ip, -1)
				if op = pycode.Op(w); op != pycode.CALL {
					goto dispatch
				}
			} else {
				vm.spec.Defer(ip, specialize.Call)
			}
			goto call
		case pycode.CALL_PY_EXACT_ARGS:
			f, self := *slot(sp, -arg-2), *slot(sp, -arg-1)
			if !f.IsRef() || h.RefType(f) != object.FunctionType || h.Half(f, object.OffFuncVersion) != u32(ip, 1) {
				goto missedCall
			}
			callee := vm.codes[h.Half(f, object.OffFuncCode)]
			n := arg
			if self != object.Null {
				n++
			}
			if callee.ArgCount != n {
				goto missedCall
			}
			*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp) - uint32(arg) - 2
			*(*uint32)(unsafe.Add(fp, object.FramePC)) = code.At(ip) + 3
			var np unsafe.Pointer
			if np = vm.pushFrame(fp, code, f, callee); np == nil {
				err = recursionError(vm.heap)
				goto raise
			}
			args := entries(sp, n)
			for i, v := range args {
				*local(np, i) = v
			}
			for i := n; i < callee.LocalSlots; i++ {
				*local(np, i) = object.Null
			}
			fp, code = np, callee
			ip = unsafe.Pointer(&callee.Live[0])
			sp = unsafe.Add(fp, object.FrameLocals+8*uintptr(callee.LocalSlots))
		case pycode.CALL_ALLOC_AND_ENTER_INIT:
			np, ok, e := vm.allocAndEnterInit(fp, code, sp, ip, arg)
			if err = e; err != nil {
				goto raise
			}
			if !ok {
				goto missedCall
			}
			fp = np
			goto reload
		case pycode.CALL_PY_GENERAL, pycode.CALL_BOUND_METHOD_EXACT_ARGS, pycode.CALL_BOUND_METHOD_GENERAL:
			if !checkCallee(h, ip, op, *slot(sp, -arg-2), *slot(sp, -arg-1)) {
				vm.spec.Miss(ip, specialize.Call)
			}
			goto call
		case pycode.CALL_LEN:
			if *second(sp) != object.Null || *third(sp) != vm.known.Len {
				goto missedCall
			}
			if np, e := vm.enterSpecial(fp, code, sp, int(code.At(ip))-1, op, pyguest.Len); np != nil {
				fp = np
				goto reload
			} else if err = e; err != nil {
				goto raise
			}
			var n int
			if n, err = h.Len(*top(sp)); err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, -16)
			*top(sp) = h.Int(int64(n))
			ip = skip(ip, 3)
		case pycode.CALL_LIST_APPEND:
			l := *second(sp)
			if *third(sp) != vm.known.ListAppend || !l.IsRef() || h.RefType(l) != object.ListType {
				goto missedCall
			}
			h.ListAppend(l, *top(sp))
			sp = unsafe.Add(sp, -24)
			ip = skip(ip, 4) // the POP_TOP behind it as well
			if counts != nil {
				vm.ticks++
			}
		case pycode.CALL_TYPE_1:
			if *second(sp) != object.Null || *third(sp) != vm.known.Type {
				goto missedCall
			}
			sp = unsafe.Add(sp, -16)
			*top(sp) = h.TypeOf(*slot(sp, 1)).Object
			ip = skip(ip, 3)
		case pycode.CALL_BUILTIN_O, pycode.CALL_BUILTIN_FAST, pycode.CALL_BUILTIN_FAST_WITH_KEYWORDS:
			f, self := *slot(sp, -arg-2), *slot(sp, -arg-1)
			if self != object.Null || !f.IsRef() || h.RefType(f) != object.BuiltinType {
				goto missedCall
			}
			var r object.Value
			if r, err = callBuiltin(h, f, entries(sp, arg)); err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, -8*arg-8)
			*top(sp) = r
			ip = skip(ip, 3)
		case pycode.CALL_METHOD_DESCRIPTOR_O, pycode.CALL_METHOD_DESCRIPTOR_FAST, pycode.CALL_METHOD_DESCRIPTOR_NOARGS,
			pycode.CALL_METHOD_DESCRIPTOR_FAST_WITH_KEYWORDS:
			f, self := *slot(sp, -arg-2), *slot(sp, -arg-1)
			if self == object.Null || !f.IsRef() || h.RefType(f) != object.MethodDescType || h.TypeOf(self) != h.BuiltinOf(f).Owner {
				goto missedCall
			}
			var r object.Value
			if r, err = h.CallBuiltin(h.BuiltinOf(f), self, entries(sp, arg), object.Null); err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, -8*arg-8)
			*top(sp) = r
			ip = skip(ip, 3)
		case pycode.CALL_BUILTIN_CLASS, pycode.CALL_STR_1, pycode.CALL_TUPLE_1:
			if *slot(sp, -arg-1) != object.Null || !slot(sp, -arg-2).IsRef() || h.RefType(*slot(sp, -arg-2)) != object.TypeType {
				vm.spec.Miss(ip, specialize.Call)
			}
			goto call
		case pycode.CALL_ISINSTANCE:
			if *slot(sp, -arg-2) != vm.known.IsInstance {
				vm.spec.Miss(ip, specialize.Call)
			}
			goto call
		case pycode.CALL_NON_PY_GENERAL:
			f := *slot(sp, -arg-2)
			if t := h.TypeID(f); t == object.FunctionType || t == object.BoundMethodType || u32(ip, 1) != 0 && u32(ip, 1) != h.TypeVersion(f) {
				vm.spec.Miss(ip, specialize.Call)
			}
			goto call
		case pycode.RETURN_VALUE:
			v := *top(sp)
			caller := *frameCaller(fp)
			if vm.heap.HasFrames() {
				vm.objects.Ended(fp, code, code.At(ip)-1)
			}
			if code.Generates {
				if fp, err = vm.leftGenerator(fp, code, code.At(ip)-1, caller, v); err != nil {
					goto raiseAbove
				}
				if fp != nil {
					goto reload
				}
			}
			if caller == nil {
				return v, nil
			}
			fp = caller
			vm.fp = fp
			code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
			ip = unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))])
			sp = unsafe.Add(frameStack(fp), 8)
			*top(sp) = v

		// Generators.

		case pycode.RETURN_GENERATOR:
			v := vm.newGenerator(fp, code, code.At(ip))
			caller := *frameCaller(fp)
			if caller == nil {
				return v, nil
			}
			fp, vm.fp = caller, caller
			code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
			ip = unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))])
			sp = unsafe.Add(frameStack(fp), 8)
			*top(sp) = v
		case pycode.YIELD_VALUE:
			sp = unsafe.Add(sp, -8)
			v := *slot(sp, 0)
			suspend(vm.heap, fp, code, generatorOf(fp, code), object.GenSuspended, int(frameDepth(fp, sp)), code.At(ip))
			caller := *frameCaller(fp)
			if caller == nil {
				return v, nil
			}
			fp, vm.fp = caller, caller
			code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
			ip = unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))])
			sp = unsafe.Add(frameStack(fp), 8)
			*top(sp) = v
		case pycode.FOR_ITER_GEN:
			if !top(sp).IsRef() || h.RefType(*top(sp)) != object.GeneratorType {
				vm.spec.Miss(ip, specialize.ForIter)
			}
			goto next
		case pycode.SEND:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.Send(ip, *second(sp))
			} else {
				vm.spec.Defer(ip, specialize.Send)
			}
			goto send
		case pycode.SEND_GEN:
			if !second(sp).IsRef() || h.RefType(*second(sp)) != object.GeneratorType {
				vm.spec.Miss(ip, specialize.Send)
			}
			goto send
		case pycode.END_SEND:
			sp = unsafe.Add(sp, -8)
			*top(sp) = *slot(sp, 0)
		case pycode.GET_YIELD_FROM_ITER:
			var it object.Value
			if it, err = h.YieldFromIter(*top(sp), code.Awaits()); err != nil {
				goto raise
			}
			*top(sp) = it

		// Sequences and mappings.

		case pycode.STORE_SUBSCR:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.StoreSubscr(ip, *second(sp), *top(sp))
				w = unit(ip, -1)
				if op = pycode.Op(w); op != pycode.STORE_SUBSCR {
					goto dispatch
				}
			} else {
				vm.spec.Defer(ip, specialize.StoreSubscr)
			}
			goto storeSubscr
		case pycode.STORE_SUBSCR_LIST_INT:
			l, i := *second(sp), *top(sp)
			if !i.IsSmall() || !l.IsRef() || h.RefType(l) != object.ListType || uint64(i.Small()) >= h.Word(l, object.OffListLen) {
				goto missedStoreSubscr
			}
			h.SetListItem(l, int(i.Small()), *third(sp))
			sp = unsafe.Add(sp, -24)
			ip = skip(ip, 1)
		case pycode.STORE_SUBSCR_DICT:
			d := *second(sp)
			if !d.IsRef() || h.RefType(d) != object.DictType {
				goto missedStoreSubscr
			}
			if err = h.DictSet(d, *top(sp), *third(sp)); err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, -24)
			ip = skip(ip, 1)
		case pycode.UNPACK_SEQUENCE:
			if unit(ip, 0) < adaptive.CounterStep {
				vm.spec.Unpack(ip, arg, *top(sp))
				w = unit(ip, -1)
				if op = pycode.Op(w); op != pycode.UNPACK_SEQUENCE {
					goto dispatch
				}
			} else {
				vm.spec.Defer(ip, specialize.Unpack)
			}
			goto unpack
		case pycode.UNPACK_SEQUENCE_TWO_TUPLE:
			t := *top(sp)
			if !t.IsRef() || h.RefType(t) != object.TupleType || h.TupleLen(t) != 2 {
				goto missedUnpack
			}
			*top(sp) = h.TupleItem(t, 1)
			*slot(sp, 0) = h.TupleItem(t, 0)
			sp = unsafe.Add(sp, 8)
			ip = skip(ip, 1)
		case pycode.UNPACK_SEQUENCE_TUPLE:
			t := *top(sp)
			if !t.IsRef() || h.RefType(t) != object.TupleType || h.TupleLen(t) != arg {
				goto missedUnpack
			}
			sp = frame.PushReversed(unsafe.Add(sp, -8), h.TupleItems(t))
			ip = skip(ip, 1)
		case pycode.UNPACK_SEQUENCE_LIST:
			l := *top(sp)
			if !l.IsRef() || h.RefType(l) != object.ListType || h.ListLen(l) != arg {
				goto missedUnpack
			}
			sp = frame.PushReversed(unsafe.Add(sp, -8), h.ListItems(l))
			ip = skip(ip, 1)
		case pycode.BUILD_LIST:
			l := h.NewList(entries(sp, arg)...)
			sp = unsafe.Add(sp, 8-8*arg)
			*top(sp) = l
		case pycode.BUILD_TUPLE:
			t := h.NewTuple(entries(sp, arg)...)
			sp = unsafe.Add(sp, 8-8*arg)
			*top(sp) = t
		case pycode.LIST_APPEND:
			sp = unsafe.Add(sp, -8)
			h.ListAppend(*slot(sp, -arg), *slot(sp, 0))
		case pycode.EXTENDED_ARG:
			w = *(*uint16)(ip)
			ip = skip(ip, 1)
			op, arg = pycode.Op(w), arg<<8|int(w>>8)
			if counts != nil {
				counts[op]++
			}
			goto dispatch

		default:
			var n int
			if n, err = vm.outOfLine(op, arg, fp, code, sp, ip); err != nil {
				if err == errReload {
					fp = vm.fp
					goto reload
				}
				goto raise
			}
			sp = unsafe.Add(sp, 8*n)
			ip = skip(ip, op.Caches())
		}
		continue

		// What several instructions share: the general form of a family.

	branch: // goes on at the jump's target or behind it
		remember(ip, jumps)
		if ip = skip(ip, 1); jumps {
			ip = skip(ip, arg)
		} else if pycode.Op(unit(ip, 0)) == pycode.NOT_TAKEN {
			ip = skip(ip, 1)
		}
		continue
	missedBinary:
		vm.spec.Miss(ip, specialize.BinaryOp)
	binary:
		if np, e := vm.enterBinary(fp, code, sp, ip, arg); np != nil {
			fp = np
			goto reload
		} else if err = e; err != nil {
			goto raise
		}
		{
			var r object.Value
			if r, err = vm.binary(arg, *second(sp), *top(sp)); err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = r
			ip = skip(ip, 5)
			continue
		}
	missedCompare:
		vm.spec.Miss(ip, specialize.CompareOp)
	compare:
		if np, e := vm.enterCompare(fp, code, sp, ip, arg); np != nil {
			fp = np
			goto reload
		} else if err = e; err != nil {
			goto raise
		}
		{
			var r object.Value
			if r, err = vm.compare(arg, *second(sp), *top(sp)); err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = r
			ip = skip(ip, 1)
			continue
		}
	contains:
		if h.TypeID(*top(sp)) >= object.FirstFreeType {
			goto special
		}
		{
			var in bool
			if in, err = h.Contains(*top(sp), *second(sp)); err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, -8)
			*top(sp) = object.Bool(in == (arg == 0))
			ip = skip(ip, 1)
			continue
		}
	missedTruth:
		vm.spec.Miss(ip, specialize.ToBool)
	truth:
		if h.TypeID(*top(sp)) >= object.FirstFreeType {
			goto special
		}
		{
			var b bool
			if b, err = h.Truth(*top(sp)); err != nil {
				goto raise
			}
			*top(sp) = object.Bool(b)
			ip = skip(ip, 3)
			continue
		}
	special: // an instruction that may call a special method, and has a result
		{
			base := op.Base()
			o := specialOf(base, arg)
			var np unsafe.Pointer
			if np, err = vm.enterSpecial(fp, code, sp, int(code.At(ip))-1, base, o); np != nil {
				fp = np
				goto reload
			}
			var r object.Value
			if err == nil {
				r, err = o.Do(h, taken(sp, o.Pops()))
			}
			if err != nil {
				goto raise
			}
			sp = unsafe.Add(sp, 8-8*o.Pops())
			*top(sp) = r
			ip = skip(ip, base.Caches())
			continue
		}
	again:
		// What has been called may have run this code, too: another instruction may stand here by now.
		vm.ticks--
		ip = skip(ip, -1)
		continue
	backward:
		ip = skip(ip, 1-arg)
		if vm.requests.Flag.Load() {
			vm.ip = uintptr(ip)
			if _, err = vm.attend(); err != nil {
				goto raise
			}
		}
		continue
	missedNext:
		vm.spec.Miss(ip, specialize.ForIter)
	next:
		if top(sp).IsRef() && h.RefType(*top(sp)) == object.GeneratorType {
			np, done, e := vm.resumeAt(fp, code, code.At(ip)+1, frameDepth(fp, sp), *top(sp), object.None)
			if err = e; err != nil {
				goto raise
			}
			if done {
				ip = skip(ip, 2+arg)
				continue
			}
			fp = np
			goto reload
		}
		if f := h.NextMethod(*top(sp)); f != object.Null && f.IsRef() && h.RefType(f) == object.FunctionType {
			np, e := vm.enterNext(fp, code, code.At(ip)+1, frameDepth(fp, sp), f, *top(sp))
			if err = e; err != nil {
				goto raise
			}
			fp = np
			goto reload
		}
		{
			var v object.Value
			if v, err = h.Next(*top(sp)); err != nil {
				goto raise
			}
			if v == object.Null {
				ip = skip(ip, 2+arg)
				continue
			}
			*slot(sp, 0) = v
			sp = unsafe.Add(sp, 8)
			ip = skip(ip, 1)
			continue
		}
	send:
		{
			it, v := *second(sp), *top(sp)
			if h.IsResumed(it) {
				np, done, e := vm.resumeAt(fp, code, code.At(ip)+1, frameDepth(fp, sp)-1, it, v)
				if err = e; err != nil {
					goto raise
				}
				if !done {
					fp = np
					goto reload
				}
				*top(sp) = object.None
				ip = skip(ip, 1+arg)
				continue
			}
			x, done, e := ops.Send(vm.heap, it, v)
			if err = e; err != nil {
				goto raise
			}
			*top(sp) = x
			ip = skip(ip, 1)
			if done {
				ip = skip(ip, arg)
			}
			continue
		}
	missedGlobal:
		vm.spec.Miss(ip, specialize.LoadGlobal)
	global:
		{
			var v object.Value
			if v, err = vm.loadGlobal(fp, code.NameValues[arg>>1]); err != nil {
				goto raise
			}
			*slot(sp, 0) = v
			*slot(sp, 1) = object.Null
			sp = unsafe.Add(sp, 8+8*(arg&1))
			ip = skip(ip, 4)
			continue
		}
	missedAttr:
		vm.spec.Miss(ip, specialize.LoadAttr)
	attr:
		{
			var v, self object.Value
			if v, self, err = loadAttr(h, *top(sp), code.NameValues[arg>>1], arg&1 != 0); err != nil {
				goto raise
			}
			*top(sp) = v
			*slot(sp, 0) = self
			sp = unsafe.Add(sp, 8*(arg&1))
			ip = skip(ip, 9)
			continue
		}
	missedStoreAttr:
		vm.spec.Miss(ip, specialize.StoreAttr)
	storeAttr:
		if err = h.SetAttr(*top(sp), code.NameValues[arg], *second(sp)); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -16)
		ip = skip(ip, 4)
		continue
	missedStoreSubscr:
		vm.spec.Miss(ip, specialize.StoreSubscr)
	storeSubscr:
		vm.spec.NoteStore(code, ip, *second(sp), *top(sp))
		if np, e := vm.enterSpecial(fp, code, sp, int(code.At(ip))-1, op, pyguest.SetItem); np != nil {
			fp = np
			goto reload
		} else if err = e; err != nil {
			goto raise
		}
		if err = h.SetItem(*second(sp), *top(sp), *third(sp)); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -24)
		ip = skip(ip, 1)
		continue
	missedUnpack:
		vm.spec.Miss(ip, specialize.Unpack)
	unpack:
		{
			var t object.Value
			if t, err = h.UnpackIterable(*top(sp), arg); err != nil {
				goto raise
			}
			sp = frame.PushReversed(unsafe.Add(sp, -8), h.TupleItems(t))
			ip = skip(ip, 1)
			continue
		}
	missedCall:
		vm.spec.Miss(ip, specialize.Call)
	call:
		// A guest function gets a frame; anything else is called from Go.
		*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp) - uint32(arg) - 2
		*(*uint32)(unsafe.Add(fp, object.FramePC)) = code.At(ip) + 3
		{
			f, self := *slot(sp, -arg-2), *slot(sp, -arg-1)
			var np unsafe.Pointer
			var r object.Value
			var e error
			if g, v := vm.known.Resumes(vm.heap, f, self, entries(sp, arg)); g != object.Null {
				np, e = vm.resumeByCall(fp, code, g, v)
			} else {
				np, r, e = vm.callDriven(fp, code, f, self, entries(sp, arg))
			}
			if err = e; err != nil {
				goto raise
			}
			if np != nil {
				fp = np
				goto reload
			}
			sp = unsafe.Add(sp, -8*arg-8)
			*top(sp) = r
			ip = skip(ip, 3)
			continue
		}
	reload:
		code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
		ip = unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))])
		sp = frameStack(fp)
		continue
	raiseAbove: // in the frame at fp, which waits for a call that has ended
		code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
		vm.ip = uintptr(unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))-1]))
	raise:
		if fp, err = vm.unwind(fp, err, uint32((vm.ip-uintptr(unsafe.Pointer(&code.Live[0])))/2)); err != nil {
			return object.Null, err
		}
		goto reload
	}
}
