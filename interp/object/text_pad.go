package object

import "math"

// center, ljust, rjust, zfill and expandtabs.

var padMethods = pure([]Builtin{
	{Name: "center", Arity: Fast, Min: 1, Max: 2, Fn: padMethod("center", padCenter)},
	{Name: "ljust", Arity: Fast, Min: 1, Max: 2, Fn: padMethod("ljust", func(_, pad int) int { return 0 })},
	{Name: "rjust", Arity: Fast, Min: 1, Max: 2, Fn: padMethod("rjust", func(_, pad int) int { return pad })},
	{Name: "zfill", Arity: O, Fn: textZfill},
	{Name: "expandtabs", Named: expandTabsParams.names, FnKw: textExpandTabs},
})

// padCenter returns how much of the padding goes to the left.
func padCenter(width, pad int) int { return pad/2 + pad&width&1 }

// padMethod makes a method that pads to a width; left says how much of the
// padding goes to the left.
func padMethod(name string, left func(width, pad int) int) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, args []Value) (Value, error) {
		width, err := h.sizeArg(args[0])
		if err != nil {
			return Null, err
		}
		c := ' '
		if len(args) > 1 {
			if c, err = h.fillArg(self, args[1], name); err != nil {
				return Null, err
			}
		}
		n := h.text(self).n
		if width <= n {
			return h.whole(self), nil
		}
		l := left(width, width-n)
		return h.padded(self, l, width-n-l, c), nil
	}
}

// padded returns self with l and r times c around it.
func (h *Heap) padded(self Value, l, r int, c rune) Value {
	v, d := h.newLike(self, l+h.text(self).n+r, h.wideOf(self)|c)
	d.slice(0, l).fill(c)
	rest := h.text(self).copyTo(d.slice(l, d.n))
	rest.fill(c)
	return h.canonical(v)
}

// fillArg converts the character that center, ljust and rjust pad with.
func (h *Heap) fillArg(self, x Value, name string) (rune, error) {
	if h.kind(self) == StrType {
		switch {
		case !h.isStr(x):
			return 0, h.Raise(TypeErrorType, "The fill character must be a unicode character, not %s", h.TypeName(x))
		case h.StrLen(x) != 1:
			return 0, h.Raise(TypeErrorType, "The fill character must be exactly one character long")
		}
		return h.StrAt(x, 0), nil
	}
	if !h.isBytesLike(x) {
		return 0, h.Raise(TypeErrorType, "%s() argument 2 must be a byte string of length 1, not %s", name, h.argTypeName(x))
	}
	t := h.text(x)
	if t.n != 1 {
		return 0, h.Raise(TypeErrorType, "%s(): argument 2 must be a byte string of length 1, not a %s object of length %d",
			name, h.TypeName(x), t.n)
	}
	return t.at(0), nil
}

func textZfill(h *Heap, self Value, args []Value) (Value, error) {
	width, err := h.sizeArg(args[0])
	if err != nil {
		return Null, err
	}
	t := h.text(self)
	if width <= t.n {
		return h.whole(self), nil
	}
	pad := width - t.n
	v := h.padded(self, pad, 0, '0')
	if t.n == 0 {
		return v, nil
	}
	if sign := t.at(0); sign == '+' || sign == '-' {
		d := h.text(v) // of at least two elements, so that it is new
		d.put(0, sign)
		d.put(pad, '0')
	}
	return v, nil
}

var expandTabsParams = params{name: "expandtabs", names: []string{"tabsize"}}

func textExpandTabs(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
	arg := [1]Value{SmallInt(8)}
	if err := expandTabsParams.parse(h, args, kwnames, arg[:]); err != nil {
		return Null, err
	}
	size, err := h.cIntArg(arg[0])
	if err != nil {
		return Null, err
	}
	t := h.text(self)
	n, tabs := 0, false
	if ok := t.eachTab(size, func(from, to, pad int) bool {
		n += to - from
		if pad < 0 {
			return true
		}
		tabs = true
		n += pad
		return n <= math.MaxInt-pad-t.n
	}); !ok {
		if h.kind(self) == StrType {
			return Null, h.Raise(OverflowErrorType, "new string is too long")
		}
		return Null, h.Raise(OverflowErrorType, "result too long")
	}
	if !tabs {
		return h.whole(self), nil
	}
	v, d := h.newLike(self, n, h.wideOf(self))
	t.eachTab(size, func(from, to, pad int) bool {
		d = t.slice(from, to).copyTo(d)
		if pad > 0 {
			d.slice(0, pad).fill(' ')
			d = d.slice(pad, d.n)
		}
		return true
	})
	return h.canonical(v), nil
}

// eachTab calls f for each run of elements up to a tab, with the number of
// spaces for the tab, and for the run behind the last tab, with −1. It stops
// when f returns false.
func (t text) eachTab(size int, f func(from, to, pad int) bool) bool {
	from, column := 0, 0
	for i := range t.n {
		switch c := t.at(i); c {
		case '\t':
			pad := 0
			if size > 0 {
				pad = size - column%size
			}
			column += pad
			if !f(from, i, pad) {
				return false
			}
			from = i + 1
		case '\n', '\r':
			column = 0
		default:
			column++
		}
	}
	return f(from, t.n, -1)
}
