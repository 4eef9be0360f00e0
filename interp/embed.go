package interp

import (
	"runtime/debug"
	"unsafe"

	"github.com/tier2go/tier2/interp/embed"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// What Go programs see of Python's values is package interp/embed. Its names are this
// package's too.
type (
	// Value is a handle to a Python value; embed.Value has the tables of what is converted to what.
	Value = embed.Value
	// Func is the type of Go functions that take Python's arguments as they are.
	Func = embed.Func
	// GuestError is a Python exception that nothing has caught.
	GuestError = embed.GuestError
	// SystemExit is the error of RunMain when the program ends by SystemExit.
	SystemExit = embed.SystemExit
	// Interrupted is the error of what was running when the context of InterruptOn was done.
	Interrupted = embed.Interrupted
	// PanicError is the error of a call from Go during which a Go function has panicked.
	PanicError = embed.PanicError
	// Unsupported is the error for what this VM does not implement.
	Unsupported = embed.Unsupported
	// ConversionError says that a value has no counterpart in the other language.
	ConversionError = embed.ConversionError
)

// The errors of using what is no more, or still runs.
var (
	ErrClosed   = embed.ErrClosed
	ErrReleased = embed.ErrReleased
	ErrRunning  = embed.ErrRunning
)

// As converts a Python value to a Go type as Value says.
//
//	n, err := interp.As[int](v)
func As[T any](v Value) (T, error) { return embed.As[T](v) }

// Raise returns an error that, returned by a Go function, raises an exception of a
// builtin type; a type that is none raises RuntimeError.
//
//	return nil, interp.Raise("ValueError", "no user %q", name)
func Raise(exception, format string, args ...any) error {
	return embed.Raise(exception, format, args...)
}

// entry is what a call from Go must leave as it was, however it ends.
type entry struct {
	fp     unsafe.Pointer
	ip     uintptr
	mark   int
	evals  int
	args   int
	levels int

	nesting  int
	handling object.Handling
	entered  lib.Thread
}

// begin is called before the guest is entered from Go.
func (vm *VM) begin() error {
	if vm.bridge.Closed() {
		return ErrClosed
	}
	if vm.broken != nil {
		return vm.broken
	}
	if len(vm.entries) == 0 {
		if err := vm.requests.Ended(); err != nil {
			return err
		}
		if err := vm.spent(); err != nil {
			return err
		}
		if vm.stopped {
			vm.endGenerators()
		}
	}
	vm.heap.Listen(true)
	vm.entries = append(vm.entries, entry{vm.fp, vm.ip, vm.heap.Mark(), vm.evals.depth, vm.bridge.Args(), len(vm.levels), vm.heap.Nesting(), *vm.heap.Handling(), vm.lib.Entered()})
	return nil
}

// embedded is the VM as package embed sees it.
type embedded struct{ *VM }

// Begin implements embed.VM.
func (vm embedded) Begin() error { return vm.begin() }

// End is deferred behind begin: it makes an allocation that has failed a
// MemoryError, any other panic a PanicError, an error of the guest one for Go, and
// restores the VM's state. It does so also when a function called by the guest ends its
// goroutine.
func (vm embedded) End(err *error) {
	r := recover()
	n := len(vm.entries) - 1
	e := vm.entries[n]
	vm.entries = vm.entries[:n]
	vm.fp, vm.ip, vm.evals.depth = e.fp, e.ip, e.evals
	*vm.heap.Handling() = e.handling
	vm.heap.SetNesting(e.nesting)
	vm.bridge.DropArgs(e.args)
	vm.levels = vm.levels[:e.levels]
	vm.heap.Listen(false) // what follows makes an error of what has ended
	defer func() { vm.heap.Listen(n > 0) }()
	if r != nil || *err != nil && raised(*err) == nil {
		vm.lib.Unwind(e.entered)
		if n == 0 {
			vm.heap.PutAllElements()
		}
	}
	if r != nil {
		switch r := r.(type) {
		case heap.OutOfMemory:
			*err = vm.heap.RaiseMemoryError()
		case heap.Stopped:
			*err = r.Err
		default:
			*err = vm.panicked(r)
		}
	}
	if n == 0 && *err == nil {
		*err = vm.requests.EndedBy()
	}
	if *err != nil && vm.broken == nil {
		*err = vm.outcome(*err)
	}
	vm.heap.Release(e.mark)
	if n == 0 {
		threaded{vm.VM}.endThreadsBy(*err)
	}
	if n == 0 && vm.broken == nil {
		vm.stoppedBy(*err)
		if *err != nil {
			heap.ClearGoStack() // old words must not keep the exception, nor what its frames have kept
		}
		if ferr := vm.outside(vm.Stdout.Flush); *err == nil {
			*err = ferr
		}
	}
}

// Call implements embed.VM.
func (vm embedded) Call(f object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	return vm.callFromGo(f, args, kwnames)
}

// Traceback implements embed.VM.
func (vm embedded) Traceback(exc object.Value) string { return vm.tracebacks().Format(exc) }

// panicked makes the error of a panic of the VM itself, or of a reader or writer of its
// Options. What it was doing is half done, so it does nothing any more.
func (vm *VM) panicked(r any) error {
	vm.heap.Distrust()
	vm.broken = &PanicError{Value: r, Stack: debug.Stack(), Broken: true}
	return vm.broken
}

// initMain makes the module __main__.
func (vm *VM) initMain() {
	h := vm.heap
	vm.main = h.NewModule("__main__")
	vm.mainDict = h.Field(vm.main, object.OffModuleDict)
	vm.moduleNames(vm.mainDict)
	h.DictSetStr(vm.mainDict, h.Intern("__builtins__"), vm.builtinsModule())
	h.DictSetStr(vm.modules, h.Intern("__main__"), vm.main)
}

// moduleNames gives a namespace the names that every module has. __builtins__ is the dict of that
// module; in __main__ it is the module.
func (vm *VM) moduleNames(dict object.Value) {
	h := vm.heap
	h.DictSetStr(dict, h.Intern("__builtins__"), h.Field(vm.builtinsModule(), object.OffModuleDict))
	for _, n := range []string{"__doc__", "__loader__", "__package__", "__spec__"} {
		h.DictSetStr(dict, h.InternName(n), object.None)
	}
}

// Main returns the module __main__: what RunMain runs in. Names that are set in
// it before are there when the program begins.
func (vm *VM) Main() (m Value, err error) {
	if err = vm.begin(); err != nil {
		return Value{}, err
	}
	defer embedded{vm}.End(&err)
	return vm.bridge.Wrap(vm.main), nil
}

// Global returns what a name means in the module __main__: a global, or else a
// builtin. The error is a *GuestError of type NameError if it means nothing.
func (vm *VM) Global(name string) (v Value, err error) {
	if err = vm.begin(); err != nil {
		return Value{}, err
	}
	defer embedded{vm}.End(&err)
	w, err := vm.global(name)
	if err != nil {
		return Value{}, err
	}
	return vm.bridge.Wrap(w), nil
}

func (vm *VM) global(name string) (object.Value, error) {
	n := vm.heap.InternName(name)
	for _, d := range [...]object.Value{vm.mainDict, vm.builtins} {
		if w := vm.heap.DictGetStr(d, n); w != object.Null {
			return w, nil
		}
	}
	return object.Null, vm.nameError(n)
}

// SetGlobal makes a Go value, a function for instance, known by a name in the
// module __main__.
func (vm *VM) SetGlobal(name string, x any) error {
	m, err := vm.Main()
	if err != nil {
		return err
	}
	return m.SetAttr(name, x)
}

// Call calls what a name means in the module __main__. Arguments are converted
// as Value says. Errors are those of Value.Call.
func (vm *VM) Call(name string, args ...any) (r Value, err error) {
	if err = vm.begin(); err != nil {
		return Value{}, err
	}
	defer embedded{vm}.End(&err)
	f, err := vm.global(name)
	if err != nil {
		return Value{}, err
	}
	return vm.bridge.Invoke(f, args, nil)
}

// FreeOSMemory collects, as gc.collect does, and gives the system back the memory of what has died: for a VM that will
// wait. A VM gives back by itself, when it collects, what it will not need before it collects again.
func (vm *VM) FreeOSMemory() (err error) {
	if err = vm.begin(); err != nil {
		return err
	}
	defer embedded{vm}.End(&err)
	if _, err = vm.sweepAndRun(); err == nil {
		vm.heap.FreeOSMemory()
	}
	return err
}

// Value converts a Go value to a Python value, as the documentation of the type
// says. The error is a *ConversionError, or a *GuestError of type MemoryError.
func (vm *VM) Value(x any) (v Value, err error) {
	if err = vm.begin(); err != nil {
		return Value{}, err
	}
	defer embedded{vm}.End(&err)
	w, err := vm.bridge.ToPython(x, "")
	if err != nil {
		return Value{}, err
	}
	return vm.bridge.Wrap(w), nil
}

// NewModule makes an empty module that Python code can import by a name without
// dots. The error is one of Errorf's if there is a module of that name.
func (vm *VM) NewModule(name string) (m Value, err error) {
	if err = vm.begin(); err != nil {
		return Value{}, err
	}
	defer embedded{vm}.End(&err)
	w, err := vm.imports.NewModule(name)
	if err != nil {
		return Value{}, err
	}
	return vm.bridge.Wrap(w), nil
}

// LoadModule makes a module of code, runs it, and returns it. Python code can
// import it by its name. If the code fails there is no such module afterwards;
// the errors are RunMain's.
func (vm *VM) LoadModule(name string, code *pycode.Code) (m Value, err error) {
	if err = vm.begin(); err != nil {
		return Value{}, err
	}
	defer embedded{vm}.End(&err)
	w, err := vm.imports.Load(name, &pycode.Module{Code: code, File: code.Filename})
	if err != nil {
		return Value{}, err
	}
	return vm.bridge.Wrap(w), nil
}
