package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/expat"
	"github.com/tier2go/tier2/interp/object"
)

// xmlHandler is a handler of a parser: the attribute's name, the events that it is called for, and with what.
type xmlHandler struct {
	name string
	kind expat.Kind
	args func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value // which the caller's mark keeps alive
	// code is that of the error where it returns 0 (or what is no int); 0: what it returns does not matter.
	code int
}

// Numbers of handlers that are not of a kind of events.
const (
	xmlDefault = iota
	xmlDefaultExpand
)

// xmlHandlers are the handlers, by number.
var xmlHandlers = []xmlHandler{
	xmlDefault:       {name: "DefaultHandler", kind: expat.Kinds},
	xmlDefaultExpand: {name: "DefaultHandlerExpand", kind: expat.Kinds},
	{"StartElementHandler", expat.StartElement, func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
		return []object.Value{k.name(st, e.Name), k.attrs(st, e)}
	}, 0},
	{"EndElementHandler", expat.EndElement, xmlName, 0},
	{"CharacterDataHandler", expat.Text, xmlText, 0},
	{"CommentHandler", expat.Comment, xmlText, 0},
	{"ProcessingInstructionHandler", expat.Instruction, func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
		return []object.Value{k.name(st, e.Name), k.pushed(k.h.NewStr(string(e.Text)))}
	}, 0},
	{"StartCdataSectionHandler", expat.StartCDATA, xmlNothing, 0},
	{"EndCdataSectionHandler", expat.EndCDATA, xmlNothing, 0},
	{"XmlDeclHandler", expat.XMLDecl, func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
		return []object.Value{k.pushed(k.text(e.Name)), k.pushed(k.text(e.Text)), object.SmallInt(int64(e.Flag))}
	}, 0},
	{"StartDoctypeDeclHandler", expat.StartDoctype, func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
		return []object.Value{k.name(st, e.Name), k.name(st, e.System), k.name(st, e.Public), object.SmallInt(int64(e.Flag))}
	}, 0},
	{"EndDoctypeDeclHandler", expat.EndDoctype, xmlNothing, 0},
	{"EntityDeclHandler", expat.EntityDecl, xmlEntityDecl, 0},
	{"UnparsedEntityDeclHandler", expat.UnparsedEntity, func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
		return []object.Value{k.name(st, e.Name), k.base(st), k.name(st, e.System), k.name(st, e.Public), k.name(st, e.Notation)}
	}, 0},
	{"NotationDeclHandler", expat.NotationDecl, func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
		return []object.Value{k.name(st, e.Name), k.base(st), k.name(st, e.System), k.name(st, e.Public)}
	}, 0},
	{"ElementDeclHandler", expat.ElementDecl, func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
		return []object.Value{k.name(st, e.Name), k.pushed(k.modelTuple(e.Model))}
	}, 0},
	{"AttlistDeclHandler", expat.AttlistDecl, func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
		return []object.Value{k.name(st, e.Name), k.name(st, e.Attr), k.pushed(k.text(e.Type)), k.pushed(k.text(e.Text)), object.SmallInt(int64(e.Flag))}
	}, 0},
	{"StartNamespaceDeclHandler", expat.StartNamespace, func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
		return []object.Value{k.name(st, e.Name), k.name(st, e.Text)}
	}, 0},
	{"EndNamespaceDeclHandler", expat.EndNamespace, xmlName, 0},
	{"ExternalEntityRefHandler", expat.ExternalRef, func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
		return []object.Value{k.pushed(k.text(e.Name)), k.base(st), k.name(st, e.System), k.name(st, e.Public)}
	}, expat.ExternalEntity},
	{"SkippedEntityHandler", expat.SkippedEntity, func(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
		return []object.Value{k.name(st, e.Name), object.SmallInt(int64(e.Flag))}
	}, 0},
	{"NotStandaloneHandler", expat.NotAlone, xmlNothing, expat.NotStandalone},
}

// xmlHandlerOf is the number of the handler of a kind of events.
var xmlHandlerOf = func() (of [expat.Kinds + 1]int) {
	for i, x := range xmlHandlers {
		of[x.kind] = i
	}
	return of
}()

func xmlNothing(*pyexpat, *xmlState, *expat.Event) []object.Value { return nil }

func xmlName(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
	return []object.Value{k.name(st, e.Name)}
}

func xmlText(k *pyexpat, _ *xmlState, e *expat.Event) []object.Value {
	return []object.Value{k.pushed(k.h.NewStr(string(e.Text)))}
}

func xmlEntityDecl(k *pyexpat, st *xmlState, e *expat.Event) []object.Value {
	return []object.Value{k.name(st, e.Name), object.SmallInt(int64(e.Flag)), k.pushed(k.text(e.Text)), k.base(st), k.name(st, e.System), k.name(st, e.Public), k.name(st, e.Notation)}
}

// handlers are the attributes of a parser that hold its handlers.
func (k *pyexpat) handlers() (list []object.GetSet) {
	for i, x := range xmlHandlers {
		list = append(list, object.GetSet{Name: x.name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			return h.ListItem(h.Field(v, offXMLHandlers), i), nil
		}, Set: func(h *object.Heap, v, f object.Value) error {
			if f == object.Null {
				return h.Raise(object.RuntimeErrorType, "Cannot delete attribute")
			}
			st := k.stateOf(v)
			if x.kind == expat.Text { // what waits is for the handler that there was
				if err := k.flush(st, v); err != nil {
					return err
				}
			}
			h.SetListItem(h.Field(v, offXMLHandlers), i, f)
			if i == xmlDefault || i == xmlDefaultExpand {
				st.p.Expand = h.ListItem(h.Field(v, offXMLHandlers), xmlDefault) == object.None
			}
			return nil
		}})
	}
	return list
}

// event tells a program of an event. What the program raises ends parsing.
func (k *pyexpat) event(st *xmlState, e *expat.Event) error {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	x := xmlHandlerOf[e.Kind]
	handlers := h.Field(st.self, offXMLHandlers)
	f := object.None
	if e.Kind != expat.Other {
		f = h.ListItem(handlers, x)
	}
	if f == object.None {
		if e.Kind == expat.UnparsedEntity {
			if f := h.ListItem(handlers, xmlHandlerOf[expat.EntityDecl]); f != object.None {
				_, err := k.call(st, f, xmlEntityDecl(k, st, e))
				return err
			}
		}
		return k.byDefault(st, e)
	}
	if e.Kind == expat.Text && st.buffers {
		return k.wait(st, e.Text)
	}
	args := xmlHandlers[x].args(k, st, e)
	r, err := k.call(st, f, args)
	if code := xmlHandlers[x].code; err == nil && code != 0 {
		var n int
		if n, err = h.CInt(r); err == nil && n == 0 {
			err = &expat.Error{Code: code, At: st.p.Position(), Offset: st.p.Offset()}
		}
	}
	return err
}

// call calls a handler; text that waits comes first.
func (k *pyexpat) call(st *xmlState, f object.Value, args []object.Value) (object.Value, error) {
	if err := k.flush(st, st.self); err != nil {
		return object.Null, err
	}
	return k.h.Call(f, args, object.Null)
}

// byDefault tells the default handler of an event that has no handler of its own.
func (k *pyexpat) byDefault(st *xmlState, e *expat.Event) error {
	h := k.h
	handlers := h.Field(st.self, offXMLHandlers)
	f := h.ListItem(handlers, xmlDefaultExpand)
	if f == object.None {
		f = h.ListItem(handlers, xmlDefault)
	}
	if f == object.None || e.Raw == nil {
		return nil
	}
	pieces := [][]byte{e.Raw}
	if e.Declares() {
		pieces = expat.Tokens(e.Raw)
	}
	for _, raw := range pieces {
		if _, err := k.call(st, f, []object.Value{k.pushed(h.NewStr(string(raw)))}); err != nil {
			return err
		}
	}
	return nil
}

// wait keeps text for one call with all that comes together.
func (k *pyexpat) wait(st *xmlState, text []byte) error {
	if len(st.text)+len(text) > st.size {
		if err := k.flush(st, st.self); err != nil {
			return err
		}
		if f := k.h.ListItem(k.h.Field(st.self, offXMLHandlers), xmlHandlerOf[expat.Text]); len(text) > st.size {
			if f == object.None {
				return nil
			}
			_, err := k.h.Call(f, []object.Value{k.pushed(k.h.NewStr(string(text)))}, object.Null)
			return err
		}
	}
	if n := len(st.text) + len(text); n > cap(st.text) {
		st.text = heap.Grow(&k.h.Heap, &st.Account, st.text, len(text))
	}
	st.text, st.pending = append(st.text, text...), true
	return nil
}

// flush calls the handler of text with what waits.
func (k *pyexpat) flush(st *xmlState, v object.Value) error {
	if !st.pending {
		return nil
	}
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	f := h.ListItem(h.Field(v, offXMLHandlers), xmlHandlerOf[expat.Text])
	s := h.NewStr(string(st.text))
	h.Push(s)
	st.text, st.pending = st.text[:0], false
	if f == object.None {
		return nil
	}
	_, err := h.Call(f, []object.Value{s}, object.Null)
	return err
}

// pushed keeps a value alive until the mark that event has set.
func (k *pyexpat) pushed(v object.Value) object.Value {
	k.h.Push(v)
	return v
}

// name makes a str of a name, the same one each time: that of the parser's table. nil is None.
func (k *pyexpat) name(st *xmlState, name []byte) object.Value {
	if name == nil {
		return object.None
	}
	h := k.h
	v := k.pushed(h.InternName(string(name)))
	if table := h.Field(st.self, offXMLIntern); table != object.None {
		if known := h.DictGetStr(table, v); known != object.Null && h.Is(known, object.StrType) {
			return known
		}
		h.DictSetStr(table, v, v)
	}
	return v
}

func (k *pyexpat) base(st *xmlState) object.Value { return k.h.Field(st.self, offXMLBase) }

// attrs makes the attributes of an element: a dict, or a list of names and values.
func (k *pyexpat) attrs(st *xmlState, e *expat.Event) object.Value {
	h := k.h
	list := e.Attrs
	if st.specified {
		list = list[:e.Specified]
	}
	if !st.ordered {
		d := k.pushed(h.NewDict())
		for _, a := range list {
			h.DictSetStr(d, k.name(st, a.Name), k.pushed(h.NewStr(string(a.Value))))
		}
		return d
	}
	l := k.pushed(h.NewList())
	for _, a := range list {
		h.ListAppend(l, k.name(st, a.Name))
		h.ListAppend(l, k.pushed(h.NewStr(string(a.Value))))
	}
	return l
}

// modelTuple makes the tuple of a model: type, quantity, name, parts.
func (k *pyexpat) modelTuple(m *expat.Model) object.Value {
	h := k.h
	at := h.Mark()
	defer h.Release(at)
	parts := h.NewList()
	h.Push(parts)
	for i := range m.Parts {
		h.ListAppend(parts, k.pushed(k.modelTuple(&m.Parts[i])))
	}
	name := object.None
	if m.Name != "" {
		name = h.NewStr(m.Name)
		h.Push(name)
	}
	children := h.ListToTuple(parts)
	h.Push(children)
	return h.NewTuple(object.SmallInt(int64(m.Type)), object.SmallInt(int64(m.Quantity)), name, children)
}
