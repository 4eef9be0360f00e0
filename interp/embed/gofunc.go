package embed

import (
	"reflect"
	"runtime"
	"runtime/debug"
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
func (br *Bridge) newFunc(name string, fn reflect.Value) object.Value {
	if name == "" {
		name = runtime.FuncForPC(fn.Pointer()).Name()
		name = name[strings.LastIndexByte(name, '.')+1:]
	}
	b := &object.Builtin{Name: name, Max: -1}
	var f goFunc
	if direct, ok := fn.Interface().(Func); ok {
		f = br.direct(direct)
	} else {
		t := fn.Type()
		b.Min, b.Max = t.NumIn(), t.NumIn()
		if t.IsVariadic() {
			b.Min, b.Max = t.NumIn()-1, -1
		}
		f = br.reflected(name, fn)
	}
	b.Fn = func(_ *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
		return br.callGo(f, args)
	}
	return br.heap.NewBuiltin(b, object.Null)
}

// errorType is the type of the interface error.
var errorType = reflect.TypeFor[error]()

// goFunc is a Go function as the guest calls it. The guest keeps the arguments
// alive during the call.
type goFunc func(args []object.Value) (any, error)

// direct makes a goFunc of a Func.
func (br *Bridge) direct(f Func) goFunc {
	return func(args []object.Value) (any, error) {
		n := len(br.args)
		br.wrapArgs(args)
		x, err := f(br.args[n:len(br.args):len(br.args)])
		br.DropArgs(n)
		return x, err
	}
}

// reflected makes a goFunc of any func. The number of arguments has been checked.
func (br *Bridge) reflected(name string, fn reflect.Value) goFunc {
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
			if err := br.toGo(Value{in: br, word: a}, in[i], 0); err != nil {
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
func (br *Bridge) callGo(f goFunc, args []object.Value) (w object.Value, err error) {
	n, done := len(br.args), false
	defer func() {
		if done {
			return
		}
		switch r := recover().(type) {
		case nil: // the goroutine ends, by runtime.Goexit: end tidies up
			return
		case heap.OutOfMemory:
			err = br.heap.RaiseMemoryError()
		case heap.Stopped:
			err = r.Err
		default:
			err = &PanicError{Value: r, Stack: debug.Stack()}
		}
		w = object.Null
		br.DropArgs(n)
	}()
	x, err := f(args)
	if err == nil {
		w, err = br.ToPython(x, "")
	}
	if err != nil {
		w, err = object.Null, br.RaiseError(err)
	}
	done = true
	return w, err
}

// wrapArgs pushes Values of arguments to br.args. Those that are objects share a
// ref.
func (br *Bridge) wrapArgs(args []object.Value) {
	var shared *ref
	for _, a := range args {
		v := Value{in: br, word: a}
		if needsRef(a) {
			if shared == nil {
				shared = br.refs.add(&ref{word: object.Null, more: append([]object.Value(nil), args...)})
			}
			v.ref = shared
		}
		br.args = append(br.args, v)
	}
}

// Run calls a Go function for the guest that has no arguments and no result.
func (br *Bridge) Run(f func() error) error {
	_, err := br.callGo(func([]object.Value) (any, error) { return nil, f() }, nil)
	return err
}
