package interp_test

import (
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

const identities = `
def same(x):
    return x
def show(x):
    return type(x).__name__ + ' ' + repr(x)
`

type celsius float64

// TestToPython converts Go values and shows what Python sees.
func TestToPython(t *testing.T) {
	n := 7
	var none *int
	for _, heap := range []object.Options{small, stress} {
		vm := embedded(t, modes[0], interp.Options{Heap: heap}, identities)
		for _, c := range []struct {
			x    any
			want string
		}{
			{nil, "NoneType None"}, {none, "NoneType None"}, {[]int(nil), "NoneType None"}, {map[string]int(nil), "NoneType None"},
			{(func())(nil), "NoneType None"}, {(*big.Int)(nil), "NoneType None"}, {interp.Value{}, "NoneType None"},
			{true, "bool True"}, {false, "bool False"},
			{-5, "int -5"}, {int8(-128), "int -128"}, {int16(-32768), "int -32768"}, {int32(math.MinInt32), "int -2147483648"},
			{int64(math.MinInt64), "int -9223372036854775808"}, {uint(5), "int 5"}, {uint8(255), "int 255"}, {uint16(65535), "int 65535"},
			{uint32(math.MaxUint32), "int 4294967295"}, {uint64(math.MaxUint64), "int 18446744073709551615"}, {uintptr(9), "int 9"},
			{new(big.Int).Lsh(big.NewInt(-1), 100), "int -1267650600228229401496703205376"}, {*big.NewInt(12), "int 12"}, {big.NewInt(13), "int 13"},
			{float32(0.5), "float 0.5"}, {1e300, "float 1e+300"}, {math.Inf(-1), "float -inf"}, {math.NaN(), "float nan"}, {celsius(36.6), "float 36.6"},
			{"", "str ''"}, {"naïve 🐍", "str 'naïve 🐍'"}, {"\x00", `str '\x00'`},
			{[]byte("a\xff"), `bytes b'a\xff'`}, {[]byte{}, "bytes b''"}, {[2]byte{1, 2}, "list [1, 2]"},
			{[]int{}, "list []"}, {[]any{1, "x", nil, []string{"y"}}, "list [1, 'x', None, ['y']]"}, {[3]float64{1, 2, 3}, "list [1.0, 2.0, 3.0]"},
			{map[string]int{"b": 2, "a": 1, "c": 3}, "dict {'a': 1, 'b': 2, 'c': 3}"}, {map[int8]bool{3: true, -3: false}, "dict {-3: False, 3: True}"},
			{map[any]any{"x": 1, 2.5: 2, uint8(7): 3, -1: 4, true: []any{nil}, false: 6}, "dict {False: 6, True: [None], -1: 4, 7: 3, 2.5: 2, 'x': 1}"},
			{&n, "int 7"}, {&[]any{&n}, "list [7]"}, {time.Second, "int 1000000000"},
			{math.Hypot, "builtin_function_or_method <built-in function Hypot>"},
		} {
			got, err := vm.Call("show", c.x)
			if err != nil || got.String() != c.want {
				t.Errorf("%T %v: got %v, %v, want %s", c.x, c.x, got, err, c.want)
			}
		}
	}
}

// TestToPythonErrors converts what has no counterpart.
func TestToPythonErrors(t *testing.T) {
	vm := embedded(t, modes[0], interp.Options{}, identities)
	other := embedded(t, modes[0], interp.Options{}, "x = [1]\n")
	foreign, err := other.Global("x")
	if err != nil {
		t.Fatal(err)
	}
	var cyclic []any
	cyclic = append(cyclic, &cyclic)
	for _, c := range []struct {
		x    any
		want string
	}{
		{struct{ A int }{1}, "cannot convert Go struct { A int } to Python"},
		{make(chan int), "cannot convert Go chan int to Python"},
		{1i, "cannot convert Go complex128 to Python"},
		{[]any{1, make(chan int)}, "cannot convert Go chan int to Python"},
		{map[string]any{"x": 1i}, "cannot convert Go complex128 to Python"},
		{map[[2]int]int{{1, 2}: 3}, "keys must be strings, numbers or bools"},
		{map[any]int{nil: 3}, "keys must be strings, numbers or bools"},
		{"\xff", "cannot convert Go string to Python: it is not UTF-8"},
		{cyclic, "it is nested too deeply"},
		{foreign, "it belongs to another VM"},
	} {
		var conversion *interp.ConversionError
		if _, err := vm.Call("show", c.x); !errors.As(err, &conversion) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%T: got %v, want %s", c.x, err, c.want)
		}
		if _, err := vm.Value(c.x); !errors.As(err, &conversion) {
			t.Errorf("%T: got %v, want %s", c.x, err, c.want)
		}
	}
}

const values = `
none, yes, no = None, True, False
small, negative, word, large, huge = 7, -3, 2**62, 2**64 - 1, -2**70
half, infinite = 0.5, float('inf')
text, empty, surrogate = 'naïve 🐍', '', '\ud800'
raw, array = b'a\xff', bytearray(b'bc')
items, pair, table = [1, 2, 3], ('x', 2.5), {'a': 1, 'b': 2}
mixed, mapping, byte_keys = [1, 'x', [None, b'z']], {1: 'a', 'b': 2.5, None: True}, {b'k': 1}
deep = []
for i in range(2000):
    deep = [deep]
def function():
    pass
`

// TestToGo converts Python values to the Go types that Value names.
func TestToGo(t *testing.T) {
	huge := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), 70))
	seven := 7
	for _, heap := range []object.Options{small, stress} {
		vm := embedded(t, modes[0], interp.Options{Heap: heap}, values)
		for _, c := range []struct {
			name string
			want any // its type is the destination's
		}{
			{"yes", true}, {"no", false},
			{"small", 7}, {"small", int8(7)}, {"small", int16(7)}, {"small", int32(7)}, {"small", int64(7)}, {"negative", -3},
			{"small", uint(7)}, {"small", uint8(7)}, {"small", uint16(7)}, {"small", uint32(7)}, {"small", uint64(7)}, {"small", uintptr(7)},
			{"word", int64(1 << 62)}, {"large", uint64(math.MaxUint64)}, {"huge", huge}, {"small", big.NewInt(7)}, {"none", (*big.Int)(nil)},
			{"half", 0.5}, {"half", float32(0.5)}, {"half", celsius(0.5)}, {"infinite", math.Inf(1)}, {"infinite", float32(math.Inf(1))},
			{"small", 7.0}, {"huge", -math.Ldexp(1, 70)}, {"small", time.Duration(7)},
			{"text", "naïve 🐍"}, {"empty", ""}, {"raw", []byte("a\xff")}, {"array", []byte("bc")},
			{"items", []int{1, 2, 3}}, {"items", [3]float64{1, 2, 3}}, {"items", []any{int64(1), int64(2), int64(3)}}, {"pair", [2]any{"x", 2.5}},
			{"table", map[string]int{"a": 1, "b": 2}}, {"mapping", map[any]any{int64(1): "a", "b": 2.5, nil: true}},
			{"small", &seven}, {"none", (*int)(nil)}, {"none", (*[]string)(nil)},
			{"mixed", []any{int64(1), "x", []any{nil, []byte("z")}}},
		} {
			v, err := vm.Global(c.name)
			if err != nil {
				t.Fatal(err)
			}
			got := reflect.New(reflect.TypeOf(c.want))
			if err := v.To(got.Interface()); err != nil || !reflect.DeepEqual(got.Elem().Interface(), c.want) {
				t.Errorf("%s to %T: got %v, %v, want %v", c.name, c.want, got.Elem(), err, c.want)
			}
		}
		for _, c := range []struct {
			name string
			want any
		}{
			{"none", nil}, {"yes", true}, {"small", int64(7)}, {"word", int64(1 << 62)}, {"huge", huge}, {"half", 0.5}, {"text", "naïve 🐍"},
			{"raw", []byte("a\xff")}, {"pair", []any{"x", 2.5}}, {"table", map[any]any{"a": int64(1), "b": int64(2)}},
		} {
			v, err := vm.Global(c.name)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := interp.As[any](v); err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s to any: got %v (%T), %v, want %v", c.name, got, got, err, c.want)
			}
		}
		f, err := vm.Global("function")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := interp.As[any](f); err != nil || got != f {
			t.Errorf("function to any: %v, %v", got, err)
		}
		if got, err := interp.As[interp.Value](f); err != nil || got != f {
			t.Errorf("function to Value: %v, %v", got, err)
		}
		items, err := vm.Global("items")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := interp.As[[]interp.Value](items); err != nil || len(got) != 3 || got[2].String() != "3" {
			t.Errorf("items to []Value: %v, %v", got, err)
		}
	}
}

// TestToGoErrors converts to types that do not fit.
func TestToGoErrors(t *testing.T) {
	vm := embedded(t, modes[0], interp.Options{}, values)
	for _, c := range []struct {
		name string
		to   any
		want string
	}{
		{"small", new(string), "cannot convert Python int to Go string"}, {"text", new(int), "cannot convert Python str to Go int"},
		{"text", new([]byte), "cannot convert Python str to Go []uint8"}, {"yes", new(int), "cannot convert Python bool to Go int"},
		{"yes", new(float64), "cannot convert Python bool to Go float64"}, {"small", new(bool), "cannot convert Python int to Go bool"},
		{"half", new(int), "cannot convert Python float to Go int"}, {"half", new(*big.Int), "cannot convert Python float to Go *big.Int"},
		{"none", new(int), "cannot convert Python NoneType to Go int"}, {"none", new(string), "cannot convert Python NoneType to Go string"},
		{"word", new(int32), "out of range"}, {"negative", new(uint), "out of range"}, {"large", new(int64), "out of range"}, {"huge", new(uint64), "out of range"},
		{"huge", new(int), "out of range"}, {"surrogate", new(string), "it has surrogates"}, {"surrogate", new(any), "it has surrogates"},
		{"items", new([2]int), "it has another length"}, {"items", new([]string), "cannot convert Python int to Go string"},
		{"items", new(map[string]int), "cannot convert Python list to Go map"}, {"table", new([]int), "cannot convert Python dict to Go []int"},
		{"table", new(map[string]string), "cannot convert Python int to Go string"}, {"mapping", new(map[string]any), "cannot convert Python int to Go string"},
		{"byte_keys", new(any), "a key is a bytes"}, {"deep", new(any), "nested too deeply"},
		{"small", new(struct{}), "to Go struct {}"}, {"small", new(chan int), "to Go chan int"}, {"small", new(complex64), "to Go complex64"},
		{"small", new(error), "to Go error"}, {"small", 5, "the destination is no pointer"}, {"small", (*int)(nil), "the destination is no pointer"},
		{"small", nil, "the destination is no pointer"},
	} {
		v, err := vm.Global(c.name)
		if err != nil {
			t.Fatal(err)
		}
		var conversion *interp.ConversionError
		if err := v.To(c.to); !errors.As(err, &conversion) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s to %T: got %v, want %s", c.name, c.to, err, c.want)
		}
	}
	if err := (interp.Value{}).To(new(int)); err == nil {
		t.Error("None became an int")
	}
	if n, err := interp.As[*int](interp.Value{}); n != nil || err != nil {
		t.Errorf("%v, %v", n, err)
	}
}
