package object

import "github.com/tier2go/tier2/opgen/mem"

// Drivers is the module of functions that the bytecode of builtin functions calls (package driver).
const Drivers = "drivers"

// onceFunctions are the builtin functions that are written once.
var onceFunctions = []Once{
	{Module: "math", Name: "gcd", Args: 2, Routine: "gcd", Operands: []int{0, 1}, do: once2(commonDivisor, itself)},
	{Module: "math", Name: "isqrt", Args: 1, Routine: "isqrt", Operands: []int{0}, do: once1(rootOf, itself)},
	{Module: "math", Name: "prod", Args: 1, Routine: "prod", Operands: []int{0}, do: once1(product, itself)},
	{Module: "math", Name: "hypot", Args: 2, Routine: "hypot", Operands: []int{0, 1}, do: once2(hypotOf, itself)},
	{Module: "_asyncio", Name: "future_add_to_awaited_by", Args: 2, Routine: "future.awaited", Operands: []int{0, 1}, Result: OnceNothing, do: once2(futureAwaited, nothingFor[bool])},
	{Module: "_asyncio", Name: "future_discard_from_awaited_by", Args: 2, Routine: "future.unawaited", Operands: []int{0, 1}, Result: OnceNothing, do: once2(futureUnawaited, nothingFor[bool])},
	{Module: "_operator", Name: "index", Args: 1, Routine: "index", Operands: []int{0}, do: once1(indexItself, itself)},
	{Module: Drivers, Name: "sorted", Args: 3, Routine: "sort.keys", Operands: []int{0, 1, 2}, do: once3(sortedByInts, itself)},
	{Name: "abs", Args: 1, Routine: "abs", Operands: []int{0}, do: once1(distance, itself)},
	{Name: "chr", Args: 1, Routine: "chr", Operands: []int{0}, do: once1(character, itself)},
	{Name: "divmod", Args: 2, Routine: "divmod", Operands: []int{0, 1}, do: once2(divided, itself)},
	{Name: "hash", Args: 1, Routine: "hash", Operands: []int{0}, do: once1(hashOf, itself)},
	{Name: "isinstance", Args: 2, Routine: "isinstance", Operands: []int{0, 1}, do: once2(instanceOf, itself)},
	{Name: "issubclass", Args: 2, Routine: "issubclass", Operands: []int{0, 1}, do: once2(subclassOf, itself)},
	{Name: "iter", Args: 1, Routine: "iter", Operands: []int{0}, do: once1(iterOf, itself)},
	{Name: "max", Args: 1, Routine: "max.of", Operands: []int{0}, do: once1(most, itself)},
	{Name: "max", Args: 2, Routine: "max", Operands: []int{0, 1}, do: once2(greater, itself)},
	{Name: "min", Args: 1, Routine: "min.of", Operands: []int{0}, do: once1(least, itself)},
	{Name: "min", Args: 2, Routine: "min", Operands: []int{0, 1}, do: once2(lesser, itself)},
	{Name: "next", Args: 1, Routine: "next", Operands: []int{0}, Result: OnceElement, do: onceElement(nextOf)},
	{Name: "ord", Args: 1, Routine: "ord", Operands: []int{0}, do: once1(codePoint, itself)},
	{Name: "repr", Args: 1, Routine: "repr", Operands: []int{0}, do: once1(reprOf, itself)},
	{Name: "round", Args: 1, Routine: "round", Operands: []int{0}, do: once1(rounded, itself)},
	{Name: "sorted", Args: 1, Routine: "sorted", Operands: []int{0}, do: once1(sortedOf, itself)},
	{Name: "sum", Args: 1, Routine: "sum", Operands: []int{0}, do: once1(total, itself)},
}

// onceClasses are the builtin classes whose calls are.
var onceClasses = []Once{
	{Of: BoolType, Args: 1, Routine: "truth", Operands: []int{0}, Result: OnceBool, do: once1(isTrue, Bool)},
	{Of: DictType, Args: 0, Routine: "dict.new", do: once0(newDictOf)},
	{Of: DictType, Args: 1, Routine: "dict", Operands: []int{0}, do: once1(dictOf, itself)},
	{Of: EnumerateType, Args: 1, Routine: "enumerate", Operands: []int{0}, Words: []Value{SmallInt(0)},
		do: once1(func(m mem.Mem, x mem.Ref) (mem.Ref, bool) { return enumerateOf(m, x, mem.Ref(SmallInt(0))) }, itself)},
	{Of: EnumerateType, Args: 2, Routine: "enumerate", Operands: []int{0, 1}, do: once2(enumerateOf, itself)},
	{Of: FilterType, Args: 2, Routine: "filter", Operands: []int{0, 1}, do: once2(filterOf, itself)},
	{Of: MapType, Args: 2, Routine: "map", Operands: []int{0, 1}, do: once2(mapOf, itself)},
	{Of: FloatType, Args: 1, Routine: "float", Operands: []int{0}, do: once1(asFloat, itself)},
	{Of: FrozenSetType, Args: 1, Routine: "frozenset", Operands: []int{0}, do: once1(frozenOf, itself)},
	{Of: IntType, Args: 1, Routine: "int", Operands: []int{0}, do: once1(asInt, itself)},
	{Of: IntType, Args: 2, Routine: "int.base", Operands: []int{0, 1}, do: once2(intByBase, itself)},
	{Of: ListType, Args: 1, Routine: "list.new", Operands: []int{0}, do: once1(newListOf, itself)},
	{Of: ReversedType, Args: 1, Routine: "reversed", Operands: []int{0}, do: once1(reversedOf, itself)},
	{Of: SetType, Args: 0, Routine: "set.new", do: once0(newSetOf)},
	{Of: SetType, Args: 1, Routine: "set.copy", Operands: []int{0}, do: once1(setCopied, itself)},
	{Of: StrType, Args: 1, Routine: "str", Operands: []int{0}, do: once1(textFor, itself)},
	{Of: TupleType, Name: "__new__", Args: 2, Routine: "tuple.new", Operands: []int{0, 1}, do: onceNew(newTupleBy)},
	{Of: TupleType, Args: 1, Routine: "list.totuple", Operands: []int{0}, do: once1(tupleOf, itself)},
	{Of: Weak, Args: 1, Routine: "weak.ref", Operands: []int{0}, do: once1(weakFor, itself)},
	{Of: ZipType, Args: 2, Routine: "zip", Operands: []int{0, 1}, do: once2(zipOf, itself)},
}

// An onceNext is a step of an iterator of a type.
type onceNext = func(m mem.Mem, it mem.Ref) (x mem.Ref, ok bool)

// onceNexts are the steps that are written once, by the type: the parts of nextOf, which machine code calls for any iterator. Tier 1 has
// found the type already.
var onceNexts = map[TypeID]onceNext{
	ListIterType: listNext, ListRevIterType: listBefore, TupleIterType: tupleNext, RangeIterType: rangeNext, SetIterType: setElement, BytesIterType: byteNext,
	StrIterType: charNext, DictKeyIterType: dictKey, DictValueIterType: dictValue, DictItemIterType: dictPair,
	DictRevKeyIterType: dictKeyBefore, DictRevValueIterType: dictValueBefore, DictRevItemIterType: dictPairBefore, ReversedType: tupleBefore, EnumerateType: enumerated, ZipType: zipped,
}

// orAhead is a step that goes on in the routine that knows more iterators.
func orAhead(first onceNext) onceNext {
	return func(m mem.Mem, it mem.Ref) (mem.Ref, bool) {
		if x, ok := first(m, it); ok {
			return x, true
		}
		return nextAhead(m, it)
	}
}

// stepNexts are the steps of iterators of itertools.
var stepNexts = func() (of [lastStep + 1]onceNext) {
	for k := range of {
		of[k] = nextOf
	}
	for _, k := range []StepKind{StepChain, StepSlice, StepPairs} {
		of[k] = orAhead(nextOf)
	}
	for _, k := range []StepKind{StepCompress, StepBatch, StepTee, StepGroup} {
		of[k] = nextAhead
	}
	return of
}()

// An onceOperator is an operator that is written once: its routine, and the Go function.
type onceOperator struct {
	routine string
	do      func(m mem.Mem, a, b mem.Ref) (mem.Ref, bool)
}

// onceBinary are the operators, by BinaryOp. One that assigns is a routine of its own where it changes what is to the left of it: a list or
// set.
var onceBinary = func() [numBinaryOps]onceOperator {
	of := [numBinaryOps]onceOperator{
		Add: {"add", addTo}, Subtract: {"subtract", lessBy}, Multiply: {"multiply", timesOf}, TrueDivide: {"divide", dividedBy},
		FloorDivide: {"floordivide", floorOf}, Remainder: {"remainder", leftOf}, Power: {"power", powerOf}, Lshift: {"shiftleft", shiftedUp},
		Rshift: {"shiftright", shiftedDown}, And: {"and", bothBits}, Or: {"or", eitherBits}, Xor: {"xor", otherBits}, Subscr: {"getitem", itemOf},
		InPlaceAdd: {"add.inplace", addIn}, InPlaceSubtract: {"subtract.inplace", lessIn}, InPlaceMultiply: {"multiply.inplace", timesIn}, InPlaceAnd: {"and.inplace", bothIn},
		InPlaceOr: {"or.inplace", eitherIn}, InPlaceXor: {"xor.inplace", otherIn},
	}
	for op := InPlaceAdd; op < Subscr; op++ {
		if of[op].do == nil {
			of[op] = of[op.Plain()]
		}
	}
	return of
}()

// Routine is the routine of the operator, "" if it has none.
func (op BinaryOp) Routine() string { return onceBinary[op].routine }

// comparedOnce is a op b where that is written once.
func comparedOnce(m mem.Mem, op CompareOp, a, b Value) (holds, ok bool) {
	x, y := mem.Ref(a), mem.Ref(b)
	switch op {
	case EQ, NE:
		holds, ok = equalTo(m, x, y)
		return holds == (op == EQ), ok
	case GT:
		return lessThan(m, y, x)
	case GE:
		return atMost(m, y, x)
	case LE:
		return atMost(m, x, y)
	}
	return lessThan(m, x, y)
}
