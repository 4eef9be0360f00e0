// Package pyguest is the Python guest: CPython 3.14's micro-ops over the objects
// of package object. It is the one place where the compiler and the objects
// meet.
//
// It has the guest's types (types.go), operations with their meaning (ops*.go),
// the rule for each micro-op (build*.go), how words are tested, boxed and
// unboxed in machine code (lower.go), and the frame's layout (frame.go).
//
//	g, err := pyguest.New(heap, env)
//	c, err := tier2.New(g, tier2.Options{})
//
// The package must not import the interpreter: what it needs of a running VM
// reaches it through [Env].
package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
)

// Params are the parameters of a code object.
type Params struct {
	Names    []object.Value // of the positional ones
	PosOnly  int            // how many of them have no name for callers
	Defaults int            // how many of them have a default in the function of the code that was called last
	Exact    bool           // there are no others
	// The others.
	KwOnly      []object.Value // names of those that are given by name only
	VarArgs     bool           // one takes the rest of the arguments
	VarKeywords bool           // one takes the rest of the keywords
}

// Env is what the guest needs of a running VM.
type Env interface {
	// Frame describes the frames of a code object.
	Frame(code uint64) (ir.Frame, error)
	// Const and Name return a constant and a name of a code object.
	Const(code uint64, i int) object.Value
	Name(code uint64, i int) object.Value
	// Owns reports whether a local of a code object may own the str it holds: it
	// is appended to in place, and loads of it share it (object.Heap.StrAppend).
	Owns(code uint64, i int) bool
	// Named returns how many locals a code object names; the frame may have more.
	Named(code uint64) int
	// Handles reports whether a code object has handlers that say what they handle:
	// its generators handle exceptions of their own.
	Handles(code uint64) bool
	// Guarded reports whether the heap is to be told of a generator of a code object that is suspended at a code unit
	// (object.Heap.ClosesDropped).
	Guarded(code uint64, pc uint32) bool
	// GenType returns what a call of a generator function with a code object returns: a generator, a coroutine or an
	// asynchronous generator.
	GenType(code uint64) object.TypeID
	// Awaitable is GET_AWAITABLE with its operand.
	Awaitable(v object.Value, where int) (object.Value, error)
	// AsyncNext is GET_ANEXT.
	AsyncNext(it object.Value) (object.Value, error)
	// Awaits reports whether a code object may yield from a coroutine.
	Awaits(code uint64) bool
	// Params describes the parameters of a code object.
	Params(code uint64) Params
	// CodeByVersion returns the code object of the functions that have a version.
	CodeByVersion(version uint32) (code uint64, ok bool)
	// Driver returns the driver that has a version.
	Driver(version uint32) (object.Driver, bool)
	// Each returns that of a call of an object.Each.
	Each(version uint32) (object.EachDriver, bool)
	// Dict returns the globals (or builtins) of the functions that have a code
	// object, Null if they differ.
	Dict(code uint64, builtins bool) object.Value
	// Watch returns the value of a key of a dict that is constant until
	// invalidated, Null if the dict has no such key, and the token of that
	// dependency; ok is false if the key changes too often.
	Watch(dict, key object.Value) (v object.Value, token uint64, ok bool)
	// WatchType returns the token of the dependency on a class, or, with keys, on its
	// instances' shared keys; ok is false if it changes too often.
	WatchType(t *object.Type, keys bool) (token uint64, ok bool)
	// Shim returns the function of the frame beneath an __init__ that a call of a
	// class enters: it returns the instance. It goes on at ShimReturn.
	Shim() object.Value
	// OperatorShim returns the function of the frame beneath an operator's method. It
	// goes on at Operator.Return.
	OperatorShim() object.Value
	// Binary and Compare compute a op b: what BINARY_OP and COMPARE_OP do. With truth,
	// the result is True or False.
	Binary(op object.BinaryOp, a, b object.Value) (object.Value, error)
	Compare(op object.CompareOp, a, b object.Value, truth bool) (object.Value, error)
	// DoSpecial does what an instruction does that calls a special method: o is one of those.
	// SetSlice is v[start:stop:step] = x.
	DoSpecial(o Operator, e Entries) (object.Value, error)
	SetSlice(v, start, stop, step, x object.Value) error
	// DoTake does what an instruction does by a driver that takes n elements; ok is false if it has none.
	DoTake(o Operator, n int, e Entries) (v object.Value, ok bool, err error)
	// CommonConstant returns LOAD_COMMON_CONSTANT's constants.
	CommonConstant(i int) object.Value
	// Call calls a function with positional arguments; kwnames as in
	// object.Heap.Call.
	Call(f object.Value, args []object.Value, kwnames object.Value) (object.Value, error)
	// Asked runs the driver of a call that finds by its arguments which function in Python it calls (object/asks.go), and of a receiver, or Null.
	// ok is false if the call has none, or had better be made without.
	Asked(f, self object.Value, args []object.Value, kwnames object.Value) (v object.Value, ok bool, err error)
	// Landing returns the address of the row that leads to where a frame of code goes on
	// at pc, ResumeRow of that for a suspended generator of the code which machine code may
	// resume there; 0 if there is none.
	Landing(code uint64, pc uint32) uint64
	ResumeRow(code uint64, pc uint32) uint64
	// Resumers returns what resumes a generator when it is called: next, and a
	// generator's methods __next__ and send.
	Resumers() (next, method, send object.Value)
	// The frames and interrupts of the VM. What guest.Reserve and guest.Catcher want besides
	// is made of Postpone, Catch and the heap.
	guest.Memory
	// Postpone raises an exception at the next interrupt; see guest.Reserve.
	Postpone(exc error)
	Heap() *object.Heap
	// FrameSize returns the distance from a frame to the next one's in bytes.
	FrameSize(code uint64) int
	// CallerDistance returns how far in front of a frame of code its caller's probably
	// lies, in bytes; 0 if that is not known.
	CallerDistance(code uint64) int
	// Globals and builtins as the running function has them are read from its
	// function object; these are the operations on names.
	LoadName(f, name object.Value) (object.Value, error)
	LoadSpaced(ns, f, name object.Value) (object.Value, error)
	StoreGlobal(f, name, v object.Value) error
	DeleteGlobal(f, name object.Value) error
	MakeFunction(outer, code object.Value) object.Value
	// Function returns what a function of a code object is made of whose namespaces are those of others of that code.
	Function(code, globals, builtins, module object.Value) object.Function
	SetFunctionAttribute(f object.Value, which int, v object.Value) error
	// ImportName is the import statement in a function.
	ImportName(function, name, fromlist, level object.Value) (object.Value, error)
	ImportFrom(m, name object.Value) (object.Value, error)
	UnboundLocal(code uint64, i int) error
	UnboundDeref(code uint64, i int) error
	// RaiseHere does what a raise statement with these operands does at a place, and
	// returns the exception with the place in its traceback. An error is what leaves
	// the place otherwise: it needs the frame in memory, or is no exception.
	RaiseHere(operands []object.Value, at object.Traceback) (object.Value, error)
	// Unwind is told that an exception leaves a frame to its caller, at a place; hidden: the guest
	// does not see that one. kept is what is kept of the frame (package introspect), Null if the guest has not seen it.
	Unwind(exc, kept object.Value, at object.Traceback, hidden bool)
	// Special is LOAD_SPECIAL of a value: the method, and the receiver to pass or Null.
	// SpecialName is the method's name, interned.
	Special(v object.Value, which int) (f, self object.Value, err error)
	SpecialName(which int) object.Value
	// Catch prepares an exception that a helper has raised in a frame of code at pc for a
	// handler that compiled code goes on at: its traceback gets the place. false: it needs
	// the frame in memory.
	Catch(r *object.Raised, code uint64, pc uint32) bool
	// ExceptionMatches reports whether an except clause is for an exception.
	ExceptionMatches(exc, clause object.Value) (bool, error)
	// Interpret executes an instruction as tier 1 does, in the innermost frame, where
	// everything is in memory; after is the code unit behind the instruction, ahead of its
	// inline cache. It returns the address of the frame in which execution goes on: its
	// resume word is the row through which.
	Interpret(op uint8, arg, after int) (uint64, error)
	// Calls returns the address of CallEntries entries for calls, by handle of the code
	// object.
	Calls() uint64
	// Ends returns the address of EndEntries entries for ends of generators.
	Ends() uint64
	DictMerge(f, d, v object.Value) error
	// CallStarred is f(*star, **kw) of what begins no frame; kw is Null if there is none.
	CallStarred(f, star, kw object.Value) (object.Value, error)
	ListExtend(l, v object.Value) error
	DictUpdate(d, v object.Value) error
}

// New describes Python over a heap to the compiler. The tables that only compiles read are made later (guest.Guest.Ready).
func New(h *object.Heap, env Env) (*guest.Guest, error) {
	p := &py{h: h, env: env, tests: map[object.Value]object.Value{}}
	p.k = &live{Heap: h, codeAsked: env, p: p}
	h.AddRoots(p.markTests)
	g := p.describe("python")
	g.Words, g.World, g.Memory, g.Frame = liveWords{wordsOf(h)}, world{env}, world{env}, p.frame()
	g.Detach = p.detach
	g.Later = func() error {
		if err := p.tables(); err != nil {
			return err
		}
		g.Build = p.rules()
		g.Taken = p.takenRules()
		p.seers = p.makeSeers()
		return nil
	}
	return g, nil
}

// describe makes the guest without its tables.
func (p *py) describe(name string) *guest.Guest {
	p.g = &guest.Guest{
		Name:  name,
		Uops:  cpython.Table,
		Types: typeNames(), Classes: classNames, ClassTypes: classTypes,
		Routine: routineText, Ahead: routineAhead,
	}
	return p.g
}

// tables makes the guest's tables but for those that build.
func (p *py) tables() error {
	g := p.g
	g.Ops = p.operations()
	if err := g.Init(); err != nil {
		return err
	}
	p.bind()
	g.Lower = p.lowering()
	return nil
}

// py is the guest's state: the tables' functions are its methods and closures.
type py struct {
	h   *object.Heap // nil of a detached guest, as env
	env Env
	g   *guest.Guest
	op  map[string]ir.Op // operations by name
	k   asked            // what is asked behind the build
	// seers are the operations that ask for code and rows, with what notes those.
	seers map[ir.Op]func(*seen, *ir.Value) error
	// tests are the tables of charTest by method.
	tests map[object.Value]object.Value
	// matching is what the MATCH_CLASS that has just been built leaves to its branch, nil for nothing.
	matching *classPattern
}

// bind looks the operations up by name once.
func (p *py) bind() {
	p.op = map[string]ir.Op{}
	for i := range p.g.Ops {
		p.op[p.g.Ops[i].Name] = ir.FirstGuestOp + ir.Op(i)
	}
}

// world implements guest.World, guest.Memory and guest.Reserve.
type world struct{ Env }

// Spend implements guest.Reserve.
func (w world) Spend(panicked any) error {
	if _, ok := panicked.(heap.OutOfMemory); !ok {
		return nil
	}
	return w.Env.Heap().RaiseMemoryError()
}

// Catch implements guest.Catcher.
func (w world) Catch(err error, code uint64, pc uint32) bool {
	r, ok := err.(*object.Raised)
	if !ok || !w.Env.Catch(r, code, pc) {
		return false
	}
	h := w.Env.Heap()
	h.SetField(h.RaisedCell(), object.OffCellValue, r.Exc)
	h.Landed(r.Exc)
	return true
}
