package pyguest

import (
	"testing"

	"github.com/tier2go/tier2/interp/object"
)

// TestIterShape checks which iterators traces take apart.
func TestIterShape(t *testing.T) {
	h, err := object.New(object.Options{Limit: 4 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}()
	must := func(v object.Value, err error) object.Value {
		if err != nil {
			t.Fatal(err)
		}
		h.Push(v)
		return v
	}
	one := object.SmallInt(1)
	list, tuple, dict := h.NewList(one), h.NewTuple(one), h.NewDict()
	if err := h.DictSet(dict, one, one); err != nil {
		t.Fatal(err)
	}
	enum := func(v object.Value) object.Value { return must(h.Enumerate(v, object.Null)) }
	zip := func(strict bool, v ...object.Value) object.Value { return must(h.Zip(v, strict)) }
	iter := func(v object.Value) object.Value { return must(h.Iter(v)) }
	str, set := h.NewStr("ab"), h.NewSet()
	shape := func(kinds ...byte) (s uint64) {
		for i, k := range kinds {
			s |= uint64(k) << (8 * i)
		}
		return s
	}
	ended := iter(dict)
	for {
		if v, err := h.Next(ended); err != nil || v == object.Null {
			break
		}
	}
	for i, c := range []struct {
		it   object.Value
		want uint64
	}{
		{enum(list), shape(byte(enumIter), byte(listIter))},
		{enum(tuple), shape(byte(enumIter), byte(tupleIter))},
		{enum(dict), shape(byte(enumIter), byte(keyIter))},
		{enum(enum(list)), shape(byte(enumIter), byte(enumIter), byte(listIter))},
		{enum(zip(false, list, str)), shape(byte(enumIter), byte(zipIter)|2<<zipped, byte(listIter), byte(strIter))},
		{enum(ended), 0},
		{enum(set), 0},
		{zip(false, list, tuple, list), shape(byte(zipIter)|3<<zipped, byte(listIter), byte(tupleIter), byte(listIter))},
		{zip(false, enum(list), tuple), shape(byte(zipIter)|2<<zipped, byte(enumIter), byte(listIter), byte(tupleIter))},
		{zip(false), 0},
		{zip(true, list, tuple), 0},
		{zip(false, list, set), 0},
		{zip(false, list, list, list, list, list, list, list), shape(byte(zipIter)|7<<zipped, 1, 1, 1, 1, 1, 1, 1)},
		{zip(false, list, list, list, list, list, list, list, list), 0},
		{zip(false, list, list, list, list, list, enum(list)), shape(byte(zipIter)|6<<zipped, 1, 1, 1, 1, 1, byte(enumIter), 1)},
		{zip(false, list, list, list, list, list, list, enum(list)), 0},
		{iter(dict), uint64(keyIter)},
		{ended, 0},
		{iter(list), 0},
		{one, 0},
		{object.Null, 0},
	} {
		if got := IterShape(h, c.it); got != c.want {
			t.Errorf("iterator %d: shape %#x, want %#x", i, got, c.want)
		}
	}
}
