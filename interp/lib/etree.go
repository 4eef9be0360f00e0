package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _elementtree (Modules/_elementtree.c), under xml.etree.ElementTree: elements are here, their children in
// etree_children.go, iterators in etree_iter.go, what builds trees in etree_builder.go, the parser in etree_parser.go.

// The fields of an Element.
const (
	offElemTag      = 8
	offElemText     = 16
	offElemTail     = 24
	offElemAttrib   = 32 // dict; Null: there are none
	offElemChildren = 40 // list; Null: there are none
	elemSize        = 48
)

// etree is the module's state.
type etree struct {
	l                        *Lib
	h                        *object.Heap
	element, children, iter  *object.Type
	builder, parser          *object.Type
	parseError, state        object.TypeID
	commentFactory, piMaking object.Value // what _set_factories has set; Null: nothing
}

// newElementTree makes the module.
func (l *Lib) newElementTree() (object.Value, error) {
	h, m := l.h, l.newModule("_elementtree")
	k := &etree{l: l, h: h, commentFactory: object.Null, piMaking: object.Null}
	h.AddRoots(func(m *heap.Marker) { m.Value(k.commentFactory); m.Value(k.piMaking) })
	base := h.Type(object.SyntaxErrorType)
	k.parseError = h.RegisterType(&object.Type{Name: "ParseError", Module: etreeModule, Base: base, IsException: true, Slots: base.Slots}).ID
	m.set("ParseError", h.Type(k.parseError).Object)
	k.registerElement(m)
	k.registerIter()
	k.registerBuilder(m)
	k.registerParser(m)
	m.functions([]object.Builtin{
		{Name: "SubElement", Arity: object.Varied, FnKw: k.subElement},
		{Name: "_set_factories", Arity: object.Fast, Min: 2, Max: 2, Fn: k.setFactories},
	})
	return m.v, nil
}

const etreeModule = "xml.etree.ElementTree"

func (k *etree) setFactories(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	for i, what := range []string{"Comment", "PI"} {
		if a[i] != object.None && h.TypeOf(a[i]).Call == nil {
			return object.Null, h.Raise(object.TypeErrorType, "%s factory must be callable, not %s", what, h.TypeName(a[i]))
		}
	}
	shown := func(v object.Value) object.Value {
		if v == object.Null {
			return object.None
		}
		return v
	}
	old := h.NewTuple(shown(k.commentFactory), shown(k.piMaking))
	k.commentFactory, k.piMaking = a[0], a[1]
	return old, nil
}

func (k *etree) registerElement(m *module) {
	h := k.h
	slots := initializedFrom(func(_ *object.Heap, t *object.Type) object.Value { return k.bare(t) }, k.initElement)
	slots.Repr = func(h *object.Heap, v object.Value) (object.Value, error) {
		tag, err := h.Repr(h.Field(v, offElemTag))
		if err != nil {
			return object.Null, err
		}
		return h.NewStr("<Element " + h.GoString(tag) + " at " + h.Address(v) + ">"), nil
	}
	slots.Len = func(_ *object.Heap, v object.Value) (int, error) { return k.count(v), nil }
	slots.Bool = func(h *object.Heap, v object.Value) (bool, error) {
		err := h.Warn(object.DeprecationWarningType, "Testing an element's truth value will always return True in future versions.  "+
			"Use specific 'len(elem)' or 'elem is not None' test instead.", 1)
		return k.count(v) != 0, err
	}
	slots.GetItem, slots.SetItem = k.child, k.setChild
	slots.Iter = func(h *object.Heap, v object.Value) (object.Value, error) {
		it := h.NewEmpty(k.children)
		h.SetField(it, offChildrenOf, v)
		h.SetField(it, offChildrenNext, object.SmallInt(0))
		return it, nil
	}
	k.element = h.RegisterType(&object.Type{Name: "Element", Module: etreeModule, Size: elemSize, Weak: true, Slots: slots})
	m.set("Element", k.element.Object)
	h.AddGetSets(k.element, []object.GetSet{k.elemField("tag", offElemTag), k.elemField("text", offElemText), k.elemField("tail", offElemTail), {
		Name: "attrib", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			if h.Field(v, offElemAttrib) == object.Null {
				h.SetField(v, offElemAttrib, h.NewDict())
			}
			return h.Field(v, offElemAttrib), nil
		}, Set: func(h *object.Heap, v, x object.Value) error {
			if x != object.Null && !h.IsInstance(x, object.DictType) {
				return h.Raise(object.TypeErrorType, "attrib must be dict, not %s", h.TypeName(x))
			}
			return k.setElemField(v, offElemAttrib, x)
		},
	}})
	h.AddMethods(k.element, append(k.elementMethods(), k.childMethods()...))
}

// bare makes an element that __init__ has not seen.
func (k *etree) bare(t *object.Type) object.Value {
	v := k.h.NewEmpty(t)
	for off := uintptr(offElemTag); off <= offElemTail; off += 8 {
		k.h.SetField(v, off, object.None)
	}
	k.h.SetField(v, offElemAttrib, object.Null)
	k.h.SetField(v, offElemChildren, object.Null)
	return v
}

func (k *etree) elemField(name string, off uintptr) object.GetSet {
	return object.GetSet{Name: name, Field: off, Plain: true, Get: func(h *object.Heap, v object.Value) (object.Value, error) { return h.Field(v, off), nil },
		Set: func(_ *object.Heap, v, x object.Value) error { return k.setElemField(v, off, x) }}
}

func (k *etree) setElemField(v object.Value, off uintptr, x object.Value) error {
	if x == object.Null {
		return k.h.Raise(object.AttributeErrorType, "can't delete element attribute")
	}
	k.h.SetField(v, off, x)
	return nil
}

// initElement is Element(tag, attrib={}, **extra).
func (k *etree) initElement(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	m := h.Mark()
	defer h.Release(m)
	pos, extra := k.split(args, kwnames)
	if len(pos) < 1 || len(pos) > 2 {
		return k.wrongCount("Element", len(pos), 1, 2)
	}
	attrib, err := k.attribOf("Element", 2, pos[1:], extra)
	if err != nil {
		return err
	}
	h.SetField(v, offElemTag, pos[0])
	h.SetField(v, offElemAttrib, attrib)
	h.SetField(v, offElemText, object.None)
	h.SetField(v, offElemTail, object.None)
	return nil
}

// wrongCount is the error for a number of arguments, as PyArg_ParseTuple has it.
func (k *etree) wrongCount(function string, n, least, most int) error {
	bound, word := least, "least"
	if n > most {
		bound, word = most, "most"
	}
	s := "s"
	if bound == 1 {
		s = ""
	}
	return k.h.Raise(object.TypeErrorType, "%s() takes at %s %d argument%s (%d given)", function, word, bound, s, n)
}

// split returns the positional arguments of a call, and a dict of the others, which the caller's mark keeps alive; Null: none.
func (k *etree) split(args []object.Value, kwnames object.Value) (pos []object.Value, extra object.Value) {
	if kwnames == object.Null || k.h.TupleLen(kwnames) == 0 {
		return args, object.Null
	}
	n := len(args) - k.h.TupleLen(kwnames)
	extra = k.h.NewDict()
	k.h.Push(extra)
	for i, name := range k.h.TupleItems(kwnames) {
		k.h.DictSetStr(extra, name, args[n+i])
	}
	return args[:n], extra
}

// attribOf makes the attributes of a new element: a copy of a dict that is given, by position or name, with others; Null: there are
// none. The caller's mark keeps it alive.
func (k *etree) attribOf(function string, position int, given []object.Value, extra object.Value) (object.Value, error) {
	h := k.h
	attrib := object.Null
	if len(given) > 0 {
		attrib = given[0]
		if !h.IsInstance(attrib, object.DictType) {
			return object.Null, h.Raise(object.TypeErrorType, "%s() argument %d must be dict, not %s", function, position, h.TypeName(attrib))
		}
	} else if extra != object.Null {
		if named := h.DictGetStr(extra, h.Intern("attrib")); named != object.Null {
			if !h.IsInstance(named, object.DictType) {
				return object.Null, h.Raise(object.TypeErrorType, "attrib must be dict, not %s", h.TypeName(named))
			}
			attrib = named
			h.Push(named)
			if _, err := h.DictDel(extra, h.Intern("attrib")); err != nil {
				return object.Null, err
			}
		}
	}
	if attrib == object.Null || h.DictLen(attrib) == 0 {
		if extra != object.Null && h.DictLen(extra) == 0 {
			return object.Null, nil
		}
		return extra, nil
	}
	attrib, err := h.DictCopy(attrib)
	if err != nil {
		return object.Null, err
	}
	h.Push(attrib)
	if extra != object.Null {
		err = h.DictUpdate(attrib, extra)
	}
	return attrib, err
}

// subElement is SubElement(parent, tag, attrib={}, **extra).
func (k *etree) subElement(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	m := h.Mark()
	defer h.Release(m)
	pos, extra := k.split(args, kwnames)
	if len(pos) < 2 || len(pos) > 3 {
		return object.Null, k.wrongCount("SubElement", len(pos), 2, 3)
	}
	if !h.IsInstance(pos[0], k.element.ID) {
		return object.Null, h.Raise(object.TypeErrorType, "SubElement() argument 1 must be xml.etree.ElementTree.Element, not %s", h.TypeName(pos[0]))
	}
	attrib, err := k.attribOf("SubElement", 3, pos[2:], extra)
	if err != nil {
		return object.Null, err
	}
	v := k.make(pos[1], attrib)
	h.Push(v)
	k.add(pos[0], v)
	return v, nil
}

// make makes an element.
func (k *etree) make(tag, attrib object.Value) object.Value {
	v := k.bare(k.element)
	k.h.SetField(v, offElemTag, tag)
	k.h.SetField(v, offElemAttrib, attrib)
	return v
}

// elementMethods are those that are about an element itself.
func (k *etree) elementMethods() []object.Builtin {
	attrs := func(v object.Value) object.Value { return k.h.Field(v, offElemAttrib) }
	listed := func(name string, of func(key, x object.Value) object.Value) object.Builtin {
		return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			d := attrs(v)
			list := h.NewList()
			for pos := 0; d != object.Null; {
				key, x, ok := h.DictNext(d, &pos)
				if !ok {
					break
				}
				h.ListAppend(list, of(key, x))
			}
			return list, nil
		}}
	}
	return []object.Builtin{
		listed("keys", func(key, _ object.Value) object.Value { return key }),
		listed("items", func(key, x object.Value) object.Value { return k.h.NewTuple(key, x) }),
		{Name: "get", Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			a := [2]object.Value{object.Null, object.None}
			if err := bind(h, elemGetSig, args, kwnames, a[:]); err != nil {
				return object.Null, err
			}
			if a[1] == object.Null {
				a[1] = object.None
			}
			if attrs(v) == object.Null {
				return a[1], nil
			}
			x, err := h.DictGet(attrs(v), a[0])
			if x == object.Null {
				x = a[1]
			}
			return x, err
		}},
		{Name: "set", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if attrs(v) == object.Null {
				h.SetField(v, offElemAttrib, h.NewDict())
			}
			return object.None, h.DictSet(attrs(v), a[0], a[1])
		}},
		{Name: "clear", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			h.SetField(v, offElemAttrib, object.Null)
			h.SetField(v, offElemChildren, object.Null)
			h.SetField(v, offElemText, object.None)
			h.SetField(v, offElemTail, object.None)
			return object.None, nil
		}},
		{Name: "makeelement", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[1], object.DictType) {
				return object.Null, h.Raise(object.TypeErrorType, "makeelement() argument 2 must be dict, not %s", h.TypeName(a[1]))
			}
			m := h.Mark()
			defer h.Release(m)
			attrib, err := h.DictCopy(a[1])
			if err != nil {
				return object.Null, err
			}
			h.Push(attrib)
			return k.make(a[0], attrib), nil
		}},
		{Name: "__copy__", Arity: object.NoArgs, Fn: k.copyElement},
		{Name: "__deepcopy__", Arity: object.O, Fn: k.deepCopy},
		{Name: "__getstate__", Arity: object.NoArgs, Fn: k.elemState},
		{Name: "__setstate__", Arity: object.O, Fn: k.setElemState},
	}
}

var elemGetSig = object.NewSignature("get", 1, 0, 0, "key", "default")

// copyElement makes another element with the same children.
func (k *etree) copyElement(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	m := h.Mark()
	defer h.Release(m)
	attrib := h.Field(v, offElemAttrib)
	if attrib != object.Null {
		var err error
		if attrib, err = h.DictCopy(attrib); err != nil {
			return object.Null, err
		}
		h.Push(attrib)
	}
	c := k.make(h.Field(v, offElemTag), attrib)
	h.Push(c)
	h.SetField(c, offElemText, h.Field(v, offElemText))
	h.SetField(c, offElemTail, h.Field(v, offElemTail))
	for i := range k.count(v) {
		k.add(c, k.at(v, i))
	}
	return c, nil
}

// deepCopy copies an element and all in it.
func (k *etree) deepCopy(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	mod, err := h.ImportModule("copy")
	if err != nil {
		return object.Null, err
	}
	deep, err := h.GetAttr(mod, h.Intern("deepcopy"))
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	c := k.make(object.None, object.Null)
	h.Push(c)
	h.Push(deep)
	copied := func(x object.Value) (object.Value, error) {
		if x == object.None || x == object.Null || h.Is(x, object.StrType) {
			return x, nil
		}
		return h.Call(deep, []object.Value{x, a[0]}, object.Null)
	}
	for off := uintptr(offElemTag); off <= offElemAttrib; off += 8 {
		x, err := copied(h.Field(v, off))
		if err != nil {
			return object.Null, err
		}
		h.SetField(c, off, x)
	}
	for i := 0; i < k.count(v); i++ {
		h.CheckStop()
		x, err := copied(k.at(v, i))
		if err != nil {
			return object.Null, err
		}
		if !h.IsInstance(x, k.element.ID) {
			return object.Null, k.notElement(x)
		}
		k.add(c, x)
	}
	if h.IsInstance(a[0], object.DictType) {
		err = h.DictSet(a[0], h.ID(v), c)
	}
	return c, err
}

var elemState = []struct {
	name string
	off  uintptr
}{{"tag", offElemTag}, {"_children", offElemChildren}, {"attrib", offElemAttrib}, {"text", offElemText}, {"tail", offElemTail}}

// elemState is __getstate__: a dict, as the class in Python has.
func (k *etree) elemState(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	m := h.Mark()
	defer h.Release(m)
	d := h.NewDict()
	h.Push(d)
	for _, s := range elemState {
		x := h.Field(v, s.off)
		switch {
		case s.off == offElemAttrib && x == object.Null:
			x = h.NewDict()
		case s.off == offElemChildren:
			l := h.NewList()
			h.Push(l)
			for i := range k.count(v) {
				h.ListAppend(l, k.at(v, i))
			}
			x = l
		}
		h.DictSetStr(d, h.Intern(s.name), x)
	}
	return d, nil
}

// setElemState is __setstate__.
func (k *etree) setElemState(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], object.DictType) {
		return object.Null, h.Raise(object.TypeErrorType, "Don't know how to unpickle \"%s\" as an Element", h.TypeName(a[0]))
	}
	if h.DictGetStr(a[0], h.Intern("tag")) == object.Null {
		return object.Null, h.Raise(object.TypeErrorType, "tag may not be NULL")
	}
	for _, s := range elemState {
		x := h.DictGetStr(a[0], h.Intern(s.name))
		switch s.off {
		case offElemChildren:
			h.SetField(v, s.off, object.Null)
			if x == object.Null {
				continue
			}
			if !h.IsInstance(x, object.ListType) {
				return object.Null, h.Raise(object.TypeErrorType, "'_children' is not a list")
			}
			for i := range h.ListLen(x) {
				c := h.ListItem(x, i)
				if !h.IsInstance(c, k.element.ID) {
					return object.Null, k.notElement(c)
				}
				k.add(v, c)
			}
			continue
		case offElemAttrib:
			if x != object.Null && !h.IsInstance(x, object.DictType) {
				return object.Null, h.Raise(object.TypeErrorType, "attrib must be dict, not %s", h.TypeName(x))
			}
		default:
			if x == object.Null {
				x = object.None
			}
		}
		h.SetField(v, s.off, x)
	}
	return object.None, nil
}
