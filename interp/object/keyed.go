package object

import "errors"

// Keys whose class has a __hash__ in Python, and elements of lists and tuples whose class has an __eq__. What an instruction does with
// such a key in a dict or a set is a driver of the VM's, a function in Python that no program sees (interp/driver/keyed.go): it hashes the
// key, and takes a step here, with the hash. Where the key is to be compared by an __eq__ in Python the step does nothing, and says so:
// the driver compares it with the key of the container that it is told, and takes the step again, with the answer. So __hash__ and
// __eq__ get frames, and are compiled with what looks the key up.
//
// A step goes the way that look-ups go (dictFind, setFind), each time from the beginning: the first comparisons on the way have
// been made, and have said no, but for the last of them, which the answer is about. This holds as long as the container has the
// table that it had then, and the key there. Else the way begins again, and nothing has been compared on it, as in CPython.

// KeyUse is what is done with a key.
type KeyUse uint8

// The uses.
const (
	KeyItem       KeyUse = iota // d[k]
	KeyStore                    // d[k] = x
	KeyDelete                   // del d[k]
	KeyIn                       // k in d, of a set, too
	KeyGet                      // d.get(k)
	KeyGetOr                    // d.get(k, x)
	KeySetDefault               // d.setdefault(k, x)
	KeyAdd                      // s.add(k)
	KeyDiscard                  // s.discard(k)
	KeyRemove                   // s.remove(k)
	KeySame                     // x in a list or a tuple: by the __eq__ of the class of x
	KeyUses
)

// Adds reports whether a step has something besides the key: KeyGet, which has None, executes as many instructions as KeyGetOr, for
// compiled code takes one for the other.
func (u KeyUse) Adds() bool {
	return u == KeyStore || u == KeyGet || u == KeyGetOr || u == KeySetDefault
}

// mostAsked is how many comparisons of a look-up are made by its driver: with their number n they take the time of n·n steps. Go
// makes what is left.
const mostAsked = 16

// asked is the state of a step.
type asked struct {
	on       bool  // a step goes its way, and no guest code runs
	key      Value // that is looked up
	n        int   // comparisons on the way so far
	no       int   // how many of them have been answered, all with no
	answered bool  // the next one has been answered, too, with same
	same     bool
	table    Value // that the container had then
	stored   Value // the key that it was compared with; then the one that it is to be compared with
	at       int   // and where that stands

	entry, deleted *setEntry // what setFind returns
}

// What a look-up ends with that has asked: the driver is to compare, or an answer is out of date.
var (
	errAsked = errors.New("object: a driver compares keys")
	errStale = errors.New("object: an answer is about another key")
)

// Keyed reports whether drivers use keys in a container so.
func (u KeyUse) Keyed(h *Heap, container Value) bool {
	switch h.TypeID(container) {
	case DictType:
		return u < KeyAdd
	case SetType:
		return u == KeyIn || u >= KeyAdd && u <= KeyRemove
	case FrozenSetType:
		return u == KeyIn
	case ListType, TupleType:
		return u == KeySame
	}
	return u < KeySetDefault && u.keyedLike(h, h.TypeOf(container))
}

// keyedLike is Keyed of a container whose type derives from dict, and does with keys what dict does.
func (u KeyUse) keyedLike(h *Heap, t *Type) bool {
	switch u {
	case KeyItem:
		return sameFunction(t.Slots.GetItem, dictGetItem)
	case KeyStore, KeyDelete:
		return sameFunction(t.Slots.SetItem, dictSetItem)
	case KeyIn:
		return sameFunction(t.Slots.Contains, dictHas)
	}
	return t.IsSubtype(h.types[DictType])
}

// KeyMethod returns the driver of a use of keys of a type, Null if it has no __hash__ in Python, or, of KeySame, no __eq__.
func (t *Type) KeyMethod(u KeyUse) Value {
	if t.heap.KeyDriver == nil {
		return Null
	}
	if u == KeySame {
		if f, _, _ := t.heap.FirstCompare(EQ, t, t); f != Null {
			return t.heap.KeyDriver(u, f)
		}
		return Null
	}
	if !t.ownHash {
		return Null
	}
	return t.heap.KeyDriver(u, t.SpecialMethod(SpecialHash))
}

// HashesByPython reports whether v is an instance of a class with a __hash__ in Python.
func (h *Heap) HashesByPython(v Value) bool {
	return h.TypeID(v) >= FirstFreeType && h.TypeOf(v).ownHash
}

// MatchesByPython reports whether v is an instance of a class with a __hash__ or a comparison in Python.
func (h *Heap) MatchesByPython(v Value) bool {
	if h.TypeID(v) < FirstFreeType {
		return false
	}
	t := h.TypeOf(v)
	return t.ownHash || t.ownCompare
}

// FirstSettles reports whether the first element of a list or a tuple says whether x is in it, or that there is none: no driver looks then.
func (h *Heap) FirstSettles(seq, x Value) bool {
	items := h.sequenceItems(seq)
	return len(items) == 0 || items[0] == x
}

// KeyFunction returns the driver for a key in a container, Null if there is none.
func (h *Heap) KeyFunction(u KeyUse, container, key Value) Value {
	if !h.MatchesByPython(key) || !u.Keyed(h, container) || u == KeySame && h.FirstSettles(container, key) {
		return Null
	}
	return h.TypeOf(key).KeyMethod(u)
}

// keyed runs the driver for a key in a container from Go. args are those, and what is stored. ok is false if there is no driver.
func (h *Heap) keyed(u KeyUse, args ...Value) (r Value, ok bool, err error) {
	f := h.KeyFunction(u, args[0], args[1])
	if f == Null {
		return Null, false, nil
	}
	if err := h.enter(whileHashing); err != nil {
		return Null, true, err
	}
	r, err = h.KeyRunner(u, f, args)
	h.leave()
	return r, true, err
}

// keyedCall is keyed for a method of the container.
func (h *Heap) keyedCall(u KeyUse, c Value, args []Value) (r Value, ok bool, err error) {
	if !h.HashesByPython(args[0]) {
		return Null, false, nil
	}
	if len(args) == 2 {
		return h.keyed(u, c, args[0], args[1])
	}
	return h.keyed(u, c, args[0])
}

// keyedStore is keyed for d[k] = x; Null deletes the key.
func (h *Heap) keyedStore(d, key, x Value) (ok bool, err error) {
	if x == Null {
		_, ok, err = h.keyed(KeyDelete, d, key)
	} else {
		_, ok, err = h.keyed(KeyStore, d, key, x)
	}
	return ok, err
}

// sameKey is Same for a key on the way of a look-up, which stands somewhere in a container with a table, and the one that is looked up.
func (h *Heap) sameKey(table, stored Value, at int, key Value) (bool, error) {
	a := &h.asked
	if !a.on {
		return h.Same(stored, key)
	}
	if a.table != table {
		*a = asked{on: true, key: key, table: table}
	}
	if a.answered { // what is in front of it has been compared, or has come since
		if a.stored != stored || a.at != at {
			return false, nil
		}
		a.answered, a.n = false, a.no+1
		return a.same, nil
	}
	if f, _, _ := h.FirstCompare(EQ, h.TypeOf(stored), h.TypeOf(key)); f == Null {
		return h.sameMeanwhile(stored, key)
	}
	n := a.n
	if a.n++; n >= mostAsked {
		return h.sameMeanwhile(stored, key)
	}
	a.no, a.stored, a.at = n, stored, at
	return false, errAsked
}

// sameMeanwhile is Same during a step: it may run guest code, which looks up other keys.
func (h *Heap) sameMeanwhile(stored, key Value) (bool, error) {
	a := h.asked
	h.asked.on = false
	same, err := h.Same(stored, key)
	h.asked = a
	return same, err
}

// askAgain is called where a look-up begins again because what it has compared by itself has changed the container.
func (h *Heap) askAgain() {
	if h.asked.on {
		h.asked = asked{on: true, key: h.asked.key, table: Null}
	}
}

// findKey goes the way of a step. args are the container, the key and its hash; with an answer those that follow are the items that
// KeyAsk had, and whether the keys are the same. ix is what dictFind returns, of a set 0 for a key that is there.
func (h *Heap) findKey(u KeyUse, args []Value) (ix int, hash int64, err error) {
	c, key := args[0], args[1]
	hash, _ = h.AsInt64(args[2])
	h.asked = asked{on: true, key: key, table: Null}
	if len(args) > 3 {
		if u == KeyAdd && args[7] == True { // CPython takes the answer, whatever has become of the set
			h.asked.on = false
			return 0, hash, nil
		}
		h.asked.stored, h.asked.table, h.asked.no, h.asked.at = args[3], args[4], int(args[5].Small()), int(args[6].Small())
		h.asked.answered, h.asked.same = true, args[7] == True
	}
	ix, err = h.findHash(u, c, key, hash)
	for err == errStale || err == nil && h.asked.answered { // the key of the answer is not there any more
		h.asked = asked{on: true, key: key, table: Null}
		ix, err = h.findHash(u, c, key, hash)
	}
	h.asked.on = false
	return ix, hash, err
}

func (h *Heap) findHash(u KeyUse, c, key Value, hash int64) (ix int, err error) {
	if h.isDict(c) {
		return h.dictFind(c, key, hash)
	}
	e, deleted, found, err := h.setFind(c, key, hash, u == KeyAdd)
	switch {
	case err != nil || found && e != nil:
	case found: // and the set has changed
		return 0, nil
	case deleted != nil && deleted.key != Null: // a comparison behind it has added another key
		return indexEmpty, errStale
	}
	h.asked.entry, h.asked.deleted = e, deleted
	if !found {
		ix = indexEmpty
	}
	return ix, err
}

// KeyStep does what a use does with a key whose hash is known: args are those of findKey, behind them what it Adds.
// It returns KeyAsk where the driver is to compare first: its items are the key of the container that the other one is compared
// with, and three words for the next step. The driver takes the first two out of it, so that it keeps nothing alive.
func (h *Heap) KeyStep(u KeyUse, args []Value) (Value, error) {
	x := Null
	if u.Adds() {
		args, x = args[:len(args)-1], args[len(args)-1]
	}
	ix, hash, err := h.findKey(u, args)
	switch {
	case err == errAsked:
		h.SetListItem(h.KeyAsk, 0, h.asked.stored)
		h.SetListItem(h.KeyAsk, 1, h.asked.table)
		h.SetListItem(h.KeyAsk, 2, SmallInt(int64(h.asked.no)))
		h.SetListItem(h.KeyAsk, 3, SmallInt(int64(h.asked.at)))
		return h.KeyAsk, nil
	case err != nil:
		return Null, err
	case ix < 0:
		return h.keyMissing(u, args[0], args[1], hash, x)
	}
	return h.keyFound(u, args[0], ix, x), nil
}

// keyFound does what a use does with a key that the container has.
func (h *Heap) keyFound(u KeyUse, c Value, ix int, x Value) Value {
	switch u {
	case KeyIn:
		return True
	case KeyStore:
		h.SetDictEntryValue(c, ix, x)
	case KeyDelete:
		h.dictDeleteAt(c, ix)
	case KeyAdd:
	case KeyDiscard, KeyRemove:
		*h.asked.entry = setEntry{Null, setDeleted}
		*h.WordAt(c, OffSetUsed)--
	default:
		return h.DictEntryValue(c, ix)
	}
	return None
}

// keyMissing does what a use does with a key that the container does not have.
func (h *Heap) keyMissing(u KeyUse, c, key Value, hash int64, x Value) (Value, error) {
	switch u {
	case KeyIn:
		return False, nil
	case KeyStore:
		h.dictAdd(c, key, hash, x)
	case KeySetDefault:
		h.dictAdd(c, key, hash, x)
		return x, nil
	case KeyGet, KeyGetOr:
		return x, nil
	case KeyAdd:
		h.setPut(c, key, hash, h.asked.entry, h.asked.deleted)
	case KeyDiscard:
	case KeyItem:
		return h.missingItem(c, key)
	default:
		return Null, h.RaiseWith(KeyErrorType, key)
	}
	return None, nil
}

// UnhashableKey is the error of a key whose __hash__ has raised an exception: args are the container, the key and the exception.
func (h *Heap) UnhashableKey(args []Value) (Value, error) {
	what := "a set element"
	if h.TypeID(args[0]) == DictType {
		what = "a dict key"
	}
	return Null, h.unhashable(args[1], what, h.Reraise(args[2], -1))
}
