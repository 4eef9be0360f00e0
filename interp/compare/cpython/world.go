package cpython

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/ir"
)

// The kinds of claims.
const (
	claimTypeVersion   = iota + 1 // the type of the value has the version
	claimFuncVersion              // the function has the version
	claimKeys                     // the shared keys of the value's type have the version
	claimValues                   // the object's inline values are valid
	claimNoDict                   // the same, and the object has no dict
	claimLazyDict                 // the object has no dict yet
	claimExactArgs                // the function and the receiver suit a call with so many arguments
	claimBound                    // a bound method, and no receiver beside it
	claimMethodVersion            // a bound method of a function with the version, and no receiver beside it
	claimClass                    // the class has the version
	claimOperands                 // the two operands suit a specialized operator
	claimIterator                 // the iterator is of the kind that the micro-op wants
	claimGlobals                  // the globals of the function have the version
	claimFrameEval                // nothing has replaced the evaluation of frames (PEP 523)
	claimRecursion                // so many more frames may be entered
	claimRoom                     // so many more slots fit into the stack's chunk
	claimRoomOf                   // the frame of a code object of unknown size does
)

var claimNames = [...]string{
	"", "type version", "function version", "keys version", "inline values", "no dict", "lazy dict", "exact args",
	"bound method", "method version", "class version", "operands", "iterator", "globals version", "frame evaluation",
	"recursion", "room", "room of",
}

// classValues is the alias class of what claims that are not stable read: where an
// object keeps its attributes. Only guest code changes that.
const classValues = 0

// constant is an object that the dump names.
type constant struct {
	version ir.Claim // a function's
	name    string
}

// code is a code object as the function that runs it has it.
type code struct {
	key     string
	version uint32 // of its functions, 0 if unknown
	rec     *cpython.DumpCode
	locals  int // with those of cells and free variables
}

// world answers what a dump knows of its program: which constants its objects are,
// what its code is like, what the numbers of versions stand for.
type world struct {
	dump     *cpython.Dump
	consts   []constant // by number
	byKey    map[string]uint64
	codes    []code
	codeKeys map[code]uint64
	argcount map[uint32]int       // by function version
	typeName map[uint32]string    // by type version
	wanted   map[place]ir.TypeSet // of results that are made up: what guards ask for
	deps     map[string]uint64    // tokens of what is watched, by name
}

// reset begins the world of a dump.
func (w *world) reset(d *cpython.Dump) {
	*w = world{
		dump: d, consts: make([]constant, 4), byKey: map[string]uint64{}, codeKeys: map[code]uint64{},
		argcount: map[uint32]int{}, typeName: map[uint32]string{}, deps: map[string]uint64{},
	}
	w.consts[1].name, w.consts[2].name, w.consts[3].name = "False", "True", "None"
	for _, c := range d.Codes {
		if c.Version != 0 {
			w.argcount[c.Version] = c.Argcount
		}
	}
	for i := range d.Symbols {
		if s := &d.Symbols[i]; s.TypeVersion != 0 && s.Type != noName {
			w.typeName[s.TypeVersion] = s.Type
		}
	}
	// Guards of static types have no names; classes that occur as constants have both.
	for i := range d.Symbols {
		s := &d.Symbols[i]
		if name, v := classVersion(s); v != 0 && v.Payload() < heapTypes {
			w.typeName[uint32(v.Payload())] = strings.TrimSuffix(strings.TrimPrefix(name, "<class '"), "'>")
		}
	}
}

// constant returns the word of an object by a key that tells objects apart.
func (w *world) constant(key, typ string, version ir.Claim) uint64 {
	switch key {
	case "bool False":
		return wordFalse
	case "bool True":
		return wordTrue
	case "NoneType None":
		return wordNone
	}
	if x, ok := w.byKey[key]; ok {
		return x
	}
	x := word(uint64(len(w.consts)), typeSet(typ))
	w.byKey[key] = x
	w.consts = append(w.consts, constant{version, key})
	return x
}

// number returns the word of a small int.
func (w *world) number(n uint32) uint64 {
	return w.constant("int "+strconv.FormatUint(uint64(n), 10), "int", 0)
}

// symbol returns the word of an object that an operand names.
func (w *world) symbol(s *cpython.Symbol) (uint64, bool) {
	switch {
	case s == nil:
		return 0, false
	case s.Func != "":
		var v ir.Claim
		if s.FuncVersion != 0 {
			v = versionClaim(claimFuncVersion, s.FuncVersion)
		}
		return w.constant("function "+s.Func+" "+s.Code, "function", v), true
	case s.Obj == "":
		return 0, false
	case s.Type == "NoneType" || s.Type == "bool":
		return w.constant(s.Type+" "+s.Repr, s.Type, 0), true
	}
	name, version := classVersion(s)
	if s.Type == "method_descriptor" || s.Type == "builtin_function_or_method" || s.Immortal != 0 && s.Type == "type" {
		// Some of these have several names in a dump. Nothing else is called like them.
		if slices.Contains(compared, name) {
			return w.builtin(name, s.Type), true
		}
	}
	return w.constant("object "+s.Obj+" "+name, s.Type, version), true
}

// classVersion returns what a symbol is called. A class has its version behind its
// name.
func classVersion(s *cpython.Symbol) (name string, version ir.Claim) {
	name, text, ok := strings.Cut(s.Repr, " tv=")
	if v, err := strconv.ParseUint(text, 10, 32); ok && err == nil && v != 0 && s.Type == "type" {
		return name, versionClaim(claimClass, uint32(v))
	}
	return name, 0
}

// compared are the objects that guards of callables compare with.
var compared = []string{"isinstance", "len", "list.append", "<class 'str'>", "<class 'tuple'>", "<class 'type'>"}

// builtin returns the word of one of them.
func (w *world) builtin(name, typ string) uint64 { return w.constant("builtin "+name, typ, 0) }

// codeOf returns the handle of a code object.
func (w *world) codeOf(key string, version uint32) uint64 {
	k := code{key: key, version: version}
	if h, ok := w.codeKeys[k]; ok {
		return h
	}
	h := uint64(len(w.codes))
	w.codeKeys[k] = h
	if k.rec = w.dump.Codes[key]; k.rec != nil {
		k.locals = k.rec.Nlocals + len(k.rec.Freevars)
		for _, c := range k.rec.Cellvars {
			if !slices.Contains(k.rec.Varnames, c) {
				k.locals++
			}
		}
	}
	w.codes = append(w.codes, k)
	return h
}

// frameSpecials is what a frame takes besides its slots (FRAME_SPECIALS_SIZE).
const frameSpecials = 10

// room returns how many slots a frame of the code takes, 0 if that is unknown.
func (c *code) room() uint64 {
	if c.rec == nil {
		return 0
	}
	return uint64(c.locals + c.rec.Stacksize + frameSpecials)
}

// unknownStack is the room for the operand stack of a code object of which the
// dump has no record.
const unknownStack = 300

// frame describes the frames of a code object; more is how many locals a trace
// names, for code without a record. Slot 0 is the function.
func (w *world) frame(h uint64, more int) ir.Frame {
	c := &w.codes[h]
	locals, stack := c.locals, unknownStack
	var names []string
	if c.rec != nil {
		stack = c.rec.Stacksize + 1
		names = append([]string{"function"}, c.rec.Varnames...)
	} else {
		locals = max(locals, more)
	}
	return ir.Frame{Name: c.key, Code: h, NumLocals: 1 + locals, NumSlots: 1 + locals + stack, Slots: names}
}

// Frame implements guest.World.
func (w *world) Frame(h uint64) (ir.Frame, error) {
	if h >= uint64(len(w.codes)) {
		return ir.Frame{}, fmt.Errorf("cpython: there is no code object %d", h)
	}
	return w.frame(h, 0), nil
}

// depend returns the token of something that is watched.
func (w *world) depend(what string) uint64 {
	if t, ok := w.deps[what]; ok {
		return t
	}
	t := uint64(len(w.deps))
	w.deps[what] = t
	return t
}

// versionClaim claims a version of one value.
func versionClaim(kind uint8, version uint32) ir.Claim {
	return ir.NewClaim(kind, uint64(version), ir.Stable|ir.Version, 0)
}

// stable makes a claim of what cannot change or is watched.
func stable(kind uint8, payload uint64) ir.Claim { return ir.NewClaim(kind, payload, ir.Stable, 0) }

// perishable makes a claim that guest code can make wrong.
func perishable(kind uint8, payload uint64) ir.Claim {
	return ir.NewClaim(kind, payload, 0, classValues)
}

// heapTypes is the first version that types of programs have; those below are of
// static types, which nothing modifies (_Py_TYPE_BASE_VERSION_TAG).
const heapTypes = 2 << 16

// noName is what a dump calls a type whose name it did not find.
const noName = "?"

// typeOf returns the type that a version stands for: object for all types of
// programs, any for a static one whose name is not known.
func (w *world) typeOf(version uint64) ir.TypeSet {
	if version >= heapTypes {
		return tObject
	}
	if name := w.typeName[uint32(version)]; name != "" {
		return typeSet(name)
	}
	return notNull
}

// Shown implements ir.ClaimWords.
func (w *world) Shown(c ir.Claim) ir.Fact {
	f := ir.Top
	switch c.Kind() {
	case claimTypeVersion:
		f.Types = w.typeOf(c.Payload())
	case claimFuncVersion:
		f.Types = tFunction
	case claimBound, claimMethodVersion:
		f.Types = tMethod
	case claimClass:
		f.Types = tType | tObject
	case claimKeys, claimValues, claimNoDict, claimLazyDict, claimExactArgs:
		f.Types = notNull
	default:
		return f
	}
	f.NotNull = true
	return f
}

// Implied implements ir.ClaimWords.
func (w *world) Implied(c ir.Claim, args []ir.Fact) (why string, ok bool) {
	switch c.Kind() {
	case claimFrameEval:
		return "watched: the frame evaluation function", true
	case claimTypeVersion:
		if t := w.typeOf(c.Payload()); t.Only() && t != tObject && args[0].Types.Within(t) && !args[0].IsBottom() {
			return "watched: version " + strconv.FormatUint(c.Payload(), 10) + " of the static type " + types.Format(t), true
		}
	case claimKeys:
		if v := args[0].Version; v.Kind() == claimTypeVersion {
			return "watched: the shared keys of type " + w.typeName[uint32(v.Payload())] + " at version " + strconv.FormatUint(c.Payload(), 10) +
				", by the type's version " + strconv.FormatUint(v.Payload(), 10), true
		}
	case claimExactArgs:
		return w.exactArgs(c.Payload(), args)
	}
	return "", false
}

// exactArgs reports whether a function of a known version takes exactly the
// arguments of a call, whose receiver is known to be there or not.
func (w *world) exactArgs(n uint64, args []ir.Fact) (why string, ok bool) {
	v := args[0].Version
	if v.Kind() != claimFuncVersion || len(args) < 2 {
		return "", false
	}
	want, ok := w.argcount[uint32(v.Payload())]
	if !ok {
		return "", false
	}
	self := args[1].Types & (notNull | tNull)
	switch {
	case self == tNull:
	case self.Within(notNull):
		n++
	default:
		return "", false
	}
	return "the function's version " + strconv.FormatUint(v.Payload(), 10) + ", of a code object with " + strconv.Itoa(want) + " arguments", n == uint64(want)
}

// Describe says what a claim claims.
func (w *world) Describe(c ir.Claim) string {
	if k := int(c.Kind()); k < len(claimNames) {
		s := claimNames[k]
		if c.Payload() != 0 {
			s += " " + strconv.FormatUint(c.Payload(), 10)
		}
		if c.Kind() == claimTypeVersion {
			s += " (" + w.typeName[uint32(c.Payload())] + ")"
		}
		return s
	}
	return fmt.Sprintf("claim %#x", int64(c))
}
