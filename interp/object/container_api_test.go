package object

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestDictVersions: a version stands for a sequence of keys. Values may change
// under it; adding, removing and moving keys drop it.
func TestDictVersions(t *testing.T) {
	eachContainerMode(t, func(t *testing.T, h *Heap) {
		d := h.NewDict()
		h.Push(d)
		name := func(i int) Value { return h.Intern(fmt.Sprintf("v%d", i)) }
		for i := range 5 {
			h.DictSetStr(d, name(i), SmallInt(int64(i)))
		}
		seen := map[uint32]bool{}
		fresh := func(what string) {
			t.Helper()
			v := h.DictKeysVersion(d)
			if v == 0 || seen[v] {
				t.Errorf("%s: version %d is not fresh", what, v)
			}
			if h.DictKeysVersion(d) != v {
				t.Errorf("%s: the version changes by asking", what)
			}
			seen[v] = true
		}
		same := func(what string) {
			t.Helper()
			if v := h.DictKeysVersion(d); !seen[v] {
				t.Errorf("%s: new version %d", what, v)
			}
		}
		fresh("built")
		ix := h.DictIndexStr(d, name(3))
		if ix < 0 || h.DictEntryValue(d, ix) != SmallInt(3) {
			t.Fatalf("entry %d", ix)
		}
		h.DictSetStr(d, name(3), SmallInt(33))
		same("value stored")
		h.SetDictEntryValue(d, ix, SmallInt(34))
		same("entry stored")
		if h.DictGetStr(d, name(3)) != SmallInt(34) {
			t.Error("SetDictEntryValue stored elsewhere")
		}
		h.DictSetStr(d, name(5), None) // the sixth key: the tables grow
		fresh("key added")
		if _, err := h.DictDel(d, name(0)); err != nil {
			t.Error(err)
		}
		fresh("key deleted")
		if _, err := h.dictPopItem(d); err != nil {
			t.Error(err)
		}
		fresh("item popped")
		c, err := h.DictCopy(d)
		if err != nil || h.Half(c, OffDictVersion) != 0 {
			t.Errorf("the copy has version %d, %v", h.Half(c, OffDictVersion), err)
		}
		same("copied")
		if err := h.DictSet(d, SmallInt(1), None); err != nil {
			t.Error(err)
		}
		fresh("general key")
		if h.DictIndexStr(d, name(3)) < 0 || h.DictIndexStr(d, name(0)) >= 0 || h.DictGetStr(d, h.NewStr("v3")) != SmallInt(34) {
			t.Error("look-up of str among other keys")
		}
		h.DictClear(d)
		fresh("cleared")
	})
}

// TestDictWatching: every change of a watched dict is told before it happens.
func TestDictWatching(t *testing.T) {
	eachContainerMode(t, func(t *testing.T, h *Heap) {
		d, other := h.NewDict(), h.NewDict()
		h.Push(d)
		h.Push(other)
		var events []string
		h.DictChanged = func(dict, key, x Value) {
			if dict != d {
				t.Error("event of another dict")
			}
			old := "absent"
			if v, err := h.DictGet(dict, key); err == nil && v != Null {
				old = goRepr(t, h, v)
			}
			now := "absent"
			if x != Null {
				now = goRepr(t, h, x)
			}
			events = append(events, fmt.Sprintf("%s: %s to %s", goRepr(t, h, key), old, now))
		}
		expect := func(what string, want ...string) {
			t.Helper()
			if strings.Join(events, "; ") != strings.Join(want, "; ") {
				t.Errorf("%s: %q, want %q", what, events, want)
			}
			events = nil
		}
		one := h.Intern("one")
		h.DictSetStr(d, one, SmallInt(0))
		expect("not watched")
		h.SetHalf(d, OffAux, h.Half(d, OffAux)|DictWatched)
		h.DictSetStr(d, one, SmallInt(1))
		expect("changed", "'one': 0 to 1")
		h.DictSetStr(d, one, SmallInt(1))
		expect("stored the same")
		if err := h.DictSet(d, SmallInt(2), None); err != nil {
			t.Error(err)
		}
		expect("added", "2: absent to None")
		for i := range 9 {
			if err := h.DictSet(d, SmallInt(int64(i+10)), True); err != nil {
				t.Error(err)
			}
		}
		events = nil
		if h.Half(d, OffAux)&DictWatched == 0 {
			t.Error("growing ends the watch")
		}
		h.SetDictEntryValue(d, 0, SmallInt(7))
		expect("entry", "'one': 1 to 7")
		if _, err := h.DictDel(d, SmallInt(2)); err != nil {
			t.Error(err)
		}
		expect("deleted", "2: None to absent")
		if _, err := h.dictPopItem(d); err != nil {
			t.Error(err)
		}
		expect("popped", "18: True to absent")
		if err := h.dictStore(d, one, Null); err != nil {
			t.Error(err)
		}
		expect("dictStore", "'one': 7 to absent")
		if err := h.dictStore(d, one, Null); err == nil || err.Error() != "KeyError: 'one'" {
			t.Errorf("deleted twice: %v", err)
		}
		for i := range 8 {
			if _, err := h.DictDel(d, SmallInt(int64(i+10))); err != nil {
				t.Error(err)
			}
		}
		events = nil
		h.DictSetStr(other, one, SmallInt(5))
		h.DictSetStr(other, h.Intern("two"), SmallInt(6))
		if err := h.DictUpdate(d, other); err != nil {
			t.Error(err)
		}
		expect("updated", "'one': absent to 5", "'two': absent to 6")
		h.DictClear(d)
		expect("cleared", "'one': 5 to absent", "'two': 6 to absent")
		if h.Half(d, OffAux)&DictWatched == 0 {
			t.Error("clearing ends the watch")
		}
	})
}

func goRepr(t *testing.T, h *Heap, v Value) string {
	t.Helper()
	r, err := h.Repr(v)
	if err != nil {
		t.Error(err)
		return ""
	}
	return h.GoString(r)
}

// TestDictMerge: DICT_MERGE's way to treat keys that are there already.
func TestDictMerge(t *testing.T) {
	eachContainerMode(t, func(t *testing.T, h *Heap) {
		g := newGuestEnv(h)
		value := func(src string) Value {
			v, err := g.exec(src)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		d := value("{'a': 1, 'b': 2}")
		dup := func(key Value) error { return h.Raise(TypeErrorType, "twice %s", h.GoString(key)) }
		if err := h.DictMerge(d, value("{'c': 3, 'b': 4, 'd': 5}"), dup); err == nil || err.Error() != "TypeError: twice b" {
			t.Error(err)
		}
		if got := goRepr(t, h, d); got != "{'a': 1, 'b': 2, 'c': 3}" {
			t.Error(got)
		}
		if err := h.DictMerge(d, value("{'b': 4}"), func(Value) error { return nil }); err != nil {
			t.Error(err)
		}
		if err := h.DictMerge(d, value("{'c': 7}"), nil); err != nil {
			t.Error(err)
		}
		if got := goRepr(t, h, d); got != "{'a': 1, 'b': 2, 'c': 7}" {
			t.Error(got)
		}
		if err := h.DictMerge(d, SmallInt(5), nil); err == nil || err.Error() != "AttributeError: 'int' object has no attribute 'keys'" {
			t.Error(err)
		}
	})
}

// TestSortOutOfMemory: a sort that memory runs out in leaves the list
// with all its elements.
func TestSortOutOfMemory(t *testing.T) {
	h := newGuest(t, Options{Limit: 4 << 20})
	l := h.NewList()
	h.Push(l)
	for i := range 20_000 {
		h.ListAppend(l, SmallInt(int64(i*7919%20_000)))
	}
	hog := h.NewList()
	h.Push(hog)
	f := h.NewBuiltin(&Builtin{Name: "key", Arity: O, Fn: func(h *Heap, _ Value, args []Value) (Value, error) {
		h.ListAppend(hog, h.newArray(100))
		return args[0], nil
	}}, Null)
	h.Push(f)
	mark := h.Mark()
	if oom := outOfMemory(func() { _ = h.Sort(l, f, false) }); oom.Size == 0 {
		t.Fatal("memory did not run out")
	}
	h.Release(mark)
	h.ListClear(hog)
	h.Collect()
	if h.ListLen(l) != 20_000 {
		t.Fatalf("%d elements", h.ListLen(l))
	}
	if err := h.Sort(l, None, true); err != nil {
		t.Fatal(err)
	}
	for i, v := range h.ListItems(l) {
		if v != SmallInt(int64(19_999-i)) {
			t.Fatalf("element %d is %d", i, v.Small())
		}
	}
}

// TestDeepNesting: depth ends in RecursionError, not in a Go stack overflow, and
// the counters are as before.
func TestDeepNesting(t *testing.T) {
	h := newGuest(t, Options{Limit: 256 << 20})
	nest := func(n int, wrap func(Value) Value) Value {
		v := h.NewList()
		for range n {
			v = wrap(v)
		}
		h.Push(v)
		return v
	}
	list := func(v Value) Value { return h.NewList(v) }
	dict := func(v Value) Value {
		d := h.NewDict()
		_ = h.DictSet(d, SmallInt(1), v)
		return d
	}
	for _, wrap := range []func(Value) Value{list, dict, func(v Value) Value { return h.NewTuple(v) }} {
		a, b := nest(maxNesting+5, wrap), nest(maxNesting+5, wrap)
		if _, err := h.Repr(a); err == nil || !strings.HasPrefix(err.Error(), "RecursionError: Stack overflow") ||
			!strings.HasSuffix(err.Error(), "while getting the repr of an object") {
			t.Errorf("repr: %.100v", err)
		}
		if _, err := h.CompareBool(EQ, a, b); err == nil || !strings.HasSuffix(err.Error(), "in comparison") {
			t.Errorf("comparison: %.100v", err)
		}
		if h.nesting != 0 || len(h.printing) != 0 {
			t.Fatalf("depth %d, printing %d", h.nesting, len(h.printing))
		}
		a, b = nest(2000, wrap), nest(2000, wrap)
		if same, err := h.CompareBool(EQ, a, b); err != nil || !same {
			t.Errorf("2000 levels: %v, %v", same, err)
		}
		if _, err := h.Repr(a); err != nil {
			t.Error(err)
		}
	}
}

// TestLargeSet passes the size where a set's growth slows down.
func TestLargeSet(t *testing.T) {
	h := newGuest(t, Options{Limit: 256 << 20})
	s := h.NewSet()
	h.Push(s)
	for i := range 250_000 {
		if err := h.SetAdd(s, SmallInt(int64(i)*3)); err != nil {
			t.Fatal(err)
		}
	}
	// CPython: sys.getsizeof(s) is 8388824 = 200 + 16 * 2 ** 19.
	if h.setMask(s)+1 != 1<<19 || h.setLen(s) != 250_000 {
		t.Errorf("%d slots, %d elements", h.setMask(s)+1, h.setLen(s))
	}
	for i := range 750_000 {
		if has, err := h.SetContains(s, SmallInt(int64(i))); err != nil || has != (i%3 == 0) {
			t.Fatalf("%d: %v, %v", i, has, err)
		}
	}
	runtime.KeepAlive(s)
}

// TestLargeDict uses index tables of all three widths.
func TestLargeDict(t *testing.T) {
	h := newGuest(t, Options{Limit: 256 << 20})
	d := h.NewDict()
	h.Push(d)
	const n = 100_000
	for i := range n {
		if err := h.DictSet(d, SmallInt(int64(i)<<7), SmallInt(int64(i))); err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; i < n; i += 2 {
		if found, err := h.DictDel(d, SmallInt(int64(i)<<7)); err != nil || !found {
			t.Fatal(i, err)
		}
	}
	for i := range n {
		v, err := h.DictGet(d, SmallInt(int64(i)<<7))
		if err != nil || (v == Null) != (i%2 == 0) || v != Null && v.Small() != int64(i) {
			t.Fatalf("%d: %#x, %v", i, uint64(v), err)
		}
	}
	for pos, want := 0, int64(1); ; want += 2 {
		k, v, ok := h.DictNext(d, &pos)
		if !ok {
			if want != n+1 {
				t.Errorf("iteration ends at %d", want)
			}
			break
		}
		if k.Small() != want<<7 || v.Small() != want {
			t.Fatalf("item %d: %d", k.Small(), v.Small())
		}
	}
}
