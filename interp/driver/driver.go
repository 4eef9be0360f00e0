// Package driver has builtin functions over generators and instances, and those that call a function, as bytecode.
//
// A builtin function that is given a generator, sum(x*x for x in v), would run it from Go,
// one nested run an element, and no trace would reach from the function into the generator.
// So functions that take all elements of an iterable one after the other have a driver:
// their loop, as bytecode, which is called instead. It gets hot and is compiled as any loop,
// with the generator in it. Each generator's code has drivers of its own, which inline it.
// No traceback shows them.
//
// An instance whose class has an __iter__ in Python is such an iterable, with drivers for each class, and so are a map and a filter, in
// whose place there is a generator (Over). Functions that call a function for each element have drivers, too, for each
// such function (Each), and loops for calls that Go makes (Loop).
//
//	if fn, pass := drivers.Of(f, self, args); fn != object.Null {
//		// call fn, a function in Python, with pass
//	}
//
// The package writes code; it must not know how code is run.
package driver

import (
	"iter"
	"maps"
	"slices"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// driver is a builtin function that has one.
type driver struct {
	name string
	// code writes the driver: local 0 is what it runs over, local 1 the second argument,
	// or the receiver.
	code func(a *assembler)
	// fits says whether the driver does what the function does with its second
	// argument (Null: it was not given).
	fits func(second object.Value) bool
	// second is what the second argument is by default.
	second object.Value
	// receiver is the type of local 1, of a method; 0: it is none.
	receiver object.TypeID
	once     bool // it takes one element
	own      bool // it takes instances, too, whose class has an __iter__ in Python (object.Type.IterFunction)
	asks     bool // it asks how many elements there are
	locals   int  // how many it has, if not few
}

// use says what a function in Python was made for: to drive a builtin function, or to run a
// loop, or a map or filter of so many, over iterators of a type.
type use struct {
	f      object.Value
	loop   object.Loop
	source object.TypeID
	many   int
	script *object.Script
	take   object.Take // what an instruction was made for does with n elements
	n      int
	callee object.Callee // what is called, if that is no function in Python
	each   object.Each
	ask    object.Ask
}

// Drivers are those of one VM.
type Drivers struct {
	heap         *object.Heap
	vm           VM
	of           map[object.Value]*driver
	made         map[uint32]map[use]object.Value      // by the code of the generator, or of the function that is called: functions in Python
	recent       [1 << recentLog2]found               // of those that were looked for last
	calls        map[uint32]object.Driver             // the drivers of calls among them, by their versions
	eaches       map[uint32]object.EachDriver         // likewise
	starts       [numOver][object.MaxMapIters + 1]int // see overStart
	getterStarts map[getterStart]int                  // likewise
	itemsStart   int                                  // the unit behind the yield of generators for __getitem__
	step, end    object.Value                         // of sum, for what is no int: an element, the result
	freeze       object.Value                         // of frozenset: makes one of a set
	byteOf       [2]object.Value                      // of bytes and bytearray, for what is no byte: an element
	tooMany      object.Value                         // for a length that nothing has room for
	pair         object.Value                         // of dict, for what is no tuple: an element
	ended, one   object.Value                         // of what has steps: it has ended, or one of its iterators
	stand        object.Value                         // what runs in an iterator's place
	itself       object.Value                         // of an iterable, the iterator in whose place a generator may run
	going        object.Value                         // of what has steps: whether it has not ended
	count        object.Value                         // of enumerate: the number of an element
	scripts      map[*object.Script]*scripted
	lastScript   *scripted // that was asked for last; nil: none was
	keyed
	each
	asks
	takes
	length, move, changed object.Value // what comparing loops call
}

// VM is what runs the code.
type VM struct {
	// Function makes a function in Python of code that no traceback shows, and of its constants.
	Function func(c *pycode.Code, consts []object.Value) object.Value
	// Suspended makes a generator of such a function, as if it had yielded just now and would go on
	// at a code unit.
	Suspended func(fn object.Value, unit int, e Entries) object.Value
}

// New makes the drivers of the functions in a dict of builtins.
func New(h *object.Heap, builtins object.Value, vm VM) *Drivers {
	d := &Drivers{heap: h, vm: vm}
	builtin := func(name string) object.Value { return h.DictGetStr(builtins, h.Intern(name)) }
	alone := func(second object.Value) bool { return second == object.Null }
	list := func(wrap func(a *assembler)) func(*assembler) {
		return func(a *assembler) {
			a.op(pycode.BUILD_LIST, 0)
			a.loop(func() { a.op(pycode.LIST_APPEND, 2) })
			wrap(a)
			a.op(pycode.RETURN_VALUE, 0)
		}
	}
	// through passes the list that has been made to a function.
	through := func(f object.Value) func(a *assembler) {
		return func(a *assembler) {
			a.op(pycode.STORE_FAST, 2)
			a.constant(f)
			if h.Is(f, object.MethodDescType) {
				a.op(pycode.LOAD_FAST, 1)
			} else {
				a.op(pycode.PUSH_NULL, 0)
			}
			a.op(pycode.LOAD_FAST, 2)
			a.op(pycode.CALL, 1)
		}
	}
	method := func(t object.TypeID, name string) object.Value { return h.Type(t).Lookup(h.Intern(name)) }
	// into adds the elements to the receiver.
	into := func(add func(a *assembler)) func(a *assembler) {
		return func(a *assembler) {
			a.load(1)
			a.loop(func() { add(a) })
			a.op(pycode.POP_TOP, 0)
			a.returnNone()
		}
	}
	join := method(object.StrType, "join")
	d.made, d.calls = map[uint32]map[use]object.Value{}, map[uint32]object.Driver{}
	d.getterStarts = map[getterStart]int{}
	d.eaches, d.scripts = map[uint32]object.EachDriver{}, map[*object.Script]*scripted{}
	d.of = map[object.Value]*driver{
		builtin("list"):   {name: "list", code: list(func(*assembler) {}), fits: alone, second: object.None, own: true, asks: true},
		builtin("tuple"):  {name: "tuple", code: list(func(a *assembler) { a.op(pycode.CALL_INTRINSIC_1, 6) }), fits: alone, second: object.None, own: true},
		builtin("sorted"): {name: "sorted", code: list(through(builtin("sorted"))), fits: alone, second: object.None, own: true, asks: true},
		builtin("set"): {name: "set", second: object.None, fits: alone, own: true, code: func(a *assembler) {
			a.op(pycode.BUILD_SET, 0)
			a.loop(func() { a.op(pycode.SET_ADD, 2) })
			a.op(pycode.RETURN_VALUE, 0)
		}},
		builtin("dict"): {name: "dict", code: d.dict, fits: alone, second: object.None},
		builtin("sum"): {name: "sum", code: d.sum, second: object.SmallInt(0), own: true, fits: func(start object.Value) bool {
			return start == object.Null || start.IsSmall()
		}},
		builtin("any"):                    {name: "any", code: truth(true), fits: alone, second: object.None, own: true},
		builtin("all"):                    {name: "all", code: truth(false), fits: alone, second: object.None, own: true},
		builtin("max"):                    {name: "max", code: extreme(h, builtin("max"), object.GT), fits: alone, second: object.None, own: true},
		builtin("min"):                    {name: "min", code: extreme(h, builtin("min"), object.LT), fits: alone, second: object.None, own: true},
		builtin("next"):                   {name: "next", code: first, once: true, second: object.Null, fits: func(or object.Value) bool { return or != object.Null }},
		join:                              {name: "join", code: list(through(join)), receiver: object.StrType},
		builtin("frozenset"):              {name: "frozenset", second: object.None, fits: alone, own: true, code: d.frozen},
		builtin("bytes"):                  {name: "bytes", second: object.None, fits: alone, code: d.bytes(0, through(builtin("bytes")))},
		builtin("bytearray"):              {name: "bytearray", second: object.None, fits: alone, code: d.bytes(1, through(builtin("bytearray")))},
		method(object.ListType, "extend"): {name: "extend", receiver: object.ListType, own: true, asks: true, code: into(func(a *assembler) { a.op(pycode.LIST_APPEND, 2) })},
		method(object.SetType, "update"):  {name: "update", receiver: object.SetType, own: true, code: into(func(a *assembler) { a.op(pycode.SET_ADD, 2) })},
		method(object.DictType, "update"): {name: "update", receiver: object.DictType, code: d.dictUpdate},
	}
	for f := range d.of {
		if h.Is(f, object.TypeType) {
			h.TypeFromObject(f).Driven = true
		} else {
			h.BuiltinOf(f).Driven = true
		}
	}
	defer h.Release(h.Mark()) // nobody marks what d holds as yet
	d.step = d.function(&object.Builtin{Name: "sum", Arity: object.Fast, Min: 2, Max: 2, Fn: lib.SumStep})
	d.end = d.function(&object.Builtin{Name: "sum", Arity: object.O, NoGuest: true, Fn: lib.SumEnd})
	d.freeze = d.function(&object.Builtin{Name: "frozenset", Arity: object.O, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
		return h.Frozen(args[0]), nil
	}})
	byteOf := func(name, what string) object.Value {
		return d.function(&object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
			n, err := h.ByteOf(args[0], what)
			return object.SmallInt(int64(n)), err
		}})
	}
	d.byteOf = [...]object.Value{byteOf("bytes", "bytes"), byteOf("bytearray", "byte")}
	d.tooMany = d.function(&object.Builtin{Name: "list", Arity: object.NoArgs, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return object.Null, h.RaiseWith(object.MemoryErrorType)
	}})
	d.pair = d.function(&object.Builtin{Name: "dict", Arity: object.Fast, Min: 3, Max: 3, Fn: addPair})
	d.count = d.function(&object.Builtin{Name: "enumerate", Arity: object.O, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
		return h.EnumerateCount(args[0]), nil
	}})
	d.initSteps()
	d.initKeyed(builtin("hash"))
	d.initComparing(builtin("len"))
	d.initEach()
	d.initAsks()
	d.initTakes(into)
	return d
}

// function makes a function that drivers call, and pushes it.
func (d *Drivers) function(b *object.Builtin) object.Value {
	v := d.heap.NewBuiltin(b, object.Null)
	d.heap.Push(v)
	return v
}

// Runs reports whether a driver runs in place of a call.
func (d *Drivers) Runs(f, self object.Value, args []object.Value) bool {
	return len(args) > 0 && (d.Asks(f, self, args, object.Null) || d.Has(f, args[0]))
}

// Has reports whether a builtin function has a driver for a first argument.
func (d *Drivers) Has(f, first object.Value) bool {
	of := d.of[f]
	if of == nil {
		return false
	}
	if t := d.heap.TypeID(first); t >= object.FirstFreeType && d.heap.Type(t).Step == object.StepNone {
		return of.own && d.heap.Type(t).IterFunction(of.asks) != object.Null
	}
	return d.drivable(first)
}

// drivable reports whether drivers take v: a generator, what may have one (Over), a zip or an enumerate, or an instance that some of them take.
func (d *Drivers) drivable(v object.Value) bool {
	switch t := d.heap.TypeID(v); {
	case t == object.GeneratorType || t == object.ZipType || t == object.EnumerateType:
		return true
	case t >= object.FirstFreeType && d.heap.Type(t).Step == object.StepNone:
		return d.heap.Type(t).IterFunction(false) != object.Null
	}
	_, ok := d.heap.MapPartsOf(v)
	return ok
}

// Mark marks what the drivers hold: with made also the functions that have been made, which
// otherwise live as long as their generators' code.
func (d *Drivers) Mark(m *heap.Marker, made bool) {
	for f := range d.of {
		m.Value(f) // a program may delete its name
	}
	if made {
		d.Own(m)
	}
	for _, f := range d.made[object.NoCode] { // no code keeps them
		m.Value(f)
	}
	d.markKept(m)
}

// markKept marks what the drivers' functions use.
func (d *Drivers) markKept(m *heap.Marker) {
	m.Value(d.step)
	m.Value(d.end)
	m.Value(d.pair)
	m.Value(d.ended)
	m.Value(d.one)
	m.Value(d.stand)
	m.Value(d.itself)
	m.Value(d.going)
	m.Value(d.freeze)
	m.Value(d.byteOf[0])
	m.Value(d.byteOf[1])
	m.Value(d.tooMany)
	m.Value(d.count)
	m.Value(d.length)
	m.Value(d.move)
	m.Value(d.changed)
	m.Value(d.each.byKeys)
	m.Value(d.each.noIter)
	m.Value(d.each.nothing)
	m.Value(d.each.take)
	m.Value(d.each.put)
	m.Value(d.each.putBack)
	d.asks.mark(m)
	m.Value(d.noIn)
	m.Value(d.few)
	m.Value(d.many)
	m.Value(d.keyed.hash)
	m.Value(d.keyed.unhashable)
	m.Value(d.keyed.ask)
	for _, f := range d.keyed.steps {
		m.Value(f)
	}
	for _, k := range d.scripts {
		for _, f := range [...]object.Value{k.returned, k.yielded, k.failed, k.fn} {
			m.Value(f)
		}
	}
}

// Own marks the functions that the drivers are: no program is to get at them.
func (d *Drivers) Own(m *heap.Marker) {
	for _, list := range d.made {
		for _, f := range list {
			m.Value(f)
		}
	}
	d.markKept(m)
}

// Made returns the functions that have been made for code.
func (d *Drivers) Made(code uint32) iter.Seq[object.Value] { return maps.Values(d.made[code]) }

// found is a function that was looked for.
type found struct {
	code uint32
	u    use
	fn   object.Value
	ok   bool
}

// recentLog2 is how many of them are kept: a call of a builtin function looks for one or two, the same each time.
const recentLog2 = 4

// find returns the function that was made for code and a use.
func (d *Drivers) find(code uint32, u use) (fn object.Value, ok bool) {
	r := &d.recent[(code*0x9E3779B1^uint32(u.f)>>4^uint32(u.loop))&(1<<recentLog2-1)]
	if r.ok && r.code == code && r.u == u {
		return r.fn, true
	}
	if fn, ok = d.made[code][u]; ok {
		*r = found{code, u, fn, true}
	}
	return fn, ok
}

// keep keeps a function that was made for code and a use.
func (d *Drivers) keep(code uint32, u use, fn object.Value) object.Value {
	if d.made[code] == nil {
		d.made[code] = map[use]object.Value{}
	}
	d.made[code][u] = fn
	return fn
}

// Forget forgets what was made for code that has died.
func (d *Drivers) Forget(code uint32) {
	delete(d.made, code)
	clear(d.recent[:])
	maps.DeleteFunc(d.calls, func(_ uint32, x object.Driver) bool { return x.Code == code })
	maps.DeleteFunc(d.eaches, func(_ uint32, x object.EachDriver) bool { return x.Code == code })
}

// ByVersion returns the driver of calls that has a version.
func (d *Drivers) ByVersion(version uint32) (x object.Driver, ok bool) {
	x, ok = d.calls[version]
	return x, ok
}

// OfNested is Of for calls by Go, which run the driver's frame apart from those of the caller: a map's element is one call, too.
func (d *Drivers) OfNested(f object.Value, args []object.Value) (fn object.Value, pass [2]object.Value) {
	if len(args) > 0 && d.heap.Is(args[0], object.MapType) {
		if of := d.of[f]; of != nil && of.once {
			return object.Null, pass
		}
	}
	return d.Of(f, object.Null, args)
}

// Of returns the driver for a call and its two arguments; f is Null if the call
// has none.
func (d *Drivers) Of(f, self object.Value, args []object.Value) (fn object.Value, pass [2]object.Value) {
	h := d.heap
	n := len(args)
	if n == 0 || n > 2 || !mayBeDriven(h, f) || !d.drivable(args[0]) && !d.drivable(args[n-1]) {
		return object.Null, pass
	}
	of := d.of[f]
	if of == nil {
		return object.Null, pass
	}
	if of.receiver != 0 && self == object.Null && n == 2 { // who calls puts it in front
		self, args = args[0], args[1:]
	}
	if (self != object.Null) != (of.receiver != 0) || !d.drivable(args[0]) {
		return object.Null, pass
	}
	second := object.Null
	switch {
	case len(args) == 2 && of.receiver != 0:
		return object.Null, pass
	case len(args) == 2:
		second = args[1]
	case of.receiver != 0:
		second = self
	}
	if of.receiver != 0 && !h.Is(second, of.receiver) || of.receiver == 0 && !of.fits(second) {
		return object.Null, pass
	}
	if second == object.Null {
		second = of.second
	}
	fn, g := d.driver(f, of, args[0], object.TakeNothing, 0)
	return fn, [2]object.Value{g, second}
}

// driver returns the driver of f, or of what an instruction does with n elements, for a first argument, and what it gets for that; fn is Null if
// there is none.
func (d *Drivers) driver(f object.Value, of *driver, v object.Value, take object.Take, n int) (fn, g object.Value) {
	h, over := d.heap, object.Null
	x, u := object.Driver{Of: f, Take: take, Receiver: of.receiver, Second: of.second, Asks: of.asks, Code: object.NoCode}, use{f: f, take: take, n: n}
	switch t := h.TypeOf(v); {
	case t.ID == object.GeneratorType:
		x.Code = h.GenCode(v)
	case t.ID >= object.FirstFreeType && t.Step == object.StepNone:
		own := object.Null
		if of.own {
			own = t.IterFunction(of.asks)
		}
		if own == object.Null {
			return object.Null, v
		}
		x.Kind, x.Type, x.Code = object.DrivesInstance, t.ID, h.Half(own, object.OffFuncCode)
		if x.Hints = of.asks && t.Hints(); x.Hints {
			u.many = 1
		}
	default:
		if g = d.Over(v); g == object.Null {
			x.Kind, x.Type, x.Iters = object.DrivesIterator, t.ID, h.OwnIters(v)
			if x.Iters == 0 {
				return object.Null, v
			}
			u.many = x.Iters
			break
		}
		x.Code = h.GenCode(g)
		over, v = v, g
	}
	u.source = x.Type
	fn, ok := d.find(x.Code, u)
	if !ok {
		if over != object.Null {
			if o, ok := d.overOf(over, v); ok {
				x.Kind, x.Over = object.DrivesOver, o
			}
		}
		fn = d.keep(x.Code, u, d.make(of, x))
		x.Function = fn
		d.calls[h.Half(fn, object.OffFuncVersion)] = x
	}
	return fn, v
}

// driverLocals are the names of a driver's locals.
var driverLocals = []string{"iterable", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}

// make makes the function of a driver: of an instance it asks for the iterator first, and for the length then.
func (d *Drivers) make(of *driver, x object.Driver) object.Value {
	a := &assembler{}
	a.op(pycode.RESUME, 0)
	start, end := a.here(), 0
	if x.Kind == object.DrivesInstance {
		a.op(pycode.LOAD_FAST, 0)
		a.op(pycode.GET_ITER, 0)
		end = a.here()
		if x.Hints {
			a.store(2)
			d.hint(a)
			a.load(2)
		}
		a.store(0)
	}
	of.code(a)
	if end != 0 && x.Take == object.TakeIn {
		d.noContainer(a, start, end)
	}
	return d.write(of.name, a, 2, driverLocals[:max(of.locals, 4)]...)
}

// write makes a function of what an assembler has written: of its locals, the first nargs
// are arguments.
func (d *Drivers) write(name string, a *assembler, nargs int, locals ...string) object.Value {
	return d.writeCells(name, a, nargs, 0, locals...)
}

// writeCells is write with cells behind the locals.
func (d *Drivers) writeCells(name string, a *assembler, nargs, cells int, locals ...string) object.Value {
	kinds := slices.Repeat([]pycode.LocalKind{pycode.KindLocal}, len(locals)-cells)
	kinds = append(kinds, slices.Repeat([]pycode.LocalKind{pycode.KindCell}, cells)...)
	return d.vm.Function(&pycode.Code{
		ArgCount: nargs, StackSize: 12, Flags: pycode.FlagOptimized | pycode.FlagNewLocals | a.flags, FirstLine: 1, Units: a.units, ExceptionTable: a.table,
		Names: a.names, LocalsPlus: locals, Kinds: kinds,
		Filename: "<builtin>", Name: name, QualName: name,
	}, a.consts)
}
