package embed

import (
	"cmp"
	"math/big"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/object"
)

// Conversions between Go and Python; the type Value has the tables. Objects
// under construction are safe: the words are in Go local variables.

// maxNesting is how deep a converted value may be nested: beyond it it is cyclic,
// or as bad.
const maxNesting = 1000

// ToPython converts a Go value; name is what a func is called.
func (br *Bridge) ToPython(x any, name string) (object.Value, error) {
	switch x := x.(type) {
	case nil:
		return object.None, nil
	case bool:
		return object.Bool(x), nil
	case int:
		return br.heap.Int(int64(x)), nil
	case int64:
		return br.heap.Int(x), nil
	case float64:
		return object.FloatValue(x), nil
	case string:
		return br.str(x)
	case Value:
		return br.mine(x)
	}
	return br.reflectToPython(reflect.ValueOf(x), name, 0)
}

func (br *Bridge) str(s string) (object.Value, error) {
	if !utf8.ValidString(s) {
		return object.Null, &ConversionError{"Go string", "Python", "it is not UTF-8"}
	}
	return br.heap.NewStr(s), nil
}

// mine returns the word of a Value that must be this VM's.
func (br *Bridge) mine(v Value) (object.Value, error) {
	if err := v.usable(); err != nil {
		return object.Null, err
	}
	if v.in != nil && v.in != br && needsRef(v.word) {
		return object.Null, &ConversionError{"Value", "Python", "it belongs to another VM"}
	}
	return v.object(), nil
}

var (
	bigIntType = reflect.TypeFor[big.Int]()
	bigPtrType = reflect.TypeFor[*big.Int]()
	valueType  = reflect.TypeFor[Value]()
	anyType    = reflect.TypeFor[any]()
)

// reflectToPython is ToPython for all types.
func (br *Bridge) reflectToPython(v reflect.Value, name string, depth int) (object.Value, error) {
	h := br.heap
	if depth > maxNesting {
		return object.Null, &ConversionError{"Go " + v.Type().String(), "Python", "it is nested too deeply"}
	}
	switch v.Kind() {
	case reflect.Bool:
		return object.Bool(v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return h.Int(v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return h.IntFromUint64(v.Uint()), nil
	case reflect.Float32, reflect.Float64:
		return object.FloatValue(v.Float()), nil
	case reflect.String:
		return br.str(v.String())
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return object.None, nil
		}
		if v.Type() == bigPtrType {
			return h.IntFromBig(v.Interface().(*big.Int)), nil
		}
		return br.reflectToPython(v.Elem(), name, depth+1)
	case reflect.Func:
		if v.IsNil() {
			return object.None, nil
		}
		return br.newFunc(name, v), nil
	case reflect.Slice:
		if v.IsNil() {
			return object.None, nil
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return h.NewBytes(v.Bytes()), nil
		}
		return br.sequenceToPython(v, depth)
	case reflect.Array:
		return br.sequenceToPython(v, depth)
	case reflect.Map:
		if v.IsNil() {
			return object.None, nil
		}
		return br.mapToPython(v, depth)
	case reflect.Struct:
		switch v.Type() {
		case valueType:
			return br.mine(v.Interface().(Value))
		case bigIntType:
			x := v.Interface().(big.Int)
			return h.IntFromBig(&x), nil
		}
	}
	return object.Null, &ConversionError{From: "Go " + v.Type().String(), To: "Python"}
}

func (br *Bridge) sequenceToPython(v reflect.Value, depth int) (object.Value, error) {
	l := br.heap.NewList()
	for i := range v.Len() {
		w, err := br.reflectToPython(v.Index(i), "", depth+1)
		if err != nil {
			return object.Null, err
		}
		br.heap.ListAppend(l, w)
	}
	if v.Type() == reflect.TypeFor[tupleOf]() {
		return br.heap.ListToTuple(l), nil
	}
	return l, nil
}

func (br *Bridge) mapToPython(v reflect.Value, depth int) (object.Value, error) {
	keys := v.MapKeys()
	for i, k := range keys {
		for k.Kind() == reflect.Interface && !k.IsNil() {
			k = k.Elem()
		}
		if keyOrder(k) == 0 {
			return object.Null, &ConversionError{"Go " + v.Type().String(), "Python", "keys must be strings, numbers or bools"}
		}
		keys[i] = k
	}
	slices.SortFunc(keys, compareKeys)
	d := br.heap.NewDict()
	for _, k := range keys {
		kw, err := br.reflectToPython(k, "", depth+1)
		if err != nil {
			return object.Null, err
		}
		key := k
		if v.Type().Key().Kind() == reflect.Interface {
			key = k.Convert(v.Type().Key())
		}
		w, err := br.reflectToPython(v.MapIndex(key), "", depth+1)
		if err != nil {
			return object.Null, err
		}
		if err := br.heap.DictSet(d, kw, w); err != nil {
			return object.Null, err
		}
	}
	return d, nil
}

// keyOrder tells kinds of keys apart; 0 is what may be none.
func keyOrder(k reflect.Value) int {
	switch {
	case k.Kind() == reflect.Bool:
		return 1
	case k.CanInt():
		return 2
	case k.CanUint():
		return 3
	case k.CanFloat():
		return 4
	case k.Kind() == reflect.String:
		return 5
	}
	return 0
}

// compareKeys orders the keys of a map: by kind, then by value.
func compareKeys(a, b reflect.Value) int {
	if c := cmp.Compare(keyOrder(a), keyOrder(b)); c != 0 {
		return c
	}
	switch keyOrder(a) {
	case 1:
		if a.Bool() == b.Bool() {
			return 0
		} else if b.Bool() {
			return -1
		}
		return 1
	case 2:
		return cmp.Compare(a.Int(), b.Int())
	case 3:
		return cmp.Compare(a.Uint(), b.Uint())
	case 4:
		return cmp.Compare(a.Float(), b.Float())
	}
	return cmp.Compare(a.String(), b.String())
}
