package lib

import "github.com/tier2go/tier2/interp/object"

// newResource makes the module resource: there in name only but for getrlimit, which asks
// the grants.
func (l *Lib) newResource() (object.Value, error) {
	m := l.refusedModule("resource")
	m.functions([]object.Builtin{{Name: "getrlimit", Arity: object.O, Fn: l.getLimit}})
	return m.v, nil
}

// limits is how many resources have a limit (RLIM_NLIMITS).
const limits = 16

func (l *Lib) getLimit(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	n, err := h.CInt(a[0])
	switch p := l.host.Grants.Process; {
	case err != nil:
		return object.Null, err
	case n < 0 || n >= limits:
		return object.Null, h.Raise(object.ValueErrorType, "invalid resource specified")
	case p == nil:
		return object.Null, l.denied(theProcess, object.Null)
	case p.Limit == nil:
		return object.Null, h.Unsupported("function resource.getrlimit")
	default:
		soft, hard, err := p.Limit(n)
		if err != nil {
			return object.Null, osError(h, err, object.Null)
		}
		return h.NewTuple(h.Int(soft), h.Int(hard)), nil
	}
}
