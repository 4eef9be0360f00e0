package lib

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/suggest"
)

// The module _suggestions (Modules/_suggestions.c): what Lib/traceback.py asks for the name that was probably meant.

// newSuggestions makes the module.
func (l *Lib) newSuggestions() (object.Value, error) {
	m := l.newModule("_suggestions")
	m.functions([]object.Builtin{{Name: "_generate_suggestions", Arity: object.Fast, Min: 2, Max: 2, NoGuest: true, Fn: generateSuggestions}})
	return m.v, nil
}

// mostCandidates is how many names are looked at; with more nothing is found (Python/suggestions.c, MAX_CANDIDATE_ITEMS).
const mostCandidates = 750

func generateSuggestions(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if !h.Is(a[0], object.ListType) {
		return object.Null, h.Raise(object.TypeErrorType, "candidates must be a list")
	}
	if !h.IsInstance(a[1], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "_generate_suggestions() argument 2 must be str, not %s", h.TypeName(a[1]))
	}
	var names []string
	for i := range h.ListLen(a[0]) {
		x := h.ListItem(a[0], i)
		if !h.IsInstance(x, object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "all elements in 'candidates' must be strings")
		}
		names = append(names, h.GoString(x))
	}
	if len(names) >= mostCandidates {
		return object.None, nil
	}
	found := suggest.Nearest(h.GoString(a[1]), names)
	if found == "" {
		return object.None, nil
	}
	return h.NewStr(found), nil
}
