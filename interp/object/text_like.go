package object

import "github.com/tier2go/tier2/interp/unicode"

// Results of the methods that str, bytes and bytearray share: of the type of
// the receiver, except that a bytearray is never returned itself.

// Whitespace and line breaks, by element below 256: str's and bytes'.
var (
	strSpaces, byteSpaces = lowTables(unicode.Space)
	strBreaks, byteBreaks = lowTables(unicode.LineBreak)
)

func lowTables(property uint32) (s, b [256]bool) {
	for c := range 256 {
		s[c] = unicode.Props(rune(c))&property != 0
		b[c] = unicode.ByteProps(byte(c))&property != 0
	}
	return s, b
}

// spacesOf returns the whitespace table for a receiver's type.
func (h *Heap) spacesOf(self Value) *[256]bool {
	if h.kind(self) == StrType {
		return &strSpaces
	}
	return &byteSpaces
}

// like makes a value of self's type from a view's elements.
func (h *Heap) like(self Value, t text) Value {
	switch h.kind(self) {
	case StrType:
		return h.strOf(t)
	case BytesType:
		return h.newBytesOf(t.raw())
	}
	return h.newByteArrayOf(t.raw())
}

// subLike returns the elements of self from lo up to hi, which must be in
// range: self itself if those are all and it cannot change.
func (h *Heap) subLike(self Value, lo, hi int) Value {
	switch h.kind(self) {
	case StrType:
		return h.strSub(self, lo, hi)
	case BytesType:
		return h.bytesSub(self, lo, hi)
	}
	return h.newByteArrayOf(h.byteArrayBytes(self)[lo:max(lo, hi)])
}

// whole returns self, or a copy if it can change or is of a class derived from bytes. (Methods of
// str get plain strs.)
func (h *Heap) whole(self Value) Value {
	switch {
	case h.kind(self) == ByteArrayType:
		return h.newByteArrayOf(h.byteArrayBytes(self))
	case h.kind(self) == BytesType && !h.Is(self, BytesType):
		return h.newBytesOf(h.BytesData(self))
	}
	return self
}

// emptyLike returns the empty value of self's type.
func (h *Heap) emptyLike(self Value) Value { return h.subLike(self, 0, 0) }

// newLike makes a value of self's type with n elements, for the caller to fill
// in. For a str, wide has the kind of the widest of them.
func (h *Heap) newLike(self Value, n int, wide rune) (Value, text) {
	var v Value
	switch h.kind(self) {
	case StrType:
		v = h.newStrChecked(n, wide)
		return v, h.strText(v)
	case BytesType:
		v = h.newBytes(n)
	default:
		v = h.newByteArray(n)
	}
	return v, h.text(v)
}

// wideOf returns what newLike wants to know of a str; 0xFF for others.
func (h *Heap) wideOf(v Value) rune {
	if h.kind(v) == StrType {
		return h.strWide(v)
	}
	return 0xFF
}

// subArg returns the argument of a method that searches: a str for str, else a
// bytes-like object or the value of a byte. name is the method's.
func (h *Heap) subArg(self, x Value, name string) (text, error) {
	if h.kind(self) == StrType {
		if !h.isStr(x) {
			return text{}, h.Raise(TypeErrorType, "%s() argument 1 must be str, not %s", name, h.argTypeName(x))
		}
		return h.strText(x), nil
	}
	if h.isBytesLike(x) {
		return h.text(x), nil
	}
	if !h.HasIndex(x) {
		return text{}, h.Raise(TypeErrorType, "argument should be integer or bytes-like object, not '%s'", h.TypeName(x))
	}
	b, err := h.byteArg(x, "byte")
	return h.strText(h.latin1[b]), err // whose one element is that byte
}

// sepArg returns the argument of a method that takes text of its receiver's
// kind; must is the message for str.
func (h *Heap) sepArg(self, x Value, must string) (text, error) {
	if h.kind(self) != StrType {
		return h.bytesArg(x)
	}
	if !h.isStr(x) {
		return text{}, h.Raise(TypeErrorType, "%s, not %s", must, h.TypeName(x))
	}
	return h.strText(x), nil
}

// pure marks methods that run no guest code and whose result is an immutable
// function of the arguments' values.
func pure(ms []Builtin) []Builtin {
	for i := range ms {
		ms[i].Pure = true
	}
	return noGuest(ms)
}

// noGuest marks methods that run no guest code.
func noGuest(ms []Builtin) []Builtin {
	for i := range ms {
		ms[i].NoGuest = true
	}
	return ms
}

// sharedMethods are the methods of str, bytes and bytearray that are the same
// functions.
var sharedMethods = [][]Builtin{
	findMethods, splitMethods, splitLinesMethods, stripMethods, padMethods, classMethods, caseMethods,
}

// addTextMethods gives a type the shared methods and its own.
func (h *Heap) addTextMethods(t *Type, own ...[]Builtin) {
	for _, ms := range append(own, sharedMethods...) {
		h.addMarked(t, ms)
	}
}

// addMarked adds methods. What is pure for str is not where the receiver or an
// argument may be a bytearray, which can change.
func (h *Heap) addMarked(t *Type, ms []Builtin) {
	ms = append([]Builtin(nil), ms...)
	for i := range ms {
		ms[i].Pure = ms[i].Pure && (t.ID == StrType || t.ID == BytesType && ms[i].Arity == NoArgs)
	}
	h.addMethods(t, ms)
}
