package interp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"unsafe"

	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/object"
	"github.com/tier2go/tier2/pycode"
)

// Options sets up a VM.
type Options struct {
	Heap   object.Options
	Stdin  io.Reader // nil: empty
	Stdout io.Writer // nil: discarded
	Stderr io.Writer // nil: discarded
	// Stats turns on counting of executed instructions.
	Stats bool
	// OnRefusal is told why an optimizer has refused a place, if set.
	OnRefusal func(error)
	// RecursionLimit is Python's; 0 means 1000.
	RecursionLimit int
}

// VM is one virtual machine. It is used by one goroutine at a time.
type VM struct {
	heap *object.Heap
	opts Options

	Stdin  *bufio.Reader
	Stdout *bufio.Writer
	Stderr io.Writer

	codes    []*Code
	versions map[uint32]*Code // by function version
	builtins object.Value     // dict
	modules  object.Value     // dict: sys.modules
	mainDict object.Value

	// Frames. fp is the innermost frame, or nil; ip the instruction that is
	// being executed in it.
	stackBase unsafe.Pointer
	stackEnd  uintptr
	fp        unsafe.Pointer
	ip        uintptr
	frames    *[2]uint32 // guest frames in use and their limit, in the arena: machine code counts too

	interrupted interruptFlag
	pending     error // what an interrupt raises

	counts *[256]uint64 // executed instructions by opcode, nil without Stats
	fams   [numFamilies]familyCounts

	// Functions that instructions recognize.
	lenBuiltin, isinstanceBuiltin, listAppend, typeType object.Value

	lib     *lib.Lib
	host    *lib.Host
	sources map[string][]string // lines of source files, for tracebacks

	inHandler []object.Value // exceptions being handled, for a bare raise

	tier
}

// New makes a VM with its builtins.
func New(o Options) (*VM, error) {
	h, err := object.New(o.Heap)
	if err != nil {
		return nil, err
	}
	if o.RecursionLimit == 0 {
		o.RecursionLimit = 1000
	}
	vm := &VM{heap: h, opts: o, versions: map[uint32]*Code{}}
	vm.Stdin = bufio.NewReader(orReader(o.Stdin))
	vm.Stdout = bufio.NewWriterSize(orWriter(o.Stdout), 1<<16)
	vm.Stderr = orWriter(o.Stderr)
	base, size := h.Stack()
	// The region begins with words that machine code shares with the VM.
	vm.frames = (*[2]uint32)(base)
	vm.frames[1] = uint32(o.RecursionLimit)
	vm.stackBase = unsafe.Add(base, vmWords)
	vm.stackEnd = uintptr(base) + size - stackMargin
	if o.Stats {
		vm.counts = new([256]uint64)
	}
	h.Caller = vm.callFromGo
	h.AddRoots(vm.markRoots)
	if err := vm.initBuiltins(); err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return vm, nil
}

const (
	vmWords     = 64      // bytes of shared words at the start of the stack region
	stackMargin = 1 << 16 // room for one frame of any code behind the last one checked
)

func orReader(r io.Reader) io.Reader {
	if r == nil {
		return eofReader{}
	}
	return r
}

type eofReader struct{}

func (eofReader) Read([]byte) (int, error) { return 0, io.EOF }

func orWriter(w io.Writer) io.Writer {
	if w == nil {
		return io.Discard
	}
	return w
}

// Heap returns the VM's heap.
func (vm *VM) Heap() *object.Heap { return vm.heap }

// Close frees the VM's memory.
func (vm *VM) Close() error { return errors.Join(vm.Stdout.Flush(), vm.heap.Close()) }

// Interrupt makes the guest raise err (nil: KeyboardInterrupt) at its next back
// edge or call, also inside machine code. It may be called from any goroutine.
func (vm *VM) Interrupt() { vm.interrupted.Store(true) }

func (vm *VM) handleInterrupt() error {
	vm.interrupted.Store(false)
	return vm.heap.RaiseWith(object.KeyboardInterruptType)
}

// markRoots tells the collector what the VM holds.
func (vm *VM) markRoots(m *object.Marker) {
	for _, c := range vm.codes {
		m.Value(c.self)
		m.Values(c.consts)
		m.Values(c.names)
		m.Value(c.globals)
	}
	m.Value(vm.builtins)
	m.Value(vm.modules)
	m.Value(vm.mainDict)
	m.Values(vm.inHandler)
	if vm.fp != nil {
		// The stack is scanned as it is, free entries included: the collector
		// checks every word, and what a free entry keeps alive is little.
		end := uintptr(vm.fp) + uintptr(vm.codes[frameCode(vm.fp)].size)
		n := (end - uintptr(vm.stackBase)) / 8
		m.Conservative(unsafe.Slice((*uint64)(vm.stackBase), n))
	}
	vm.markTier(m)
}

// Load prepares a code object for running in this VM.
func (vm *VM) Load(c *pycode.Code) (*Code, error) { return vm.prepare(c) }

// SystemExit is the error of RunMain when the program ends by SystemExit.
type SystemExit struct {
	Code int
	// Message is printed to stderr if it is not empty: what sys.exit was given.
	Message string
}

// Error implements error.
func (e *SystemExit) Error() string { return fmt.Sprintf("exit status %d", e.Code) }

// RunMain runs code as the module __main__. The error is nil, a *SystemExit, a
// *GuestError (an exception that nothing caught, with its traceback) or an
// *Unsupported.
func (vm *VM) RunMain(c *pycode.Code, argv []string) error {
	code, err := vm.prepare(c)
	if err != nil {
		return vm.finish(err)
	}
	vm.setArgv(argv)
	mod := vm.heap.NewModule("__main__")
	vm.mainDict = vm.heap.Field(mod, object.OffModuleDict)
	h := vm.heap
	h.DictSetStr(vm.mainDict, h.Intern("__builtins__"), vm.builtinsModule())
	h.DictSetStr(vm.mainDict, h.Intern("__file__"), h.NewStr(c.Filename))
	for _, n := range []string{"__doc__", "__loader__", "__package__", "__spec__"} {
		h.DictSetStr(vm.mainDict, h.Intern(n), object.None)
	}
	h.DictSetStr(vm.modules, h.Intern("__main__"), mod)
	_, err = vm.runModule(code, vm.mainDict)
	return vm.finish(err)
}

// runModule executes a module's code in a namespace.
func (vm *VM) runModule(code *Code, globals object.Value) (object.Value, error) {
	f := vm.newFunction(code, object.Function{
		Globals: globals, Builtins: vm.builtins, Name: vm.heap.Intern(code.Name), QualName: vm.heap.Intern(code.QualName),
		Doc: object.None, Module: object.None,
	})
	return vm.callFromGo(f, nil, object.Null)
}
