package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Generators in the place of iterators of itertools. Behind the iterators' locals stand the object itself and what does not change, and behind
// those the cells of what does (object.Heap.StepCell).

// overMore is how many locals and cells these are.
const overMore = 5

var overMoreLocals = []string{"self", "stop", "step", "state0", "state1"}

// The places of overMoreLocals behind the iterators' locals.
const (
	moreSelf = iota
	moreStop // of a pairwise: the last element; of a chain: the iterator that it is at; of a zip_longest: how many go on
	moreStep
	moreState0
	moreState1
)

// overSteps says by which generator steps of a kind are taken.
var overSteps = map[object.StepKind]overOf{
	object.StepTake: overTake, object.StepDrop: overDrop, object.StepReject: overReject, object.StepStar: overStar, object.StepCompress: overCompress,
	object.StepAccumulate: overAccumulate, object.StepSlice: overSlice, object.StepPairs: overPairs, object.StepChain: overChain,
	object.StepLongest: overLongest,
}

// overCells are the fields of an object that lie in cells.
var overCells = [numOver][]int{
	overTake: {2}, overDrop: {2}, overAccumulate: {2}, overAdd: {2}, overSlice: {1, 4}, overPairs: {1}, overChain: {1}, overLongest: {1},
}

func (d *Drivers) initSteps() {
	d.ended = d.function(&object.Builtin{Name: "next", Arity: object.O, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
		h.EndSteps(args[0])
		return object.None, nil
	}})
	d.stand = d.function(&object.Builtin{Name: "iter", Arity: object.O, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
		if g := d.Over(args[0]); g != object.Null {
			return g, nil
		}
		return args[0], nil
	}})
	d.itself = d.function(&object.Builtin{Name: "iter", Arity: object.Fast, Min: 2, Max: 2, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
		return h.IterStoodFor(args[0], args[1])
	}})
	d.going = d.function(&object.Builtin{Name: "next", Arity: object.Fast, Min: 2, Max: 2, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
		return object.Bool(h.StepsGoOn(args[0], int(args[1].Small()))), nil
	}})
	d.one = d.function(&object.Builtin{Name: "next", Arity: object.Fast, Min: 2, Max: 2, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
		return object.Bool(h.EndOneOf(args[0], int(args[1].Small()))), nil
	}})
}

// entriesOf completes what a generator over n iterators begins with; ok is false if there is none for the object as it is.
func (d *Drivers) entriesOf(e *Entries, kind overOf, n int) (ok bool) {
	h, v := d.heap, e.Object
	more := e.Locals[overFirst+2*n:]
	e.NumLocals += moreState0 + len(overCells[kind])
	for i := range overMore {
		more[i] = object.Null
	}
	more[moreSelf] = v
	switch kind {
	case overSlice:
		stop := h.StepField(v, 2)
		if !stop.IsSmall() || !h.StepField(v, 1).IsSmall() || !h.StepField(v, 3).IsSmall() || !h.StepField(v, 4).IsSmall() {
			return false
		}
		if stop.Small() < 0 {
			stop = object.SmallInt(object.MaxSmall)
		}
		more[moreStop], more[moreStep] = stop, h.StepField(v, 3)
	case overLongest:
		e.Locals[overFunc], more[moreStop] = h.StepField(v, 2), h.StepField(v, 1)
	case overChain:
		e.Stack[1], more[moreStop] = object.None, object.None // no iterator
	}
	for i, field := range overCells[kind] {
		more[moreState0+i] = h.StepCell(v, field)
	}
	return true
}

// steps writes a generator's code.
type steps struct {
	*assembler
	d       *Drivers
	n, top  int // how many iterators, where a round begins
	callee  object.Callee
	raising [2]int // what of the code raises what ends the object
}

// more is the number of one of overMoreLocals.
func (s *steps) more(i int) int { return overFirst + 2*s.n + i }

func (s *steps) cell(i int)    { s.op(pycode.LOAD_DEREF, s.more(moreState0+i)) }
func (s *steps) setCell(i int) { s.op(pycode.STORE_DEREF, s.more(moreState0+i)) }

// empty says whether a cell refers to itself.
func (s *steps) empty(i int) {
	s.load(s.more(moreState0 + i))
	s.cell(i)
	s.op(pycode.IS_OP, 0)
}

// is says whether a cell is True.
func (s *steps) is(i int) {
	s.cell(i)
	s.constant(object.True)
	s.op(pycode.IS_OP, 0)
}

// when jumps forward if the entry on the stack is true.
func (s *steps) when(true_ bool) int {
	op := pycode.POP_JUMP_IF_FALSE
	if true_ {
		op = pycode.POP_JUMP_IF_TRUE
	}
	at := s.jump(op)
	s.op(pycode.NOT_TAKEN, 0)
	return at
}

// next takes the next element of the iterator on the stack.
func (s *steps) next(x int) (end int) {
	end = s.jump(pycode.FOR_ITER)
	s.store(x)
	return end
}

// finish ends the object.
func (s *steps) finish() {
	s.constant(s.d.ended)
	s.call(s.more(moreSelf))
	s.op(pycode.POP_TOP, 0)
}

// over is finish at the end of iterators.
func (s *steps) over(ends ...int) {
	for _, at := range ends {
		s.exhausted(at)
		s.finish()
		s.returnNone()
	}
}

// goesOn says whether the object, or iterator i of a zip_longest, has not ended.
func (s *steps) goesOn(i int) {
	s.constant(s.d.going)
	s.op(pycode.PUSH_NULL, 0)
	s.load(s.more(moreSelf))
	s.constant(object.SmallInt(int64(i)))
	s.op(pycode.CALL, 2)
}

// endings writes where iterators have ended, and what an exception does that one of them raises.
func (s *steps) endings(ends ...int) {
	s.over(ends...)
	s.handle(s.raising[0], s.raising[1])
	s.finish()
	s.op(pycode.RERAISE, 0)
}

// test leaves whether the function is true of the element.
func (s *steps) test() {
	s.d.apply(s.assembler, s.callee, overFunc, overElement(0))
	s.op(pycode.TO_BOOL, 0)
}

// writeSteps writes the code of generators.
func (d *Drivers) writeSteps(a *assembler, kind overOf, n int, c object.Callee) {
	s := &steps{assembler: a, d: d, n: n, callee: c}
	for i := range overCells[kind] {
		a.op(pycode.MAKE_CELL, s.more(moreState0+i))
	}
	a.beginOver(n)
	if kind == overChain {
		a.constant(object.None)
	}
	s.top = a.here()
	s.raising[0] = s.top
	switch kind {
	case overTake:
		s.take()
	case overDrop:
		s.drop()
	case overReject, overFalse:
		s.reject(kind == overReject)
	case overStar:
		s.star()
	case overCompress:
		s.compress()
	case overAccumulate, overAdd:
		s.accumulate(kind == overAccumulate)
	case overSlice:
		s.slice()
	case overPairs:
		s.pairs()
	case overChain:
		s.chain()
	case overLongest:
		s.longest()
	}
}

// give yields an element.
func (s *steps) give(x int) {
	s.load(x)
	s.yieldOver(s.top)
}

func (s *steps) take() {
	const x = overFirst + 1
	s.is(0)
	done := s.when(true)
	end := s.next(x)
	s.test()
	fails := s.when(false)
	s.give(x)
	s.land(fails)
	s.constant(object.True)
	s.setCell(0)
	s.land(done)
	s.op(pycode.POP_TOP, 0)
	s.returnNone()
	s.exhausted(end)
	s.returnNone()
}

func (s *steps) drop() {
	const x = overFirst + 1
	end := s.next(x)
	s.is(0)
	begun := s.when(true)
	s.test()
	fails := s.when(false)
	s.back(s.top)
	s.land(fails)
	s.constant(object.True)
	s.setCell(0)
	s.land(begun)
	s.give(x)
	s.exhausted(end)
	s.returnNone()
}

func (s *steps) reject(calls bool) {
	const x = overFirst + 1
	end := s.next(x)
	if calls {
		s.test()
	} else {
		s.load(x)
		s.op(pycode.TO_BOOL, 0)
	}
	skip := s.when(true)
	s.give(x)
	s.land(skip)
	s.back(s.top)
	s.exhausted(end)
	s.returnNone()
}

func (s *steps) star() {
	const x = overFirst + 1
	end := s.next(x)
	s.constant(s.d.heap.Type(object.TypeType).Object)
	s.call(x)
	s.constant(s.d.heap.Type(object.TupleType).Object)
	s.op(pycode.IS_OP, 0)
	is := s.when(true)
	s.constant(s.d.heap.Type(object.TupleType).Object)
	s.call(x)
	s.store(x)
	s.land(is)
	s.function()
	s.load(x)
	s.op(pycode.PUSH_NULL, 0)
	s.op(pycode.CALL_FUNCTION_EX, 0)
	s.yieldOver(s.top)
	s.exhausted(end)
	s.returnNone()
}

// function pushes the function and NULL.
func (s *steps) function() {
	if s.callee.Itself != 0 {
		s.constant(s.callee.Itself)
	} else {
		s.load(overFunc)
	}
	s.op(pycode.PUSH_NULL, 0)
}

func (s *steps) compress() {
	var ends [2]int
	for i := range ends {
		s.load(overIter(i))
		ends[i] = s.next(overElement(i))
		s.op(pycode.POP_TOP, 0)
	}
	s.load(overElement(1))
	s.op(pycode.TO_BOOL, 0)
	skip := s.when(false)
	s.give(overElement(0))
	s.land(skip)
	s.back(s.top)
	for _, at := range ends {
		s.exhausted(at)
		s.returnNone()
	}
}

func (s *steps) accumulate(calls bool) {
	const x = overFirst + 1
	end := s.next(x)
	s.empty(0)
	first := s.when(true)
	if calls {
		s.function()
	}
	s.cell(0)
	s.load(x)
	if calls {
		s.op(pycode.CALL, 2)
	} else {
		s.op(pycode.BINARY_OP, int(object.Add))
	}
	s.store(x)
	s.land(first)
	s.load(x)
	s.setCell(0)
	s.give(x)
	s.exhausted(end)
	s.returnNone()
}

func (s *steps) slice() {
	const x, wanted, read = overFirst + 1, 0, 1
	count := func() {
		s.cell(read)
		s.plus(1)
		s.setCell(read)
	}
	s.cell(read)
	s.cell(wanted)
	there := s.unless(object.LT)
	early := s.jump(pycode.FOR_ITER)
	s.op(pycode.POP_TOP, 0)
	count()
	s.back(s.top)
	s.land(there)
	s.cell(read)
	s.load(s.more(moreStop))
	stops := s.unless(object.LT)
	end := s.next(x)
	s.raising[1] = s.here()
	count()
	s.load(s.more(moreStop))
	s.cell(wanted)
	s.load(s.more(moreStep))
	s.op(pycode.BINARY_OP, int(object.Add))
	s.op(pycode.COPY, 1)
	s.setCell(wanted)
	fits := s.unless(object.LT)
	s.load(s.more(moreStop))
	s.setCell(wanted)
	s.land(fits)
	s.give(x)
	s.land(stops)
	s.op(pycode.POP_TOP, 0)
	s.finish()
	s.returnNone()
	s.endings(early, end)
}

func (s *steps) pairs() {
	const x = overFirst + 1
	last := s.more(moreStop)
	s.empty(0)
	begun := s.when(false)
	s.goesOn(0)
	over := s.when(false)
	first := s.jump(pycode.FOR_ITER)
	s.setCell(0)
	s.land(begun)
	s.cell(0)
	s.store(last)
	end := s.next(x)
	s.raising[1] = s.here()
	s.load(x)
	s.setCell(0)
	s.load(last, x)
	s.op(pycode.BUILD_TUPLE, 2)
	s.yieldOver(s.top)
	s.land(over)
	s.op(pycode.POP_TOP, 0)
	s.returnNone()
	s.endings(first, end)
}

// chain keeps the iterator that it is at on the stack, too, where traces look for it: a generator in its place, if one stands for it. That
// ends with an exception where the iterator goes on, so the cell has the iterator itself, and so has the last of the locals.
func (s *steps) chain() {
	const x = overFirst + 1
	at := s.more(moreStop)
	s.cell(0)
	s.load(at)
	s.op(pycode.IS_OP, 0)
	moved := s.when(false)
	end := s.next(x)
	s.give(x)
	s.exhausted(end)
	s.load(s.more(moreState0))
	s.setCell(0)
	ended := s.jump(pycode.JUMP_FORWARD)
	s.land(moved)
	s.op(pycode.POP_TOP, 0)
	s.empty(0)
	none := s.when(true)
	s.cell(0)
	s.store(at)
	s.load(at)
	s.constant(object.False)
	s.op(pycode.IS_OP, 0)
	over := s.when(true)
	s.constant(s.d.stand)
	s.call(at)
	s.back(s.top)
	s.land(over)
	s.op(pycode.POP_TOP, 0)
	s.returnNone()
	s.land(ended)
	s.land(none)
	s.raising[0] = s.here()
	all := s.jump(pycode.FOR_ITER)
	s.store(x)
	s.load(x)
	s.op(pycode.GET_ITER, 0)
	s.raising[1] = s.here()
	s.store(at)
	s.load(at, x)
	s.op(pycode.IS_OP, 0)
	same := s.when(true)
	s.constant(s.d.heap.Type(object.TypeType).Object)
	s.call(at)
	s.constant(s.d.heap.Type(object.GeneratorType).Object)
	s.op(pycode.IS_OP, 0)
	own := s.when(false)
	s.constant(s.d.itself)
	s.op(pycode.PUSH_NULL, 0)
	s.load(x, at)
	s.op(pycode.CALL, 2)
	s.store(at)
	s.load(at)
	s.setCell(0)
	s.constant(s.d.stand)
	s.call(at)
	s.back(s.top)
	s.land(same)
	s.land(own)
	s.load(at)
	s.setCell(0)
	s.load(at)
	s.back(s.top)
	s.endings(all)
}

func (s *steps) longest() {
	const fill = overFunc
	var none []int
	left := s.more(moreStop)
	s.cell(0)
	s.load(left)
	s.op(pycode.IS_OP, 0)
	other := s.when(false)
	for i := range s.n {
		s.load(overIter(i))
		s.constant(object.None)
		s.op(pycode.IS_OP, 0)
		ended := s.when(true)
		s.load(overIter(i))
		end := s.next(overElement(i))
		s.op(pycode.POP_TOP, 0)
		there := s.jump(pycode.JUMP_FORWARD)
		s.exhausted(end)
		s.constant(s.d.one)
		s.op(pycode.PUSH_NULL, 0)
		s.load(s.more(moreSelf))
		s.constant(object.SmallInt(int64(i)))
		s.op(pycode.CALL, 2)
		none = append(none, s.when(false))
		s.load(left)
		s.constant(object.SmallInt(-1))
		s.op(pycode.BINARY_OP, int(object.Add))
		s.store(left)
		s.constant(object.None)
		s.store(overIter(i))
		s.land(ended)
		s.load(fill)
		s.store(overElement(i))
		s.land(there)
	}
	s.raising[1] = s.here()
	for i := range s.n {
		s.load(overElement(i))
	}
	s.op(pycode.BUILD_TUPLE, s.n)
	s.yieldOver(s.top)
	s.land(other) // who takes steps besides has found ends
	s.cell(0)
	s.store(left)
	for i := range s.n {
		s.goesOn(i)
		goes := s.when(true)
		s.constant(object.None)
		s.store(overIter(i))
		s.land(goes)
	}
	s.load(left)
	s.constant(object.SmallInt(0))
	s.op(pycode.IS_OP, 0)
	none = append(none, s.when(true))
	s.back(s.top)
	for _, at := range none {
		s.land(at)
		s.returnNone()
	}
	s.endings()
}
