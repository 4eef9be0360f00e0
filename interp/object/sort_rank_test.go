package object

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// rankedMakers make keys that have ranks, many of them equal.
var rankedMakers = []struct {
	name string
	make func(h *Heap, r *rand.Rand) Value
}{
	{"int", func(h *Heap, r *rand.Rand) Value { return SmallInt(r.Int64N(100) - 50) }},
	{"float", func(h *Heap, r *rand.Rand) Value { return rankedFloat(r) }},
	{"number", func(h *Heap, r *rand.Rand) Value {
		if r.IntN(2) == 0 {
			return SmallInt(r.Int64N(9) - 4)
		}
		return rankedFloat(r)
	}},
	{"latin", func(h *Heap, r *rand.Rand) Value { return h.NewStr("common " + rankedText(r, "ab\x00é")) }},
	{"str", func(h *Heap, r *rand.Rand) Value { return h.NewStr(rankedText(r, "aé€😀")) }},
	{"tuple", func(h *Heap, r *rand.Rand) Value {
		return h.NewTuple(SmallInt(7), h.NewStr(rankedText(r, "ab")), rankedFloat(r))
	}},
	{"tuple of lengths", func(h *Heap, r *rand.Rand) Value {
		return h.NewTuple([]Value{SmallInt(1), SmallInt(r.Int64N(3)), SmallInt(r.Int64N(3))}[:1+r.IntN(3)]...)
	}},
	{"list", func(h *Heap, r *rand.Rand) Value { return h.NewList(SmallInt(r.Int64N(5)), rankedFloat(r)) }},
}

func rankedFloat(r *rand.Rand) Value {
	return FloatValue([]float64{0, math.Copysign(0, -1), 1, 2.5, -3, math.Inf(1), math.Inf(-1), 4}[r.IntN(8)])
}

// rankedText returns up to 20 of some letters, mostly the first.
func rankedText(r *rand.Rand, letters string) string {
	runes := []rune(letters)
	var b strings.Builder
	for range r.IntN(21) {
		b.WriteRune(runes[r.IntN(len(runes))*r.IntN(2)])
	}
	return b.String()
}

// Sorting by ranks orders as comparing does, and leaves equal elements in their order, whether they are keys or have keys.
func TestRankedSort(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, m := range rankedMakers {
		h, ranked := newGuest(t, Options{}), 0
		for range 200 {
			mark := h.Mark()
			h.ranks = rankRoom{}
			n := minRanked + r.IntN(100)
			list, keys := h.NewList(), make([]Value, n)
			h.Push(list)
			for i := range keys {
				keys[i] = m.make(h, r)
				h.ListAppend(list, keys[i])
			}
			reverse := r.IntN(2) == 0
			want := make([]int, n)
			for i := range want {
				want[i] = i
			}
			slices.SortStableFunc(want, func(a, b int) int {
				if reverse {
					a, b = b, a
				}
				for i, o := range [...][2]int{{a, b}, {b, a}} {
					if less, err := h.CompareBool(LT, keys[o[0]], keys[o[1]]); err != nil {
						t.Fatal(err)
					} else if less {
						return 2*i - 1
					}
				}
				return 0
			})
			places := h.NewList()
			h.Push(places)
			for i := range n {
				h.ListAppend(places, SmallInt(int64(i)))
			}
			of := h.NewBuiltin(&Builtin{Name: "of", Arity: O, Fn: func(_ *Heap, _ Value, a []Value) (Value, error) { return keys[a[0].Small()], nil }}, Null)
			h.Push(of)
			if err := h.Sort(places, of, reverse); err != nil {
				t.Fatal(err)
			}
			if err := h.Sort(list, None, reverse); err != nil {
				t.Fatal(err)
			}
			for i, at := range want {
				if got := h.ListItem(places, i); got != SmallInt(int64(at)) {
					t.Fatalf("%s: element %d of %d by a key is %d, not %d", m.name, i, n, got.Small(), at)
				}
				if got := h.ListItem(list, i); got != keys[at] {
					t.Fatalf("%s: element %d of %d is %s, not %s", m.name, i, n, inRepr(t, h, got), inRepr(t, h, keys[at]))
				}
			}
			if h.ranks.ranks != nil {
				ranked++
			}
			h.Release(mark)
		}
		if ranked < 150 {
			t.Errorf("%s: %d of 200 lists were sorted by ranks", m.name, ranked)
		}
	}
}

// inRepr is v's repr.
func inRepr(t *testing.T, h *Heap, v Value) string {
	r, err := h.Repr(v)
	if err != nil {
		t.Fatal(err)
	}
	return h.GoString(r)
}

// Keys whose order is none, or whose comparison may raise, have no ranks.
func TestUnranked(t *testing.T) {
	h := newGuest(t, Options{})
	nan := FloatValue(math.NaN())
	for i, odd := range []Value{nan, None, h.NewTuple(nan), h.NewTuple(h.NewTuple(SmallInt(1))), h.NewTuple(h.NewStr("a")), h.NewList(SmallInt(1), None)} {
		keys := make([]Value, 2*minRanked)
		for k := range keys {
			keys[k] = SmallInt(int64(k * 7 % 12))
			if i >= 2 {
				keys[k] = h.NewTuple(keys[k])
			}
			if i >= 5 {
				keys[k] = h.NewList(SmallInt(int64(k*7%12)), SmallInt(1))
			}
		}
		keys[5] = odd
		s := sorter{h: h, n: len(keys), keys: keys}
		if s.kind = s.commonKind(); s.sortRanked() {
			t.Errorf("keys with %s have ranks", inRepr(t, h, odd))
		}
	}
}
