package lib

import (
	"syscall"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// newResource makes the module resource: there in name only but for getrlimit and getrusage, which ask
// the grants.
func (l *Lib) newResource() (object.Value, error) {
	m := l.refusedModule("resource")
	t := newStructType(l.h, "resource", "struct_rusage", true, len(usageNames), usageNames...)
	m.set("struct_rusage", t.Object)
	usage := func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		return l.getUsage(h, t, a[0])
	}
	m.functions([]object.Builtin{{Name: "getrlimit", Arity: object.O, Fn: l.getLimit}, {Name: "getrusage", Arity: object.O, Fn: usage}})
	return m.v, nil
}

// usageNames are the fields of struct_rusage.
var usageNames = []string{"ru_utime", "ru_stime", "ru_maxrss", "ru_ixrss", "ru_idrss", "ru_isrss", "ru_minflt", "ru_majflt", "ru_nswap", "ru_inblock",
	"ru_oublock", "ru_msgsnd", "ru_msgrcv", "ru_nsignals", "ru_nvcsw", "ru_nivcsw"}

func (l *Lib) getUsage(h *object.Heap, t *structType, who object.Value) (object.Value, error) {
	n, err := h.CInt(who)
	switch p := l.host.Grants.Process; {
	case err != nil:
		return object.Null, err
	case p == nil:
		return object.Null, l.denied(theProcess, object.Null)
	case p.Usage == nil:
		return object.Null, h.Unsupported("function resource.getrusage")
	default:
		list, err := p.Usage(n)
		if grant.Errno(err) == syscall.EINVAL {
			return object.Null, h.Raise(object.ValueErrorType, "invalid who parameter")
		}
		if err != nil {
			return object.Null, osError(h, err, object.Null)
		}
		var values [len(list)]object.Value
		for i, n := range list {
			if values[i] = object.SmallInt(n); i < 2 {
				values[i] = object.FloatValue(float64(n) / 1e9)
			}
		}
		return t.of(h, values[:]...), nil
	}
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
