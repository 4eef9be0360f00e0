package lib

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/textfmt"
)

// Scanners of the module _json.

// The fields of a scanner, in the order of scannerNames.
const (
	offScanStrict = 8 + 8*iota
	offScanHook
	offScanPairs
	offScanFloat
	offScanInt
	offScanConstant
	scannerSize
)

// scannerNames are the attributes that a scanner takes from its context, and has.
var scannerNames = [...]string{"strict", "object_hook", "object_pairs_hook", "parse_float", "parse_int", "parse_constant"}

var (
	scannerParams = object.NewSignature("make_scanner", 0, 1, 0, "context")
	scanParams    = object.NewSignature("scan_once", 0, 2, 0, "string", "idx")
)

func (k *jsonKit) registerScanner() {
	h := k.h
	k.scanner = h.RegisterType(&object.Type{Name: "Scanner", Module: "_json", Size: scannerSize, Final: true, Slots: object.Slots{
		New: k.newScanner, Call: k.scanOnce,
	}})
	var members []object.GetSet
	for i, name := range scannerNames {
		members = append(members, readOnly(name, offScanStrict+8*uintptr(i)))
	}
	h.AddGetSets(k.scanner, members)
}

func (k *jsonKit) newScanner(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [1]object.Value
	if err := bind(h, scannerParams, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	v := h.NewEmpty(t)
	for i, name := range scannerNames {
		x, err := h.GetAttr(p[0], h.Intern(name))
		if err != nil {
			return object.Null, err
		}
		if i == 0 {
			strict, err := h.Truth(x)
			if err != nil {
				return object.Null, err
			}
			x = object.Bool(strict)
		}
		h.SetField(v, offScanStrict+8*uintptr(i), x)
	}
	return v, nil
}

// scanOnce is a call of a scanner: the term at an index of a str, and the index behind it.
func (k *jsonKit) scanOnce(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, scanParams, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	idx, err := h.Ssize(p[1])
	if err != nil {
		return object.Null, err
	}
	if !h.IsInstance(p[0], object.StrType) {
		return object.Null, notJSONText(h, p[0])
	}
	if idx < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "idx cannot be negative")
	}
	m := h.Mark()
	defer h.Release(m)
	c := &jsonContext{jsonKit: k, strict: h.Field(v, offScanStrict) == object.True, objectHook: h.Field(v, offScanHook), pairsHook: h.Field(v, offScanPairs),
		parseFloat: h.Field(v, offScanFloat), parseInt: h.Field(v, offScanInt), parseConstant: h.Field(v, offScanConstant), held: h.NewList(object.None, object.None)}
	h.Push(v)
	h.Push(c.held)
	return c.scan(p[0], func(t jsonTerms) (object.Value, int, error) { return t.term(idx) })
}

// jsonContext is what a scanner is told, and the keys that it has seen. Its values are alive by the scanner, but held, which is pushed.
type jsonContext struct {
	*jsonKit
	strict                                                     bool
	objectHook, pairsHook, parseFloat, parseInt, parseConstant object.Value
	held                                                       object.Value   // list: the tuple of seen, memo
	seen                                                       []object.Value // short keys of ASCII by their text, Null where there is none: see known
	keys                                                       int            // how many
	memo                                                       object.Value   // dict of the other keys to themselves; 0: there is none yet
}

// jsonTerms are the terms in a text of one kind.
type jsonTerms interface {
	term(idx int) (v object.Value, next int, err error)
	str(idx int) (v object.Value, next int, err error)
}

// scan calls f for a text and makes a tuple of its results.
func (c *jsonContext) scan(text object.Value, f func(t jsonTerms) (object.Value, int, error)) (object.Value, error) {
	h := c.h
	plain := h.Plain(text)
	m := h.Mark()
	defer h.Release(m)
	h.Push(text)
	h.Push(plain)
	var t jsonTerms
	switch h.StrKind(plain) {
	case 1:
		s := h.Str1(plain)
		t = &jsonText[uint8]{c, text, plain, s, s}
	case 2:
		t = &jsonText[uint16]{c, text, plain, h.Str2(plain), nil}
	default:
		t = &jsonText[uint32]{c, text, plain, h.Str4(plain), nil}
	}
	v, next, err := f(t)
	if err != nil {
		return object.Null, err
	}
	return h.NewTuple(v, object.SmallInt(int64(next))), nil
}

// jsonText is a text being read.
type jsonText[T uint8 | uint16 | uint32] struct {
	*jsonContext
	given  object.Value // as errors have it
	plain  object.Value // of type str itself
	s      []T          // its elements
	narrow []byte       // the same where they are bytes, else nil
}

// at returns an element, 0 behind the end.
func (t *jsonText[T]) at(i int) T {
	if i < len(t.s) {
		return t.s[i]
	}
	return 0
}

func (t *jsonText[T]) wrong(msg string, at int) (object.Value, int, error) {
	return object.Null, 0, t.fail(msg, t.given, at)
}

// gap returns the index of what is not blank.
func (t *jsonText[T]) gap(i int) int {
	for i < len(t.s) && (t.s[i] == ' ' || t.s[i] == '\n' || t.s[i] == '\t' || t.s[i] == '\r') {
		i++
	}
	return i
}

func (t *jsonText[T]) has(i int, word string) bool {
	if len(t.s)-i < len(word) {
		return false
	}
	for j := range len(word) {
		if t.s[i+j] != T(word[j]) {
			return false
		}
	}
	return true
}

// jsonNames are the constants that parse_constant makes.
var jsonNames = [...]string{"NaN", "Infinity", "-Infinity"}

// term reads a term of any kind.
func (t *jsonText[T]) term(i int) (object.Value, int, error) {
	h := t.h
	switch t.at(i) {
	case '"':
		return t.str(i + 1)
	case '{':
		if err := h.Enter(" while decoding a JSON object from a unicode string"); err != nil {
			return object.Null, 0, err
		}
		v, next, err := t.object(i + 1)
		h.Leave()
		return v, next, err
	case '[':
		if err := h.Enter(" while decoding a JSON array from a unicode string"); err != nil {
			return object.Null, 0, err
		}
		v, next, err := t.array(i + 1)
		h.Leave()
		return v, next, err
	case 'n':
		if t.has(i, "null") {
			return object.None, i + 4, nil
		}
	case 't':
		if t.has(i, "true") {
			return object.True, i + 4, nil
		}
	case 'f':
		if t.has(i, "false") {
			return object.False, i + 5, nil
		}
	case 'N', 'I', '-':
		for _, name := range jsonNames {
			if t.has(i, name) {
				v, err := h.Call(t.parseConstant, []object.Value{h.Intern(name)}, object.Null)
				return v, i + len(name), err
			}
		}
	}
	return t.number(i)
}

// array reads what is behind a bracket.
func (t *jsonText[T]) array(i int) (object.Value, int, error) {
	h := t.h
	list := h.NewList()
	if i = t.gap(i); t.at(i) == ']' {
		return list, i + 1, nil
	}
	for {
		if err := h.Poll(); err != nil {
			return object.Null, 0, err
		}
		v, next, err := t.term(i)
		if err != nil {
			return object.Null, 0, err
		}
		h.ListAppend(list, v)
		i = t.gap(next)
		switch t.at(i) {
		case ']':
			return list, i + 1, nil
		case ',':
		default:
			return t.wrong("Expecting ',' delimiter", i)
		}
		comma := i
		if i = t.gap(i + 1); t.at(i) == ']' {
			return t.wrong("Illegal trailing comma before end of array", comma)
		}
	}
}

// object reads what is behind a brace.
func (t *jsonText[T]) object(i int) (object.Value, int, error) {
	h := t.h
	pairs := t.pairsHook != object.None
	into := object.Null // the first items wait for a dict that has room for them
	m, waiting := h.Mark(), 0
	defer h.Release(m)
	if pairs {
		into = h.NewList()
	}
	i = t.gap(i)
	for comma := -1; ; {
		if t.at(i) == '}' {
			if comma < 0 {
				break
			}
			return t.wrong("Illegal trailing comma before end of object", comma)
		}
		if t.at(i) != '"' {
			return t.wrong("Expecting property name enclosed in double quotes", i)
		}
		if err := h.Poll(); err != nil {
			return object.Null, 0, err
		}
		key, next, err := t.key(i + 1)
		if err != nil {
			return object.Null, 0, err
		}
		if i = t.gap(next); t.at(i) != ':' {
			return t.wrong("Expecting ':' delimiter", i)
		}
		v, next, err := t.term(t.gap(i + 1))
		if err != nil {
			return object.Null, 0, err
		}
		switch {
		case pairs:
			h.ListAppend(into, h.NewTuple(key, v))
		case into != object.Null:
			h.DictSetStr(into, key, v)
		default:
			h.Push(key)
			h.Push(v)
			if waiting++; waiting == jsonWaiting {
				into = h.NewDict()
				if err := h.DictFill(into, h.Pushed(m)); err != nil {
					return object.Null, 0, err
				}
			}
		}
		if i = t.gap(next); t.at(i) == '}' {
			break
		}
		if t.at(i) != ',' {
			return t.wrong("Expecting ',' delimiter", i)
		}
		comma = i
		i = t.gap(i + 1)
	}
	if into == object.Null {
		into = h.NewDict()
		if err := h.DictFill(into, h.Pushed(m)); err != nil {
			return object.Null, 0, err
		}
	}
	var err error
	switch {
	case pairs:
		into, err = h.Call(t.pairsHook, []object.Value{into}, object.Null)
	case t.objectHook != object.None:
		into, err = h.Call(t.objectHook, []object.Value{into}, object.Null)
	}
	return into, i + 1, err
}

// jsonWaiting is how many items of an object wait for its dict.
const jsonWaiting = 32

func (t *jsonText[T]) digit(i int) bool { return i < len(t.s) && t.s[i]-'0' < 10 }

// digits returns the index behind the digits at i.
func (t *jsonText[T]) digits(i int) int {
	for t.digit(i) {
		i++
	}
	return i
}

// number reads a number; StopIteration says that there is none.
func (t *jsonText[T]) number(start int) (object.Value, int, error) {
	h, i := t.h, start
	if t.at(i) == '-' {
		i++
	}
	switch {
	case !t.digit(i):
		return object.Null, 0, h.StopIteration(h.Int(int64(start)))
	case t.s[i] == '0':
		i++
	default:
		i = t.digits(i)
	}
	whole := i
	if t.at(i) == '.' && t.digit(i+1) {
		i = t.digits(i + 1)
	}
	if t.at(i)|0x20 == 'e' {
		e := i + 1
		if sign := t.at(e); sign == '-' || sign == '+' {
			e++
		}
		if t.digit(e) {
			i = t.digits(e)
		}
	}
	custom, class := t.parseInt, object.IntType
	if i > whole {
		custom, class = t.parseFloat, object.FloatType
	}
	if custom != h.Type(class).Object {
		v, err := h.Call(custom, []object.Value{h.Slice(t.plain, start, i)}, object.Null)
		return v, i, err
	}
	if i == whole && i-start <= 18 {
		return h.Int(t.small(start, i)), i, nil
	}
	var room [32]byte
	text := room[:0]
	for _, c := range t.s[start:i] {
		text = append(text, byte(c))
	}
	if i == whole {
		v, _, err := h.ParseInt(text, 10)
		return v, i, err
	}
	f, _ := textfmt.ParseFloat(text)
	return object.FloatValue(f), i, nil
}

// small returns the int that up to 18 characters denote.
func (t *jsonText[T]) small(i, end int) (n int64) {
	neg := t.s[i] == '-'
	if neg {
		i++
	}
	for _, c := range t.s[i:end] {
		n = 10*n + int64(c-'0')
	}
	if neg {
		return -n
	}
	return n
}
