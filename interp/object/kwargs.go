package object

import (
	"slices"

	"github.com/tier2go/tier2/interp/suggest"
)

// A signature is the parameter list of a builtin that takes keywords. bind
// distributes a call's arguments over it and raises what CPython's argument
// clinic raises (Python/getargs.c, _PyArg_UnpackKeywords).
type signature struct {
	name   string
	params []string // all parameters that have a name
	posMax int      // how many may be positional: the first ones
	min    int      // how many are required: the first ones
}

// bind stores the argument of each parameter in out, Null for absent ones. out
// has one element a parameter. args ends with one value for each of kwnames.
func (s *signature) bind(h *Heap, args []Value, kwnames Value, out []Value) error {
	nkw := 0
	if kwnames != Null {
		nkw = h.TupleLen(kwnames)
	}
	npos := len(args) - nkw
	if err := s.checkCounts(h, npos, nkw); err != nil {
		return err
	}
	for i := range out {
		out[i] = Null
	}
	copy(out, args[:npos])
	unknown := Null
	for i := range nkw {
		name := h.TupleItem(kwnames, i)
		p := s.index(h, name)
		switch {
		case p < 0:
			if unknown == Null {
				unknown = name
			}
		case p < npos:
			return h.Raise(TypeErrorType, "argument for %s() given by name ('%s') and position (%d)", s.name, s.params[p], p+1)
		default:
			out[p] = args[npos+i]
		}
	}
	for i := range s.min {
		if out[i] == Null {
			return h.Raise(TypeErrorType, "%s() missing required argument '%s' (pos %d)", s.name, s.params[i], i+1)
		}
	}
	if unknown != Null {
		return h.unexpectedKeyword(s.name, h.GoString(unknown), s.params)
	}
	return nil
}

func (s *signature) index(h *Heap, name Value) int {
	if h.Is(name, StrType) && h.strIsASCII(name) {
		return slices.Index(s.params, string(h.strBytes(name)))
	}
	return slices.Index(s.params, h.GoString(name))
}

func (s *signature) checkCounts(h *Heap, npos, nkw int) error {
	if n := len(s.params); npos+nkw > n {
		kind := ""
		if npos == 0 {
			kind = "keyword "
		}
		return h.Raise(TypeErrorType, "%s() takes at most %d %sargument%s (%d given)", s.name, n, kind, plural(n), npos+nkw)
	}
	if npos > s.posMax {
		if s.posMax == 0 {
			return h.Raise(TypeErrorType, "%s() takes no positional arguments", s.name)
		}
		bound := "at most"
		if s.min >= s.posMax {
			bound = "exactly"
		}
		return h.Raise(TypeErrorType, "%s() takes %s %d positional argument%s (%d given)",
			s.name, bound, s.posMax, plural(s.posMax), npos)
	}
	return nil
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// tooManyKeywords raises the TypeError of a call without positional arguments, or of one that takes any
// number of those, with more keyword arguments than there are parameters.
func (h *Heap) tooManyKeywords(function string, most, given int) error {
	return h.Raise(TypeErrorType, "%s() takes at most %d keyword argument%s (%d given)", function, most, plural(most), given)
}

// unexpectedKeyword raises TypeError for an argument that a function does not
// have, and names the parameter that was probably meant.
func (h *Heap) unexpectedKeyword(function, name string, params []string) error {
	hint := ""
	if s := suggest.Nearest(name, params); s != "" {
		hint = ". Did you mean '" + s + "'?"
	}
	return h.Raise(TypeErrorType, "%s() got an unexpected keyword argument '%s'%s", function, name, hint)
}
