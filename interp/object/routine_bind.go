package object

import "github.com/tier2go/tier2/opgen/mem"

// Parameters are what a routine knows of the parameters of a code object.
type Parameters struct {
	Params, KwOnly, PosOnly int  // parameters by position, those by keyword only, and how many of the first are by position only
	VarArgs, VarKeywords    bool // *args, **kw
	Locals                  int  // all locals, in the order of the parameters
	Names                   []Value
}

// What a signature's first element has, from which bits on.
const (
	signKwOnly   = 8
	signPosOnly  = 16
	signVarArgs  = 24
	signVarNamed = 25
	signLocals   = 32
	signNames    = 2 // the element with the first name

	mostGiven  = 16 // arguments, and items of a dict of such
	mostLocals = 24
	mostInKw   = 5 // arguments that go into a new dict
)

// Fields of a frame that begins: see bindCall.
const (
	fieldBegunSelf   = mem.Field(FrameCaller) | AliasHeap<<mem.ClassShift
	fieldBegunGiven  = mem.Field(FrameResume) | AliasHeap<<mem.ClassShift
	fieldBegunFunc   = mem.Field(FrameSlots) | AliasHeap<<mem.ClassShift
	fieldBegunLocals = mem.Field(FrameLocals) | AliasHeap<<mem.ClassShift

	fieldFuncDefaults   = mem.Field(OffFuncDefaults) | AliasHeap<<mem.ClassShift
	fieldFuncKwDefaults = mem.Field(OffFuncKwDefaults) | AliasHeap<<mem.ClassShift
)

// NewParameters makes the tuple that bindCall takes; Null if it gives up for each call.
func (h *Heap) NewParameters(s Parameters) Value {
	if s.Locals > mostLocals {
		return Null
	}
	bit := func(is bool, at int) int64 {
		if is {
			return 1 << at
		}
		return 0
	}
	first := int64(s.Params) | int64(s.KwOnly)<<signKwOnly | int64(s.PosOnly)<<signPosOnly | int64(s.Locals)<<signLocals |
		bit(s.VarArgs, signVarArgs) | bit(s.VarKeywords, signVarNamed)
	t := h.newTuple(signNames + len(s.Names))
	items := h.TupleItems(t)
	items[0], items[1] = SmallInt(first), h.emptyTup
	copy(items[signNames:], s.Names)
	for i, name := range s.Names {
		h.CheckStopAt(i)
		h.strHash(name) // parameterNamed looks at it
	}
	return t
}

// bindCall gives the locals of a frame that begins what a call gives them. The frame's function stands in its place; where its
// caller will be is the first argument, or nothing; where its resume word will be is how many arguments there are, of which the others lie one behind
// the other at args. names is nothing, a tuple of the names of the last of them, or a dict with arguments by keyword besides. It gives up
// where the call raises.
//
//tier2:routine call.bind
func bindCall(m mem.Mem, sign, frame, args, names mem.Ref) (done, ok bool) {
	what, given := m.U64(sign, fieldTupleItem), m.U64(frame, fieldBegunGiven)
	params, locals := what&0xFF, what>>signLocals&0xFFFF
	named, n, from := uint64(0), given, nothing
	if names != nothing {
		if wordIs(m, names, uint64(TupleType)) {
			named = tupleLen(m, names)
			n -= named
		} else {
			if !wordIs(m, names, uint64(DictType)) {
				return false, false
			}
			named, from = m.U32(names, fieldDictFilled), m.Ref(names, fieldDictEntries)
		}
	}
	self, bound := m.Ref(frame, fieldBegunSelf), uint64(0)
	if self != nothing {
		bound = 1
	}
	if given > mostGiven || named > mostGiven || n > params && what>>signVarArgs&1 == 0 {
		return false, false
	}
	for i := uint64(0); i < min(locals, mostLocals); i++ {
		m.InitRefAt(frame, fieldBegunLocals, i, nothing)
	}
	for i := uint64(0); i < min(n, params, mostGiven); i++ {
		m.InitRefAt(frame, fieldBegunLocals, i, argument(m, self, args, i, bound))
	}
	next := params + what>>signKwOnly&0xFF
	if what>>signVarArgs&1 != 0 {
		rest := m.RefAt(sign, fieldTupleItem, 1)
		if n > params {
			rest, ok = newTupleOf(m, n-params)
			if !ok {
				return false, false
			}
			m.InitU64(rest, fieldTupleHash, 0)
			for i := uint64(0); i < min(n-params, mostGiven); i++ {
				m.InitRefAt(rest, fieldTupleItem, i, argument(m, self, args, params+i, bound))
			}
		}
		m.InitRefAt(frame, fieldBegunLocals, next, rest)
		next++
	}
	if !bindNamed(m, sign, frame, args, names, from, n, bound, named, next) {
		return false, false
	}
	done = bindDefaults(m, sign, frame, n)
	return done, done
}

// argument is an argument by position.
func argument(m mem.Mem, self, args mem.Ref, i, bound uint64) mem.Ref {
	if i < bound {
		return self
	}
	return m.RefAt(args, fieldAny, i-bound)
}

// bindNamed binds arguments by keyword. next is the local for a dict of those that are no parameter's, if there is one.
func bindNamed(m mem.Mem, sign, frame, args, names, from mem.Ref, n, bound, named, next uint64) bool {
	what := m.U64(sign, fieldTupleItem)
	first, all := what>>signPosOnly&0xFF, what&0xFF+what>>signKwOnly&0xFF
	entries, index, more := nothing, nothing, uint64(0)
	for j := uint64(0); j < min(named, mostGiven); j++ {
		name, x := nothing, nothing
		if from == nothing {
			name, x = m.RefAt(names, fieldTupleItem, j), m.RefAt(args, fieldAny, n-bound+j)
		} else {
			name, x = m.RefAt(from, fieldEntryKey, 3*j), m.RefAt(from, fieldEntryValue, 3*j)
			if x == nothing {
				continue // deleted
			}
		}
		at, ok := parameterNamed(m, sign, all, name)
		if !ok {
			return false
		}
		if at < all {
			if at < first || m.RefAt(frame, fieldBegunLocals, at) != nothing {
				return false
			}
			m.InitRefAt(frame, fieldBegunLocals, at, x)
			continue
		}
		if what>>signVarNamed&1 == 0 || more == mostInKw {
			return false
		}
		if more == 0 {
			entries, index, ok = newDictTables(m, dictMinLog2)
			if !ok {
				return false
			}
		}
		hash, ok := plainHash(m, name)
		if !ok || !initEntry(m, entries, index, maskOf(dictMinLog2), more, name, x, hash) {
			return false
		}
		more++
	}
	if what>>signVarNamed&1 == 0 {
		return true
	}
	d, ok := nothing, false
	if more == 0 {
		d, ok = newDictOf(m)
	} else {
		d, ok = newDictOn(m, entries, index, dictMinLog2, more, roomOf(dictMinLog2)-more, more, 0)
	}
	if !ok {
		return false
	}
	m.InitRefAt(frame, fieldBegunLocals, next, d)
	return true
}

// parameterNamed is the index of the parameter of that name, or all if none of so many has it. Most names are the parameter's own str; one that is
// not interned, as a program has read or made it, may be equal.
func parameterNamed(m mem.Mem, sign mem.Ref, all uint64, name mem.Ref) (at uint64, ok bool) {
	for i := uint64(0); i < min(all, mostLocals); i++ {
		if m.RefAt(sign, fieldTupleItem, signNames+i) == name {
			return i, true
		}
	}
	if !wordIs(m, name, uint64(StrType)) {
		return all, false
	}
	if m.U32(name, fieldAux)&StrInterned != 0 {
		return all, true
	}
	hash, ok := plainHash(m, name)
	if !ok {
		return all, false
	}
	for i := uint64(0); i < min(all, mostLocals); i++ {
		p := m.RefAt(sign, fieldTupleItem, signNames+i)
		if h, hashed := plainHash(m, p); hashed && h != hash {
			continue
		}
		eq, ok := strsEqual(m, p, name)
		return i, eq && ok
	}
	return all, true
}

// bindDefaults fills the parameters that have got no argument; the first n have.
func bindDefaults(m mem.Mem, sign, frame mem.Ref, n uint64) bool {
	what, f := m.U64(sign, fieldTupleItem), m.Ref(frame, fieldBegunFunc)
	params, kwonly := what&0xFF, what>>signKwOnly&0xFF
	defaults, required := m.Ref(f, fieldFuncDefaults), params
	if defaults != nothing {
		if tupleLen(m, defaults) > params {
			return false
		}
		required = params - tupleLen(m, defaults)
	}
	for i := uint64(0); i < min(params, mostLocals); i++ {
		if i >= n && m.RefAt(frame, fieldBegunLocals, i) == nothing {
			if i < required {
				return false
			}
			m.InitRefAt(frame, fieldBegunLocals, i, m.RefAt(defaults, fieldTupleItem, i-required))
		}
	}
	if kwonly == 0 {
		return true
	}
	d := m.Ref(f, fieldFuncKwDefaults)
	for i := uint64(0); i < min(kwonly, mostLocals); i++ {
		if m.RefAt(frame, fieldBegunLocals, params+i) != nothing {
			continue
		}
		if d == nothing {
			return false
		}
		x, filled, entries := nothing, m.U32(d, fieldDictFilled), m.Ref(d, fieldDictEntries)
		for j := uint64(0); j < min(filled, mostGiven); j++ {
			if m.RefAt(entries, fieldEntryKey, 3*j) == m.RefAt(sign, fieldTupleItem, signNames+params+i) {
				x = m.RefAt(entries, fieldEntryValue, 3*j)
				break
			}
		}
		if x == nothing {
			return false
		}
		m.InitRefAt(frame, fieldBegunLocals, params+i, x)
	}
	return true
}
