package interp

import (
	"errors"
	"runtime"
	"runtime/debug"
	"unsafe"
	"weak"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Embedding: what a Go program needs to run Python code and to be called by it.
//
// A Value is a handle. What it stands for lives in the arena, whose collector
// sees the goroutine's stack and what it is told of, and a Value may lie
// anywhere in Go's memory. So each Value of an object has a ref, which the VM
// knows by a weak pointer: as long as Go's collector keeps the ref, ours keeps
// the object. Nobody has to close anything, and no other goroutine ever touches
// the VM, as it would with finalizers. The price: an object dies two collections
// later, and Go's collector does not know how large it is. Near the heap's limit
// the VM therefore asks for a collection of Go's memory (see markRefs); Close
// lets go at once.

// ErrClosed is the error of using a VM, or a Value of one, after VM.Close.
var ErrClosed = errors.New("interp: the VM is closed")

// ErrReleased is the error of using a Value after its Close.
var ErrReleased = errors.New("interp: the Value is closed")

// ErrRunning is the error of closing a VM by a function that it is calling.
var ErrRunning = errors.New("interp: the VM is running")

// ref keeps objects of the arena alive for the Values that point to it.
type ref struct {
	word   object.Value
	more   []object.Value // the arguments of a call share a ref
	closed bool
}

// refs are the refs of a VM.
type refs struct {
	list  []weak.Pointer[ref]
	fresh int // made since Go's memory was last collected for them
}

// add makes a ref of which the VM knows.
func (rs *refs) add(r *ref) *ref {
	if len(rs.list) == cap(rs.list) {
		rs.prune()
	}
	rs.list = append(rs.list, weak.Make(r))
	rs.fresh++
	return r
}

// collect finds the refs that nobody holds any more.
func (rs *refs) collect() {
	runtime.GC()
	rs.fresh = 0
}

// prune forgets refs that are gone. If most are not, the list gets more room, so
// that the next time is as many refs away.
func (rs *refs) prune() {
	live := rs.list[:0]
	for _, w := range rs.list {
		if w.Value() != nil {
			live = append(live, w)
		}
	}
	clear(rs.list[len(live):])
	rs.list = live
	if room := max(64, 2*len(live)); cap(live) < room {
		rs.list = append(make([]weak.Pointer[ref], 0, room), live...)
	}
}

// markRefs marks what Values keep alive. When the heap is more than half full
// and Values have been made since the last time, those that nobody holds any
// more are found first.
func (vm *VM) markRefs(m *heap.Marker) {
	rs := &vm.refs
	if rs.fresh > 0 && vm.heap.UsedBytes() > vm.heap.Limit()/2 {
		rs.collect()
	}
	live := rs.list[:0]
	for _, w := range rs.list {
		if r := w.Value(); r != nil {
			m.Value(r.word)
			m.Values(r.more)
			live = append(live, w)
		}
	}
	clear(rs.list[len(live):])
	rs.list = live
}

// needsRef reports whether something must keep v alive: numbers, None and the
// other singletons live by themselves.
func needsRef(v object.Value) bool {
	return v.IsRef() && v != object.None && v != object.True && v != object.False && v != object.Null
}

// wrap makes a Value.
func (vm *VM) wrap(v object.Value) Value {
	if !needsRef(v) {
		return Value{vm: vm, word: v}
	}
	return Value{vm: vm, word: v, ref: vm.refs.add(&ref{word: v})}
}

// checkpoint is what a call from Go must leave as it was, however it ends.
type checkpoint struct {
	fp     unsafe.Pointer
	ip     uintptr
	mark   int
	evals  int
	args   int
	levels int

	nesting  int
	handling object.Handling
}

// begin is called before the guest is entered from Go.
func (vm *VM) begin() (checkpoint, error) {
	if vm.closed {
		return checkpoint{}, ErrClosed
	}
	if vm.broken != nil {
		return checkpoint{}, vm.broken
	}
	if vm.nested == 0 {
		if err := vm.contexts.cause(); err != nil {
			return checkpoint{}, &Interrupted{Cause: err}
		}
		if vm.spent() {
			return checkpoint{}, vm.budgetError()
		}
		if vm.stopped {
			vm.endGenerators()
		}
	}
	vm.nested++
	vm.heap.Listen(true)
	return checkpoint{vm.fp, vm.ip, vm.heap.Mark(), vm.evalDepth, len(vm.args), len(vm.levels), vm.heap.Nesting(), *vm.heap.Handling()}, nil
}

// end is deferred behind begin: it makes an allocation that has failed a
// MemoryError, any other panic a PanicError, an error of the guest one for Go, and
// restores the VM's state. It does so also when a function called by the guest ends its
// goroutine.
func (vm *VM) end(c *checkpoint, err *error) {
	r := recover()
	vm.fp, vm.ip, vm.evalDepth = c.fp, c.ip, c.evals
	*vm.heap.Handling() = c.handling
	vm.heap.SetNesting(c.nesting)
	clear(vm.args[c.args:])
	vm.args, vm.levels = vm.args[:c.args], vm.levels[:c.levels]
	vm.nested--
	vm.heap.Listen(false) // what follows makes an error of what has ended
	defer func() { vm.heap.Listen(vm.nested > 0) }()
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
	if *err != nil && vm.broken == nil {
		*err = vm.outcome(*err)
	}
	vm.heap.Release(c.mark)
	if vm.nested == 0 && vm.broken == nil {
		vm.stoppedBy(*err)
		if ferr := vm.outside(vm.Stdout.Flush); *err == nil {
			*err = ferr
		}
	}
}

// panicked makes the error of a panic of the VM itself, or of a reader or writer of its
// Options. What it was doing is half done, so it does nothing any more.
func (vm *VM) panicked(r any) error {
	vm.broken = &PanicError{Value: r, Stack: debug.Stack(), Broken: true}
	return vm.broken
}

// initMain makes the module __main__.
func (vm *VM) initMain() {
	h := vm.heap
	vm.main = h.NewModule("__main__")
	vm.mainDict = h.Field(vm.main, object.OffModuleDict)
	vm.moduleNames(vm.mainDict)
	h.DictSetStr(vm.modules, h.Intern("__main__"), vm.main)
}

// moduleNames gives a namespace the names that every module has.
func (vm *VM) moduleNames(dict object.Value) {
	h := vm.heap
	h.DictSetStr(dict, h.Intern("__builtins__"), vm.builtinsModule())
	for _, n := range []string{"__doc__", "__loader__", "__package__", "__spec__"} {
		h.DictSetStr(dict, h.Intern(n), object.None)
	}
}

// Main returns the module __main__: what RunMain runs in. Names that are set in
// it before are there when the program begins.
func (vm *VM) Main() (m Value, err error) {
	c, err := vm.begin()
	if err != nil {
		return Value{}, err
	}
	defer vm.end(&c, &err)
	return vm.wrap(vm.main), nil
}

// Global returns what a name means in the module __main__: a global, or else a
// builtin. The error is a *GuestError of type NameError if it means nothing.
func (vm *VM) Global(name string) (v Value, err error) {
	c, err := vm.begin()
	if err != nil {
		return Value{}, err
	}
	defer vm.end(&c, &err)
	w, err := vm.global(name)
	if err != nil {
		return Value{}, err
	}
	return vm.wrap(w), nil
}

func (vm *VM) global(name string) (object.Value, error) {
	n := vm.heap.Intern(name)
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
	c, err := vm.begin()
	if err != nil {
		return Value{}, err
	}
	defer vm.end(&c, &err)
	f, err := vm.global(name)
	if err != nil {
		return Value{}, err
	}
	return vm.invoke(f, args, nil)
}

// Value converts a Go value to a Python value, as the documentation of the type
// says. The error is a *ConversionError, or a *GuestError of type MemoryError.
func (vm *VM) Value(x any) (v Value, err error) {
	c, err := vm.begin()
	if err != nil {
		return Value{}, err
	}
	defer vm.end(&c, &err)
	w, err := vm.toPython(x, "")
	if err != nil {
		return Value{}, err
	}
	return vm.wrap(w), nil
}

// NewModule makes an empty module that Python code can import by a name without
// dots. The error is one of Errorf's if there is a module of that name.
func (vm *VM) NewModule(name string) (m Value, err error) {
	c, err := vm.begin()
	if err != nil {
		return Value{}, err
	}
	defer vm.end(&c, &err)
	w, err := vm.imports.NewModule(name)
	if err != nil {
		return Value{}, err
	}
	return vm.wrap(w), nil
}

// LoadModule makes a module of code, runs it, and returns it. Python code can
// import it by its name. If the code fails there is no such module afterwards;
// the errors are RunMain's.
func (vm *VM) LoadModule(name string, code *pycode.Code) (m Value, err error) {
	c, err := vm.begin()
	if err != nil {
		return Value{}, err
	}
	defer vm.end(&c, &err)
	w, err := vm.imports.Load(name, &pycode.Module{Code: code, File: code.Filename})
	if err != nil {
		return Value{}, err
	}
	return vm.wrap(w), nil
}
