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
		{enum(list), uint64(enumIter) | uint64(listIter)<<8},
		{enum(tuple), uint64(enumIter) | uint64(tupleIter)<<8},
		{enum(dict), 0},
		{enum(enum(list)), 0},
		{zip(false, list, tuple, list), uint64(zipIter) | uint64(listIter)<<8 | uint64(tupleIter)<<16 | uint64(listIter)<<24},
		{zip(false), 0},
		{zip(true, list, tuple), 0},
		{zip(false, list, dict), 0},
		{zip(false, list, list, list, list, list), 0},
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
