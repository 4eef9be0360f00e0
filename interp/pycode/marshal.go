package pycode

import (
	"fmt"
	"math"
	"math/big"
)

// The type codes of marshal that a code object can contain (Python/marshal.c).
const (
	typeNone               = 'N'
	typeTrue               = 'T'
	typeFalse              = 'F'
	typeEllipsis           = '.'
	typeInt                = 'i' // 32 bits
	typeInt64              = 'I' // no longer written, still read
	typeLong               = 'l' // digits of 15 bits
	typeBinaryFloat        = 'g'
	typeBinaryComplex      = 'y'
	typeBytes              = 's'
	typeUnicode            = 'u' // UTF-8, surrogates passed
	typeInterned           = 't'
	typeASCII              = 'a'
	typeASCIIInterned      = 'A'
	typeShortASCII         = 'z' // length in one byte
	typeShortASCIIInterned = 'Z'
	typeTuple              = '('
	typeSmallTuple         = ')' // length in one byte
	typeFrozenSet          = '>'
	typeSlice              = ':'
	typeCode               = 'c'
	typeRef                = 'r'

	flagRef = 0x80 // later references may name this object
)

// otherTypes names the type codes that marshal knows and no code object contains.
var otherTypes = map[byte]string{
	'0': "null", 'S': "StopIteration", '[': "list", '{': "dict", '<': "set", 'f': "float as text", 'x': "complex as text",
}

// maxDepth is how deep objects may be nested, as in CPython.
const maxDepth = 2000

// The weight of an object is 1, 1 more for every 16 bytes of a leaf, and the
// weights of what it contains, counted again for each reference: what a walk
// without a memo costs. It is bounded by minWeight + perByte × the size of the
// data. Real code stays far below; without the bound, a few hundred bytes can
// hold 2**60 objects.
const (
	minWeight = 1 << 16
	perByte   = 64
)

// FormatError says where marshalled data is wrong and why.
type FormatError struct {
	Offset int    // bytes from the start of the data that Unmarshal or ReadPyc got
	Reason string // one line
}

// Error implements error.
func (e *FormatError) Error() string { return fmt.Sprintf("marshal: byte %d: %s", e.Offset, e.Reason) }

// Unmarshal reads a code object in marshal version 5, all of data. The error is
// a *FormatError. It does not check the bytecode; Verify does.
func Unmarshal(data []byte) (*Code, error) { return UnmarshalString(string(data)) }

// UnmarshalString is Unmarshal of a string, which the code's strings are parts of.
func UnmarshalString(data string) (*Code, error) { return unmarshalAt(data, 0) }

// unmarshalAt reads the code object that begins at byte start and ends with data.
func unmarshalAt(data string, start int) (*Code, error) {
	r := &reader{data: data, pos: start, max: minWeight + perByte*len(data)}
	r.refs = make([]ref, 0, min(len(data)/64, 1<<10))
	r.items.size, r.texts.size, r.words.size, r.octets.size, r.local.size = len(data)/64, len(data)/64, len(data)/8, len(data)/8, len(data)/32
	c, _, err := r.object(0)
	if err != nil {
		return nil, err
	}
	code, ok := c.(*Code)
	if !ok {
		return nil, &FormatError{start, fmt.Sprintf("%s where a code object should be", typeName(c))}
	}
	if r.pos != len(r.data) {
		return nil, &FormatError{r.pos, fmt.Sprintf("%d bytes after the end of the code object", len(r.data)-r.pos)}
	}
	return code, nil
}

// reader reads marshalled objects. Its methods return a *FormatError as error.
type reader struct {
	data string
	pos  int
	max  int // weight
	refs []ref
	// What the parts of code objects are cut from: there are many of few elements.
	items  chunk[Const]
	texts  chunk[string]
	words  chunk[uint16]
	octets chunk[byte]
	local  chunk[LocalKind]
}

// chunk is room for slices, of so many elements at a time, but no more than maxChunk: what is cut from one lives as
// long as any of it.
type chunk[T any] struct {
	size int
	room []T
}

const maxChunk = 256

// take returns a slice of zeros of length n.
func (c *chunk[T]) take(n int) []T {
	if n > len(c.room) {
		size := min(c.size, maxChunk)
		if n > size/4 {
			return make([]T, n)
		}
		c.room = make([]T, size)
	}
	s := c.room[:n:n]
	c.room = c.room[n:]
	return s
}

// ref is an object that references can name. Containers take their index before
// their contents are read and get their object after it.
type ref struct {
	c      Const // nil while it is being read
	weight int
}

func (r *reader) fail(at int, format string, args ...any) error {
	return &FormatError{at, fmt.Sprintf(format, args...)}
}

// bytes takes the next n bytes; what names what they are for.
func (r *reader) bytes(n int, what string) (string, error) {
	if left := len(r.data) - r.pos; n < 0 || n > left {
		return "", r.fail(r.pos, "%s needs %d bytes, %d are left", what, n, left)
	}
	s := r.data[r.pos : r.pos+n]
	r.pos += n
	return s, nil
}

func (r *reader) uint8(what string) (int, error) {
	s, err := r.bytes(1, what)
	if err != nil {
		return 0, err
	}
	return int(s[0]), nil
}

func (r *reader) int32(what string) (int, error) {
	s, err := r.bytes(4, what)
	if err != nil {
		return 0, err
	}
	return int(int32(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24)), nil
}

func (r *reader) uint64(what string) (uint64, error) {
	s, err := r.bytes(8, what)
	if err != nil {
		return 0, err
	}
	var v uint64
	for i := range 8 {
		v |= uint64(s[i]) << (8 * i)
	}
	return v, nil
}

// length takes a length of 32 bits and checks it against the bytes that are left
// when an element takes at least size of them: nothing is allocated for a length
// that cannot be true.
func (r *reader) length(size int, what string) (int, error) {
	at := r.pos
	n, err := r.int32("length of " + what)
	if err != nil {
		return 0, err
	}
	if left := len(r.data) - r.pos; n < 0 || n > left/size {
		return 0, r.fail(at, "%s of length %d in the %d bytes that are left", what, n, left)
	}
	return n, nil
}

// object reads one object and returns it with its weight.
func (r *reader) object(depth int) (Const, int, error) {
	at := r.pos
	b, err := r.uint8("type code")
	if err != nil {
		return nil, 0, err
	}
	if depth > maxDepth {
		return nil, 0, r.fail(at, "objects nested more than %d deep", maxDepth)
	}
	switch code := byte(b &^ flagRef); code {
	case typeRef:
		return r.reference(at)
	case typeTuple, typeSmallTuple, typeFrozenSet, typeSlice, typeCode:
		return r.container(code, b&flagRef != 0, depth)
	default:
		c, err := r.leaf(code, at)
		if err != nil {
			return nil, 0, err
		}
		w := 1 + (r.pos-at)/16
		if b&flagRef != 0 {
			r.refs = append(r.refs, ref{c, w})
		}
		return c, w, nil
	}
}

// reference resolves a reference whose type code is at byte at.
func (r *reader) reference(at int) (Const, int, error) {
	i, err := r.int32("reference")
	if err != nil {
		return nil, 0, err
	}
	if i < 0 || i >= len(r.refs) {
		return nil, 0, r.fail(at, "reference to object %d of %d", i, len(r.refs))
	}
	if r.refs[i].c == nil {
		return nil, 0, r.fail(at, "reference to object %d, which is not complete", i)
	}
	return r.refs[i].c, r.refs[i].weight, nil
}

// container reads an object that holds others.
func (r *reader) container(code byte, shared bool, depth int) (Const, int, error) {
	at := r.pos - 1
	n, err := r.elements(code)
	if err != nil {
		return nil, 0, err
	}
	index := -1
	// CPython writes the empty frozenset, a singleton, without reserving.
	if shared && !(code == typeFrozenSet && n == 0) {
		index = len(r.refs)
		r.refs = append(r.refs, ref{})
	}
	var c Const
	weight := 1
	if code == typeCode {
		c, weight, err = r.code(depth + 1)
	} else {
		var items []Const
		items, weight, err = r.sequence(n, depth+1)
		switch code {
		case typeFrozenSet:
			c = FrozenSet(items)
		case typeSlice:
			if err == nil {
				c = &Slice{items[0], items[1], items[2]}
			}
		default:
			c = Tuple(items)
		}
	}
	if err != nil {
		return nil, 0, err
	}
	if weight > r.max {
		return nil, 0, r.fail(at, "references repeat more than the data can mean")
	}
	if index >= 0 {
		r.refs[index] = ref{c, weight}
	} else if shared {
		r.refs = append(r.refs, ref{c, weight})
	}
	return c, weight, nil
}

// elements returns how many objects follow in a container.
func (r *reader) elements(code byte) (int, error) {
	switch code {
	case typeSmallTuple:
		return r.uint8("length of tuple")
	case typeTuple:
		return r.length(1, "tuple")
	case typeFrozenSet:
		return r.length(1, "frozenset")
	case typeSlice:
		return 3, nil
	}
	return 0, nil
}

// sequence reads n objects.
func (r *reader) sequence(n, depth int) ([]Const, int, error) {
	// An element takes at least a byte, so a length from a single byte is the
	// only one that was not checked.
	items := r.items.take(min(n, len(r.data)-r.pos))[:0]
	weight := 1
	for range n {
		c, k, err := r.object(depth)
		if err != nil {
			return nil, 0, err
		}
		items = append(items, c)
		weight = min(weight+k, r.max+1)
	}
	return items, weight, nil
}

// leaf reads an object that holds no others; its type code was at byte at.
func (r *reader) leaf(code byte, at int) (Const, error) {
	switch code {
	case typeNone:
		return None{}, nil
	case typeTrue:
		return Bool(true), nil
	case typeFalse:
		return Bool(false), nil
	case typeEllipsis:
		return Ellipsis{}, nil
	case typeInt:
		n, err := r.int32("int")
		return Int(n), err
	case typeInt64:
		n, err := r.uint64("int")
		return Int(int64(n)), err
	case typeLong:
		return r.long()
	case typeBinaryFloat:
		bits, err := r.uint64("float")
		return Float(math.Float64frombits(bits)), err
	case typeBinaryComplex:
		re, err := r.uint64("complex")
		if err != nil {
			return nil, err
		}
		im, err := r.uint64("complex")
		return Complex(complex(math.Float64frombits(re), math.Float64frombits(im))), err
	case typeBytes:
		n, err := r.length(1, "bytes")
		if err != nil {
			return nil, err
		}
		s, err := r.bytes(n, "bytes")
		return Bytes(s), err
	case typeUnicode, typeInterned, typeASCII, typeASCIIInterned, typeShortASCII, typeShortASCIIInterned:
		return r.str(code)
	}
	if name, ok := otherTypes[code]; ok {
		return nil, r.fail(at, "type code %q (%s), which no code object contains", code, name)
	}
	return nil, r.fail(at, "unknown type code %q", code)
}

// str reads a str of one of the six encodings.
func (r *reader) str(code byte) (Const, error) {
	var n int
	var err error
	if code == typeShortASCII || code == typeShortASCIIInterned {
		n, err = r.uint8("length of str")
	} else {
		n, err = r.length(1, "str")
	}
	if err != nil {
		return nil, err
	}
	at := r.pos
	s, err := r.bytes(n, "str")
	if err != nil {
		return nil, err
	}
	if code == typeUnicode || code == typeInterned {
		if i := invalidWTF8(s); i >= 0 {
			return nil, r.fail(at+i, "str is not UTF-8")
		}
		return Str(s), nil
	}
	if i := notASCII(s); i >= 0 {
		return nil, r.fail(at+i, "byte 0x%02x in an ASCII str", s[i])
	}
	return Str(s), nil
}

// notASCII returns where the first byte above 127 is, −1 if there is none. It looks at eight at a time.
func notASCII(s string) int {
	i := 0
	for ; len(s)-i >= 8; i += 8 {
		if x := s[i : i+8]; (x[0]|x[1]|x[2]|x[3]|x[4]|x[5]|x[6]|x[7])&0x80 != 0 {
			break
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= 0x80 {
			return i
		}
	}
	return -1
}

// long reads an int of any size: the sign and number of digits of 15 bits, then
// the digits, the lowest first.
func (r *reader) long() (Const, error) {
	at := r.pos
	n, err := r.int32("int")
	if err != nil {
		return nil, err
	}
	neg := n < 0
	if neg {
		n = -n
	}
	if left := len(r.data) - r.pos; n < 0 || n > left/2 {
		return nil, r.fail(at, "int of %d digits in the %d bytes that are left", n, left)
	}
	s, err := r.bytes(2*n, "int")
	if err != nil {
		return nil, err
	}
	words := make([]big.Word, (15*n+bitsPerWord-1)/bitsPerWord)
	for i := range n {
		d := uint16(s[2*i]) | uint16(s[2*i+1])<<8
		if d>>15 != 0 {
			return nil, r.fail(at+4+2*i, "digit of an int out of range")
		}
		if d == 0 && i == n-1 {
			return nil, r.fail(at+4+2*i, "int with a leading zero digit")
		}
		bit := 15 * i
		words[bit/bitsPerWord] |= big.Word(d) << (bit % bitsPerWord)
		if over := bit%bitsPerWord + 15 - bitsPerWord; over > 0 {
			if high := big.Word(d) >> (15 - over); high != 0 {
				words[bit/bitsPerWord+1] |= high
			}
		}
	}
	v := new(BigInt)
	v.SetBits(words)
	if neg {
		v.Neg(&v.Int)
	}
	if v.IsInt64() {
		return Int(v.Int64()), nil
	}
	return v, nil
}

const bitsPerWord = 32 << (^big.Word(0) >> 63)

// typeName names a constant's type for an error.
func typeName(c Const) string {
	switch c.(type) {
	case None:
		return "None"
	case Ellipsis:
		return "Ellipsis"
	case Bool:
		return "bool"
	case Int, *BigInt:
		return "int"
	case Float:
		return "float"
	case Complex:
		return "complex"
	case Str:
		return "str"
	case Bytes:
		return "bytes"
	case Tuple:
		return "tuple"
	case FrozenSet:
		return "frozenset"
	case *Slice:
		return "slice"
	}
	return "code object"
}
