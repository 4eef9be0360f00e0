package pyguest

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
)

// The lattice's bits: the guest types that compiled code tells apart. Every
// other type is the last bit, "other", which no guard can test for.
var typeBits = []struct {
	name string
	id   object.TypeID
}{
	{"int", object.IntType}, {"float", object.FloatType}, {"bool", object.BoolType}, {"None", object.NoneType},
	{"str", object.StrType}, {"bytes", object.BytesType}, {"list", object.ListType}, {"tuple", object.TupleType},
	{"dict", object.DictType}, {"set", object.SetType}, {"frozenset", object.FrozenSetType}, {"range", object.RangeType},
	{"slice", object.SliceType}, {"function", object.FunctionType}, {"builtin", object.BuiltinType},
	{"method_descriptor", object.MethodDescType}, {"method", object.BoundMethodType}, {"type", object.TypeType},
	{"module", object.ModuleType}, {"cell", object.CellType}, {"range_iterator", object.RangeIterType},
	{"list_iterator", object.ListIterType}, {"tuple_iterator", object.TupleIterType},
	{"enumerate", object.EnumerateType}, {"zip", object.ZipType}, {"dict_keyiterator", object.DictKeyIterType},
	{"dict_valueiterator", object.DictValueIterType}, {"dict_itemiterator", object.DictItemIterType}, {"NULL", object.NoType},
	{"generator", object.GeneratorType}, {"str_iterator", object.StrIterType}, {"complex", object.ComplexType}, {"other", otherType},
}

// otherType stands for the types without a bit of their own.
const otherType = ^object.TypeID(0)

// Sets of one type.
var (
	tInt, tFloat, tBool, tNone        = bit(object.IntType), bit(object.FloatType), bit(object.BoolType), bit(object.NoneType)
	tStr, tList, tTuple, tDict        = bit(object.StrType), bit(object.ListType), bit(object.TupleType), bit(object.DictType)
	tSet, tFrozenSet, tSlice          = bit(object.SetType), bit(object.FrozenSetType), bit(object.SliceType)
	tFunction, tBuiltin, tMethodDesc  = bit(object.FunctionType), bit(object.BuiltinType), bit(object.MethodDescType)
	tMethod, tType, tModule, tCell    = bit(object.BoundMethodType), bit(object.TypeType), bit(object.ModuleType), bit(object.CellType)
	tRangeIter, tListIter, tTupleIter = bit(object.RangeIterType), bit(object.ListIterType), bit(object.TupleIterType)
	tOther                            = bit(otherType)
	tNull, tRange, tGenerator         = bit(object.NoType), bit(object.RangeType), bit(object.GeneratorType)
	tComplex                          = bit(object.ComplexType)
	// tData is of no descriptor.
	tData = tInt | tFloat | tBool | tNone | tStr | tList | tTuple | tDict | tSet | tFrozenSet | tSlice | tRange | tComplex
)

var bitOf = func() map[object.TypeID]ir.TypeSet {
	m := map[object.TypeID]ir.TypeSet{}
	for i, t := range typeBits {
		m[t.id] = 1 << i
	}
	return m
}()

func bit(id object.TypeID) ir.TypeSet {
	if s, ok := bitOf[id]; ok {
		return s
	}
	return bitOf[otherType]
}

// typeNames are the names of the bits.
func typeNames() ir.GuestTypes {
	var g ir.GuestTypes
	for _, t := range typeBits {
		g = append(g, t.name)
	}
	return g
}

// idOf returns the type id behind a set of one type.
func idOf(s ir.TypeSet) object.TypeID { return typeBits[s.Bit()].id }
