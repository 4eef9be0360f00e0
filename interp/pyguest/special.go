package pyguest

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
)

// Special methods that instructions call and that are no operators' (operator.go): they get
// frames in the same way. Which method it is depends on one operand only, and there is one
// attempt, so that the frame beneath keeps no operands: it makes the instruction's result
// of what the method has returned.

// The special methods, as Operators. A comparison is the last of the others.
const (
	Contains Operator = iota + Operator(numOperators)
	NotContains
	SetItem
	DelItem
	TruthByBool
	TruthByLen
	Iter
	YieldFrom
	Negate
	Invert
	Len
	Str  // of a call
	Show // CONVERT_VALUE
	Repr
	Format // without a specification
	Hash   // of a call
	Next   // of a call
	IterOf // of a call
	ReprOf // of a call
	// What is done with a key whose class has a __hash__ in Python, in a dict or a set: the method is a driver (object.KeyUse).
	KeyItem
	KeyStore
	KeyDelete
	KeyIn
	KeyGet
	KeyGetOr
	KeySetDefault
	KeyAdd
	KeyDiscard
	KeyRemove
	// SameIn and SameNotIn are what Contains and NotContains are of an instance in a list or a tuple: the driver compares by its __eq__.
	SameIn
	KeyNotIn
	SameNotIn
	// Displays of comprehensions: the container lies below an iterator.
	KeyAddTo
	KeyStoreTo
	// Stores to attributes, in the order of object.SetterKind. What the instruction takes of the stack is followed by the setter's key.
	SetAttr
	SetProperty
	SetDescriptor
	// isinstance() and issubclass() of a class whose metaclass has the method.
	InstanceCheck
	SubclassCheck
	// Instructions that take the elements of what a driver takes them of (object.Take).
	TakeExtend
	TakeConcat
	TakeUpdate
	TakeIn
	TakeNotIn
	TakeUnpack
	// Make is the call of a class with a __new__ in Python. The frame beneath that keeps the class and a tuple of the
	// arguments, for the __init__ of what it returns (new.go): with names of arguments a tuple of class and names (Heap.ClassCall).
	Make
	// Init is the __init__ that is called behind a __new__: the frame beneath has what that has returned.
	Init
	// Default is the factory of a defaultdict: the frame beneath has the dict and the key, for what it returns becomes the item.
	Default
	// Keep is a function whose results a functools.lru_cache keeps: the frame beneath has that and the key of the call.
	Keep
	// Operators is how many there are.
	Operators
)

// special is what an instruction does with a method.
type special struct {
	method object.Special
	pops   int   // entries of the stack that the instruction takes
	args   []int // those of them that the method takes, counted from the top
	at     int   // which of the entries the method belongs to
	// finish makes the instruction's result of what the method has returned; nil: there is none.
	finish func(h *object.Heap, v object.Value) (object.Value, error)
	// build is finish in a trace, for what the method mostly returns: it leaves for others.
	build func(p *py, b *build.Builder, v *ir.Value) *ir.Value
}

var specials = [Make - Contains]special{
	Contains - Contains:    {object.SpecialContains, 2, []int{0, 1}, 0, truthOf(true), (*py).buildTruth},
	NotContains - Contains: {object.SpecialContains, 2, []int{0, 1}, 0, truthOf(false), (*py).buildUntruth},
	SetItem - Contains:     {object.SpecialSetItem, 3, []int{1, 0, 2}, 1, nil, nil},
	DelItem - Contains:     {object.SpecialDelItem, 2, []int{1, 0}, 1, nil, nil},
	TruthByBool - Contains: {object.SpecialBool, 1, []int{0}, 0, boolean((*object.Heap).BoolFrom), (*py).buildTruth},
	TruthByLen - Contains: {object.SpecialLen, 1, []int{0}, 0, boolean(func(h *object.Heap, v object.Value) (bool, error) {
		n, err := h.LenFrom(v)
		return n != 0, err
	}), func(p *py, b *build.Builder, v *ir.Value) *ir.Value {
		return b.Add(ir.OpBoxBool, b.Add(ir.OpNe, p.length(b, v), b.F.ConstI64(0)))
	}},
	Iter - Contains: {object.SpecialIter, 1, []int{0}, 0, (*object.Heap).IterFrom, (*py).buildIterator},
	// Of a coroutine, where it matters what yields from it, whoever executes the instruction decides.
	YieldFrom - Contains: {object.SpecialIter, 1, []int{0}, 0, (*object.Heap).IterFrom, (*py).buildIterator},
	Negate - Contains:    {object.SpecialNegative, 1, []int{0}, 0, asItIs, buildAsItIs},
	Invert - Contains:    {object.SpecialInvert, 1, []int{0}, 0, asItIs, buildAsItIs},
	// Of a call: below the operand are len and NULL.
	Len - Contains: {object.SpecialLen, 3, []int{0}, 0, func(h *object.Heap, v object.Value) (object.Value, error) {
		n, err := h.LenFrom(v)
		return h.Int(int64(n)), err
	}, func(p *py, b *build.Builder, v *ir.Value) *ir.Value { p.length(b, v); return v }},
	Str - Contains:    {object.SpecialStr, 3, []int{0}, 0, shown("__str__"), buildText},
	Show - Contains:   {object.SpecialStr, 1, []int{0}, 0, shown("__str__"), buildText},
	Repr - Contains:   {object.SpecialRepr, 1, []int{0}, 0, shown("__repr__"), buildText},
	Format - Contains: {object.SpecialStr, 1, []int{0}, 0, shown("__str__"), buildText},
	Hash - Contains: {method: object.SpecialHash, pops: 3, args: []int{0}, finish: func(h *object.Heap, v object.Value) (object.Value, error) {
		n, err := h.HashFrom(v)
		return h.Int(n), err
	}, build: (*py).buildHash},
	Next - Contains:          {object.SpecialNext, 3, []int{0}, 0, asItIs, buildAsItIs},
	IterOf - Contains:        {object.SpecialIter, 3, []int{0}, 0, (*object.Heap).IterFrom, (*py).buildIterator},
	ReprOf - Contains:        {object.SpecialRepr, 3, []int{0}, 0, shown("__repr__"), buildText},
	InstanceCheck - Contains: {object.SpecialInstanceCheck, 4, []int{0, 1}, 0, truthOf(true), (*py).buildTruth},
	SubclassCheck - Contains: {object.SpecialSubclassCheck, 4, []int{0, 1}, 0, truthOf(true), (*py).buildTruth},
	KeyItem - Contains:       {pops: 2, args: []int{1, 0}, finish: asItIs, build: buildAsItIs},
	KeyStore - Contains:      {pops: 3, args: []int{1, 0, 2}},
	KeyDelete - Contains:     {pops: 2, args: []int{1, 0}},
	KeyIn - Contains:         {pops: 2, args: []int{0, 1}, at: 1, finish: truthOf(true), build: (*py).buildTruth},
	// Of calls: below what they take is the method.
	KeyGet - Contains:        {pops: 3, args: []int{1, 0}, finish: asItIs, build: buildAsItIs},
	KeyGetOr - Contains:      {pops: 4, args: []int{2, 1, 0}, at: 1, finish: asItIs, build: buildAsItIs},
	KeySetDefault - Contains: {pops: 4, args: []int{2, 1, 0}, at: 1, finish: asItIs, build: buildAsItIs},
	KeyAdd - Contains:        {pops: 3, args: []int{1, 0}, finish: asItIs, build: buildAsItIs},
	KeyDiscard - Contains:    {pops: 3, args: []int{1, 0}, finish: asItIs, build: buildAsItIs},
	KeyRemove - Contains:     {pops: 3, args: []int{1, 0}, finish: asItIs, build: buildAsItIs},
	KeyNotIn - Contains:      {pops: 2, args: []int{0, 1}, at: 1, finish: truthOf(false), build: (*py).buildUntruth},
	KeyAddTo - Contains:      {pops: 1, args: []int{2, 0}},
	KeyStoreTo - Contains:    {pops: 2, args: []int{3, 1, 0}, at: 1},
	SameIn - Contains:        {pops: 2, args: []int{0, 1}, at: 1, finish: truthOf(true), build: (*py).buildTruth},
	SameNotIn - Contains:     {pops: 2, args: []int{0, 1}, at: 1, finish: truthOf(false), build: (*py).buildUntruth},
	// What they have for a method is a driver. The list or set that they add to stays where it is.
	TakeExtend - Contains: {pops: 1, args: []int{0, 1}},
	TakeConcat - Contains: {pops: 2, args: []int{0, 1}, finish: asItIs, build: buildAsItIs},
	TakeUpdate - Contains: {pops: 1, args: []int{0, 1}},
	TakeIn - Contains:     {pops: 2, args: []int{0, 1}, finish: truthOf(true), build: (*py).buildTruth},
	TakeNotIn - Contains:  {pops: 2, args: []int{0, 1}, finish: truthOf(false), build: (*py).buildUntruth},
	TakeUnpack - Contains: {pops: 1, args: []int{0, takeNone}, finish: asItIs},
	// Which method it is depends on the attribute's name, too (SetterOf).
	SetAttr - Contains:       {pops: 2, args: []int{0, setterKey, 1}},
	SetProperty - Contains:   {pops: 2, args: []int{0, 1}},
	SetDescriptor - Contains: {pops: 2, args: []int{setterKey, 0, 1}},
}

// KeyUse returns what an Operator does with a key; ok is false for others.
func (o Operator) KeyUse() (u object.KeyUse, ok bool) {
	switch o {
	case KeyNotIn:
		return object.KeyIn, true
	case SameNotIn:
		return object.KeySame, true
	case KeyAddTo:
		return object.KeyAdd, true
	case KeyStoreTo:
		return object.KeyStore, true
	}
	return object.KeyUse(o - KeyItem), o >= KeyItem && o <= SameIn
}

// Keyed returns what an Operator is of a key and a container that are among the entries, if it is one for them: else itself.
func (o Operator) Keyed(h *object.Heap, e Entries) Operator {
	k := o.Keys(h, e)
	if k == 0 {
		return o
	}
	at := k.special()
	if u, _ := k.KeyUse(); h.KeyFunction(u, e[at.args[0]], e[at.at]) == object.Null {
		return o
	}
	return k
}

// Keys returns what an Operator is of keys that have a driver, by the container that is among the entries; 0: that is not asked.
func (o Operator) Keys(h *object.Heap, e Entries) Operator {
	if o == Contains || o == NotContains {
		if t := h.TypeID(e[0]); t == object.ListType || t == object.TupleType {
			return sameBy[o]
		}
	}
	return keyedBy[o]
}

// keyedBy are the Operators for keys of a class that has a driver, sameBy those of them for elements of lists and tuples.
var (
	keyedBy = [Operators]Operator{Contains: KeyIn, NotContains: KeyNotIn, SetItem: KeyStore, DelItem: KeyDelete, KeyAddTo: KeyAddTo, KeyStoreTo: KeyStoreTo}
	sameBy  = [...]Operator{Contains: SameIn, NotContains: SameNotIn}
)

// takeNone is where an instruction that takes elements has None in its Entries, for a driver that has two parameters.
const takeNone = 2

// TakeEntries are what an instruction takes from the stack that takes the elements of v; below is what lies beneath that.
func TakeEntries(v, below object.Value) Entries { return Entries{v, below, object.None} }

// setterKey is where a store to an attribute has the setter's key in its Entries.
const setterKey = 2

// Stores reports whether it is a store to an attribute.
func (o Operator) Stores() bool { return o >= SetAttr && o <= SetDescriptor }

// SetterOf returns the function in Python that a store to the attribute name of instances of t calls, as what, and its key; the
// function is Null if there is none.
func SetterOf(h *object.Heap, t *object.Type, name object.Value) (f object.Value, o Operator, key object.Value) {
	s := h.AttrSetterOf(t, name)
	return s.Func, SetAttr + Operator(s.Kind), s.Key
}

func shown(method string) func(h *object.Heap, v object.Value) (object.Value, error) {
	return func(h *object.Heap, v object.Value) (object.Value, error) { return h.TextFrom(v, method) }
}

// buildText is a str.
func buildText(_ *py, b *build.Builder, v *ir.Value) *ir.Value {
	if b.KnownType(v).Within(tStr) {
		return v
	}
	return b.GuardType(v, tStr)
}

func boolean(f func(h *object.Heap, v object.Value) (bool, error)) func(h *object.Heap, v object.Value) (object.Value, error) {
	return func(h *object.Heap, v object.Value) (object.Value, error) {
		b, err := f(h, v)
		return object.Bool(b), err
	}
}

func truthOf(want bool) func(h *object.Heap, v object.Value) (object.Value, error) {
	return boolean(func(h *object.Heap, v object.Value) (bool, error) {
		b, err := h.Truth(v)
		return b == want, err
	})
}

func asItIs(_ *object.Heap, v object.Value) (object.Value, error) { return v, nil }

func buildAsItIs(_ *py, _ *build.Builder, v *ir.Value) *ir.Value { return v }

// special returns the row of a special method, nil for an operator's.
func (o Operator) special() *special {
	if !o.IsSpecial() {
		return nil
	}
	return &specials[o-Contains]
}

// IsSpecial reports whether a special method is called that is no operator's.
func (o Operator) IsSpecial() bool { return o >= Contains && o < Make }

// Iterates reports whether the result is an iterator: the method may be a generator function.
func (o Operator) Iterates() bool { return o == Iter || o == YieldFrom }

// Discards reports whether the instruction has no result.
func (o Operator) Discards() bool { return o.IsSpecial() && o.special().finish == nil }

// Spreads reports whether the instruction pushes the elements of the tuple that is its result.
func (o Operator) Spreads() bool { return o == TakeUnpack }

// Ends reports whether the frame that waits for the method is left at once: its return is no instruction of its own.
func (o Operator) Ends() bool { return o.Discards() || o.Spreads() }

// Take returns what an instruction does with elements that it takes.
func (o Operator) Take() object.Take {
	switch o {
	case TakeExtend:
		return object.TakeExtend
	case TakeConcat:
		return object.TakeConcat
	case TakeUpdate:
		return object.TakeUpdate
	case TakeIn, TakeNotIn:
		return object.TakeIn
	case TakeUnpack:
		return object.TakeUnpack
	}
	return object.TakeNothing
}

// Concatenates reports whether l op v may be TakeConcat.
func Concatenates(h *object.Heap, op object.BinaryOp, l, v object.Value) bool {
	return op == object.InPlaceAdd && h.Is(l, object.ListType) && (h.TypeID(v) >= object.FirstFreeType || object.Drives(h.TypeID(v)))
}

// Takes returns what CONTAINS_OP is of a container whose elements are taken.
func (o Operator) Takes() Operator {
	switch o {
	case Contains:
		return TakeIn
	case NotContains:
		return TakeNotIn
	}
	return o
}

// Pops returns how many entries of the stack the instruction takes.
func (o Operator) Pops() int {
	if s := o.special(); s != nil {
		return s.pops
	}
	return 2
}

// Reach returns how many entries of the stack the method takes some of.
func (o Operator) Reach() int {
	n := o.Pops()
	if s := o.special(); s != nil {
		for _, at := range s.args {
			n = max(n, at+1)
		}
	}
	return n
}

// Receiver returns which entry of the stack, counted from its top, the method of a special
// one belongs to.
func (o Operator) Receiver() int { return o.special().at }

// MethodOf returns the function in Python that a special method of a type is, Null if it is
// something else.
func (o Operator) MethodOf(t *object.Type) object.Value {
	if o == Format {
		return t.FormatMethod()
	}
	if u, ok := o.KeyUse(); ok {
		return t.KeyMethod(u)
	}
	return t.SpecialMethod(o.special().method)
}

// Of returns the function in Python that an instruction calls for a value of a type, and as
// what: TruthByBool is TruthByLen where the type has no __bool__. It is Null if that is
// something else.
func (o Operator) Of(t *object.Type) (object.Value, Operator) {
	if o != TruthByBool {
		return o.MethodOf(t), o
	}
	f, byLen := t.TruthMethod()
	if byLen {
		o = TruthByLen
	}
	return f, o
}

// Entries are what an instruction takes from the stack, the topmost first.
type Entries [4]object.Value

// Arguments returns what the method takes of them: the first n.
func (o Operator) Arguments(e Entries) (args Entries, n int) {
	switch s := o.special(); {
	case o == Default:
		return args, 0
	case s != nil:
		for i, at := range s.args {
			args[i] = e[at]
		}
		return args, len(s.args)
	case o.Attempt().Reflected():
		return e, 2
	}
	return Entries{e[1], e[0]}, 2
}

// Taken returns what the instruction takes from the stack so that the method takes args.
func (o Operator) Taken(args []object.Value) (e Entries) {
	for i, at := range o.special().args {
		e[at] = args[i]
	}
	return e
}

// Called returns what a call takes from the stack.
func (o Operator) Called(self object.Value, args []object.Value) Entries {
	if len(args) == 2 {
		return Entries{args[1], args[0], self}
	}
	return Entries{args[0], self}
}

// FinishSpecial makes the instruction's result of what a special method has returned.
func (o Operator) FinishSpecial(h *object.Heap, v object.Value) (object.Value, error) {
	if o.Discards() {
		return object.None, nil
	}
	return o.special().finish(h, v)
}

// Do does what the instruction does where a special method is none in Python.
func (o Operator) Do(h *object.Heap, e Entries) (object.Value, error) {
	switch o {
	case Contains, NotContains:
		in, err := h.Contains(e[0], e[1])
		return object.Bool(in == (o == Contains)), err
	case SetItem:
		return object.None, h.SetItem(e[1], e[0], e[2])
	case DelItem:
		return object.None, h.DelItem(e[1], e[0])
	case KeyAddTo:
		return object.None, h.SetAdd(e[2], e[0])
	case KeyStoreTo:
		return object.None, h.DictSet(e[3], e[1], e[0])
	case SetAttr:
		return object.None, h.SetAttr(e[0], e[setterKey], e[1])
	case TruthByBool, TruthByLen:
		b, err := h.Truth(e[0])
		return object.Bool(b), err
	case Iter:
		return h.IterOver(e[0])
	case YieldFrom:
		return h.YieldFromIter(e[0], false)
	case Negate:
		return h.Unary(object.Negative, e[0])
	case Invert:
		return h.Unary(object.Invert, e[0])
	case Str, Show:
		return h.Str(e[0])
	case Repr, ReprOf:
		return h.Repr(e[0])
	case Format:
		return h.Format(e[0], object.Null)
	}
	n, err := h.Len(e[0])
	return h.Int(int64(n)), err
}
