package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// What an element does with its children, and how paths find them.

// count returns how many children an element has.
func (k *etree) count(v object.Value) int {
	if l := k.h.Field(v, offElemChildren); l != object.Null {
		return k.h.ListLen(l)
	}
	return 0
}

// at returns a child, which there must be.
func (k *etree) at(v object.Value, i int) object.Value {
	return k.h.ListItem(k.h.Field(v, offElemChildren), i)
}

// list returns the list of the children, which it makes if there is none. No program gets at it.
func (k *etree) list(v object.Value) object.Value {
	if k.h.Field(v, offElemChildren) == object.Null {
		k.h.SetField(v, offElemChildren, k.h.NewList())
	}
	return k.h.Field(v, offElemChildren)
}

// add appends a child.
func (k *etree) add(v, child object.Value) { k.h.ListAppend(k.list(v), child) }

// notElement is the error for what is to be a child and is no element.
func (k *etree) notElement(x object.Value) error {
	return k.h.Raise(object.TypeErrorType, "expected an Element, not \"%s\"", k.h.TypeName(x))
}

// indexed reports whether a key is an index, and not a slice; the error is that of what is neither.
func (k *etree) indexed(key object.Value) (bool, error) {
	h := k.h
	if h.Is(key, object.SliceType) {
		return false, nil
	}
	if _, err := h.ToIndex(key); err != nil {
		if h.RaisedIs(err, object.TypeErrorType) {
			err = h.Raise(object.TypeErrorType, "element indices must be integers")
		}
		return false, err
	}
	return true, nil
}

// child is v[key].
func (k *etree) child(h *object.Heap, v, key object.Value) (object.Value, error) {
	index, err := k.indexed(key)
	if err != nil {
		return object.Null, err
	}
	x, err := h.GetItem(k.list(v), key)
	if err != nil && index && h.RaisedIs(err, object.IndexErrorType) {
		err = h.Raise(object.IndexErrorType, "child index out of range")
	}
	return x, err
}

// setChild is v[key] = x, or del v[key].
func (k *etree) setChild(h *object.Heap, v, key, x object.Value) error {
	index, err := k.indexed(key)
	if err != nil {
		return err
	}
	m := h.Mark()
	defer h.Release(m)
	l := k.list(v)
	switch {
	case x == object.Null:
		err = h.DelItem(l, key)
	case index:
		if _, err = h.GetItem(l, key); err == nil && !h.IsInstance(x, k.element.ID) {
			return k.notElement(x)
		}
		if err == nil {
			err = h.SetItem(l, key, x)
		}
	default:
		if x, err = k.elements(x, `expected sequence, not "`+h.TypeName(x)+`"`); err != nil {
			return err
		}
		err = h.SetItem(l, key, x)
	}
	if err != nil && index && h.RaisedIs(err, object.IndexErrorType) {
		err = h.Raise(object.IndexErrorType, "child assignment index out of range")
	}
	return err
}

// elements makes a list of what is to be elements, which the caller's mark keeps alive.
func (k *etree) elements(x object.Value, refused string) (object.Value, error) {
	h := k.h
	l, err := h.ListFromIter(x)
	if err != nil {
		if h.RaisedIs(err, object.TypeErrorType) {
			err = h.Raise(object.TypeErrorType, "%s", refused)
		}
		return object.Null, err
	}
	h.Push(l)
	for i := range h.ListLen(l) {
		if c := h.ListItem(l, i); !h.IsInstance(c, k.element.ID) {
			return object.Null, k.notElement(c)
		}
	}
	return l, nil
}

// childMethods are the methods that are about children.
func (k *etree) childMethods() []object.Builtin {
	return []object.Builtin{
		{Name: "append", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], k.element.ID) {
				return object.Null, h.Raise(object.TypeErrorType, "append() argument 1 must be xml.etree.ElementTree.Element, not %s", h.TypeName(a[0]))
			}
			k.add(v, a[0])
			return object.None, nil
		}},
		{Name: "extend", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			m := h.Mark()
			defer h.Release(m)
			l, err := k.elements(a[0], "'elements' must be an iterable")
			if err != nil {
				return object.Null, err
			}
			for i := range h.ListLen(l) {
				k.add(v, h.ListItem(l, i))
			}
			return object.None, nil
		}},
		{Name: "insert", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			i, err := h.Ssize(a[0])
			if err != nil {
				return object.Null, err
			}
			if !h.IsInstance(a[1], k.element.ID) {
				return object.Null, h.Raise(object.TypeErrorType, "insert() argument 2 must be xml.etree.ElementTree.Element, not %s", h.TypeName(a[1]))
			}
			if i < 0 {
				i = max(0, i+k.count(v))
			}
			h.ListInsert(k.list(v), min(i, k.count(v)), a[1])
			return object.None, nil
		}},
		{Name: "remove", Arity: object.O, Fn: k.removeChild},
		{Name: "find", Arity: object.Varied, FnKw: k.finding("find", func(k *etree, found []object.Value, _ object.Value) (object.Value, error) {
			if len(found) == 0 {
				return object.None, nil
			}
			return found[0], nil
		}, true)},
		{Name: "findtext", Arity: object.Varied, FnKw: k.finding("findtext", func(k *etree, found []object.Value, otherwise object.Value) (object.Value, error) {
			if len(found) == 0 {
				return otherwise, nil
			}
			if text := k.h.Field(found[0], offElemText); text != object.None {
				return text, nil
			}
			return k.h.Intern(""), nil
		}, true)},
		{Name: "findall", Arity: object.Varied, FnKw: k.finding("findall", func(k *etree, found []object.Value, _ object.Value) (object.Value, error) {
			return k.h.NewList(found...), nil
		}, false)},
		{Name: "iterfind", Arity: object.Varied, FnKw: k.finding("iterfind", nil, false)},
		{Name: "iter", Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			a := [1]object.Value{object.Null}
			if err := bind(h, elemIterSig, args, kwnames, a[:]); err != nil {
				return object.Null, err
			}
			if a[0] == object.None || a[0] != object.Null && h.Is(a[0], object.StrType) && h.StrIs(a[0], "*") {
				a[0] = object.Null
			}
			return k.newIter(v, a[0], false), nil
		}},
		{Name: "itertext", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return k.newIter(v, object.Null, true), nil
		}},
	}
}

var (
	elemIterSig     = object.NewSignature("iter", 0, 0, 0, "tag")
	elemFindSig     = object.NewSignature("find", 1, 0, 0, "path", "namespaces")
	elemFindTextSig = object.NewSignature("findtext", 1, 0, 0, "path", "default", "namespaces")
)

// removeChild is v.remove(x): the first child that is x, or equals it.
func (k *etree) removeChild(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], k.element.ID) {
		return object.Null, h.Raise(object.TypeErrorType, "remove() argument must be xml.etree.ElementTree.Element, not %s", h.TypeName(a[0]))
	}
	for i := 0; i < k.count(v); i++ {
		if k.at(v, i) == a[0] {
			return object.None, h.DelItem(k.list(v), object.SmallInt(int64(i)))
		}
	}
	for i := 0; i < k.count(v); i++ {
		h.CheckStop()
		same, err := h.Same(k.at(v, i), a[0])
		if err != nil {
			return object.Null, err
		}
		if same && i < k.count(v) {
			return object.None, h.DelItem(k.list(v), object.SmallInt(int64(i)))
		}
	}
	return object.Null, h.Raise(object.ValueErrorType, "Element.remove(x): element not found")
}

// finding is find and its like: a tag is compared with those of the children, for paths there is xml.etree.ElementPath. of makes the
// result of the children found, of which one is enough; nil: it is ElementPath's always.
func (k *etree) finding(name string, of func(k *etree, found []object.Value, otherwise object.Value) (object.Value, error), one bool) kwFunc {
	return func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		a := [3]object.Value{object.Null, object.Null, object.Null}
		sig, ns := elemFindSig, 1
		if name == "findtext" {
			sig, ns = elemFindTextSig, 2
		}
		if err := bind(h, sig, args, kwnames, a[:ns+1]); err != nil {
			return object.Null, err
		}
		otherwise := object.None
		if ns == 2 && a[1] != object.Null {
			otherwise = a[1]
		}
		if a[ns] == object.Null {
			a[ns] = object.None
		}
		if of == nil || a[ns] != object.None || k.isPath(a[0]) {
			return k.byPath(name, v, a[0], otherwise, a[ns])
		}
		m := h.Mark()
		defer h.Release(m)
		var found []object.Value
		for i := 0; i < k.count(v); i++ {
			h.CheckStop()
			c := k.at(v, i)
			h.Push(c)
			same, err := h.Same(h.Field(c, offElemTag), a[0])
			if err != nil {
				return object.Null, err
			}
			if same {
				if found = append(found, c); one {
					break
				}
			}
		}
		return of(k, found, otherwise)
	}
}

// byPath calls a function of ElementPath.
func (k *etree) byPath(name string, v, path, otherwise, namespaces object.Value) (object.Value, error) {
	h := k.h
	mod, err := h.ImportModule("xml.etree.ElementPath")
	if err != nil {
		return object.Null, err
	}
	args := []object.Value{v, path, namespaces}
	if name == "findtext" {
		args = []object.Value{v, path, otherwise, namespaces}
	}
	return callMethod(h, mod, name, args...)
}

// isPath reports whether what is to be found is more than a tag.
func (k *etree) isPath(path object.Value) bool {
	h := k.h
	if !h.IsInstance(path, object.StrType) {
		return true
	}
	s, outside := h.GoString(path), true
	if len(s) >= 3 && s[0] == '{' && (s[1] == '}' || s[1] == '*' && s[2] == '}') {
		return true
	}
	for i := range len(s) {
		switch s[i] {
		case '{':
			outside = false
		case '}':
			outside = true
		case '/', '*', '[', '@', '.':
			if outside {
				return true
			}
		}
	}
	return false
}
