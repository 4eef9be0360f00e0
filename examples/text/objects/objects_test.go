package objects_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"example.com/text/objects"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/opgen"
	"github.com/tier2go/tier2/opgen/mem"
	"github.com/tier2go/tier2/routine/routinetest"
)

// forms are the operations that are written once.
var forms = map[string]any{
	"length": objects.Length, "array.new": objects.Array, "array.get": objects.Get, "array.put": objects.Put, "str.concat": objects.Concat, "str.slice": objects.Slice,
	"equal": objects.Equal, "str.compare": objects.Compare, "str.find": objects.Find, "str.hash": objects.Hash,
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

// heap makes a heap that is freed with the test, with its memory.
func heap(t *testing.T) (*objects.Heap, []byte) {
	if !native.Supported() {
		t.Skip("no memory outside of Go's heap on this port")
	}
	data, err := native.NewData(native.DataOptions{Limit: 2 * objects.Size})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { data.Close() })
	at, err := data.Alloc(objects.Size)
	if err != nil {
		t.Fatal(err)
	}
	return objects.New(at), unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), at)), objects.Size)
}

// lengths are those at which an operation changes its way: of words, and of what is too much.
var lengths = []int{0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 255, 256, 257, 1024, 1025, 1300}

// TestForms: Go, the evaluator and machine code do the same, of random operands in a random heap, and say what Go's own
// functions say.
func TestForms(t *testing.T) {
	h, memory := heap(t)
	rng := rand.New(rand.NewPCG(1, 2))
	must := func(r mem.Ref, err error) uint64 {
		if err != nil {
			t.Fatal(err)
		}
		return uint64(r)
	}
	var strs, arrays []uint64
	for _, n := range lengths {
		for range 3 {
			b := []byte(strings.Repeat("ab", n/2+1)[:n])
			if n > 0 {
				b[rng.IntN(n)] = "abc\x00\xff"[rng.IntN(5)]
			}
			strs = append(strs, must(h.String(string(b))), must(h.String(string(b))))
		}
	}
	words := []uint64{0, 1 << 63, math.Float64bits(1.5), 0x7ff8 << 48, uint64(objects.Nil), 0xfffd << 48}
	pick := func(list []uint64) uint64 { return list[rng.IntN(len(list))] }
	any := func() uint64 { return pick([][]uint64{strs, words}[rng.IntN(2)]) }
	for _, n := range []int64{0, 1, 2, 64, 300} {
		a := mem.Ref(must(h.Array(n)))
		for i := range n {
			if err := h.Put(a, i, mem.Ref(any())); err != nil {
				t.Fatal(err)
			}
		}
		arrays = append(arrays, uint64(a))
	}
	number := func() uint64 {
		return uint64([]int64{-1, 0, 1, 2, 7, 8, 63, 64, 65, 255, 256, 300, math.MaxInt64, math.MinInt64, int64(rng.IntN(1400)), int64(rng.IntN(20))}[rng.IntN(16)])
	}
	text := func(x uint64) string { return h.Text(mem.Ref(x)) }
	operands := map[string]func() []uint64{
		"length": func() []uint64 { return []uint64{pick([][]uint64{arrays, strs}[rng.IntN(2)])} }, "array.new": func() []uint64 { return []uint64{number()} },
		"array.get": func() []uint64 { return []uint64{pick(arrays), number()} }, "array.put": func() []uint64 { return []uint64{pick(arrays), number(), any()} },
		"str.concat": func() []uint64 { return []uint64{pick(strs), pick(strs)} }, "equal": func() []uint64 {
			if i := rng.IntN(len(strs)); rng.IntN(2) == 0 { // the same twice
				return []uint64{strs[i], strs[i^1]}
			}
			return []uint64{any(), any()}
		},
		"str.slice": func() []uint64 {
			s := pick(strs)
			lo := number()
			return []uint64{s, lo, lo + uint64(rng.IntN(300)) - 1}
		},
		"str.compare": func() []uint64 { return []uint64{pick(strs), pick(strs)} },
		"str.find": func() []uint64 {
			s, p := pick(strs), pick(strs)
			if k := text(s); rng.IntN(2) == 0 && len(k) > 0 { // a part of it
				lo := rng.IntN(len(k))
				p = must(h.String(k[lo : lo+rng.IntN(min(len(k)-lo, 20)+1)]))
			}
			return []uint64{s, p, []uint64{0, number()}[rng.IntN(2)]}
		},
		"str.hash": func() []uint64 { return []uint64{must(h.String(text(pick(strs))))} },
	}
	oracle := map[string]func(a []uint64) string{
		"str.concat":  func(a []uint64) string { return text(a[0]) + text(a[1]) },
		"str.slice":   func(a []uint64) string { return text(a[0])[a[1]:a[2]] },
		"str.compare": func(a []uint64) string { return fmt.Sprint(strings.Compare(text(a[0]), text(a[1]))) },
		"str.find": func(a []uint64) string {
			s := text(a[0])
			if a[2] > uint64(len(s)) {
				return "-1"
			}
			i := strings.Index(s[a[2]:], text(a[1]))
			if i >= 0 {
				i += int(a[2])
			}
			return fmt.Sprint(i)
		},
	}
	room := [][]byte{memory[:1<<18], memory[objects.Size/2:][:1<<14]}
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
			args := operands[name]()
			got, up := o.SameIn(room, nil, args...)
			if up {
				gaveUp++
				continue
			}
			if want := oracle[name]; want != nil {
				have := fmt.Sprint(int64(got))
				if f.Returns == ir.Ref {
					have = text(got)
				}
				if have != want(args) {
					t.Fatalf("%s of %#x gives %q, want %q", name, args, have, want(args))
				}
			}
		}
		if f.GivesUp == (gaveUp == 0) || gaveUp > 370 {
			t.Errorf("%s has given up %d times of 400", name, gaveUp)
		}
	}
}

// TestFull: a routine gives up where a half of the heap has no room, and then the operation fails.
func TestFull(t *testing.T) {
	h, _ := heap(t)
	s, err := h.String("abc")
	if err != nil {
		t.Fatal(err)
	}
	for n := int64(objects.Size / 16); n >= 0; n /= 2 {
		for err = nil; err == nil; {
			_, err = h.Array(n)
		}
		if n == 0 {
			break
		}
	}
	if _, ok := objects.Array(h.Mem, 0); ok {
		t.Error("an array beyond the heap")
	}
	for err = nil; err == nil; {
		_, err = h.String(strings.Repeat("y", 1<<20))
	}
	for err = nil; err == nil; {
		_, err = h.String("")
	}
	if _, ok := objects.Concat(h.Mem, s, s); ok || err != objects.ErrMemory {
		t.Error("a string beyond its half", err)
	}
	if _, err := h.Slice(s, 0, 3); err != objects.ErrMemory {
		t.Error(err)
	}
}

// TestSlow: the operations for all operands agree with Go's own where a routine gives up.
func TestSlow(t *testing.T) {
	h, _ := heap(t)
	str := func(s string) mem.Ref {
		r, err := h.String(s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	long := strings.Repeat("x", 2000)
	a, b, c := str(long), str(long), str(long[1:]+"yz")
	if !h.Equal(a, b) || h.Equal(a, c) || h.Compare(a, c) != -1 || h.Compare(c, a) != 1 || h.Compare(a, b) != 0 || h.Hash(a) != h.Hash(b) || h.Hash(a) == h.Hash(c) {
		t.Error("long strings are compared wrongly")
	}
	if i := h.Find(c, str("yz"), 3); i != 1999 || h.Find(c, str("zy"), 0) != -1 || h.Find(str("y"), c, 0) != -1 {
		t.Error(i)
	}
	if r, err := h.Concat(a, c); err != nil || h.Text(r) != long+long[1:]+"yz" {
		t.Error(err)
	}
	if r, err := h.Slice(c, 1500, 2001); err != nil || h.Text(r) != long[:499]+"yz" {
		t.Error(err)
	}
	if _, err := h.Slice(c, 3, 2); err == nil {
		t.Error("a slice ends ahead of where it begins")
	}
	if _, err := h.Array(-1); err == nil {
		t.Error("an array has fewer than no elements")
	}
	if _, err := h.Array(objects.Size); err != objects.ErrMemory {
		t.Error(err)
	}
}
