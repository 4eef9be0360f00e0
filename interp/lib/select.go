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

// selectFiles is select.select. What is not ready at once will not be, unless the program has
// started a process, since nobody else is there to write or to read: it waits for the time
// that it is given, and without one it is unsupported.
func (l *Lib) selectFiles(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	wait := time.Duration(-1)
	if len(a) == 4 && a[3] != object.None {
		var err error
		if wait, err = duration(h, a[3]); err != nil {
			return object.Null, err
		}
	}
	var lists [3]object.Value
	for i := range lists {
		list, err := h.ListFromIter(a[i])
		if err != nil {
			return object.Null, err
		}
		lists[i] = list
	}
	result, any, err := l.readyOf(h, lists)
	for pause := time.Millisecond; err == nil && !any && (l.children.any || l.threadsWait()) && wait != 0; pause = min(2*pause, waitSlice) {
		if wait > 0 {
			pause = min(pause, wait)
			wait -= pause
		}
		if err = l.wait(pause); err == nil {
			result, any, err = l.readyOf(h, lists)
		}
	}
	switch {
	case err != nil || any:
		return result, err
	case wait < 0:
		return object.Null, h.Unsupported("waiting in select without a time: nobody else is there")
	}
	return result, l.wait(wait)
}

// readyOf returns what select.select does, now; any is false where nothing is ready.
func (l *Lib) readyOf(h *object.Heap, lists [3]object.Value) (result object.Value, any bool, err error) {
	result = h.NewTuple(h.NewList(), h.NewList(), h.NewList())
	for i, isReady := range [...]func(ready) bool{ready.readable, ready.writable, func(ready) bool { return false }} {
		for k := 0; k < h.ListLen(lists[i]); k++ { // fileno may change the list
			v := h.ListItem(lists[i], k)
			f, err := l.waitable(h, v)
			if err != nil {
				return object.Null, false, err
			}
			if isReady(f) {
				h.ListAppend(h.TupleItem(result, i), v)
				any = true
			}
		}
	}
	return result, any, nil
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
