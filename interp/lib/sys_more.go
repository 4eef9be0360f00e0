package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// Names of sys that few programs use, but that one which goes through all names of sys meets.

const copyright = "Copyright (c) 2001 Python Software Foundation.\nAll Rights Reserved.\n\nCopyright (c) 2000 BeOpen.com.\nAll Rights Reserved.\n\n" +
	"Copyright (c) 1995-2001 Corporation for National Research Initiatives.\nAll Rights Reserved.\n\n" +
	"Copyright (c) 1991-1995 Stichting Mathematisch Centrum, Amsterdam.\nAll Rights Reserved."

// sysMore adds them.
func (l *Lib) sysMore(m *module) {
	h := l.h
	m.set("copyright", h.NewStr(copyright))
	m.set("_base_executable", h.DictGetStr(m.d, h.Intern("executable")))
	m.set("_framework", h.Intern(""))
	m.set("_git", h.NewTuple(h.Intern("CPython"), h.Intern(""), h.Intern("")))
	m.set("_stdlib_dir", h.NewStr(l.host.Prefix+"/lib/python3.14"))
	orig := h.NewList()
	m.set("orig_argv", orig)
	h.ListAppend(orig, h.DictGetStr(m.d, h.Intern("executable")))
	for _, a := range l.host.Argv {
		h.ListAppend(orig, h.NewStr(a))
	}
	info := newStructType(h, "sys", "thread_info", false, 3, "name", "lock", "version")
	m.set("thread_info", info.of(h, h.Intern("pthread"), object.None, object.None)) // a lock is none of the system's
	m.functions([]object.Builtin{
		constant("_is_gil_enabled", object.True), constant("is_stack_trampoline_active", object.False), constant("getdlopenflags", object.SmallInt(2)),
		constant("_get_cpu_count_config", object.SmallInt(-1)), constant("_clear_internal_caches", object.None),
		{Name: "call_tracing", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[1], object.TupleType) {
				return object.Null, h.Raise(object.TypeErrorType, "call_tracing() argument 2 must be tuple, not %s", h.TypeName(a[1]))
			}
			return h.Call(a[0], h.TupleItems(a[1]), object.Null)
		}},
	})
}
