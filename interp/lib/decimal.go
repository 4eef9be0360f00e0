package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/decimal"
	"github.com/tier2go/tier2/interp/object"
)

// The module _decimal (Modules/_decimal/_decimal.c) over internal/decimal: what Decimal
// and Context do is in that package, what is said of them to Python here.

// decimals is the module's state.
type decimals struct {
	l   *Lib
	h   *object.Heap
	env *decimal.Env

	dec, context, manager *object.Type
	mixin, signals        *object.Type // what SignalDict derives from, and itself
	errors                [len(decimalErrors)]object.Value
	tuple                 object.Value // DecimalTuple
	rational              object.Value // numbers.Rational
	roundings             [len(roundingNames)]object.Value
	templates             [3]object.Value // DefaultContext, BasicContext, ExtendedContext
	variable              object.Value    // the ContextVar of the current context

	vars    *contexts
	version uint64       // of vars, at which current was found
	current object.Value // the current context; Null: to be looked up
	work    decimal.Context
	// Numbers and parameters of the operation that runs: none runs code of the program.
	x, y, t, z decimal.Num
	params     [4]object.Value
}

var roundingNames = [...]string{
	decimal.Up: "ROUND_UP", decimal.Down: "ROUND_DOWN", decimal.Ceiling: "ROUND_CEILING", decimal.Floor: "ROUND_FLOOR", decimal.HalfUp: "ROUND_HALF_UP",
	decimal.HalfDown: "ROUND_HALF_DOWN", decimal.HalfEven: "ROUND_HALF_EVEN", decimal.ZeroFiveUp: "ROUND_05UP",
}

// decimalErrors are the exceptions: signals first, in the order in which they are looked for, then conditions
// that signal InvalidOperation.
var decimalErrors = [...]struct {
	name   string
	status decimal.Status
	bases  []string // of the table, or builtin ones
}{
	{"DecimalException", 0, []string{"ArithmeticError"}},
	{"InvalidOperation", decimal.Invalid, []string{"DecimalException"}},
	{"FloatOperation", decimal.FloatOperation, []string{"DecimalException", "TypeError"}},
	{"DivisionByZero", decimal.DivisionByZero, []string{"DecimalException", "ZeroDivisionError"}},
	{"Overflow", decimal.Overflow, []string{"Inexact", "Rounded"}},
	{"Underflow", decimal.Underflow, []string{"Inexact", "Rounded", "Subnormal"}},
	{"Subnormal", decimal.Subnormal, []string{"DecimalException"}},
	{"Inexact", decimal.Inexact, []string{"DecimalException"}},
	{"Rounded", decimal.Rounded, []string{"DecimalException"}},
	{"Clamped", decimal.Clamped, []string{"DecimalException"}},
	{"ConversionSyntax", decimal.ConversionSyntax, []string{"InvalidOperation"}},
	{"DivisionImpossible", decimal.DivisionImpossible, []string{"InvalidOperation"}},
	{"DivisionUndefined", decimal.DivisionUndefined, []string{"InvalidOperation", "ZeroDivisionError"}},
	{"InvalidContext", decimal.InvalidContext, []string{"InvalidOperation"}},
}

// Indexes of decimalErrors.
const (
	firstSignal    = 1
	endSignals     = 10
	firstCondition = endSignals
	numSignals     = endSignals - firstSignal
)

// newDecimal makes the module.
func (l *Lib) newDecimal() (object.Value, error) {
	h, m := l.h, l.newModule("_decimal")
	k := &decimals{l: l, h: h, tuple: object.Null, rational: object.Null, variable: object.Null, current: object.Null}
	k.env = &decimal.Env{Cut: h.Cutter(), Room: h.RoomFor}
	k.work.Env = k.env
	for _, list := range [][]object.Value{k.errors[:], k.roundings[:], k.templates[:]} {
		for i := range list {
			list[i] = object.Null
		}
	}
	h.AddRoots(func(m *heap.Marker) {
		m.Values(k.errors[:])
		m.Values(k.roundings[:])
		m.Values(k.templates[:])
		m.Values([]object.Value{k.tuple, k.rational, k.variable, k.current})
	})
	for _, make := range []func(m *module) error{k.makeErrors, k.makeVariable, k.makeDecimal, k.makeContext, k.makeSignals, k.makeConstants} {
		if err := make(m); err != nil {
			return object.Null, err
		}
	}
	return m.v, nil
}

// makeErrors makes the exceptions.
func (k *decimals) makeErrors(m *module) error {
	h := k.h
	for done := 0; done < len(decimalErrors); {
		before := done
		for i, e := range decimalErrors {
			if k.errors[i] != object.Null {
				continue
			}
			bases, ok := k.basesOf(e.bases)
			if !ok {
				continue
			}
			class, err := k.newClass(e.name, bases)
			if err != nil {
				return err
			}
			k.errors[i] = class
			m.set(e.name, class)
			done++
		}
		if done == before {
			return h.Raise(object.SystemErrorType, "the exceptions of decimal have no order")
		}
	}
	return nil
}

// basesOf returns a tuple of exceptions; ok is false if one of them is not made yet.
func (k *decimals) basesOf(names []string) (bases object.Value, ok bool) {
	var list []object.Value
	for _, name := range names {
		base := k.l.own(name)
		for i, e := range decimalErrors {
			if e.name == name {
				base = k.errors[i]
			}
		}
		if base == object.Null {
			return base, false
		}
		list = append(list, base)
	}
	return k.h.NewTuple(list...), true
}

// newClass makes a class of the module decimal.
func (k *decimals) newClass(name string, bases object.Value) (object.Value, error) {
	h := k.h
	d := h.NewDict()
	h.DictSetStr(d, h.Intern("__module__"), h.Intern("decimal"))
	args := h.NewTuple(h.NewStr(name), bases, d)
	return h.Call(h.Type(object.TypeType).Object, h.TupleItems(args), object.Null)
}

// attr returns an attribute of a module.
func (k *decimals) attr(module, name string) (object.Value, error) {
	m, err := k.h.ImportModule(module)
	if err != nil {
		return object.Null, err
	}
	return k.h.GetAttr(m, k.h.Intern(name))
}

// register registers a type with an abstract base class.
func (k *decimals) register(module, class string, t object.Value) error {
	abc, err := k.attr(module, class)
	if err == nil {
		_, err = callMethod(k.h, abc, "register", t)
	}
	return err
}

// makeVariable makes the context variable.
func (k *decimals) makeVariable(*module) error {
	h := k.h
	k.vars = k.l.contextState()
	args := h.NewTuple(h.NewStr("decimal_context"))
	var err error
	k.variable, err = h.Call(k.vars.variable.Object, h.TupleItems(args), object.Null)
	return err
}

// makeConstants makes what is no class: names, numbers, the three contexts, functions.
func (k *decimals) makeConstants(m *module) error {
	h := k.h
	for i, name := range roundingNames {
		k.roundings[i] = h.Intern(name)
		m.set(name, k.roundings[i])
	}
	for _, x := range [...]struct {
		name string
		n    int64
	}{
		{"MAX_PREC", decimal.MaxPrec}, {"MAX_EMAX", decimal.MaxEmax}, {"MIN_EMIN", decimal.MinEmin}, {"MIN_ETINY", decimal.MinEtiny}, {"IEEE_CONTEXT_MAX_BITS", maxIEEE},
	} {
		m.set(x.name, h.Int(x.n))
	}
	m.set("HAVE_THREADS", object.True)
	m.set("HAVE_CONTEXTVAR", object.True)
	m.set("__version__", h.NewStr("1.70"))
	m.set("__libmpdec_version__", h.NewStr("4.0.0"))
	m.functions([]object.Builtin{
		{Name: "getcontext", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) { return k.getContext() }},
		{Name: "setcontext", Arity: object.O, Fn: func(_ *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			return object.None, k.setContext(a[0])
		}},
		{Name: "localcontext", Arity: object.Varied, FnKw: k.localContext},
		{Name: "IEEEContext", Arity: object.O, Fn: func(_ *object.Heap, _ object.Value, a []object.Value) (object.Value, error) { return k.ieee(a[0]) }},
	})
	basic := decimal.Invalid | decimal.DivisionByZero | decimal.Overflow
	for i, t := range []struct {
		name  string
		prec  uint64
		round decimal.Rounding
		traps decimal.Status
	}{{"DefaultContext", 28, decimal.HalfEven, basic}, {"BasicContext", 9, decimal.HalfUp, basic | decimal.Underflow | decimal.Clamped}, {"ExtendedContext", 9, decimal.HalfEven, 0}} {
		c := k.newContextObject(k.context)
		h.SetWord(c, offDecPrec, t.prec)
		h.SetWord(c, offDecTraps, uint64(t.traps))
		k.setRound(c, t.round)
		k.templates[i] = c
		m.set(t.name, c)
	}
	var err error
	if k.rational, err = k.attr("numbers", "Rational"); err != nil {
		return err
	}
	if err = k.register("numbers", "Number", k.dec.Object); err != nil {
		return err
	}
	make, err := k.attr("collections", "namedtuple")
	if err != nil {
		return err
	}
	args := h.NewTuple(h.NewStr("DecimalTuple"), h.NewStr("sign digits exponent"), h.Intern("decimal"))
	kw := h.NewTuple(h.Intern("module"))
	if k.tuple, err = h.Call(make, h.TupleItems(args), kw); err != nil {
		return err
	}
	m.set("DecimalTuple", k.tuple)
	return nil
}

// raised adds the conditions that an operation has met to a context's, and raises the exception of the first signal that
// is trapped.
func (k *decimals) raised(c object.Value, s decimal.Status) error {
	if s == 0 {
		return nil
	}
	h := k.h
	h.SetWord(c, offDecStatus, h.Word(c, offDecStatus)|uint64(s))
	s &= decimal.Status(h.Word(c, offDecTraps))
	if s == 0 {
		return nil
	}
	list := h.NewList()
	if s&decimal.InvalidOperation != 0 {
		h.ListAppend(list, k.errors[firstSignal])
	}
	class := object.Null
	for i := firstCondition; i < len(decimalErrors); i++ {
		if s&decimalErrors[i].status != 0 {
			h.ListAppend(list, k.errors[i])
		}
	}
	for i := firstSignal; i < endSignals; i++ {
		if s&decimalErrors[i].status == 0 {
			continue
		}
		if class == object.Null {
			class = k.errors[i]
		}
		if i > firstSignal {
			h.ListAppend(list, k.errors[i])
		}
	}
	return h.RaiseValue(h.NewException(h.TypeFromObject(class), list))
}
