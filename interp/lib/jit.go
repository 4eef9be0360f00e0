package lib

import "github.com/tier2go/tier2/interp/object"

// newJIT makes sys._jit: what it says of CPython's own compiler, which is not there.
func (l *Lib) newJIT() object.Value {
	m := l.newModule("sys._jit")
	for _, name := range [...]string{"is_available", "is_enabled", "is_active"} {
		m.functions([]object.Builtin{{Name: name, Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.False, nil
		}}})
	}
	return m.v
}
