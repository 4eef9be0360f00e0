package interp

import (
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Code is a code object prepared for running: its instructions with inline
// caches, which change as they run, and its constants as values.
type Code struct {
	*pycode.Code
	Handle uint32 // index in the VM's table; what frames and functions hold

	units  []uint16       // instructions and caches
	consts []object.Value // roots
	names  []object.Value // interned
	// Locals: localsplus and, of a generator function, the generator, of a class's
	// body, its namespace.
	nlp     int
	gen     bool          // calls make generators, coroutines or asynchronous generators
	genType object.TypeID // which
	deep    bool          // such a generator has run over another one of its own code: no trace has all of it
	ends    []end         // by code unit at which what is yielded is awaited; see endOf
	handles bool          // it has handlers that say what they handle
	body    bool          // of a class: names are in a namespace of its own
	shim    bool          // made by the VM: no frame that the guest sees
	depth   int32         // what a frame adds to the recursion depth
	size    int           // bytes from a frame of this code to the next one
	self    object.Value  // the code object

	version uint32       // of the functions made of this code; 0: the numbers have run out
	globals object.Value // of those functions; Null while there is none or when they differ
	differ  bool         // functions with different globals have been made

	spaced     *Code                // withNamespace, made when needed
	params     []object.Value       // names of the positional parameters, made when needed
	defaults   int                  // how many the function of this code has for which a call was specialized last
	exact      bool                 // positional parameters only: arguments are copied as they are
	slots      []string             // names of a frame's slots, for the compiler; made when needed
	operations []operation          // by code unit: operators that were methods in Python; nil until there is one
	seen       []sight              // by code unit: what exits that lead there tell; nil until there is one
	landings   []*landing           // by code unit: where execution lands; nil until it does
	execs      []*installed         // by code unit: executors that stand over instructions; nil until there is one
	dependents []*exitdata.Executor // executors that run through it
	owners     []bool               // by local: it may own the str it holds; nil if none does
	entries    int                  // calls counted towards an executor at the function's start
	instrs     []int32              // by code unit: the one of its instruction's opcode; made when needed
	handlers   []handler            // made when needed
	handlerOf  []uint16             // by code unit: 1 + index of its handler; made when needed
	leaders    []bool               // by code unit: a jump leads there; made when needed
	flows      []flowAt             // by code unit: its block in the last profile; made when needed
	tries      int                  // attempts to make that executor that have failed
	// The global counter when the counters began: of entries, and of back edges.
	entrySince uint64
	since      []since
}

// takes reports whether a call of a function of the code with n positional arguments and
// no others begins a frame with just those.
func (c *Code) takes(n int) bool { return c.exact && c.ArgCount == n && !c.gen }

// Same implements object.Same.
func (c *Code) Same(other any) bool {
	o, ok := other.(*Code)
	return ok && o.Handle == c.Handle
}

// prepare makes a Code of a code object and, recursively, of those among its
// constants.
func (vm *VM) prepare(c *pycode.Code) (*Code, error) {
	return vm.prepareAs(c, c.Flags&pycode.FlagOptimized == 0 && c.Name != "<module>")
}

// withNamespace returns the code as it runs with a namespace of its own besides
// the globals: what exec does with locals.
func (vm *VM) withNamespace(code *Code) (*Code, error) {
	if code.body || code.Flags&pycode.FlagOptimized != 0 {
		return code, nil
	}
	if code.spaced == nil {
		var err error
		if code.spaced, err = vm.prepareAs(code.Code, true); err != nil {
			return nil, err
		}
	}
	return code.spaced, nil
}

// prepareAs is prepare for code that has a namespace of its own, as a class's body
// has, or not.
func (vm *VM) prepareAs(c *pycode.Code, body bool) (*Code, error) {
	// One unit more than there are: an instruction pointer behind the last one
	// still points into the memory.
	code := &Code{Code: c, depth: 1, Handle: uint32(len(vm.codes)), units: append(make([]uint16, 0, len(c.Units)+1), c.Units...), nlp: len(c.LocalsPlus)}
	vm.codes = append(vm.codes, code)
	if code.version = vm.heap.NextVersion(); code.version != 0 {
		vm.versions[code.version] = code
	}
	code.globals = object.Null
	for in := range c.Instructions() {
		code.handles = code.handles || in.Op == pycode.PUSH_EXC_INFO
	}
	switch {
	case c.Flags&pycode.FlagCoroutine != 0:
		code.gen, code.genType = true, object.CoroutineType
	case c.Flags&pycode.FlagAsyncGenerator != 0:
		code.gen, code.genType = true, object.AsyncGeneratorType
	case c.Flags&pycode.FlagGenerator != 0:
		code.gen, code.genType = true, object.GeneratorType
	}
	if code.gen {
		code.nlp++
	}
	if code.body = body; code.body {
		code.nlp++
	}
	code.size = object.FrameSize(code.nlp, c.StackSize)
	code.exact = c.KwOnlyArgCount == 0 && c.Flags&(pycode.FlagVarArgs|pycode.FlagVarKeywords) == 0
	for _, n := range c.Names {
		code.names = append(code.names, vm.heap.Intern(n))
	}
	code.self = vm.heap.NewHandleObject(object.CodeType, code)
	for _, k := range c.Consts {
		v, err := vm.constant(k)
		if err != nil {
			return nil, placed(err, c)
		}
		code.consts = append(code.consts, v)
	}
	vm.quicken(code)
	vm.request(code)
	return code, nil
}

// instruction returns the code unit of the instruction that a unit is part of:
// that of its opcode, behind EXTENDED_ARGs.
func (c *Code) instruction(unit int) int {
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

// constant makes the value of a constant.
func (vm *VM) constant(k pycode.Const) (object.Value, error) {
	h := vm.heap
	switch k := k.(type) {
	case pycode.None:
		return object.None, nil
	case pycode.Ellipsis:
		return object.Ellipsis, nil
	case pycode.Bool:
		return object.Bool(bool(k)), nil
	case pycode.Int:
		return h.Int(int64(k)), nil
	case *pycode.BigInt:
		return h.IntFromBig(&k.Int), nil
	case pycode.Float:
		return object.FloatValue(float64(k)), nil
	case pycode.Str:
		return h.Intern(string(k)), nil
	case pycode.Bytes:
		return h.NewBytes([]byte(k)), nil
	case pycode.Tuple:
		return vm.constants(k)
	case pycode.FrozenSet:
		t, err := vm.constants(k)
		if err != nil {
			return object.Null, err
		}
		return h.FrozenSetFromIter(t)
	case *pycode.Slice:
		t, err := vm.constants([]pycode.Const{k.Start, k.Stop, k.Step})
		if err != nil {
			return object.Null, err
		}
		p := h.TupleItems(t)
		return h.NewSlice(p[0], p[1], p[2]), nil
	case *pycode.Code:
		c, err := vm.prepare(k)
		if err != nil {
			return object.Null, err
		}
		return c.self, nil
	}
	return object.Null, &Unsupported{What: "constant: a complex number"}
}

// placed gives an Unsupported without a place that of a code object.
func placed(err error, c *pycode.Code) error {
	if u, ok := err.(*Unsupported); ok && u.File == "" {
		u.File, u.Line = c.Filename, c.FirstLine
	}
	return err
}

// constants makes a tuple of constants.
func (vm *VM) constants(list []pycode.Const) (object.Value, error) {
	l := vm.heap.NewList()
	for _, k := range list {
		v, err := vm.constant(k)
		if err != nil {
			return object.Null, err
		}
		vm.heap.ListAppend(l, v)
	}
	return vm.heap.ListToTuple(l), nil
}
