package lib

import (
	"strings"
	"syscall"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// os.sysconf: what Linux's libc says of itself without asking, and what Grants.Process says of the process. os.sysconf_names has these names alone;
// others are unsupported.

// openFilesLimit is RLIMIT_NOFILE.
const openFilesLimit = 7

var sysconfNames = []struct {
	name   string
	n      int64
	always int64 // where value is nil
	value  func(p *grant.Process) (int64, error)
}{
	{"SC_IOV_MAX", 60, 1024, nil},
	{"SC_SEM_NSEMS_MAX", 32, -1, nil},
	{"SC_CLK_TCK", 2, 100, nil},
	{"SC_OPEN_MAX", 4, 0, func(p *grant.Process) (int64, error) {
		if p.Limit == nil {
			return 0, syscall.ENOSYS
		}
		soft, _, err := p.Limit(openFilesLimit)
		return soft, err
	}},
	{"SC_NPROCESSORS_ONLN", 84, 0, func(p *grant.Process) (int64, error) { return int64(p.CPUs), nil }},
}

// posixSysconf adds sysconf and its names to the module posix.
func (l *Lib) posixSysconf(m *module) error {
	names := l.h.NewDict()
	m.set("sysconf_names", names)
	for _, c := range sysconfNames {
		if err := l.h.DictSet(names, l.h.Intern(c.name), object.SmallInt(c.n)); err != nil {
			return err
		}
	}
	m.functions([]object.Builtin{{Name: "sysconf", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		name, n := "", -1
		switch {
		case h.IsInstance(a[0], object.StrType):
			if name = h.GoString(a[0]); !strings.HasPrefix(name, "SC_") {
				return object.Null, h.Raise(object.ValueErrorType, "unrecognized configuration name")
			}
		case h.IsInstance(a[0], object.IntType):
			var err error
			if n, err = h.CInt(a[0]); err != nil {
				return object.Null, err
			}
			if n < 0 {
				return object.Null, osError(h, syscall.EINVAL, object.Null)
			}
		default:
			return object.Null, h.Raise(object.TypeErrorType, "configuration names must be strings or integers")
		}
		for _, c := range sysconfNames {
			if c.n != int64(n) && c.name != name {
				continue
			}
			if c.value == nil {
				return h.Int(c.always), nil
			}
			p, err := l.process()
			if err != nil {
				return object.Null, err
			}
			value, err := c.value(p)
			if err != nil {
				return object.Null, osError(h, err, object.Null)
			}
			return h.Int(value), nil
		}
		return object.Null, h.Unsupported("os.sysconf of other names than those of os.sysconf_names")
	}}})
	return nil
}
