package object

// An AttrFunction is a function in Python that reading an attribute comes to, with its first N arguments; the attribute is what
// it returns.
type AttrFunction struct {
	Func Value
	Args [3]Value
	N    int
}

// AttrFunctionOf returns the function in Python that v.name comes to, where that is the __get__ of a data descriptor's class, or
// the __getattr__ of v's class and v has no such attribute. Func is Null for all else. Nothing in Python is run.
func (h *Heap) AttrFunctionOf(v, name Value) (c AttrFunction) {
	t, nm := h.TypeOf(v), &h.classes.nm
	c.Func = Null
	if !t.made || t.layout != ObjectType {
		return c
	}
	x := t.Lookup(name)
	if t.GetAttr == nil {
		if x == Null {
			return c
		}
		d := h.TypeOf(x)
		if !d.made || d.DescrSet == nil {
			return c
		}
		return h.attrFunction(h.ownAttr(d, nm.get), x, v, t.Object)
	}
	if x != Null || name == nm.class || h.ownAttr(t, nm.getattribute) != Null || h.instAttr(v, t, name) != Null {
		return c
	}
	return h.attrFunction(h.ownAttr(t, nm.getattr), v, name)
}

func (h *Heap) attrFunction(f Value, args ...Value) (c AttrFunction) {
	if f == Null || !h.Is(f, FunctionType) {
		return AttrFunction{Func: Null}
	}
	c.Func, c.N = f, copy(c.Args[:], args)
	return c
}
