package object

import (
	"math"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/opgen/mem"
	"github.com/tier2go/tier2/routine/routinetest"
)

// BenchmarkRoutines times an operation in one run: called as a routine by machine code, by leaving to what the heap does
// where there is no routine, and as the Go function that the routine was made of.
func BenchmarkRoutines(b *testing.B) {
	for _, way := range benchWays(b) {
		b.Run(way.name, func(b *testing.B) { way.rounds(b, b.N) })
	}
}

// TestRoutineRows: each way of BenchmarkRoutines gives what it should.
func TestRoutineRows(t *testing.T) {
	for _, way := range benchWays(t) {
		way.rounds(t, 3)
	}
}

// A benchWay does an operation n times.
type benchWay struct {
	name   string
	rounds func(t testing.TB, n int)
}

// benchWays are the ways of all operations.
func benchWays(t testing.TB) (ways []benchWay) {
	h := newHeap(t, Options{})
	room := newRoom(h)
	for _, c := range benchRows(t, h) {
		room.open()
		c.want = c.once(c.args)
		room.close()
		f := parseRoutine(t, filepath.Join(routineDir, c.routine+".ir"))
		r := routinetest.New(t, h.MemBase())
		var args []uint64
		for _, v := range c.args {
			args = append(args, uint64(v))
		}
		// What makes objects is done some hundred times, in as much room, again and again.
		way := func(name string, do func(n int) uint64) {
			ways = append(ways, benchWay{c.name + "/" + name, func(t testing.TB, n int) {
				if !c.makes {
					c.check(t, h, do(n))
					return
				}
				defer room.close()
				for left := n; left > 0; left -= batch {
					room.open()
					got := do(min(left, batch))
					if left <= batch {
						c.check(t, h, got)
					}
				}
			}})
		}
		called := r.Repeat(f)
		way("native", func(n int) uint64 { return called(n, args...) })
		left := r.RepeatHelper(f, func(args []uint64) uint64 {
			return c.general(unsafe.Slice((*Value)(unsafe.Pointer(&args[0])), len(args)))
		})
		way("helper", func(n int) uint64 { return left(n, args...) })
		way("go", func(n int) (got uint64) {
			for range n {
				got = c.once(c.args)
			}
			return got
		})
	}
	return ways
}

// benchRow is an operation that is timed.
type benchRow struct {
	name, routine string
	makes         bool // objects
	args          []Value
	want          uint64
	general, once func(x []Value) uint64 // what the heap does otherwise, and what the routine was made of
}

func (c *benchRow) check(b testing.TB, h *Heap, got uint64) {
	b.Helper()
	if !c.makes {
		if got != c.want {
			b.Errorf("%s is %#x, not %#x", c.name, got, c.want)
		}
		return
	}
	if v := Value(got); got == uint64(NoRef) || !v.IsRef() || h.RefType(v) != h.RefType(Value(c.want)) { // what it is, TestRoutines compares
		b.Errorf("%s is %#x, not %#x", c.name, got, c.want)
	}
}

// room is memory in which windows have room for a batch of objects of each size.
type room struct {
	h     *Heap
	saved []byte // the windows as they were
	wide  []byte
}

// batch is how often is done what makes objects before the room is used again, perRound how many of a size an operation makes at most.
const batch, perRound = 512, 4

func newRoom(h *Heap) *room {
	r := &room{h: h}
	type wide struct{ window, first, end Value }
	var all []wide
	for _, windows := range []uint64{plainWindows, bytesWindows} {
		for size := uint64(16); size <= 256; size += 16 {
			w, slot := windowFor(h.mem(), windows, size)
			first := h.Alloc(kindBytes, uintptr(slot*(perRound*batch+1)))
			h.Push(first)
			first = (first + 15) &^ 15
			all = append(all, wide{Value(w), first, first + Value(perRound*batch*slot)})
		}
	}
	for _, a := range all { // a collection has emptied the windows
		h.SetField(a.window, 0, a.first)
		h.SetField(a.window, 8, a.end)
	}
	r.wide = append([]byte(nil), r.windows()...)
	r.saved = make([]byte, len(r.wide))
	for _, windows := range []uint64{plainWindows, bytesWindows} { // empty
		for size := uint64(16); size <= 256; size += 16 {
			w, _ := windowFor(h.mem(), windows, size)
			h.SetField(Value(w), 0, h.Field(Value(w), 8))
		}
	}
	copy(r.saved, r.windows())
	return r
}

func (r *room) windows() []byte {
	return unsafe.Slice((*byte)(r.h.At(Value(plainWindows), 0)), uintptr(cutKinds)*uintptr(heap.KindWindows))
}

func (r *room) open()  { copy(r.windows(), r.wide) }
func (r *room) close() { copy(r.windows(), r.saved) }

// benchRows are the operations that are timed.
func benchRows(b testing.TB, h *Heap) []benchRow {
	ints := func(n int) (list []Value) {
		for i := range n {
			list = append(list, SmallInt(int64(i)))
		}
		return list
	}
	str := func(s string) Value {
		v := h.NewStr(s)
		if _, err := h.Hash(v); err != nil {
			b.Fatal(err)
		}
		return v
	}
	list := func(n int) Value { return h.NewList(ints(n)...) }
	tuple := func(n int) Value { return h.NewTuple(ints(n)...) }
	one := func(i int64) Value { return SmallInt(i) }
	m := h.mem()
	truth := func(yes bool) uint64 {
		if yes {
			return 1
		}
		return 0
	}
	must := func(v Value, err error) uint64 {
		if err != nil {
			panic(err)
		}
		return uint64(v)
	}
	done := func(err error) uint64 { must(None, err); return 1 }
	ref := func(v Value) mem.Ref { return mem.Ref(v) }
	get := func(v mem.Ref, _ bool) uint64 { return uint64(v) }
	is := func(v, _ bool) uint64 { return truth(v) }
	num := func(n int64, _ bool) uint64 { return uint64(n) }
	binary := func(op BinaryOp) func(x []Value) uint64 {
		return func(x []Value) uint64 { return must(h.Binary(op, x[0], x[1])) }
	}
	compare := func(op CompareOp) func(x []Value) uint64 {
		return func(x []Value) uint64 { in, err := h.CompareBool(op, x[0], x[1]); must(None, err); return truth(in) }
	}
	method := func(t TypeID, name string, value func(Value) uint64) func(x []Value) uint64 {
		general := *h.BuiltinOf(h.Type(t).Lookup(h.Intern(name)))
		general.once = nil
		return func(x []Value) uint64 { return value(Value(must(h.CallBuiltin(&general, x[0], x[1:], Null)))) }
	}
	word := func(v Value) uint64 { return uint64(v) }
	small := func(v Value) uint64 { return uint64(v.Small()) }
	truthOf := func(v Value) uint64 { return truth(v == True) }
	has := func(x []Value) uint64 { return is(has(m, ref(x[0]), ref(x[1]))) }

	pairs := h.NewDict()
	for _, i := range ints(8) {
		for _, k := range ints(8) {
			must(None, h.DictSet(pairs, h.NewTuple(i, k), i))
		}
	}
	numbered := h.NewDict()
	for _, i := range ints(32) {
		must(None, h.DictSet(numbered, i, i))
	}
	words := str("some words")
	few, parts := list(8), h.NewList(str("a"), str("bc"), str("d"), str("efg"))

	digits := method(BytesType, "isdigit", truthOf)
	others := h.NewSet()
	for i := range 8 {
		must(None, h.SetAdd(others, one(int64(100+i))))
	}

	rows := []benchRow{
		{name: "leaving alone", routine: "truth", args: []Value{few},
			general: func([]Value) uint64 { return 1 },
			once:    func([]Value) uint64 { return 1 }},
		{name: "int in set of 64", routine: "contains", args: []Value{h.setOf(ints(64)), one(63)}, general: h.containsGeneral, once: has},
		{name: "str in set", routine: "contains", args: []Value{h.setOf([]Value{words}), str("some words")}, general: h.containsGeneral, once: has},
		{name: "int in list of 4", routine: "contains", args: []Value{list(4), one(3)}, general: h.containsGeneral, once: has},
		{name: "int in list of 16", routine: "contains", args: []Value{list(16), one(15)}, general: h.containsGeneral, once: has},
		{name: "int in list of 32", routine: "contains", args: []Value{list(32), one(31)}, general: h.containsGeneral, once: has},
		{name: "str in tuple of 3", routine: "contains", args: []Value{h.NewTuple(one(1), None, words), str("some words")}, general: h.containsGeneral, once: has},
		{name: "str == str of 10", routine: "equal", args: []Value{words, str("some words")}, general: compare(EQ),
			once: func(x []Value) uint64 { return is(equalTo(m, ref(x[0]), ref(x[1]))) }},
		{name: "tuple == tuple, 2 ints", routine: "equal", args: []Value{tuple(2), tuple(2)}, general: compare(EQ),
			once: func(x []Value) uint64 { return is(equalTo(m, ref(x[0]), ref(x[1]))) }},
		{name: "tuple == tuple, 8 ints", routine: "equal", args: []Value{tuple(8), tuple(8)}, general: compare(EQ),
			once: func(x []Value) uint64 { return is(equalTo(m, ref(x[0]), ref(x[1]))) }},
		{name: "str < str of 10", routine: "less", args: []Value{words, str("some wordy")}, general: compare(LT),
			once: func(x []Value) uint64 { return is(lessThan(m, ref(x[0]), ref(x[1]))) }},
		{name: "startswith 3", routine: "str.startswith", args: []Value{words, str("som")}, general: method(StrType, "startswith", truthOf),
			once: func(x []Value) uint64 { return is(strStarts(m, ref(x[0]), ref(x[1]))) }},
		{name: "endswith 3", routine: "str.endswith", args: []Value{words, str("rds")}, general: method(StrType, "endswith", truthOf),
			once: func(x []Value) uint64 { return is(strEnds(m, ref(x[0]), ref(x[1]))) }},
		{name: "find of one character at 9", routine: "str.find", args: []Value{words, str("s")}, general: method(StrType, "find", small),
			once: func(x []Value) uint64 { return num(strFindIn(m, ref(x[0]), ref(x[1]))) }},
		{name: "l[:8]", routine: "slice", makes: true, args: []Value{list(32), None, one(8)},
			general: func(x []Value) uint64 { return must(h.listSlice(x[0], 0, 8, 1), nil) },
			once:    func(x []Value) uint64 { return get(sliceOf(m, ref(x[0]), ref(x[1]), ref(x[2]))) }},
		{name: "l[::-1] of 8", routine: "slice.reversed", makes: true, args: []Value{few, None, None},
			general: func(x []Value) uint64 { return must(h.GetSlice(x[0], x[1], x[2], one(-1))) },
			once:    func(x []Value) uint64 { return get(reversedSliceOf(m, ref(x[0]), ref(x[1]), ref(x[2]))) }},
		{name: "s[2:6]", routine: "slice", makes: true, args: []Value{words, one(2), one(6)},
			general: func(x []Value) uint64 { return must(h.StrSlice(x[0], 2, 6, 1), nil) },
			once:    func(x []Value) uint64 { return get(sliceOf(m, ref(x[0]), ref(x[1]), ref(x[2]))) }},
		{name: "l[1:3] = a, b", routine: "slice.assign", args: []Value{list(8), one(1), one(3), list(2)},
			general: func(x []Value) uint64 { h.listReplace(x[0], 1, 3, h.ListItems(x[3])); return 1 },
			once:    func(x []Value) uint64 { return is(assignSlice(m, ref(x[0]), ref(x[1]), ref(x[2]), ref(x[3]))) }},
		{name: "d[i, k]", routine: "dict.find", args: []Value{pairs, h.NewTuple(one(7), one(3))},
			general: func(x []Value) uint64 { at, err := entryGeneral(h, x); must(None, err); return at },
			once:    func(x []Value) uint64 { return get(dictEntryOf(m, ref(x[0]), ref(x[1]))) }},
		{name: "d.setdefault, there", routine: "dict.setdefault", args: []Value{numbered, one(31), one(1)},
			general: func(x []Value) uint64 { return must(h.DictGet(x[0], x[1])) },
			once:    func(x []Value) uint64 { return get(dictFetchOrPut(m, ref(x[0]), ref(x[1]), ref(x[2]))) }},
		{name: "d[k] = v, there", routine: "dict.setitem", args: []Value{numbered, one(31), one(31)},
			general: func(x []Value) uint64 { return done(h.DictSet(x[0], x[1], x[2])) },
			once:    func(x []Value) uint64 { return is(dictPut(m, ref(x[0]), ref(x[1]), ref(x[2]))) }},
		{name: "s.add, there", routine: "set.add", args: []Value{h.setOf(ints(64)), one(63)},
			general: func(x []Value) uint64 {
				hash, err := h.setKeyHash(x[1])
				must(None, err)
				return done(h.setAddHash(x[0], x[1], hash))
			},
			once: func(x []Value) uint64 { return is(setPut(m, ref(x[0]), ref(x[1]))) }},
		{name: "set <= set, 8 ints", routine: "atmost", args: []Value{h.setOf(ints(8)), h.setOf(ints(64))},
			general: func(x []Value) uint64 { in, err := h.setIsSubset(x[0], x[1]); must(None, err); return truth(in) },
			once:    func(x []Value) uint64 { return is(atMost(m, ref(x[0]), ref(x[1]))) }},
		{name: "l.index of 16", routine: "list.index", args: []Value{list(16), one(15)},
			general: func(x []Value) uint64 { i, err := h.listFind(x[0], x[1], 0, 16); must(None, err); return uint64(i) },
			once:    func(x []Value) uint64 { return num(listWhere(m, ref(x[0]), ref(x[1]))) }},
		{name: "l.count of 16", routine: "list.count", args: []Value{list(16), one(15)}, general: method(ListType, "count", small),
			once: func(x []Value) uint64 { return num(listHowMany(m, ref(x[0]), ref(x[1]))) }},
		{name: "l.reverse of 16", routine: "list.reverse", args: []Value{list(16)}, general: method(ListType, "reverse", func(Value) uint64 { return 1 }),
			once: func(x []Value) uint64 { return is(listTurn(m, ref(x[0]))) }},
		{name: "l + l of 4", routine: "add", makes: true, args: []Value{list(2), list(2)}, general: binary(Add),
			once: func(x []Value) uint64 { return get(addTo(m, ref(x[0]), ref(x[1]))) }},
		{name: "tuple(l) of 8", routine: "list.totuple", makes: true, args: []Value{few},
			general: func(x []Value) uint64 { return uint64(h.ListToTuple(x[0])) },
			once:    func(x []Value) uint64 { return get(tupleOf(m, ref(x[0]))) }},
		{name: "s + s of 10", routine: "str.concat", makes: true, args: []Value{words, str("some words")}, general: binary(Add),
			once: func(x []Value) uint64 { return get(strJoined(m, ref(x[0]), ref(x[1]))) }},
		{name: "join of 4", routine: "str.join", makes: true, args: []Value{str(","), parts}, general: method(StrType, "join", word),
			once: func(x []Value) uint64 { return get(strFromParts(m, ref(x[0]), ref(x[1]))) }},
		{name: "lower of 12", routine: "str.lower", makes: true, args: []Value{str("Some Strings")}, general: method(StrType, "lower", word),
			once: func(x []Value) uint64 { return get(strLower(m, ref(x[0]))) }},
		{name: "upper of 12", routine: "str.upper", makes: true, args: []Value{str("Some Strings")}, general: method(StrType, "upper", word),
			once: func(x []Value) uint64 { return get(strUpper(m, ref(x[0]))) }},
		{name: "strip of 12", routine: "str.strip", makes: true, args: []Value{str(" some words ")}, general: method(StrType, "strip", word),
			once: func(x []Value) uint64 { return get(strTrim(m, ref(x[0]))) }},
		{name: "l[i]", routine: "getitem", args: []Value{few, one(7)},
			general: func(x []Value) uint64 { return must(h.GetItem(x[0], x[1])) },
			once:    func(x []Value) uint64 { return get(itemOf(m, ref(x[0]), ref(x[1]))) }},
		{name: "b[i] of a bytes", routine: "getitem", args: []Value{h.NewBytes([]byte("bytes")), one(3)},
			general: func(x []Value) uint64 { return must(h.GetItem(x[0], x[1])) },
			once:    func(x []Value) uint64 { return get(itemOf(m, ref(x[0]), ref(x[1]))) }},
		{name: "l[i] = x", routine: "setitem", args: []Value{few, one(7), one(7)},
			general: func(x []Value) uint64 { return done(h.SetItem(x[0], x[1], x[2])) },
			once:    func(x []Value) uint64 { return is(putItem(m, ref(x[0]), ref(x[1]), ref(x[2]))) }},
		{name: "int + int", routine: "add", args: []Value{one(7), one(8)}, general: binary(Add),
			once: func(x []Value) uint64 { return get(addTo(m, ref(x[0]), ref(x[1]))) }},
		{name: "float * float", routine: "multiply", args: []Value{FloatValue(1.5), FloatValue(2.5)}, general: binary(Multiply),
			once: func(x []Value) uint64 { return get(timesOf(m, ref(x[0]), ref(x[1]))) }},
		{name: "int << int", routine: "shiftleft", args: []Value{one(7), one(8)}, general: binary(Lshift),
			once: func(x []Value) uint64 { return get(shiftedUp(m, ref(x[0]), ref(x[1]))) }},
		{name: "int // int", routine: "floordivide", args: []Value{one(1234567), one(89)}, general: binary(FloorDivide),
			once: func(x []Value) uint64 { return get(floorOf(m, ref(x[0]), ref(x[1]))) }},
		{name: "int % int", routine: "remainder", args: []Value{one(1234567), one(89)}, general: binary(Remainder),
			once: func(x []Value) uint64 { return get(leftOf(m, ref(x[0]), ref(x[1]))) }},
		{name: "'%s=%d' % (s, i)", routine: "remainder", makes: true, args: []Value{str("%s=%d"), h.NewTuple(str("ab"), one(123))}, general: binary(Remainder),
			once: func(x []Value) uint64 { return get(leftOf(m, ref(x[0]), ref(x[1]))) }},
		{name: "'{}={:.2f}'.format(s, f)", routine: "str.format", makes: true, args: []Value{str("{}={:.2f}"), h.NewTuple(str("ab"), FloatValue(1.25))},
			general: func(x []Value) uint64 { return must(h.strFormat(x[0], h.TupleItems(x[1]), Null)) },
			once:    func(x []Value) uint64 { return get(strFields(m, ref(x[0]), ref(x[1]))) }},
		{name: "str(3.25)", routine: "str", makes: true, args: []Value{FloatValue(3.25)},
			general: func(x []Value) uint64 { return uint64(h.floatRepr(x[0].Float())) },
			once:    func(x []Value) uint64 { return get(textFor(m, ref(x[0]))) }},
		{name: "splitlines, 3", routine: "str.splitlines", makes: true, args: []Value{str("one\nor two\nlines\n")}, general: method(StrType, "splitlines", word),
			once: func(x []Value) uint64 { return get(strLines(m, ref(x[0]))) }},
		{name: "divmod of ints", routine: "divmod", makes: true, args: []Value{one(1234567), one(89)},
			general: func(x []Value) uint64 { q, left, err := h.intDivMod(x[0], x[1]); return must(h.NewTuple(q, left), err) },
			once:    func(x []Value) uint64 { return get(divided(m, ref(x[0]), ref(x[1]))) }},
		{name: "int ** 3", routine: "power", args: []Value{one(1234), one(3)}, general: binary(Power),
			once: func(x []Value) uint64 { return get(powerOf(m, ref(x[0]), ref(x[1]))) }},
		{name: "isdisjoint of 8", routine: "set.isdisjoint", args: []Value{h.setOf(ints(8)), others}, general: method(SetType, "isdisjoint", truthOf),
			once: func(x []Value) uint64 { return is(setsApart(m, ref(x[0]), ref(x[1]))) }},
		{name: "isdigit of 8 bytes", routine: "bytes.is", args: []Value{h.NewBytes([]byte("12345678")), one(charDigit), one(charDigit)},
			general: func(x []Value) uint64 { return digits(x[:1]) },
			once:    func(x []Value) uint64 { return is(bytesAre(m, ref(x[0]), ref(x[1]), ref(x[2]))) }},
		{name: "split at 3 spaces", routine: "str.words", makes: true, args: []Value{str("some more words here")}, general: method(StrType, "split", word),
			once: func(x []Value) uint64 { return get(strWordsOf(m, ref(x[0]))) }},
		{name: "iter(l)", routine: "iter", makes: true, args: []Value{few},
			general: func(x []Value) uint64 { return must(h.Iter(x[0])) },
			once:    func(x []Value) uint64 { return get(iterOf(m, ref(x[0]))) }},
		{name: "range(8)", routine: "range", makes: true, args: []Value{one(0), one(8), one(1)},
			general: func(x []Value) uint64 { return must(h.NewRange(x[0], x[1], x[2])) },
			once:    func(x []Value) uint64 { return get(newRangeOf(m, ref(x[0]), ref(x[1]), ref(x[2]))) }},
		{name: "map(f, l)", routine: "map", makes: true, args: []Value{None, few},
			general: func(x []Value) uint64 { return must(h.newMap(MapType, x[0], x[1:], false)) },
			once:    func(x []Value) uint64 { return get(mapOf(m, ref(x[0]), ref(x[1]))) }},
		{name: "sort by 8 ints", routine: "sort.keys", args: []Value{list(8), list(8), False},
			general: func(x []Value) uint64 { return must(x[0], h.SortByKeys(x[0], x[1], x[2] == True)) },
			once:    func(x []Value) uint64 { return get(sortedByInts(m, ref(x[0]), ref(x[1]), ref(x[2]))) }},
		{name: "truth of a list", routine: "truth", args: []Value{few},
			general: func(x []Value) uint64 { yes, err := h.Truth(x[0]); must(None, err); return truth(yes) },
			once:    func(x []Value) uint64 { return is(isTrue(m, ref(x[0]))) }},
	}
	return rows
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
