package interp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// Func is the type of Go functions that take Python's positional arguments as
// they are, without reflection. args is valid during the call only; the Values in
// it may be kept. The result is converted as Value says.
//
// Any other func becomes a builtin function too: its arguments are converted to
// the types of its parameters, and it gets as many as it has, or from a variadic
// one more. It may have any number of results: none is None, more than one is a
// tuple. A last result of type error is not among them:
//
//	vm.SetGlobal("hypot", math.Hypot)
//	vm.SetGlobal("read", func(name string) ([]byte, error) { return fs.ReadFile(root, name) })
//
// Errors raise exceptions. One made by Raise has the type that it says; the error
// of a call of Python raises the same exception again; any other is a
// RuntimeError, and Go finds the error in the GuestError if nothing catches the
// exception. Interrupted, PanicError and Unsupported are no exceptions: they end
// what Go has called, as a panic of the function does.
//
// A function may use the VM, call Python that calls Go again too, on the goroutine
// that it is called on. A Python function made of a Go func lives as long as the VM.
type Func = func(args []Value) (any, error)

// newFunc makes a builtin function. The name is that of the Go function if it is
// empty.
func (vm *VM) newFunc(name string, fn reflect.Value) object.Value {
	if name == "" {
		name = runtime.FuncForPC(fn.Pointer()).Name()
		name = name[strings.LastIndexByte(name, '.')+1:]
	}
	b := &object.Builtin{Name: name, Max: -1}
	var f goFunc
	if direct, ok := fn.Interface().(Func); ok {
		f = vm.direct(direct)
	} else {
		t := fn.Type()
		b.Min, b.Max = t.NumIn(), t.NumIn()
		if t.IsVariadic() {
			b.Min, b.Max = t.NumIn()-1, -1
		}
		f = vm.reflected(name, fn)
	}
	b.Fn = func(_ *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
		return vm.callGo(f, args)
	}
	return vm.heap.NewBuiltin(b, object.Null)
}

// errorType is the type of the interface error.
var errorType = reflect.TypeFor[error]()

// goFunc is a Go function as the guest calls it. The guest keeps the arguments
// alive during the call.
type goFunc func(args []object.Value) (any, error)

// direct makes a goFunc of a Func.
func (vm *VM) direct(f Func) goFunc {
	return func(args []object.Value) (any, error) {
		n := len(vm.args)
		vm.wrapArgs(args)
		x, err := f(vm.args[n:len(vm.args):len(vm.args)])
		clear(vm.args[n:])
		vm.args = vm.args[:n]
		return x, err
	}
}

// reflected makes a goFunc of any func. The number of arguments has been checked.
func (vm *VM) reflected(name string, fn reflect.Value) goFunc {
	t := fn.Type()
	results := t.NumOut()
	fails := results > 0 && t.Out(results-1) == errorType
	if fails {
		results--
	}
	return func(args []object.Value) (any, error) {
		in := make([]reflect.Value, len(args))
		for i, a := range args {
			var p reflect.Type
			if last := t.NumIn() - 1; t.IsVariadic() && i >= last {
				p = t.In(last).Elem()
			} else {
				p = t.In(i)
			}
			in[i] = reflect.New(p).Elem()
			if err := vm.toGo(Value{vm: vm, word: a}, in[i], 0); err != nil {
				return nil, Raise("TypeError", "%s() argument %d: %v", name, i+1, err)
			}
		}
		out := fn.Call(in)
		if fails {
			if err, ok := out[results].Interface().(error); ok {
				return nil, err
			}
		}
		switch results {
		case 0:
			return nil, nil
		case 1:
			return out[0].Interface(), nil
		}
		tuple := make(tupleOf, results)
		for i := range tuple {
			tuple[i] = out[i].Interface()
		}
		return tuple, nil
	}
}

// tupleOf are several results of a Go function: they become a tuple.
type tupleOf []any

// callGo calls a Go function for the guest. Its panic is an error; memory that
// runs out is one here already, so that machine code need not know.
func (vm *VM) callGo(f goFunc, args []object.Value) (w object.Value, err error) {
	n, done := len(vm.args), false
	defer func() {
		if done {
			return
		}
		switch r := recover().(type) {
		case nil: // the goroutine ends, by runtime.Goexit: end tidies up
			return
		case heap.OutOfMemory:
			err = vm.heap.RaiseMemoryError()
		case heap.Stopped:
			err = r.Err
		default:
			err = &PanicError{Value: r, Stack: debug.Stack()}
		}
		w = object.Null
		clear(vm.args[n:])
		vm.args = vm.args[:n]
	}()
	x, err := f(args)
	if err == nil {
		w, err = vm.toPython(x, "")
	}
	if err != nil {
		w, err = object.Null, vm.raiseGo(err)
	}
	done = true
	return w, err
}

// askGo calls a function of the Options for the guest, with a context that is done when the VM is interrupted by one;
// the error is that of the interruption then.
func (vm *VM) askGo(f func(ctx context.Context) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	defer vm.contexts.tell(cancel)()
	_, err := vm.callGo(func([]object.Value) (any, error) { return nil, f(ctx) }, nil)
	if cause := vm.contexts.cause(); cause != nil {
		return &Interrupted{Cause: cause}
	}
	return err
}

// wrapArgs pushes Values of arguments to vm.args. Those that are objects share a
// ref.
func (vm *VM) wrapArgs(args []object.Value) {
	var shared *ref
	for _, a := range args {
		v := Value{vm: vm, word: a}
		if needsRef(a) {
			if shared == nil {
				shared = vm.refs.add(&ref{word: object.Null, more: append([]object.Value(nil), args...)})
			}
			v.ref = shared
		}
		vm.args = append(vm.args, v)
	}
}

// raiseGo returns what an error of a Go function raises.
func (vm *VM) raiseGo(err error) error {
	var (
		interrupted *Interrupted
		panicked    *PanicError
		unsupported *Unsupported
		guest       *GuestError
		convert     *ConversionError
	)
	if errors.As(err, &interrupted) || errors.As(err, &panicked) || errors.As(err, &unsupported) {
		return err
	}
	h := vm.heap
	if exit, ok := err.(*SystemExit); ok {
		if exit.exc.vm == vm {
			return h.PassOn(exit.exc.word)
		}
		return h.RaiseWith(object.SystemExitType, h.Int(int64(exit.Code)))
	}
	msg := strings.ToValidUTF8(err.Error(), "\uFFFD")
	if g, ok := err.(*GuestError); ok {
		if g.exc.vm == vm && vm.alive(g.exc) {
			return h.PassOn(g.exc.word)
		}
		if t := vm.exceptionType(g.Type); t != nil {
			return h.RaiseValue(h.NewException(t, h.NewStr(strings.ToValidUTF8(g.Message, "\uFFFD"))))
		}
	}
	var source sourceError
	if errors.As(err, &source) {
		if typ, args := source.PythonException(); vm.exceptionType(typ) != nil {
			exc, err := h.Call(vm.exceptionType(typ).Object, vm.exceptionArgs(args), object.Null)
			if err != nil {
				return err
			}
			if err := vm.setPlace(exc, source); err != nil {
				return err
			}
			return h.RaiseValue(exc)
		}
	}
	t := object.RuntimeErrorType
	if errors.As(err, &convert) {
		t = object.TypeErrorType
	}
	exc := h.NewException(h.Type(t), h.NewStr(msg))
	h.SetField(exc, object.OffExcState, h.NewTuple(h.NewHandleObject(vm.goError, err)))
	if errors.As(err, &guest) && guest.exc.vm == vm && vm.alive(guest.exc) {
		h.SetCause(exc, guest.exc.word)
	}
	return h.RaiseValue(exc)
}

// sourceError is an error of source text (compile.SyntaxError).
type sourceError interface {
	error
	PythonException() (typ string, args []any)
}

// setPlace sets the attributes of an exception that an error of source text has besides its
// arguments.
func (vm *VM) setPlace(exc object.Value, source sourceError) error {
	h := vm.heap
	more, ok := source.(interface{ PythonAttributes() map[string]any })
	if !ok {
		return nil
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(exc)
	attrs := more.PythonAttributes()
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		if err := h.SetAttr(exc, h.Intern(name), vm.exceptionArgs([]any{attrs[name]})[0]); err != nil {
			return err
		}
	}
	return nil
}

// exceptionArgs makes values of strings, whole numbers, nil, and tuples of these.
func (vm *VM) exceptionArgs(list []any) []object.Value {
	h := vm.heap
	out := h.NewList()
	for _, x := range list {
		v := object.None
		switch x := x.(type) {
		case string:
			v = h.NewStr(x)
		case float64:
			v = h.Int(int64(x))
		case []any:
			v = h.NewTuple(vm.exceptionArgs(x)...)
		}
		h.ListAppend(out, v)
	}
	return h.ListItems(out)
}

func (vm *VM) alive(v Value) bool { return v.usable() == nil }

// exceptionType returns a builtin exception type by its name, nil if there is
// none.
func (vm *VM) exceptionType(name string) *object.Type {
	h := vm.heap
	v := h.DictGetStr(vm.builtins, h.Intern(name))
	if v == object.Null || !h.Is(v, object.TypeType) {
		return nil
	}
	if t := h.TypeFromObject(v); t.IsException {
		return t
	}
	return nil
}

// initGoErrors makes the type of the objects by which an exception keeps the Go
// error that it comes from. The guest never sees one.
func (vm *VM) initGoErrors() {
	vm.goError = vm.heap.RegisterType(&object.Type{Name: "go_error", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
	}}).ID
}

// goErrorOf returns the Go error that an exception comes from, nil if it comes
// from none.
func (vm *VM) goErrorOf(exc object.Value) error {
	h := vm.heap
	state := h.Field(exc, object.OffExcState)
	if !h.Is(state, object.TupleType) || h.TupleLen(state) != 1 {
		return nil
	}
	if v := h.TupleItem(state, 0); h.Is(v, vm.goError) {
		return h.HandleOf(v).(error)
	}
	return nil
}

// ConversionError says that a value has no counterpart in the other language, or
// does not fit the type that is asked for.
type ConversionError struct {
	From, To string // "Go chan int", "Python", "Python str"
	Why      string // "" if the types say all
}

// Error implements error.
func (e *ConversionError) Error() string {
	s := fmt.Sprintf("interp: cannot convert %s to %s", e.From, e.To)
	if e.Why != "" {
		s += ": " + e.Why
	}
	return s
}
