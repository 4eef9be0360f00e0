package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Drivers. A builtin function that is given a generator, sum(x*x for x in v), would
// run it from Go, one nested run an element, and no trace would reach from the
// function into the generator. So functions that take all elements of an iterable one
// after the other have a driver: their loop, as bytecode, which is called instead.
// It gets hot and is compiled as any loop, with the generator in it. Each generator's
// code has drivers of its own, which inline it. No traceback shows them.

// driver is a builtin function that has one.
type driver struct {
	name string
	// code writes the driver: local 0 is the generator, local 1 the second argument,
	// or the receiver.
	code func(vm *VM, a *assembler)
	// fits says whether the driver does what the function does with its second
	// argument (Null: it was not given).
	fits func(vm *VM, second object.Value) bool
	// second is what the second argument is by default.
	second object.Value
	method bool // of what is local 1
}

// drivers are the VM's.
type drivers struct {
	of   map[object.Value]*driver
	made map[uint32]map[object.Value]object.Value // by the generator's code and the builtin function: functions in Python
	step object.Value
	sum  object.Value
}

func (vm *VM) initDrivers() {
	h := vm.heap
	builtin := func(name string) object.Value { return h.DictGetStr(vm.builtins, h.Intern(name)) }
	alone := func(_ *VM, second object.Value) bool { return second == object.Null }
	list := func(wrap func(a *assembler)) func(*VM, *assembler) {
		return func(_ *VM, a *assembler) {
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
	join := h.Type(object.StrType).Lookup(h.Intern("join"))
	vm.drivers.made = map[uint32]map[object.Value]object.Value{}
	vm.drivers.of = map[object.Value]*driver{
		builtin("list"):   {name: "list", code: list(func(*assembler) {}), fits: alone, second: object.None},
		builtin("tuple"):  {name: "tuple", code: list(func(a *assembler) { a.op(pycode.CALL_INTRINSIC_1, 6) }), fits: alone, second: object.None},
		builtin("sorted"): {name: "sorted", code: list(through(builtin("sorted"))), fits: alone, second: object.None},
		builtin("set"): {name: "set", second: object.None, fits: alone, code: func(_ *VM, a *assembler) {
			a.op(pycode.BUILD_SET, 0)
			a.loop(func() { a.op(pycode.SET_ADD, 2) })
			a.op(pycode.RETURN_VALUE, 0)
		}},
		builtin("sum"): {name: "sum", code: (*VM).sumDriver, second: object.SmallInt(0), fits: func(_ *VM, start object.Value) bool {
			return start == object.Null || start.IsSmall()
		}},
		builtin("max"): {name: "max", code: extreme(builtin("max"), object.GT), fits: alone, second: object.None},
		builtin("min"): {name: "min", code: extreme(builtin("min"), object.LT), fits: alone, second: object.None},
		join:           {name: "join", code: list(through(join)), method: true, fits: func(vm *VM, sep object.Value) bool { return vm.heap.Is(sep, object.StrType) }},
	}
	vm.drivers.step = h.NewBuiltin(&object.Builtin{Name: "sum", Arity: object.Fast, Min: 2, Max: 2, Fn: lib.SumStep}, object.Null)
	vm.drivers.sum = h.NewBuiltin(&object.Builtin{Name: "sum", Arity: object.O, NoGuest: true, Fn: lib.SumEnd}, object.Null)
}

func (vm *VM) markDrivers(m *heap.Marker) {
	for f := range vm.drivers.of {
		m.Value(f) // a program may delete its name
	}
	if vm.sweeping == nil { // else with the generator's code
		for _, made := range vm.drivers.made {
			for _, f := range made {
				m.Value(f)
			}
		}
	}
	m.Value(vm.drivers.step)
	m.Value(vm.drivers.sum)
}

// driven returns the driver for a call and its two arguments; f is Null if the call
// has none.
func (vm *VM) driven(f, self object.Value, args []object.Value) (fn object.Value, pass [2]object.Value) {
	h := vm.heap
	if len(args) == 0 || len(args) > 2 || !h.Is(args[0], object.GeneratorType) {
		return object.Null, pass
	}
	d := vm.drivers.of[f]
	if d == nil || (self != object.Null) != d.method {
		return object.Null, pass
	}
	second := object.Null
	switch {
	case len(args) == 2 && d.method:
		return object.Null, pass
	case len(args) == 2:
		second = args[1]
	case d.method:
		second = self
	}
	if !d.fits(vm, second) {
		return object.Null, pass
	}
	if second == object.Null {
		second = d.second
	}
	code := h.GenCode(args[0])
	made := vm.drivers.made[code]
	if fn = made[f]; fn == 0 {
		if fn = vm.makeDriver(d); made == nil {
			made = map[object.Value]object.Value{}
			vm.drivers.made[code] = made
		}
		made[f] = fn
	}
	return fn, [2]object.Value{args[0], second}
}

// callDriven is call for a call that may have a driver.
func (vm *VM) callDriven(fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value) (unsafe.Pointer, object.Value, error) {
	if fn, pass := vm.driven(f, self, args); fn != object.Null {
		np, err := vm.bindDriver(fp, code, fn, pass)
		return np, object.Null, err
	}
	return vm.call(fp, code, f, self, args, object.Null)
}

// bindDriver is apart from callDriven because it allocates.
func (vm *VM) bindDriver(fp unsafe.Pointer, code *Code, fn object.Value, pass [2]object.Value) (unsafe.Pointer, error) {
	return vm.bind(fp, code, fn, object.Null, pass[:], object.Null)
}

// makeDriver makes the function of a driver.
func (vm *VM) makeDriver(d *driver) object.Value {
	h := vm.heap
	a := &assembler{}
	a.op(pycode.RESUME, 0)
	d.code(vm, a)
	c := &pycode.Code{
		ArgCount: 2, StackSize: 8, Flags: pycode.FlagOptimized | pycode.FlagNewLocals, FirstLine: 1, Units: a.units,
		LocalsPlus: []string{"iterable", "second", "third"}, Kinds: []pycode.LocalKind{pycode.KindLocal, pycode.KindLocal, pycode.KindLocal},
		Filename: "<builtin>", Name: d.name, QualName: d.name,
	}
	code, err := vm.prepareOwn(c)
	if err != nil {
		panic(err) // it has no constants that could be refused
	}
	code.ConstValues, code.Shim = a.consts, true
	return vm.newFunction(code, object.Function{
		Globals: vm.mainDict, Builtins: vm.builtins, Name: h.Intern(d.name), QualName: h.Intern(d.name), Doc: object.None, Module: object.None,
	})
}

// extreme is the driver of max and min: an element that compares so with the best one
// takes its place. Without any, f says that there is none.
func extreme(f object.Value, op object.CompareOp) func(*VM, *assembler) {
	const it, best, x = 0, 1, 2
	return func(vm *VM, a *assembler) {
		a.op(pycode.LOAD_FAST, it)
		none := a.jump(pycode.FOR_ITER)
		a.op(pycode.STORE_FAST, best)
		top := a.here()
		end := a.jump(pycode.FOR_ITER)
		a.op(pycode.STORE_FAST, x)
		a.op(pycode.LOAD_FAST, x)
		a.op(pycode.LOAD_FAST, best)
		a.op(pycode.COMPARE_OP, int(op)<<5|compareToBool|map[object.CompareOp]int{object.LT: compareLess, object.GT: compareGreater}[op])
		worse := a.jump(pycode.POP_JUMP_IF_FALSE)
		a.op(pycode.NOT_TAKEN, 0)
		a.op(pycode.LOAD_FAST, x)
		a.op(pycode.STORE_FAST, best)
		a.back(top)
		a.land(worse)
		a.back(top)
		for _, at := range [2]int{end, none} {
			a.land(at)
			a.op(pycode.END_FOR, 0)
			a.op(pycode.POP_ITER, 0)
			if at == end {
				a.op(pycode.LOAD_FAST, best)
			} else {
				a.constant(f)
				a.op(pycode.PUSH_NULL, 0)
				a.constant(vm.heap.NewTuple())
				a.op(pycode.CALL, 1)
			}
			a.op(pycode.RETURN_VALUE, 0)
		}
	}
}

// Bits of the argument of COMPARE_OP: the result is a bool; it is true for what is less,
// or greater.
const (
	compareToBool  = 16
	compareLess    = 2
	compareGreater = 4
)

// sumDriver adds ints; from the first element on that is something else, lib.SumStep adds.
func (vm *VM) sumDriver(a *assembler) {
	const it, total, x = 0, 1, 2
	isInt := func() {
		a.op(pycode.STORE_FAST, x)
		a.constant(vm.known.Type)
		a.op(pycode.PUSH_NULL, 0)
		a.op(pycode.LOAD_FAST, x)
		a.op(pycode.CALL, 1)
		a.constant(vm.heap.Type(object.IntType).Object)
		a.op(pycode.IS_OP, 0)
	}
	step := func() {
		a.constant(vm.drivers.step)
		a.op(pycode.PUSH_NULL, 0)
		a.op(pycode.LOAD_FAST, total)
		a.op(pycode.LOAD_FAST, x)
		a.op(pycode.CALL, 2)
		a.op(pycode.STORE_FAST, total)
	}
	a.op(pycode.LOAD_FAST, it)
	top := a.here()
	end := a.jump(pycode.FOR_ITER)
	isInt()
	other := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	a.op(pycode.LOAD_FAST, total)
	a.op(pycode.LOAD_FAST, x)
	a.op(pycode.BINARY_OP, int(object.InPlaceAdd))
	a.op(pycode.STORE_FAST, total)
	a.back(top)
	a.land(other)
	step()
	a.op(pycode.LOAD_FAST, it) // a generator is its own iterator
	a.op(pycode.SWAP, 2)
	a.op(pycode.POP_TOP, 0)
	a.rest(func() {
		a.op(pycode.STORE_FAST, x)
		step()
	})
	a.constant(vm.drivers.sum)
	a.op(pycode.PUSH_NULL, 0)
	a.op(pycode.LOAD_FAST, total)
	a.op(pycode.CALL, 1)
	a.op(pycode.RETURN_VALUE, 0)
	a.land(end)
	a.op(pycode.END_FOR, 0)
	a.op(pycode.POP_ITER, 0)
	a.op(pycode.LOAD_FAST, total)
	a.op(pycode.RETURN_VALUE, 0)
}

// assembler writes bytecode.
type assembler struct {
	units  []uint16
	consts []object.Value
}

func (a *assembler) op(op pycode.Op, arg int) {
	a.units = append(a.units, uint16(op)|uint16(arg)<<8)
	a.units = append(a.units, make([]uint16, op.Caches())...)
}

func (a *assembler) constant(v object.Value) {
	a.op(pycode.LOAD_CONST, len(a.consts))
	a.consts = append(a.consts, v)
}

func (a *assembler) here() int { return len(a.units) }

// jump writes a jump forward, to where land is called with what it returns.
func (a *assembler) jump(op pycode.Op) int {
	at := len(a.units)
	a.op(op, 0)
	return at
}

func (a *assembler) land(at int) {
	after := at + 1 + pycode.Op(a.units[at]).Caches()
	a.units[at] |= uint16(len(a.units)-after) << 8
}

func (a *assembler) back(to int) {
	after := len(a.units) + 1 + pycode.JUMP_BACKWARD.Caches()
	a.op(pycode.JUMP_BACKWARD, after-to)
}

// loop runs over local 0; body takes an element from the stack.
func (a *assembler) loop(body func()) {
	a.op(pycode.LOAD_FAST, 0)
	a.rest(body)
}

// rest runs over what is left of the iterator on the stack.
func (a *assembler) rest(body func()) {
	top := a.here()
	end := a.jump(pycode.FOR_ITER)
	body()
	a.back(top)
	a.land(end)
	a.op(pycode.END_FOR, 0)
	a.op(pycode.POP_ITER, 0)
}
