package lib

import (
	"strings"

	"github.com/tier2go/tier2/interp/internal/expat"
	"github.com/tier2go/tier2/interp/object"
)

// The fields of an XMLParser.
const (
	offXPState   = 8
	offXPTarget  = 16
	offXPEntity  = 24 // dict: what a program says entities stand for
	offXPMethods = 32 // tuple: the target's methods, None where it has none; Null: the target is a TreeBuilder
	offXPNames   = 40 // list: the values of names
	xpSize       = 48
)

// What a target is told of.
const (
	tellStart = iota
	tellData
	tellEnd
	tellComment
	tellPI
	tellStartNS
	tellEndNS
	tellDoctype
	tellClose
)

var targetMethods = []string{"start", "data", "end", "comment", "pi", "start_ns", "end_ns", "doctype", "close"}

// etreeState is what an XMLParser has in Go: a parser as pyexpat has one, and names.
type etreeState struct {
	xmlState
	names   map[string]object.Value // expanded names by expat's; the parser's list keeps them alive
	doctype bool                    // the target, or a class derived from the parser, wants to know
}

// maxNames is how many names are kept: what has more of them makes them anew.
const maxNames = 10_000

func (k *etree) registerParser(m *module) {
	h := k.h
	slots := initialized(k.initParser)
	k.parser = h.RegisterType(&object.Type{Name: "XMLParser", Module: etreeModule, Size: xpSize, Slots: slots})
	m.set("XMLParser", k.parser.Object)
	orNone := func(name string, off uintptr) object.GetSet {
		return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			if x := h.Field(v, off); x != object.Null {
				return x, nil
			}
			return object.None, nil // __init__ was not called
		}}
	}
	h.AddGetSets(k.parser, []object.GetSet{orNone("entity", offXPEntity), orNone("target", offXPTarget), {
		Name: "version", Get: func(h *object.Heap, _ object.Value) (object.Value, error) { return h.Intern("Expat 2.8.1"), nil },
	}})
	h.AddMethods(k.parser, []object.Builtin{
		{Name: "feed", Arity: object.O, Fn: func(_ *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			return object.None, k.feed(v, a[0], false)
		}},
		{Name: "close", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return k.closeParser(v) }},
		{Name: "flush", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			st, err := k.parserOf(v)
			if err != nil {
				return object.Null, err
			}
			was := st.p.Defer
			st.p.Defer = false
			defer func() { st.p.Defer = was }()
			return object.None, k.parse(st, v, nil, false)
		}},
		{Name: "_parse_whole", Arity: object.O, Fn: k.parseWhole},
		{Name: "_setevents", Arity: object.Fast, Min: 1, Max: 2, Fn: k.setEvents},
	})
}

// parserOf returns the state of a parser that __init__ has seen.
func (k *etree) parserOf(v object.Value) (*etreeState, error) {
	if k.h.Field(v, offXPState) == object.Null {
		return nil, k.h.Raise(object.ValueErrorType, "XMLParser.__init__() wasn't called")
	}
	return k.h.HandleOf(k.h.Field(v, offXPState)).(*etreeState), nil
}

var treeParserSig = object.NewSignature("XMLParser", 0, 0, 2, "target", "encoding")

// initParser is XMLParser(*, target=None, encoding=None).
func (k *etree) initParser(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	if h.Field(v, offXPState) != object.Null {
		if st, err := k.parserOf(v); err != nil || st.busy { // whose names the parser's list keeps alive
			return k.calledByOwn()
		}
	}
	var a [2]object.Value
	if err := bind(h, treeParserSig, args, kwnames, a[:]); err != nil {
		return err
	}
	m := h.Mark()
	defer h.Release(m)
	st := &etreeState{names: map[string]object.Value{}}
	if a[1] != object.Null && a[1] != object.None {
		if !h.IsInstance(a[1], object.StrType) {
			return h.Raise(object.TypeErrorType, "XMLParser() argument 'encoding' must be str or None, not %s", h.TypeName(a[1]))
		}
		st.encoding = h.GoString(a[1])
	}
	target, methods := a[0], object.Null
	if target == object.Null || target == object.None {
		target = k.emptyBuilder(k.builder)
		h.Push(target)
		if err := k.initBuilder(h, target, nil, object.Null); err != nil {
			return err
		}
	}
	if h.TypeOf(target) != k.builder {
		list := h.NewList()
		h.Push(list)
		for _, name := range targetMethods {
			f, err := h.LookupAttr(target, h.Intern(name))
			if err != nil {
				return err
			}
			if f == object.Null {
				f = object.None
			}
			h.ListAppend(list, f)
		}
		methods = h.ListToTuple(list)
		h.Push(methods)
		st.doctype = h.TupleItem(methods, tellDoctype) != object.None
	}
	st.p = expat.New(expat.Options{Namespaces: true, Separator: "}", Poll: h.CheckStop, Grow: func(n int) { st.Add(&h.Heap, n) },
		Emit: func(e *expat.Event) error { return k.event(st, e) }})
	state := h.NewHandleObject(k.state, st)
	h.Push(state)
	entity, names := h.NewDict(), h.NewList()
	h.Push(entity)
	h.SetField(v, offXPState, state)
	h.SetField(v, offXPTarget, target)
	h.SetField(v, offXPEntity, entity)
	h.SetField(v, offXPMethods, methods)
	h.SetField(v, offXPNames, names)
	return nil
}

// feed parses text, or bytes.
func (k *etree) feed(v, data object.Value, final bool) error {
	st, err := k.parserOf(v)
	if err != nil {
		return err
	}
	text, err := st.bytesOf(k.h, data)
	if err != nil {
		return err
	}
	return k.parse(st, v, text, final)
}

// parse parses a piece of a document.
func (k *etree) parse(st *etreeState, v object.Value, data []byte, final bool) error {
	if st.busy {
		return k.calledByOwn()
	}
	err := st.read(k.h, v, data, final)
	if e, ok := err.(*expat.Error); ok {
		return k.raise(e, e.Error())
	}
	return err
}

// calledByOwn is the error of a target that calls the parser that is calling it.
func (k *etree) calledByOwn() error {
	return k.h.Raise(object.RuntimeErrorType, "a parser is called by its own target")
}

// raise makes the ParseError of an error of the parser.
func (k *etree) raise(e *expat.Error, text string) error {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	exc := h.NewException(h.Type(k.parseError), h.NewStr(text+": "+e.At.String()))
	h.Push(exc)
	err := h.SetAttr(exc, h.Intern("code"), h.Int(int64(e.Code)))
	if err == nil {
		err = h.SetAttr(exc, h.Intern("position"), h.NewTuple(h.Int(int64(e.At.Line)), h.Int(int64(e.At.Column))))
	}
	if err != nil {
		return err
	}
	return h.RaiseValue(exc)
}

// closeParser ends the document, and returns what the target has made of it.
func (k *etree) closeParser(v object.Value) (object.Value, error) {
	h := k.h
	st, err := k.parserOf(v)
	if err != nil {
		return object.Null, err
	}
	if err := k.parse(st, v, nil, true); err != nil {
		return object.Null, err
	}
	methods := h.Field(v, offXPMethods)
	if methods == object.Null {
		return h.Field(h.Field(v, offXPTarget), offBuildRoot), nil
	}
	if f := h.TupleItem(methods, tellClose); f != object.None {
		return h.Call(f, nil, object.Null)
	}
	return object.None, nil
}

// wholePiece is how much of a file is read at once.
const wholePiece = 64 << 10

// parseWhole is _parse_whole(file): it reads a file to its end.
func (k *etree) parseWhole(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	if _, err := k.parserOf(v); err != nil {
		return object.Null, err
	}
	read, err := h.GetAttr(a[0], h.Intern("read"))
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(read)
	for {
		h.CheckStop()
		piece, err := h.Call(read, []object.Value{object.SmallInt(wholePiece)}, object.Null)
		if err != nil {
			return object.Null, err
		}
		if h.IsInstance(piece, object.StrType) && h.StrLen(piece) == 0 || !h.IsInstance(piece, object.StrType) && !h.IsInstance(piece, object.BytesType) ||
			h.IsInstance(piece, object.BytesType) && len(h.BytesData(piece)) == 0 {
			return k.closeParser(v)
		}
		if err := k.feed(v, piece, false); err != nil {
			return object.Null, err
		}
	}
}

// setEvents is _setevents(queue, events=None): a pull parser's queue gets what happens.
func (k *etree) setEvents(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	if _, err := k.parserOf(v); err != nil {
		return object.Null, err
	}
	target := h.Field(v, offXPTarget)
	if h.TypeOf(target) != k.builder {
		return object.Null, h.Raise(object.TypeErrorType, "event handling only supported for ElementTree.TreeBuilder targets")
	}
	to, err := h.GetAttr(a[0], h.Intern("append"))
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(to)
	t := k.tree(target)
	t.events = [treeEvents]bool{}
	if len(a) == 1 || a[1] == object.None {
		t.events[treeEnd] = true
		h.SetField(target, offBuildAppend, to)
		return object.None, nil
	}
	list, err := h.ListFromIter(a[1])
	if err != nil {
		return object.Null, h.Raise(object.TypeErrorType, "events must be a sequence")
	}
	h.Push(list)
	for i := range h.ListLen(list) {
		x := h.ListItem(list, i)
		name, at := "", -1
		if h.IsInstance(x, object.StrType) {
			name = h.GoString(x)
			for e, s := range treeEventNames {
				if s == name {
					at = e
				}
			}
		} else {
			return object.Null, h.Raise(object.ValueErrorType, "invalid events sequence")
		}
		if at < 0 {
			return object.Null, h.Raise(object.ValueErrorType, "unknown event '%s'", name)
		}
		t.events[at] = true
	}
	h.SetField(target, offBuildAppend, to)
	return object.None, nil
}

// event tells the target of an event.
func (k *etree) event(st *etreeState, e *expat.Event) error {
	h := k.h
	v := st.self
	m := h.Mark()
	defer h.Release(m)
	target, methods := h.Field(v, offXPTarget), h.Field(v, offXPMethods)
	if methods != object.Null {
		return k.tellTarget(st, e, methods)
	}
	var err error
	switch e.Kind {
	case expat.StartElement:
		_, err = k.start(target, k.name(st, e.Name), k.attrs(st, e))
	case expat.EndElement:
		_, err = k.end(target)
	case expat.Text:
		err = k.data(target, e.Text)
	case expat.Comment:
		_, err = k.comment(target, k.str(e.Text))
	case expat.Instruction:
		_, err = k.pi(target, k.str(e.Name), k.str(e.Text))
	case expat.StartNamespace:
		err = k.tell(target, treeStartNS, k.pair(e))
	case expat.EndNamespace:
		err = k.tell(target, treeEndNS, object.None)
	case expat.SkippedEntity:
		err = k.skipped(st, e, func(text object.Value) error { return k.data(target, []byte(h.GoString(text))) })
	}
	return err
}

// str makes a str that event's mark keeps alive.
func (k *etree) str(b []byte) object.Value {
	v := k.h.NewStr(string(b))
	k.h.Push(v)
	return v
}

// pair is what a start of a namespace tells: prefix and URI.
func (k *etree) pair(e *expat.Event) object.Value {
	v := k.h.NewTuple(k.str(e.Name), k.str(e.Text))
	k.h.Push(v)
	return v
}

// tellTarget calls the method of a target in Python that is told of an event, if it has it.
func (k *etree) tellTarget(st *etreeState, e *expat.Event, methods object.Value) error {
	h := k.h
	call := func(which int, args ...object.Value) error {
		_, err := h.Call(h.TupleItem(methods, which), args, object.Null)
		return err
	}
	has := func(which int) bool { return h.TupleItem(methods, which) != object.None }
	switch {
	case e.Kind == expat.StartElement && has(tellStart):
		attrs := k.attrs(st, e)
		if attrs == object.Null {
			attrs = h.NewDict()
			h.Push(attrs)
		}
		return call(tellStart, k.name(st, e.Name), attrs)
	case e.Kind == expat.EndElement && has(tellEnd):
		return call(tellEnd, k.name(st, e.Name))
	case e.Kind == expat.Text && has(tellData):
		return call(tellData, k.str(e.Text))
	case e.Kind == expat.Comment && has(tellComment):
		return call(tellComment, k.str(e.Text))
	case e.Kind == expat.Instruction && has(tellPI):
		return call(tellPI, k.str(e.Name), k.str(e.Text))
	case e.Kind == expat.StartNamespace && has(tellStartNS):
		return call(tellStartNS, k.str(e.Name), k.str(e.Text))
	case e.Kind == expat.EndNamespace && has(tellEndNS):
		return call(tellEndNS, k.str(e.Name))
	case e.Kind == expat.StartDoctype && has(tellDoctype):
		or := func(b []byte) object.Value {
			if b == nil {
				return object.None
			}
			return k.str(b)
		}
		return call(tellDoctype, k.str(e.Name), or(e.Public), or(e.System))
	case e.Kind == expat.SkippedEntity:
		return k.skipped(st, e, func(text object.Value) error {
			if !has(tellData) {
				return nil
			}
			return call(tellData, text)
		})
	}
	return nil
}

// skipped is a reference to what the document does not declare: the program may know it.
func (k *etree) skipped(st *etreeState, e *expat.Event, data func(text object.Value) error) error {
	if e.Flag != 0 {
		return nil
	}
	h := k.h
	text, err := h.DictGet(h.Field(st.self, offXPEntity), k.str(e.Name))
	switch {
	case err != nil:
		return err
	case text == object.Null:
		at := &expat.Error{Code: expat.UndefinedEntity, At: st.p.Position(), Offset: st.p.Offset()}
		return k.raise(at, "undefined entity &"+string(e.Name)+";")
	case !h.IsInstance(text, object.StrType):
		return h.Unsupported("an entity that stands for what is no str")
	}
	return data(text)
}

// name makes a name of expat's: {URI}local where it has a URI.
func (k *etree) name(st *etreeState, name []byte) object.Value {
	if v, ok := st.names[string(name)]; ok {
		return v
	}
	h := k.h
	s := string(name)
	if strings.IndexByte(s, '}') >= 0 {
		s = "{" + s
	}
	v := h.InternName(s)
	h.Push(v)
	if len(st.names) < maxNames {
		st.Add(&h.Heap, len(s)+nameWeight)
		h.ListAppend(h.Field(st.self, offXPNames), v)
		st.names[string(name)] = v
	}
	return v
}

// nameWeight is about what a name in the table takes beside its text.
const nameWeight = 64

// attrs makes the dict of an element's attributes, Null: there are none.
func (k *etree) attrs(st *etreeState, e *expat.Event) object.Value {
	if len(e.Attrs) == 0 {
		return object.Null
	}
	h := k.h
	d := h.NewDict()
	h.Push(d)
	for _, a := range e.Attrs {
		h.DictSetStr(d, k.name(st, a.Name), k.str(a.Value))
	}
	return d
}
