package object

import (
	"slices"

	"github.com/tier2go/tier2/opgen/mem"
)

// A Once says which operation that is written once a method of a builtin type, a builtin function or a builtin class is when it is
// called with so many arguments: the interpreter calls the Go function, and the general one where that gives up, machine code the
// routine.
type Once struct {
	Of       TypeID // the method's type, or the class
	Module   string // of a function: Builtin.Module
	Name     string // of a method or function
	Args     int
	Routine  string
	Operands []int   // the routine's: 0 is the receiver, or the first argument where there is none
	Words    []Value // and more that it has
	Tuple    bool    // the operands behind the first are one: a tuple of them, KeyTuple
	Result   OnceResult
	do       attempt
}

// OnceResult is what the result of a call is made of.
type OnceResult uint8

// The results of operations that are written once.
const (
	OnceValue   OnceResult = iota // it is the routine's
	OnceInt                       // the int that the routine gives
	OnceBool                      // the bool
	OnceNothing                   // None: it is called for what it does
	OnceElement                   // it is the routine's, but Null, where the general one is called too: it raises
)

// attempt does an operation of a receiver and arguments, whose number it need not look at. The first argument of what has no receiver stands
// for it. ok is false if it has given up.
type attempt func(m mem.Mem, self Value, args []Value) (x Value, ok bool)

func itself(x mem.Ref) Value { return Value(x) }

func small(i int64) Value { return SmallInt(i) }

func nothingFor[T any](T) Value { return None }

func once0(f func(m mem.Mem) (mem.Ref, bool)) attempt {
	return func(m mem.Mem, _ Value, _ []Value) (Value, bool) {
		r, ok := f(m)
		return Value(r), ok
	}
}

func once1[T any](f func(m mem.Mem, x mem.Ref) (T, bool), value func(T) Value) attempt {
	return func(m mem.Mem, self Value, _ []Value) (Value, bool) {
		r, ok := f(m, mem.Ref(self))
		return value(r), ok
	}
}

// onceElement is once1 of an operation for OnceElement.
func onceElement(f func(m mem.Mem, x mem.Ref) (mem.Ref, bool)) attempt {
	return func(m mem.Mem, self Value, _ []Value) (Value, bool) {
		r, ok := f(m, mem.Ref(self))
		return Value(r), ok && Value(r) != Null
	}
}

func once2[T any](f func(m mem.Mem, x, y mem.Ref) (T, bool), value func(T) Value) attempt {
	return func(m mem.Mem, self Value, args []Value) (Value, bool) {
		r, ok := f(m, mem.Ref(self), mem.Ref(args[0]))
		return value(r), ok
	}
}

// once2Turned is once2 of an operation whose first operand is the argument.
func once2Turned[T any](f func(m mem.Mem, x, y mem.Ref) (T, bool), value func(T) Value) attempt {
	return func(m mem.Mem, self Value, args []Value) (Value, bool) {
		r, ok := f(m, mem.Ref(args[0]), mem.Ref(self))
		return value(r), ok
	}
}

func once3[T any](f func(m mem.Mem, x, y, z mem.Ref) (T, bool), value func(T) Value) attempt {
	return func(m mem.Mem, self Value, args []Value) (Value, bool) {
		r, ok := f(m, mem.Ref(self), mem.Ref(args[0]), mem.Ref(args[1]))
		return value(r), ok
	}
}

func once4[T any](f func(m mem.Mem, x, y, z, w mem.Ref) (T, bool), value func(T) Value) attempt {
	return func(m mem.Mem, self Value, args []Value) (Value, bool) {
		r, ok := f(m, mem.Ref(self), mem.Ref(args[0]), mem.Ref(args[1]), mem.Ref(args[2]))
		return value(r), ok
	}
}

// onceTuple does an operation of the receiver, and of a tuple of the arguments that it only looks at: KeyTuple.
func onceTuple(f func(m mem.Mem, x, args mem.Ref) (mem.Ref, bool)) attempt {
	return func(m mem.Mem, self Value, args []Value) (Value, bool) {
		t := mem.Ref(KeyTuple)
		m.SetU64(t, fieldHeader, uint64(TupleType)|uint64(len(args))<<32)
		m.SetU64(t, fieldTupleHash, 0)
		for i, x := range args {
			m.SetRefAt(t, fieldTupleItem, uint64(i), mem.Ref(x))
		}
		r, ok := f(m, mem.Ref(self), t)
		return Value(r), ok
	}
}

// mostOnceArgs is how many arguments calls have that rows are of.
const mostOnceArgs = MostKeyParts

// onces are the rows of a method, function or class, by the number of arguments.
type onces [mostOnceArgs + 1]*Once

// at is the row of a call with n arguments, nil if there is none.
func (o *onces) at(n int) *Once {
	if o == nil || uint(n) >= uint(len(o)) {
		return nil
	}
	return o[n]
}

// try does a call by what is written once: self is Null where there is no receiver.
func (o *onces) try(m mem.Mem, self Value, args []Value) (x Value, ok bool) {
	r := o.at(len(args))
	if r == nil {
		return Null, false
	}
	if self == Null && len(args) > 0 {
		self, args = args[0], args[1:]
	}
	return r.do(m, self, args)
}

// Once is the row of a call of the builtin with n arguments, nil if it has none.
func (b *Builtin) Once(n int) *Once { return b.once.at(n) }

// OnceOf is the row of a call of a builtin class, which OnceType names.
func OnceOf(class TypeID, n int) *Once { return onceOf[onceKey{of: class}].at(n) }

// Rings stands in rows for the types of rings (Type.Ring), which modules register.
const Rings = ^TypeID(0)

// Weak stands in rows for the type of weak references (Type.WeakRef), which module _weakref registers.
const Weak = ^TypeID(1)

// Futures stands in rows for the type of futures (Type.Future), which module _asyncio registers.
const Futures = ^TypeID(2)

// Twisters stands in rows for the type of generators of random numbers (Type.Twister), which module _random registers.
const Twisters = ^TypeID(3)

// Ordered stands in rows for collections.OrderedDict (Type.Ordered), which module _collections registers.
const Ordered = ^TypeID(4)

// Patterns and Matches stand in rows for the types of regular expressions and of what they have matched (Type.Pattern, Type.Match), which module
// _sre registers.
const (
	Patterns = ^TypeID(5)
	Matches  = ^TypeID(6)
)

// OnceType is the type that rows of a type and of its methods name: its own, or one of those above that stand for the types of modules.
func (t *Type) OnceType() TypeID {
	switch {
	case t.Ring:
		return Rings
	case t.WeakRef && !t.WeakProxy && !t.made:
		return Weak
	case t.Future:
		return Futures
	case t.Twister:
		return Twisters
	case t.Ordered:
		return Ordered
	case t.Pattern:
		return Patterns
	case t.Match:
		return Matches
	}
	return t.ID
}

type onceKey struct {
	of           TypeID
	module, name string
}

// onceOf has all rows.
var onceOf = func() map[onceKey]*onces {
	of := map[onceKey]*onces{}
	for _, rows := range [][]Once{onceMethods, charTests, formatCalls, patternCalls, matchCalls, onceFunctions, onceClasses} {
		for i := range rows {
			r := &rows[i]
			k := onceKey{r.Of, r.Module, r.Name}
			if of[k] == nil {
				of[k] = &onces{}
			}
			of[k][r.Args] = r
		}
	}
	return of
}()

// onceMethods are the methods that are written once.
var onceMethods = []Once{
	{Of: IntType, Name: "bit_length", Args: 0, Routine: "int.bit_length", Operands: []int{0}, Result: OnceInt, do: once1(bitCount, small)},
	{Of: DictType, Name: "clear", Args: 0, Routine: "dict.clear", Operands: []int{0}, Result: OnceNothing, do: once1(dictEmptied, nothingFor[bool])},
	{Of: DictType, Name: "copy", Args: 0, Routine: "dict.copy", Operands: []int{0}, Result: OnceValue, do: once1(dictCopied, itself)},
	{Of: DictType, Name: "popitem", Args: 0, Routine: "dict.popitem", Operands: []int{0}, Result: OnceValue, do: once1(dictTakeLast, itself)},
	{Of: DictType, Name: "update", Args: 1, Routine: "dict.update", Operands: []int{0, 1}, Result: OnceNothing, do: once2(dictUpdated, nothingFor[bool])},
	{Of: BytesType, Name: "partition", Args: 1, Routine: "bytes.partition", Operands: []int{0, 1}, Result: OnceValue, do: once2(bytesPartition, itself)},
	{Of: BytesType, Name: "replace", Args: 2, Routine: "bytes.replace", Operands: []int{0, 1, 2}, Result: OnceValue, do: once3(bytesReplaced, itself)},
	{Of: BytesType, Name: "rfind", Args: 1, Routine: "bytes.rfind", Operands: []int{0, 1}, Result: OnceInt, do: once2(bytesFindLast, small)},
	{Of: BytesType, Name: "split", Args: 1, Routine: "bytes.split", Operands: []int{0, 1}, Result: OnceValue, do: once2(bytesSplit, itself)},
	{Of: BytesType, Name: "find", Args: 3, Routine: "bytes.find.within", Operands: []int{0, 1, 2, 3}, Result: OnceInt, do: once4(bytesFindWithin, small)},
	{Of: BytesType, Name: "find", Args: 2, Routine: "bytes.find.from", Operands: []int{0, 1, 2}, Result: OnceInt, do: once3(bytesFindFrom, small)},
	{Of: StrType, Name: "count", Args: 3, Routine: "str.count.within", Operands: []int{0, 1, 2, 3}, Result: OnceInt, do: once4(strCountWithin, small)},
	{Of: StrType, Name: "find", Args: 3, Routine: "str.find.within", Operands: []int{0, 1, 2, 3}, Result: OnceInt, do: once4(strFindWithin, small)},
	{Of: StrType, Name: "rsplit", Args: 0, Routine: "str.words", Operands: []int{0}, Result: OnceValue, do: once1(strWordsOf, itself)},
	{Of: StrType, Name: "rsplit", Args: 1, Routine: "str.split", Operands: []int{0, 1}, Result: OnceValue, do: once2(strSplit, itself)},
	{Of: StrType, Name: "rsplit", Args: 2, Routine: "str.rsplit.some", Operands: []int{0, 1, 2}, Result: OnceValue, do: once3(strSplitLast, itself)},
	{Of: StrType, Name: "splitlines", Args: 0, Routine: "str.splitlines", Operands: []int{0}, Result: OnceValue, do: once1(strLines, itself)},
	{Of: StrType, Name: "startswith", Args: 3, Routine: "str.startswith.within", Operands: []int{0, 1, 2, 3}, Result: OnceBool, do: once4(strStartsWithin, Bool)},
	{Of: StrType, Name: "title", Args: 0, Routine: "str.title", Operands: []int{0}, Result: OnceValue, do: once1(strTitle, itself)},
	{Of: StrType, Name: "lstrip", Args: 1, Routine: "str.lstrip.of", Operands: []int{0, 1}, Result: OnceValue, do: once2(strTrimLeftOf, itself)},
	{Of: StrType, Name: "partition", Args: 1, Routine: "str.partition", Operands: []int{0, 1}, Result: OnceValue, do: once2(strPartition, itself)},
	{Of: StrType, Name: "replace", Args: 2, Routine: "str.replace", Operands: []int{0, 1, 2}, Result: OnceValue, do: once3(strReplaced, itself)},
	{Of: StrType, Name: "rfind", Args: 1, Routine: "str.rfind", Operands: []int{0, 1}, Result: OnceInt, do: once2(strFindLast, small)},
	{Of: StrType, Name: "rpartition", Args: 1, Routine: "str.rpartition", Operands: []int{0, 1}, Result: OnceValue, do: once2(strPartitionLast, itself)},
	{Of: StrType, Name: "rstrip", Args: 1, Routine: "str.rstrip.of", Operands: []int{0, 1}, Result: OnceValue, do: once2(strTrimRightOf, itself)},
	{Of: StrType, Name: "strip", Args: 1, Routine: "str.strip.of", Operands: []int{0, 1}, Result: OnceValue, do: once2(strTrimOf, itself)},
	{Of: TupleType, Name: "count", Args: 1, Routine: "tuple.count", Operands: []int{0, 1}, Result: OnceInt, do: once2(tupleHowMany, small)},
	{Of: TupleType, Name: "index", Args: 1, Routine: "tuple.index", Operands: []int{0, 1}, Result: OnceInt, do: once2(tupleWhere, small)},
	{Of: SetType, Name: "clear", Args: 0, Routine: "set.clear", Operands: []int{0}, Result: OnceNothing, do: once1(setEmptied, nothingFor[bool])},
	{Of: SetType, Name: "pop", Args: 0, Routine: "set.pop", Operands: []int{0}, Result: OnceValue, do: once1(setTakeAny, itself)},
	{Of: DictType, Name: "setdefault", Args: 2, Routine: "dict.setdefault", Operands: []int{0, 1, 2}, Result: OnceValue, do: once3(dictFetchOrPut, itself)},
	{Of: DictType, Name: "items", Args: 0, Routine: "dict.items", Operands: []int{0}, Result: OnceValue, do: once1(itemsOf, itself)},
	{Of: DictType, Name: "keys", Args: 0, Routine: "dict.keys", Operands: []int{0}, Result: OnceValue, do: once1(keysOf, itself)},
	{Of: DictType, Name: "pop", Args: 1, Routine: "dict.pop", Operands: []int{0, 1}, Result: OnceValue, do: once2(dictTake, itself)},
	{Of: DictType, Name: "pop", Args: 2, Routine: "dict.popor", Operands: []int{0, 1, 2}, Result: OnceValue, do: once3(dictTakeOr, itself)},
	{Of: DictType, Name: "values", Args: 0, Routine: "dict.values", Operands: []int{0}, Result: OnceValue, do: once1(valuesOf, itself)},
	{Of: BytesType, Name: "count", Args: 1, Routine: "bytes.count", Operands: []int{0, 1}, Result: OnceInt, do: once2(bytesCount, small)},
	{Of: BytesType, Name: "endswith", Args: 1, Routine: "bytes.endswith", Operands: []int{0, 1}, Result: OnceBool, do: once2(bytesEnd, Bool)},
	{Of: BytesType, Name: "find", Args: 1, Routine: "bytes.find", Operands: []int{0, 1}, Result: OnceInt, do: once2(bytesFind, small)},
	{Of: BytesType, Name: "join", Args: 1, Routine: "bytes.join", Operands: []int{0, 1}, Result: OnceValue, do: once2(bytesFromParts, itself)},
	{Of: BytesType, Name: "lower", Args: 0, Routine: "bytes.lower", Operands: []int{0}, Result: OnceValue, do: once1(bytesLower, itself)},
	{Of: BytesType, Name: "startswith", Args: 1, Routine: "bytes.startswith", Operands: []int{0, 1}, Result: OnceBool, do: once2(bytesStart, Bool)},
	{Of: BytesType, Name: "strip", Args: 0, Routine: "bytes.strip", Operands: []int{0}, Result: OnceValue, do: once1(bytesTrim, itself)},
	{Of: BytesType, Name: "upper", Args: 0, Routine: "bytes.upper", Operands: []int{0}, Result: OnceValue, do: once1(bytesUpper, itself)},
	{Of: StrType, Name: "count", Args: 1, Routine: "str.count", Operands: []int{0, 1}, Result: OnceInt, do: once2(strCount, small)},
	{Of: StrType, Name: "index", Args: 1, Routine: "str.index", Operands: []int{0, 1}, Result: OnceInt, do: once2(strIndexIn, small)},
	{Of: StrType, Name: "join", Args: 1, Routine: "str.join", Operands: []int{0, 1}, Result: OnceValue, do: once2(strFromParts, itself)},
	{Of: StrType, Name: "lstrip", Args: 0, Routine: "str.lstrip", Operands: []int{0}, Result: OnceValue, do: once1(strTrimLeft, itself)},
	{Of: StrType, Name: "rstrip", Args: 0, Routine: "str.rstrip", Operands: []int{0}, Result: OnceValue, do: once1(strTrimRight, itself)},
	{Of: StrType, Name: "split", Args: 0, Routine: "str.words", Operands: []int{0}, Result: OnceValue, do: once1(strWordsOf, itself)},
	{Of: StrType, Name: "split", Args: 1, Routine: "str.split", Operands: []int{0, 1}, Result: OnceValue, do: once2(strSplit, itself)},
	{Of: ListType, Name: "clear", Args: 0, Routine: "list.clear", Operands: []int{0}, Result: OnceNothing, do: once1(listEmptied, nothingFor[bool])},
	{Of: ListType, Name: "copy", Args: 0, Routine: "list.new", Operands: []int{0}, Result: OnceValue, do: once1(newListOf, itself)},
	{Of: SetType, Name: "copy", Args: 0, Routine: "set.copy", Operands: []int{0}, Result: OnceValue, do: once1(setCopied, itself)},
	{Of: StrType, Name: "lower", Args: 0, Routine: "str.lower", Operands: []int{0}, Result: OnceValue, do: once1(strLower, itself)},
	{Of: StrType, Name: "strip", Args: 0, Routine: "str.strip", Operands: []int{0}, Result: OnceValue, do: once1(strTrim, itself)},
	{Of: StrType, Name: "upper", Args: 0, Routine: "str.upper", Operands: []int{0}, Result: OnceValue, do: once1(strUpper, itself)},
	{Of: StrType, Name: "startswith", Args: 1, Routine: "str.startswith", Operands: []int{0, 1}, Result: OnceBool, do: once2(strStarts, Bool)},
	{Of: StrType, Name: "endswith", Args: 1, Routine: "str.endswith", Operands: []int{0, 1}, Result: OnceBool, do: once2(strEnds, Bool)},
	{Of: StrType, Name: "capitalize", Args: 0, Routine: "str.capitalize", Operands: []int{0}, Result: OnceValue, do: once1(strCapital, itself)},
	{Of: StrType, Name: "center", Args: 1, Routine: "str.center", Operands: []int{0, 1}, Result: OnceValue, do: once2(strCentered, itself)},
	{Of: StrType, Name: "encode", Args: 0, Routine: "str.encode", Operands: []int{0}, Result: OnceValue, do: once1(strToBytes, itself)},
	{Of: BytesType, Name: "decode", Args: 0, Routine: "bytes.decode", Operands: []int{0}, Result: OnceValue, do: once1(bytesToStr, itself)},
	{Of: StrType, Name: "find", Args: 2, Routine: "str.find.from", Operands: []int{0, 1, 2}, Result: OnceInt, do: once3(strFindFrom, small)},
	{Of: StrType, Name: "index", Args: 2, Routine: "str.index.from", Operands: []int{0, 1, 2}, Result: OnceInt, do: once3(strIndexFrom, small)},
	{Of: StrType, Name: "ljust", Args: 1, Routine: "str.ljust", Operands: []int{0, 1}, Result: OnceValue, do: once2(strLeft, itself)},
	{Of: StrType, Name: "removeprefix", Args: 1, Routine: "str.removeprefix", Operands: []int{0, 1}, Result: OnceValue, do: once2(strWithoutStart, itself)},
	{Of: StrType, Name: "removesuffix", Args: 1, Routine: "str.removesuffix", Operands: []int{0, 1}, Result: OnceValue, do: once2(strWithoutEnd, itself)},
	{Of: StrType, Name: "rjust", Args: 1, Routine: "str.rjust", Operands: []int{0, 1}, Result: OnceValue, do: once2(strRight, itself)},
	{Of: StrType, Name: "split", Args: 2, Routine: "str.split.some", Operands: []int{0, 1, 2}, Result: OnceValue, do: once3(strSplitSome, itself)},
	{Of: StrType, Name: "startswith", Args: 2, Routine: "str.startswith.at", Operands: []int{0, 1, 2}, Result: OnceBool, do: once3(strStartsAt, Bool)},
	{Of: StrType, Name: "zfill", Args: 1, Routine: "str.zfill", Operands: []int{0, 1}, Result: OnceValue, do: once2(strZeros, itself)},
	{Of: StrType, Name: "find", Args: 1, Routine: "str.find", Operands: []int{0, 1}, Result: OnceInt, do: once2(strFindIn, small)},
	{Of: ListType, Name: "count", Args: 1, Routine: "list.count", Operands: []int{0, 1}, Result: OnceInt, do: once2(listHowMany, small)},
	{Of: ListType, Name: "extend", Args: 1, Routine: "list.extend", Operands: []int{0, 1}, Result: OnceNothing, do: once2(listPushAll, nothingFor[bool])},
	{Of: ListType, Name: "index", Args: 1, Routine: "list.index", Operands: []int{0, 1}, Result: OnceInt, do: once2(listWhere, small)},
	{Of: ListType, Name: "insert", Args: 2, Routine: "list.insert", Operands: []int{0, 1, 2}, Result: OnceNothing, do: once3(listPutAt, nothingFor[bool])},
	{Of: ListType, Name: "pop", Args: 1, Routine: "list.popat", Operands: []int{0, 1}, Result: OnceValue, do: once2(listTakeAt, itself)},
	{Of: ListType, Name: "remove", Args: 1, Routine: "list.remove", Operands: []int{0, 1}, Result: OnceNothing, do: once2(listDrop, nothingFor[bool])},
	{Of: ListType, Name: "reverse", Args: 0, Routine: "list.reverse", Operands: []int{0}, Result: OnceNothing, do: once1(listTurn, nothingFor[bool])},
	{Of: SetType, Name: "add", Args: 1, Routine: "set.add", Operands: []int{0, 1}, Result: OnceNothing, do: once2(setPut, nothingFor[bool])},
	{Of: SetType, Name: "discard", Args: 1, Routine: "set.discard", Operands: []int{0, 1}, Result: OnceNothing, do: once2(setDrop, nothingFor[bool])},
	{Of: SetType, Name: "union", Args: 1, Routine: "or", Operands: []int{0, 1}, Result: OnceValue, do: once2(eitherBits, itself)},
	{Of: SetType, Name: "intersection", Args: 1, Routine: "and", Operands: []int{0, 1}, Result: OnceValue, do: once2(bothBits, itself)},
	{Of: SetType, Name: "difference", Args: 1, Routine: "subtract", Operands: []int{0, 1}, Result: OnceValue, do: once2(lessBy, itself)},
	{Of: SetType, Name: "symmetric_difference", Args: 1, Routine: "xor", Operands: []int{0, 1}, Result: OnceValue, do: once2(otherBits, itself)},
	{Of: SetType, Name: "issubset", Args: 1, Routine: "atmost", Operands: []int{0, 1}, Result: OnceBool, do: once2(atMost, Bool)},
	{Of: SetType, Name: "issuperset", Args: 1, Routine: "atmost", Operands: []int{1, 0}, Result: OnceBool, do: once2Turned(atMost, Bool)},
	{Of: FrozenSetType, Name: "union", Args: 1, Routine: "or", Operands: []int{0, 1}, Result: OnceValue, do: once2(eitherBits, itself)},
	{Of: FrozenSetType, Name: "intersection", Args: 1, Routine: "and", Operands: []int{0, 1}, Result: OnceValue, do: once2(bothBits, itself)},
	{Of: FrozenSetType, Name: "difference", Args: 1, Routine: "subtract", Operands: []int{0, 1}, Result: OnceValue, do: once2(lessBy, itself)},
	{Of: FrozenSetType, Name: "symmetric_difference", Args: 1, Routine: "xor", Operands: []int{0, 1}, Result: OnceValue, do: once2(otherBits, itself)},
	{Of: FrozenSetType, Name: "issubset", Args: 1, Routine: "atmost", Operands: []int{0, 1}, Result: OnceBool, do: once2(atMost, Bool)},
	{Of: FrozenSetType, Name: "issuperset", Args: 1, Routine: "atmost", Operands: []int{1, 0}, Result: OnceBool, do: once2Turned(atMost, Bool)},
	{Of: SetType, Name: "update", Args: 1, Routine: "or.inplace", Operands: []int{0, 1}, Result: OnceNothing, do: once2(eitherIn, nothingFor[mem.Ref])},
	{Of: SetType, Name: "intersection_update", Args: 1, Routine: "and.inplace", Operands: []int{0, 1}, Result: OnceNothing, do: once2(bothIn, nothingFor[mem.Ref])},
	{Of: SetType, Name: "difference_update", Args: 1, Routine: "subtract.inplace", Operands: []int{0, 1}, Result: OnceNothing, do: once2(lessIn, nothingFor[mem.Ref])},
	{Of: SetType, Name: "symmetric_difference_update", Args: 1, Routine: "xor.inplace", Operands: []int{0, 1}, Result: OnceNothing, do: once2(otherIn, nothingFor[mem.Ref])},
	{Of: SetType, Name: "remove", Args: 1, Routine: "set.remove", Operands: []int{0, 1}, Result: OnceNothing, do: once2(setTake, nothingFor[bool])},
	{Of: Twisters, Name: "getrandbits", Args: 1, Routine: "random.bits", Operands: []int{0, 1}, Result: OnceValue, do: once2(twisterBits, itself)},
	{Of: Twisters, Name: "random", Args: 0, Routine: "random.random", Operands: []int{0}, Result: OnceValue, do: once1(twisterFloat, itself)},
	{Of: Ordered, Name: "move_to_end", Args: 1, Routine: "ordered.move", Operands: []int{0, 1}, Words: []Value{True}, Result: OnceNothing,
		do: once2(func(m mem.Mem, d, k mem.Ref) (bool, bool) { return orderedToEnd(m, d, k, mem.Ref(True)) }, nothingFor[bool])},
	{Of: Ordered, Name: "move_to_end", Args: 2, Routine: "ordered.move", Operands: []int{0, 1, 2}, Result: OnceNothing, do: once3(orderedToEnd, nothingFor[bool])},
	{Of: Ordered, Name: "pop", Args: 1, Routine: "ordered.pop", Operands: []int{0, 1}, Result: OnceValue, do: once2(orderedTake, itself)},
	{Of: Ordered, Name: "pop", Args: 2, Routine: "ordered.popor", Operands: []int{0, 1, 2}, Result: OnceValue, do: once3(orderedTakeOr, itself)},
	{Of: Ordered, Name: "popitem", Args: 0, Routine: "ordered.popitem", Operands: []int{0}, Words: []Value{True}, Result: OnceValue,
		do: once1(func(m mem.Mem, d mem.Ref) (mem.Ref, bool) { return orderedTakeItem(m, d, mem.Ref(True)) }, itself)},
	{Of: Ordered, Name: "popitem", Args: 1, Routine: "ordered.popitem", Operands: []int{0, 1}, Result: OnceValue, do: once2(orderedTakeItem, itself)},
	{Of: Rings, Name: "append", Args: 1, Routine: "deque.append", Operands: []int{0, 1}, Result: OnceNothing, do: once2(dequeAppend, nothingFor[bool])},
	{Of: Rings, Name: "appendleft", Args: 1, Routine: "deque.appendleft", Operands: []int{0, 1}, Result: OnceNothing, do: once2(dequeAppendLeft, nothingFor[bool])},
	{Of: Rings, Name: "clear", Args: 0, Routine: "deque.clear", Operands: []int{0}, Result: OnceNothing, do: once1(dequeEmptied, nothingFor[bool])},
	{Of: Rings, Name: "copy", Args: 0, Routine: "deque.copy", Operands: []int{0}, Result: OnceValue, do: once1(dequeCopied, itself)},
	{Of: Rings, Name: "count", Args: 1, Routine: "deque.count", Operands: []int{0, 1}, Result: OnceInt, do: once2(dequeHowMany, small)},
	{Of: Rings, Name: "extend", Args: 1, Routine: "deque.extend", Operands: []int{0, 1}, Result: OnceNothing, do: once2(dequeExtended, nothingFor[bool])},
	{Of: Rings, Name: "index", Args: 1, Routine: "deque.index", Operands: []int{0, 1}, Result: OnceInt, do: once2(dequeWhere, small)},
	{Of: Rings, Name: "insert", Args: 2, Routine: "deque.insert", Operands: []int{0, 1, 2}, Result: OnceNothing, do: once3(dequeInserted, nothingFor[bool])},
	{Of: Rings, Name: "pop", Args: 0, Routine: "deque.pop", Operands: []int{0}, Result: OnceValue, do: once1(dequePop, itself)},
	{Of: Rings, Name: "popleft", Args: 0, Routine: "deque.popleft", Operands: []int{0}, Result: OnceValue, do: once1(dequePopLeft, itself)},
	{Of: Rings, Name: "remove", Args: 1, Routine: "deque.remove", Operands: []int{0, 1}, Result: OnceNothing, do: once2(dequeRemoved, nothingFor[bool])},
	{Of: Rings, Name: "reverse", Args: 0, Routine: "deque.reverse", Operands: []int{0}, Result: OnceNothing, do: once1(dequeTurned, nothingFor[bool])},
	{Of: Rings, Name: "rotate", Args: 1, Routine: "deque.rotate", Operands: []int{0, 1}, Result: OnceNothing, do: once2(dequeRotated, nothingFor[bool])},
	{Of: Rings, Name: "rotate", Args: 0, Routine: "deque.rotate", Operands: []int{0}, Words: []Value{SmallInt(1)}, Result: OnceNothing,
		do: once1(func(m mem.Mem, d mem.Ref) (bool, bool) { return dequeRotated(m, d, mem.Ref(SmallInt(1))) }, nothingFor[bool])},
	{Of: Futures, Name: "cancelled", Args: 0, Routine: "future.cancelled", Operands: []int{0}, Result: OnceBool, do: once1(futureCancelled, Bool)},
	{Of: Futures, Name: "done", Args: 0, Routine: "future.done", Operands: []int{0}, Result: OnceBool, do: once1(futureDone, Bool)},
	{Of: Futures, Name: "exception", Args: 0, Routine: "future.exception", Operands: []int{0}, Result: OnceValue, do: once1(futureException, itself)},
	{Of: Futures, Name: "result", Args: 0, Routine: "future.result", Operands: []int{0}, Result: OnceValue, do: once1(futureResult, itself)},
	{Of: Futures, Name: "set_result", Args: 1, Routine: "future.set_result", Operands: []int{0, 1}, Result: OnceNothing, do: once2(futureSetResult, nothingFor[bool])},
	{Of: SetType, Name: "isdisjoint", Args: 1, Routine: "set.isdisjoint", Operands: []int{0, 1}, Result: OnceBool, do: once2(setsApart, Bool)},
	{Of: FrozenSetType, Name: "isdisjoint", Args: 1, Routine: "set.isdisjoint", Operands: []int{0, 1}, Result: OnceBool, do: once2(setsApart, Bool)},
}

// charTests are the rows of methods of str and bytes that ask for kinds of characters: of which kinds all must be, and one at least.
var charTests = func() (rows []Once) {
	for _, ask := range []struct {
		name          string
		kinds, needed int64
		strs          bool // bytes have no such method
	}{
		{"isalnum", charDigit | charLower | charUpper, charDigit | charLower | charUpper, false},
		{"isalpha", charLower | charUpper, charLower | charUpper, false},
		{"isdecimal", charDigit, charDigit, true},
		{"isdigit", charDigit, charDigit, false},
		{"islower", charDigit | charLower | charSpace | charOther, charLower, false},
		{"isnumeric", charDigit, charDigit, true},
		{"isspace", charSpace, charSpace, false},
		{"isupper", charDigit | charUpper | charSpace | charOther, charUpper, false},
	} {
		kinds, needed := SmallInt(ask.kinds), SmallInt(ask.needed)
		row := func(of TypeID, routine string, are func(m mem.Mem, s, kinds, needed mem.Ref) (bool, bool)) Once {
			return Once{Of: of, Name: ask.name, Args: 0, Routine: routine, Operands: []int{0}, Words: []Value{kinds, needed}, Result: OnceBool,
				do: once1(func(m mem.Mem, s mem.Ref) (bool, bool) { return are(m, s, mem.Ref(kinds), mem.Ref(needed)) }, Bool)}
		}
		rows = append(rows, row(StrType, "str.is", strIs))
		if !ask.strs {
			rows = append(rows, row(BytesType, "bytes.is", bytesAre))
		}
	}
	return rows
}()

// formatCalls are the rows of str.format, by the number of arguments.
var formatCalls = func() (rows []Once) {
	operands := []int{0}
	for n := 1; n <= MostKeyParts; n++ {
		operands = append(operands, n)
		rows = append(rows, Once{Of: StrType, Name: "format", Args: n, Routine: "str.format", Operands: slices.Clone(operands), Tuple: true, Result: OnceValue, do: onceTuple(strFields)})
	}
	return rows
}()
