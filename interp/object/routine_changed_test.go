package object

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tier2go/tier2/opgen/mem"
)

// A change is an operation that changes its first operand: how it is done once, and in the general way.
type change struct {
	name     string
	operands []func(r *randomValues) Value
	once     func(m mem.Mem, x []mem.Ref) (mem.Ref, bool)
	general  func(h *Heap, x []Value) (Value, error)
}

func changed(_, ok bool) (mem.Ref, bool) { return mem.Ref(None), ok }

var changes = []change{
	{"dict.update", []func(*randomValues) Value{(*randomValues).anyDict, (*randomValues).anyDict},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dictUpdated(m, x[0], x[1])) },
		func(h *Heap, x []Value) (Value, error) { return None, h.dictUpdateGeneral(x[0], x[1]) }},
	{"dict.clear", []func(*randomValues) Value{(*randomValues).anyDict},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dictEmptied(m, x[0])) },
		func(h *Heap, x []Value) (Value, error) { h.DictClear(x[0]); return None, nil }},
	{"dict.popitem", []func(*randomValues) Value{(*randomValues).anyDict},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return dictTakeLast(m, x[0]) },
		func(h *Heap, x []Value) (Value, error) { return h.dictPopItem(x[0]) }},
	{"d | e", []func(*randomValues) Value{(*randomValues).anyDict, (*randomValues).anyDict},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return dictJoined(m, x[0], x[1]) },
		func(h *Heap, x []Value) (Value, error) {
			d, err := h.dictCopyGeneral(x[0])
			if err != nil {
				return Null, err
			}
			return d, h.dictUpdateGeneral(d, x[1])
		}},
	{"d.copy", []func(*randomValues) Value{(*randomValues).anyDict},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return dictCopied(m, x[0]) },
		func(h *Heap, x []Value) (Value, error) { return h.dictCopyGeneral(x[0]) }},
	{"dict(d)", []func(*randomValues) Value{(*randomValues).anyDict},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return dictOf(m, x[0]) },
		func(h *Heap, x []Value) (Value, error) { d := h.NewDict(); return d, h.dictUpdateGeneral(d, x[0]) }},
	{"set.pop", []func(*randomValues) Value{(*randomValues).aSet},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return setTakeAny(m, x[0]) },
		func(h *Heap, x []Value) (Value, error) { return h.setPop(x[0]) }},
	{"set.clear", []func(*randomValues) Value{(*randomValues).aSet},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(setEmptied(m, x[0])) },
		func(h *Heap, x []Value) (Value, error) { h.setClear(x[0]); return None, nil }},
	{"l.insert", []func(*randomValues) Value{(*randomValues).grown, (*randomValues).bound, (*randomValues).item},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(listPutAt(m, x[0], x[1], x[2])) },
		func(h *Heap, x []Value) (Value, error) { h.ListInsert(x[0], int(x[1].Small()), x[2]); return None, nil }},
	{"l[a:b] = x", []func(*randomValues) Value{(*randomValues).grown, (*randomValues).bound, (*randomValues).bound, (*randomValues).short},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(assignSlice(m, x[0], x[1], x[2], x[3])) },
		func(h *Heap, x []Value) (Value, error) {
			return None, h.listAssignSlice(x[0], h.NewSlice(x[1], x[2], None), x[3])
		}},
	{"del l[a:b]", []func(*randomValues) Value{(*randomValues).grown, (*randomValues).sliceKey},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dropItem(m, x[0], x[1])) },
		func(h *Heap, x []Value) (Value, error) { return None, h.listDeleteSlice(x[0], x[1]) }},
	{"r[a:b]", []func(*randomValues) Value{(*randomValues).stepped, (*randomValues).bound, (*randomValues).bound},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return sliceOf(m, x[0], x[1], x[2]) },
		func(h *Heap, x []Value) (Value, error) { return h.GetItem(x[0], h.NewSlice(x[1], x[2], None)) }},
	{"len(x)", []func(*randomValues) Value{(*randomValues).measured},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return lengthOf(m, x[0]) },
		func(h *Heap, x []Value) (Value, error) { n, err := h.Len(x[0]); return SmallInt(int64(n)), err }},
	{"list(x)", []func(*randomValues) Value{(*randomValues).listed},
		func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return newListOf(m, x[0]) },
		func(h *Heap, x []Value) (Value, error) { return h.ListFromIter(x[0]) }},
}

// TestChanges: an operation that changes an object, or copies one, leaves it with the parts that the general way makes, slot by slot; one that
// has given up has changed nothing.
func TestChanges(t *testing.T) {
	h := newHeap(t, Options{})
	for _, c := range changes {
		did := map[bool]int{}
		for i := range uint64(600) {
			operands := func() (args []Value) {
				r := &randomValues{h: h, rng: rand.New(rand.NewPCG(i, 11))}
				r.windows()
				for _, make := range c.operands {
					v := make(r)
					h.Push(v)
					args = append(args, v)
				}
				if len(args) == 2 && i%50 == 0 {
					args[1] = args[0]
				}
				return args
			}
			m := h.Mark()
			args, want := operands(), operands()
			before := stateOf(h, args[0], true)
			var refs []mem.Ref
			for _, v := range args {
				refs = append(refs, mem.Ref(v))
			}
			r, ok := c.once(h.mem(), refs)
			if did[ok]++; !ok {
				if after := stateOf(h, args[0], true); after != before {
					t.Fatalf("%s of operands %d has given up and changed\n%s to\n%s", c.name, i, before, after)
				}
				h.Release(m)
				continue
			}
			w, err := c.general(h, want)
			if err != nil {
				t.Fatalf("%s of operands %d: %v", c.name, i, err)
			}
			for i, pair := range [][2]Value{{args[0], want[0]}, {Value(r), w}} {
				room := i == 0 // a list that is made has as much as it needs
				if got, want := stateOf(h, pair[0], room), stateOf(h, pair[1], room); got != want {
					t.Fatalf("%s of operands %d leaves\n%s, in the general way\n%s\n(before: %s)", c.name, i, got, want, before)
				}
			}
			h.Release(m)
		}
		if did[true] < 100 || did[false] < 5 {
			t.Errorf("%s: done %d times, given up %d times", c.name, did[true], did[false])
		}
	}
}

// stateOf is all that a value consists of, as text; with the room of a list, or without.
func stateOf(h *Heap, v Value, room bool) string {
	var b strings.Builder
	words := func(w ...uint64) {
		for _, x := range w {
			b.WriteByte(' ')
			text, err := h.Repr(Value(x))
			if x == uint64(Null) || err != nil {
				b.WriteByte('-')
				continue
			}
			b.WriteString(h.GoString(text))
		}
	}
	switch {
	case h.Is(v, DictType):
		b.WriteString("dict")
		for _, off := range []uintptr{OffDictUsed} {
			words(uint64(SmallInt(int64(h.Word(v, off)))))
		}
		for _, off := range []uintptr{OffDictFilled, offDictUsable, offDictLog2} {
			words(uint64(SmallInt(int64(h.Half(v, off)))))
		}
		for _, e := range h.dictEntries(v) {
			words(uint64(SmallInt(e.hash>>20)), uint64(e.key), uint64(e.value))
		}
		log2 := uint(h.Half(v, offDictLog2))
		for i := range uint64(1) << log2 {
			words(uint64(SmallInt(int64(h.dictIndexOf(v, log2).at(i)))))
		}
	case h.isAnySet(v):
		b.WriteString("set")
		words(uint64(SmallInt(int64(h.setLen(v)))), uint64(SmallInt(int64(h.setFill(v)))))
		if h.Is(v, SetType) {
			words(uint64(SmallInt(int64(h.Word(v, offSetPop)))))
		}
		for _, e := range h.setEntries(v) {
			words(uint64(SmallInt(e.hash>>20)), uint64(e.key))
		}
	case h.Is(v, ListType):
		b.WriteString("list")
		if room {
			words(uint64(SmallInt(int64(h.Word(h.Field(v, OffListItems), OffArrayCap)))))
		}
		for _, x := range h.ListItems(v) {
			words(uint64(x))
		}
	default:
		words(uint64(v))
	}
	return b.String()
}

// anyDict returns a dict with ints or strs as keys, as many as tables that are made hold mostly, and some deleted.
func (r *randomValues) anyDict() Value {
	d, n := r.h.NewDict(), []int{0, 1, 3, 5, 6, 10, 11, 20, 21, 22, 42, 43, 60, 90}[r.rng.IntN(14)]
	texts := r.rng.IntN(2) == 0
	for range n {
		k := SmallInt(int64(r.rng.IntN(2*n + 1)))
		if texts || r.rng.IntN(8) == 0 {
			k = r.h.NewStr(strings.Repeat("k", r.rng.IntN(20)))
		}
		if err := r.h.DictSet(d, k, SmallInt(int64(r.rng.IntN(100)))); err != nil {
			panic(err) // ints and strs have a hash
		}
	}
	for pos := 0; r.rng.IntN(3) == 0; {
		k, _, ok := r.h.DictNext(d, &pos)
		if !ok {
			break
		}
		if _, err := r.h.DictDel(d, k); err != nil {
			panic(err)
		}
	}
	if r.rng.IntN(40) == 0 {
		r.h.SetHalf(d, OffAux, r.h.Half(d, OffAux)|DictWatched)
	}
	return d
}

// sliceKey returns a slice.
func (r *randomValues) sliceKey() Value {
	step := None
	if r.rng.IntN(8) == 0 {
		step = SmallInt(2)
	}
	return r.h.NewSlice(r.bound(), r.bound(), step)
}

// listed returns what lists are made of.
func (r *randomValues) listed() Value {
	switch r.rng.IntN(6) {
	case 0:
		return r.stepped()
	case 1:
		return r.aSet()
	case 2:
		return r.anyDict()
	case 3:
		return r.h.newTableView(r)
	case 4:
		return r.h.NewTuple(r.items()...)
	}
	return r.list()
}

// measured returns what has a length, or seldom something else.
func (r *randomValues) measured() Value {
	return []func() Value{r.tuple, r.stepped, r.list, func() Value { return r.h.newByteArrayOf(make([]byte, r.rng.IntN(20))) }, func() Value { return r.h.newTableView(r) }, r.item}[r.rng.IntN(6)]()
}

// newTableView makes a view of a dict.
func (h *Heap) newTableView(r *randomValues) Value {
	v, err := dictViewMethod([]TypeID{DictKeysType, DictValuesType, DictItemsType}[r.rng.IntN(3)])(h, r.anyDict(), nil)
	if err != nil {
		panic(err) // of any dict
	}
	return v
}

// bytesPart returns a bytes of few bytes.
func (r *randomValues) bytesPart() Value {
	return r.h.NewBytes([]byte([]string{"a", " ", "a", "aa", "", "Z"}[r.rng.IntN(6)]))
}

// trimmed returns a str of characters that are trimmed off.
func (r *randomValues) trimmed() Value {
	return r.h.NewStr([]string{" ", "a", " a\t", "", "abc\r\n\v\f\x1c", "é", "abcdefgh", "abcdefghi"}[r.rng.IntN(8)])
}

// charKinds returns a set of kinds of characters.
func (r *randomValues) charKinds() Value { return SmallInt(int64(r.rng.IntN(32))) }

// kindsGeneral is str.is by the methods of str for one character.
func kindsGeneral(h *Heap, args []Value) (uint64, error) {
	return kindsAmong([]rune(h.GoString(args[0])), " \t\n\v\f\r\x1c\x1d\x1e\x1f", args), nil
}

// byteKindsGeneral is bytes.is.
func byteKindsGeneral(h *Heap, args []Value) (uint64, error) {
	var text []rune
	for _, c := range h.text(args[0]).raw() {
		text = append(text, rune(c))
	}
	return kindsAmong(text, " \t\n\v\f\r", args), nil
}

// kindsAmong reports whether all characters are of kinds, and one of those that are needed.
func kindsAmong(text []rune, spaces string, args []Value) uint64 {
	seen := int64(0)
	for _, c := range text {
		kind := int64(charOther)
		for _, k := range []struct {
			kind int64
			in   string
		}{{charDigit, "0123456789"}, {charLower, "abcdefghijklmnopqrstuvwxyz"}, {charUpper, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}, {charSpace, spaces}} {
			if strings.ContainsRune(k.in, c) {
				kind = k.kind
			}
		}
		seen |= kind
	}
	if seen&^args[1].Small() == 0 && seen&args[2].Small() != 0 {
		return 1
	}
	return 0
}

// dictGeneralOf is dict(d), copyGeneral d.copy().
func dictGeneralOf(h *Heap, args []Value) (uint64, error) {
	d := h.NewDict()
	return uint64(d), h.dictUpdateGeneral(d, args[0])
}

func copyGeneral(h *Heap, args []Value) (uint64, error) {
	d, err := h.dictCopyGeneral(args[0])
	return uint64(d), err
}
