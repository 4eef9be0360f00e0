package pyguest

import (
	"fmt"
	"slices"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
)

// What lies behind the build of a function (passes, lowering rules, inferences) asks the program
// through [asked] alone. The guest of a VM answers from the heap and the VM. A detached guest
// has neither: it answers what was captured of one function on the VM's thread. A compile that goes on
// there reads nothing that the program writes; what was not captured is a panic, which the compiler
// makes a refusal of.

// asked is everything that is asked behind the build.
type asked interface {
	wordsAsked
	codeAsked
	// class describes the class that a type object stands for.
	class(v object.Value) classInfo
	// builtin describes a builtin function or a method descriptor.
	builtin(v object.Value) *object.Builtin
	// slice returns a slice's start, stop and step.
	slice(v object.Value) [3]object.Value
	// test returns charTest's table of a method.
	test(method object.Value) object.Value
	// function returns the words of a function that is made of a code object, of which it is not known what the namespaces are.
	function(code object.Value) functionWords
	fixed() *fixed
}

type functionWords = [object.FunctionSize/8 - 1]uint64

// wordsAsked is what is asked of words: a subset of the heap's methods.
type wordsAsked interface {
	TypeID(v object.Value) object.TypeID
	IsInt(v object.Value) bool
	AsInt64(v object.Value) (int64, bool)
	AsUint64(v object.Value) (uint64, bool)
	IntLow64(v object.Value) uint64
	TupleLen(v object.Value) int
	TupleItems(v object.Value) []object.Value
}

// codeAsked is what is asked of code: a subset of Env.
type codeAsked interface {
	Frame(code uint64) (ir.Frame, error)
	Name(code uint64, i int) object.Value
	Handles(code uint64) bool
	GenType(code uint64) object.TypeID
	Guarded(code uint64, pc uint32) bool
	FrameSize(code uint64) int
	CallerDistance(code uint64) int
	Landing(code uint64, pc uint32) uint64
	ResumeRow(code uint64, pc uint32) uint64
}

// classInfo is what is asked of a class.
type classInfo struct {
	id   object.TypeID
	once object.TypeID // object.Type.OnceType
	size uintptr       // of its instances
	like object.TypeID // object.Type.Like
	// ints and floats say whether ints, and floats, are its instances.
	ints, floats bool
}

// fixed is what does not change while the heap lives.
type fixed struct {
	latin1                           object.Value // the first of the strs of one code point below 256
	shift                            int          // they lie 1<<shift bytes apart
	near                             bool         // they do
	secondCell, handlingCell         object.Value
	intType, floatType               object.Value
	asend, wrapped                   object.TypeID // Heap.AsyncTypes
	memBase, calls, ends, framesWord uint64
	next, method, send               object.Value // Env.Resumers
	shim                             object.Value // Env.Shim
	shimCode                         uint64       // its code's handle
	typeType                         object.Value // type
	window                           func(size uintptr) (w object.Value, slot uintptr, ok bool)
	emptyDict                        [object.DictSize / 8]uint64
}

// live answers from a heap and a VM.
type live struct {
	*object.Heap
	codeAsked
	p     *py
	known *fixed
}

func (l *live) class(v object.Value) classInfo {
	t := l.TypeFromObject(v)
	c := classInfo{id: t.ID, once: t.OnceType(), size: l.SizeOf(t), like: t.Like(0)}
	c.ints, _ = l.Type(object.IntType).InstancesAre(t) // of a builtin type it is known
	c.floats, _ = l.Type(object.FloatType).InstancesAre(t)
	return c
}

func (l *live) builtin(v object.Value) *object.Builtin { return l.BuiltinOf(v) }

func (l *live) slice(v object.Value) [3]object.Value {
	return [3]object.Value{l.Field(v, object.OffSliceStart), l.Field(v, object.OffSliceStop), l.Field(v, object.OffSliceStep)}
}

func (l *live) test(method object.Value) object.Value { return l.p.charTest(method) }

func (l *live) function(code object.Value) functionWords {
	return object.FunctionWords(l.p.env.Function(code, object.Null, object.Null, object.Null))
}

// fixed is asked when a function is lowered: the VM is complete then.
func (l *live) fixed() *fixed {
	if l.known != nil {
		return l.known
	}
	h, env := l.Heap, l.p.env
	k := &fixed{
		secondCell: h.SecondCell(), memBase: h.MemBase(), window: h.Window, calls: env.Calls(), ends: env.Ends(), framesWord: h.FramesWord(), handlingCell: h.HandlingCell(),
		intType: h.Type(object.IntType).Object, floatType: h.Type(object.FloatType).Object,
	}
	k.latin1, k.shift, k.near = h.Latin1()
	k.asend, k.wrapped = h.AsyncTypes()
	k.next, k.method, k.send = env.Resumers()
	if k.typeType, k.shim = h.Type(object.TypeType).Object, env.Shim(); k.shim != object.Null {
		k.shimCode = uint64(h.Half(k.shim, object.OffFuncCode))
	}
	d := h.NewDict()
	for i := range k.emptyDict {
		k.emptyDict[i] = h.Word(d, uintptr(8*i))
	}
	l.known = k
	return k
}

// keptItems bounds the items of a constant tuple that are known behind the build.
const keptItems = 256

// seen is what was captured of one function.
type seen struct {
	words map[object.Value]*seenWord
	codes map[uint64]*seenCode
	rows  map[seenPlace]seenRows
	names map[seenName]object.Value
	made  map[object.Value]functionWords // by code object
	known *fixed
	pins  []uint64
}

// seenWord is an object.
type seenWord struct {
	id       object.TypeID
	n        int64  // of an int
	u, low   uint64 // of an int
	nOK, uOK bool
	length   int            // of a tuple
	items    []object.Value // of it
	slice    [3]object.Value
	class    classInfo
	builtin  *object.Builtin
	test     object.Value
}

type seenCode struct {
	frame          ir.Frame
	handles        bool
	genType        object.TypeID
	size, distance int
}

type (
	seenPlace struct {
		code uint64
		pc   uint32
	}
	seenRows struct {
		landing, resume uint64
		guarded         bool
	}
	seenName struct {
		code uint64
		i    int
	}
)

// word returns what was captured of an object.
func (s *seen) word(v object.Value) *seenWord {
	w := s.words[v]
	if w == nil {
		panic(fmt.Sprintf("python: the object %#x was not captured", uint64(v)))
	}
	return w
}

func (s *seen) code(code uint64) *seenCode {
	c := s.codes[code]
	if c == nil {
		panic(fmt.Sprintf("python: code object %d was not captured", code))
	}
	return c
}

func (s *seen) place(code uint64, pc uint32) seenRows {
	r, ok := s.rows[seenPlace{code, pc}]
	if !ok {
		panic(fmt.Sprintf("python: the rows of code object %d at %d were not captured", code, pc))
	}
	return r
}

// TypeID implements asked.
func (s *seen) TypeID(v object.Value) object.TypeID {
	switch {
	case v.IsFloat():
		return object.FloatType
	case v.IsSmall():
		return object.IntType
	}
	return s.word(v).id
}

// IsInt implements asked.
func (s *seen) IsInt(v object.Value) bool { return s.TypeID(v) == object.IntType }

// AsInt64 implements asked.
func (s *seen) AsInt64(v object.Value) (int64, bool) {
	if v.IsSmall() {
		return v.Small(), true
	}
	if !v.IsRef() {
		return 0, false
	}
	w := s.word(v)
	return w.n, w.nOK
}

// AsUint64 implements asked.
func (s *seen) AsUint64(v object.Value) (uint64, bool) {
	if v.IsSmall() {
		return uint64(v.Small()), v.Small() >= 0
	}
	w := s.word(v)
	return w.u, w.uOK
}

// IntLow64 implements asked.
func (s *seen) IntLow64(v object.Value) uint64 {
	if v.IsSmall() {
		return uint64(v.Small())
	}
	return s.word(v).low
}

// TupleLen implements asked.
func (s *seen) TupleLen(v object.Value) int { return s.word(v).length }

// TupleItems implements asked.
func (s *seen) TupleItems(v object.Value) []object.Value { return s.word(v).items }

func (s *seen) class(v object.Value) classInfo         { return s.word(v).class }
func (s *seen) builtin(v object.Value) *object.Builtin { return s.word(v).builtin }
func (s *seen) slice(v object.Value) [3]object.Value   { return s.word(v).slice }
func (s *seen) test(method object.Value) object.Value  { return s.word(method).test }
func (s *seen) function(code object.Value) functionWords {
	w, ok := s.made[code]
	if !ok {
		panic(fmt.Sprintf("python: the function of the code object %#x was not captured", uint64(code)))
	}
	return w
}
func (s *seen) fixed() *fixed { return s.known }

// Frame implements asked.
func (s *seen) Frame(code uint64) (ir.Frame, error) { return s.code(code).frame, nil }

// Name implements asked.
func (s *seen) Name(code uint64, i int) object.Value { return s.names[seenName{code, i}] }

// Handles implements asked.
func (s *seen) Handles(code uint64) bool { return s.code(code).handles }

// GenType implements asked.
func (s *seen) GenType(code uint64) object.TypeID { return s.code(code).genType }

// Guarded implements asked.
func (s *seen) Guarded(code uint64, pc uint32) bool { return s.place(code, pc).guarded }

// FrameSize implements asked.
func (s *seen) FrameSize(code uint64) int { return s.code(code).size }

// CallerDistance implements asked.
func (s *seen) CallerDistance(code uint64) int { return s.code(code).distance }

// Landing implements asked.
func (s *seen) Landing(code uint64, pc uint32) uint64 { return s.place(code, pc).landing }

// ResumeRow implements asked.
func (s *seen) ResumeRow(code uint64, pc uint32) uint64 { return s.place(code, pc).resume }

// detach implements guest.Guest.Detach: the same tables over what was captured.
func (p *py) detach() (*guest.Detached, error) {
	q := &py{}
	g := q.describe("python, detached")
	if err := q.tables(); err != nil {
		return nil, err
	}
	g.Words, g.Frame = words{r: asking{q}}, q.frame()
	return &guest.Detached{Guest: g, Capture: func(f *ir.Func) (func(), []uint64, error) {
		s, err := p.capture(f)
		return func() { q.k = s }, s.pins, err
	}}, nil
}

// asking asks the py of the time.
type asking struct{ p *py }

func (a asking) TypeID(v object.Value) object.TypeID      { return a.p.k.TypeID(v) }
func (a asking) IsInt(v object.Value) bool                { return a.p.k.IsInt(v) }
func (a asking) AsInt64(v object.Value) (int64, bool)     { return a.p.k.AsInt64(v) }
func (a asking) AsUint64(v object.Value) (uint64, bool)   { return a.p.k.AsUint64(v) }
func (a asking) IntLow64(v object.Value) uint64           { return a.p.k.IntLow64(v) }
func (a asking) TupleLen(v object.Value) int              { return a.p.k.TupleLen(v) }
func (a asking) TupleItems(v object.Value) []object.Value { return a.p.k.TupleItems(v) }

// capture notes what is asked of a function that has been built, and of what passes make of it.
func (p *py) capture(f *ir.Func) (*seen, error) {
	s := &seen{
		words: map[object.Value]*seenWord{}, codes: map[uint64]*seenCode{},
		rows: map[seenPlace]seenRows{}, names: map[seenName]object.Value{}, made: map[object.Value]functionWords{}, known: p.k.fixed(),
	}
	for _, v := range [...]object.Value{object.Null, object.None, object.True, object.False, object.Ellipsis} {
		p.seeWord(s, v)
	}
	for _, k := range f.Consts() {
		if k.Op == ir.OpConstRef {
			p.seeWord(s, object.Value(k.Word()))
		}
	}
	for i, k := range f.EntryFacts {
		if k.Const && f.Entries[i] == ir.Ref {
			p.seeWord(s, object.Value(k.Word))
		}
	}
	for _, fr := range f.Frames {
		if err := p.seeCode(s, fr.Code); err != nil {
			return s, err
		}
	}
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if f.Row(v).Aux == ir.AuxWord {
				p.seeWord(s, object.Value(v.Aux))
			}
			if look := p.seers[v.Op]; look != nil {
				if err := look(s, v); err != nil {
					return s, err
				}
			}
		}
	}
	return s, nil
}

// makeSeers makes seers.
func (p *py) makeSeers() map[ir.Op]func(*seen, *ir.Value) error {
	m := map[ir.Op]func(*seen, *ir.Value) error{
		p.mustOp("py.interpret"): func(s *seen, v *ir.Value) error {
			return p.seeTransfer(s, unpackTransfer(uint64(v.Aux), uint64(v.Args[0].Int())))
		},
		p.mustOp("gen.row"): func(s *seen, v *ir.Value) error {
			at := traceback(uint64(v.Aux))
			p.seePlace(s, uint64(at.Code), at.PC)
			return nil
		},
		p.mustOp("py.function"): func(s *seen, v *ir.Value) error {
			code := object.Value(v.Aux)
			words := p.k.function(code)
			s.made[code] = words
			p.seeWord(s, code)
			for _, w := range words[object.OffFuncGlobals/8-1:] { // behind the code's number
				p.seeWord(s, object.Value(w))
			}
			return nil
		},
	}
	for _, name := range generatorMakers {
		m[p.mustOp(name)] = func(s *seen, v *ir.Value) error {
			code := uint64(v.Aux) & (1<<32 - 1)
			if v.Args[1].IsConst() {
				p.seePlace(s, code, uint32(v.Args[1].Int()))
			}
			return p.seeCode(s, code)
		}
	}
	return m
}

// seeTransfer notes what the code of a transfer asks.
func (p *py) seeTransfer(s *seen, t transfer) error {
	switch t.kind {
	case TransferForIter, TransferSend:
		p.seePlace(s, t.code, t.after+1)
	case TransferCall, TransferCallKw, TransferCallEx, TransferLoad:
		p.seePlace(s, t.code, t.after+caches[t.kind])
	case TransferYield:
		p.seePlace(s, t.code, t.after)
	}
	if shim := s.known.shimCode; (t.kind == TransferCall || t.kind == TransferCallKw || t.kind == TransferCallEx) && shim != 0 {
		p.seePlace(s, shim, ShimReturn)
		if err := p.seeCode(s, shim); err != nil {
			return err
		}
	}
	if t.kind == TransferLoad {
		name := p.env.Name(t.code, t.arg>>1)
		s.names[seenName{t.code, t.arg >> 1}] = name
		p.seeWord(s, name)
	}
	return p.seeCode(s, t.code)
}

func (p *py) seePlace(s *seen, code uint64, pc uint32) {
	at := seenPlace{code, pc}
	if _, ok := s.rows[at]; !ok {
		s.rows[at] = seenRows{p.env.Landing(code, pc), p.env.ResumeRow(code, pc), p.env.Guarded(code, pc)}
	}
}

func (p *py) seeCode(s *seen, code uint64) error {
	if s.codes[code] != nil {
		return nil
	}
	fr, err := p.env.Frame(code)
	if err != nil {
		return err
	}
	s.codes[code] = &seenCode{
		frame: fr, handles: p.env.Handles(code), genType: p.env.GenType(code), size: p.env.FrameSize(code), distance: p.env.CallerDistance(code),
	}
	return nil
}

// seeWord notes an object, and those that a constant one leads to for good.
func (p *py) seeWord(s *seen, v object.Value) {
	if !v.IsRef() || object.IsTable(v) || s.words[v] != nil {
		return
	}
	h := p.h
	w := &seenWord{id: h.TypeID(v)}
	s.words[v] = w
	s.pins = append(s.pins, uint64(v))
	switch w.id {
	case object.IntType, object.BoolType:
		w.n, w.nOK = h.AsInt64(v)
		w.u, w.uOK = h.AsUint64(v)
		w.low = h.IntLow64(v)
	case object.TupleType:
		items := h.TupleItems(v)
		w.length, w.items = len(items), slices.Clone(items[:min(len(items), keptItems)])
		for _, x := range w.items {
			p.seeWord(s, x)
		}
	case object.SliceType:
		w.slice = p.k.slice(v)
		for _, x := range w.slice {
			p.seeWord(s, x)
		}
	case object.BuiltinType, object.MethodDescType:
		w.builtin = h.BuiltinOf(v)
		w.test = object.Null
		if t, ok := p.tests[v]; ok {
			w.test = t
			p.seeWord(s, t)
		}
	default:
		if h.StandsForType(v) {
			w.class = p.k.class(v)
		}
	}
}
