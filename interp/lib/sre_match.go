package lib

import (
	"math"

	"github.com/tier2go/tier2/interp/object"
)

// The fields of a match.
const (
	offMatchText    = object.OffMatchText
	offMatchPattern = object.OffMatchOf
	offMatchSpans   = object.OffMatchSpans
	offMatchPos     = object.MatchSize // ints
	offMatchEnd     = object.MatchSize + 8
	offMatchLast    = object.MatchSize + 16 // int: 0 if no group took part
	matchSize       = object.MatchSize + 24
)

// The fields of a scanner, and of what finditer gives.
const (
	offScanText    = 8
	offScanPattern = 16
	offScanPos     = 24 // int: where the next search begins; None at the end
	offScanEnd     = 32 // int
	offScanEmpty   = 40 // bool: the last match was empty
	offScanStart   = 48 // int: pos
	scanSize       = 56
)

// newMatch makes the object of the last match.
func (l *Lib) newMatch(s *subject) object.Value {
	h := l.h
	v := h.NewObject(l.regexps.match, matchSize)
	h.SetField(v, offMatchText, s.given)
	h.SetField(v, offMatchPattern, s.pattern)
	h.SetField(v, offMatchPos, object.SmallInt(int64(s.lo)))
	h.SetField(v, offMatchEnd, object.SmallInt(int64(s.hi)))
	h.SetField(v, offMatchLast, object.SmallInt(int64(s.Last())))
	t := h.NewTupleOfNull(2 * (s.groups + 1))
	spans := h.TupleItems(t)
	for i := range s.groups + 1 {
		from, to := s.Span(i)
		spans[2*i], spans[2*i+1] = object.SmallInt(int64(from)), object.SmallInt(int64(to))
	}
	h.SetField(v, offMatchSpans, t)
	return v
}

func (l *Lib) initMatch() {
	h := l.h
	t := h.RegisterType(&object.Type{Name: "Match", Module: "re", Match: true, Slots: object.Slots{
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			span, err := h.Repr(span(h, v, 0))
			if err != nil {
				return object.Null, err
			}
			text, err := groupText(h, v, 0, object.None)
			if err != nil {
				return object.Null, err
			}
			if text, err = h.Repr(text); err != nil {
				return object.Null, err
			}
			return h.NewStr("<re.Match object; span=" + h.GoString(span) + ", match=" + h.GoString(text) + ">"), nil
		},
		GetItem: func(h *object.Heap, v, key object.Value) (object.Value, error) {
			i, err := groupIndex(h, v, key)
			if err != nil {
				return object.Null, err
			}
			return groupText(h, v, i, object.None)
		},
	}})
	l.regexps.match = t.ID
	same := func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return v, nil }
	place := func(f func(h *object.Heap, v object.Value, group int) object.Value) goFunc {
		return func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			i := 0
			if len(a) > 0 {
				var err error
				if i, err = groupIndex(h, v, a[0]); err != nil {
					return object.Null, err
				}
			}
			return f(h, v, i), nil
		}
	}
	h.AddMethods(t, []object.Builtin{
		{Name: "group", Arity: object.Fast, Max: -1, Fn: matchGroup},
		{Name: "groups", Arity: object.Varied, FnKw: matchGroups},
		{Name: "groupdict", Arity: object.Varied, FnKw: matchGroupDict},
		{Name: "start", Arity: object.Fast, Max: 1, Fn: place(func(h *object.Heap, v object.Value, i int) object.Value { return bound(h, v, 2*i) })},
		{Name: "end", Arity: object.Fast, Max: 1, Fn: place(func(h *object.Heap, v object.Value, i int) object.Value { return bound(h, v, 2*i+1) })},
		{Name: "span", Arity: object.Fast, Max: 1, Fn: place(span)},
		{Name: "expand", Arity: object.O, Fn: l.matchExpand},
		{Name: "__copy__", Arity: object.NoArgs, Fn: same},
		{Name: "__deepcopy__", Arity: object.O, Fn: same},
	})
	h.AddGetSets(t, []object.GetSet{
		readOnly("string", offMatchText), readOnly("re", offMatchPattern), readOnly("pos", offMatchPos), readOnly("endpos", offMatchEnd),
		{Name: "lastindex", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			if last := h.Field(v, offMatchLast); last != object.SmallInt(0) {
				return last, nil
			}
			return object.None, nil
		}},
		{Name: "lastgroup", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			names := h.Field(h.Field(v, offMatchPattern), offPatternNames)
			if i := int(h.Field(v, offMatchLast).Small()); i > 0 && i < h.TupleLen(names) {
				return h.TupleItem(names, i), nil
			}
			return object.None, nil
		}},
		{Name: "regs", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			list := h.NewList()
			for i := range groupCount(h, v) + 1 {
				h.ListAppend(list, span(h, v, i))
			}
			return h.ListToTuple(list), nil
		}},
	})
}

// readOnly is an attribute that is a field, and what CPython calls a member.
func readOnly(name string, off uintptr) object.GetSet {
	g := fieldGetter(name, off)
	g.Set = func(h *object.Heap, _, _ object.Value) error {
		return h.Raise(object.AttributeErrorType, "readonly attribute")
	}
	return g
}

// bound returns entry i of the spans.
func bound(h *object.Heap, v object.Value, i int) object.Value {
	return h.TupleItem(h.Field(v, offMatchSpans), i)
}

func span(h *object.Heap, v object.Value, group int) object.Value {
	return h.NewTuple(bound(h, v, 2*group), bound(h, v, 2*group+1))
}

func groupCount(h *object.Heap, v object.Value) int {
	return h.TupleLen(h.Field(v, offMatchSpans))/2 - 1
}

// groupText returns the text of a group, or def if it took no part.
func groupText(h *object.Heap, v object.Value, group int, def object.Value) (object.Value, error) {
	from, to := bound(h, v, 2*group).Small(), bound(h, v, 2*group+1).Small()
	if from < 0 {
		return def, nil
	}
	text := h.Plain(h.Field(v, offMatchText))
	if _, err := textLen(h, text); err != nil { // a memoryview may have been released
		return object.Null, err
	}
	return part(h, text, int(from), int(to)), nil
}

// groupIndex returns the number of a group that an argument names.
func groupIndex(h *object.Heap, v, key object.Value) (int, error) {
	n, err := object.Null, error(nil)
	if h.HasIndex(key) {
		n, err = h.ToIndex(key)
	} else {
		n, err = h.DictGet(h.Field(h.Field(v, offMatchPattern), offPatternIndex), key)
	}
	if err != nil {
		return 0, err
	}
	i := -1
	if n != object.Null {
		if size, err := h.Ssize(n); err == nil { // else it does not fit, and no group has it
			i = size
		}
	}
	if i < 0 || i > groupCount(h, v) {
		return 0, h.Raise(object.IndexErrorType, "no such group")
	}
	return i, nil
}

func matchGroup(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	if len(a) == 0 {
		return groupText(h, v, 0, object.None)
	}
	list := h.NewList()
	for _, key := range a {
		i, err := groupIndex(h, v, key)
		if err != nil {
			return object.Null, err
		}
		if len(a) == 1 {
			return groupText(h, v, i, object.None)
		}
		text, err := groupText(h, v, i, object.None)
		if err != nil {
			return object.Null, err
		}
		h.ListAppend(list, text)
	}
	return h.ListToTuple(list), nil
}

var (
	groupsSig    = object.NewSignature("groups", 0, 0, 0, "default")
	groupDictSig = object.NewSignature("groupdict", 0, 0, 0, "default")
)

// defaultOf reads the one optional parameter of groups and groupdict.
func defaultOf(h *object.Heap, sig *object.Signature, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [1]object.Value
	err := bind(h, sig, args, kwnames, p[:])
	if p[0] == object.Null {
		p[0] = object.None
	}
	return p[0], err
}

func matchGroups(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	def, err := defaultOf(h, groupsSig, args, kwnames)
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	for i := range groupCount(h, v) {
		text, err := groupText(h, v, i+1, def)
		if err != nil {
			return object.Null, err
		}
		h.Push(text)
	}
	return h.NewTuple(h.Pushed(m)...), nil
}

func matchGroupDict(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	def, err := defaultOf(h, groupDictSig, args, kwnames)
	if err != nil {
		return object.Null, err
	}
	d := h.NewDict()
	index := h.Field(h.Field(v, offMatchPattern), offPatternIndex)
	for pos := 0; ; {
		k, n, ok := h.DictNext(index, &pos)
		if !ok {
			return d, nil
		}
		i, err := groupIndex(h, v, n)
		if err != nil {
			return object.Null, err
		}
		text, err := groupText(h, v, i, def)
		if err != nil {
			return object.Null, err
		}
		if err := h.DictSet(d, k, text); err != nil {
			return object.Null, err
		}
	}
}

// replay is a subject whose last match is a match object.
type replay struct {
	h *object.Heap
	v object.Value
}

func (r replay) Match(int, int, bool, bool) (bool, error) { return false, nil }
func (r replay) Search(int, int, bool) (bool, error)      { return false, nil }
func (r replay) Last() int                                { return 0 }
func (r replay) Span(i int) (from, to int) {
	return int(bound(r.h, r.v, 2*i).Small()), int(bound(r.h, r.v, 2*i+1).Small())
}

func (l *Lib) matchExpand(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	pattern := h.Field(v, offMatchPattern)
	t, err := l.compileTemplate(pattern, a[0])
	if err != nil || !h.Is(t, l.regexps.template) {
		return t, err
	}
	text := h.Plain(h.Field(v, offMatchText))
	if _, err := textLen(h, text); err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(text)
	return l.expand(&subject{matcher: replay{h, v}, pattern: pattern, text: text}, t)
}

// scanning makes a scanner, or the iterator of finditer.
func (l *Lib) scanning(t func() object.TypeID) method {
	return func(s *subject) (object.Value, error) {
		h := l.h
		v := h.NewObject(t(), scanSize)
		h.SetField(v, offScanText, s.given)
		h.SetField(v, offScanPattern, s.pattern)
		h.SetField(v, offScanPos, object.SmallInt(int64(s.lo)))
		h.SetField(v, offScanEnd, object.SmallInt(int64(s.hi)))
		h.SetField(v, offScanEmpty, object.False)
		h.SetField(v, offScanStart, object.SmallInt(int64(s.lo)))
		return v, nil
	}
}

func (l *Lib) initScanner() {
	h := l.h
	t := h.RegisterType(&object.Type{Name: "SRE_Scanner", Module: "_sre"})
	l.regexps.scanner = t.ID
	h.AddGetSets(t, []object.GetSet{readOnly("pattern", offScanPattern)})
	h.AddMethods(t, []object.Builtin{
		{Name: "search", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return l.scan(v, object.None, func(s *subject) (bool, error) { return s.Search(s.pos, s.hi, s.nonEmpty) })
		}},
		{Name: "match", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return l.scan(v, object.None, func(s *subject) (bool, error) { return s.Match(s.pos, s.hi, false, s.nonEmpty) })
		}},
	})
	l.regexps.iterator = h.RegisterType(&object.Type{Name: "callable_iterator", Slots: object.Slots{
		Iter: func(_ *object.Heap, v object.Value) (object.Value, error) { return v, nil },
		Next: func(_ *object.Heap, v object.Value) (object.Value, error) {
			return l.scan(v, object.Null, func(s *subject) (bool, error) { return s.Search(s.pos, s.hi, s.nonEmpty) })
		},
	}}).ID
}

// scan makes the next match of a scanner, or end if there is none.
func (l *Lib) scan(v, end object.Value, f func(s *subject) (bool, error)) (object.Value, error) {
	h := l.h
	if h.Field(v, offScanPos) == object.None {
		return end, nil
	}
	s, err := l.subject(h.Field(v, offScanPattern), h.Field(v, offScanText), int(h.Field(v, offScanStart).Small()), math.MaxInt)
	if err != nil {
		return object.Null, err
	}
	defer s.close()
	s.hi = min(s.hi, int(h.Field(v, offScanEnd).Small()))
	s.pos, s.nonEmpty = min(int(h.Field(v, offScanPos).Small()), s.length), h.Field(v, offScanEmpty) == object.True
	switch ok, err := f(s); {
	case err != nil:
		return object.Null, err
	case !ok:
		h.SetField(v, offScanPos, object.None)
		return end, nil
	}
	from, to := s.Span(0)
	h.SetField(v, offScanPos, object.SmallInt(int64(to)))
	h.SetField(v, offScanEmpty, object.Bool(from == to))
	return l.newMatch(s), nil
}
