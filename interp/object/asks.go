package object

// Builtin functions that find by their arguments which function in Python they call: a special method of the first one, the method by which
// elements are compared, what an attribute comes to. Each is a row (EachRows) with a driver that does what it does for any arguments; which
// function it finds only says whether a driver is worth it, and whose code inlines it.

// Those that find the function. A call is one of the first row of its function that has its shape (EachRow.Else).
const (
	EachOrder Each = iota + firstAsking // sorted without a key
	EachOrderIn
	EachMost // max of an iterable
	EachLeast
	EachMostOf // max of arguments
	EachLeastOf
	EachIndex // of a list
	EachCount
	EachRemove
	EachTupleIndex
	EachTupleCount
	EachHeapPush
	EachHeapPop
	EachHeapPushPop
	EachHeapReplace
	EachBisectLeft
	EachBisectRight
	EachInsortLeft
	EachInsortRight
	EachGetAttr
	EachHasAttr
	EachFloat
	EachInt
	EachAbs
	EachRound
	EachFloor
	EachCeil
	EachTrunc
	EachIndexOf // operator.index
	EachComplex
	EachBytes
	EachReversed
	EachFormat
	EachFormatAs // with a specification
	EachOfIndex  // a function of an int: hex(x)
	EachOfFloat  // a function of a float: math.sqrt(x)
	EachSet      // of an iterable
	EachFrozenSet
	EachUpdate // of a set, by an iterable
	EachSum
	EachAny
	EachAll
	EachNextOr // next(x, default)
	EachSetAttr
	EachOperator // a binary operator: operator.add(a, b)
	EachCompare  // a comparison: operator.lt(a, b)
	Eaches
)

// Asking is the part of a row that says how the function is found. One of Finds and Ways is set.
type Asking struct {
	// Finds returns the function in Python that a call comes to; Null: there is none, or a driver is not worth it. Nothing in Python is run.
	Finds func(h *Heap, pass *[MostEachParams]Value) Value
	// Ways are the special methods, one of which the class of the first parameter has: a driver is for the class, and the parameter Func, which
	// nobody gives, has the method.
	Ways []Way
	// Again: the function is called with what the special method returns.
	Again bool
	// List: the first parameter is exactly a list.
	List bool
	// Constant is a parameter that is a str which the driver has in its code; 0: there is none.
	Constant int
}

// A Way is a special method that a builtin function calls.
type Way struct {
	Special string
	Result  TypeID // what the method mostly returns; 0: that is the result, whatever it is
	// Finish makes the result of what the method of x has returned that is no such value exactly.
	Finish func(h *Heap, x, r Value) (Value, error)
}

// An Ask is what a driver is for, besides the code of the function.
type Ask struct {
	Class    TypeID // of the first parameter; 0: any
	Way      int
	Constant Value // 0: none
}

// Asks reports whether it finds the function.
func (a *Asking) Asks() bool { return a.Finds != nil || a.Ways != nil }

// Many reports whether the function is called more than once, mostly: a run of the driver from Go is worth it then.
func (a *Asking) Many() bool { return a.Finds != nil && a.Constant == 0 }

// Asks reports whether it finds the function that it calls, or may.
func (e Each) Asks() bool {
	return e >= firstAsking || e != EachNone && EachRows[e].Else != EachNone
}

// withAsking adds the rows of those that find the function.
func withAsking(rows [Eaches]EachRow) [Eaches]EachRow {
	const none = MostEachParams // no parameter has a name
	order := Asking{Finds: findsOrder}
	rows[EachOrder] = EachRow{Name: "sorted", Params: [...]string{"iterable", "reverse", ""}, Positional: 1, Named: 1, Needed: 1, Flag: 1, Asking: order}
	rows[EachOrderIn] = EachRow{Name: "sort", Params: [...]string{"list", "reverse", ""}, Positional: 1, Named: 1, Needed: 1, Flag: 1, Receiver: ListType, Asking: order}
	for _, x := range [...]struct {
		all, few Each
		name     string
		op       CompareOp
	}{{EachMost, EachMostOf, "max", GT}, {EachLeast, EachLeastOf, "min", LT}} {
		rows[x.all] = EachRow{Name: x.name, Params: [...]string{"iterable", "default", ""}, Positional: 1, Named: 1, Needed: 1, Else: x.few, Asking: Asking{Finds: findsExtreme(x.op)}}
		rows[x.few] = EachRow{Name: x.name, Params: [...]string{"a", "b", "c"}, Positional: 3, Named: none, Needed: 2, Asking: Asking{Finds: func(h *Heap, p *[MostEachParams]Value) Value {
			return h.compares(x.op, p[1], p[0])
		}}}
	}
	for e, name := range map[Each]string{EachIndex: "index", EachCount: "count", EachRemove: "remove"} {
		rows[e] = EachRow{Name: name, Params: [...]string{"list", "value", ""}, Positional: 2, Named: none, Needed: 2, Receiver: ListType, Asking: Asking{Finds: findsSame}}
	}
	for e, name := range map[Each]string{EachTupleIndex: "index", EachTupleCount: "count"} {
		rows[e] = EachRow{Name: name, Params: [...]string{"tuple", "value", ""}, Positional: 2, Named: none, Needed: 2, Receiver: TupleType, Asking: Asking{Finds: findsSame}}
	}
	withLists(&rows)
	for e, n := range map[Each]int{EachGetAttr: 3, EachHasAttr: 2} {
		rows[e] = EachRow{Name: [...]string{2: "hasattr", 3: "getattr"}[n], Params: [...]string{"object", "name", "default"}, Positional: n, Named: none, Needed: 2, Asking: Asking{Finds: findsAttr, Constant: 1}}
	}
	withWays(&rows)
	withIterables(&rows)
	two := [...]string{"a", "b", ""}
	rows[EachSetAttr] = EachRow{Name: "setattr", Params: [...]string{"object", "name", "value"}, Positional: 3, Named: none, Needed: 3, Asking: Asking{Finds: findsSetter, Constant: 1}}
	rows[EachOperator] = EachRow{Name: "operator", Params: two, Positional: 2, Named: none, Needed: 2, Asking: Asking{Finds: func(h *Heap, p *[MostEachParams]Value) Value {
		return h.adds(p[0], p[1])
	}}}
	rows[EachCompare] = EachRow{Name: "operator", Params: two, Positional: 2, Named: none, Needed: 2, Asking: Asking{Finds: func(h *Heap, p *[MostEachParams]Value) Value {
		if f := h.compares(LT, p[0], p[1]); f != Null {
			return f
		}
		return h.compares(EQ, p[0], p[1])
	}}}
	return rows
}

// withIterables adds those that take the elements of an iterable.
func withIterables(rows *[Eaches]EachRow) {
	for e, name := range map[Each]string{EachSet: "set", EachFrozenSet: "frozenset", EachAny: "any", EachAll: "all"} {
		finds := findsTruth
		if e == EachSet || e == EachFrozenSet {
			finds = findsHash
		}
		rows[e] = EachRow{Name: name, Params: [...]string{"iterable", "", ""}, Positional: 1, Named: MostEachParams, Needed: 1, Asking: Asking{Finds: finds}}
	}
	rows[EachUpdate] = EachRow{Name: "update", Params: [...]string{"set", "iterable", ""}, Positional: 2, Named: MostEachParams, Needed: 2, Receiver: SetType, Asking: Asking{Finds: func(h *Heap, p *[MostEachParams]Value) Value {
		return findsHash(h, &[MostEachParams]Value{p[1]})
	}}}
	rows[EachSum] = EachRow{Name: "sum", Params: [...]string{"iterable", "start", ""}, Positional: 2, Named: 1, Needed: 1, Asking: Asking{Finds: func(h *Heap, p *[MostEachParams]Value) Value {
		if s := h.sequenceOf(p[0]); len(s) > 1 && (p[1] == None || h.TypeID(p[1]) >= FirstFreeType && h.TypeOf(p[1]).layout == ObjectType) {
			return h.adds(s[0], s[1])
		}
		return Null
	}}}
	rows[EachNextOr] = EachRow{Name: "next", Params: [...]string{"iterator", "default", "method"}, Positional: 2, Named: MostEachParams, Needed: 2, Func: 2, Asking: Asking{Ways: []Way{{Special: "__next__"}}}}
}

// adds returns the method in Python that a + b, or a - b, calls first; Null: there is none. It stands for all operators that a and b may have.
func (h *Heap) adds(a, b Value) Value {
	if !h.comparesOwn(a, b) {
		return Null
	}
	for _, op := range [...]BinaryOp{Add, Subtract, Multiply, Subscr} {
		if op == Subscr {
			if t := h.TypeOf(a); t.made && t.ItemGetter() != Null && h.Is(t.ItemGetter(), FunctionType) {
				return t.ItemGetter()
			}
			continue
		}
		if f, _ := h.FirstBinary(op, h.TypeOf(a), h.TypeOf(b)); f != Null {
			return f
		}
	}
	return Null
}

func findsHash(h *Heap, p *[MostEachParams]Value) Value {
	if s := h.sequenceOf(p[0]); len(s) > 0 && h.HashesByPython(s[0]) {
		return h.TypeOf(s[0]).SpecialMethod(SpecialHash)
	}
	return Null
}

func findsTruth(h *Heap, p *[MostEachParams]Value) Value {
	if s := h.sequenceOf(p[0]); len(s) > 0 && h.TypeID(s[0]) >= FirstFreeType {
		f, _ := h.TypeOf(s[0]).TruthMethod()
		return f
	}
	return Null
}

func findsSetter(h *Heap, p *[MostEachParams]Value) Value {
	return h.AttrSetterOf(h.TypeOf(p[0]), p[1]).Func
}

// withLists adds the functions of heaps and sorted lists.
func withLists(rows *[Eaches]EachRow) {
	two := func(e Each, name string, finds func(h *Heap, p *[MostEachParams]Value) Value) {
		rows[e] = EachRow{Name: name, Params: [...]string{"list", "item", ""}, Positional: 2, Named: MostEachParams, Needed: 2, Asking: Asking{List: true, Finds: finds}}
	}
	before := func(h *Heap, p *[MostEachParams]Value) Value {
		if h.ListLen(p[0]) == 0 {
			return Null
		}
		return h.compares(LT, h.ListItem(p[0], 0), p[1])
	}
	behind := func(h *Heap, p *[MostEachParams]Value) Value {
		if h.ListLen(p[0]) == 0 {
			return Null
		}
		return h.compares(LT, p[1], h.ListItem(p[0], 0))
	}
	two(EachHeapPush, "heappush", behind)
	two(EachHeapPushPop, "heappushpop", before)
	two(EachHeapReplace, "heapreplace", behind)
	two(EachBisectLeft, "bisect_left", before)
	two(EachBisectRight, "bisect_right", behind)
	two(EachInsortLeft, "insort_left", before)
	two(EachInsortRight, "insort_right", behind)
	rows[EachHeapPop] = EachRow{Name: "heappop", Params: [...]string{"list", "", ""}, Positional: 1, Named: MostEachParams, Needed: 1, Asking: Asking{List: true, Finds: func(h *Heap, p *[MostEachParams]Value) Value {
		n := h.ListLen(p[0])
		if n < 3 {
			return Null
		}
		return h.compares(LT, h.ListItem(p[0], n-1), h.ListItem(p[0], 1))
	}}}
}

// withWays adds those that call a special method.
func withWays(rows *[Eaches]EachRow) {
	byFloat := Way{"__float__", FloatType, func(h *Heap, x, r Value) (Value, error) {
		f, err := h.floatFrom(h.TypeOf(x), r)
		return FloatValue(f), err
	}}
	byIndex := func(result TypeID, then func(h *Heap, i Value) (Value, error)) Way {
		return Way{"__index__", result, func(h *Heap, _, r Value) (Value, error) {
			i, err := h.indexFrom(r)
			if err != nil {
				return Null, err
			}
			return then(h, i)
		}}
	}
	itself := func(_ *Heap, i Value) (Value, error) { return i, nil }
	float := func(h *Heap, i Value) (Value, error) {
		f, err := h.IntToFloat(i)
		return FloatValue(f), err
	}
	for _, x := range [...]struct {
		e    Each
		name string
		ways []Way
	}{
		{EachFloat, "float", []Way{byFloat, byIndex(0, float)}},
		{EachInt, "int", []Way{{"__int__", IntType, func(h *Heap, _, r Value) (Value, error) { return h.intFrom(r) }}, byIndex(IntType, itself)}},
		{EachAbs, "abs", []Way{{Special: "__abs__"}}},
		{EachRound, "round", []Way{{Special: "__round__"}}},
		{EachFloor, "floor", []Way{{Special: "__floor__"}}},
		{EachCeil, "ceil", []Way{{Special: "__ceil__"}}},
		{EachTrunc, "trunc", []Way{{Special: "__trunc__"}}},
		{EachIndexOf, "index", []Way{byIndex(IntType, itself)}},
		{EachComplex, "complex", []Way{{"__complex__", ComplexType, func(h *Heap, _, r Value) (Value, error) {
			c, _, err := h.specialComplex(r)
			if err != nil {
				return Null, err
			}
			return h.NewComplex(c), nil
		}}}},
		{EachBytes, "bytes", []Way{{"__bytes__", BytesType, func(h *Heap, _, r Value) (Value, error) { return h.bytesFromSpecial(r) }}}},
		{EachReversed, "reversed", []Way{{Special: "__reversed__"}}},
		{EachFormat, "format", []Way{{"__format__", StrType, (*Heap).formatFrom}}},
		{EachFormatAs, "format", []Way{{"__format__", StrType, (*Heap).formatFrom}}},
		{EachOfIndex, "index", []Way{byIndex(IntType, itself)}},
		{EachOfFloat, "float", []Way{byFloat, byIndex(0, float)}},
	} {
		rows[x.e] = EachRow{Name: x.name, Params: [...]string{"x", "argument", "method"}, Positional: 1, Named: MostEachParams, Needed: 1, Func: 2, Asking: Asking{Ways: x.ways}}
	}
	rows[EachRound].Positional = 2
	rows[EachFormat].Else = EachFormatAs
	rows[EachFormatAs].Positional, rows[EachFormatAs].Needed, rows[EachFormatAs].Constant = 2, 2, 1
	rows[EachOfIndex].Again, rows[EachOfFloat].Again = true, true
}

// initAsks says of the classes what their calls are.
func (h *Heap) initAsks() {
	for t, e := range map[TypeID]Each{FloatType: EachFloat, IntType: EachInt, ComplexType: EachComplex, BytesType: EachBytes, ReversedType: EachReversed, RangeType: EachOfIndex, SetType: EachSet, FrozenSetType: EachFrozenSet} {
		h.types[t].Each = e
	}
}

// compares returns the method in Python that a op b calls first; Null: there is none.
func (h *Heap) compares(op CompareOp, a, b Value) Value {
	if !h.comparesOwn(a, b) {
		return Null
	}
	f, _, _ := h.FirstCompare(op, h.TypeOf(a), h.TypeOf(b))
	return f
}

// sequenceOf are the elements of a list or a tuple; none of others.
func (h *Heap) sequenceOf(v Value) []Value {
	switch h.TypeID(v) {
	case ListType:
		return h.ListItems(v)
	case TupleType:
		return h.TupleItems(v)
	}
	return nil
}

func findsOrder(h *Heap, p *[MostEachParams]Value) Value {
	if s := h.sequenceOf(p[0]); len(s) > 1 && len(s) <= MostOrdered {
		return h.compares(LT, s[1], s[0])
	}
	return Null
}

func findsExtreme(op CompareOp) func(h *Heap, p *[MostEachParams]Value) Value {
	return func(h *Heap, p *[MostEachParams]Value) Value {
		if s := h.sequenceOf(p[0]); len(s) > 1 {
			return h.compares(op, s[1], s[0])
		}
		return Null
	}
}

func findsSame(h *Heap, p *[MostEachParams]Value) Value {
	if s := h.sequenceOf(p[0]); len(s) > 0 && s[0] != p[1] {
		return h.compares(EQ, s[0], p[1])
	}
	return Null
}

func findsAttr(h *Heap, p *[MostEachParams]Value) Value {
	t := h.TypeOf(p[0])
	if !t.made {
		return Null
	}
	if x := t.Lookup(p[1]); x != Null && h.Is(x, PropertyType) && (t.GetAttr == nil || h.AsksForMissing(t)) {
		if f := h.Field(x, OffPropertyGet); h.Is(f, FunctionType) {
			return f
		}
		return Null
	}
	return h.AttrFunctionOf(p[0], p[1]).Func
}

// MostOrdered is how many elements a driver sorts: as many as make one run, which are inserted one by one.
const MostOrdered = 16

// AskOf returns the function in Python that a call comes to, Null if it has no driver, and what the driver is for.
func (h *Heap) AskOf(e Each, pass *[MostEachParams]Value) (f Value, a Ask) {
	row := &EachRows[e]
	if row.List && !h.Is(pass[0], ListType) {
		return Null, a
	}
	if row.Constant != 0 {
		if a.Constant = pass[row.Constant]; !h.Is(a.Constant, StrType) || h.InternValue(a.Constant) != a.Constant {
			return Null, a
		}
	}
	if row.Ways == nil {
		return row.Finds(h, pass), a
	}
	if a.Class = h.TypeID(pass[0]); a.Class < FirstFreeType {
		return Null, a
	}
	f, a.Way = h.WayOf(e, h.TypeOf(pass[0]))
	return f, a
}

// WayOf returns the function in Python that is the special method for instances of a class; Null if that is something else.
func (h *Heap) WayOf(e Each, t *Type) (f Value, way int) {
	if !t.made || t.layout != ObjectType {
		return Null, 0
	}
	for i := range EachRows[e].Ways {
		x := t.Lookup(h.Intern(EachRows[e].Ways[i].Special))
		if x != Null && !h.Is(x, FunctionType) {
			return Null, 0
		}
		if x != Null {
			return x, i
		}
	}
	return Null, 0
}

// is reports whether a call is one for the driver, and adds what nobody gives to its arguments.
func (a *Ask) is(h *Heap, d EachDriver, pass *[MostEachParams]Value) bool {
	row := &EachRows[d.Each]
	if row.List && !h.Is(pass[0], ListType) || a.Constant != 0 && pass[row.Constant] != a.Constant {
		return false
	}
	if a.Class == 0 {
		return true
	}
	if h.TypeID(pass[0]) != a.Class {
		return false
	}
	f, way := h.WayOf(d.Each, h.TypeOf(pass[0]))
	pass[row.Func] = f
	return f != Null && way == a.Way && h.Half(f, OffFuncCode) == d.Code
}
