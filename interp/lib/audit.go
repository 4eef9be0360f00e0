package lib

import "github.com/tier2go/tier2/interp/object"

// Audit hooks (PEP 578, Python/sysmodule.c). This VM raises open, import, compile, exec, pickle.find_class, sys.addaudithook,
// sys._getframe, what auditEvents has, what CPython's modules in Python raise (subprocess.Popen, shutil.rmtree, glob.glob and
// others) and what the program gives to sys.audit; the hooks of a VM are its own.

// auditArg is an argument of an event: a parameter of the function, by its number, or where it is absent something else.
type auditArg struct {
	param  int
	absent object.Value
}

// auditRow is an event of a function.
type auditRow struct {
	event string
	args  []auditArg
}

// never is the number of a parameter that is always absent: a descriptor of a folder, which this VM does not take.
const never = -1

var folder = auditArg{never, object.SmallInt(-1)}

// auditEvents are the events of functions by modules and names. Functions of files, and those of converts, raise them when their arguments have been converted, others before.
var auditEvents = map[string]map[string]auditRow{
	"posix": {
		"chdir":    {"os.chdir", []auditArg{{0, object.None}}},
		"chmod":    {"os.chmod", []auditArg{{0, object.None}, {1, object.None}, folder}},
		"kill":     {"os.kill", []auditArg{{0, object.None}, {1, object.None}}},
		"link":     {"os.link", []auditArg{{0, object.None}, {1, object.None}, folder, folder}},
		"listdir":  {"os.listdir", []auditArg{{0, object.None}}},
		"mkdir":    {"os.mkdir", []auditArg{{0, object.None}, {1, object.SmallInt(0o777)}, folder}},
		"putenv":   {"os.putenv", []auditArg{{0, object.None}, {1, object.None}}},
		"remove":   {"os.remove", []auditArg{{0, object.None}, folder}},
		"rename":   {"os.rename", []auditArg{{0, object.None}, {1, object.None}, folder, folder}},
		"replace":  {"os.rename", []auditArg{{0, object.None}, {1, object.None}, folder, folder}},
		"rmdir":    {"os.rmdir", []auditArg{{0, object.None}, folder}},
		"scandir":  {"os.scandir", []auditArg{{0, object.None}}},
		"symlink":  {"os.symlink", []auditArg{{0, object.None}, {1, object.None}, folder}},
		"system":   {"os.system", []auditArg{{0, object.None}}},
		"unlink":   {"os.remove", []auditArg{{0, object.None}, folder}},
		"unsetenv": {"os.unsetenv", []auditArg{{0, object.None}}},
		"utime":    {"os.utime", []auditArg{{0, object.None}, {1, object.None}, {2, object.None}, folder}},
	},
	"time":    {"sleep": {"time.sleep", []auditArg{{0, object.None}}}},
	"_thread": {"start_new_thread": {"_thread.start_new_thread", []auditArg{{0, object.None}, {1, object.None}, {2, object.None}}}},
}

// auditCall raises the event of a function, if it has one.
func (l *Lib) auditCall(module, function string, params ...object.Value) error {
	row, ok := auditEvents[module][function]
	if !ok || len(l.hooks) == 0 {
		return nil
	}
	args := make([]object.Value, len(row.args))
	for i, a := range row.args {
		args[i] = a.absent
		if a.param >= 0 && a.param < len(params) && params[a.param] != object.Null {
			args[i] = params[a.param]
		}
	}
	return l.Audit(row.event, args...)
}

// audited is a builtin function that raises its event, if it has one, with the arguments that it is called with.
func (m *module) audited(b object.Builtin) object.Builtin {
	call, l := b.Fn, m.l
	if _, ok := auditEvents[m.name][b.Name]; !ok || call == nil || m.name == "posix" && converts[b.Name] {
		return b
	}
	b.NoGuest, b.Pure = false, false
	b.Fn = func(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
		if err := l.auditCall(m.name, b.Name, a...); err != nil {
			return object.Null, err
		}
		return call(h, self, a)
	}
	return b
}

// converts are the functions that raise their event themselves, with the bytes that their arguments are converted to.
var converts = map[string]bool{"putenv": true, "unsetenv": true}

// Audit calls the hooks with an event. What one raises keeps the event from happening.
func (l *Lib) Audit(event string, args ...object.Value) error {
	if len(l.hooks) == 0 {
		return nil
	}
	h := l.h
	m := h.Mark()
	defer h.Release(m)
	h.PushAll(args)
	given := h.NewTuple(args...)
	h.Push(given)
	return l.callHooks(h.NewStr(event), given)
}

// Audits reports whether there are hooks: without, nothing need be made for them.
func (l *Lib) Audits() bool { return len(l.hooks) > 0 }

func (l *Lib) callHooks(event, args object.Value) error {
	h := l.h
	m := h.Mark()
	defer h.Release(m)
	h.Push(event)
	h.Push(args)
	for i := 0; i < len(l.hooks); i++ { // a hook may add one
		if _, err := h.Call(l.hooks[i], []object.Value{event, args}, object.Null); err != nil {
			return err
		}
	}
	return nil
}

var auditHookSig = object.NewSignature("addaudithook", 0, 1, 0, "hook")

// auditFunctions are sys.audit and sys.addaudithook.
func (l *Lib) auditFunctions() []object.Builtin {
	return []object.Builtin{
		{Name: "audit", Module: "sys", Arity: object.Fast, Min: 1, Max: -1, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "audit() argument 1 must be str, not %s", argTypeName(h, a[0]))
			}
			if len(l.hooks) == 0 {
				return object.None, nil
			}
			m := h.Mark()
			defer h.Release(m)
			event := a[0]
			h.Push(event)
			return object.None, l.callHooks(event, h.NewTuple(a[1:]...))
		}},
		{Name: "addaudithook", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := bind(h, auditHookSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			hook := p[0]
			m := h.Mark()
			defer h.Release(m)
			h.Push(hook)
			if err := l.Audit("sys.addaudithook"); err != nil {
				if r, raised := err.(*object.Raised); raised && h.IsInstance(r.Exc, object.ExceptionType) {
					err = nil // a hook refuses further ones in silence
				}
				return object.None, err
			}
			l.hooks = append(l.hooks, hook)
			return object.None, nil
		}},
	}
}

// openFlags are what CPython adds to the flags of each file that it opens: O_CLOEXEC on Linux.
const openFlags = 0x80000

// AuditImport is the event of a module that is about to be looked for. meta_path and
// path_hooks are None until the program has asked for them.
func (l *Lib) AuditImport(name string) error {
	if len(l.hooks) == 0 {
		return nil
	}
	orNone := func(v object.Value) object.Value {
		if v == object.Null {
			return object.None
		}
		return v
	}
	return l.Audit("import", l.h.NewStr(name), object.None, l.host.Path, orNone(l.Sys("meta_path")), orNone(l.Sys("path_hooks")))
}
