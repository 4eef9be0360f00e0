package lib

import (
	"strconv"
	"strings"

	"github.com/tier2go/tier2/object"
)

// pyParams are the parameters of a method that CPython writes in Python: its
// errors count the receiver, and are worded as those of Python functions.
type pyParams struct {
	name   string // qualified
	names  []string
	min    int // required positional parameters
	kwOnly int // how many of the last ones must be named
}

// bind distributes arguments over the parameters; absent ones are Null. The
// values in out are alive as long as the caller's arguments.
func (p *pyParams) bind(h *object.Heap, args []object.Value, kwnames object.Value, out []object.Value) error {
	for i := range out {
		out[i] = object.Null
	}
	npos := len(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	most := len(p.names) - p.kwOnly
	copy(out[:most], args[:min(npos, most)])
	for i := npos; i < len(args); i++ {
		if err := p.keyword(h, h.TupleItem(kwnames, i-npos), args[i], out); err != nil {
			return err
		}
	}
	if npos > most {
		return p.tooMany(h, npos, out)
	}
	var missing []string
	for i := range p.min {
		if out[i] == object.Null {
			missing = append(missing, "'"+p.names[i]+"'")
		}
	}
	if missing == nil {
		return nil
	}
	list := strings.Join(missing, " and ")
	if n := len(missing); n > 2 {
		list = strings.Join(missing[:n-1], ", ") + ", and " + missing[n-1]
	}
	return h.Raise(object.TypeErrorType, "%s() missing %d required positional argument%s: %s",
		p.name, len(missing), plural(len(missing)), list)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// keyword binds one argument that was given by name.
func (p *pyParams) keyword(h *object.Heap, name, v object.Value, out []object.Value) error {
	for i, s := range p.names {
		if !h.StrIs(name, s) {
			continue
		}
		if out[i] != object.Null {
			return h.Raise(object.TypeErrorType, "%s() got multiple values for argument '%s'", p.name, s)
		}
		out[i] = v
		return nil
	}
	return h.UnexpectedKeyword(p.name, h.GoString(name), p.names)
}

func (p *pyParams) tooMany(h *object.Heap, npos int, out []object.Value) error {
	most := len(p.names) - p.kwOnly
	takes := strconv.Itoa(most + 1)
	if p.min < most {
		takes = "from " + strconv.Itoa(p.min+1) + " to " + takes
	}
	named := 0
	for _, v := range out[most:] {
		if v != object.Null {
			named++
		}
	}
	given := strconv.Itoa(npos + 1)
	if named > 0 {
		given += " positional arguments (and " + strconv.Itoa(named) + " keyword-only argument" + plural(named) + ")"
	}
	s := "s"
	if most == 0 && p.min == most {
		s = ""
	}
	return h.Raise(object.TypeErrorType, "%s() takes %s positional argument%s but %s were given", p.name, takes, s, given)
}
