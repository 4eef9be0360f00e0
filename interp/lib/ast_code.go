package lib

import (
	"encoding/binary"
	"math"

	"github.com/tier2go/tier2/interp/object"
)

// compile of a syntax tree: the tree goes to the front end as a pickle that makes its nodes there, which
// then says what CPython says of it. A pickle is made for a stack machine, so that reading a deep tree
// needs no recursion.

// treeWriter writes a tree as a pickle.
type treeWriter struct {
	k *ast
	h *object.Heap
	b []byte
}

// isNode says whether a value is a node.
func (l *Lib) isNode(v object.Value) bool {
	return l.syntax != nil && l.h.TypeOf(v).IsSubtype(l.syntax.node)
}

// pickled is the tree that begins with a node.
func (k *ast) pickled(node object.Value) ([]byte, error) {
	w := &treeWriter{k: k, h: k.h, b: []byte{opProto, 4}}
	err := w.value(node)
	return append(w.b, opStop), err
}

// nodeClass is the class of _ast that a class of nodes is or derives from, with its fields and attributes:
// those that the compiler asks for, whatever _fields of a derived class says.
func (k *ast) nodeClass(t *object.Type) (name string, fields, attributes []string) {
	for _, b := range t.MRO {
		for i := range astClasses {
			c := &astClasses[i]
			if k.classes[c.name] != b.Object {
				continue
			}
			if name == "" {
				name = c.name
			}
			if fields == nil {
				fields = c.fields
			}
			if attributes == nil {
				attributes = c.attributes
			}
		}
	}
	if name == "" {
		name = "AST"
	}
	return name, fields, attributes
}

func (w *treeWriter) global(module, name string) {
	w.b = append(w.b, opGlobal)
	w.b = append(append(append(append(w.b, module...), '\n'), name...), '\n')
}

// sized writes an instruction with a length of four bytes and what has that length.
func (w *treeWriter) sized(op byte, data []byte) {
	w.b = binary.LittleEndian.AppendUint32(append(w.b, op), uint32(len(data)))
	w.b = append(w.b, data...)
}

func (w *treeWriter) float(f float64) {
	w.b = binary.BigEndian.AppendUint64(append(w.b, opBinFloat), math.Float64bits(f))
}

// value writes what is in a tree: a node, a list of such, or a constant.
func (w *treeWriter) value(v object.Value) error {
	h := w.h
	t := h.TypeOf(v)
	isList := h.IsInstance(v, object.ListType)
	if !isList && !t.IsSubtype(w.k.node) {
		return w.constant(v)
	}
	if err := h.Enter(" while traversing '" + w.k.kind(t) + "' node"); err != nil {
		return err
	}
	defer h.Leave()
	if !isList {
		return w.node(v, t)
	}
	w.b = append(w.b, opMark)
	for i := 0; i < h.ListLen(v); i++ {
		h.CheckStopAt(i)
		if err := w.value(h.ListItem(v, i)); err != nil {
			return err
		}
	}
	w.b = append(w.b, opList)
	return nil
}

// kind is the name by which CPython's recursion errors call a node: that of the class beneath AST.
func (k *ast) kind(t *object.Type) string {
	for ; t.Base != nil; t = t.Base {
		if t.Base == k.node {
			return t.Name
		}
	}
	return "expr" // of lists: CPython counts the nodes only
}

// node writes a node with what it has of its class's fields and attributes.
func (w *treeWriter) node(v object.Value, t *object.Type) error {
	h := w.h
	name, fields, attributes := w.k.nodeClass(t)
	w.global("_ast", name)
	w.b = append(w.b, opEmptyTuple, opNewObj, opEmptyDict, opMark)
	for _, list := range [...][]string{fields, attributes} {
		for _, field := range list {
			x, err := h.LookupAttr(v, h.Intern(field))
			if err != nil {
				return err
			}
			if x == object.Null {
				continue
			}
			w.sized(opBinUnicode, []byte(field))
			if err := w.value(x); err != nil {
				return err
			}
		}
	}
	w.b = append(w.b, opSetItems, opBuild)
	return nil
}

// constant writes a constant. What the compiler takes for none is told by its type's name and its repr, of which
// its errors speak.
func (w *treeWriter) constant(v object.Value) error {
	h := w.h
	switch {
	case v == object.None:
		w.b = append(w.b, opNone)
	case v == object.True:
		w.b = append(w.b, opNewTrue)
	case v == object.False:
		w.b = append(w.b, opNewFalse)
	case v == object.Ellipsis:
		w.global("builtins", "Ellipsis")
	case h.IsInt(v):
		w.sized(opLong4, twosComplement(h, nil, v))
	case v.IsFloat():
		w.float(v.Float())
	case h.Is(v, object.StrType):
		w.sized(opBinUnicode, h.AppendStr(nil, v))
	case h.Is(v, object.BytesType):
		w.sized(opBinBytes, h.BytesData(v))
	case h.TypeName(v) == "complex" && !h.TypeOf(v).Made():
		c, _ := h.ComplexOf(v)
		w.global("builtins", "complex")
		w.float(real(c))
		w.float(imag(c))
		w.b = append(w.b, opTuple2, opReduce)
	case h.Is(v, object.TupleType):
		return w.tuple(v)
	case h.Is(v, object.FrozenSetType):
		return w.frozenSet(v)
	default:
		return w.odd(v)
	}
	return nil
}

func (w *treeWriter) tuple(v object.Value) error {
	h := w.h
	if err := h.Enter(" while traversing 'expr' node"); err != nil {
		return err
	}
	defer h.Leave()
	w.b = append(w.b, opMark)
	for i := range h.TupleLen(v) {
		h.CheckStopAt(i)
		if err := w.constant(h.TupleItem(v, i)); err != nil {
			return err
		}
	}
	w.b = append(w.b, opTuple)
	return nil
}

func (w *treeWriter) frozenSet(v object.Value) error {
	h := w.h
	if err := h.Enter(" while traversing 'expr' node"); err != nil {
		return err
	}
	defer h.Leave()
	w.b = append(w.b, opMark)
	for pos := 0; ; {
		x, ok := h.SetNext(v, &pos)
		if !ok {
			break
		}
		if err := w.constant(x); err != nil {
			return err
		}
	}
	w.b = append(w.b, opFrozenSet)
	return nil
}

func (w *treeWriter) odd(v object.Value) error {
	repr, err := w.h.Repr(v)
	if err != nil {
		return err
	}
	w.global("__main__", "odd")
	w.sized(opBinUnicode, []byte(w.h.TypeName(v)))
	w.sized(opBinUnicode, w.h.AppendStr(nil, repr))
	w.b = append(w.b, opTuple2, opReduce)
	return nil
}
