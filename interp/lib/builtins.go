package lib

import (
	"github.com/tier2go/tier2/object"
)

// initBuiltins fills the namespace of the builtins module.
func (l *Lib) initBuiltins() error {
	h := l.h
	l.builtins = h.NewDict()
	h.Push(l.builtins) // for ever
	add := func(name string, v object.Value) { h.DictSetStr(l.builtins, h.Intern(name), v) }
	for name, v := range map[string]object.Value{
		"None": object.None, "True": object.True, "False": object.False, "Ellipsis": object.Ellipsis, "NotImplemented": object.NotImplemented,
	} {
		add(name, v)
	}
	for id := object.TypeID(0); id < object.FirstFreeType; id++ {
		if t := h.Type(id); t != nil && t.Visible {
			add(t.Name, t.Object)
		}
	}
	for i := range l.functions() {
		b := l.functions()[i]
		add(b.Name, h.NewBuiltin(&b, object.Null))
	}
	return nil
}

// functions are the builtin functions.
func (l *Lib) functions() []object.Builtin {
	return []object.Builtin{
		{Name: "print", Arity: object.Varied, FnKw: l.print},
		{Name: "len", Arity: object.O, Pure: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := h.Len(a[0])
			return h.Int(int64(n)), err
		}},
	}
}

func (l *Lib) print(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	for i, a := range args {
		if i > 0 {
			l.host.Stdout.WriteByte(' ')
		}
		s, err := h.Str(a)
		if err != nil {
			return object.Null, err
		}
		l.host.Stdout.WriteString(h.GoString(s))
	}
	l.host.Stdout.WriteByte('\n')
	return object.None, nil
}
