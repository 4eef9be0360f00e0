package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Drivers of builtin functions that call a function for each element (object.Each). Each function that they call has drivers of
// its own, which inline it if it is one in Python, by what the call looks like and by the type of the iterable.

// each is what these drivers call.
type each struct {
	list, byKeys, noIter, nothing, take, put, putBack object.Value
}

func (d *Drivers) initEach() {
	h := d.heap
	builtin := func(name string, n int, f func(a []object.Value) (object.Value, error)) object.Value {
		return d.function(&object.Builtin{Name: name, Arity: object.Fast, Min: n, Max: n, Fn: func(_ *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			return f(a)
		}})
	}
	d.each = each{
		list: h.Type(object.ListType).Object,
		byKeys: h.NewOwnBuiltin(&object.Builtin{
			Name: "sorted", Module: object.Drivers, Arity: object.Fast, Min: 3, Max: 3, Fn: func(_ *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
				return a[0], h.SortByKeys(a[0], a[1], a[2] == object.True)
			},
		}),
		take: builtin("sort", 1, func(a []object.Value) (object.Value, error) { return h.TakeElements(a[0]), nil }),
		put: builtin("sort", 3, func(a []object.Value) (object.Value, error) {
			return object.None, h.SortTaken(a[0], a[1], a[2] == object.True)
		}),
		putBack: builtin("sort", 2, func(a []object.Value) (object.Value, error) {
			h.PutElements(a[0])
			return object.Null, h.Reraise(a[1], -1)
		}),
		noIter: builtin("reduce", 1, func(a []object.Value) (object.Value, error) {
			if h.IsInstance(a[0], object.TypeErrorType) {
				return object.Null, h.Raise(object.TypeErrorType, "reduce() arg 2 must support iteration")
			}
			return object.Null, h.Reraise(a[0], -1)
		}),
		nothing: builtin("reduce", 0, func([]object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "reduce() of empty iterable with no initial value")
		}),
	}
	h.Push(d.each.byKeys)
}

// Each returns the driver for a call and its arguments; fn is Null if the call has none.
func (d *Drivers) Each(f, self object.Value, args []object.Value, kwnames object.Value) (fn object.Value, pass [object.MostEachParams]object.Value) {
	h := d.heap
	for e := h.EachOf(f); e != object.EachNone; e = object.EachRows[e].Else {
		pass, shape, ok := h.BindEach(e, self, args, kwnames)
		if !ok {
			continue
		}
		row, x := &object.EachRows[e], object.EachDriver{Of: f, Each: e, Shape: shape}
		u := use{f: f, many: shape, each: e}
		if row.Asks() {
			var g object.Value
			if g, x.Ask = h.AskOf(e, &pass); g == object.Null {
				continue
			}
			x.Code, u.ask = h.Half(g, object.OffFuncCode), x.Ask
			if row.Ways != nil {
				pass[row.Func] = g
			}
		} else {
			if x.Callee, ok = h.CalleeOf(pass[row.Func]); !ok {
				continue
			}
			x.Code, u.callee = d.called(pass[row.Func], x.Callee), x.Callee
			u.callee.Version = 0                                                            // any function of the code
			if t := h.TypeID(pass[1-row.Func]); row.Flag == 0 && t < object.FirstFreeType { // a sort runs over a list
				u.source = t
			}
		}
		fn, ok = d.find(x.Code, u)
		if !ok {
			fn = d.keep(x.Code, u, d.makeEach(x))
			x.Function = fn
			d.eaches[h.Half(fn, object.OffFuncVersion)] = x
		}
		return fn, pass
	}
	return object.Null, pass
}

// EachByVersion returns the driver that has a version.
func (d *Drivers) EachByVersion(version uint32) (x object.EachDriver, ok bool) {
	x, ok = d.eaches[version]
	return x, ok
}

// The locals behind the parameters.
const (
	eachElement = object.MostEachParams + iota
	eachKey
	eachBest
	eachBestKey
)

// eachLocals are the names of the locals behind the parameters.
var eachLocals = []string{"element", "key", "best", "best_key", "fifth", "sixth", "seventh", "eighth", "ninth"}

// makeEach makes the function of a driver.
func (d *Drivers) makeEach(x object.EachDriver) object.Value {
	a, e := &assembler{}, x.Each
	key := func(key, of int) { d.apply(a, x.Callee, key, of) }
	a.op(pycode.RESUME, 0)
	switch row := &object.EachRows[e]; {
	case askWriters[e] != nil:
		askWriters[e](d, a, x)
	case row.Asks():
		d.writeWay(a, x)
	case e == object.EachSorted:
		d.writeSorted(a, key)
	case e == object.EachSort:
		d.writeSort(a, key)
	case e == object.EachReduce:
		d.writeReduce(a, x.Shape)
	default:
		d.writeExtreme(a, x, key)
	}
	row := &object.EachRows[e]
	return d.write(row.Name, a, object.MostEachParams, append(row.Params[:], eachLocals...)...)
}

// call calls what is on the stack below NULL with locals.
func (a *assembler) call(locals ...int) {
	a.op(pycode.PUSH_NULL, 0)
	a.load(locals...)
	a.op(pycode.CALL, len(locals))
}

// apply leaves what a function that is a Callee returns for a local.
func (d *Drivers) apply(a *assembler, c object.Callee, f, x int) {
	g, ok := d.heap.GetterOf(c)
	if !ok {
		if c.Itself != 0 {
			a.constant(c.Itself)
		} else {
			a.load(f)
		}
		a.call(x)
		return
	}
	for _, k := range g.Keys[:g.N] {
		a.load(x)
		if g.Attrs {
			a.attr(d.heap.GoString(k))
			continue
		}
		a.constant(k)
		a.op(pycode.BINARY_OP, int(object.Subscr))
	}
	if g.N > 1 {
		a.op(pycode.BUILD_TUPLE, g.N)
	}
}

// A keyFunc leaves the key of a local: what the function in another returns.
type keyFunc func(f, x int)

// keysOf makes a list of the keys of the elements of a list.
func (a *assembler) keysOf(list, f int, key keyFunc) {
	a.op(pycode.BUILD_LIST, 0)
	a.load(list)
	a.op(pycode.GET_ITER, 0)
	a.rest(func() {
		a.store(eachElement)
		key(f, eachElement)
		a.op(pycode.LIST_APPEND, 2)
	})
}

// writeSorted makes the list, and the keys of its elements in their order.
func (d *Drivers) writeSorted(a *assembler, key keyFunc) {
	const iterable, f, reverse = 0, 1, 2
	a.constant(d.each.list)
	a.call(iterable)
	a.store(iterable)
	a.constant(d.each.byKeys)
	a.op(pycode.PUSH_NULL, 0)
	a.load(iterable)
	a.keysOf(iterable, f, key)
	a.load(reverse)
	a.op(pycode.CALL, 3)
	a.op(pycode.RETURN_VALUE, 0)
}

// writeSort takes the elements of the list while it makes their keys and sorts.
func (d *Drivers) writeSort(a *assembler, key keyFunc) {
	const list, f, reverse, elements, instead, keys = 0, 1, 2, eachKey, eachBest, eachBestKey
	a.constant(d.each.take)
	a.call(list)
	a.op(pycode.UNPACK_SEQUENCE, 2)
	a.store(elements)
	a.store(instead)
	start := a.here()
	a.keysOf(elements, f, key)
	end := a.here()
	a.store(keys)
	a.constant(d.each.put)
	a.call(elements, keys, reverse)
	a.op(pycode.RETURN_VALUE, 0)
	a.handle(start, end)
	a.store(eachElement)
	a.constant(d.each.putBack)
	a.call(elements, eachElement)
	a.op(pycode.RETURN_VALUE, 0) // it raises
}

// writeExtreme keeps the best element and its key.
func (d *Drivers) writeExtreme(a *assembler, x object.EachDriver, key keyFunc) {
	const iterable, function, or = 0, 1, 2
	op := object.GT
	if x.Each == object.EachMin {
		op = object.LT
	}
	a.load(iterable)
	a.op(pycode.GET_ITER, 0)
	none := a.jump(pycode.FOR_ITER)
	a.store(eachBest)
	key(function, eachBest)
	a.store(eachBestKey)
	top := a.here()
	end := a.jump(pycode.FOR_ITER)
	a.store(eachElement)
	key(function, eachElement)
	a.store(eachKey)
	a.load(eachKey, eachBestKey)
	worse := a.unless(op)
	a.load(eachElement)
	a.store(eachBest)
	a.load(eachKey)
	a.store(eachBestKey)
	a.land(worse)
	a.back(top)
	a.exhausted(end)
	a.load(eachBest)
	a.op(pycode.RETURN_VALUE, 0)
	a.exhausted(none)
	d.otherwise(a, x, or)
}

// otherwise returns the parameter by which an extreme of nothing is given, if the call has it; else the function says that there is none.
func (d *Drivers) otherwise(a *assembler, x object.EachDriver, or int) {
	if x.Shape>>or&1 != 0 {
		a.returns(or)
		return
	}
	a.constant(x.Of)
	a.op(pycode.PUSH_NULL, 0)
	a.constant(d.heap.NewTuple())
	a.op(pycode.CALL, 1)
	a.op(pycode.RETURN_VALUE, 0)
}

// writeReduce keeps what the function has returned last where the initial value is.
func (d *Drivers) writeReduce(a *assembler, shape int) {
	const function, iterable, total = 0, 1, 2
	start := a.here()
	a.load(iterable)
	a.op(pycode.GET_ITER, 0)
	end := a.here()
	none := -1
	if shape>>total&1 == 0 {
		none = a.jump(pycode.FOR_ITER)
		a.store(total)
	}
	a.rest(func() {
		a.store(eachElement)
		a.load(function)
		a.call(total, eachElement)
		a.store(total)
	})
	a.load(total)
	a.op(pycode.RETURN_VALUE, 0)
	if none >= 0 {
		a.exhausted(none)
		a.constant(d.each.nothing)
		a.call()
		a.op(pycode.RETURN_VALUE, 0) // it raises
	}
	a.handle(start, end)
	a.store(eachElement)
	a.constant(d.each.noIter)
	a.call(eachElement)
	a.op(pycode.RETURN_VALUE, 0) // it raises
}
