package lib

import (
	"maps"
	"slices"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _ast (Python/Python-ast.c): the classes of the nodes of syntax trees. The
// front end makes the trees; see parse.

// astClass is a class of nodes; zz_compiler.go has them.
type astClass struct {
	name, base         string
	fields, attributes []string // nil: those of the base
	kinds              string   // what a field is that is not given
	types              []string // what each field is, or the elements of its list are
	none               []string // attributes of the class that are None
	doc                string
}

// ast is the module's state.
type ast struct {
	l       *Lib
	h       *object.Heap
	node    *object.Type
	classes map[string]object.Value // held by the module's namespace and by roots
}

// newAST makes the module.
func (l *Lib) newAST() (object.Value, error) {
	h, m := l.h, l.newModule("_ast")
	k := &ast{l: l, h: h, classes: map[string]object.Value{}}
	held := h.NewList()
	h.AddRoots(func(m *heap.Marker) { m.Value(held) })
	k.node = h.RegisterType(&object.Type{Name: "AST", Module: "ast", Size: 16, Attributes: true, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			v := h.NewEmpty(t)
			if t.Made() {
				return v, nil // __init__ sees the arguments
			}
			return v, k.init(h, v, args, kwnames)
		},
		Init: k.init,
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			s, err := k.shown(v, 3)
			return h.NewStr(s), err
		},
	}})
	h.AddMethods(k.node, k.copyMethods())
	for _, name := range []string{"_fields", "_attributes", "__match_args__"} {
		h.SetTypeAttr(k.node, name, h.NewTuple())
	}
	k.node.KnowAttrs([]string{"__match_args__", "_attributes", "_fields"})
	k.classes["AST"] = k.node.Object
	m.set("AST", k.node.Object)
	for _, c := range astClasses {
		v, err := k.class(c)
		if err != nil {
			return object.Null, err
		}
		h.ListAppend(held, v)
		k.classes[c.name] = v
		m.set(c.name, v)
	}
	for _, c := range astClasses {
		if err := k.fieldTypes(c); err != nil {
			return object.Null, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(astFlags)) {
		m.set(name, object.SmallInt(astFlags[name]))
	}
	l.syntax = k
	return m.v, nil
}

// class makes a class of nodes as a class statement would.
func (k *ast) class(c astClass) (object.Value, error) {
	h := k.h
	names := func(list []string) object.Value {
		out := h.NewList()
		for _, s := range list {
			h.ListAppend(out, h.Intern(s))
		}
		return h.ListToTuple(out)
	}
	ns := h.NewDict()
	set := func(name string, v object.Value) { h.DictSetStr(ns, h.Intern(name), v) }
	set("__module__", h.Intern("ast"))
	set("__doc__", h.NewStr(c.doc))
	if c.fields != nil {
		set("_fields", names(c.fields))
		set("__match_args__", names(c.fields))
	}
	if c.attributes != nil {
		set("_attributes", names(c.attributes))
	}
	for _, name := range c.none {
		set(name, object.None)
	}
	args := h.NewTuple(h.Intern(c.name), h.NewTuple(k.classes[c.base]), ns)
	return h.Call(h.Type(object.TypeType).Object, h.TupleItems(args), object.Null)
}

// fieldTypes gives a class the attribute _field_types: by the names of its fields their
// types, lists and what may be None told apart.
func (k *ast) fieldTypes(c astClass) error {
	if c.fields == nil {
		return nil
	}
	h := k.h
	d := h.NewDict()
	for i, name := range c.fields {
		t, ok := k.classes[c.types[i]]
		if !ok {
			t = h.Type(map[string]object.TypeID{"str": object.StrType, "int": object.IntType, "object": object.ObjectType}[c.types[i]]).Object
		}
		switch c.kinds[i] {
		case 'l':
			t = h.NewAlias(h.Type(object.ListType).Object, t)
		case 'n':
			var err error
			if t, err = h.UnionOf(h.NewTuple(t, object.None)); err != nil {
				return err
			}
		}
		h.DictSetStr(d, h.Intern(name), t)
	}
	return h.SetAttr(k.classes[c.name], h.Intern("_field_types"), d)
}

// init is AST.__init__: fields by position and by name.
func (k *ast) init(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	t := h.TypeOf(v)
	fields, err := h.GetAttr(t.Object, h.Intern("_fields"))
	if err == nil {
		fields, err = h.TupleFromIter(fields)
	}
	if err != nil {
		return err
	}
	npos, given := len(args), h.NewSet()
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	if n := h.TupleLen(fields); npos > n {
		return h.Raise(object.TypeErrorType, "%s constructor takes at most %d positional argument%s", t.Name, n, plural(n))
	}
	store := func(name, x object.Value) error {
		if err := attributeName(h, name); err != nil {
			return err
		}
		if err := h.SetAdd(given, name); err != nil {
			return err
		}
		return h.SetAttr(v, name, x)
	}
	for i, x := range args[:npos] {
		if err := store(h.TupleItem(fields, i), x); err != nil {
			return err
		}
	}
	for i, x := range args[npos:] {
		name := h.TupleItem(kwnames, i)
		if twice, err := h.SetContains(given, name); err != nil {
			return err
		} else if twice {
			return h.Raise(object.TypeErrorType, "%s got multiple values for argument '%s'", t.Name, h.GoString(name))
		}
		if err := k.known(t, fields, name); err != nil {
			return err
		}
		if err := store(name, x); err != nil {
			return err
		}
	}
	for i := range h.TupleLen(fields) {
		name := h.TupleItem(fields, i)
		if has, err := h.SetContains(given, name); err != nil {
			return err
		} else if has {
			continue
		}
		if err := k.fill(v, t, name); err != nil {
			return err
		}
	}
	return nil
}

// attributeName is the TypeError of an element of _fields that is no name.
func attributeName(h *object.Heap, name object.Value) error {
	if h.IsInstance(name, object.StrType) {
		return nil
	}
	return h.Raise(object.TypeErrorType, "attribute name must be string, not '%s'", h.TypeName(name))
}

// known warns of an argument by a name that is neither a field's nor an attribute's.
func (k *ast) known(t *object.Type, fields, name object.Value) error {
	h := k.h
	if has, err := h.Contains(fields, name); has || err != nil {
		return err
	}
	attributes, err := h.GetAttr(t.Object, h.Intern("_attributes"))
	if err != nil {
		return err
	}
	if has, err := h.Contains(attributes, name); has || err != nil {
		return err
	}
	shown, err := h.Repr(name)
	if err != nil {
		return err
	}
	return k.h.Warn(object.DeprecationWarningType, t.Name+".__init__ got an unexpected keyword argument "+h.GoString(shown)+
		". Support for arbitrary keyword arguments is deprecated and will be removed in Python 3.15.", 1)
}

// fill sets a field that has not been given, by its type: the class says it in _field_types.
func (k *ast) fill(v object.Value, t *object.Type, name object.Value) error {
	h := k.h
	types, err := h.LookupAttr(t.Object, h.Intern("_field_types"))
	if err != nil {
		return err
	}
	field := object.Null
	if types != object.Null && h.IsInstance(types, object.DictType) {
		if field, err = h.DictGet(types, name); err != nil {
			return err
		}
	}
	switch {
	case types == object.Null:
		return k.h.Warn(object.DeprecationWarningType, t.Name+" provides _fields but not _field_types. This will become an error in Python 3.15.", 1)
	case field == object.Null:
		shown, err := h.Repr(name)
		if err != nil {
			return err
		}
		return k.h.Warn(object.DeprecationWarningType, "Field "+h.GoString(shown)+" is missing from "+t.Name+"._field_types. This will become an error in Python 3.15.", 1)
	case h.Is(field, object.GenericAliasType):
		if err := attributeName(h, name); err != nil {
			return err
		}
		return h.SetAttr(v, name, h.NewList())
	case h.Is(field, object.UnionType): // None, as the class has it
	case field == k.classes["expr_context"]:
		if err := attributeName(h, name); err != nil {
			return err
		}
		load, err := h.Call(k.classes["Load"], nil, object.Null)
		if err != nil {
			return err
		}
		return h.SetAttr(v, name, load)
	default:
		if err := attributeName(h, name); err != nil {
			return err
		}
		return k.h.Warn(object.DeprecationWarningType, t.Name+".__init__ missing 1 required positional argument: '"+h.GoString(name)+
			"'. This will become an error in Python 3.15.", 1)
	}
	return nil // None, as the class has it
}

// parse is compile with PyCF_ONLY_AST: the front end describes the tree.
func (l *Lib) parse(how compiling, kind string, text []byte) (object.Value, error) {
	if l.syntax == nil {
		if _, err := l.host.Import(l.h.NewDict(), l.h.Intern("_ast"), object.None, object.SmallInt(0)); err != nil {
			return object.Null, err
		}
	}
	described, err := l.described(how.filename, how.ask(kind+"ast:"), how.flags, text)
	if err != nil {
		return object.Null, err
	}
	return l.syntax.build(l.h.TupleItem(described, 0))
}

// compileTree is compile of a tree: a code object, or the tree made anew by the compiler's folding of constants.
func (l *Lib) compileTree(how compiling, node, filename object.Value) (object.Value, error) {
	text, err := l.syntax.pickled(node)
	if err != nil {
		return object.Null, err
	}
	if err := l.Audit("compile", node, filename); err != nil {
		return object.Null, err
	}
	if !how.parse {
		return l.host.Compile(how.filename, how.ask("tree:"), how.flags, how.inherit, text)
	}
	described, err := l.described(how.filename, how.ask("tree:ast:"), how.flags, text)
	if err != nil || how.flags&optimizedAST == 0 {
		return node, err
	}
	return l.syntax.build(l.h.TupleItem(described, 0))
}

// described returns the constants of the code object by which the front end answers
// what is no code.
func (l *Lib) described(filename, mode string, flags int, text []byte) (object.Value, error) {
	code, err := l.host.Compile(filename, mode, flags, false, text)
	if err != nil {
		return object.Null, err
	}
	return l.h.GetAttr(code, l.h.Intern("co_consts"))
}

// build makes what a description stands for (compile.Source): its parts one by one, the whole last.
func (k *ast) build(d object.Value) (object.Value, error) {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	h.Push(d)
	made := h.NewList() // and not yet taken
	h.Push(made)
	for i := range h.TupleLen(d) {
		h.CheckStopAt(i)
		x, err := k.part(made, h.TupleItem(d, i))
		if err != nil {
			return object.Null, err
		}
		h.ListAppend(made, x)
	}
	return h.ListItem(made, 0), nil
}

// part makes one part, which takes what it has from the end of a list.
func (k *ast) part(made, d object.Value) (object.Value, error) {
	h := k.h
	switch kind := h.TupleItem(d, 0).Small(); kind {
	case 0: // a node: its class, the names of its fields and attributes
		names := h.TupleItem(d, 2)
		from := h.ListLen(made) - h.TupleLen(names)
		v := h.NewEmpty(h.TypeFromObject(k.classes[h.GoString(h.TupleItem(d, 1))]))
		for i := range h.TupleLen(names) {
			if err := h.SetAttr(v, h.TupleItem(names, i), h.ListItem(made, from+i)); err != nil {
				return object.Null, err
			}
		}
		return v, k.drop(made, from)
	case 1: // a list
		from := h.ListLen(made) - int(h.TupleItem(d, 1).Small())
		v := h.NewList(h.ListItems(made)[from:]...)
		return v, k.drop(made, from)
	}
	return h.TupleItem(d, 1), nil // a constant
}

// drop shortens a list.
func (k *ast) drop(list object.Value, n int) error {
	return k.h.SetSlice(list, object.SmallInt(int64(n)), object.None, object.None, k.h.NewTuple())
}

// shown is repr of what is in a tree: nodes to a depth, and of lists the first and the
// last element (Python/Python-ast.c, ast_repr_max_depth).
func (k *ast) shown(v object.Value, depth int) (string, error) {
	h := k.h
	switch t := h.TypeOf(v); {
	case h.IsInstance(v, object.ListType), h.IsInstance(v, object.TupleType):
		return k.shownList(v, depth)
	case !t.IsSubtype(k.node):
		r, err := h.Repr(v)
		if err != nil {
			return "", err
		}
		return h.GoString(r), nil
	case depth <= 0:
		return t.Name + "(...)", nil
	default:
		fields, err := h.GetAttr(t.Object, h.Intern("_fields"))
		if err == nil {
			fields, err = h.TupleFromIter(fields)
		}
		if err != nil {
			return "", err
		}
		out := t.Name + "("
		for i := range h.TupleLen(fields) {
			name := h.TupleItem(fields, i)
			if err := attributeName(h, name); err != nil {
				return "", err
			}
			x, err := h.GetAttr(v, h.InternValue(name))
			if err != nil {
				return "", err
			}
			s, err := k.shown(x, depth-1)
			if err != nil {
				return "", err
			}
			if i > 0 {
				out += ", "
			}
			out += h.GoString(name) + "=" + s
		}
		return out + ")", nil
	}
}

func (k *ast) shownList(v object.Value, depth int) (string, error) {
	h := k.h
	items, err := h.TupleFromIter(v)
	if err != nil {
		return "", err
	}
	brackets := "[]"
	if h.IsInstance(v, object.TupleType) {
		brackets = "()"
	}
	n := h.TupleLen(items)
	out := brackets[:1]
	for i := 0; i < n; i++ {
		if i == 1 && n > 2 {
			out, i = out+", ...", n-1
		}
		if i > 0 {
			out += ", "
		}
		s, err := k.shown(h.TupleItem(items, i), depth)
		if err != nil {
			return "", err
		}
		out += s
	}
	return out + brackets[1:], nil
}
