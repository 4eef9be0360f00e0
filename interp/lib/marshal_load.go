package lib

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/textfmt"
	"github.com/tier2go/tier2/interp/unicode"
)

// unmarshaller reads values, of data or of a file of the program's, of which it takes no byte too many.
type unmarshaller struct {
	l     *Lib
	h     *object.Heap
	data  []byte
	pos   int
	file  object.Value // Null: there is none
	code  bool         // code objects are allowed
	depth int
	// refs (a list) are the values that references name; None at those that are not whole yet.
	refs  object.Value
	whole []bool
}

// unmarshalled returns the value that data, or a file, begins with.
func (l *Lib) unmarshalled(data []byte, file object.Value, code bool) (object.Value, error) {
	h := l.h
	m := h.Mark()
	defer h.Release(m)
	r := &unmarshaller{l: l, h: h, data: slices.Clone(data), file: file, code: code, refs: h.NewList()}
	h.Push(r.refs)
	v, err := r.value()
	if err == nil && v == object.Null {
		err = h.Raise(object.TypeErrorType, "NULL object in marshal data for object")
	}
	return v, err
}

func (r *unmarshaller) bad(reason string) error {
	return r.h.Raise(object.ValueErrorType, "bad marshal data (%s)", reason)
}

// take reads n bytes.
func (r *unmarshaller) take(n int) ([]byte, error) {
	if r.file == object.Null {
		if n > len(r.data)-r.pos {
			return nil, r.h.Raise(object.EOFErrorType, "marshal data too short")
		}
		r.pos += n
		return r.data[r.pos-n : r.pos], nil
	}
	if n == 0 {
		return nil, nil
	}
	v, err := callMethod(r.h, r.file, "read", object.SmallInt(int64(n)))
	if err != nil {
		return nil, err
	}
	data, err := r.h.BufferData(v)
	switch {
	case err != nil:
		return nil, err
	case len(data) > n:
		return nil, r.h.Raise(object.ValueErrorType, "read() returned too much data: %d bytes requested, %d returned", n, len(data))
	case len(data) < n:
		return nil, r.h.Raise(object.EOFErrorType, "EOF read where not expected")
	}
	return slices.Clone(data), nil
}

func (r *unmarshaller) long() (int, error) {
	b, err := r.take(4)
	if err != nil {
		return 0, err
	}
	return int(int32(binary.LittleEndian.Uint32(b))), nil
}

// size reads how much follows of what.
func (r *unmarshaller) size(what string) (int, error) {
	n, err := r.long()
	if err == nil && n < 0 {
		err = r.bad(what + " size out of range")
	}
	return n, err
}

func (r *unmarshaller) byte() (byte, error) {
	b, err := r.take(1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

func (r *unmarshaller) float() (float64, error) {
	b, err := r.take(8)
	if err != nil {
		return 0, err
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b)), nil
}

func (r *unmarshaller) floatText() (float64, error) {
	n, err := r.byte()
	if err != nil {
		return 0, err
	}
	b, err := r.take(int(n))
	if err != nil {
		return 0, err
	}
	x, ok := textfmt.ParseFloat(b)
	if !ok {
		shown, err := r.h.Repr(r.latin1(b))
		if err != nil {
			return 0, err
		}
		return 0, r.h.Raise(object.ValueErrorType, "could not convert string to float: %s", r.h.GoString(shown))
	}
	return x, nil
}

// note gives a value that has been read, or Null for one that begins, its number; -1: it has none.
func (r *unmarshaller) note(flag bool, v object.Value) int {
	if !flag {
		return -1
	}
	r.whole = append(r.whole, v != object.Null)
	if v == object.Null {
		v = object.None
	}
	r.h.ListAppend(r.refs, v)
	return len(r.whole) - 1
}

// done says what a value is that note was told of as it began.
func (r *unmarshaller) done(i int, v object.Value) object.Value {
	if i >= 0 {
		r.h.SetListItem(r.refs, i, v)
		r.whole[i] = true
	}
	return v
}

// value reads a value; Null for the mark that ends a dict.
func (r *unmarshaller) value() (object.Value, error) {
	h := r.h
	if err := h.Poll(); err != nil {
		return object.Null, err
	}
	if r.depth++; r.depth > maxMarshalDepth {
		return object.Null, h.Raise(object.ValueErrorType, "recursion limit exceeded")
	}
	defer func() { r.depth-- }()
	code, err := r.byte()
	if raised, ok := err.(*object.Raised); ok && h.IsInstance(raised.Exc, object.EOFErrorType) {
		err = h.Raise(object.EOFErrorType, "EOF read where object expected")
	}
	if err != nil {
		return object.Null, err
	}
	flag := code&marshalFlagRef != 0
	switch code &^= marshalFlagRef; code {
	case marshalNull:
		return object.Null, nil
	case marshalNone:
		return object.None, nil
	case marshalTrue:
		return object.True, nil
	case marshalFalse:
		return object.False, nil
	case marshalEllipsis:
		return object.Ellipsis, nil
	case marshalStop:
		return h.Type(object.StopIterationType).Object, nil
	case marshalRef:
		i, err := r.long()
		if err != nil {
			return object.Null, err
		}
		if i < 0 || i >= len(r.whole) || !r.whole[i] {
			return object.Null, r.bad("invalid reference")
		}
		return h.ListItem(r.refs, i), nil
	case marshalSmallTuple, marshalTuple, marshalList, marshalSet, marshalFrozenSet:
		return r.container(code, flag)
	case marshalDict:
		return r.dict(flag)
	case marshalSlice:
		return r.slice(flag)
	case marshalCode:
		return r.codeObject(flag)
	}
	v, err := r.leaf(code)
	if err == nil {
		r.note(flag, v)
	}
	return v, err
}

// leaf reads a value that holds no others.
func (r *unmarshaller) leaf(code byte) (object.Value, error) {
	h := r.h
	switch code {
	case marshalInt:
		n, err := r.long()
		return object.SmallInt(int64(n)), err
	case marshalInt64:
		b, err := r.take(8)
		if err != nil {
			return object.Null, err
		}
		return h.Int(int64(binary.LittleEndian.Uint64(b))), nil
	case marshalLong:
		return r.int()
	case marshalFloat:
		x, err := r.float()
		return object.FloatValue(x), err
	case marshalFloatText:
		x, err := r.floatText()
		return object.FloatValue(x), err
	case marshalComplex, marshalComplexText:
		part := r.float
		if code == marshalComplexText {
			part = r.floatText
		}
		re, err := part()
		if err != nil {
			return object.Null, err
		}
		im, err := part()
		return h.NewComplex(complex(re, im)), err
	case marshalBytes:
		n, err := r.size("bytes object")
		if err != nil {
			return object.Null, err
		}
		b, err := r.take(n)
		return h.NewBytes(b), err
	case marshalUnicode, marshalInterned, marshalASCII, marshalASCIIName, marshalShort, marshalShortName:
		return r.str(code)
	}
	return object.Null, r.bad("unknown type code")
}

func (r *unmarshaller) str(code byte) (object.Value, error) {
	n := 0
	var err error
	if code == marshalShort || code == marshalShortName {
		var b byte
		b, err = r.byte()
		n = int(b)
	} else {
		n, err = r.size("string")
	}
	if err != nil {
		return object.Null, err
	}
	b, err := r.take(n)
	if err != nil {
		return object.Null, err
	}
	var v object.Value
	if code == marshalUnicode || code == marshalInterned {
		v, err = r.h.Decode(r.h.NewBytes(b), "utf-8", "surrogatepass")
	} else {
		v = r.latin1(b)
	}
	if err == nil && (code == marshalInterned || code == marshalASCIIName || code == marshalShortName) {
		v = r.h.InternValue(v)
	}
	return v, err
}

// latin1 makes a str of bytes that should be ASCII: CPython takes others for Latin-1.
func (r *unmarshaller) latin1(b []byte) object.Value {
	if unicode.IsASCII(b) {
		return r.h.NewStr(string(b))
	}
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return r.h.NewStr(string(runes))
}

// int reads the sign and number of digits, then the digits.
func (r *unmarshaller) int() (object.Value, error) {
	n, err := r.long()
	if err != nil {
		return object.Null, err
	}
	neg := n < 0
	if neg {
		n = -n
	}
	if n > math.MaxInt32 {
		return object.Null, r.bad("long size out of range")
	}
	b, err := r.take(2 * n)
	if err != nil {
		return object.Null, err
	}
	for i := range n {
		switch d := binary.LittleEndian.Uint16(b[2*i:]); {
		case d>>marshalDigitBits != 0:
			return object.Null, r.bad("digit out of range in long")
		case d == 0 && i == n-1:
			return object.Null, r.bad("unnormalized long data")
		}
		if i&(1<<14-1) == 1<<14-1 {
			if err := r.h.Poll(); err != nil {
				return object.Null, err
			}
		}
	}
	x := bigOf(b)
	if neg {
		x.Neg(x)
	}
	return r.h.IntFromBig(x), nil
}

// container reads a sequence or a set.
func (r *unmarshaller) container(code byte, flag bool) (object.Value, error) {
	h := r.h
	n, what := 0, "tuple"
	var err error
	switch code {
	case marshalSmallTuple:
		var b byte
		b, err = r.byte()
		n = int(b)
	case marshalList:
		n, err = r.size("list")
		what = "list"
	case marshalSet, marshalFrozenSet:
		n, err = r.size("set")
		what = "set"
	default:
		n, err = r.size("tuple")
	}
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	// A list and a set may be referred to by what is in them.
	held, number := h.NewList(), -1
	switch code {
	case marshalList:
		number = r.note(flag, held)
	case marshalSet:
		held = h.NewSet()
		number = r.note(flag, held)
	case marshalFrozenSet:
		number = r.note(flag, object.Null)
		held = h.NewFrozenSet()
	default:
		number = r.note(flag, object.Null)
	}
	h.Push(held)
	for range n {
		x, err := r.value()
		if err == nil && x == object.Null {
			err = h.Raise(object.TypeErrorType, "NULL object in marshal data for %s", what)
		}
		if err != nil {
			return object.Null, err
		}
		if what == "set" {
			err = h.SetAdd(held, x)
		} else {
			h.ListAppend(held, x)
		}
		if err != nil {
			return object.Null, err
		}
	}
	if what == "tuple" {
		held = h.ListToTuple(held)
	}
	return r.done(number, held), nil
}

func (r *unmarshaller) dict(flag bool) (object.Value, error) {
	h := r.h
	m := h.Mark()
	defer h.Release(m)
	d := h.NewDict()
	h.Push(d)
	r.note(flag, d)
	for {
		inner := h.Mark()
		k, err := r.value()
		if k == object.Null || err != nil {
			return d, err
		}
		h.Push(k)
		x, err := r.value()
		if x == object.Null || err != nil {
			return d, err // as in CPython, which ends at a value that is missing
		}
		if err := h.DictSet(d, k, x); err != nil {
			return object.Null, err
		}
		h.Release(inner)
	}
}

func (r *unmarshaller) slice(flag bool) (object.Value, error) {
	h := r.h
	m := h.Mark()
	defer h.Release(m)
	number := r.note(flag, object.Null)
	var parts [3]object.Value
	for i := range parts {
		v, err := r.value()
		if err == nil && v == object.Null {
			err = h.Raise(object.TypeErrorType, "NULL object in marshal data for slice")
		}
		if err != nil {
			return object.Null, err
		}
		h.Push(v)
		parts[i] = v
	}
	return r.done(number, h.NewSlice(parts[0], parts[1], parts[2])), nil
}

// codeObject reads a code object by its parts. It passes Verify as it is made.
func (r *unmarshaller) codeObject(flag bool) (object.Value, error) {
	h := r.h
	if !r.code {
		return object.Null, h.Raise(object.ValueErrorType, "unmarshalling code objects is disallowed")
	}
	if r.l.host.MakeCode == nil {
		return object.Null, h.Unsupported("marshalled code objects")
	}
	m := h.Mark()
	defer h.Release(m)
	number := r.note(flag, object.Null)
	var parts [codeParts]object.Value
	for i := range parts {
		if i < codeNumbersFirst || i == codeFirstLine {
			n, err := r.long()
			if err != nil {
				return object.Null, err
			}
			parts[i] = object.SmallInt(int64(n))
			continue
		}
		v, err := r.value()
		if err == nil && v == object.Null {
			err = h.Raise(object.TypeErrorType, "NULL object in marshal data for code object")
		}
		if err != nil {
			return object.Null, err
		}
		h.Push(v)
		parts[i] = v
	}
	v, err := r.l.host.MakeCode(parts[:])
	if err != nil {
		return object.Null, err
	}
	return r.done(number, v), nil
}
