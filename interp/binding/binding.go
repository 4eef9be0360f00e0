// Package binding binds the arguments of a call to the parameters of a function in Python, as CPython's initialize_locals does.
//
// For def f(a, b=1, *rest): pass, a call f(5, 6, 7) gives the new frame's first three locals the values 5, 6 and (7,). The package
// knows frames and code. It must not know who calls, nor how frames begin.
package binding

import (
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
)

// General binds positional, keyword, starred and default arguments.
func General(h *object.Heap, np unsafe.Pointer, c *adaptive.Code, f, self object.Value, pos, named []object.Value, kwnames object.Value) error {
	locals := unsafe.Slice(frame.Local(np, 0), c.LocalSlots)
	for i := range locals {
		locals[i] = object.Null
	}
	c.Sign(h)
	nparams := c.ArgCount + c.KwOnlyArgCount
	given, params := len(pos), locals[:c.ArgCount]
	if self != object.Null {
		given++
		if len(params) > 0 {
			params[0], params = self, params[1:]
		}
	}
	copy(params, pos)
	next := nparams
	if c.Flags&pycode.FlagVarArgs != 0 {
		locals[next] = h.NewTuple(starred(c, self, pos)...)
		next++
	}
	if c.Flags&pycode.FlagVarKeywords != 0 {
		locals[next] = h.NewDict()
	}
	if kwnames != object.Null {
		if err := bindKeywords(h, c, f, locals, next, named, kwnames, given); err != nil {
			return err
		}
	}
	if given > c.ArgCount && c.Flags&pycode.FlagVarArgs == 0 {
		return tooManyPositional(h, c, f, given, locals)
	}
	if err := bindDefaults(h, c, f, locals, given); err != nil {
		return err
	}
	return nil
}

// starred returns the positional arguments that no parameter has a name for.
func starred(c *adaptive.Code, self object.Value, pos []object.Value) []object.Value {
	n := c.ArgCount
	if self != object.Null {
		if n == 0 {
			return append([]object.Value{self}, pos...)
		}
		n--
	}
	return pos[min(n, len(pos)):]
}

// bindKeywords binds keyword arguments; kwdict is the local that takes the
// ones that name no parameter, if the code has one.
func bindKeywords(h *object.Heap, c *adaptive.Code, f object.Value, locals []object.Value, kwdict int, named []object.Value, kwnames object.Value, given int) error {
	for i, v := range named {
		name := h.TupleItem(kwnames, i)
		k := parameter(h, c, name)
		switch {
		case k >= 0 && locals[k] != object.Null:
			return h.Raise(object.TypeErrorType, "%s() got multiple values for argument '%s'", ops.QualName(h, f), c.LocalsPlus[k])
		case k >= 0:
			locals[k] = v
		case c.Flags&pycode.FlagVarKeywords != 0:
			if err := h.DictSet(locals[kwdict], name, v); err != nil {
				return err
			}
		default:
			return unknownKeyword(h, c, f, name, h.TupleItems(kwnames))
		}
	}
	return nil
}

// unknownKeyword returns the error for an argument by keyword that no parameter takes: it names all that are given so and may only be given by position,
// in the order of the parameters.
func unknownKeyword(h *object.Heap, c *adaptive.Code, f, name object.Value, given []object.Value) error {
	var posOnly []string
	for _, param := range c.LocalsPlus[:c.PosOnlyArgCount] {
		if slices.ContainsFunc(given, func(v object.Value) bool { return h.GoString(v) == param }) {
			posOnly = append(posOnly, param)
		}
	}
	if posOnly != nil {
		return h.Raise(object.TypeErrorType, "%s() got some positional-only arguments passed as keyword arguments: '%s'",
			ops.QualName(h, f), strings.Join(posOnly, ", "))
	}
	return unexpectedKeyword(h, c, f, h.GoString(name))
}

// parameter returns which parameter a keyword argument is for, −1: none.
func parameter(h *object.Heap, c *adaptive.Code, name object.Value) int {
	params := c.LocalsPlus[:c.ArgCount+c.KwOnlyArgCount]
	if data, ok := asciiName(h, name); ok {
		for j := c.PosOnlyArgCount; j < len(params); j++ {
			if string(data) == params[j] {
				return j
			}
		}
		return -1
	}
	if j := slices.Index(params[c.PosOnlyArgCount:], h.GoString(name)); j >= 0 {
		return c.PosOnlyArgCount + j
	}
	return -1
}

// asciiName returns the bytes of a name that is a str and all ASCII.
func asciiName(h *object.Heap, name object.Value) ([]byte, bool) {
	if !h.Is(name, object.StrType) {
		return nil, false
	}
	return h.ASCIIData(name)
}

// bindDefaults fills parameters that got no argument.
func bindDefaults(h *object.Heap, c *adaptive.Code, f object.Value, locals []object.Value, given int) error {
	var defaults []object.Value
	if d := h.Field(f, object.OffFuncDefaults); d != object.Null {
		defaults = h.TupleItems(d)
	}
	required := c.ArgCount - len(defaults)
	var missing []string
	for i := given; i < required; i++ {
		if locals[i] == object.Null {
			missing = append(missing, c.LocalsPlus[i])
		}
	}
	if missing != nil {
		return missingArguments(h, f, "positional", missing)
	}
	for i := max(given, required); i < c.ArgCount; i++ {
		if locals[i] == object.Null {
			locals[i] = defaults[i-required]
		}
	}
	kw := h.Field(f, object.OffFuncKwDefaults)
	for i := c.ArgCount; i < c.ArgCount+c.KwOnlyArgCount; i++ {
		if locals[i] != object.Null {
			continue
		}
		if kw != object.Null {
			locals[i] = h.DictGetStr(kw, h.InternName(c.LocalsPlus[i]))
		}
		if locals[i] == object.Null {
			missing = append(missing, c.LocalsPlus[i])
		}
	}
	if missing != nil {
		return missingArguments(h, f, "keyword-only", missing)
	}
	return nil
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// missingArguments words the error as CPython's format_missing does.
func missingArguments(h *object.Heap, f object.Value, kind string, names []string) error {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = "'" + n + "'"
	}
	n := len(quoted)
	var list string
	switch n {
	case 1:
		list = quoted[0]
	case 2:
		list = quoted[0] + " and " + quoted[1]
	default:
		list = strings.Join(quoted[:n-1], ", ") + ", and " + quoted[n-1]
	}
	return h.Raise(object.TypeErrorType, "%s() missing %d required %s argument%s: %s", ops.QualName(h, f), n, kind, plural(n), list)
}

// tooManyPositional words the error as CPython's too_many_positional does.
func tooManyPositional(h *object.Heap, c *adaptive.Code, f object.Value, given int, locals []object.Value) error {
	kwonly := 0
	for i := c.ArgCount; i < c.ArgCount+c.KwOnlyArgCount; i++ {
		if locals[i] != object.Null {
			kwonly++
		}
	}
	ndef := 0
	if d := h.Field(f, object.OffFuncDefaults); d != object.Null {
		ndef = h.TupleLen(d)
	}
	takes := strconv.Itoa(c.ArgCount)
	many := c.ArgCount != 1
	if ndef > 0 {
		takes = "from " + strconv.Itoa(c.ArgCount-ndef) + " to " + takes
		many = true
	}
	s := ""
	if many {
		s = "s"
	}
	extra := ""
	if kwonly > 0 {
		extra = " positional argument" + plural(given) + " (and " + strconv.Itoa(kwonly) + " keyword-only argument" + plural(kwonly) + ")"
	}
	was := "were"
	if given == 1 && kwonly == 0 {
		was = "was"
	}
	return h.Raise(object.TypeErrorType, "%s() takes %s positional argument%s but %d%s %s given", ops.QualName(h, f), takes, s, given, extra, was)
}

// unexpectedKeyword is the error for a keyword argument that names no parameter.
func unexpectedKeyword(h *object.Heap, c *adaptive.Code, f object.Value, name string) error {
	return h.UnexpectedKeyword(ops.QualName(h, f), name, c.LocalsPlus[c.PosOnlyArgCount:c.ArgCount+c.KwOnlyArgCount])
}
