package object

import (
	"math/rand/v2"
	"strings"
)

// Random values for routines.

// randomValues makes values of all kinds, with the lengths at which operations change their ways.
type randomValues struct {
	h       *Heap
	rng     *rand.Rand
	last    []Value // the elements of the last container
	sets    bool    // longOrSet has made a set
	divides bool    // formatOrInt has made an int
	ringed  bool    // comparable has made a ring

	dictClass            Value // derived from dict
	tupleClass           Value // derived from tuple
	derivedFrom          map[TypeID][]Value
	classList, instances []Value
	makers, tupleClasses []Value
	behind               []Value
	ringType             *Type // stands for collections.deque
	stepTypes            map[StepKind]TypeID
	orderedType          *Type // is collections.OrderedDict
	futureType           *Type // stands for asyncio.Future
	lastFuture           Value
	patternType          *Type      // stands for re.Pattern
	matchType            *Type      // and for re.Match
	twisterType          *Type      // stands for random.Random
	cached               Value      // the last cache
	sorts                int        // how many elements the last list to sort has
	callee               Parameters // the last ones
	given                int        // how many arguments the last call has
	self                 bool       // it has one in front
	arguments            Value      // a tuple that has its others
}

var lengths = []int{0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, mostItems - 1, mostItems, mostItems + 1, mostBytes - 1, mostBytes, mostBytes + 1}

// item returns an int, str, None or, seldom, something else. Few differ, so that they are equal
// often, and many are equal and not the same.
func (r *randomValues) item() Value {
	switch n := r.rng.IntN(20); {
	case n < 8:
		return []Value{SmallInt(0), SmallInt(1), SmallInt(-1), SmallInt(-2), SmallInt(MaxSmall), SmallInt(MinSmall), SmallInt(int64(r.rng.IntN(200)))}[r.rng.IntN(7)]
	case n < 14:
		return r.str()
	case n < 16:
		b := r.h.NewBytes([]byte(strings.Repeat("a", lengths[r.rng.IntN(len(lengths))])))
		if r.rng.IntN(4) > 0 {
			_, _ = r.h.Hash(b) // bytes have one
		}
		return b
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
	r.last = list
	return list
}

// parts returns a list or tuple of few strs mostly.
func (r *randomValues) parts() Value {
	items := make([]Value, r.rng.IntN(6))
	for i := range items {
		if items[i] = r.text(); r.rng.IntN(2) == 0 {
			items[i] = r.h.NewStr("ab")
		}
	}
	if r.rng.IntN(2) == 0 {
		return r.h.NewTuple(items...)
	}
	return r.h.NewList(items...)
}

// cased returns a str of any characters below 128, or another one.
func (r *randomValues) cased() Value {
	if r.rng.IntN(4) == 0 {
		return r.str()
	}
	text := make([]byte, lengths[r.rng.IntN(len(lengths))])
	for i := range text {
		text[i] = byte(r.rng.IntN(128))
	}
	return r.h.NewStr(string(text))
}

// spaced returns a str with space on its sides.
func (r *randomValues) spaced() Value {
	space := func() string { return []string{"", "", " ", "\t\x1c", " \r\n\v\f\x1f", "\x1b", "\x85"}[r.rng.IntN(7)] }
	if r.rng.IntN(4) == 0 {
		return r.h.NewStr(space())
	}
	return r.h.NewStr(space() + r.h.GoString(r.str()) + space())
}

// member returns an element of the last container, or another item.
func (r *randomValues) member() Value {
	if n := len(r.last); n > 0 && r.rng.IntN(4) > 0 {
		return r.last[r.rng.IntN(n)]
	}
	return r.item()
}

// list returns a list, or an instance of a class that derives from list.
func (r *randomValues) list() Value { return r.derived(ListType, r.h.NewList(r.items()...)) }

// derived returns a value of a builtin type, or makes of it an instance of a class that derives from the type, and may have special
// methods of its own, which fail.
func (r *randomValues) derived(t TypeID, v Value) Value {
	if r.rng.IntN(3) > 0 {
		return v
	}
	if r.derivedFrom[t] == nil {
		own := r.h.NewDict()
		for _, name := range []string{"__len__", "__bool__", "__iter__", "__getitem__", "__setitem__", "__delitem__", "__contains__"} {
			r.h.DictSetStr(own, r.h.Intern(name), r.h.types[TypeType].Object)
		}
		if r.derivedFrom == nil {
			r.derivedFrom = map[TypeID][]Value{}
		}
		for _, ns := range []Value{r.h.NewDict(), own} {
			class, err := r.h.Call(r.h.types[TypeType].Object, []Value{r.h.Intern("Derived"), r.h.NewTuple(r.h.types[t].Object), ns}, Null)
			if err != nil {
				panic(err)
			}
			r.derivedFrom[t] = append(r.derivedFrom[t], class)
		}
	}
	d, err := r.h.Call(r.derivedFrom[t][r.rng.IntN(2)], []Value{v}, Null)
	if err != nil {
		panic(err) // of any such value
	}
	return d
}

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

// nested returns a tuple of tuples, some of which are of a class derived from tuple.
func (r *randomValues) nested(depth int) Value {
	items := make([]Value, 1+r.rng.IntN(3))
	for i := range items {
		if items[i] = []Value{SmallInt(1), SmallInt(2), FloatValue(1.5), FloatValue(-2), True, None}[r.rng.IntN(6)]; r.rng.IntN(8) == 0 {
			items[i] = r.item()
		}
	}
	if depth > 0 {
		items[0] = r.nested(depth - 1)
	}
	v := r.h.NewTuple(items...)
	if r.rng.IntN(3) > 0 {
		return v
	}
	v, err := r.h.Call(r.classOfTuple(), []Value{v}, Null)
	if err != nil {
		panic(err) // of any tuple
	}
	return v
}

// classOfTuple returns a class derived from tuple.
func (r *randomValues) classOfTuple() Value {
	if r.tupleClass == 0 {
		class, err := r.h.Call(r.h.types[TypeType].Object, []Value{r.h.Intern("T"), r.h.NewTuple(r.h.types[TupleType].Object), r.h.NewDict()}, Null)
		if err != nil {
			panic(err)
		}
		r.tupleClass = class
	}
	return r.tupleClass
}

// comparable returns an item, or a tuple of few or many, or of tuples.
func (r *randomValues) comparable() Value {
	if r.ringed = r.rng.IntN(12) == 0 || r.ringed && r.rng.IntN(2) == 0; r.ringed {
		return r.likeRing()
	}
	switch r.rng.IntN(5) {
	case 0:
		return r.item()
	case 1:
		return r.tuple()
	case 2:
		return r.nested(r.rng.IntN(mostNested + 3))
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

// ranged returns a range.
func (r *randomValues) ranged() Value {
	step := r.rng.Int64N(9) - 4
	if step == 0 {
		step = 1 << 20
	}
	v, err := r.h.NewRange(SmallInt(r.rng.Int64N(7)-3), SmallInt(r.rng.Int64N(30)-10), SmallInt(step))
	if err != nil {
		panic(err)
	}
	return v
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

// gathered returns what a list or a tuple is made of.
func (r *randomValues) gathered() Value {
	return []func() Value{r.sliced, r.listed, r.text, r.ring}[r.rng.IntN(4)]()
}

// grown returns a list that may have room.
func (r *randomValues) grown() Value {
	l := r.list()
	for range r.rng.IntN(3) {
		r.h.ListAppend(l, r.item())
	}
	return l
}

// iterator returns an iterator over any container, which may be at its end, or be disturbed.
func (r *randomValues) iterator() Value {
	of := r.any()
	switch r.rng.IntN(6) {
	case 0:
		of = r.str()
	case 1:
		of = r.h.NewBytes([]byte("bytes")[:r.rng.IntN(6)])
	}
	it, err := r.h.Iter(of)
	switch k := r.rng.IntN(8); {
	case k == 0:
		it, err = r.h.Reversed(of)
	case k == 1:
		it, err = r.h.Enumerate(of, SmallInt([]int64{0, 7, MaxSmall}[r.rng.IntN(3)]))
	case k == 2:
		it = r.h.NewRangeIter(MaxSmall-1, 1, MaxSmall-1+int64(r.rng.IntN(4)))
	case k == 3 && r.h.Is(of, DictType):
		it = r.h.dictIter(of, []TypeID{DictValueIterType, DictItemIterType, DictRevKeyIterType, DictRevValueIterType, DictRevItemIterType}[r.rng.IntN(5)])
	}
	if err != nil {
		return of
	}
	for range r.rng.IntN(4) {
		if _, err := r.h.Next(it); err != nil {
			panic(err) // no container has been changed
		}
	}
	switch r.rng.IntN(6) {
	case 0:
		if r.h.Is(of, SetType) {
			_ = r.h.SetAdd(of, SmallInt(1000)) // an int has a hash
		}
	case 1:
		if r.h.Is(of, ListType) {
			r.h.ListClear(of)
		}
	}
	return it
}

// dict returns a dict that keys have been removed from.
func (r *randomValues) dict() Value {
	d := r.h.NewDict()
	items := r.items()
	if r.rng.IntN(3) == 0 {
		for i, x := range items {
			items[i] = r.h.NewTuple(x, SmallInt(int64(i%4)))
		}
	}
	if r.rng.IntN(3) == 0 {
		for i := range items {
			items[i] = r.nested(1)
		}
	}
	for i, k := range items {
		if err := r.h.DictSet(d, k, SmallInt(int64(i))); err != nil {
			panic(err) // all items have a hash
		}
	}
	for _, k := range items {
		if r.rng.IntN(4) == 0 {
			if _, err := r.h.DictDel(d, k); err != nil {
				panic(err)
			}
		}
	}
	return d
}

// dictLike returns a dict, or an instance of a class that is one.
func (r *randomValues) dictLike() Value {
	d := r.dict()
	if r.rng.IntN(2) == 0 {
		return d
	}
	if r.dictClass == 0 {
		class, err := r.h.Call(r.h.types[TypeType].Object, []Value{r.h.Intern("D"), r.h.NewTuple(r.h.types[DictType].Object), r.h.NewDict()}, Null)
		if err != nil {
			panic(err)
		}
		r.dictClass = class
	}
	v, err := r.h.Call(r.dictClass, []Value{d}, Null)
	if err != nil {
		panic(err) // of any dict
	}
	return v
}

// any returns a container, or something else.
func (r *randomValues) any() Value {
	return []func() Value{r.list, r.tuple, r.set, r.item, r.dict, r.ranged}[r.rng.IntN(6)]()
}
