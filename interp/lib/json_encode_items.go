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
		if err := e.mark(); err != nil {
			return err
		}
		var err error
		if items, err = h.ListFromIter(v); err != nil {
			return err
		}
	}
	all := h.ListItems
	if h.Is(items, object.TupleType) {
		all = h.TupleItems
	}
	if len(all(items)) == 0 {
		e.add("[]")
		return nil
	}
	if err := e.enter(v); err != nil {
		return err
	}
	e.add("[")
	e.depth++
	for i := 0; ; i++ {
		of := all(items)
		if i >= len(of) {
			break
		}
		if err := h.Poll(); err != nil {
			return err
		}
		if err := e.next(i == 0); err != nil {
			return err
		}
		if err := e.term(of[i]); err != nil {
			return e.note(err, v, fmt.Sprintf(" item %d", i))
		}
	}
	e.depth--
	if err := e.leave(); err != nil {
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
	if err := e.enter(v); err != nil {
		return err
	}
	e.add("{")
	e.depth++
	first := true
	if e.sort || !h.Is(v, object.DictType) {
		if err := e.mark(); err != nil {
			return err
		}
		if err := e.sorted(v, &first); err != nil {
			return err
		}
	} else {
		for pos := 0; ; {
			key, x, ok := h.DictNext(v, &pos)
			if !ok {
				break
			}
			if err := e.item(v, key, x, &first); err != nil {
				return err
			}
		}
	}
	e.depth--
	if err := e.leave(); err != nil {
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
	if e.keyEnd != nil {
		e.room(len(e.keyEnd))
		e.b = append(e.b, e.keyEnd...)
	} else {
		e.str(e.keySep)
	}
	err := e.term(x)
	if err == nil {
		return nil
	}
	var r *object.Raised
	if !errors.As(err, &r) {
		return err
	}
	if failed := e.mark(); failed != nil {
		return failed
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
