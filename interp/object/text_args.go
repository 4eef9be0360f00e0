package object

import (
	"math"
	"slices"

	"github.com/tier2go/tier2/interp/suggest"
)

// Arguments of the methods of str, bytes and bytearray, as CPython's Argument
// Clinic converts them.

// asInt returns the value of an int or bool. An int beyond int64 gives the
// nearest int64 and its sign in over; ok is false for everything else.
func (h *Heap) asInt(v Value) (i int, over int, ok bool) {
	switch {
	case v.IsSmall():
		return int(v.Small()), 0, true
	case v == True:
		return 1, 0, true
	case v == False:
		return 0, 0, true
	case !h.isA(v, IntType):
		return 0, 0, false
	}
	if v = h.plainInt(v); v.IsSmall() {
		return int(v.Small()), 0, true
	}
	mag, neg := h.Word(v, OffIntData), h.aux(v)&1 != 0
	switch {
	case h.Word(v, OffIntLimbs) == 1 && neg && mag <= 1<<63:
		return int(-mag), 0, true
	case h.Word(v, OffIntLimbs) == 1 && !neg && mag < 1<<63:
		return int(mag), 0, true
	case neg:
		return math.MinInt, -1, true
	}
	return math.MaxInt, 1, true
}

// sizeArg converts an argument of C type Py_ssize_t.
func (h *Heap) sizeArg(v Value) (int, error) {
	i, over, err := h.intArg(v)
	if err == nil && over != 0 {
		err = h.Raise(OverflowErrorType, "Python int too large to convert to C ssize_t")
	}
	return i, err
}

// cIntArg converts an argument of C type int.
func (h *Heap) cIntArg(v Value) (int, error) {
	i, over, err := h.intArg(v)
	if err == nil && (over != 0 || i != int(int32(i))) {
		err = h.Raise(OverflowErrorType, "Python int too large to convert to C int")
	}
	return i, err
}

// intArg converts what operator.index takes as asInt does; TypeError for other values.
func (h *Heap) intArg(v Value) (i, over int, err error) {
	if i, over, ok := h.asInt(v); ok {
		return i, over, nil
	}
	x, err := h.ToIndex(v)
	if err != nil {
		return 0, 0, err
	}
	i, over, _ = h.asInt(x)
	return i, over, nil
}

// indexArg converts an index or a repeat count: overflow is the type of the
// error for ints that are too large.
func (h *Heap) indexArg(v Value, overflow TypeID) (int, error) {
	i, over, err := h.intArg(v)
	if err == nil && over != 0 {
		return 0, h.Raise(overflow, "cannot fit '%s' into an index-sized integer", h.TypeName(v))
	}
	return i, err
}

// byteArg converts the value of a byte; what begins the error's message.
func (h *Heap) byteArg(v Value, what string) (byte, error) {
	i, _, err := h.intArg(v)
	if err == nil && (i < 0 || i > 255) {
		err = h.Raise(ValueErrorType, "%s must be in range(0, 256)", what)
	}
	return byte(i), err
}

// sliceArg converts a bound of a slice; None gives def, and what does not fit
// is clipped.
func (h *Heap) sliceArg(v Value, def int) (int, error) {
	if v == None {
		return def, nil
	}
	if !h.HasIndex(v) {
		return 0, h.Raise(TypeErrorType, "slice indices must be integers or None or have an __index__ method")
	}
	i, _, err := h.intArg(v)
	return i, err
}

// rangeArgs converts the optional start and end of find, count and their kin
// (args[1] and args[2]) to bounds of a text. lo may exceed its length: then not even the
// empty text is found.
func (h *Heap) rangeArgs(self Value, args []Value) (lo, hi int, err error) {
	hi = math.MaxInt
	if len(args) > 1 {
		if lo, err = h.sliceArg(args[1], 0); err != nil {
			return 0, 0, err
		}
	}
	if len(args) > 2 {
		if hi, err = h.sliceArg(args[2], math.MaxInt); err != nil {
			return 0, 0, err
		}
	}
	lo, hi = clipRange(lo, hi, h.text(self).n)
	return lo, hi, nil
}

// clipRange is CPython's ADJUST_INDICES.
func clipRange(lo, hi, n int) (int, int) {
	if hi > n {
		hi = n
	} else if hi < 0 {
		hi = max(hi+n, 0)
	}
	if lo < 0 {
		lo = max(lo+n, 0)
	}
	return lo, hi
}

// bytesBounds reads a slice object for a bytes or a bytearray, whose length __index__ may change: the
// elements are start, start+step, …, count of them.
func (h *Heap) bytesBounds(s, v Value) (start, step, count int, err error) {
	start, _, step, count, err = h.AdjustSlice(s, func() int { return h.text(v).n })
	return start, step, count, err
}

// argTypeName is a type's name in "must be str, not …", where None is a value.
func (h *Heap) argTypeName(v Value) string {
	if v == None {
		return "None"
	}
	return h.TypeName(v)
}

// isStr reports whether v is a str.
func (h *Heap) isStr(v Value) bool { return h.isA(v, StrType) }

// isBytesLike reports whether v is a bytes or a bytearray, or shows bytes that lie one
// behind another.
func (h *Heap) isBytesLike(v Value) bool {
	if !v.IsRef() {
		return false
	}
	if k := h.kind(v); k == BytesType || k == ByteArrayType {
		return true
	}
	if f := h.TypeOf(v).Buffer; f != nil {
		_, err := f(h, v, false)
		return err == nil
	}
	return false
}

// bytesArg returns the bytes of an argument that must be bytes-like.
func (h *Heap) bytesArg(v Value) (text, error) {
	if v.IsRef() && h.TypeOf(v).Buffer != nil {
		b, err := h.TypeOf(v).Buffer(h, v, false)
		return textOf(b), err
	}
	if !h.isBytesLike(v) {
		return text{}, h.Raise(TypeErrorType, "a bytes-like object is required, not '%s'", h.TypeName(v))
	}
	return h.text(v), nil
}

// params describes the parameters of a builtin that takes keywords.
type params struct {
	name    string   // of the function, for messages; "": it is not named there
	names   []string // of the parameters
	posOnly int      // how many of them have no name for callers
	min     int      // how many are required
	kwOnly  int      // how many of the last ones must be named
}

// call is the function in a message, a few words if it has no name.
func (p *params) call(unnamed string) string {
	if p.name == "" {
		return unnamed
	}
	return p.name + "()"
}

// parse puts the arguments of a call into out, one value for each parameter;
// those not given stay as they are. It is CPython's _PyArg_UnpackKeywords.
func (p *params) parse(h *Heap, args []Value, kwnames Value, out []Value) error {
	if kwnames == Null && len(args) >= p.min && len(args) <= len(p.names)-p.kwOnly {
		copy(out, args)
		return nil
	}
	nkw := 0
	if kwnames != Null {
		nkw = h.TupleLen(kwnames)
	}
	npos := len(args) - nkw
	most := len(p.names)
	if len(args) > most {
		kind := ""
		if npos == 0 {
			kind = "keyword "
		}
		return h.Raise(TypeErrorType, "%s takes at most %d %sargument%s (%d given)", p.call("function"), most, kind, pluralEnd(most), len(args))
	}
	if npos > most-p.kwOnly {
		return p.tooManyPositional(h, npos)
	}
	if least := min(p.min, p.posOnly); npos < least {
		bound := "exactly"
		if least < most-p.kwOnly {
			bound = "at least"
		}
		return h.Raise(TypeErrorType, "%s takes %s %d positional argument%s (%d given)", p.call("function"), bound, least, pluralEnd(least), npos)
	}
	copy(out, args[:npos])
	if p.named(h, args, npos, kwnames, out) {
		return nil
	}
	for i := max(npos, p.posOnly); i < most && (nkw > 0 || i < p.min); i++ {
		if k := p.keyword(h, kwnames, i); k >= 0 {
			out[i] = args[npos+k]
		} else if i < p.min {
			return h.Raise(TypeErrorType, "%s missing required argument '%s' (pos %d)", p.call("function"), p.names[i], i+1)
		}
	}
	return p.checkKeywords(h, npos, kwnames, nkw)
}

// named puts the arguments by keyword into out, which has those by position, and reports whether they are all that the parameters
// want. It looks at each name once; parse looks again for what is wrong.
func (p *params) named(h *Heap, args []Value, npos int, kwnames Value, out []Value) bool {
	given := uint64(1)<<npos - 1
	if kwnames != Null {
		for k, name := range h.TupleItems(kwnames) {
			i := p.parameter(h, name)
			if i < npos {
				return false
			}
			out[i] = args[npos+k]
			given |= 1 << i
		}
	}
	required := uint64(1)<<p.min - 1
	return given&required == required
}

// parameter returns the index of the parameter with a name, −1 if it is none or no plain str of ASCII.
func (p *params) parameter(h *Heap, name Value) int {
	if !h.Is(name, StrType) || !h.strIsASCII(name) {
		return -1
	}
	i := slices.Index(p.names[p.posOnly:], string(h.strBytes(name)))
	if i < 0 {
		return -1
	}
	return p.posOnly + i
}

// tooManyPositional refuses positional arguments for parameters that must be
// named.
func (p *params) tooManyPositional(h *Heap, npos int) error {
	most := len(p.names) - p.kwOnly
	if most == 0 {
		return h.Raise(TypeErrorType, "%s takes no positional arguments", p.call("function"))
	}
	bound := "at most"
	if p.min >= most {
		bound = "exactly"
	}
	return h.Raise(TypeErrorType, "%s takes %s %d positional argument%s (%d given)", p.call("function"), bound, most, pluralEnd(most), npos)
}

// keyword returns which of the names in kwnames is that of parameter i, or −1.
func (p *params) keyword(h *Heap, kwnames Value, i int) int {
	if kwnames == Null {
		return -1
	}
	for k, v := range h.TupleItems(kwnames) {
		if h.strIs(v, p.names[i]) {
			return k
		}
	}
	return -1
}

// checkKeywords refuses names that no parameter has or that a positional
// argument has already filled.
func (p *params) checkKeywords(h *Heap, npos int, kwnames Value, nkw int) error {
	for i := p.posOnly; i < npos && nkw > 0; i++ {
		if p.keyword(h, kwnames, i) >= 0 {
			return h.Raise(TypeErrorType, "argument for %s given by name ('%s') and position (%d)", p.call("function"), p.names[i], i+1)
		}
	}
	for k := range nkw {
		name := h.TupleItem(kwnames, k)
		known := false
		for _, s := range p.names[p.posOnly:] {
			known = known || h.strIs(name, s)
		}
		if known {
			continue
		}
		if !h.Is(name, StrType) {
			if like, err := h.likeAny(name, p.names[p.posOnly:]); err != nil {
				return err
			} else if like {
				return h.Raise(TypeErrorType, "invalid keyword argument for %s", p.call("function"))
			}
		}
		got := h.GoString(name)
		msg := p.call("this function") + " got an unexpected keyword argument '" + got + "'"
		if s := suggest.Nearest(got, p.names[p.posOnly:]); s != "" {
			msg += ". Did you mean '" + s + "'?"
		}
		return h.RaiseWith(TypeErrorType, h.NewStr(msg))
	}
	return nil
}

// likeAny reports whether a name of a class derived from str says that it equals one of some names.
func (h *Heap) likeAny(name Value, names []string) (bool, error) {
	for _, s := range names {
		if same, err := h.Same(name, h.Intern(s)); same || err != nil {
			return same, err
		}
	}
	return false, nil
}

// strIs reports whether a value is a str with the given ASCII content.
func (h *Heap) strIs(v Value, s string) bool {
	if h.Is(v, StrType) && h.strIsASCII(v) {
		return string(h.strBytes(v)) == s
	}
	return h.isA(v, StrType) && h.strText(v).equal(goText(s))
}

func pluralEnd(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// ByteOf converts an element of what a bytes or a bytearray is made of; what is as an error's message begins.
func (h *Heap) ByteOf(v Value, what string) (byte, error) { return h.byteArg(v, what) }
