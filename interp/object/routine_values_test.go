package object

import (
	"errors"
	"math"
	"math/big"
)

// What routines are compared with, and further random values.

func binaryGeneral(op BinaryOp) func(h *Heap, args []Value) (uint64, error) {
	exactly := map[BinaryOp]func(z, x, y *big.Int) *big.Int{
		Add: (*big.Int).Add, Subtract: (*big.Int).Sub, Multiply: (*big.Int).Mul, And: (*big.Int).And, Or: (*big.Int).Or, Xor: (*big.Int).Xor,
	}[op]
	return func(h *Heap, args []Value) (uint64, error) {
		if exactly != nil && h.isIntegral(args[0]) && h.isIntegral(args[1]) && (!h.Is(args[0], BoolType) || !h.Is(args[1], BoolType) || op == Add || op == Subtract || op == Multiply) {
			return uint64(h.IntFromBig(exactly(new(big.Int), h.BigInt(args[0]), h.BigInt(args[1])))), nil
		}
		v, err := h.BinaryAfter(op, AttemptNone, args[0], args[1])
		return uint64(v), err
	}
}

func invertGeneral(h *Heap, args []Value) (uint64, error) {
	return uint64(h.IntFromBig(new(big.Int).Not(h.BigInt(args[0])))), nil
}

func boxGeneral(h *Heap, args []Value) (uint64, error) {
	return uint64(h.IntFromBig(big.NewInt(int64(args[0])))), nil
}

func unboxGeneral(h *Heap, args []Value) (uint64, error) {
	n, ok := h.AsInt64(args[0])
	if !ok {
		return 0, errors.New("it is no int of 64 bits")
	}
	return uint64(n), nil
}

func truthGeneral(h *Heap, args []Value) (uint64, error) {
	var yes bool
	var err error
	switch t := h.TypeOf(args[0]); {
	case t.Slots.Bool != nil:
		yes, err = t.Slots.Bool(h, args[0])
	case t.Len != nil:
		var n int
		n, err = t.Len(h, args[0])
		yes = n != 0
	default:
		yes = args[0] != None
	}
	if yes {
		return 1, err
	}
	return 0, err
}

func itemGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := h.TypeOf(args[0]).GetItem(h, args[0], args[1])
	return uint64(v), err
}

// number returns an int or a float, at the edges often, or seldom something else.
func (r *randomValues) number() Value {
	switch r.rng.IntN(8) {
	case 0:
		return r.item()
	case 1, 2:
		return FloatValue([]float64{0, math.Copysign(0, -1), 1, -1.5, math.Inf(1), math.Inf(-1), math.NaN(), 1e300, 5e-324, 1 << 53}[r.rng.IntN(10)])
	case 3:
		return FloatValue(r.rng.NormFloat64())
	case 4:
		return SmallInt([]int64{MaxSmall, MinSmall, 1 << 31, -1 << 31, 1<<31 - 1, 1 << 24, 48, 63, 64, -1, 0}[r.rng.IntN(11)])
	case 5:
		return SmallInt(r.rng.Int64N(1<<48) - 1<<47)
	}
	return SmallInt(int64(r.rng.IntN(100)) - 20)
}

// count returns an int, few of which are no count of a shift.
func (r *randomValues) count() Value {
	if r.rng.IntN(4) == 0 {
		return r.number()
	}
	return SmallInt(int64(r.rng.IntN(66)) - 1)
}

// added returns a number, a str, or a list.
func (r *randomValues) added() Value {
	switch r.rng.IntN(3) {
	case 0:
		return r.text()
	case 1:
		return r.sliced()
	}
	return r.number()
}

// word returns the bits of an int that need not fit a word.
func (r *randomValues) word() Value {
	r.h.Int(math.MaxInt64) // opens a window
	switch r.rng.IntN(4) {
	case 0:
		return Value(uint64([]int64{math.MinInt64, math.MaxInt64, MaxSmall, MaxSmall + 1, MinSmall, MinSmall - 1}[r.rng.IntN(6)]))
	case 1:
		return Value(uint64(int64(r.rng.IntN(100)) - 50))
	}
	return Value(r.rng.Uint64())
}

// thing returns what is true, false or neither.
func (r *randomValues) thing() Value {
	switch r.rng.IntN(6) {
	case 0:
		return r.any()
	case 1:
		return r.number()
	case 2:
		return []Value{True, False, None, Ellipsis, r.h.emptyStr, r.h.emptyTup, r.h.emptyByt, r.h.NewList(), r.h.NewDict(), r.h.NewSet()}[r.rng.IntN(10)]
	case 3:
		return r.h.Int(1 << 50)
	case 4:
		return r.h.types[[]TypeID{IntType, RangeType}[r.rng.IntN(2)]].Object
	}
	return []Value{r.h.newByteArray(r.rng.IntN(2)), r.counted()}[r.rng.IntN(2)]
}

// counted returns a range.
func (r *randomValues) counted() Value {
	v, err := r.h.NewRange(SmallInt(0), SmallInt(int64(r.rng.IntN(3))), SmallInt(1))
	if err != nil {
		panic(err)
	}
	return v
}

// indexed returns what has elements by index or key, or something else.
func (r *randomValues) indexed() Value {
	r.last = nil
	n := lengths[r.rng.IntN(len(lengths))]
	switch r.rng.IntN(7) {
	case 0:
		if r.rng.IntN(2) == 0 {
			return r.ring()
		}
		return r.cased()
	case 1:
		return r.h.NewBytes(make([]byte, n))
	case 2:
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.rng.Uint32())
		}
		return r.h.newByteArrayOf(b)
	case 3:
		return r.dictLike()
	case 4:
		return r.tuple()
	case 5:
		if r.rng.IntN(2) == 0 {
			return r.stepped()
		}
		return r.any()
	}
	return r.list()
}

// key returns an index, or what may be a key.
func (r *randomValues) key() Value {
	if r.rng.IntN(2) == 0 {
		return r.member()
	}
	return SmallInt(int64(r.rng.IntN(40)) - 20)
}

func rangeGeneral(h *Heap, args []Value) (uint64, error) {
	return uint64(h.newRange(args[0], args[1], args[2], h.rangeLength(args[0], args[1], args[2]))), nil
}

func methodGeneral(h *Heap, args []Value) (uint64, error) {
	f, self, err := h.LoadMethod(args[0], args[1])
	if self == Null {
		return 0, err
	}
	return uint64(f), err
}

func betterGeneral(op CompareOp) func(h *Heap, args []Value) (uint64, error) {
	return func(h *Heap, args []Value) (uint64, error) {
		return extremeOfItems(h, op, args)
	}
}

func bitsGeneral(h *Heap, args []Value) (uint64, error) {
	return uint64(h.BigInt(args[0]).BitLen()), nil
}

// step returns 1 or −1 mostly.
func (r *randomValues) step() Value {
	r.counted() // opens a window
	return []Value{SmallInt(1), SmallInt(1), SmallInt(-1), SmallInt(2)}[r.rng.IntN(4)]
}

// source returns what can be gone through, or something else.
func (r *randomValues) source() Value {
	return []func() Value{r.iterator, r.counted, r.any, r.ring}[r.rng.IntN(4)]()
}

// character returns what has a code point, or something else.
func (r *randomValues) character() Value {
	switch r.rng.IntN(6) {
	case 0:
		return r.text()
	case 1:
		return r.h.NewBytes(make([]byte, r.rng.IntN(3)))
	}
	return r.h.NewStr(string([]rune{'a', 'é', 'ω', '𝄞', rune(r.rng.IntN(300))}[r.rng.IntN(5)]))
}

// dicted returns an exception whose dict may have an attribute, or something else; what calls find is in the cache.
func (r *randomValues) dicted() Value {
	if r.rng.IntN(8) == 0 {
		return r.item()
	}
	v := r.h.NewException(r.h.types[ValueErrorType])
	for _, name := range []string{"add_note", "with_traceback", "other"} {
		if r.rng.IntN(4) == 0 {
			if err := r.h.SetAttr(v, r.h.Intern(name), SmallInt(1)); err != nil {
				panic(err) // nothing forbids it
			}
		}
		r.h.CacheAttr(AttrMethodDict, v, r.h.Intern(name))
	}
	return v
}

// attr returns a name.
func (r *randomValues) attr() Value {
	return r.h.Intern([]string{"add_note", "with_traceback", "other"}[r.rng.IntN(3)])
}

// class returns a class, or seldom something else; others have been asked whether they derive from it.
func (r *randomValues) class() Value {
	if r.rng.IntN(16) == 0 {
		return r.item()
	}
	return r.known()[r.rng.IntN(len(r.known()))]
}

// known are some classes, all but one of which know of each other.
func (r *randomValues) known() []Value {
	if r.classList != nil {
		return r.classList
	}
	bases := []Value{r.h.types[IntType].Object, r.h.types[BoolType].Object, r.h.types[ObjectType].Object, r.h.types[DictType].Object, r.h.types[FloatType].Object}
	for i, b := range []int{2, 3, 5} {
		class, err := r.h.Call(r.h.types[TypeType].Object, []Value{r.h.Intern("C"), r.h.NewTuple(bases[b]), r.h.NewDict()}, Null)
		if err != nil {
			panic(err)
		}
		for _, name := range []string{"f", "size", "__len__"}[:i] {
			if err := r.h.SetAttr(class, r.h.Intern(name), SmallInt(int64(i))); err != nil {
				panic(err)
			}
		}
		bases = append(bases, class)
	}
	for _, sub := range bases {
		for _, class := range bases[1:] {
			if _, err := r.h.IsSubclassOf(sub, class); err != nil {
				panic(err)
			}
		}
		for range 100 {
			name := r.classAttr()
			if x, err := r.h.LookupAttr(sub, name); err == nil {
				r.h.CacheClassAttr(sub, name, x)
			}
		}
	}
	r.classList = bases
	return bases
}

// instance returns an instance of a class that knows of others.
func (r *randomValues) instance() Value {
	if r.instances == nil {
		r.instances = []Value{SmallInt(1), True, FloatValue(1), r.h.NewDict(), r.h.NewStr("a str"), None}
		for _, c := range r.known()[5:] {
			v, err := r.h.Call(c, nil, Null)
			if err != nil {
				panic(err)
			}
			r.instances = append(r.instances, v)
		}
		for _, v := range r.instances {
			for _, c := range r.known()[1:] {
				if _, err := r.h.IsInstanceOf(v, c); err != nil {
					panic(err)
				}
			}
		}
	}
	return r.instances[r.rng.IntN(len(r.instances))]
}

// classes returns a class or a tuple of some.
func (r *randomValues) classes() Value {
	if r.rng.IntN(2) == 0 {
		return r.class()
	}
	items := make([]Value, r.rng.IntN(10))
	for i := range items {
		items[i] = r.class()
	}
	return r.h.NewTuple(items...)
}

// classAttr returns the name of an attribute.
func (r *randomValues) classAttr() Value {
	return r.h.Intern([]string{"__len__", "f", "size", "__repr__", "real", "nothing"}[r.rng.IntN(6)])
}

// owner returns a value of which attributes have been asked for: a class, an instance that has a dict or none, an object of a builtin type.
func (r *randomValues) owner() Value {
	v := r.class()
	switch r.rng.IntN(5) {
	case 0:
		v = r.dicted()
	case 1:
		v = r.instance()
	case 2:
		v = r.list()
	case 3:
		v = r.dictBehind()
	}
	r.last = nil
	for range 8 {
		name := r.ownedName()
		r.h.CacheAttr(AttrStore, v, name)
		if x, err := r.h.LookupAttr(v, name); err == nil {
			r.h.CacheFound(v, name, x)
			if x != Null || r.rng.IntN(4) == 0 {
				r.last = append(r.last, name)
			}
		}
	}
	return v
}

// dictBehind returns an instance of a class that derives from one whose values differ in size: its dict lies behind the items.
func (r *randomValues) dictBehind() Value {
	if r.behind == nil {
		for _, of := range []Value{r.h.NewStr("a str"), r.h.NewStr("ω"), r.h.NewTuple(None, True, None), SmallInt(1 << 40)} {
			class, err := r.h.Call(r.h.types[TypeType].Object, []Value{r.h.Intern("D"), r.h.NewTuple(r.h.TypeOf(of).Object), r.h.NewDict()}, Null)
			if err != nil {
				panic(err)
			}
			v, err := r.h.Call(class, []Value{of}, Null)
			if err != nil {
				panic(err)
			}
			r.behind = append(r.behind, v)
			for i, name := range []string{"f", "size"} {
				if err := r.h.SetAttr([]Value{class, v}[i], r.h.Intern(name), SmallInt(int64(i))); err != nil {
					panic(err)
				}
			}
		}
	}
	return r.behind[r.rng.IntN(len(r.behind))]
}

// ownedName returns the name of an attribute: mostly of one that the last owner has.
func (r *randomValues) ownedName() Value {
	switch i := r.rng.IntN(8); {
	case i > 2 && len(r.last) > 0:
		return r.last[i%len(r.last)]
	case i == 0:
		return r.attr()
	case i == 1:
		return r.classAttr()
	}
	return r.h.Intern([]string{"append", "get", "items", "__class__"}[r.rng.IntN(4)])
}

// askedName is ownedName as a program may put it together: seldom the interned str, of whose content the heap may have been asked.
func (r *randomValues) askedName() Value {
	name := r.ownedName()
	if r.rng.IntN(4) != 0 {
		return name
	}
	made := r.h.NewStr(r.h.GoString(name))
	if r.rng.IntN(2) == 0 {
		r.h.nameTwin(r.h.NewStr(r.h.GoString(name)))
	}
	return made
}

func attrOrNotGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := h.LookupAttr(args[0], args[1])
	return uint64(v), err
}

func attrGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := h.GetAttr(args[0], args[1])
	return uint64(v), err
}

func instanceGeneral(h *Heap, args []Value) (uint64, error) {
	classes := []Value{args[1]}
	if h.Is(args[1], TupleType) {
		classes = h.TupleItems(args[1])
	}
	for _, c := range classes {
		if is, err := h.realInstance(args[0], h.TypeFromObject(c)); is || err != nil {
			return uint64(True), err
		}
	}
	return uint64(False), nil
}

func subclassGeneral(h *Heap, args []Value) (uint64, error) {
	is, err := h.realSubclass(args[0], args[1])
	return uint64(Bool(is)), err
}

func lengthGeneral(h *Heap, args []Value) (uint64, error) {
	n, err := h.Len(args[0])
	return uint64(SmallInt(int64(n))), err
}

func iterGeneral(h *Heap, args []Value) (uint64, error) {
	it, err := h.Iter(args[0])
	return uint64(it), err
}

func hasGeneral(h *Heap, args []Value) (uint64, error) {
	in, err := h.Contains(args[0], args[1])
	if in {
		return 1, err
	}
	return 0, err
}

// classOfDict returns a class that derives from dict mostly, derivedDict an instance of it.
func (r *randomValues) classOfDict() Value {
	if r.rng.IntN(4) == 0 {
		return r.class()
	}
	return r.known()[6]
}

func (r *randomValues) derivedDict() Value {
	v := r.instance()
	if r.rng.IntN(4) == 0 {
		return v
	}
	return r.instances[7]
}

// inherited returns the name of a method that a class may have from dict; super() of it may have been asked for.
func (r *randomValues) inherited() Value {
	names := []string{"get", "items", "pop", "append"}
	if r.rng.IntN(20) == 0 {
		for _, c := range r.known() {
			for _, v := range r.instances {
				r.h.SuperMethod(c, v, r.h.Intern(names[r.rng.IntN(len(names))]))
			}
		}
	}
	return r.h.Intern(names[r.rng.IntN(len(names))])
}

func superGeneral(h *Heap, args []Value) (uint64, error) {
	return uint64(h.SuperMethodOf(h.TypeFromObject(args[0]), h.TypeOf(args[1]), args[2])), nil
}
