package adaptive

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Code is a code object prepared for running: its instructions with inline
// caches, which change as they run, and its constants as values. A VM fills in what it
// begins with; Live has one unit more than Units, so that an instruction pointer behind
// the last one still points into it.
type Code struct {
	*pycode.Code
	Handle uint32 // index in the VM's table; what frames and functions hold

	Live        []uint16       // instructions and caches
	ConstValues []object.Value // roots
	NameValues  []object.Value // interned
	// Locals: localsplus and, of a generator function, the generator, of a class's
	// body, its namespace.
	LocalSlots int
	Generates  bool          // calls make generators, coroutines or asynchronous generators
	GenType    object.TypeID // which
	Deep       bool          // such a generator has run over another one of its own code: no trace has all of it
	ends       []End         // by code unit at which what is yielded is awaited; see EndOf
	Proved     bool          // it may run: it has passed Verify, or the VM has made it
	Handles    bool          // it has handlers that say what they handle
	Namespace  bool          // of a class: names are in a namespace of its own
	Traced     bool          // a trace, a region or a profile has been made of it: its handle is known elsewhere
	Pinned     bool          // Go holds it
	Gathered   bool          // what it refers to is gathered (sweep.Sweeper)
	Shim       bool          // made by the VM: no frame that the guest sees
	Looked     bool          // one of its frames has got a frame object, which is told of the end: the interpreter returns from those that a trace has not begun, and from all of generators
	Depth      int32         // what a frame adds to the recursion depth
	FrameBytes int           // bytes from a frame of this code to the next one
	Self       object.Value  // the code object

	Version       uint32       // of the functions made of this code; 0: the numbers have run out
	Globals       object.Value // of those functions; Null while there is none or when they differ
	GlobalsDiffer bool         // functions with different globals have been made

	Spaced       *Code                   // as it runs with a namespace besides the globals, made when needed
	Params       []object.Value          // names of the positional parameters and of those by keyword only, made when needed: roots
	Signature    []object.Value          // one, what machine code knows of the parameters, made when needed: a root
	FuncNames    []object.Value          // what FunctionNames returns, and then the file's name, made when needed: roots
	Defaults     int                     // how many the function of this code has for which a call was specialized last
	Exact        bool                    // positional parameters only: arguments are copied as they are
	SlotNames    []string                // names of a frame's slots, for the compiler; made when needed
	Operations   []Operation             // by code unit: operators that were methods in Python; nil until there is one
	Feedback     []Feedback              // by code unit: what exits that lead there tell; nil until there is one
	Landings     []*Landing              // by code unit: where execution lands; nil until it does
	Execs        []*Installed            // by code unit: executors that stand over instructions; nil until there is one
	Dependents   []*exitdata.Executor    // executors that run through it
	Owners       []bool                  // by local: it may own the str it holds; nil if none does
	Feeds        []bool                  // by code unit: a STORE_FAST_LOAD_FAST there loads a str from its owner for what appends to that; nil if none does
	Entries      int                     // calls counted towards an executor at the function's start
	seen         map[int][]object.TypeID // by the code unit of an attribute instruction's opcode: see Sees
	instrs       []int32                 // by code unit: the one of its instruction's opcode; made when needed
	handlers     []Handler               // made when needed
	handlerOf    []int32                 // by code unit: 1 + index of its handler; made when needed
	leaders      []bool                  // by code unit: a jump leads there; made when needed
	reader       Reader                  // see Reader
	readerSought bool
	Flows        []FlowAt // by code unit: its block in the last profile; made when needed
	Tries        int      // attempts to make that executor that have failed
	// The global counter when the counters began: of entries, and of back edges.
	EntrySince uint64
	Since      []Since
}

// HandleWeight is what the heap counts for it as a Go object: nothing, for package sweep counts code as it is loaded and dropped.
func (*Code) HandleWeight() int { return 0 }

// Describe completes what a new function of the code is made of.
func (c *Code) Describe(h *object.Heap, f object.Function) object.Function {
	f.Name, f.QualName = c.FunctionNames(h)
	f.Code, f.Version, f.Defaults, f.KwDefaults, f.Closure = c.Handle, c.Version, object.Null, object.Null, object.Null
	return f
}

// FunctionNames returns the names of the functions that are made of the code.
func (c *Code) FunctionNames(h *object.Heap) (name, qualified object.Value) {
	if c.FuncNames == nil {
		name = h.InternName(c.Name)
		c.FuncNames = []object.Value{name, h.InternName(c.QualName)}
	}
	return c.FuncNames[0], c.FuncNames[1]
}

// ParamNames returns the names of the positional parameters and of those by keyword only.
func (c *Code) ParamNames(h *object.Heap) []object.Value {
	if c.Params == nil {
		c.Params = make([]object.Value, c.ArgCount+c.KwOnlyArgCount)
		for i := range c.Params {
			c.Params[i] = h.InternName(c.LocalsPlus[i])
		}
	}
	return c.Params
}

// Sign makes what machine code knows of the parameters.
func (c *Code) Sign(h *object.Heap) {
	if c.Signature == nil && !c.Generates {
		c.Signature = []object.Value{h.NewParameters(object.Parameters{
			Params: c.ArgCount, KwOnly: c.KwOnlyArgCount, PosOnly: c.PosOnlyArgCount, VarArgs: c.Flags&pycode.FlagVarArgs != 0,
			VarKeywords: c.Flags&pycode.FlagVarKeywords != 0, Locals: c.LocalSlots, Names: c.ParamNames(h),
		})}
	}
}

// SignCallee makes what machine code is to know for the next calls of what may be a function, a method or a class in Python.
func SignCallee(h *object.Heap, codes []*Code, f object.Value) {
	h.CacheMake(f)
	if h.Is(f, object.BoundMethodType) {
		f = h.Field(f, object.OffMethodFunc)
	} else if t, init := h.PlainClass(f, false); t != nil {
		f = init
	}
	if f != object.Null && h.Is(f, object.FunctionType) {
		codes[h.Half(f, object.OffFuncCode)].Sign(h)
	}
}

// FileName returns the file's name.
func (c *Code) FileName(h *object.Heap) object.Value {
	if c.FunctionNames(h); len(c.FuncNames) == 2 {
		c.FuncNames = append(c.FuncNames, h.InternName(c.Filename))
	}
	return c.FuncNames[2]
}

// Takes reports whether a call of a function of the code with n positional arguments and
// no others begins a frame with just those.
func (c *Code) Takes(n int) bool { return c.Exact && c.ArgCount == n && !c.Generates }

// Binds is Takes for a function whose other parameters have defaults, or that takes any number of arguments.
func (c *Code) Binds(n int) bool {
	return !c.Generates && n+c.Defaults >= c.ArgCount && (n <= c.ArgCount || c.Flags&pycode.FlagVarArgs != 0)
}

// Makes is Takes for a generator function.
func (c *Code) Makes(n int) bool {
	return c.Exact && c.ArgCount == n && c.Generates && c.Flags&(pycode.FlagCoroutine|pycode.FlagAsyncGenerator) == 0
}

// Same implements object.Same.
func (c *Code) Same(other any) bool {
	o, ok := other.(*Code)
	return ok && o.QualName == c.QualName && o.Filename == c.Filename && o.FirstLine == c.FirstLine && slices.Equal(o.Units, c.Units)
}

// Instruction returns the code unit of the instruction that a unit is part of:
// that of its opcode, behind EXTENDED_ARGs.
func (c *Code) Instruction(unit int) int {
	if c.instrs == nil {
		c.instrs = make([]int32, len(c.Units))
		at := 0
		for in := range c.Instructions() {
			for ; at < in.Next; at++ {
				c.instrs[at] = int32(in.Unit)
			}
		}
	}
	return int(c.instrs[unit])
}

// First returns the first code unit of the instruction whose opcode is at a unit: that of the first EXTENDED_ARG.
func (c *Code) First(unit int) int {
	for unit > 0 && c.Instruction(unit-1) == c.Instruction(unit) {
		unit--
	}
	return unit
}

// At returns the code unit before the one that ip points to: that of the
// instruction whose first cache entry ip is at, plus 1.
func (c *Code) At(ip unsafe.Pointer) uint32 {
	return uint32((uintptr(ip) - uintptr(unsafe.Pointer(&c.Live[0]))) / 2)
}

// FeedsAt reports whether the load at a code unit does not share the str that its local owns, though its opcode is one that shares.
func (c *Code) FeedsAt(unit int) bool { return c.Feeds != nil && c.Feeds[unit] }

// Behind returns where a conditional jump that is not taken goes on: as in tier 1
// behind the NOT_TAKEN that follows, if there is one at pc.
func (c *Code) Behind(pc int) int {
	if pycode.Op(c.Live[pc]) == pycode.NOT_TAKEN {
		return pc + 1
	}
	return pc
}

// Leader reports whether a jump leads to pc, or an exception: a block of a region
// begins there.
func (c *Code) Leader(pc int) bool {
	if c.leaders == nil {
		c.leaders = make([]bool, len(c.Live)+1)
		for in := range c.Instructions() {
			if target, ok := in.Target(); ok {
				c.leaders[target] = true
				if in.Op == pycode.FOR_ITER {
					c.leaders[target+1] = true // behind END_FOR
				}
			}
		}
		for _, h := range c.Handlers() {
			c.leaders[h.Target] = true
		}
	}
	return c.leaders[pc]
}

// FlowAt is the block that a profile has at a code unit.
type FlowAt struct {
	Round uint32 // of the profile; 0: none
	Block int32
}

// LoopEnds reports whether a for loop ends at a code unit, behind its END_FOR.
func (c *Code) LoopEnds(pc int) bool {
	for in := range c.Instructions() {
		if target, ok := in.Target(); ok && in.Op == pycode.FOR_ITER && target+1 == pc {
			return true
		}
	}
	return false
}

// Doc returns the docstring of the functions that are made of the code; None if it has none.
func (c *Code) Doc() object.Value {
	if c.Flags&pycode.FlagHasDocstring == 0 || len(c.ConstValues) == 0 {
		return object.None
	}
	return c.ConstValues[0]
}
