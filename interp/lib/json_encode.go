package lib

import (
	"math"
	"slices"
	"strconv"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/textfmt"
)

// Encoders of the module _json.

// The fields of an encoder, in the order of encoderNames.
const (
	offEncMarkers = 8 + 8*iota
	offEncDefault
	offEncEncoder
	offEncIndent
	offEncKeySep
	offEncItemSep
	offEncSort
	offEncSkip
	offEncNaN
	encoderSize
)

var encoderNames = []string{"markers", "default", "encoder", "indent", "key_separator", "item_separator", "sort_keys", "skipkeys", "allow_nan"}

var (
	encoderParams = object.NewSignature("make_encoder", 0, 0, 0, encoderNames...)
	encodeParams  = object.NewSignature("_iterencode", 0, 2, 0, "obj", "_current_indent_level")
)

func (k *jsonKit) registerEncoder() {
	h := k.h
	k.encoder = h.RegisterType(&object.Type{Name: "Encoder", Module: "_json", Size: encoderSize, Final: true, Slots: object.Slots{
		New: newJSONEncoder, Call: k.encode,
	}})
	var members []object.GetSet
	for i, name := range encoderNames[:len(encoderNames)-1] { // allow_nan is not shown
		members = append(members, readOnly(name, offEncMarkers+8*uintptr(i)))
	}
	h.AddGetSets(k.encoder, members)
}

func errMissingEncoderArg(h *object.Heap, i int) error {
	return h.Raise(object.TypeErrorType, "make_encoder() missing required argument '%s' (pos %d)", encoderNames[i], i+1)
}

// missingArg returns the first parameter that a call has no argument for, −1 if there is none.
func missingArg(h *object.Heap, names []string, args []object.Value, kwnames object.Value) int {
	n, named := len(args), []object.Value(nil)
	if kwnames != object.Null {
		named = h.TupleItems(kwnames)
		n -= len(named)
	}
	i := slices.IndexFunc(names[min(n, len(names)):], func(name string) bool {
		return !slices.ContainsFunc(named, func(v object.Value) bool { return h.GoString(v) == name })
	})
	if i < 0 {
		return -1
	}
	return n + i
}

func newJSONEncoder(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [9]object.Value
	if err := bind(h, encoderParams, args, kwnames, p[:]); err != nil {
		if i := missingArg(h, encoderNames, args, kwnames); i >= 0 { // CPython looks for them first
			err = errMissingEncoderArg(h, i)
		}
		return object.Null, err
	}
	v := h.NewEmpty(t)
	for i, x := range p {
		off := offEncMarkers + 8*uintptr(i)
		switch {
		case x == object.Null:
			return object.Null, errMissingEncoderArg(h, i)
		case (off == offEncKeySep || off == offEncItemSep) && !h.IsInstance(x, object.StrType):
			name := h.TypeName(x)
			if x == object.None {
				name = "None"
			}
			return object.Null, h.Raise(object.TypeErrorType, "make_encoder() argument %d must be str, not %s", i+1, name)
		case off >= offEncSort:
			yes, err := h.Truth(x)
			if err != nil {
				return object.Null, err
			}
			x = object.Bool(yes)
		}
		h.SetField(v, off, x)
	}
	if p[0] != object.None && !h.IsInstance(p[0], object.DictType) {
		return object.Null, h.Raise(object.TypeErrorType, "make_encoder() argument 1 must be dict or None, not %s", h.TypeName(p[0]))
	}
	return v, nil
}

// jsonEncoding is a call of an encoder. Its values are alive by the encoder, but newline, which is pushed.
type jsonEncoding struct {
	jsonWriter
	markers, fallback, encoder, indent, keySep, itemSep object.Value
	sort, skip, nan                                     bool
	fast, ascii                                         bool           // the encoder is one of this module's
	newline                                             object.Value   // str: a line's end and the indent of the outermost term; Null: there is none
	keyEnd, itemEnd                                     []byte         // of keySep and itemSep, if all of them is ASCII; nil else
	open                                                []object.Value // what is being encoded, outermost first; not under markers None
	marked                                              int            // how many of these the program's dict has
	checks                                              bool           // the dict has to be asked for what is being encoded, too
	depth                                               int            // of the term
	unit                                                []byte         // indent's text, once a line was indented
}

// encode is a call of an encoder: a tuple of one str.
func (k *jsonKit) encode(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, encodeParams, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	level, err := h.Ssize(p[1])
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(v)
	field := func(off uintptr) object.Value { return h.Field(v, off) }
	e := &jsonEncoding{jsonWriter: jsonWriter{k.borrow()}, markers: field(offEncMarkers), fallback: field(offEncDefault), encoder: field(offEncEncoder),
		indent: field(offEncIndent), keySep: field(offEncKeySep), itemSep: field(offEncItemSep), sort: field(offEncSort) == object.True,
		skip: field(offEncSkip) == object.True, nan: field(offEncNaN) == object.True, newline: object.Null}
	defer k.back(&e.output)
	e.ascii = e.encoder == k.ascii
	e.fast = e.ascii || e.encoder == k.plain
	e.keyEnd, _ = h.ASCIIData(e.keySep)
	e.itemEnd, _ = h.ASCIIData(e.itemSep)
	e.checks = e.markers != object.None && h.DictLen(e.markers) > 0
	if e.indent != object.None {
		if e.newline, err = e.firstLine(level); err != nil {
			return object.Null, err
		}
		h.Push(e.newline)
	}
	if err := e.term(p[0]); err != nil {
		if failed := e.mark(); failed != nil {
			err = failed
		}
		return object.Null, err
	}
	return h.NewTuple(e.value()), nil
}

// firstLine returns what separates lines at the outermost level.
func (e *jsonEncoding) firstLine(level int) (object.Value, error) {
	h := e.h
	end := h.NewStr("\n")
	if level == 0 {
		return end, nil
	}
	if repeats := [...]object.TypeID{object.StrType, object.ListType, object.TupleType, object.BytesType, object.ByteArrayType}; !slices.ContainsFunc(repeats[:], func(t object.TypeID) bool { return h.IsInstance(e.indent, t) }) {
		return object.Null, h.Raise(object.TypeErrorType, "'%s' object can't be repeated", h.TypeName(e.indent))
	}
	indent, err := h.Binary(object.Multiply, e.indent, h.Int(int64(level)))
	if err != nil {
		return object.Null, err
	}
	return h.Binary(object.Add, end, indent)
}

// line begins a line at the present depth.
func (e *jsonEncoding) line() error {
	if e.newline == object.Null {
		return nil
	}
	e.str(e.newline)
	if e.depth > 0 && !e.h.IsInstance(e.indent, object.StrType) {
		return e.h.Raise(object.TypeErrorType, "can only concatenate str (not \"%s\") to str", e.h.TypeName(e.indent))
	}
	if e.depth == 0 {
		return nil
	}
	if e.unit == nil {
		e.unit = e.h.AppendStr([]byte{}, e.indent)
	}
	if len(e.unit) == 0 {
		return nil // the loop would take the square of the depth for nothing
	}
	e.room(e.depth * len(e.unit))
	for i := range e.depth {
		e.h.CheckStopAt(i)
		e.b = append(e.b, e.unit...)
	}
	return nil
}

// next begins an item: the first, or one behind a separator.
func (e *jsonEncoding) next(first bool) error {
	switch {
	case first:
	case e.itemEnd != nil:
		e.room(len(e.itemEnd))
		e.b = append(e.b, e.itemEnd...)
	default:
		e.str(e.itemSep)
	}
	if e.newline == object.Null {
		return nil
	}
	return e.line()
}

// note adds to an exception what was being encoded.
func (e *jsonEncoding) note(err error, in object.Value, what string) error {
	if failed := e.mark(); failed != nil {
		return failed
	}
	return e.h.Noted(err, object.BaseExceptionType, "when serializing "+e.h.TypeOf(in).FullName()+what)
}

// openMost is how many values are looked through, and not looked up in the program's dict.
const openMost = 16

// enter notes that a value is being encoded. Nobody sees the program's dict before code of the program's runs, so there the values are noted only
// then (mark).
func (e *jsonEncoding) enter(v object.Value) error {
	if e.markers == object.None {
		return nil
	}
	found := slices.Contains(e.open[e.marked:], v)
	if !found && e.checks {
		var err error
		if found, err = e.h.DictContains(e.markers, e.h.ID(v)); err != nil {
			return err
		}
	}
	if found {
		return e.h.Raise(object.ValueErrorType, "Circular reference detected")
	}
	e.h.Push(v)
	if e.open = append(e.open, v); len(e.open)-e.marked > openMost { // how many there are nesting bounds
		return e.mark()
	}
	return nil
}

// mark notes in the program's dict what is being encoded: what comes next may run code that looks at it.
func (e *jsonEncoding) mark() error {
	for ; e.marked < len(e.open); e.marked++ {
		e.checks = true
		v := e.open[e.marked]
		if err := e.h.DictSet(e.markers, e.h.ID(v), v); err != nil {
			return err
		}
	}
	return nil
}

// leave ends what enter has begun.
func (e *jsonEncoding) leave() error {
	if e.markers == object.None {
		return nil
	}
	last := len(e.open) - 1
	v := e.open[last]
	e.open = e.open[:last]
	e.h.Release(e.h.Mark() - 1)
	if e.marked <= last {
		return nil
	}
	e.marked = last
	id := e.h.ID(v)
	found, err := e.h.DictDel(e.markers, id)
	if err == nil && !found {
		err = e.h.RaiseWith(object.KeyErrorType, id)
	}
	return err
}

// term encodes any value.
func (e *jsonEncoding) term(v object.Value) error {
	h := e.h
	switch t := h.TypeID(v); {
	case t == object.StrType:
		return e.text(v)
	case t == object.DictType:
		return e.nested(v, true)
	case t == object.ListType || t == object.TupleType:
		return e.nested(v, false)
	case h.IsInstance(v, object.StrType):
		return e.text(v)
	}
	if done, err := e.scalar(v); done || err != nil {
		return err
	}
	switch {
	case h.IsInstance(v, object.ListType) || h.IsInstance(v, object.TupleType):
		return e.nested(v, false)
	case h.IsInstance(v, object.DictType):
		return e.nested(v, true)
	}
	if err := e.enter(v); err != nil {
		return err
	}
	if err := e.mark(); err != nil {
		return err
	}
	x, err := h.Call(e.fallback, []object.Value{v}, object.Null)
	if err != nil {
		return err
	}
	if err := h.Enter(whileEncoding); err != nil {
		return err
	}
	if err = e.term(x); err != nil {
		err = e.note(err, v, " object")
	}
	h.Leave()
	if err != nil {
		return err
	}
	return e.leave()
}

const whileEncoding = " while encoding a JSON object"

// nested encodes a dict, or a list or tuple.
func (e *jsonEncoding) nested(v object.Value, dict bool) (err error) {
	if err := e.h.Enter(whileEncoding); err != nil {
		return err
	}
	if dict {
		err = e.dict(v)
	} else {
		err = e.list(v)
	}
	e.h.Leave()
	return err
}

// scalar encodes a constant or a number; done is false for other values.
func (e *jsonEncoding) scalar(v object.Value) (done bool, err error) {
	h := e.h
	switch {
	case v.IsSmall():
		e.room(24)
		e.b = strconv.AppendInt(e.b, v.Small(), 10)
	case v.IsFloat():
		return true, e.float(v)
	case v == object.None:
		e.add("null")
	case v == object.True:
		e.add("true")
	case v == object.False:
		e.add("false")
	case h.IsInstance(v, object.IntType):
		s, err := h.IntDigits(v, 10)
		if err != nil {
			return true, err
		}
		e.add(s)
	case h.IsInstance(v, object.FloatType):
		return true, e.float(v)
	default:
		return false, nil
	}
	return true, nil
}

// float encodes a float.
func (e *jsonEncoding) float(v object.Value) error {
	f := e.h.Plain(v).Float()
	if math.IsInf(f, 0) || f != f {
		if !e.nan {
			r, err := e.h.Repr(v)
			if err != nil {
				return err
			}
			return e.h.Raise(object.ValueErrorType, "Out of range float values are not JSON compliant: %s", e.h.GoString(r))
		}
		switch {
		case f > 0:
			e.add("Infinity")
		case f < 0:
			e.add("-Infinity")
		default:
			e.add("NaN")
		}
		return nil
	}
	e.room(32)
	e.b = textfmt.AppendFloat(e.b, f, 'r', 0, textfmt.Dot0)
	return nil
}

// text encodes a str.
func (e *jsonEncoding) text(v object.Value) error {
	if e.fast {
		e.quoted(v, e.ascii)
		return nil
	}
	h := e.h
	if err := e.mark(); err != nil {
		return err
	}
	s, err := h.Call(e.encoder, []object.Value{v}, object.Null)
	if err != nil {
		return err
	}
	if !h.IsInstance(s, object.StrType) {
		return h.Raise(object.TypeErrorType, "encoder() must return a string, not %s", h.TypeName(s))
	}
	e.str(s)
	return nil
}
