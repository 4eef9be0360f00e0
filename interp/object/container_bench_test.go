package object

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func benchKeys(h *Heap, kind string, n int) []Value {
	l := h.NewList()
	h.Push(l)
	for i := range n {
		switch kind {
		case "int":
			h.ListAppend(l, SmallInt(int64(i)*7))
		case "str":
			h.ListAppend(l, h.Intern(fmt.Sprintf("name%d", i)))
		case "newstr": // equal to the interned ones, but other objects
			h.ListAppend(l, h.NewStr(fmt.Sprintf("name%d", i)))
		case "tuple":
			h.ListAppend(l, h.NewTuple(SmallInt(int64(i)), SmallInt(int64(i+1))))
		case "nested": // tuples in tuples
			pair := h.NewTuple(SmallInt(int64(i)), SmallInt(int64(i+1)), FloatValue(0.5), h.Intern("a"))
			mark := h.Mark()
			h.Push(pair)
			h.ListAppend(l, h.NewTuple(pair, SmallInt(1), h.NewTuple(pair, pair)))
			h.Release(mark)
		}
	}
	keys := append([]Value(nil), h.ListItems(l)...)
	for _, k := range keys {
		if h.Is(k, StrType) {
			h.strHash(k)
		}
	}
	return keys
}

func BenchmarkDictGet(b *testing.B) {
	for _, kind := range []string{"int", "str", "newstr", "tuple", "nested"} {
		for _, n := range []int{8, 1000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", kind, n), func(b *testing.B) {
				h := newGuest(b, Options{Limit: 256 << 20})
				d := h.NewDict()
				h.Push(d)
				stored := kind
				if kind == "newstr" {
					stored = "str"
				}
				for i, k := range benchKeys(h, stored, n) {
					if err := h.DictSet(d, k, SmallInt(int64(i))); err != nil {
						b.Fatal(err)
					}
				}
				keys := benchKeys(h, kind, n)
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					if v, _ := h.DictGet(d, keys[i]); v == Null {
						b.Fatal("absent")
					}
					if i++; i == n {
						i = 0
					}
				}
			})
		}
	}
}

func BenchmarkDictGetStr(b *testing.B) {
	h := newGuest(b, Options{Limit: 256 << 20})
	d := h.NewDict()
	h.Push(d)
	keys := benchKeys(h, "str", 50)
	for _, k := range keys {
		h.DictSetStr(d, k, None)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if h.DictGetStr(d, keys[i]) == Null {
			b.Fatal("absent")
		}
		if i++; i == len(keys) {
			i = 0
		}
	}
}

// BenchmarkDictBuild stores n keys in a new dict; the figure is for one key.
func BenchmarkDictBuild(b *testing.B) {
	for _, kind := range []string{"int", "str"} {
		for _, n := range []int{5, 1000} {
			b.Run(fmt.Sprintf("%s/%d", kind, n), func(b *testing.B) {
				h := newGuest(b, Options{Limit: 256 << 20})
				keys := benchKeys(h, kind, n)
				b.ReportAllocs()
				d, i := h.NewDict(), 0
				for b.Loop() {
					if err := h.DictSet(d, keys[i], None); err != nil {
						b.Fatal(err)
					}
					if i++; i == n {
						d, i = h.NewDict(), 0
					}
				}
			})
		}
	}
}

func BenchmarkDictSetExisting(b *testing.B) {
	for _, kind := range []string{"int", "str"} {
		b.Run(kind, func(b *testing.B) {
			h := newGuest(b, Options{Limit: 256 << 20})
			keys := benchKeys(h, kind, 1000)
			d := h.NewDict()
			h.Push(d)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if err := h.DictSet(d, keys[i], keys[i]); err != nil {
					b.Fatal(err)
				}
				if i++; i == len(keys) {
					i = 0
				}
			}
		})
	}
}

func BenchmarkDictItemsIter(b *testing.B) {
	h := newGuest(b, Options{Limit: 256 << 20})
	d := h.NewDict()
	h.Push(d)
	for _, k := range benchKeys(h, "int", 1000) {
		_ = h.DictSet(d, k, None)
	}
	b.ReportAllocs()
	it := h.dictIter(d, DictItemIterType)
	for b.Loop() {
		x, err := dictItemIterNext(h, it)
		if err != nil {
			b.Fatal(err)
		}
		if x == Null {
			it = h.dictIter(d, DictItemIterType)
		}
	}
}

func BenchmarkSetAdd(b *testing.B) {
	for _, n := range []int{8, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			h := newGuest(b, Options{Limit: 256 << 20})
			keys := benchKeys(h, "int", n)
			b.ReportAllocs()
			s, i := h.NewSet(), 0
			for b.Loop() {
				if err := h.SetAdd(s, keys[i]); err != nil {
					b.Fatal(err)
				}
				if i++; i == n {
					s, i = h.NewSet(), 0
				}
			}
		})
	}
}

func BenchmarkSetContains(b *testing.B) {
	for _, kind := range []string{"int", "str"} {
		b.Run(kind, func(b *testing.B) {
			h := newGuest(b, Options{Limit: 256 << 20})
			keys := benchKeys(h, kind, 1000)
			s := h.NewSet()
			h.Push(s)
			for _, k := range keys[:500] {
				_ = h.SetAdd(s, k)
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if has, _ := h.SetContains(s, keys[i]); has != (i < 500) {
					b.Fatal("wrong")
				}
				if i++; i == len(keys) {
					i = 0
				}
			}
		})
	}
}

func BenchmarkListAppend(b *testing.B) {
	h := newGuest(b, Options{Limit: 256 << 20})
	b.ReportAllocs()
	l, i := h.NewList(), 0
	for b.Loop() {
		h.ListAppend(l, None)
		if i++; i == 1000 {
			l, i = h.NewList(), 0
		}
	}
}

func BenchmarkListGetItem(b *testing.B) {
	h := newGuest(b, Options{Limit: 256 << 20})
	l := h.NewList(benchKeys(h, "int", 1000)...)
	b.ReportAllocs()
	i := int64(0)
	for b.Loop() {
		if _, err := h.GetItem(l, SmallInt(i%1000)); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

func BenchmarkListContains(b *testing.B) {
	h := newGuest(b, Options{Limit: 256 << 20})
	l := h.NewList(benchKeys(h, "int", 100)...)
	b.ReportAllocs()
	for b.Loop() {
		if has, _ := listContains(h, l, SmallInt(-1)); has {
			b.Fatal("found")
		}
	}
}

func BenchmarkListSlice(b *testing.B) {
	h := newGuest(b, Options{Limit: 256 << 20})
	l := h.NewList(benchKeys(h, "int", 100)...)
	b.ReportAllocs()
	for b.Loop() {
		h.listSlice(l, 10, 30, 1)
	}
}

func BenchmarkListIter(b *testing.B) {
	h := newGuest(b, Options{Limit: 256 << 20})
	l := h.NewList(benchKeys(h, "int", 1000)...)
	b.ReportAllocs()
	it, _ := h.Iter(l)
	for b.Loop() {
		if x, _ := h.Next(it); x == Null {
			it, _ = h.Iter(l)
		}
	}
}

func BenchmarkRangeIter(b *testing.B) {
	h := newGuest(b, Options{Limit: 256 << 20})
	b.ReportAllocs()
	it := h.NewRangeIter(0, 1, 1<<40)
	for b.Loop() {
		if x, _ := h.Next(it); x == Null {
			b.Fatal("end")
		}
	}
}

func BenchmarkEnumerateZip(b *testing.B) {
	h := newGuest(b, Options{Limit: 256 << 20})
	b.ReportAllocs()
	z, err := h.Zip([]Value{h.NewRangeIter(0, 1, 1<<40), h.NewRangeIter(0, 1, 1<<40)}, false)
	if err != nil {
		b.Fatal(err)
	}
	e, err := h.Enumerate(z, Null)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if x, _ := h.Next(e); x == Null {
			b.Fatal("end")
		}
	}
}

func BenchmarkTupleCompare(b *testing.B) {
	h := newGuest(b, Options{Limit: 256 << 20})
	x := h.NewTuple(SmallInt(1), h.NewStr("abc"), SmallInt(3))
	y := h.NewTuple(SmallInt(1), h.NewStr("abc"), SmallInt(4))
	b.ReportAllocs()
	for b.Loop() {
		if less, _ := h.CompareBool(LT, x, y); !less {
			b.Fatal("wrong")
		}
	}
}

func BenchmarkReprList(b *testing.B) {
	h := newGuest(b, Options{Limit: 256 << 20})
	l := h.NewList(benchKeys(h, "int", 1000)...)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Repr(l); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSort sorts 10,000 elements.
func BenchmarkSort(b *testing.B) {
	const n = 10_000
	rng := rand.New(rand.NewPCG(1, 2))
	makers := []struct {
		name string
		make func(h *Heap, i int) Value
	}{
		{"int/random", func(h *Heap, i int) Value { return SmallInt(rng.Int64N(1 << 40)) }},
		{"int/sorted", func(h *Heap, i int) Value { return SmallInt(int64(i)) }},
		{"float/random", func(h *Heap, i int) Value { return FloatValue(rng.Float64()) }},
		{"str/random", func(h *Heap, i int) Value { return h.NewStr(fmt.Sprintf("key %d", rng.IntN(1<<30))) }},
		{"tuple/random", func(h *Heap, i int) Value { return h.NewTuple(SmallInt(rng.Int64N(1000)), SmallInt(int64(i))) }},
		{"mixed/random", func(h *Heap, i int) Value {
			if i%2 == 0 {
				return FloatValue(rng.Float64() * 1e6)
			}
			return SmallInt(rng.Int64N(1e6))
		}},
	}
	for _, m := range makers {
		for _, key := range []bool{false, true} {
			name := m.name
			if key {
				name += "/key"
			}
			b.Run(name, func(b *testing.B) {
				h := newGuest(b, Options{Limit: 256 << 20})
				src := h.NewList()
				h.Push(src)
				for i := range n {
					h.ListAppend(src, m.make(h, i))
				}
				f := None
				if key {
					f = h.NewBuiltin(&Builtin{Name: "key", Arity: O, Fn: func(_ *Heap, _ Value, args []Value) (Value, error) {
						return args[0], nil
					}}, Null)
					h.Push(f)
				}
				l := h.NewList()
				h.Push(l)
				b.ReportAllocs()
				for b.Loop() {
					h.ListClear(l)
					h.listExtendSequence(l, src)
					if err := h.Sort(l, f, false); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
