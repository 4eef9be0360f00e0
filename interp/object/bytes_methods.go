package object

import (
	"encoding/hex"
	"math"

	"github.com/tier2go/tier2/interp/unicode"
)

// The methods that bytes and bytearray have and str has not, or has otherwise:
// decode, hex, fromhex, join, maketrans, replace and translate.

var bytesMethods = []Builtin{
	{Name: "decode", FnKw: bytesDecode, Pure: true, NoGuest: true},
	{Name: "hex", FnKw: bytesHex},
	{Name: "join", Arity: O, Fn: bytesJoin},
	{Name: "replace", Arity: Fast, Min: 2, Max: 3, Fn: bytesReplace, Pure: true, NoGuest: true},
	{Name: "translate", FnKw: bytesTranslate, Pure: true, NoGuest: true},
}

// bytesOwnMethods are those of bytes that bytearray has not.
var bytesOwnMethods = []Builtin{
	{Name: "__bytes__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
		if h.Is(v, BytesType) {
			return v, nil
		}
		return h.NewBytes(append([]byte(nil), h.BytesData(v)...)), nil
	}},
}

var bytesMakeTrans = Builtin{Name: "maketrans", Arity: Fast, Min: 2, Max: 2, Fn: makeByteTrans}

var decodeParams = params{name: "decode", names: []string{"encoding", "errors"}}

func bytesDecode(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
	arg := [2]Value{Null, Null}
	if err := decodeParams.parse(h, args, kwnames, arg[:]); err != nil {
		return Null, err
	}
	c, err := h.codecArgs("decode", arg[0], arg[1])
	if err != nil {
		return Null, err
	}
	return h.decode(self, c)
}

// bytesJoin is sep.join(iterable of bytes-like objects).
func bytesJoin(h *Heap, self Value, args []Value) (Value, error) {
	items, err := h.joinItems(args[0])
	if err != nil {
		return Null, err
	}
	sep, n := h.text(self), 0
	for i, v := range items {
		if !h.isBytesLike(v) {
			return Null, h.Raise(TypeErrorType, "sequence item %d: expected a bytes-like object, %s found", i, h.TypeName(v))
		}
		m := h.text(v).n
		if i > 0 {
			m += sep.n
		}
		if n > math.MaxInt-m {
			return Null, h.Raise(OverflowErrorType, "join() result is too long")
		}
		n += m
	}
	if len(items) == 1 && h.Is(self, BytesType) && h.Is(items[0], BytesType) {
		return items[0], nil
	}
	v, d := h.newLike(self, n, 0xFF)
	for i, x := range items {
		if i > 0 {
			d = sep.copyTo(d)
		}
		d = h.text(x).copyTo(d)
	}
	return v, nil
}

var hexParams = params{name: "hex", names: []string{"sep", "bytes_per_sep"}}

func bytesHex(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
	arg := [2]Value{Null, SmallInt(1)}
	if err := hexParams.parse(h, args, kwnames, arg[:]); err != nil {
		return Null, err
	}
	group, err := h.cIntArg(arg[1])
	if err != nil {
		return Null, err
	}
	sep, err := h.hexSep(arg[0])
	if err != nil {
		return Null, err
	}
	if arg[0] == Null {
		group = 0
	}
	s := h.text(self).raw()
	size := max(group, -group)
	n := 2 * len(s)
	if size > 0 && len(s) > 0 {
		n += (len(s) - 1) / size
	}
	if n == 0 {
		return h.emptyStr, nil
	}
	v := h.newStrChecked(n, 0x7F)
	d, at := h.strText(v).raw(), 0
	if size == 0 {
		hex.Encode(d, s)
		return v, nil
	}
	first := size // bytes before the first separator
	if group > 0 && len(s)%size != 0 {
		first = len(s) % size
	}
	for i, c := range s {
		if i > 0 && (i-first)%size == 0 && i >= first {
			d[at] = sep
			at++
		}
		d[at], d[at+1] = hexDigits[c>>4], hexDigits[c&15]
		at += 2
	}
	return v, nil
}

// hexSep converts the separator of hex.
func (h *Heap) hexSep(x Value) (byte, error) {
	if x == Null {
		return 0, nil
	}
	n, err := h.Len(x)
	switch {
	case err != nil:
		return 0, err
	case n != 1:
		return 0, h.Raise(ValueErrorType, "sep must be length 1.")
	case !h.isStr(x) && !h.IsInstance(x, BytesType):
		return 0, h.Raise(TypeErrorType, "sep must be str or bytes.")
	case len(h.text(x).raw()) == 0: // its class says something else
		return 0, h.Raise(ValueErrorType, "sep must be length 1.")
	}
	c := h.text(x).at(0)
	if c >= 0x80 {
		return 0, h.Raise(ValueErrorType, "sep must be ASCII.")
	}
	return byte(c), nil
}

// fromHexMethod makes the class method fromhex of bytes or bytearray.
func fromHexMethod(id TypeID) Builtin {
	return Builtin{Name: "fromhex", Arity: O, Fn: func(h *Heap, class Value, args []Value) (Value, error) {
		x := args[0]
		if !h.isStr(x) && !h.isBytesLike(x) {
			return Null, h.Raise(TypeErrorType, "fromhex() argument must be str or bytes-like, not %s", h.TypeName(x))
		}
		t := h.text(x)
		if h.isStr(x) && !h.strIsASCII(x) {
			i := 0
			for t.at(i) < 0x80 {
				i++
			}
			return Null, h.badHex(i)
		}
		s := t.raw()
		v := h.newByteArray(len(s) / 2)
		d, n := h.byteArrayBytes(v), 0
		for i := 0; i < len(s); {
			if unicode.ByteProps(s[i])&unicode.Space != 0 {
				i++
				continue
			}
			hi := hexValue(s[i])
			switch {
			case hi > 15:
				return Null, h.badHex(i)
			case i+1 == len(s):
				return Null, h.Raise(ValueErrorType, "fromhex() arg must contain an even number of hexadecimal digits")
			}
			lo := hexValue(s[i+1])
			if lo > 15 {
				return Null, h.badHex(i + 1)
			}
			d[n] = hi<<4 | lo
			n, i = n+1, i+2
		}
		if id == BytesType {
			return h.likeClass(class, id, h.newBytesOf(d[:n]), nil)
		}
		h.SetWord(v, offByteArrayLen, uint64(n))
		if h.TypeFromObject(class).ID != id { // a class takes bytes
			v = h.newBytesOf(d[:n])
		}
		return h.likeClass(class, id, v, nil)
	}}
}

func (h *Heap) badHex(i int) error {
	return h.Raise(ValueErrorType, "non-hexadecimal number found in fromhex() arg at position %d", i)
}

// hexValue returns the value of a hexadecimal digit, or more than 15.
func hexValue(c byte) byte {
	switch {
	case c-'0' < 10:
		return c - '0'
	case c|0x20-'a' < 6:
		return c | 0x20 - 'a' + 10
	}
	return 255
}

var translateParams = params{name: "translate", names: []string{"", "delete"}, posOnly: 1, min: 1}

// bytesTranslate is b.translate(table, /, delete=b"").
func bytesTranslate(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
	arg := [2]Value{Null, Null}
	if err := translateParams.parse(h, args, kwnames, arg[:]); err != nil {
		return Null, err
	}
	table := sameBytes[:]
	if arg[0] != None {
		t, err := h.bytesArg(arg[0])
		if err != nil {
			return Null, err
		}
		if t.n != 256 {
			return Null, h.Raise(ValueErrorType, "translation table must be 256 characters long")
		}
		table = t.raw()
	}
	if arg[1] != Null {
		t, err := h.bytesArg(arg[1])
		if err != nil {
			return Null, err
		}
		if t.n > 0 {
			return h.translateBut(self, (*[256]byte)(table), t.raw()), nil
		}
	}
	v, d := h.newLike(self, h.text(self).n, 0xFF)
	out := d.raw()
	for i, c := range h.text(self).raw() {
		out[i] = table[c]
	}
	return v, nil
}

// sameBytes is the table by which translate changes nothing.
var sameBytes = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
	}
	return t
}()

// translateBut is translate without the bytes that are deleted.
func (h *Heap) translateBut(self Value, table *[256]byte, deleted []byte) Value {
	var drop [256]uint8 // 1 for what is deleted
	for _, c := range deleted {
		drop[c] = 1
	}
	s := h.text(self).raw()
	n := len(s)
	for _, c := range s {
		n -= int(drop[c])
	}
	v, d := h.newLike(self, n, 0xFF)
	if n == 0 {
		return v
	}
	out := d.raw()[:0]
	for _, c := range s {
		if drop[c] == 0 {
			out = append(out, table[c])
		}
	}
	return v
}

// makeByteTrans is bytes.maketrans(from, to).
func makeByteTrans(h *Heap, _ Value, args []Value) (Value, error) {
	from, err := h.bytesArg(args[0])
	if err != nil {
		return Null, err
	}
	to, err := h.bytesArg(args[1])
	if err != nil {
		return Null, err
	}
	if from.n != to.n {
		return Null, h.Raise(ValueErrorType, "maketrans arguments must have same length")
	}
	v := h.newBytes(256)
	d := h.BytesData(v)
	for i := range d {
		d[i] = byte(i)
	}
	for i, c := range from.raw() {
		d[c] = to.raw()[i]
	}
	return v, nil
}
