package lib

import (
	"github.com/tier2go/tier2/interp/internal/expat"
	"github.com/tier2go/tier2/interp/object"
)

// The module pyexpat (Modules/pyexpat.c), under xml.etree, xml.dom.minidom, xml.sax and plistlib. Parsers as objects are in
// pyexpat_parser.go, what they tell a program in pyexpat_events.go.

// pyexpat is the module's state.
type pyexpat struct {
	l      *Lib
	h      *object.Heap
	err    object.TypeID
	parser *object.Type
	state  object.TypeID // stands for an *xmlState
}

// expatVersion is that of the library whose behaviour this is.
var expatVersion = []int64{2, 8, 1}

// newPyexpat makes the module.
func (l *Lib) newPyexpat() (object.Value, error) {
	h, m := l.h, l.newModule("pyexpat")
	k := &pyexpat{l: l, h: h}
	base := h.Type(object.ExceptionType)
	k.err = h.RegisterType(&object.Type{Name: "ExpatError", Module: "xml.parsers.expat", Base: base, IsException: true, Slots: base.Slots}).ID
	m.set("error", h.Type(k.err).Object)
	m.set("ExpatError", h.Type(k.err).Object)
	k.registerParser(m)
	m.set("EXPAT_VERSION", h.Intern("expat_2.8.1"))
	m.set("version_info", h.NewTuple(object.SmallInt(expatVersion[0]), object.SmallInt(expatVersion[1]), object.SmallInt(expatVersion[2])))
	m.set("native_encoding", h.Intern("UTF-8"))
	features := h.NewList()
	h.Push(features) // the Go heap holds it
	for _, f := range []struct {
		name  string
		value int64
	}{{"sizeof(XML_Char)", 1}, {"sizeof(XML_LChar)", 1}, {"XML_DTD", 0}, {"XML_CONTEXT_BYTES", 1024}, {"XML_NS", 0}, {"XML_BLAP_MAX_AMP", 100},
		{"XML_BLAP_ACT_THRES", 8388608}, {"XML_GE", 0}, {"XML_AT_MAX_AMP", 100}, {"XML_AT_ACT_THRES", 67108864}} {
		h.ListAppend(features, h.NewTuple(h.Intern(f.name), object.SmallInt(f.value)))
	}
	m.set("features", features)
	for i, name := range []string{"NEVER", "UNLESS_STANDALONE", "ALWAYS"} {
		m.set("XML_PARAM_ENTITY_PARSING_"+name, object.SmallInt(int64(i)))
	}
	m.set("errors", k.errors())
	m.set("model", k.model())
	m.functions([]object.Builtin{
		{Name: "ParserCreate", Arity: object.Varied, FnKw: k.create},
		{Name: "ErrorString", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			code, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			if text := expat.Message(code); text != "" {
				return h.NewStr(text), nil
			}
			return object.None, nil
		}},
	})
	return m.v, nil
}

// within makes a module that is an attribute of pyexpat and of sys.modules.
func (k *pyexpat) within(name, doc string) *module {
	sub := k.l.newModule("pyexpat." + name)
	sub.set("__doc__", k.h.NewStr(doc))
	k.h.DictSetStr(k.l.host.Modules, k.h.Intern("pyexpat."+name), sub.v)
	return sub
}

// errors makes the module of the texts and codes of errors.
func (k *pyexpat) errors() object.Value {
	h, m := k.h, k.within("errors", "Constants used to describe error conditions.")
	codes, texts := h.NewDict(), h.NewDict()
	h.Push(codes) // the Go heap holds both
	h.Push(texts)
	for code, e := range expat.Messages {
		if e.Name == "" {
			continue
		}
		text := h.Intern(e.Text)
		m.set("XML_ERROR_"+e.Name, text)
		h.DictSetStr(codes, text, object.SmallInt(int64(code)))
		_ = h.DictSet(texts, object.SmallInt(int64(code)), text) // of an int, which has no __hash__ that fails
	}
	m.set("codes", codes)
	m.set("messages", texts)
	return m.v
}

// model makes the module of the constants of models.
func (k *pyexpat) model() object.Value {
	m := k.within("model", "Constants used to interpret content model information.")
	for i, name := range expat.ModelTypes {
		if name != "" {
			m.set("XML_CTYPE_"+name, object.SmallInt(int64(i)))
		}
	}
	for i, name := range expat.ModelQuantities {
		m.set("XML_CQUANT_"+name, object.SmallInt(int64(i)))
	}
	return m.v
}

// raise makes the ExpatError of an error of the parser; other errors are as they are.
func (k *pyexpat) raise(st *xmlState, err error) error {
	e, ok := err.(*expat.Error)
	if !ok {
		return err
	}
	h := k.h
	st.failed = e
	m := h.Mark()
	defer h.Release(m)
	exc := h.NewException(h.Type(k.err), h.NewStr(e.Error()+": "+e.At.String()))
	h.Push(exc)
	for _, a := range []struct {
		name string
		n    int
	}{{"code", e.Code}, {"lineno", e.At.Line}, {"offset", e.At.Column}} { // in CPython's order, which __dict__ shows
		if err := h.SetAttr(exc, h.Intern(a.name), h.Int(int64(a.n))); err != nil {
			return err
		}
	}
	return h.RaiseValue(exc)
}

// text makes a str of a document's bytes, None of nil.
func (k *pyexpat) text(b []byte) object.Value {
	if b == nil {
		return object.None
	}
	return k.h.NewStr(string(b))
}
