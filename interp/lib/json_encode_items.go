package lib

import (
	"errors"
	"fmt"

	"github.com/tier2go/tier2/interp/object"
)

// list encodes a list or a tuple. Guest code that is called meanwhile may change it.
func (e *jsonEncoding) list(v object.Value) error {
	h := e.h
	items := v
	if !h.Is(v, object.ListType) && !h.Is(v, object.TupleType) {
		var err error
		if items, err = h.ListFromIter(v); err != nil {
			return err
		}
	}
	get, length := h.ListItem, h.ListLen
	if h.Is(items, object.TupleType) {
		get, length = h.TupleItem, h.TupleLen
	}
	if length(items) == 0 {
		e.add("[]")
		return nil
	}
	id, err := e.enter(v)
	if err != nil {
		return err
	}
	e.add("[")
	e.depth++
	for i := 0; i < length(items); i++ {
		if err := h.Poll(); err != nil {
			return err
		}
		if err := e.next(i == 0); err != nil {
			return err
		}
		if err := e.term(get(items, i)); err != nil {
			return e.note(err, v, fmt.Sprintf(" item %d", i))
		}
	}
	e.depth--
	if err := e.leave(id); err != nil {
		return err
	}
	if err := e.line(); err != nil {
		return err
	}
	e.add("]")
	return nil
}

// dict encodes a dict. Guest code that is called meanwhile may change it.
func (e *jsonEncoding) dict(v object.Value) error {
	h := e.h
	if h.DictLen(v) == 0 {
		e.add("{}")
		return nil
	}
	id, err := e.enter(v)
	if err != nil {
		return err
	}
	e.add("{")
	e.depth++
	first := true
	if e.sort || !h.Is(v, object.DictType) {
		err = e.sorted(v, &first)
	} else {
		for pos := 0; err == nil; {
			key, x, ok := h.DictNext(v, &pos)
			if !ok {
				break
			}
			err = e.item(v, key, x, &first)
		}
	}
	e.depth--
	if err != nil {
		return err
	}
	if err := e.leave(id); err != nil {
		return err
	}
	if !first {
		if err := e.line(); err != nil {
			return err
		}
	}
	e.add("}")
	return nil
}

// sorted encodes what a dict's items() has, sorted if that is asked for.
func (e *jsonEncoding) sorted(v object.Value, first *bool) error {
	h := e.h
	f, err := h.GetAttr(v, h.Intern("items"))
	if err != nil {
		return err
	}
	view, err := h.Call(f, nil, object.Null)
	if err != nil {
		return err
	}
	it, err := h.Iter(view)
	if err != nil {
		if h.RaisedIs(err, object.TypeErrorType) {
			err = h.Raise(object.TypeErrorType, "%s.items() returned a non-iterable (type %s)", h.TypeName(v), h.TypeName(view))
		}
		return err
	}
	items, err := h.ListFromIter(it)
	if err != nil {
		return err
	}
	if e.sort {
		if err := h.Sort(items, object.None, false); err != nil {
			return err
		}
	}
	for i := 0; i < h.ListLen(items); i++ {
		item := h.ListItem(items, i)
		if !h.IsInstance(item, object.TupleType) || h.TupleLen(item) != 2 {
			return h.Raise(object.ValueErrorType, "items must return 2-tuples")
		}
		if err := e.item(v, h.TupleItem(item, 0), h.TupleItem(item, 1), first); err != nil {
			return err
		}
	}
	return nil
}

// item encodes a key and its value in the dict v.
func (e *jsonEncoding) item(v, key, x object.Value, first *bool) error {
	h := e.h
	if err := h.Poll(); err != nil {
		return err
	}
	at := len(e.b)
	if err := e.next(*first); err != nil {
		return err
	}
	if skipped, err := e.key(key); skipped || err != nil {
		e.b = e.b[:at]
		return err
	}
	*first = false
	e.str(e.keySep)
	err := e.term(x)
	if err == nil {
		return nil
	}
	var r *object.Raised
	if !errors.As(err, &r) {
		return err
	}
	exc := r.Exc
	text, failed := h.Repr(key)
	if failed != nil {
		return failed
	}
	return e.note(h.PassOn(exc), v, " item "+h.GoString(text))
}

// key encodes a key, as a str.
func (e *jsonEncoding) key(key object.Value) (skipped bool, err error) {
	h := e.h
	if h.Is(key, object.StrType) || h.IsInstance(key, object.StrType) {
		return false, e.text(key)
	}
	if e.fast {
		e.add(`"`)
	}
	from := len(e.b)
	done, err := e.scalar(key)
	switch {
	case err != nil:
		return false, err
	case !done && e.skip:
		return true, nil
	case !done:
		return false, h.Raise(object.TypeErrorType, "keys must be str, int, float, bool or None, not %s", h.TypeName(key))
	case e.fast:
		e.add(`"`)
		return false, nil
	}
	name := h.NewStr(string(e.b[from:]))
	e.b = e.b[:from]
	return false, e.text(name)
}
