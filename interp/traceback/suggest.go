package traceback

import (
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/suggest"
)

// What was probably meant by a misspelt name: the end of the last line of a
// traceback (Lib/traceback.py, _compute_suggestion_error).
//
// A NameError carries (name) when it is raised and, from the frame that it
// leaves first on, (name, names of the bound locals, function, value of self or
// Null). An AttributeError carries (name, object), and True behind it if the
// object is that frame's self; an ImportError (name, module's name).

// maxCandidates is how many names CPython looks at; with more it says nothing.
const maxCandidates = 750

// suggestion returns what CPython adds to the last line of a traceback.
func (p *Printer) suggestion(exc object.Value) string {
	h := p.heap
	state := h.Field(exc, object.OffExcState)
	if !h.Is(state, object.TupleType) || h.TupleLen(state) == 0 {
		return ""
	}
	switch {
	case h.IsInstance(exc, object.NameErrorType):
		return p.suggestName(state)
	case h.IsInstance(exc, object.AttributeErrorType):
		return didYouMean(p.suggestAttribute(state))
	case h.IsInstance(exc, object.ImportErrorType):
		return didYouMean(p.suggestImport(state))
	}
	return ""
}

func didYouMean(name string) string {
	if name == "" {
		return ""
	}
	return ". Did you mean: '" + name + "'?"
}

// suggestAmong returns the candidate nearest to a name. Candidates that begin
// with an underscore do not count if public is set and the name does not.
func suggestAmong(name string, candidates []string, public bool) string {
	if public && !strings.HasPrefix(name, "_") {
		candidates = slices.DeleteFunc(candidates, func(s string) bool { return strings.HasPrefix(s, "_") })
	}
	if len(candidates) >= maxCandidates {
		return ""
	}
	return suggest.Nearest(name, candidates)
}

func (p *Printer) suggestName(state object.Value) string {
	h := p.heap
	name := h.GoString(h.TupleItem(state, 0))
	found := ""
	if h.TupleLen(state) == 4 {
		found = p.suggestVariable(name, state)
	}
	s := didYouMean(found)
	if lib.IsStdlib(name) {
		if found == "" {
			return ". Did you forget to import '" + name + "'?"
		}
		return s + " Or did you forget to import '" + name + "'?"
	}
	return s
}

func (p *Printer) suggestVariable(name string, state object.Value) string {
	h := p.heap
	names, f, self := h.TupleItem(state, 1), h.TupleItem(state, 2), h.TupleItem(state, 3)
	if self != object.Null {
		if ok, err := h.AttrExists(self, h.TupleItem(state, 0)); err == nil && ok {
			return "self." + name
		}
	}
	globals := h.Names(h.Field(f, object.OffFuncGlobals))
	var candidates []string
	for _, n := range h.TupleItems(names) {
		candidates = append(candidates, h.GoString(n))
	}
	if p.code(h.Half(f, object.OffFuncCode)).Name == "<module>" {
		candidates = append(candidates, globals...) // a module's locals
	}
	candidates = append(candidates, globals...)
	candidates = append(candidates, h.Names(h.Field(f, object.OffFuncBuiltins))...)
	return suggestAmong(name, candidates, false)
}

func (p *Printer) suggestAttribute(state object.Value) string {
	h := p.heap
	name, obj := h.GoString(h.TupleItem(state, 0)), h.TupleItem(state, 1)
	return suggestAmong(name, h.KnownNames(obj), h.TupleLen(state) == 2)
}

func (p *Printer) suggestImport(state object.Value) string {
	h := p.heap
	if h.TupleLen(state) < 2 { // there is no such module
		return ""
	}
	m := h.DictGetStr(p.modules, h.InternValue(h.TupleItem(state, 1)))
	if m == object.Null {
		return ""
	}
	return suggestAmong(h.GoString(h.TupleItem(state, 0)), h.KnownNames(m), true)
}
