package lib

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// Copies of nodes: __reduce__ and __replace__ of AST (Python/Python-ast.c, ast_type_reduce and ast_type_replace).

func (k *ast) copyMethods() []object.Builtin {
	return []object.Builtin{
		{Name: "__reduce__", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return k.reduce(v) }},
		{Name: "__replace__", Arity: object.Varied, FnKw: func(_ *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			return k.replace(v, args, kwnames)
		}},
	}
}

// names is an attribute of a class that lists names.
func (k *ast) names(t *object.Type, attribute string) (object.Value, error) {
	v, err := k.h.GetAttr(t.Object, k.h.Intern(attribute))
	if err != nil {
		return object.Null, err
	}
	return k.h.TupleFromIter(v)
}

// reduce: the class, None for each of the first fields that are set (so that making the node warns of none), and the attributes.
func (k *ast) reduce(v object.Value) (object.Value, error) {
	h, t := k.h, k.h.TypeOf(v)
	fields, err := k.names(t, "_fields")
	if err != nil {
		return object.Null, err
	}
	d := h.InstanceDict(v)
	given := h.NewList()
	for i := range h.TupleLen(fields) {
		x, err := h.DictGet(d, h.TupleItem(fields, i))
		if err != nil {
			return object.Null, err
		}
		if x == object.Null {
			break
		}
		h.ListAppend(given, object.None)
	}
	state, err := h.DictCopy(d)
	if err != nil {
		return object.Null, err
	}
	return h.NewTuple(t.Object, h.ListToTuple(given), state), nil
}

// replace makes a node with the fields and attributes of v but those that are given.
func (k *ast) replace(v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	h, t := k.h, k.h.TypeOf(v)
	named := 0
	if kwnames != object.Null {
		named = h.TupleLen(kwnames)
	}
	if len(args) > named {
		return object.Null, h.Raise(object.TypeErrorType, "__replace__() takes no positional arguments")
	}
	fields, err := k.names(t, "_fields")
	if err != nil {
		return object.Null, err
	}
	attributes, err := k.names(t, "_attributes")
	if err != nil {
		return object.Null, err
	}
	own, made := h.InstanceDict(v), h.NewDict()
	for _, list := range [...]object.Value{fields, attributes} {
		for i := range h.TupleLen(list) {
			name := h.TupleItem(list, i)
			x, err := h.DictGet(own, name)
			if err == nil && x != object.Null {
				err = h.DictSet(made, name, x)
			}
			if err != nil {
				return object.Null, err
			}
		}
	}
	for i, x := range args {
		name := h.TupleItem(kwnames, i)
		known, err := h.Contains(fields, name)
		if err == nil && !known {
			known, err = h.Contains(attributes, name)
		}
		if err != nil {
			return object.Null, err
		}
		if !known {
			shown, err := h.Repr(name)
			if err != nil {
				return object.Null, err
			}
			return object.Null, h.Raise(object.TypeErrorType, "%s.__replace__ got an unexpected keyword argument %s.", k.shownName(t), h.GoString(shown))
		}
		if err := h.DictSet(made, name, x); err != nil {
			return object.Null, err
		}
	}
	if err := k.complete(t, fields, made); err != nil {
		return object.Null, err
	}
	return k.makeNode(t, made)
}

func (k *ast) shownName(t *object.Type) string {
	if t == k.node {
		return "ast.AST"
	}
	return t.Name
}

// complete is the error of a node without a field that is not None by itself.
func (k *ast) complete(t *object.Type, fields, made object.Value) error {
	h := k.h
	types, err := h.LookupAttr(t.Object, h.Intern("_field_types"))
	if err != nil {
		return err
	}
	var missing []string
	for i := range h.TupleLen(fields) {
		name := h.TupleItem(fields, i)
		x, err := h.DictGet(made, name)
		if err != nil {
			return err
		}
		if x != object.Null {
			continue
		}
		field := object.Null
		if types != object.Null && h.IsInstance(types, object.DictType) {
			if field, err = h.DictGet(types, name); err != nil {
				return err
			}
		}
		if field != object.Null && h.Is(field, object.UnionType) {
			continue
		}
		shown, err := h.Repr(name)
		if err != nil {
			return err
		}
		missing = append(missing, h.GoString(shown))
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	return h.Raise(object.TypeErrorType, "%s.__replace__ missing %s keyword argument%s: %s.", k.shownName(t), strconv.Itoa(len(missing)), plural(len(missing)), strings.Join(missing, ", "))
}

// makeNode calls a class with a dict's entries by name.
func (k *ast) makeNode(t *object.Type, named object.Value) (object.Value, error) {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	names := h.NewList()
	for pos := 0; ; {
		name, x, ok := h.DictNext(named, &pos)
		if !ok {
			return h.Call(t.Object, h.Pushed(m), h.ListToTuple(names))
		}
		if err := attributeName(h, name); err != nil {
			return object.Null, err
		}
		h.ListAppend(names, name)
		h.Push(x)
	}
}
