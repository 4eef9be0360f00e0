package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tier2go/tier2/lower"
)

// setID names a set of virtual registers: 0 is the empty one, v+1 is {v}, and
// larger ones are kept once each in a table.
type setID int32

// sets is the table of the sets with several members.
type sets struct {
	values setID // number of virtual registers
	lists  [][]lower.VReg
	ids    map[string]setID
	key    []byte
	list   []lower.VReg
}

func newSets(values int) *sets {
	return &sets{values: setID(values), ids: map[string]setID{}}
}

func (t *sets) many(s setID) bool { return s > t.values }

// of returns the members of a set, valid until the next call.
func (t *sets) of(s setID) []lower.VReg {
	switch {
	case s == 0:
		return nil
	case !t.many(s):
		t.list = append(t.list[:0], lower.VReg(s-1))
		return t.list
	}
	return t.lists[s-t.values-1]
}

// id returns the name of a sorted set.
func (t *sets) id(l []lower.VReg) setID {
	switch len(l) {
	case 0:
		return 0
	case 1:
		return setID(l[0]) + 1
	}
	t.key = t.key[:0]
	for _, v := range l {
		t.key = append(t.key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	if s, ok := t.ids[string(t.key)]; ok {
		return s
	}
	t.lists = append(t.lists, slices.Clone(l))
	s := t.values + setID(len(t.lists))
	t.ids[string(t.key)] = s
	return s
}

func (t *sets) has(s setID, v lower.VReg) bool {
	if t.many(s) {
		return slices.Contains(t.of(s), v)
	}
	return s == setID(v)+1
}

func (t *sets) with(s setID, v lower.VReg) setID {
	l := slices.Clone(t.of(s))
	i, ok := slices.BinarySearch(l, v)
	if ok {
		return s
	}
	return t.id(slices.Insert(l, i, v))
}

func (t *sets) without(s setID, v lower.VReg) setID {
	switch {
	case !t.has(s, v):
		return s
	case !t.many(s):
		return 0
	}
	return t.id(slices.DeleteFunc(slices.Clone(t.of(s)), func(w lower.VReg) bool { return v == w }))
}

// assign returns the set after parameters have been assigned: each one is in it
// exactly if its argument was.
func (t *sets) assign(s setID, params, args []lower.VReg) setID {
	r := s
	for _, p := range params {
		r = t.without(r, p)
	}
	for j, p := range params {
		if t.has(s, args[j]) {
			r = t.with(r, p)
		}
	}
	return r
}

// and returns the intersection.
func (t *sets) and(a, b setID) setID {
	switch {
	case a == b:
		return a
	case a == 0 || b == 0:
		return 0
	}
	l := slices.Clone(t.of(a))
	return t.id(slices.DeleteFunc(l, func(v lower.VReg) bool { return !t.has(b, v) }))
}

// text prints {v1, v5}.
func (t *sets) text(s setID) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, v := range t.of(s) {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "v%d", v)
	}
	b.WriteByte('}')
	return b.String()
}

// state says what each place holds; nil is top.
type state []setID

// index numbers places: registers, then slots.
func index(l lower.Loc) int {
	if l.IsReg() {
		return int(l.Reg())
	}
	return 64 + l.Slot()
}

func (s state) clone() state { return slices.Clone(s) }

// kill takes a value out of all places.
func (s state) kill(t *sets, v lower.VReg) {
	one := setID(v) + 1
	for i, x := range s {
		if x == one {
			s[i] = 0
		} else if t.many(x) {
			s[i] = t.without(x, v)
		}
	}
}

// meet makes s the meet of s and o and reports whether it changed.
func (s state) meet(t *sets, o state) bool {
	changed := false
	for i := range s {
		if m := t.and(s[i], o[i]); m != s[i] {
			s[i], changed = m, true
		}
	}
	return changed
}
