package lib

import (
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// What sys says about objects (Python/sysmodule.c), how long a thread runs, and breakpoint with its hook.

// immortalCount is what CPython counts of an object that is never freed
// (_Py_IMMORTAL_INITIAL_REFCNT).
const immortalCount = 3 << 30

// objectFacts are functions of sys. References are not counted: the count of every object
// is that of one which is never freed.
var objectFacts = []object.Builtin{
	{Name: "getsizeof", Arity: object.Varied, FnKw: getSizeOf},
	{Name: "getrefcount", Module: "sys", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return h.Int(immortalCount), nil
	}},
}

var sizeSig = object.NewSignature("getsizeof", 0, 1, 0, "object", "default")

// getSizeOf is sys.getsizeof.
func getSizeOf(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, sizeSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	size, err := sizeOf(h, p[0])
	if err != nil && p[1] != object.Null && h.RaisedIs(err, object.TypeErrorType) {
		return p[1], nil
	}
	return size, err
}

func sizeOf(h *object.Heap, v object.Value) (object.Value, error) {
	t := h.TypeOf(v)
	method, err := h.Bind(t.Lookup(h.Intern("__sizeof__")), v)
	if err != nil {
		return object.Null, err
	}
	size, err := h.Call(method, nil, object.Null)
	if err != nil {
		return object.Null, err
	}
	if !h.IsInstance(size, object.IntType) {
		return object.Null, h.Raise(object.TypeErrorType, "an integer is required")
	}
	n, err := h.Ssize(size)
	if err == nil && n < 0 {
		err = h.Raise(object.ValueErrorType, "__sizeof__() should return >= 0")
	}
	return h.Int(int64(n)), err
}

// breakpoint is the builtin of that name: it calls sys.breakpointhook.
func (l *Lib) breakpoint() []object.Builtin {
	return []object.Builtin{
		{Name: "breakpoint", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			if l.sys == object.Null { // nobody can have set the hook
				return l.breakpointHook(h, object.Null, args, kwnames)
			}
			hook := l.Sys("breakpointhook")
			if hook == object.Null {
				return object.Null, h.Raise(object.RuntimeErrorType, "lost sys.breakpointhook")
			}
			return h.Call(hook, args, kwnames)
		}},
	}
}

// breakpointHook calls what the environment's PYTHONBREAKPOINT names.
func (l *Lib) breakpointHook(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	name := l.getEnv("PYTHONBREAKPOINT")
	switch name {
	case "0":
		return object.None, nil
	case "":
		name = "pdb.set_trace"
	}
	hook, err := l.named(name)
	if err != nil {
		if !h.RaisedIs(err, object.ImportErrorType) && !h.RaisedIs(err, object.AttributeErrorType) && !h.RaisedIs(err, object.ValueErrorType) {
			return object.Null, err
		}
		return object.None, l.h.Warn(object.RuntimeWarningType, `Ignoring unimportable $PYTHONBREAKPOINT: "`+name+`"`, 1)
	}
	return h.Call(hook, args, kwnames)
}

// named returns what a name with its module's in front of it refers to; without one it is a builtin.
func (l *Lib) named(name string) (object.Value, error) {
	h, module, last := l.h, "builtins", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		module, last = name[:i], name[i+1:]
	}
	mod, err := l.host.Import(h.NewDict(), h.NewStr(module), h.NewTuple(h.NewStr(last)), object.SmallInt(0))
	if err != nil {
		return object.Null, err
	}
	return h.GetAttr(mod, h.NewStr(last))
}
