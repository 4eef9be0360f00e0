package object

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/opgen"
	"github.com/tier2go/tier2/opgen/mem"
	"github.com/tier2go/tier2/routine/routinetest"
)

const routineDir = "../pyguest/routines"

// writtenOnce are the operations that are written once, by the names of their routines: the Go
// function, and what its operands are.
var writtenOnce = map[string]struct {
	fn       any
	operands []func(r *randomValues) Value
	// general is what the heap does where the operation gives up, by which its answers are
	// checked; nil: the snippets do.
	general func(h *Heap, args []Value) (uint64, error)
}{
	"set.contains":   {setHas, []func(*randomValues) Value{(*randomValues).set, (*randomValues).item}, inGeneral},
	"list.contains":  {listHas, []func(*randomValues) Value{(*randomValues).list, (*randomValues).item}, inGeneral},
	"tuple.contains": {tupleHas, []func(*randomValues) Value{(*randomValues).tuple, (*randomValues).item}, inGeneral},
	"equal":          {equalTo, []func(*randomValues) Value{(*randomValues).comparable, (*randomValues).comparable}, equalGeneral},
	"str.startswith": {strStarts, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, nil},
	"str.endswith":   {strEnds, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, nil},
	"str.find":       {strFindChar, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, nil},
	"slice":          {sliceOf, []func(*randomValues) Value{(*randomValues).sliced, (*randomValues).bound, (*randomValues).bound}, nil},
	"slice.reversed": {reversedSliceOf, []func(*randomValues) Value{(*randomValues).sliced, (*randomValues).bound, (*randomValues).bound}, nil},
	"slice.assign":   {assignSlice, []func(*randomValues) Value{(*randomValues).short, (*randomValues).bound, (*randomValues).bound, (*randomValues).short}, nil},
	"contains":       {has, []func(*randomValues) Value{(*randomValues).any, (*randomValues).item}, nil},
}

// inGeneral is x in c by comparing each element.
func inGeneral(h *Heap, args []Value) (uint64, error) {
	items := []Value(nil)
	switch c := args[0]; {
	case h.isAnySet(c):
		for _, e := range h.setEntries(c) {
			if e.key != Null {
				items = append(items, e.key)
			}
		}
	default:
		items = h.sequenceItems(c)
	}
	for _, e := range items {
		if same, err := h.Same(e, args[1]); err != nil || same {
			return 1, err
		}
	}
	return 0, nil
}

// equalGeneral is a == b.
func equalGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := h.Compare(EQ, args[0], args[1])
	if v == True {
		return 1, err
	}
	return 0, err
}

// TestRoutinesGenerated: the files are what cmd/opgen makes of this package, and each has its
// line in writtenOnce.
func TestRoutinesGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	list, err := opgen.Load(".", ".")
	if err != nil {
		t.Fatal(err)
	}
	if err := opgen.Check(routineDir, list); err != nil {
		t.Errorf("%v\ngo generate ./interp/object makes them anew", err)
	}
}

// TestRoutines: Go, the evaluator and machine code do the same for random operands, and what they
// say is what comparing in the general way says.
func TestRoutines(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(routineDir, "*.ir"))
	if err != nil || len(files) != len(writtenOnce) {
		t.Fatalf("%d files for %d operations (%v)", len(files), len(writtenOnce), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ir")
		op, ok := writtenOnce[name]
		if !ok {
			t.Errorf("%s has no line in writtenOnce", name)
			continue
		}
		h := newHeap(t, Options{})
		first := h.NewTuple(None)
		f := parseRoutine(t, file)
		forms := routinetest.New(t, h.MemBase()).Forms(f, op.fn)
		rounds, writes := 1000, stores(f)
		if writes { // all that it may write is compared each time
			rounds = 200
		}
		r := &randomValues{h: h, rng: rand.New(rand.NewPCG(7, 8))}
		did := map[bool]int{}
		for range rounds {
			var args []Value
			var words []uint64
			for _, make := range op.operands {
				v := make(r)
				args, words = append(args, v), append(words, uint64(v))
			}
			var areas [][]byte
			if writes {
				areas = plainMemory(h, first)
			}
			got, gaveUp := forms.Same(areas, words...)
			did[gaveUp]++
			if gaveUp || op.general == nil {
				continue
			}
			if want, err := op.general(h, args); err != nil || got != want {
				t.Fatalf("%s of %#x is %#x, in the general way %#x (%v)", name, words, got, want, err)
			}
		}
		if did[false] < rounds/10 || did[true] < rounds/50 {
			t.Errorf("%s has given up %d times of %d", name, did[true], rounds)
		}
	}
}

func stores(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if v.Op == ir.OpStore || v.Op == ir.OpStoreX {
				return true
			}
		}
	}
	return false
}

// plainMemory is what an operation may write: the windows, and objects of kindPlain from one on.
func plainMemory(h *Heap, first Value) [][]byte {
	const classes = 26
	at := func(v Value) *byte { return (*byte)(unsafe.Add(nil, uintptr(h.MemBase()+uint64(v)))) }
	windows := unsafe.Slice((*[2]Value)(unsafe.Pointer(at(plainWindows))), classes)
	end := first
	for _, w := range windows {
		end = max(end, w[1])
	}
	return [][]byte{unsafe.Slice(at(plainWindows), windowSize*classes), unsafe.Slice(at(first), end-first)}
}

// TestSizeClasses: sizeClass says what the heap says.
func TestSizeClasses(t *testing.T) {
	h := newHeap(t, Options{})
	for units := uint64(1); units <= 128; units++ {
		window, slot, ok := h.Window(uintptr(16 * units))
		class, size := sizeClass(units)
		if !ok || window != Value(plainWindows+windowSize*class) || uint64(slot) != size {
			t.Errorf("%d bytes: class %d of %d bytes; the heap: window %#x of %d bytes", 16*units, class, size, uint64(window), slot)
		}
	}
	if units := (8*mostSliced + OffArrayItems + 15) >> 4; units > 128 {
		t.Errorf("an array of %d elements has no window", mostSliced)
	}
}

func parseRoutine(t testing.TB, file string) *ir.Func {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := irtext.Parse(file, text, ir.CoreOps, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// randomValues makes values of all kinds, with the lengths at which operations change their ways.
type randomValues struct {
	h   *Heap
	rng *rand.Rand
}

var lengths = []int{0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, mostItems - 1, mostItems, mostItems + 1, mostBytes - 1, mostBytes, mostBytes + 1}

// item returns an int, str, None or, seldom, something else. Few differ, so that they are equal
// often, and many are equal and not the same.
func (r *randomValues) item() Value {
	switch n := r.rng.IntN(20); {
	case n < 8:
		return []Value{SmallInt(0), SmallInt(1), SmallInt(-1), SmallInt(-2), SmallInt(MaxSmall), SmallInt(MinSmall), SmallInt(int64(r.rng.IntN(200)))}[r.rng.IntN(7)]
	case n < 16:
		return r.str()
	case n < 18:
		return None
	}
	return []Value{True, False, FloatValue(1), FloatValue(0), Ellipsis, r.h.NewTuple(SmallInt(1)), r.h.NewStr("\x00")}[r.rng.IntN(7)]
}

// str returns a str of one, two or four bytes a code point that differs from others of its
// length in one place at most. Its hash is known mostly.
func (r *randomValues) str() Value {
	n := lengths[r.rng.IntN(len(lengths))]
	if r.rng.IntN(2) == 0 {
		n = r.rng.IntN(4)
	}
	text := []rune(strings.Repeat("a", n))
	if n > 0 && r.rng.IntN(3) == 0 {
		text[[]int{0, n / 2, n - 1}[r.rng.IntN(3)]] = []rune{'b', 'é', 'ω', '𝄞'}[r.rng.IntN(4)]
	}
	v := r.h.NewStr(string(text))
	if r.rng.IntN(4) > 0 {
		_, _ = r.h.Hash(v) // strs have one
	}
	return v
}

func (r *randomValues) items() []Value {
	n := lengths[r.rng.IntN(len(lengths))]
	if r.rng.IntN(2) == 0 {
		n = r.rng.IntN(6)
	}
	list := make([]Value, n)
	ints := r.rng.IntN(2) == 0
	for i := range list {
		if list[i] = r.item(); ints {
			list[i] = SmallInt(int64(r.rng.IntN(200)))
		}
	}
	return list
}

func (r *randomValues) list() Value { return r.h.NewList(r.items()...) }

func (r *randomValues) tuple() Value { return r.h.NewTuple(r.items()...) }

// set returns a set that elements have been removed from.
func (r *randomValues) set() Value {
	s := r.h.NewSet()
	items := r.items()
	for _, x := range items {
		if err := r.h.SetAdd(s, x); err != nil {
			panic(err) // all items have a hash
		}
	}
	for _, x := range items {
		if r.rng.IntN(4) == 0 {
			if _, err := r.h.setDiscard(s, x); err != nil {
				panic(err)
			}
		}
	}
	return s
}

// comparable returns an item, or a tuple of few or many.
func (r *randomValues) comparable() Value {
	switch r.rng.IntN(4) {
	case 0:
		return r.item()
	case 1:
		return r.tuple()
	}
	items := make([]Value, r.rng.IntN(3))
	for i := range items {
		items[i] = r.item()
	}
	return r.h.NewTuple(items...)
}

// text returns a str, of one character often, or seldom something else.
func (r *randomValues) text() Value {
	switch r.rng.IntN(8) {
	case 0:
		return r.item()
	case 1, 2, 3:
		return r.h.NewStr([]string{"a", "b", "", "aa", "aaaaaaaab", "baaaaaaaa", "é", "ω"}[r.rng.IntN(8)])
	}
	return r.str()
}

// bound returns a bound of a slice.
func (r *randomValues) bound() Value {
	switch r.rng.IntN(5) {
	case 0, 1:
		return None
	case 2:
		return r.item()
	}
	return SmallInt(int64(r.rng.IntN(20) - 8))
}

// short returns a list or tuple of few elements.
func (r *randomValues) short() Value {
	items := make([]Value, r.rng.IntN(4))
	for i := range items {
		items[i] = r.item()
	}
	if r.rng.IntN(4) == 0 {
		return r.h.NewTuple(items...)
	}
	return r.h.NewList(items...)
}

// sliced returns a list, seldom something else.
func (r *randomValues) sliced() Value {
	switch r.rng.IntN(6) {
	case 0:
		return r.any()
	case 1, 2:
		return r.short()
	}
	return r.list()
}

// any returns a container, or something else.
func (r *randomValues) any() Value {
	return []func() Value{r.list, r.tuple, r.set, r.item, r.h.NewDict}[r.rng.IntN(5)]()
}

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
	set := h.NewSet()
	for _, x := range ints(64) {
		if err := h.SetAdd(set, x); err != nil {
			b.Fatal(err)
		}
	}
	words := h.NewSet()
	word, other := h.NewStr("some words"), h.NewStr("some words")
	for _, v := range []Value{word, other} {
		if _, err := h.Hash(v); err != nil {
			b.Fatal(err)
		}
	}
	if err := h.SetAdd(words, word); err != nil {
		b.Fatal(err)
	}
	contains := func(args []uint64) uint64 {
		in, err := h.containsGeneral(Value(args[0]), Value(args[1]))
		if err != nil || !in {
			b.Error(in, err)
		}
		return 1
	}
	m := h.mem()
	for _, c := range []struct {
		name, routine string
		args          []Value
	}{
		{"int in set of 64", "contains", []Value{set, SmallInt(63)}},
		{"str in set", "contains", []Value{words, other}},
		{"int in list of 4", "contains", []Value{h.NewList(ints(4)...), SmallInt(3)}},
		{"int in list of 16", "contains", []Value{h.NewList(ints(16)...), SmallInt(15)}},
		{"int in list of 64", "contains", []Value{h.NewList(ints(64)...), SmallInt(63)}},
		{"str in tuple of 3", "contains", []Value{h.NewTuple(SmallInt(1), None, word), other}},
	} {
		f := parseRoutine(b, filepath.Join(routineDir, c.routine+".ir"))
		r := routinetest.New(b, h.MemBase())
		args := []uint64{uint64(c.args[0]), uint64(c.args[1])}
		called, left := r.Repeat(f), r.RepeatHelper(f, contains)
		b.Run(c.name+"/native", func(b *testing.B) {
			if called(b.N, args...) != 1 {
				b.Error("not found")
			}
		})
		b.Run(c.name+"/helper", func(b *testing.B) { left(b.N, args...) })
		b.Run(c.name+"/go", func(b *testing.B) {
			for range b.N {
				if in, ok := has(m, mem.Ref(args[0]), mem.Ref(args[1])); !in || !ok {
					b.Fatal("not found")
				}
			}
		})
	}
}

// containsGeneral is Contains as it was before it was written once.
func (h *Heap) containsGeneral(c, x Value) (bool, error) {
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
