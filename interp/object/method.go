package object

// Bound methods (Objects/classobject.c), and cells (Objects/cellobject.c).

func (h *Heap) initCells() {
	t := h.register(&Type{ID: CellType, Name: "cell", Final: true, Slots: Slots{
		New: func(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
			if err := h.noKeywords("cell", kwnames); err != nil {
				return Null, err
			}
			if err := h.checkCount("cell", len(args), 0, 1); err != nil {
				return Null, err
			}
			if len(args) == 0 {
				return h.NewCell(Null), nil
			}
			return h.NewCell(args[0]), nil
		},
		Compare: compareCells,
	}})
	h.AddGetSets(t, []GetSet{{Name: "cell_contents",
		Get: func(h *Heap, v Value) (Value, error) {
			if x := h.Field(v, OffCellValue); x != Null {
				return x, nil
			}
			return Null, h.Raise(ValueErrorType, "Cell is empty")
		},
		Set: func(h *Heap, v, x Value) error {
			h.SetField(v, OffCellValue, x)
			return nil
		},
	}})
}

// compareCells compares what is in two cells; an empty one is less than others.
func compareCells(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if !h.Is(b, CellType) {
		return NotImplemented, nil
	}
	x, y := h.Field(a, OffCellValue), h.Field(b, OffCellValue)
	if x != Null && y != Null {
		return h.Compare(op, x, y)
	}
	return h.Compare(op, Bool(y == Null), Bool(x == Null))
}

func (h *Heap) initMethods() {
	t := h.register(&Type{ID: BoundMethodType, Name: "method", Final: true, Extra: methodExtra, Slots: Slots{
		Repr:    methodRepr,
		Call:    callMethod,
		Compare: compareMethods,
		Hash:    hashMethod,
		SetAttr: methodSetAttr,
		New:     methodNew,
	}})
	h.AddGetSets(t, []GetSet{fieldGetSet("__func__", OffMethodFunc), fieldGetSet("__self__", OffMethodSelf)})
}

// NewMethod binds a function to a receiver.
func (h *Heap) NewMethod(f, self Value) Value {
	v := h.Alloc(kindPlain, MethodSize)
	h.header(v, BoundMethodType, 0)
	h.SetField(v, OffMethodFunc, f)
	h.SetField(v, OffMethodSelf, self)
	return v
}

func methodNew(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
	if err := h.noKeywords("method", kwnames); err != nil {
		return Null, err
	}
	if err := h.checkCount("method", len(args), 2, 2); err != nil {
		return Null, err
	}
	switch {
	case h.TypeOf(args[0]).Call == nil:
		return Null, h.Raise(TypeErrorType, "first argument must be callable")
	case args[1] == None:
		return Null, h.Raise(TypeErrorType, "instance must not be None")
	}
	return h.NewMethod(args[0], args[1]), nil
}

// methodExtra are the attributes that a method has of its function.
func methodExtra(h *Heap, v, name Value) (Value, error) {
	if h.types[BoundMethodType].hasOwnAttrName(h.GoString(name)) && !h.strIs(name, "__doc__") {
		return Null, nil // CPython's type has it, this one not
	}
	return h.GetAttr(h.Field(v, OffMethodFunc), name)
}

func methodSetAttr(h *Heap, v, name, _ Value) error {
	switch s := h.GoString(name); {
	case s == "__func__" || s == "__self__":
		return h.Raise(AttributeErrorType, "readonly attribute")
	case s == "__doc__":
		return h.Raise(AttributeErrorType, "attribute '__doc__' of 'method' objects is not writable")
	case h.TypeOf(v).hasAttrName(s):
		return h.RaiseAttribute(v, name, "'method' object attribute '%s' is read-only", s)
	default:
		return h.RaiseAttribute(v, name, "'method' object has no attribute '%s' and no __dict__ for setting new attributes", s)
	}
}

func methodRepr(h *Heap, v Value) (Value, error) {
	f, self := h.Field(v, OffMethodFunc), h.Field(v, OffMethodSelf)
	name := "?"
	for _, attr := range [...]string{"__qualname__", "__name__"} {
		x, err := h.LookupAttr(f, h.Intern(attr))
		if err != nil {
			return Null, err
		}
		if x != Null {
			if h.isStr(x) {
				name = h.GoString(x)
			}
			break
		}
	}
	r, err := h.Repr(self)
	if err != nil {
		return Null, err
	}
	return h.NewStr("<bound method " + name + " of " + h.GoString(r) + ">"), nil
}

func callMethod(h *Heap, f Value, args []Value, kwnames Value) (Value, error) {
	all := h.newTuple(1 + len(args)) // keeps the arguments alive during the call
	items := h.TupleItems(all)
	items[0] = h.Field(f, OffMethodSelf)
	copy(items[1:], args)
	return h.Call(h.Field(f, OffMethodFunc), items, kwnames)
}

func compareMethods(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if op != EQ && op != NE || !h.Is(b, BoundMethodType) {
		return NotImplemented, nil
	}
	eq := h.Field(a, OffMethodFunc) == h.Field(b, OffMethodFunc) && h.Field(a, OffMethodSelf) == h.Field(b, OffMethodSelf)
	return Bool(eq == (op == EQ)), nil
}

func hashMethod(h *Heap, v Value) (int64, error) {
	return h.hashIdentity(h.Field(v, OffMethodFunc)) ^ h.hashIdentity(h.Field(v, OffMethodSelf)), nil
}
