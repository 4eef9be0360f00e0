package objects_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"example.com/lox/objects"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/opgen"
	"github.com/tier2go/tier2/opgen/mem"
	"github.com/tier2go/tier2/routine/routinetest"
)

// forms are the operations that are written once.
var forms = map[string]any{
	"array.at": objects.At, "array.put": objects.Put, "array.find": objects.Find,
	"length": objects.Length, "equal": objects.Equal, "str.starts": objects.Starts,
}

// TestGenerated: the routines are what go generate makes of the Go functions.
func TestGenerated(t *testing.T) {
	list, err := opgen.Load(".", ".")
	if err != nil {
		t.Fatal(err)
	}
	if err := opgen.Check("routines", list); err != nil {
		t.Error(err)
	}
	if len(list) != len(forms) {
		t.Errorf("%d routines, and %d of them are tested", len(list), len(forms))
	}
}

// TestForms: Go, the evaluator and machine code do the same, of random operands.
func TestForms(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	data, err := native.NewData(native.DataOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	at, err := data.Alloc(objects.Size)
	if err != nil {
		t.Fatal(err)
	}
	h := objects.New(at)
	rng := rand.New(rand.NewPCG(1, 2))
	must := func(r mem.Ref, err error) uint64 {
		if err != nil {
			t.Fatal(err)
		}
		return uint64(r)
	}
	var strs, arrays, others []uint64
	text := strings.Repeat("abcdefgh", 40)
	for _, n := range []int{0, 1, 7, 8, 9, 16, 255, 256, 257} {
		strs = append(strs, must(h.String(text[:n])), must(h.String(text[:n])), must(h.String(text[:max(n-1, 0)]+"x"[:min(n, 1)])))
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1, 2, 7, 8, 1023, 1024, 0.5, -1, 1 << 31, 1 << 40, math.Inf(1), 1e-300} {
		others = append(others, math.Float64bits(x))
	}
	others = append(others, 0x7ff8<<48, 0xfffc<<48, 0xfffc<<48+2, 0xfffd<<48)
	any := func() uint64 {
		list := [][]uint64{strs, others}[rng.IntN(2)]
		return list[rng.IntN(len(list))]
	}
	for _, n := range []uint64{0, 1, 2, 8, 1023, 1024, 1025} {
		r := mem.Ref(must(h.Array(n, 0)))
		for i := range n {
			if err := h.Put(r, mem.Ref(math.Float64bits(float64(i))), mem.Ref(any())); err != nil {
				t.Fatal(err)
			}
		}
		arrays = append(arrays, uint64(r))
	}
	pick := func(list []uint64) uint64 { return list[rng.IntN(len(list))] }
	operands := map[string]func() []uint64{
		"array.at":   func() []uint64 { return []uint64{pick(arrays), pick(others)} },
		"array.put":  func() []uint64 { return []uint64{pick(arrays), pick(others), any()} },
		"array.find": func() []uint64 { return []uint64{pick(arrays), any()} },
		"length":     func() []uint64 { return []uint64{pick([][]uint64{arrays, strs}[rng.IntN(2)])} },
		"equal":      func() []uint64 { return []uint64{any(), any()} },
		"str.starts": func() []uint64 { return []uint64{pick(strs), pick(strs)} },
	}
	area := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), at+objects.Size/2)), 40_000) // the arrays
	for name, fn := range forms {
		file, err := objects.Routine(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := irtext.Parse(name, file, ir.CoreOps, nil, irtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := routinetest.New(t, uint64(h.Mem.Base)).Forms(f, fn)
		gaveUp := 0
		for range 400 {
			if _, up := o.Same([][]byte{area}, operands[name]()...); up {
				gaveUp++
			}
		}
		if f.GivesUp == (gaveUp == 0) || gaveUp > 350 {
			t.Errorf("%s has given up %d times of 400", name, gaveUp)
		}
	}
}

// TestSlow: the operations for all operands agree with Go's own.
func TestSlow(t *testing.T) {
	if !native.Supported() {
		t.Skip("no memory outside of Go's heap on this port")
	}
	data, err := native.NewData(native.DataOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	at, err := data.Alloc(objects.Size)
	if err != nil {
		t.Fatal(err)
	}
	h := objects.New(at)
	long := strings.Repeat("x", 1000)
	a, err1 := h.String(long)
	b, err2 := h.String(long)
	c, err3 := h.String(long[1:])
	list, err4 := h.Array(2000, 0)
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
		t.Fatal(err1, err2, err3, err4)
	}
	if !h.Equal(a, b) || h.Equal(a, c) || !h.Starts(a, c) || h.Starts(c, a) || h.Text(c) != long[1:] {
		t.Error("long strings are compared wrongly")
	}
	index := func(x float64) mem.Ref { return mem.Ref(math.Float64bits(x)) }
	if err := h.Put(list, index(1999), a); err != nil || h.Find(list, b) != 1999 || h.Find(list, c) != -1 {
		t.Errorf("%v; %d, %d", err, h.Find(list, b), h.Find(list, c))
	}
	if x, err := h.At(list, index(math.Copysign(0, -1))); x != 0 || err != nil {
		t.Errorf("element −0 is %#x, %v", x, err)
	}
	for _, i := range []mem.Ref{index(2000), index(-1), index(0.5), index(math.NaN()), 0xfffc << 48} {
		if _, err := h.At(list, i); err == nil || h.Put(list, i, 0) == nil {
			t.Errorf("an array has an element %#x", i)
		}
	}
	if _, err := h.Array(objects.Size, 0); err == nil {
		t.Error("an array larger than the heap is made")
	}
	for err = nil; err == nil; _, err = h.String(strings.Repeat("y", 1<<20)) {
	}
}
