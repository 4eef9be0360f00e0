package lib

import (
	"bytes"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/expat"
	"github.com/tier2go/tier2/interp/object"
)

// Fields of a parser.
const (
	offXMLState    = 8
	offXMLHandlers = 16 // list, by number
	offXMLIntern   = 24 // dict: names
	offXMLBase     = 32 // what SetBase has set, or None
	xmlSize        = 40
)

// xmlState is what a parser has in Go.
type xmlState struct {
	heap.Account
	p        *expat.Parser
	decoder  xmlDecoder
	encoding string       // given; "": none
	failed   *expat.Error // the last one
	self     object.Value // while it parses
	busy     bool
	text     []byte // that waits for more (buffer_text)
	pending  bool   // there is such text

	size                             int // of the buffer
	buffers, ordered, specified, raw bool
}

// xmlStateWeight is about what a parser and its tables take.
const xmlStateWeight = 2 << 10

// HandleWeight is what the heap counts for it.
func (st *xmlState) HandleWeight() int { return int(unsafe.Sizeof(*st)) + xmlStateWeight }

// Same implements object.Same.
func (st *xmlState) Same(other any) bool {
	o, ok := other.(*xmlState)
	return ok && st.p.Position() == o.p.Position() && st.p.Offset() == o.p.Offset() && string(st.text) == string(o.text)
}

func (k *pyexpat) stateOf(v object.Value) *xmlState {
	return k.h.HandleOf(k.h.Field(v, offXMLState)).(*xmlState)
}

// registerParser makes the types.
func (k *pyexpat) registerParser(m *module) {
	h := k.h
	k.state = h.RegisterType(&object.Type{Name: "<xml state>", Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
	}}).ID
	k.parser = h.RegisterType(&object.Type{Name: "xmlparser", Module: "pyexpat", Size: xmlSize, Final: true, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "cannot create 'pyexpat.xmlparser' instances")
		},
	}})
	m.set("XMLParserType", k.parser.Object)
	h.AddGetSets(k.parser, append(k.handlers(), k.attributes()...))
	h.AddMethods(k.parser, []object.Builtin{
		{Name: "Parse", Arity: object.Fast, Min: 1, Max: 2, Fn: k.parse},
		{Name: "ParseFile", Arity: object.O, Fn: k.parseFile},
		{Name: "SetBase", Arity: object.O, Fn: k.setBase},
		{Name: "GetBase", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return h.Field(v, offXMLBase), nil
		}},
		{Name: "GetInputContext", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			if st := k.stateOf(v); st.busy {
				return h.NewBytes(st.p.Pending()), nil
			}
			return object.None, nil
		}},
		{Name: "ExternalEntityParserCreate", Arity: object.Fast, Min: 1, Max: 2, Fn: k.createSub},
		{Name: "SetParamEntityParsing", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			n, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			st := k.stateOf(v)
			if st.p.Started() {
				return object.SmallInt(0), nil
			}
			st.p.ParamEntities = n != 0
			return object.SmallInt(1), nil
		}},
		{Name: "UseForeignDTD", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			on, err := true, error(nil)
			if len(a) > 0 {
				on, err = h.Truth(a[0])
			}
			if st := k.stateOf(v); err == nil {
				if st.p.Started() {
					return object.Null, k.raise(st, &expat.Error{Code: expat.CannotChange, At: st.p.Position()})
				}
				st.p.Foreign = on
			}
			return object.None, err
		}},
		{Name: "SetReparseDeferralEnabled", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			on, err := h.Truth(a[0])
			if err == nil {
				k.stateOf(v).p.Defer = on
			}
			return object.None, err
		}},
		{Name: "GetReparseDeferralEnabled", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.Bool(k.stateOf(v).p.Defer), nil
		}},
	})
}

// attributes are those of a parser that are no handlers.
func (k *pyexpat) attributes() (list []object.GetSet) {
	number := func(name string, get func(st *xmlState) int) {
		list = append(list, object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			return h.Int(int64(get(k.stateOf(v)))), nil
		}})
	}
	yes := func(name string, of func(st *xmlState) *bool) {
		list = append(list, object.GetSet{Name: name, Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			return object.Bool(*of(k.stateOf(v))), nil
		}, Set: func(h *object.Heap, v, x object.Value) error {
			if x == object.Null {
				return h.Raise(object.RuntimeErrorType, "Cannot delete attribute")
			}
			on, err := h.Truth(x)
			if err == nil {
				*of(k.stateOf(v)) = on
			}
			return err
		}})
	}
	index := func(st *xmlState) int {
		if !st.p.Started() {
			return -1
		}
		return st.p.Offset()
	}
	for _, of := range []string{"Current", "Error"} {
		number(of+"LineNumber", func(st *xmlState) int { return st.p.Position().Line })
		number(of+"ColumnNumber", func(st *xmlState) int { return st.p.Position().Column })
		number(of+"ByteIndex", index)
	}
	number("ErrorCode", func(st *xmlState) int {
		if st.failed == nil {
			return 0
		}
		return st.failed.Code
	})
	number("buffer_used", func(st *xmlState) int { return len(st.text) })
	yes("ordered_attributes", func(st *xmlState) *bool { return &st.ordered })
	yes("specified_attributes", func(st *xmlState) *bool { return &st.specified })
	yes("namespace_prefixes", func(st *xmlState) *bool { return &st.p.Triplets })
	return append(list, fieldGetter("intern", offXMLIntern), k.bufferText(), k.bufferSize())
}

func (k *pyexpat) bufferText() object.GetSet {
	return object.GetSet{Name: "buffer_text", Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
		return object.Bool(k.stateOf(v).buffers), nil
	}, Set: func(h *object.Heap, v, x object.Value) error {
		if x == object.Null {
			return h.Raise(object.RuntimeErrorType, "Cannot delete attribute")
		}
		on, err := h.Truth(x)
		st := k.stateOf(v)
		if err == nil && !on {
			err = k.flush(st, v)
		}
		if err == nil {
			st.buffers = on
		}
		return err
	}}
}

func (k *pyexpat) bufferSize() object.GetSet {
	return object.GetSet{Name: "buffer_size", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		return h.Int(int64(k.stateOf(v).size)), nil
	}, Set: func(h *object.Heap, v, x object.Value) error {
		if x == object.Null {
			return h.Raise(object.RuntimeErrorType, "Cannot delete attribute")
		}
		if !h.IsIntegral(x) {
			return h.Raise(object.TypeErrorType, "buffer_size must be an integer")
		}
		n, err := h.Ssize(x)
		if err != nil {
			return err
		}
		if n <= 0 {
			return h.Raise(object.ValueErrorType, "buffer_size must be greater than zero")
		}
		st := k.stateOf(v)
		if err = k.flush(st, v); err == nil {
			st.size = n
		}
		return err
	}}
}

var xmlCreateSig = object.NewSignature("ParserCreate", 0, 0, 0, "encoding", "namespace_separator", "intern")

// create is ParserCreate(encoding=None, namespace_separator=None, intern={}).
func (k *pyexpat) create(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [3]object.Value
	if err := bind(h, xmlCreateSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	var text [2]string
	for i, name := range []string{"encoding", "namespace_separator"} {
		switch {
		case a[i] == object.Null || a[i] == object.None:
			a[i] = object.Null
		case !h.IsInstance(a[i], object.StrType):
			return object.Null, h.Raise(object.TypeErrorType, "ParserCreate() argument '%s' must be str or None, not %s", name, h.TypeName(a[i]))
		default:
			text[i] = h.GoString(a[i])
		}
	}
	if a[1] != object.Null && h.StrLen(a[1]) > 1 {
		return object.Null, h.Raise(object.ValueErrorType, "namespace_separator must be at most one character, omitted, or None")
	}
	intern := a[2]
	switch {
	case intern == object.Null:
		intern = h.NewDict()
	case intern != object.None && !h.IsInstance(intern, object.DictType):
		return object.Null, h.Raise(object.TypeErrorType, "intern must be a dictionary")
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(intern)
	st := &xmlState{encoding: text[0], size: 8192}
	st.p = expat.New(expat.Options{Namespaces: a[1] != object.Null, Separator: text[1]})
	return k.object(st, intern), nil
}

// object makes the object of a parser.
func (k *pyexpat) object(st *xmlState, intern object.Value) object.Value {
	h := k.h
	st.p.Poll, st.p.Grow = h.CheckStop, func(n int) { st.Add(&h.Heap, n) }
	st.p.Emit = func(e *expat.Event) error { return k.event(st, e) }
	m := h.Mark()
	defer h.Release(m)
	held := h.NewHandleObject(k.state, st)
	h.Push(held)
	list := h.NewList()
	h.Push(list)
	for range xmlHandlers {
		h.ListAppend(list, object.None)
	}
	v := h.NewEmpty(k.parser)
	h.SetField(v, offXMLState, held)
	h.SetField(v, offXMLHandlers, list)
	h.SetField(v, offXMLIntern, intern)
	h.SetField(v, offXMLBase, object.None)
	return v
}

// createSub is ExternalEntityParserCreate(context, encoding=None).
func (k *pyexpat) createSub(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	var context []byte
	if a[0] != object.None {
		if !h.IsInstance(a[0], object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "ExternalEntityParserCreate() argument 1 must be str or None, not %s", h.TypeName(a[0]))
		}
		context = append([]byte{}, h.GoString(a[0])...)
	}
	old := k.stateOf(v)
	st := &xmlState{size: old.size, buffers: old.buffers, ordered: old.ordered, specified: old.specified}
	if len(a) > 1 && a[1] != object.None {
		if !h.IsInstance(a[1], object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "ExternalEntityParserCreate() argument 2 must be str, not %s", h.TypeName(a[1]))
		}
		st.encoding = h.GoString(a[1])
	}
	st.p = old.p.Sub(context)
	sub := k.object(st, h.Field(v, offXMLIntern))
	h.SetField(sub, offXMLBase, h.Field(v, offXMLBase))
	to, from := h.Field(sub, offXMLHandlers), h.Field(v, offXMLHandlers)
	for i := range xmlHandlers {
		h.SetListItem(to, i, h.ListItem(from, i))
	}
	return sub, nil
}

func (k *pyexpat) setBase(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "SetBase() argument must be str, not %s", h.TypeName(a[0]))
	}
	h.SetField(v, offXMLBase, a[0])
	return object.None, nil
}

// parse is Parse(data, isfinal=False).
func (k *pyexpat) parse(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	final, err := false, error(nil)
	if len(a) > 1 {
		if final, err = h.Truth(a[1]); err != nil {
			return object.Null, err
		}
	}
	st := k.stateOf(v)
	data, err := st.bytesOf(h, a[0])
	if err == nil {
		err = k.feed(st, v, data, final)
	}
	if err != nil {
		return object.Null, err
	}
	return object.SmallInt(1), nil
}

// bytesOf returns a copy of the bytes of a piece of a document, which is bytes or a str.
func (st *xmlState) bytesOf(h *object.Heap, piece object.Value) ([]byte, error) {
	if !h.IsInstance(piece, object.StrType) {
		data, err := h.BufferData(piece)
		return bytes.Clone(data), err
	}
	encoded, err := h.Encode(piece, "utf-8", "strict")
	if err != nil {
		return nil, err
	}
	st.decoder.known = true // what the document says of its encoding does not count
	return bytes.Clone(h.BytesData(encoded)), nil
}

// read reads a piece of a document for a parser's object, which is not busy.
func (st *xmlState) read(h *object.Heap, v object.Value, data []byte, final bool) (err error) {
	m := h.Mark()
	defer h.Release(m)
	h.Push(v)
	st.self, st.busy = v, true
	defer func() { st.self, st.busy = object.Null, false }()
	if data, err = st.decoder.take(h, st.encoding, data, final); err != nil {
		return err
	}
	if err = st.p.Feed(data, final); err == nil && final && st.decoder.unfinished() {
		err = st.partial()
	}
	return err
}

// feed parses a piece of a document.
func (k *pyexpat) feed(st *xmlState, v object.Value, data []byte, final bool) (err error) {
	h := k.h
	if st.busy {
		return h.Raise(object.RuntimeErrorType, "a parser is called by its own handler")
	}
	err = st.read(h, v, data, final)
	if _, isXML := err.(*expat.Error); isXML || err == nil {
		if flushed := k.flush(st, v); flushed != nil {
			return flushed
		}
		return k.raise(st, err)
	}
	st.text, st.pending = st.text[:0], false
	list := h.Field(v, offXMLHandlers) // as CPython does behind an exception
	for i := range xmlHandlers {
		h.SetListItem(list, i, object.None)
	}
	return err
}

// xmlPiece is how much of a file is read at once.
const xmlPiece = 2048

// parseFile is ParseFile(file): it reads the file to its end.
func (k *pyexpat) parseFile(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	read, err := h.LookupAttr(a[0], h.Intern("read"))
	if err == nil && read == object.Null {
		err = h.Raise(object.TypeErrorType, "argument must have 'read' attribute")
	}
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(read)
	st := k.stateOf(v)
	for {
		h.CheckStop()
		piece, err := h.Call(read, []object.Value{object.SmallInt(xmlPiece)}, object.Null)
		if err != nil {
			return object.Null, err
		}
		if !h.IsInstance(piece, object.BytesType) && !h.IsInstance(piece, object.ByteArrayType) {
			return object.Null, h.Raise(object.TypeErrorType, "read() did not return a bytes object (type=%s)", h.TypeName(piece))
		}
		data := append([]byte(nil), h.BytesData(piece)...)
		if len(data) > xmlPiece {
			return object.Null, h.Raise(object.ValueErrorType, "read() returned too much data: %d bytes requested, %d returned", xmlPiece, len(data))
		}
		if err := k.feed(st, v, data, len(data) == 0); err != nil {
			return object.Null, err
		}
		if len(data) == 0 {
			return object.SmallInt(1), nil
		}
	}
}
