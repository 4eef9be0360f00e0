package object

import (
	"math"
	"runtime"
	"testing"

	"github.com/tier2go/tier2/interp/heap"
)

func newHeap(t testing.TB, o Options) *Heap {
	t.Helper()
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func TestValueKinds(t *testing.T) {
	for _, i := range []int64{0, 1, -1, MaxSmall, MinSmall, MaxSmall - 1, MinSmall + 1, 12345, -98765} {
		v := SmallInt(i)
		if !FitsSmall(i) || !v.IsSmall() || v.IsFloat() || v.IsRef() || v.Small() != i {
			t.Errorf("int %d: %#x", i, uint64(v))
		}
	}
	for _, i := range []int64{MaxSmall + 1, MinSmall - 1, math.MaxInt64, math.MinInt64} {
		if FitsSmall(i) {
			t.Errorf("%d fits", i)
		}
	}
	negNaN := math.Float64frombits(0xFFF8_0000_0000_0001)
	for _, f := range []float64{0, math.Copysign(0, -1), 1.5, math.Inf(1), math.Inf(-1), math.NaN(), negNaN, -math.MaxFloat64, 5e-324} {
		v := FloatValue(f)
		if !v.IsFloat() || v.IsSmall() || v.IsRef() {
			t.Errorf("float %g: %#x", f, uint64(v))
		}
		if f == f && math.Float64bits(v.Float()) != math.Float64bits(f) || f != f && v != CanonNaN {
			t.Errorf("float %g came back as %g", f, v.Float())
		}
	}
	for _, v := range []Value{Null, None, True, False, Ellipsis, NotImplemented} {
		if !v.IsRef() || v.IsSmall() || v.IsFloat() {
			t.Errorf("static %#x", uint64(v))
		}
	}
}

// outOfMemory runs f and returns the heap.OutOfMemory it panicked with, if any.
func outOfMemory(f func()) (oom heap.OutOfMemory) {
	defer func() { oom, _ = recover().(heap.OutOfMemory) }()
	f()
	return oom
}

func TestLimit(t *testing.T) {
	h := newHeap(t, Options{Limit: 4 << 20})
	l := h.NewList()
	oom := outOfMemory(func() {
		for {
			h.ListAppend(l, h.NewStr("0123456789012345678901234567890123456789"))
		}
	})
	if oom.Size == 0 || h.UsedBytes() > 4<<20 {
		t.Errorf("%v with %d bytes in use", oom, h.UsedBytes())
	}
	// It works again once memory is freed.
	h.SetWord(l, OffListLen, 0)
	h.SetField(l, OffListItems, Null)
	h.NewStr(string(make([]byte, 1<<20)))

	if oom := outOfMemory(func() { h.newArray(1 << 50) }); oom.Size < 1<<53 {
		t.Errorf("an array of 2^50: %v", oom)
	}
}

// TestMemoryError: there is room for a MemoryError when memory has run out, and one that
// was made before when there is none for that either.
func TestMemoryError(t *testing.T) {
	h := newHeap(t, Options{Limit: 4 << 20})
	l := h.NewList()
	fill := func() {
		for {
			h.ListAppend(l, h.NewTuple(make([]Value, 500)...))
		}
	}
	if oom := outOfMemory(fill); oom.Size == 0 {
		t.Fatal("memory does not run out")
	}
	if err := h.RaiseMemoryError(); err == nil {
		t.Error("no exception")
	}
	for n := range 6 {
		m := h.Mark()
		if oom := outOfMemory(func() { h.Push(h.NewTuple(make([]Value, 10<<n)...)) }); oom.Size != 0 {
			t.Errorf("%v for a tuple of %d", oom, 10<<n)
		}
		h.Release(m)
	}
	outOfMemory(fill)
	last := Null
	for range 2000 { // each is kept, until there is no room for exceptions either
		if last = h.memoryErrorNow(t); last == h.lastResort {
			break
		}
		h.Push(last)
	}
	h.SetField(h.lastResort, OffExcTraceback, None)
	if last = h.memoryErrorNow(t); h.Field(last, OffExcTraceback) != Null {
		t.Error("a second use of the last resort has the traceback of the first")
	}
	if last != h.lastResort {
		t.Error("there is always room for one more exception")
	}
	h.Release(0)
	h.SetWord(l, OffListLen, 0)
	h.SetField(l, OffListItems, Null)
	h.Collect()
	outOfMemory(fill)
	if last = h.memoryErrorNow(t); last == h.lastResort {
		t.Error("nothing is kept back again")
	}
}

// memoryErrorNow is the value of a MemoryError raised now.
func (h *Heap) memoryErrorNow(t *testing.T) Value {
	r, ok := h.RaiseMemoryError().(*Raised)
	if !ok || !h.IsInstance(r.Exc, MemoryErrorType) {
		t.Fatalf("raised %v", r)
	}
	return r.Exc
}

func TestStrKinds(t *testing.T) {
	h := newHeap(t, Options{Limit: 8 << 20})
	for _, s := range []string{"", "a", "é", "plain ascii", "latin é ÿ", "greek αβγ", "astral 🐍 é α", "lone \xed\xa0\x80 surrogate", "\x00nul"} {
		v := h.NewStr(s)
		if got := h.GoString(v); got != s {
			t.Errorf("%q came back as %q", s, got)
		}
		w := h.NewStrRunes(h.StrRunes(v))
		if !h.StrEqual(v, w) || h.strHash(v) != h.strHash(w) {
			t.Errorf("%q: runes do not make the same str", s)
		}
		for i, r := range h.StrRunes(v) {
			if h.StrAt(v, i) != r {
				t.Errorf("%q[%d]", s, i)
			}
		}
	}
	if h.StrKind(h.NewStr("aÿ")) != 1 || h.StrKind(h.NewStr("aĀ")) != 2 || h.StrKind(h.NewStr("a🐍")) != 4 {
		t.Error("kinds")
	}
	if h.Intern("name") != h.InternValue(h.NewStr("name")) {
		t.Error("two interned str with one content")
	}
}

// The expected hashes are CPython 3.14's under PYTHONHASHSEED=0 and =42.
func TestHashes(t *testing.T) {
	for _, c := range []struct {
		seed uint32
		s    string
		want int64
	}{
		{0, "", 0},
		{0, "a", 4644417185603328019},
		{0, "hello world", -5642461784034726774},
		{0, "é", 6047309291227476195},
		{0, "αβγ", -8649766505409503091},
		{0, "🐍x", -400280203169259654},
		{0, "0123456789abcdef", 2108444454683020324},
		{42, "", 0},
		{42, "a", -123207753977932514},
		{42, "hello world", -3893157060480277979},
		{42, "é", 5653850369683463245},
		{42, "αβγ", -5011839480190525792},
		{42, "🐍x", 7968891748020622102},
		{42, "0123456789abcdef", -340665684943043982},
	} {
		h := newHeap(t, Options{Limit: 1 << 20, HashSeed: c.seed})
		if got := h.strHash(h.NewStr(c.s)); got != c.want {
			t.Errorf("seed %d: hash(%q) = %d, want %d", c.seed, c.s, got, c.want)
		}
	}
}

func BenchmarkAllocTuple2(b *testing.B) {
	h := newHeap(b, Options{Limit: 256 << 20})
	b.ReportAllocs()
	for b.Loop() {
		h.newTuple(2)
	}
}

func BenchmarkCollect(b *testing.B) {
	h := newHeap(b, Options{Limit: 256 << 20})
	l := h.NewList()
	for range 100_000 {
		h.ListAppend(l, h.NewTuple(SmallInt(1), h.NewStr("x y")))
	}
	b.ReportAllocs()
	for b.Loop() {
		h.Collect()
	}
	runtime.KeepAlive(l)
}
