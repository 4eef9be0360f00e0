package object

// strip, lstrip, rstrip, removeprefix and removesuffix.

var stripMethods = pure([]Builtin{
	{Name: "strip", Arity: Fast, Max: 1, Fn: stripMethod("strip", true, true)},
	{Name: "lstrip", Arity: Fast, Max: 1, Fn: stripMethod("lstrip", true, false)},
	{Name: "rstrip", Arity: Fast, Max: 1, Fn: stripMethod("rstrip", false, true)},
	{Name: "removeprefix", Arity: O, Fn: textRemovePrefix},
	{Name: "removesuffix", Arity: O, Fn: textRemoveSuffix},
})

// stripMethod makes the method that strips the given sides.
func stripMethod(name string, left, right bool) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, args []Value) (Value, error) {
		if len(args) == 1 && h.RefType(self) == StrType && h.Is(args[0], StrType) && h.StrLen(args[0]) <= fewBytes &&
			h.aux(self)&h.aux(args[0])&StrKindMask == 1 {
			lo, hi := stripBytes(h.strBytes(self), h.strBytes(args[0]), left, right)
			return h.strSub(self, lo, hi), nil
		}
		t := h.text(self)
		lo, hi := 0, t.n
		if len(args) == 0 || args[0] == None {
			spaces := h.spacesOf(self)
			if left {
				lo = t.skipRight(lo, true, spaces)
			}
			if right && lo < hi {
				hi = t.skipLeft(hi, true, spaces)
			}
			return h.subLike(self, lo, hi), nil
		}
		if h.kind(self) == StrType && !h.isStr(args[0]) {
			return Null, h.Raise(TypeErrorType, "%s arg must be None or str", name)
		}
		cut, err := h.sepArg(self, args[0], "")
		if err != nil {
			return Null, err
		}
		set := setOf(cut)
		for left && lo < hi && set.has(t.at(lo)) {
			h.CheckStop()
			lo++
		}
		for right && lo < hi && set.has(t.at(hi-1)) {
			h.CheckStop()
			hi--
		}
		return h.subLike(self, lo, hi), nil
	}
}

// fewBytes is how many bytes are as soon compared with each as looked up in a set.
const fewBytes = 4

// stripBytes returns what stripping the bytes of cut, few, from s leaves.
func stripBytes(s, cut []byte, left, right bool) (lo, hi int) {
	hi = len(s)
	for left && lo < hi && oneOf(cut, s[lo]) {
		lo++
	}
	for right && lo < hi && oneOf(cut, s[hi-1]) {
		hi--
	}
	return lo, hi
}

func oneOf(set []byte, c byte) bool {
	for _, x := range set {
		if x == c {
			return true
		}
	}
	return false
}

// charSet answers whether a text has an element: at once for those below 256.
type charSet struct {
	low  [4]uint64
	more text // where to look for the others
}

func setOf(t text) (s charSet) {
	for i := range t.n {
		if r := t.at(i); r < 256 {
			s.low[r>>6] |= 1 << (r & 63)
		}
	}
	s.more = t
	return s
}

func (s *charSet) has(r rune) bool {
	if r < 256 {
		return s.low[r>>6]>>(r&63)&1 != 0
	}
	for i := range s.more.n {
		if s.more.at(i) == r {
			return true
		}
	}
	return false
}

func textRemovePrefix(h *Heap, self Value, args []Value) (Value, error) {
	sub, err := h.affixArg(self, args[0], "removeprefix")
	if err != nil {
		return Null, err
	}
	t := h.text(self)
	if sub.n == 0 || !t.hasPrefix(sub) {
		return h.whole(self), nil
	}
	return h.subLike(self, sub.n, t.n), nil
}

func textRemoveSuffix(h *Heap, self Value, args []Value) (Value, error) {
	sub, err := h.affixArg(self, args[0], "removesuffix")
	if err != nil {
		return Null, err
	}
	t := h.text(self)
	if sub.n == 0 || !t.hasSuffix(sub) {
		return h.whole(self), nil
	}
	return h.subLike(self, 0, t.n-sub.n), nil
}

func (h *Heap) affixArg(self, x Value, name string) (text, error) {
	if h.kind(self) == StrType && !h.isStr(x) {
		return text{}, h.Raise(TypeErrorType, "%s() argument must be str, not %s", name, h.argTypeName(x))
	}
	return h.sepArg(self, x, "")
}
