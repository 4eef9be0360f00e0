package driver

import (
	"slices"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Drivers of builtin functions that find which function in Python they call (object/asks.go). Each does what its function does for any
// arguments of its shape: where a class is another one than what it was made for, its instructions find another method.

// asks is what these drivers call.
type asks struct {
	sort, put, turn      object.Value // of a list, or a part of it
	cut, missing, noItem object.Value
	pop, insert          object.Value // methods of lists
	add                  object.Value // of sets
	numbers, sequences   object.Value // types that a sum is not made of by + alone; list and tuple
	sumFrom, byPlus      object.Value // a sum that has come to a number; whether one that begins with a value is made by + alone
	finish               map[wayOf]object.Value
}

// A wayOf is a way of a row.
type wayOf struct {
	e   object.Each
	way int
}

func (s *asks) mark(m *heap.Marker) {
	for _, f := range [...]object.Value{s.sort, s.put, s.turn, s.cut, s.missing, s.noItem, s.numbers, s.sequences, s.sumFrom, s.byPlus} {
		m.Value(f)
	}
	for _, f := range s.finish {
		m.Value(f)
	}
}

// askWriters write the drivers, but those of Ways (writeWay). Local 0 is the first parameter.
var askWriters map[object.Each]func(d *Drivers, a *assembler, x object.EachDriver)

func init() {
	askWriters = map[object.Each]func(d *Drivers, a *assembler, x object.EachDriver){
		object.EachOrder:       func(d *Drivers, a *assembler, _ object.EachDriver) { d.writeOrder(a) },
		object.EachOrderIn:     func(d *Drivers, a *assembler, _ object.EachDriver) { d.writeOrderIn(a) },
		object.EachMost:        func(d *Drivers, a *assembler, x object.EachDriver) { d.writeBest(a, x, object.GT) },
		object.EachLeast:       func(d *Drivers, a *assembler, x object.EachDriver) { d.writeBest(a, x, object.LT) },
		object.EachMostOf:      func(_ *Drivers, a *assembler, x object.EachDriver) { a.writeBestOf(x.Shape, object.GT) },
		object.EachLeastOf:     func(_ *Drivers, a *assembler, x object.EachDriver) { a.writeBestOf(x.Shape, object.LT) },
		object.EachIndex:       func(d *Drivers, a *assembler, x object.EachDriver) { d.writeIndex(a, x.Each) },
		object.EachTupleIndex:  func(d *Drivers, a *assembler, x object.EachDriver) { d.writeIndex(a, x.Each) },
		object.EachCount:       func(d *Drivers, a *assembler, _ object.EachDriver) { d.writeCountOf(a) },
		object.EachTupleCount:  func(d *Drivers, a *assembler, _ object.EachDriver) { d.writeCountOf(a) },
		object.EachRemove:      func(d *Drivers, a *assembler, x object.EachDriver) { d.writeRemove(a, x.Each) },
		object.EachHeapPush:    func(d *Drivers, a *assembler, _ object.EachDriver) { d.writePush(a) },
		object.EachHeapPop:     func(d *Drivers, a *assembler, x object.EachDriver) { d.writePop(a, x.Of) },
		object.EachHeapPushPop: func(d *Drivers, a *assembler, _ object.EachDriver) { d.writePushPop(a) },
		object.EachHeapReplace: func(d *Drivers, a *assembler, _ object.EachDriver) { d.writeReplace(a) },
		object.EachBisectLeft:  func(d *Drivers, a *assembler, _ object.EachDriver) { d.writeBisectIn(a, false, false) },
		object.EachBisectRight: func(d *Drivers, a *assembler, _ object.EachDriver) { d.writeBisectIn(a, true, false) },
		object.EachInsortLeft:  func(d *Drivers, a *assembler, _ object.EachDriver) { d.writeBisectIn(a, false, true) },
		object.EachInsortRight: func(d *Drivers, a *assembler, _ object.EachDriver) { d.writeBisectIn(a, true, true) },
		object.EachGetAttr:     func(d *Drivers, a *assembler, x object.EachDriver) { d.writeGetAttr(a, x) },
		object.EachSet:         func(d *Drivers, a *assembler, x object.EachDriver) { d.writeSet(a, x.Of, false) },
		object.EachFrozenSet:   func(d *Drivers, a *assembler, x object.EachDriver) { d.writeSet(a, x.Of, true) },
		object.EachUpdate:      func(d *Drivers, a *assembler, x object.EachDriver) { d.writeUpdate(a, x.Of) },
		object.EachSum:         func(d *Drivers, a *assembler, x object.EachDriver) { d.writeSum(a, x) },
		object.EachAny:         func(_ *Drivers, a *assembler, _ object.EachDriver) { a.writeTruth(true) },
		object.EachAll:         func(_ *Drivers, a *assembler, _ object.EachDriver) { a.writeTruth(false) },
		object.EachNextOr:      func(d *Drivers, a *assembler, _ object.EachDriver) { d.writeNextOr(a) },
		object.EachSetAttr:     func(d *Drivers, a *assembler, x object.EachDriver) { d.writeSetAttr(a, x) },
		object.EachOperator:    func(d *Drivers, a *assembler, x object.EachDriver) { d.writeOperator(a, x.Of) },
		object.EachCompare:     func(d *Drivers, a *assembler, x object.EachDriver) { d.writeOperator(a, x.Of) },
		object.EachHasAttr:     func(d *Drivers, a *assembler, x object.EachDriver) { d.writeHasAttr(a, x) },
	}
}

func (d *Drivers) initAsks() {
	h := d.heap
	method := func(name string) object.Value { return h.Type(object.ListType).Lookup(h.Intern(name)) }
	d.asks = asks{pop: method("pop"), insert: method("insert"), finish: map[wayOf]object.Value{}}
	d.asks.sort = d.function(&object.Builtin{Name: "sort", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		return object.None, h.Sort(a[0], object.None, a[1] == object.True)
	}})
	d.asks.put = d.function(&object.Builtin{Name: "sort", Arity: object.O, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if h.PutElements(a[0]) {
			return object.Null, h.Raise(object.ValueErrorType, "list modified during sort")
		}
		return object.None, nil
	}})
	d.asks.turn = d.function(&object.Builtin{Name: "sort", Arity: object.Fast, Min: 3, Max: 3, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		h.TurnElements(a[0], int(a[1].Small()), int(a[2].Small()))
		return object.None, nil
	}})
	d.asks.cut = d.function(&object.Builtin{Name: "remove", Arity: object.Fast, Min: 2, Max: 2, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if i := int(a[1].Small()); i < h.ListLen(a[0]) {
			_, err := h.ListPop(a[0], i)
			return object.None, err
		}
		return object.None, nil
	}})
	d.asks.missing = d.function(&object.Builtin{Name: "index", Arity: object.O, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		return object.Null, h.Raise(object.ValueErrorType, "%s", h.GoString(a[0]))
	}})
	d.asks.noItem = d.function(&object.Builtin{Name: "heap", Arity: object.NoArgs, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return object.Null, h.Raise(object.IndexErrorType, "index out of range")
	}})
	d.asks.add = h.Type(object.SetType).Lookup(h.Intern("add"))
	d.asks.sumFrom = d.function(&object.Builtin{Name: "sum", Arity: object.O, NoGuest: true, Fn: lib.SumFrom})
	d.asks.byPlus = d.function(&object.Builtin{Name: "sum", Arity: object.O, NoGuest: true, Fn: lib.SumsByPlus})
	types := func(of ...object.TypeID) object.Value {
		var types []object.Value
		for _, t := range of {
			types = append(types, h.Type(t).Object)
		}
		v := h.NewTuple(types...)
		h.Push(v)
		return v
	}
	d.asks.numbers = types(object.IntType, object.BoolType, object.FloatType, object.ComplexType)
	d.asks.sequences = types(object.ListType, object.TupleType)
	for e := range object.Eaches {
		for i, w := range object.EachRows[e].Ways {
			if w.Finish == nil {
				continue
			}
			d.asks.finish[wayOf{e, i}] = d.function(&object.Builtin{Name: object.EachRows[e].Name, Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
				return w.Finish(h, a[0], a[1])
			}})
		}
	}
}

// Asks reports whether a call is one that finds the function in Python that it calls.
func (d *Drivers) Asks(f, self object.Value, args []object.Value, kwnames object.Value) bool {
	return d.asking(f, self, args, kwnames) != object.EachNone
}

// AsksMany reports whether such a call calls it more than once, mostly.
func (d *Drivers) AsksMany(f, self object.Value, args []object.Value, kwnames object.Value) bool {
	return object.EachRows[d.asking(f, self, args, kwnames)].Many()
}

func (d *Drivers) asking(f, self object.Value, args []object.Value, kwnames object.Value) object.Each {
	h := d.heap
	if !mayAsk(h, self) && !slices.ContainsFunc(args, func(v object.Value) bool { return mayAsk(h, v) }) {
		return object.EachNone
	}
	for e := h.EachOf(f); e != object.EachNone; e = object.EachRows[e].Else {
		if !object.EachRows[e].Asks() {
			continue
		}
		if pass, _, ok := h.BindEach(e, self, args, kwnames); ok {
			if g, _ := h.AskOf(e, &pass); g != object.Null {
				return e
			}
		}
	}
	return object.EachNone
}

// mayAsk reports whether v is an instance of a class, or may have such elements.
func mayAsk(h *object.Heap, v object.Value) bool {
	t := h.TypeID(v)
	return t >= object.FirstFreeType || t == object.ListType || t == object.TupleType
}

// mayBeDriven reports whether f is a builtin function, method or class that d.of may have.
func mayBeDriven(h *object.Heap, f object.Value) bool {
	switch h.TypeID(f) {
	case object.BuiltinType, object.MethodDescType:
		return h.BuiltinOf(f).Driven
	case object.TypeType:
		return h.TypeFromObject(f).Driven
	}
	return false
}

// callOf calls a function with locals, and drops what it returns if nobody wants it.
func (a *assembler) callOf(f object.Value, wanted bool, locals ...int) {
	a.constant(f)
	a.call(locals...)
	if !wanted {
		a.op(pycode.POP_TOP, 0)
	}
}

// set stores a number in a local.
func (a *assembler) set(local, n int) {
	a.op(pycode.LOAD_SMALL_INT, n)
	a.store(local)
}

// advance adds a number to a local.
func (a *assembler) advance(local, n int) {
	a.load(local)
	a.plus(n)
	a.store(local)
}

// size stores the length of a local.
func (d *Drivers) size(a *assembler, of, to int) {
	a.callOf(d.length, true, of)
	a.store(to)
}

// writeWay calls the special method, and makes the result of what it returns.
func (d *Drivers) writeWay(a *assembler, x object.EachDriver) {
	const of, argument, method, result = 0, 1, 2, 3
	h, row := d.heap, &object.EachRows[x.Each]
	w := &row.Ways[x.Ask.Way]
	a.load(method)
	a.op(pycode.PUSH_NULL, 0)
	a.load(of)
	switch {
	case x.Each == object.EachFormat:
		a.constant(h.Intern(""))
		a.op(pycode.CALL, 2)
	case x.Shape>>argument&1 == 0:
		a.op(pycode.CALL, 1)
	case row.Constant != 0:
		a.load(argument)
		a.op(pycode.CALL, 2)
	default: // round(x, None) is round(x)
		a.load(argument)
		none := a.jump(pycode.POP_JUMP_IF_NONE)
		a.op(pycode.NOT_TAKEN, 0)
		a.load(argument)
		a.op(pycode.CALL, 2)
		a.op(pycode.RETURN_VALUE, 0)
		a.land(none)
		a.op(pycode.CALL, 1)
	}
	if w.Finish == nil {
		a.op(pycode.RETURN_VALUE, 0)
		return
	}
	a.store(result)
	other := -1
	if w.Result != 0 {
		a.callOf(h.Type(object.TypeType).Object, true, result)
		a.constant(h.Type(w.Result).Object)
		a.op(pycode.IS_OP, 0)
		other = a.jump(pycode.POP_JUMP_IF_FALSE)
		a.op(pycode.NOT_TAKEN, 0)
		again := func() {
			if row.Again {
				a.callOf(x.Of, true, result)
				a.op(pycode.RETURN_VALUE, 0)
				return
			}
			a.returns(result)
		}
		again()
		a.land(other)
	}
	a.callOf(d.asks.finish[wayOf{x.Each, x.Ask.Way}], true, of, result)
	if row.Again {
		a.store(result)
		a.callOf(x.Of, true, result)
	}
	a.op(pycode.RETURN_VALUE, 0)
}

// attrOf leaves the attribute.
func (d *Drivers) attrOf(a *assembler, x object.EachDriver) {
	a.load(0)
	a.attr(d.heap.GoString(x.Ask.Constant))
}

// unless is what follows an exception of a type that the units from start on raise.
func (d *Drivers) unless(a *assembler, start int, t object.TypeID, then func()) {
	a.handle(start, a.here())
	a.constant(d.heap.Type(t).Object)
	a.op(pycode.CHECK_EXC_MATCH, 0)
	other := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	a.op(pycode.POP_TOP, 0)
	then()
	a.op(pycode.RETURN_VALUE, 0)
	a.land(other)
	a.op(pycode.RERAISE, 0)
}

func (d *Drivers) writeGetAttr(a *assembler, x object.EachDriver) {
	const or = 2
	start := a.here()
	d.attrOf(a, x)
	a.op(pycode.RETURN_VALUE, 0)
	if x.Shape>>or&1 != 0 {
		d.unless(a, start, object.AttributeErrorType, func() { a.load(or) })
	}
}

func (d *Drivers) writeHasAttr(a *assembler, x object.EachDriver) {
	start := a.here()
	d.attrOf(a, x)
	a.op(pycode.POP_TOP, 0)
	a.constant(object.True)
	a.op(pycode.RETURN_VALUE, 0)
	d.unless(a, start, object.AttributeErrorType, func() { a.constant(object.False) })
}

// writeBest returns the best element.
func (d *Drivers) writeBest(a *assembler, x object.EachDriver, op object.CompareOp) {
	const iterable, or, element, best = 0, 1, 3, 5
	a.load(iterable)
	a.op(pycode.GET_ITER, 0)
	none := a.jump(pycode.FOR_ITER)
	a.store(best)
	top := a.here()
	end := a.jump(pycode.FOR_ITER)
	a.keep(op, element, best)
	a.back(top)
	a.exhausted(end)
	a.returns(best)
	a.exhausted(none)
	d.otherwise(a, x, or)
}

// writeBestOf returns the best of the arguments.
func (a *assembler) writeBestOf(shape int, op object.CompareOp) {
	for x := 1; shape>>x&1 != 0; x++ {
		a.load(x, 0)
		worse := a.unless(op)
		a.load(x)
		a.store(0)
		a.land(worse)
	}
	a.returns(0)
}

// The locals of searches, behind their two parameters.
const (
	searchIndex = 3 + iota
	searchElement
	searchCount
)

// lacking is what is said of a sequence that does not have a value.
var lacking = map[object.Each]string{
	object.EachIndex: "list.index(x): x not in list", object.EachTupleIndex: "tuple.index(x): x not in tuple", object.EachRemove: "list.remove(x): x not in list",
}

// writeIndex returns where a sequence has a value first.
func (d *Drivers) writeIndex(a *assembler, e object.Each) {
	a.set(searchIndex, 0)
	d.search(a, 0, 1, searchIndex, searchElement, a.here(), nil, func(int) { a.returns(searchIndex) }, func() { d.lacks(a, e) })
}

// lacks raises that a sequence has no such element.
func (d *Drivers) lacks(a *assembler, e object.Each) {
	a.constant(d.asks.missing)
	a.op(pycode.PUSH_NULL, 0)
	a.constant(d.heap.Intern(lacking[e]))
	a.op(pycode.CALL, 1)
	a.op(pycode.RETURN_VALUE, 0) // it raises
}

func (d *Drivers) writeCountOf(a *assembler) {
	a.set(searchIndex, 0)
	a.set(searchCount, 0)
	d.search(a, 0, 1, searchIndex, searchElement, a.here(), nil, func(top int) {
		a.advance(searchCount, 1)
		a.next(searchIndex, top)
	}, func() { a.returns(searchCount) })
}

func (d *Drivers) writeRemove(a *assembler, e object.Each) {
	a.set(searchIndex, 0)
	d.search(a, 0, 1, searchIndex, searchElement, a.here(), nil, func(int) {
		a.callOf(d.asks.cut, true, 0, searchIndex)
		a.op(pycode.RETURN_VALUE, 0)
	}, func() { d.lacks(a, e) })
}
