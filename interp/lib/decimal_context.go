package lib

import (
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/internal/decimal"
	"github.com/tier2go/tier2/interp/object"
)

// The fields of a Context, words but for the last two.
const (
	offDecPrec   = 8
	offDecEmax   = 16
	offDecEmin   = 24 // its magnitude
	offDecMode   = 32 // rounding, from bit 8 clamp, from bit 16 capitals
	offDecTraps  = 40
	offDecStatus = 48
	offDecFlags  = 56 // SignalDicts over the two words, Null before they are asked for
	offDecTrapsD = 64
	decContext   = 72

	offSignalsOf   = 8  // the Context; Null: none
	offSignalsWord = 16 // word: the offset of the field
	signalsSize    = 24

	offManagerLocal  = 8 // Contexts
	offManagerGlobal = 16
	managerSize      = 24

	maxIEEE = 512
)

const (
	badRounding = "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]"
	badSignal   = "valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n   Overflow, Underflow, Subnormal, Inexact, Rounded,\n   Clamped]"
)

// settings returns what a Context says, valid until the next call.
func (k *decimals) settings(c object.Value) *decimal.Context {
	h, w := k.h, &k.work
	w.Prec, w.Emax, w.Emin = int64(h.Word(c, offDecPrec)), int64(h.Word(c, offDecEmax)), -int64(h.Word(c, offDecEmin))
	mode := h.Word(c, offDecMode)
	w.Round, w.Clamp = decimal.Rounding(mode&255), mode>>8&255 != 0
	return w
}

func (k *decimals) capitals(c object.Value) bool { return k.h.Word(c, offDecMode)>>16 != 0 }

func (k *decimals) setRound(c object.Value, r decimal.Rounding) {
	k.h.SetWord(c, offDecMode, k.h.Word(c, offDecMode)&^255|uint64(r))
}

// newContextObject makes a Context as DefaultContext is at first, without traps.
func (k *decimals) newContextObject(t *object.Type) object.Value {
	h := k.h
	c := h.NewEmpty(t)
	for _, f := range [...]struct {
		off uintptr
		n   uint64
	}{{offDecPrec, 28}, {offDecEmax, 999999}, {offDecEmin, 999999}, {offDecMode, uint64(decimal.HalfEven) | 1<<16}, {offDecTraps, 0}, {offDecStatus, 0}} {
		h.SetWord(c, f.off, f.n)
	}
	h.SetField(c, offDecFlags, object.Null)
	h.SetField(c, offDecTrapsD, object.Null)
	return c
}

// copyContext makes a Context with the settings of another one.
func (k *decimals) copyContext(from object.Value, flags bool) object.Value {
	h := k.h
	c := k.newContextObject(k.context)
	for off := uintptr(offDecPrec); off < offDecStatus; off += 8 {
		h.SetWord(c, off, h.Word(from, off))
	}
	if flags {
		h.SetWord(c, offDecStatus, h.Word(from, offDecStatus))
	}
	return c
}

// getContext returns the current context, which is made where there is none.
func (k *decimals) getContext() (object.Value, error) {
	if k.current != object.Null && k.version == k.vars.version {
		return k.current, nil
	}
	h := k.h
	c, err := h.DictGet(k.vars.values(), k.variable)
	if err != nil {
		return object.Null, err
	}
	if c == object.Null || !h.IsInstance(c, k.context.ID) {
		c = k.copyContext(k.templates[0], false)
		if err := k.enter(c); err != nil {
			return object.Null, err
		}
	}
	k.current, k.version = c, k.vars.version
	return c, nil
}

func (k *decimals) enter(c object.Value) error {
	d, err := k.vars.own()
	if err == nil {
		err = k.h.DictSet(d, k.variable, c)
	}
	return err
}

// setContext is setcontext: of what would change for all, a copy is set.
func (k *decimals) setContext(c object.Value) error {
	if !k.h.IsInstance(c, k.context.ID) {
		return k.h.Raise(object.TypeErrorType, "argument must be a context")
	}
	for _, t := range k.templates {
		if c == t {
			c = k.copyContext(c, false)
		}
	}
	return k.enter(c)
}

func (k *decimals) isContext(v object.Value) bool { return k.h.IsInstance(v, k.context.ID) }

// contextArg returns the Context of an optional argument.
func (k *decimals) contextArg(v object.Value) (object.Value, error) {
	switch {
	case v == object.Null || v == object.None:
		return k.getContext()
	case k.isContext(v):
		return v, nil
	}
	return object.Null, k.h.Raise(object.TypeErrorType, "optional argument must be a context")
}

// arguments distributes the arguments of a call over named parameters; the errors are those of C's PyArg_ParseTupleAndKeywords
// for a function without a name.
func (k *decimals) arguments(args []object.Value, kwnames object.Value, min int, out []object.Value, names ...string) error {
	h := k.h
	for i := range out {
		out[i] = object.Null
	}
	nkw := 0
	if kwnames != object.Null {
		nkw = h.TupleLen(kwnames)
	}
	n := len(args) - nkw
	if len(args) > len(out) {
		what, s := "at most", "s"
		if min == len(out) {
			what = "exactly"
		}
		if len(out) == 1 {
			s = ""
		}
		if n == 0 && nkw > 0 {
			return h.Raise(object.TypeErrorType, "function takes %s %d keyword argument%s (%d given)", what, len(out), s, len(args))
		}
		return h.Raise(object.TypeErrorType, "function takes %s %d argument%s (%d given)", what, len(out), s, len(args))
	}
	copy(out, args[:n])
	for i := range nkw {
		name := h.TupleItem(kwnames, i)
		at := slices.IndexFunc(names, func(s string) bool { return h.StrIs(name, s) })
		switch {
		case at < 0:
			return h.Raise(object.TypeErrorType, "this function got an unexpected keyword argument '%s'", h.GoString(name))
		case at < n:
			return h.Raise(object.TypeErrorType, "argument for function given by name ('%s') and position (%d)", names[at], at+1)
		}
		out[at] = args[n+i]
	}
	for i := range min {
		if out[i] == object.Null {
			return h.Raise(object.TypeErrorType, "function missing required argument '%s' (pos %d)", names[i], i+1)
		}
	}
	return nil
}

// rounding converts a rounding's name.
func (k *decimals) rounding(v object.Value) (decimal.Rounding, error) {
	if k.h.IsInstance(v, object.StrType) {
		for i, name := range roundingNames {
			if v == k.roundings[i] || k.h.StrIs(v, name) {
				return decimal.Rounding(i), nil
			}
		}
	}
	return 0, k.h.Raise(object.TypeErrorType, "%s", badRounding)
}

// setting is an attribute of contexts that is a number.
type setting struct {
	name, range_ string
	lo, hi       int64
	off          uintptr
	shift, bits  uint // in the word
	neg          bool // the word has the magnitude
}

var settings = [...]setting{
	{"prec", "valid range for prec is [1, MAX_PREC]", 1, decimal.MaxPrec, offDecPrec, 0, 64, false},
	{"Emax", "valid range for Emax is [0, MAX_EMAX]", 0, decimal.MaxEmax, offDecEmax, 0, 64, false},
	{"Emin", "valid range for Emin is [MIN_EMIN, 0]", decimal.MinEmin, 0, offDecEmin, 0, 64, true},
	{"capitals", "valid values for capitals are 0 or 1", 0, 1, offDecMode, 16, 8, false},
	{"clamp", "valid values for clamp are 0 or 1", 0, 1, offDecMode, 8, 8, false},
}

func (s *setting) get(h *object.Heap, c object.Value) int64 {
	n := int64(h.Word(c, s.off) >> s.shift & (1<<s.bits - 1))
	if s.neg {
		n = -n
	}
	return n
}

func (s *setting) set(h *object.Heap, c, x object.Value) error {
	if !h.IsIntegral(x) {
		return h.Raise(object.TypeErrorType, "an integer is required")
	}
	size, err := h.Ssize(x)
	if err != nil {
		return err
	}
	n := int64(size)
	if n < s.lo || n > s.hi {
		return h.Raise(object.ValueErrorType, "%s", s.range_)
	}
	if s.neg {
		n = -n
	}
	mask := uint64(1<<s.bits-1) << s.shift
	h.SetWord(c, s.off, h.Word(c, s.off)&^mask|uint64(n)<<s.shift)
	return nil
}

var contextParams = []string{"prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"}

// newContext is Context.__new__: DefaultContext's settings. __init__ does the rest.
func (k *decimals) newContext(h *object.Heap, t *object.Type) object.Value {
	c := k.newContextObject(t)
	if from := k.templates[0]; from != object.Null {
		for off := uintptr(offDecPrec); off < offDecStatus; off += 8 {
			h.SetWord(c, off, h.Word(from, off))
		}
	}
	return c
}

func (k *decimals) initContext(h *object.Heap, c object.Value, args []object.Value, kwnames object.Value) error {
	var p [8]object.Value
	if err := k.arguments(args, kwnames, 0, p[:], contextParams...); err != nil {
		return err
	}
	return k.configure(c, p[:], true)
}

// configure sets those of a context's attributes that are given. lists: signals may be in lists.
func (k *decimals) configure(c object.Value, p []object.Value, lists bool) error {
	for i, x := range p {
		if x == object.Null || x == object.None {
			continue
		}
		var err error
		switch name := contextParams[i]; name {
		case "rounding":
			err = k.setRoundingAttr(k.h, c, x)
		case "flags":
			err = k.setSignals(c, offDecStatus, x, lists)
		case "traps":
			err = k.setSignals(c, offDecTraps, x, lists)
		default:
			for j := range settings {
				if settings[j].name == name {
					err = settings[j].set(k.h, c, x)
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (k *decimals) setRoundingAttr(_ *object.Heap, c, x object.Value) error {
	r, err := k.rounding(x)
	if err == nil {
		k.setRound(c, r)
	}
	return err
}

// makeContext makes the types of contexts and of what localcontext returns.
func (k *decimals) makeContext(m *module) error {
	h := k.h
	t := &object.Type{Name: "Context", Module: "decimal", Size: decContext, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			c := k.newContext(h, t)
			if t.Made() {
				return c, nil
			}
			return c, k.initContext(h, c, args, kwnames)
		},
		Init: k.initContext,
		Repr: func(h *object.Heap, c object.Value) (object.Value, error) { return h.NewStr(k.contextText(c)), nil },
		SetAttr: func(h *object.Heap, c, name, x object.Value) error {
			if x == object.Null && k.isSetting(h.GoString(name)) {
				return h.Raise(object.AttributeErrorType, "context attributes cannot be deleted")
			}
			if t := h.TypeOf(c); !t.Made() && t.Lookup(h.InternValue(name)) == object.Null {
				return h.RaiseAttribute(c, name, "'decimal.Context' object has no attribute '%s'", h.GoString(name))
			}
			return h.GenericSetAttr(c, name, x)
		},
	}}
	t.KnowAttrs(strings.Fields("Emax Emin Etiny Etop __copy__ __init__ __new__ __reduce__ __repr__ __setattr__ _apply"))
	k.context = h.RegisterType(t)
	rows := []object.GetSet{
		{Name: "rounding", Get: func(h *object.Heap, c object.Value) (object.Value, error) {
			return k.roundings[h.Word(c, offDecMode)&255], nil
		}, Set: k.setRoundingAttr},
		{Name: "flags", Get: func(_ *object.Heap, c object.Value) (object.Value, error) {
			return k.signalsAt(c, offDecStatus, offDecFlags), nil
		}, Set: func(_ *object.Heap, c, x object.Value) error { return k.setSignals(c, offDecStatus, x, false) }},
		{Name: "traps", Get: func(_ *object.Heap, c object.Value) (object.Value, error) {
			return k.signalsAt(c, offDecTraps, offDecTrapsD), nil
		}, Set: func(_ *object.Heap, c, x object.Value) error { return k.setSignals(c, offDecTraps, x, false) }},
	}
	for i := range settings {
		s := &settings[i]
		rows = append(rows, object.GetSet{Name: s.name,
			Get: func(h *object.Heap, c object.Value) (object.Value, error) { return h.Int(s.get(h, c)), nil },
			Set: s.set,
		})
	}
	h.AddGetSets(k.context, rows)
	h.AddMethods(k.context, k.contextMethods())
	m.set("Context", k.context.Object)
	k.manager = h.RegisterType(&object.Type{Name: "ContextManager", Module: "decimal", Final: true})
	h.AddMethods(k.manager, []object.Builtin{
		{Name: "__enter__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			local := h.Field(v, offManagerLocal)
			return local, k.setContext(local)
		}},
		{Name: "__exit__", Arity: object.Fast, Min: 0, Max: -1, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.None, k.setContext(h.Field(v, offManagerGlobal))
		}},
	})
	return nil
}

func (k *decimals) isSetting(name string) bool {
	for _, p := range contextParams {
		if p == name {
			return true
		}
	}
	return false
}

// contextText is repr of a context.
func (k *decimals) contextText(c object.Value) string {
	h := k.h
	var b strings.Builder
	b.WriteString("Context(")
	number := func(i int) {
		b.WriteString(settings[i].name + "=")
		b.Write(appendInt(nil, settings[i].get(h, c)))
		b.WriteString(", ")
	}
	number(0)
	b.WriteString("rounding=" + roundingNames[h.Word(c, offDecMode)&255] + ", ")
	for _, i := range []int{2, 1, 3, 4} {
		number(i)
	}
	b.WriteString("flags=" + signalNames(decimal.Status(h.Word(c, offDecStatus))))
	b.WriteString(", traps=" + signalNames(decimal.Status(h.Word(c, offDecTraps))) + ")")
	return b.String()
}

// localContext is localcontext(ctx=None, **kwargs).
func (k *decimals) localContext(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [9]object.Value
	if err := k.arguments(args, kwnames, 0, p[:], append([]string{"ctx"}, contextParams...)...); err != nil {
		return object.Null, err
	}
	global, err := k.getContext()
	if err != nil {
		return object.Null, err
	}
	from := global
	if p[0] != object.Null && p[0] != object.None {
		if from = p[0]; !k.isContext(from) {
			return object.Null, h.Raise(object.TypeErrorType, "optional argument must be a context")
		}
	}
	local := k.copyContext(from, true)
	if err := k.configure(local, p[1:], true); err != nil {
		return object.Null, err
	}
	v := h.NewObject(k.manager.ID, managerSize)
	h.SetField(v, offManagerLocal, local)
	h.SetField(v, offManagerGlobal, global)
	return v, nil
}

// ieee is IEEEContext(bits).
func (k *decimals) ieee(v object.Value) (object.Value, error) {
	h := k.h
	if !h.IsIntegral(v) {
		return object.Null, h.Raise(object.TypeErrorType, "an integer is required")
	}
	n, err := h.Ssize(v)
	if err != nil {
		return object.Null, err
	}
	if n <= 0 || n > maxIEEE || n%32 != 0 {
		return object.Null, h.Raise(object.ValueErrorType, "argument must be a multiple of 32, with a maximum of %d", maxIEEE)
	}
	c := k.newContextObject(k.context)
	emax := uint64(3) << (n/16 + 3)
	h.SetWord(c, offDecPrec, uint64(9*(n/32)-2))
	h.SetWord(c, offDecEmax, emax)
	h.SetWord(c, offDecEmin, emax-1)
	h.SetWord(c, offDecMode, uint64(decimal.HalfEven)|1<<8|1<<16)
	return c, nil
}
