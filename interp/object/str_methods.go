package object

// The methods that only str has: casefold, encode, join, maketrans, replace and
// translate. format and format_map are elsewhere.

var strMethods = []Builtin{
	{Name: "casefold", Arity: NoArgs, Fn: mapMethod(mapFold), Pure: true, NoGuest: true},
	{Name: "encode", Named: encodeParams.names, FnKw: strEncode, Pure: true, NoGuest: true},
	{Name: "join", Arity: O, Fn: strJoin},
	{Name: "replace", Named: strReplaceParams.names, FnKw: strReplace, Pure: true, NoGuest: true},
	{Name: "translate", Arity: O, Fn: strTranslate},
}

var strMakeTrans = Builtin{Name: "maketrans", Arity: Fast, Min: 1, Max: 3, Fn: makeTrans}

// strJoin is sep.join(iterable).
func strJoin(h *Heap, self Value, args []Value) (Value, error) {
	items, err := h.joinItems(args[0])
	if err != nil {
		return Null, err
	}
	return h.StrJoin(self, items)
}

// joinItems returns the elements of an iterable as a slice over the arena, which
// itself keeps them alive: of the list or tuple that it is, or of a new list.
func (h *Heap) joinItems(x Value) ([]Value, error) {
	if x.IsRef() {
		switch h.RefType(x) {
		case ListType:
			return h.ListItems(x), nil
		case TupleType:
			return h.TupleItems(x), nil
		}
	}
	seq, err := h.fastSequence(x, "can only join an iterable")
	if err != nil {
		return nil, err
	}
	return h.sequenceItems(seq), nil
}

var encodeParams = params{name: "encode", names: []string{"encoding", "errors"}}

func strEncode(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
	arg := [2]Value{Null, Null}
	if err := encodeParams.parse(h, args, kwnames, arg[:]); err != nil {
		return Null, err
	}
	c, err := h.codecArgs("encode", arg[0], arg[1])
	if err != nil {
		return Null, err
	}
	return h.encode(self, c)
}

// strTranslate is s.translate(table): each code point is looked up in the table
// by its number.
func strTranslate(h *Heap, self Value, args []Value) (Value, error) {
	var b strBuilder
	var known asciiTable
	t, plain := h.strText(self), h.Is(args[0], DictType)
	for i := range t.n {
		h.CheckStopAt(i)
		r := t.at(i)
		x, ok := known.of(r)
		if !ok {
			var err error
			if x, err = h.translated(args[0], r); err != nil {
				return Null, err
			}
			if plain {
				known.keep(r, x)
			}
		}
		switch {
		case x == Null:
			b.rune(r)
		case x == None:
		case h.isStr(x):
			b.str(h, x)
			h.RoomFor(8 * float64(b.n)) // Go has allocated no more than twice that
		default:
			n, _, ok := h.asInt(x)
			if !ok {
				return Null, h.Raise(TypeErrorType, "character mapping must return integer, None or str")
			}
			if n < 0 || n > 0x10FFFF {
				return Null, h.Raise(ValueErrorType, "character mapping must be in range(0x110000)")
			}
			b.rune(rune(n))
		}
	}
	return b.value(h), nil
}

// asciiTable is what a dict has for characters of ASCII that were looked up, as CPython's translate remembers it (unicode_fast_translate).
type asciiTable struct {
	known [2]uint64
	to    [128]Value
}

func (t *asciiTable) of(r rune) (x Value, ok bool) {
	if r >= 128 || t.known[r>>6]>>(r&63)&1 == 0 {
		return Null, false
	}
	return t.to[r], true
}

// keep remembers what is no object: others may die.
func (t *asciiTable) keep(r rune, x Value) {
	if r < 128 && (x == Null || x == None || x.IsSmall()) {
		t.known[r>>6] |= 1 << (r & 63)
		t.to[r] = x
	}
}

// translated looks a code point up in a translation table; Null if it has none.
func (h *Heap) translated(table Value, r rune) (Value, error) {
	key := SmallInt(int64(r))
	if h.Is(table, DictType) { // no exception for what is not there
		return h.DictGet(table, key)
	}
	x, err := h.GetItem(table, key)
	if raised, ok := err.(*Raised); ok && h.IsInstance(raised.Exc, LookupErrorType) {
		return Null, nil
	}
	return x, err
}

// makeTrans is str.maketrans(x[, y[, z]]).
func makeTrans(h *Heap, _ Value, args []Value) (Value, error) {
	for i := 1; i < len(args); i++ {
		if !h.isStr(args[i]) {
			return Null, h.Raise(TypeErrorType, "maketrans() argument %d must be str, not %s", i+1, h.argTypeName(args[i]))
		}
	}
	x, table := args[0], h.NewDict()
	if len(args) == 1 {
		return table, h.makeTransDict(x, table)
	}
	if !h.isStr(x) {
		return Null, h.Raise(TypeErrorType, "first maketrans argument must be a string if there is a second argument")
	}
	from, to := h.strText(x), h.strText(args[1])
	if from.n != to.n {
		return Null, h.Raise(ValueErrorType, "the first two maketrans arguments must have equal length")
	}
	for i := range from.n {
		if err := h.SetItem(table, SmallInt(int64(from.at(i))), SmallInt(int64(to.at(i)))); err != nil {
			return Null, err
		}
	}
	if len(args) > 2 {
		for i, t := 0, h.strText(args[2]); i < t.n; i++ {
			if err := h.SetItem(table, SmallInt(int64(t.at(i))), None); err != nil {
				return Null, err
			}
		}
	}
	return table, nil
}

// makeTransDict copies a dict to a translation table; keys of one character
// become numbers.
func (h *Heap) makeTransDict(x, table Value) error {
	if !h.Is(x, DictType) {
		return h.Raise(TypeErrorType, "if you give only one argument to maketrans it must be a dict")
	}
	it, err := h.Iter(x)
	if err != nil {
		return err
	}
	for {
		key, err := h.Next(it)
		if err != nil || key == Null {
			return err
		}
		value, err := h.GetItem(x, key)
		if err != nil {
			return err
		}
		if h.isStr(key) {
			if h.StrLen(key) != 1 {
				return h.Raise(ValueErrorType, "string keys in translatetable must be of length 1")
			}
			key = SmallInt(int64(h.StrAt(key, 0)))
		} else if _, _, ok := h.asInt(key); !ok {
			return h.Raise(TypeErrorType, "keys in translate table mustbe strings or integers")
		}
		if err := h.SetItem(table, key, value); err != nil {
			return err
		}
	}
}
