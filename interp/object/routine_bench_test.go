package object

import (
	"math"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/opgen/mem"
	"github.com/tier2go/tier2/routine/routinetest"
)

// BenchmarkRoutines times an operation in one run: called as a routine, by leaving to the helper (as it was
// before), and as the Go function.
func BenchmarkRoutines(b *testing.B) {
	h := newHeap(b, Options{})
	ints := func(n int) (list []Value) {
		for i := range n {
			list = append(list, SmallInt(int64(i)))
		}
		return list
	}
	set := h.setOf(ints(64))
	word, other := h.NewStr("some words"), h.NewStr("some words")
	for _, v := range []Value{word, other} {
		if _, err := h.Hash(v); err != nil {
			b.Fatal(err)
		}
	}
	words := h.setOf([]Value{word})
	m := h.mem()
	list := h.NewList(ints(16)...)
	bools := map[bool]uint64{true: 1}
	for _, c := range []struct {
		name, routine string
		args          []Value
		general, once func(x []Value) uint64 // what the helper does, and what the routine was made of
	}{
		{"int in set of 64", "contains", []Value{set, SmallInt(63)}, h.containsGeneral, nil},
		{"str in set", "contains", []Value{words, other}, h.containsGeneral, nil},
		{"int in list of 4", "contains", []Value{h.NewList(ints(4)...), SmallInt(3)}, h.containsGeneral, nil},
		{"int in list of 16", "contains", []Value{list, SmallInt(15)}, h.containsGeneral, nil},
		{"int in list of 64", "contains", []Value{h.NewList(ints(64)...), SmallInt(63)}, h.containsGeneral, nil},
		{"str in tuple of 3", "contains", []Value{h.NewTuple(SmallInt(1), None, word), other}, h.containsGeneral, nil},
		{"set.add of what is there", "set.add", []Value{set, SmallInt(63)},
			func(x []Value) uint64 {
				hash, err := h.setKeyHash(x[1])
				return bools[err == nil && h.setAddHash(x[0], x[1], hash) == nil]
			},
			func(x []Value) uint64 { done, _ := setPut(m, mem.Ref(x[0]), mem.Ref(x[1])); return bools[done] }},
		{"set <= set, 8 ints", "set.within", []Value{h.setOf(ints(8)), set},
			func(x []Value) uint64 { in, _ := h.setIsSubset(x[0], x[1]); return bools[in] },
			func(x []Value) uint64 { in, _ := setWithin(m, mem.Ref(x[0]), mem.Ref(x[1])); return bools[in] }},
		{"list.index of 16", "list.index", []Value{list, SmallInt(15)},
			func(x []Value) uint64 { i, _ := h.listFind(x[0], x[1], 0, math.MaxInt); return uint64(i) },
			func(x []Value) uint64 { i, _ := listWhere(m, mem.Ref(x[0]), mem.Ref(x[1])); return uint64(i) }},
		{"list.count of 16", "list.count", []Value{list, SmallInt(15)},
			func(x []Value) uint64 { n, _ := listCount(h, x[0], x[1:]); return uint64(n.Small()) },
			func(x []Value) uint64 { n, _ := listHowMany(m, mem.Ref(x[0]), mem.Ref(x[1])); return uint64(n) }},
		{"list.reverse of 16", "list.reverse", []Value{h.NewList(ints(16)...)},
			func(x []Value) uint64 { slices.Reverse(h.ListItems(x[0])); return 1 },
			func(x []Value) uint64 { done, _ := listTurn(m, mem.Ref(x[0])); return bools[done] }},
	} {
		f := parseRoutine(b, filepath.Join(routineDir, c.routine+".ir"))
		r := routinetest.New(b, h.MemBase())
		if c.once == nil {
			c.once = func(x []Value) uint64 { in, _ := has(m, mem.Ref(x[0]), mem.Ref(x[1])); return bools[in] }
		}
		var args []uint64
		for _, v := range c.args {
			args = append(args, uint64(v))
		}
		want := c.once(c.args)
		called := r.Repeat(f)
		left := r.RepeatHelper(f, func(args []uint64) uint64 {
			return c.general(unsafe.Slice((*Value)(unsafe.Pointer(&args[0])), len(args)))
		})
		b.Run(c.name+"/native", func(b *testing.B) {
			if got := called(b.N, args...); got != want {
				b.Errorf("%d, not %d", got, want)
			}
		})
		b.Run(c.name+"/helper", func(b *testing.B) {
			if got := left(b.N, args...); got != want {
				b.Errorf("%d, not %d", got, want)
			}
		})
		b.Run(c.name+"/go", func(b *testing.B) {
			for range b.N {
				if got := c.once(c.args); got != want {
					b.Fatalf("%d, not %d", got, want)
				}
			}
		})
	}
}

// setOf makes a set.
func (h *Heap) setOf(items []Value) Value {
	s := h.NewSet()
	for _, x := range items {
		if err := h.SetAdd(s, x); err != nil {
			panic(err) // the items have a hash
		}
	}
	return s
}

// containsGeneral is Contains without the operation that is written once.
func (h *Heap) containsGeneral(args []Value) uint64 {
	in, err := inHeap(h, args[0], args[1])
	if err != nil || !in {
		panic("not found")
	}
	return 1
}

func inHeap(h *Heap, c, x Value) (bool, error) {
	switch h.RefType(c) {
	case SetType:
		hash, err := h.setSearchHash(x)
		if err != nil {
			return false, err
		}
		return h.setHasHash(c, x, hash)
	case ListType:
		i, err := h.listFind(c, x, 0, math.MaxInt)
		return i >= 0, err
	}
	i, err := h.tupleFind(c, x, 0, math.MaxInt)
	return i >= 0, err
}
