package lib

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _csv (Modules/_csv.c): dialects, and readers and writers of records, under
// Lib/csv.py.

// How fields are quoted.
const (
	quoteMinimal = iota
	quoteAll
	quoteNonNumeric
	quoteNone
	quoteStrings
	quoteNotNull
)

var quotings = []string{"QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE", "QUOTE_STRINGS", "QUOTE_NOTNULL"}

// notSet is the character of a dialect that has none.
const notSet rune = -1

// dialect says what records look like.
type dialect struct {
	heap.Account
	delimiter, quote, escape rune // notSet: none
	terminator               []rune
	quoting                  int
	doubled, skipSpace       bool // quotes in fields are doubled; spaces behind delimiters are skipped
	strict                   bool

	// What ends a run of ASCII characters of which nothing but that they are a field's has to be known, by the character: in a field
	// without quotes, or where a field begins, or in quotes.
	ends, begins, endsQuoted [128]bool
}

// HandleWeight is what the heap counts for it.
func (d *dialect) HandleWeight() int { return int(unsafe.Sizeof(*d)) }

// Same implements object.Same.
func (d *dialect) Same(other any) bool {
	o, ok := other.(*dialect)
	return ok && string(d.terminator) == string(o.terminator) && d.delimiter == o.delimiter && d.quote == o.quote && d.escape == o.escape &&
		d.quoting == o.quoting && d.doubled == o.doubled && d.skipSpace == o.skipSpace && d.strict == o.strict
}

// csv is the module's state.
type csv struct {
	h                       *object.Heap
	dialect, reader, writer *object.Type
	err                     object.TypeID
	known                   object.Value // dict: dialects by name
	spare                   *record      // of the last record that was read, for the next
	limit                   int          // of a field's characters
}

// newCSV makes the module.
func (l *Lib) newCSV() (object.Value, error) {
	h, m := l.h, l.newModule("_csv")
	k := &csv{h: h, known: object.Null, limit: 128 << 10}
	h.AddRoots(func(m *heap.Marker) { m.Value(k.known) })
	k.known = h.NewDict()
	m.set("_dialects", k.known)
	for i, name := range quotings {
		m.set(name, object.SmallInt(int64(i)))
	}
	base := h.Type(object.ExceptionType)
	k.err = h.RegisterType(&object.Type{Name: "Error", Module: "_csv", Base: base, IsException: true, Slots: base.Slots}).ID
	k.registerDialect()
	k.registerReader()
	k.registerWriter()
	m.set("Error", h.Type(k.err).Object)
	m.set("Dialect", k.dialect.Object)
	m.set("Reader", k.reader.Object)
	m.set("Writer", k.writer.Object)
	m.functions([]object.Builtin{
		{Name: "reader", Arity: object.Varied, FnKw: k.newReader}, {Name: "writer", Arity: object.Varied, FnKw: k.newWriter},
		{Name: "list_dialects", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return h.ListFromIter(k.known)
		}},
		{Name: "get_dialect", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			return k.get(a[0])
		}},
		{Name: "unregister_dialect", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			found, err := h.DictDel(k.known, a[0])
			if err == nil && !found {
				err = h.Raise(k.err, "unknown dialect")
			}
			return object.None, err
		}},
		{Name: "register_dialect", Arity: object.Varied, FnKw: k.register},
		{Name: "field_size_limit", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			old := h.Int(int64(k.limit))
			if len(a) > 0 {
				if !h.IsIntegral(a[0]) {
					return object.Null, h.Raise(object.TypeErrorType, "limit must be an integer")
				}
				n, err := h.Ssize(a[0])
				if err != nil {
					return object.Null, err
				}
				k.limit = n
			}
			return old, nil
		}},
	})
	return m.v, nil
}

// get returns a registered dialect.
func (k *csv) get(name object.Value) (object.Value, error) {
	v, err := k.h.DictGet(k.known, name)
	if err == nil && v == object.Null {
		err = k.h.Raise(k.err, "unknown dialect")
	}
	return v, err
}

func (k *csv) register(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	npos := len(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	if err := h.CheckCount("register_dialect", npos, 1, 2); err != nil {
		return object.Null, err
	}
	if !h.IsInstance(args[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "dialect name must be a string")
	}
	d, err := k.dialectOf(args[1:], kwnames)
	if err == nil {
		err = h.DictSet(k.known, args[0], d)
	}
	return object.None, err
}

// dialectParams are the parameters of Dialect.
var dialectParams = []string{"dialect", "delimiter", "doublequote", "escapechar", "lineterminator", "quotechar", "quoting", "skipinitialspace", "strict"}

// dialectOf makes a dialect object of a dialect (an object, a name, None) and what is
// given in its place.
func (k *csv) dialectOf(args []object.Value, kwnames object.Value) (object.Value, error) {
	h := k.h
	var p [9]object.Value
	for i := range p {
		p[i] = object.Null
	}
	named := 0
	if kwnames != object.Null {
		named = h.TupleLen(kwnames)
	}
	npos := len(args) - named
	copy(p[:], args[:min(npos, len(p))])
	for i := range named {
		name := h.GoString(h.TupleItem(kwnames, i))
		at := slices.Index(dialectParams, name)
		if at < 0 {
			return object.Null, h.Raise(object.TypeErrorType, "this function got an unexpected keyword argument '%s'", name)
		}
		p[at] = args[npos+i]
	}
	from := p[0]
	switch {
	case from == object.None:
		from = object.Null
	case from != object.Null && h.IsInstance(from, object.StrType):
		var err error
		if from, err = k.get(from); err != nil {
			return object.Null, err
		}
	}
	if from != object.Null {
		if h.TypeOf(from) == k.dialect && !slices.ContainsFunc(p[1:], func(v object.Value) bool { return v != object.Null }) {
			return from, nil
		}
		for i, name := range dialectParams[1:] {
			if p[i+1] == object.Null {
				x, err := h.LookupAttr(from, h.Intern(name))
				if err != nil {
					return object.Null, err
				}
				p[i+1] = x
			}
		}
	}
	d, err := k.parse(p[1:])
	if err != nil {
		return object.Null, err
	}
	return h.NewHandleObject(k.dialect.ID, d), nil
}

// parse makes a dialect of its attributes; Null stands for the default.
func (k *csv) parse(p []object.Value) (*dialect, error) {
	h := k.h
	d := &dialect{}
	var err error
	char := func(i int, name string, absent rune, none bool) (r rune) {
		r = absent
		switch v := p[i]; {
		case err != nil || v == object.Null:
		case v == object.None && none:
			r = notSet
		default:
			what := "a unicode character"
			if none {
				what += " or None"
			}
			if !h.IsInstance(v, object.StrType) {
				err = h.Raise(object.TypeErrorType, "\"%s\" must be %s, not %s", name, what, h.TypeName(v))
			} else if n := h.StrLen(v); n != 1 {
				err = h.Raise(object.TypeErrorType, "\"%s\" must be %s, not a string of length %d", name, what, n)
			} else {
				r = h.StrAt(v, 0)
			}
		}
		return r
	}
	yes := func(i int, absent bool) bool {
		if err != nil || p[i] == object.Null {
			return absent
		}
		var v bool
		v, err = h.Truth(p[i])
		return v
	}
	d.delimiter = char(0, "delimiter", ',', false)
	d.doubled = yes(1, true)
	d.escape = char(2, "escapechar", notSet, true)
	d.terminator = []rune("\r\n")
	if v := p[3]; v != object.Null && err == nil {
		if !h.IsInstance(v, object.StrType) {
			err = h.Raise(object.TypeErrorType, "\"lineterminator\" must be a string, not %s", h.TypeName(v))
		} else {
			d.terminator = heap.Grow[rune](&h.Heap, &d.Account, nil, h.StrLen(v))[:h.StrLen(v)]
			h.RunesFrom(d.terminator, v, 0)
		}
	}
	d.quote = char(4, "quotechar", '"', true)
	if v := p[5]; v != object.Null && err == nil {
		if !h.Is(v, object.IntType) && !v.IsSmall() {
			err = h.Raise(object.TypeErrorType, "\"quoting\" must be an integer, not %s", h.TypeName(v))
		} else {
			d.quoting, err = h.CInt(v)
		}
	} else if p[4] == object.None {
		d.quoting = quoteNone
	}
	d.skipSpace, d.strict = yes(6, false), yes(7, false)
	if err == nil {
		err = d.check(h)
	}
	d.runs()
	if err != nil {
		d.Free(&h.Heap)
		return nil, err
	}
	return d, nil
}

// check refuses dialects whose characters get in each other's way.
func (d *dialect) check(h *object.Heap) error {
	if d.quoting < 0 || d.quoting >= len(quotings) {
		return h.Raise(object.TypeErrorType, "bad \"quoting\" value")
	}
	if d.quote == notSet && d.quoting != quoteNone {
		return h.Raise(object.TypeErrorType, "quotechar must be set if quoting enabled")
	}
	chars := []struct {
		name  string
		c     rune
		space bool // may be one
	}{{"delimiter", d.delimiter, true}, {"escapechar", d.escape, !d.skipSpace}, {"quotechar", d.quote, !d.skipSpace}}
	for _, c := range chars {
		if c.c == '\n' || c.c == '\r' || c.c == ' ' && !c.space {
			return h.Raise(object.ValueErrorType, "bad %s value", c.name)
		}
	}
	for i, a := range chars {
		for _, b := range chars[i+1:] {
			if a.c == b.c && a.c != notSet {
				return h.Raise(object.ValueErrorType, "bad %s or %s value", a.name, b.name)
			}
		}
	}
	for _, c := range chars {
		if c.c != notSet && slices.Contains(d.terminator, c.c) {
			return h.Raise(object.ValueErrorType, "bad %s or lineterminator value", c.name)
		}
	}
	return nil
}

// registerDialect makes the type Dialect.
func (k *csv) registerDialect() {
	h := k.h
	k.dialect = h.RegisterType(&object.Type{Name: "Dialect", Module: "_csv", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
		New: func(_ *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			return k.dialectOf(args, kwnames)
		},
	}})
	get := func(name string, f func(d *dialect) object.Value) object.GetSet {
		return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) { return f(h.HandleOf(v).(*dialect)), nil }}
	}
	char := func(r rune) object.Value {
		if r == notSet {
			return object.None
		}
		return h.NewStrRunes([]rune{r})
	}
	h.AddGetSets(k.dialect, []object.GetSet{
		get("delimiter", func(d *dialect) object.Value { return char(d.delimiter) }), get("quotechar", func(d *dialect) object.Value { return char(d.quote) }),
		get("escapechar", func(d *dialect) object.Value { return char(d.escape) }),
		get("lineterminator", func(d *dialect) object.Value { return h.NewStrRunes(d.terminator) }),
		get("quoting", func(d *dialect) object.Value { return object.SmallInt(int64(d.quoting)) }),
		get("doublequote", func(d *dialect) object.Value { return object.Bool(d.doubled) }),
		get("skipinitialspace", func(d *dialect) object.Value { return object.Bool(d.skipSpace) }),
		get("strict", func(d *dialect) object.Value { return object.Bool(d.strict) }),
	})
}

// operands splits the arguments of reader and writer: what they are given, and the
// dialect.
func (k *csv) operands(name string, args []object.Value, kwnames object.Value) (v, d object.Value, err error) {
	npos := len(args)
	if kwnames != object.Null {
		npos -= k.h.TupleLen(kwnames)
	}
	switch {
	case npos == 0:
		return object.Null, object.Null, k.h.Raise(object.TypeErrorType, "%s expected at least 1 argument, got 0", name)
	case npos > 2:
		return object.Null, object.Null, k.h.Raise(object.TypeErrorType, "%s expected at most 2 arguments, got %d", name, npos)
	}
	d, err = k.dialectOf(args[1:], kwnames)
	return args[0], d, err
}

// special reports whether a field with the character has to be quoted or escaped.
func (d *dialect) special(c rune) bool {
	return c == d.delimiter || c == d.escape || c == d.quote || c == '\n' || c == '\r' || slices.Contains(d.terminator, c)
}
