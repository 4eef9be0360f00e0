package lib

import (
	"time"

	"github.com/tier2go/tier2/interp/object"
)

// newSelect makes the module select: in name only but for the function select, for files that
// have both ends in the VM.
func (l *Lib) newSelect() (object.Value, error) {
	m := l.refusedModule("select")
	m.functions([]object.Builtin{{Name: "select", Arity: object.Fast, Min: 3, Max: 4, Fn: l.selectFiles}})
	return m.v, nil
}

// selectFiles is select.select. What is not ready at once will not be, since nobody else is
// there to write or to read: it waits for the time that it is given, and without one it is
// unsupported.
func (l *Lib) selectFiles(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	wait := time.Duration(-1)
	if len(a) == 4 && a[3] != object.None {
		var err error
		if wait, err = duration(h, a[3]); err != nil {
			return object.Null, err
		}
	}
	result, any := h.NewTuple(h.NewList(), h.NewList(), h.NewList()), false
	for i, isReady := range [...]func(ready) bool{ready.readable, ready.writable, func(ready) bool { return false }} {
		of, err := h.ListFromIter(a[i])
		if err != nil {
			return object.Null, err
		}
		for k := range h.ListLen(of) {
			f, err := l.waitable(h, h.ListItem(of, k))
			if err != nil {
				return object.Null, err
			}
			if isReady(f) {
				h.ListAppend(h.TupleItem(result, i), h.ListItem(of, k))
				any = true
			}
		}
	}
	switch {
	case any:
		return result, nil
	case wait < 0:
		return object.Null, h.Unsupported("waiting in select without a time: nobody else is there")
	}
	return result, l.wait(wait)
}

// waitable returns the file of a descriptor, or of an object with a fileno.
func (l *Lib) waitable(h *object.Heap, v object.Value) (ready, error) {
	if !h.IsIntegral(v) {
		f, err := h.GetAttr(v, h.Intern("fileno"))
		if err != nil {
			if h.RaisedIs(err, object.AttributeErrorType) {
				err = h.Raise(object.TypeErrorType, "argument must be an int, or have a fileno() method.")
			}
			return nil, err
		}
		if v, err = h.Call(f, nil, object.Null); err != nil {
			return nil, err
		}
		if !h.IsIntegral(v) {
			return nil, h.Raise(object.TypeErrorType, "fileno() returned a non-integer")
		}
	}
	fd, err := h.CInt(v)
	if err != nil {
		return nil, err
	}
	if fd < 0 {
		return nil, h.Raise(object.ValueErrorType, "file descriptor cannot be a negative integer (%d)", fd)
	}
	f, err := l.file(fd)
	if err != nil {
		return nil, osError(h, err, object.Null)
	}
	r, ok := f.(ready)
	if !ok {
		return nil, h.Unsupported("select of files that reach out of the VM")
	}
	return r, nil
}
