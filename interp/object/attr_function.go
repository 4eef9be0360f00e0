package object

// An AttrFunction is a function in Python that reading an attribute comes to, with its first N arguments; the attribute is what
// it returns.
type AttrFunction struct {
	Func Value
	Args [3]Value
	N    int
}

// AttrReader is the function in Python that reading an attribute of instances of a class comes to.
type AttrReader struct {
	Func Value // Null: none
	// Key is the descriptor that Func is the __get__ of, which is called with it, the instance and the class. It is Null
	// where Func is the class's __getattr__.
	Key Value
	// Hidden: the instances that have the attribute themselves do not come to it.
	Hidden bool
}

// AsksForMissing reports whether all that a class has of its own for reading attributes is a __getattr__ in Python: of instances
// of t what they and the class have is read as ever, and the function is called for what they have not, and where a property or another
// descriptor raises AttributeError.
func (h *Heap) AsksForMissing(t *Type) bool {
	nm := &h.classes.nm
	return t.made && t.layout == ObjectType && t.GetAttr != nil && h.ownAttr(t, nm.getattribute) == Null && h.ownAttr(t, nm.getattr) != Null
}

// AttrReaderOf returns the function in Python that reading the attribute name of instances of t comes to. That holds as long as t's
// version and that of Key's class. Nothing in Python is run.
func (h *Heap) AttrReaderOf(t *Type, name Value) AttrReader {
	none, nm := AttrReader{Func: Null, Key: Null}, &h.classes.nm
	if !t.made || t.layout != ObjectType {
		return none
	}
	x := t.Lookup(name)
	if t.GetAttr == nil {
		if x == Null {
			return none
		}
		d := h.TypeOf(x)
		if !d.made || d.DescrGet == nil {
			return none
		}
		return h.attrReader(h.ownAttr(d, nm.get), x, d.DescrSet == nil)
	}
	if x != Null || name == nm.class || !h.AsksForMissing(t) {
		return none
	}
	return h.attrReader(h.ownAttr(t, nm.getattr), Null, true)
}

// AttrReadBy returns the object whose attribute name a call of a function in Python with some arguments reads: it is the function
// of a property, a __getattr__, a __getattribute__ or a descriptor's __get__ that the object has. Null: none.
func (h *Heap) AttrReadBy(f Value, args []Value, name Value) Value {
	nm := &h.classes.nm
	if len(args) == 0 || args[0] == Null {
		return Null
	}
	t := h.TypeOf(args[0])
	switch x := t.Lookup(name); {
	case x != Null && h.isA(x, PropertyType) && h.Field(x, OffPropertyGet) == f:
		return args[0]
	case h.ownAttr(t, nm.getattr) == f, h.ownAttr(t, nm.getattribute) == f:
		return args[0]
	case len(args) == 1 || h.ownAttr(t, nm.get) != f:
		return Null
	case args[1] == None && len(args) > 2: // an attribute of the class
		return args[2]
	}
	return args[1]
}

func (h *Heap) attrReader(f, key Value, hidden bool) AttrReader {
	if f == Null || !h.Is(f, FunctionType) {
		return AttrReader{Func: Null, Key: Null}
	}
	return AttrReader{f, key, hidden}
}

// AttrFunctionOf returns the function in Python that v.name comes to, where that is the __get__ of a descriptor's class, or
// the __getattr__ of v's class, and v has no such attribute that hides it. Func is Null for all else. Nothing in Python is run.
func (h *Heap) AttrFunctionOf(v, name Value) AttrFunction {
	t := h.TypeOf(v)
	switch g := h.AttrReaderOf(t, name); {
	case g.Func == Null || g.Hidden && h.instAttr(v, t, name) != Null:
		return AttrFunction{Func: Null}
	case g.Key == Null:
		return AttrFunction{g.Func, [3]Value{v, name}, 2}
	default:
		return AttrFunction{g.Func, [3]Value{g.Key, v, t.Object}, 3}
	}
}
