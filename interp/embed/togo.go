package embed

import (
	"math"
	"math/big"
	"reflect"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/object"
)

// As converts a Python value to a Go type as Value says.
//
//	n, err := interp.As[int](v)
func As[T any](v Value) (x T, err error) {
	err = v.To(&x)
	return x, err
}

// To converts v to what the pointer p points to, as the type Value says. The
// error is a *ConversionError, ErrClosed or ErrReleased; *p is not changed then,
// unless it is an array, which may be in part.
func (v Value) To(p any) error {
	if err := v.usable(); err != nil {
		return err
	}
	switch p := p.(type) {
	case *int64:
		if w := v.object(); p != nil && w.IsSmall() {
			*p = w.Small()
			return nil
		}
	case *int:
		if w := v.object(); p != nil && w.IsSmall() && int64(int(w.Small())) == w.Small() {
			*p = int(w.Small())
			return nil
		}
	case *float64:
		if w := v.object(); p != nil && w.IsFloat() {
			*p = w.Float()
			return nil
		}
	}
	d := reflect.ValueOf(p)
	if d.Kind() != reflect.Pointer || d.IsNil() {
		return &ConversionError{"Python " + v.Type(), "Go", "the destination is no pointer"}
	}
	return v.in.toGo(v, d.Elem(), 0)
}

// toGo converts v and stores it in d. br is nil for the zero Value.
func (br *Bridge) toGo(v Value, d reflect.Value, depth int) error {
	t, w := d.Type(), v.object()
	if t == valueType {
		if v.in != nil && v.ref == nil {
			v = v.in.Wrap(w) // an element
		}
		d.Set(reflect.ValueOf(v))
		return nil
	}
	why := ""
	switch {
	case depth > maxNesting:
		why = "it is nested too deeply"
	case t == anyType:
		x, err := br.toAny(v, depth)
		if err == nil && x != nil {
			d.Set(reflect.ValueOf(x))
		} else if err == nil {
			d.SetZero()
		}
		return err
	case t.Kind() == reflect.Pointer && w == object.None:
		d.SetZero()
		return nil
	case t == bigPtrType:
		if w.IsSmall() || br != nil && br.heap.IsInt(w) {
			d.Set(reflect.ValueOf(br.heap.BigInt(w)))
			return nil
		}
	case t.Kind() == reflect.Pointer:
		e := reflect.New(t.Elem())
		if err := br.toGo(v, e.Elem(), depth+1); err != nil {
			return err
		}
		d.Set(e)
		return nil
	default:
		if fits := converters[t.Kind()]; br != nil && fits != nil {
			ok, err := fits(br, w, d, depth)
			if ok || err != nil {
				return err
			}
			why = br.misfit(w, t)
		}
	}
	return &ConversionError{"Python " + v.Type(), "Go " + t.String(), why}
}

// misfit says why a value of the right type cannot be converted.
func (br *Bridge) misfit(w object.Value, t reflect.Type) string {
	h := br.heap
	switch {
	case h.IsInt(w) && (t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64):
		return "it is out of range"
	case h.Is(w, object.StrType) && t.Kind() == reflect.String:
		return "it has surrogates"
	case t.Kind() == reflect.Array && (h.Is(w, object.ListType) || h.Is(w, object.TupleType)):
		return "it has another length"
	}
	return ""
}

// A converter stores a value in a variable; it reports false if that cannot be.
type converter func(br *Bridge, w object.Value, d reflect.Value, depth int) (bool, error)

// converters are the ways to Go by the kind of the variable.
var converters [reflect.UnsafePointer + 1]converter

func init() { // they refer to each other by toGo
	converters[reflect.Bool] = func(br *Bridge, w object.Value, d reflect.Value, _ int) (bool, error) {
		if w != object.True && w != object.False {
			return false, nil
		}
		d.SetBool(w == object.True)
		return true, nil
	}
	for k := reflect.Int; k <= reflect.Int64; k++ {
		converters[k] = toInt
	}
	for k := reflect.Uint; k <= reflect.Uintptr; k++ {
		converters[k] = toUint
	}
	converters[reflect.Float32], converters[reflect.Float64] = toFloat, toFloat
	converters[reflect.String] = toString
	converters[reflect.Slice], converters[reflect.Array] = toSlice, toArray
	converters[reflect.Map] = toMap
}

func toInt(br *Bridge, w object.Value, d reflect.Value, _ int) (bool, error) {
	if !br.heap.IsInt(w) {
		return false, nil
	}
	i, ok := br.heap.AsInt64(w)
	if !ok || d.OverflowInt(i) {
		return false, nil
	}
	d.SetInt(i)
	return true, nil
}

func toUint(br *Bridge, w object.Value, d reflect.Value, _ int) (bool, error) {
	if !br.heap.IsInt(w) {
		return false, nil
	}
	b := br.heap.BigInt(w)
	if !b.IsUint64() || d.OverflowUint(b.Uint64()) {
		return false, nil
	}
	d.SetUint(b.Uint64())
	return true, nil
}

func toFloat(br *Bridge, w object.Value, d reflect.Value, _ int) (bool, error) {
	f := 0.0
	switch {
	case w.IsFloat():
		f = w.Float()
		if d.OverflowFloat(f) && !math.IsInf(f, 0) {
			return false, nil
		}
	case br.heap.IsInt(w):
		f, _ = new(big.Float).SetInt(br.heap.BigInt(w)).Float64()
		if math.IsInf(f, 0) || d.OverflowFloat(f) {
			return false, nil
		}
	default:
		return false, nil
	}
	d.SetFloat(f)
	return true, nil
}

func toString(br *Bridge, w object.Value, d reflect.Value, _ int) (bool, error) {
	if !br.heap.Is(w, object.StrType) {
		return false, nil
	}
	s := br.heap.GoString(w)
	if !utf8.ValidString(s) {
		return false, nil
	}
	d.SetString(s)
	return true, nil
}

// items returns the elements of a list or a tuple.
func (br *Bridge) items(w object.Value) ([]object.Value, bool) {
	switch h := br.heap; {
	case h.Is(w, object.ListType):
		return h.ListItems(w), true
	case h.Is(w, object.TupleType):
		return h.TupleItems(w), true
	}
	return nil, false
}

// bytes returns a copy of the content of a bytes or a bytearray.
func (br *Bridge) bytes(w object.Value) ([]byte, bool) {
	if !br.heap.IsBuffer(w) {
		return nil, false
	}
	b, err := br.heap.BufferData(w)
	return append([]byte{}, b...), err == nil
}

func toSlice(br *Bridge, w object.Value, d reflect.Value, depth int) (bool, error) {
	t := d.Type()
	if t.Elem().Kind() == reflect.Uint8 {
		b, ok := br.bytes(w)
		if ok {
			d.SetBytes(b)
		}
		return ok, nil
	}
	items, ok := br.items(w)
	if !ok {
		return false, nil
	}
	s := reflect.MakeSlice(t, len(items), len(items))
	for i, x := range items {
		if err := br.toGo(Value{in: br, word: x}, s.Index(i), depth+1); err != nil {
			return false, err
		}
	}
	d.Set(s)
	return true, nil
}

func toArray(br *Bridge, w object.Value, d reflect.Value, depth int) (bool, error) {
	items, ok := br.items(w)
	if !ok || len(items) != d.Len() {
		return false, nil
	}
	for i, x := range items {
		if err := br.toGo(Value{in: br, word: x}, d.Index(i), depth+1); err != nil {
			return false, err
		}
	}
	return true, nil
}

func toMap(br *Bridge, w object.Value, d reflect.Value, depth int) (bool, error) {
	h, t := br.heap, d.Type()
	if !h.Is(w, object.DictType) {
		return false, nil
	}
	m := reflect.MakeMapWithSize(t, h.DictLen(w))
	for pos := 0; ; {
		k, x, ok := h.DictNext(w, &pos)
		if !ok {
			break
		}
		key, elem := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		kv := Value{in: br, word: k}
		if err := br.toGo(kv, key, depth+1); err != nil {
			return false, err
		}
		if t.Key().Kind() == reflect.Interface && !key.IsNil() && keyOrder(key.Elem()) == 0 {
			return false, &ConversionError{"Python dict", "Go " + t.String(), "a key is a " + kv.Type()}
		}
		if err := br.toGo(Value{in: br, word: x}, elem, depth+1); err != nil {
			return false, err
		}
		m.SetMapIndex(key, elem)
	}
	d.Set(m)
	return true, nil
}

// toAny converts to the Go type that says most.
func (br *Bridge) toAny(v Value, depth int) (any, error) {
	w := v.object()
	if w == object.None {
		return nil, nil
	}
	h := br.heap
	switch h.TypeID(w) {
	case object.BoolType:
		return w == object.True, nil
	case object.IntType:
		if i, ok := h.AsInt64(w); ok {
			return i, nil
		}
		return h.BigInt(w), nil
	case object.FloatType:
		return w.Float(), nil
	}
	t := valueType
	switch h.TypeID(w) {
	case object.StrType:
		t = reflect.TypeFor[string]()
	case object.BytesType, object.ByteArrayType:
		t = reflect.TypeFor[[]byte]()
	case object.ListType, object.TupleType:
		t = reflect.TypeFor[[]any]()
	case object.DictType:
		t = reflect.TypeFor[map[any]any]()
	}
	d := reflect.New(t).Elem()
	if err := br.toGo(v, d, depth+1); err != nil {
		return nil, err
	}
	return d.Interface(), nil
}
