package interp

import (
	"context"
	"errors"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Warnings of CPython's compiler. It gives them to warnings.warn_explicit while it compiles; here they come with the code
// that has been compiled, or with the error that compiling has ended in.

// askCompiler asks a function of the Options for code. The program sees the warnings before the code, or before the
// error that compiling has ended in.
func (vm *VM) askCompiler(f func(ctx context.Context) (*pycode.Code, error)) error {
	var list []pycode.Warning
	failed := vm.askGo(func(ctx context.Context) error {
		code, err := f(ctx)
		var source interface{ PythonWarnings() []pycode.Warning }
		if errors.As(err, &source) {
			list = source.PythonWarnings()
		} else if code != nil {
			list = code.Warnings
		}
		return err
	})
	for _, w := range list {
		if err := vm.warn(w); err != nil {
			return err
		}
	}
	return failed
}

// warn is warnings.warn_explicit for one of them. The error is what a filter makes of it.
func (vm *VM) warn(w pycode.Warning) error {
	h := vm.heap
	m := h.Mark()
	defer h.Release(m)
	category := vm.bridge.ExceptionType(w.Category)
	if category == nil {
		return h.Unsupported("warning of the class " + w.Category)
	}
	explicit, err := vm.lib.Warnings("warn_explicit")
	if explicit == object.Null || err != nil {
		return err
	}
	h.Push(explicit)
	args := h.NewTuple(h.NewStr(w.Message), category.Object, h.NewStr(w.Filename), object.SmallInt(int64(w.Line)))
	h.Push(args)
	_, err = h.Call(explicit, h.TupleItems(args), object.Null)
	if err != nil && w.Err != nil && h.RaisedIs(err, category.ID) {
		return vm.bridge.RaiseError(w.Err)
	}
	return err
}
