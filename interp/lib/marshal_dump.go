package lib

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/tier2go/tier2/interp/object"
)

// marshaller writes values.
type marshaller struct {
	l       *Lib
	h       *object.Heap
	out     []byte
	version int
	code    bool                 // code objects are allowed
	seen    map[object.Value]int // what references name; nil: there are none
	depth   int
}

// marshalled returns what marshal.dumps makes of a value.
func (l *Lib) marshalled(v object.Value, version int, code bool) (object.Value, error) {
	w := &marshaller{l: l, h: l.h, version: version, code: code}
	if version >= marshalRefsVersion {
		w.seen = map[object.Value]int{}
	}
	if err := w.put(v); err != nil {
		return object.Null, err
	}
	return l.h.NewBytes(w.out), nil
}

// ref writes a reference if the value has been written; else it notes the value and returns its flag.
func (w *marshaller) ref(v object.Value) (flag byte, done bool) {
	if w.seen == nil {
		return 0, false
	}
	if i, ok := w.seen[v]; ok {
		w.out = append(w.out, marshalRef)
		w.long(i)
		return 0, true
	}
	w.seen[v] = len(w.seen)
	return marshalFlagRef, false
}

func (w *marshaller) long(n int) { w.out = binary.LittleEndian.AppendUint32(w.out, uint32(n)) }

func (w *marshaller) float(x float64) {
	w.out = binary.LittleEndian.AppendUint64(w.out, math.Float64bits(x))
}

// floatText writes a float as the versions before 2 do: as C's %.17g, behind its length.
func (w *marshaller) floatText(x float64) {
	s := strconv.FormatFloat(x, 'g', 17, 64)
	switch {
	case math.IsInf(x, 1):
		s = "inf"
	case math.IsInf(x, -1):
		s = "-inf"
	case x != x:
		s = "nan"
	}
	w.out = append(append(w.out, byte(len(s))), s...)
}

// size writes the number of bytes or elements that follow.
func (w *marshaller) size(n int) error {
	if n > math.MaxInt32 {
		return w.h.Raise(object.ValueErrorType, "unmarshallable object")
	}
	w.long(n)
	return nil
}

// put writes a value.
func (w *marshaller) put(v object.Value) error {
	h := w.h
	if err := h.Poll(); err != nil {
		return err
	}
	if w.depth++; w.depth > maxMarshalDepth {
		return h.Raise(object.ValueErrorType, "object too deeply nested to marshal")
	}
	defer func() { w.depth-- }()
	switch v {
	case object.None:
		w.out = append(w.out, marshalNone)
		return nil
	case object.True:
		w.out = append(w.out, marshalTrue)
		return nil
	case object.False:
		w.out = append(w.out, marshalFalse)
		return nil
	case object.Ellipsis:
		w.out = append(w.out, marshalEllipsis)
		return nil
	case h.Type(object.StopIterationType).Object:
		w.out = append(w.out, marshalStop)
		return nil
	}
	if v.IsSmall() {
		if n, _ := h.AsInt64(v); n == int64(int32(n)) {
			w.out = append(w.out, marshalInt)
			w.long(int(n))
			return nil
		}
	}
	flag, done := w.ref(v)
	if done {
		return nil
	}
	if v.IsFloat() {
		return w.putFloat(v.Float(), flag)
	}
	if c, ok := h.ComplexOf(v); ok {
		if w.version < marshalFloatVersion {
			w.out = append(w.out, marshalComplexText|flag)
			w.floatText(real(c))
			w.floatText(imag(c))
			return nil
		}
		w.out = append(w.out, marshalComplex|flag)
		w.float(real(c))
		w.float(imag(c))
		return nil
	}
	switch h.TypeOf(v).ID {
	case object.IntType:
		return w.putInt(v, flag)
	case object.StrType:
		return w.putStr(v, flag)
	case object.TupleType:
		n := h.TupleLen(v)
		if w.version >= marshalShortVersion && n < 256 {
			w.out = append(w.out, marshalSmallTuple|flag, byte(n))
		} else {
			w.out = append(w.out, marshalTuple|flag)
			if err := w.size(n); err != nil {
				return err
			}
		}
		for i := range n {
			if err := w.put(h.TupleItem(v, i)); err != nil {
				return err
			}
		}
		return nil
	case object.ListType:
		w.out = append(w.out, marshalList|flag)
		n := h.ListLen(v)
		if err := w.size(n); err != nil {
			return err
		}
		for i := range n { // nothing that is called changes it
			if err := w.put(h.ListItem(v, i)); err != nil {
				return err
			}
		}
		return nil
	case object.DictType:
		w.out = append(w.out, marshalDict|flag)
		for pos := 0; ; {
			k, x, ok := h.DictNext(v, &pos)
			if !ok {
				w.out = append(w.out, marshalNull)
				return nil
			}
			if err := w.put(k); err != nil {
				return err
			}
			if err := w.put(x); err != nil {
				return err
			}
		}
	case object.SetType:
		return w.putSet(v, marshalSet|flag)
	case object.FrozenSetType:
		return w.putSet(v, marshalFrozenSet|flag)
	case object.SliceType:
		if w.version < marshalSliceVersion {
			return h.Raise(object.ValueErrorType, "unmarshallable object")
		}
		w.out = append(w.out, marshalSlice|flag)
		for _, at := range [...]uintptr{object.OffSliceStart, object.OffSliceStop, object.OffSliceStep} {
			if err := w.put(h.Field(v, at)); err != nil {
				return err
			}
		}
		return nil
	case object.CodeType:
		return w.putCode(v, flag)
	}
	if data, err := h.BufferData(v); err == nil && (h.Is(v, object.BytesType) || !h.IsInstance(v, object.BytesType)) {
		w.out = append(w.out, marshalBytes|flag)
		if err := w.size(len(data)); err != nil {
			return err
		}
		h.RoomFor(8 * float64(len(w.out)+len(data)))
		w.out = append(w.out, data...)
		return nil
	}
	return h.Raise(object.ValueErrorType, "unmarshallable object")
}

func (w *marshaller) putFloat(x float64, flag byte) error {
	if w.version < marshalFloatVersion {
		w.out = append(w.out, marshalFloatText|flag)
		w.floatText(x)
		return nil
	}
	w.out = append(w.out, marshalFloat|flag)
	w.float(x)
	return nil
}

func (w *marshaller) putInt(v object.Value, flag byte) error {
	x := w.h.BigInt(v)
	neg := x.Sign() < 0
	n := (x.BitLen() + marshalDigitBits - 1) / marshalDigitBits
	w.h.RoomFor(8 * (float64(2*n) + float64(len(w.out))))
	w.out = append(w.out, marshalLong|flag)
	if neg {
		w.long(-n)
	} else {
		w.long(n)
	}
	words := x.Bits()
	for i := range n {
		if err := w.pollAt(i); err != nil {
			return err
		}
		bit := i * marshalDigitBits
		at, shift := bit/strconv.IntSize, bit%strconv.IntSize
		d := uint64(words[at]) >> shift
		if over := shift + marshalDigitBits - strconv.IntSize; over > 0 && at+1 < len(words) {
			d |= uint64(words[at+1]) << (strconv.IntSize - shift)
		}
		w.out = binary.LittleEndian.AppendUint16(w.out, uint16(d&(1<<marshalDigitBits-1)))
	}
	return nil
}

// pollAt polls at every 16,384th step.
func (w *marshaller) pollAt(step int) error {
	if step&(1<<14-1) != 1<<14-1 {
		return nil
	}
	return w.h.Poll()
}

func (w *marshaller) putStr(v object.Value, flag byte) error {
	s := w.h.GoString(v)
	interned := w.version >= marshalRefsVersion && w.h.IsInterned(v)
	code := byte(marshalUnicode)
	if interned {
		code = marshalInterned
	}
	if w.version >= marshalShortVersion && len(s) == w.h.StrLen(v) { // ASCII
		short := len(s) < 256
		switch {
		case short && interned:
			code = marshalShortName
		case short:
			code = marshalShort
		case interned:
			code = marshalASCIIName
		default:
			code = marshalASCII
		}
		if short {
			w.out = append(append(w.out, code|flag, byte(len(s))), s...)
			return nil
		}
	}
	w.out = append(w.out, code|flag)
	if err := w.size(len(s)); err != nil {
		return err
	}
	w.h.RoomFor(8 * float64(len(w.out)+len(s)))
	w.out = append(w.out, s...)
	return nil
}

// putSet writes the elements in the order of what dumps makes of each, so that equal sets give equal bytes.
func (w *marshaller) putSet(v object.Value, code byte) error {
	type element struct {
		v    object.Value
		data []byte
	}
	var all []element
	for pos := 0; ; {
		x, ok := w.h.SetNext(v, &pos)
		if !ok {
			break
		}
		alone := &marshaller{l: w.l, h: w.h, version: w.version, code: w.code, depth: w.depth}
		if w.version >= marshalRefsVersion {
			alone.seen = map[object.Value]int{}
		}
		if err := alone.put(x); err != nil {
			return err
		}
		all = append(all, element{x, alone.out})
	}
	slices.SortStableFunc(all, func(a, b element) int { return bytes.Compare(a.data, b.data) })
	w.out = append(w.out, code)
	if err := w.size(len(all)); err != nil {
		return err
	}
	for _, x := range all {
		if err := w.put(x.v); err != nil {
			return err
		}
	}
	return nil
}

// putCode writes a code object by its parts.
func (w *marshaller) putCode(v object.Value, flag byte) error {
	h := w.h
	if !w.code {
		return h.Raise(object.ValueErrorType, "marshalling code objects is disallowed")
	}
	if w.l.host.CodeParts == nil {
		return h.Unsupported("marshalling code objects")
	}
	parts := w.l.host.CodeParts(v)
	h.Push(parts)
	w.out = append(w.out, marshalCode|flag)
	for i := range codeParts {
		x := h.TupleItem(parts, i)
		if i < codeNumbersFirst || i == codeFirstLine {
			n, _ := h.AsInt64(x)
			w.long(int(n))
			continue
		}
		if err := w.put(x); err != nil {
			return err
		}
	}
	return nil
}

// bigOf makes an int of digits of 15 bits, the lowest first.
func bigOf(digits []byte) *big.Int {
	words := make([]big.Word, (len(digits)/2*marshalDigitBits+strconv.IntSize-1)/strconv.IntSize)
	for i := range len(digits) / 2 {
		d := big.Word(binary.LittleEndian.Uint16(digits[2*i:]))
		bit := i * marshalDigitBits
		at, shift := bit/strconv.IntSize, bit%strconv.IntSize
		words[at] |= d << shift
		if high := d >> (strconv.IntSize - shift); shift > 0 && high != 0 {
			words[at+1] |= high
		}
	}
	return new(big.Int).SetBits(words)
}
