package lib

import (
	"slices"

	"github.com/tier2go/tier2/interp/object"
)

// The module _opcode (Modules/_opcode.c): what Lib/opcode.py asks about instructions.

// newOpcode makes the module.
func (l *Lib) newOpcode() (object.Value, error) {
	m := l.newModule("_opcode")
	sig := func(name string) *object.Signature { return object.NewSignature(name, 0, 1, 0, "opcode") }
	for _, name := range []string{"is_valid", "has_arg", "has_const", "has_name", "has_jump", "has_free", "has_local", "has_exc"} {
		s := sig(name)
		m.functions([]object.Builtin{{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := bind(h, s, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			op, err := h.CInt(p[0])
			_, has := slices.BinarySearch(opcodeSets[name], op)
			return object.Bool(has), err
		}}})
	}
	list := func(name string, values []string) object.Builtin {
		return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			out := h.NewList()
			for _, v := range values {
				h.ListAppend(out, h.NewStr(v))
			}
			return out, nil
		}}
	}
	effect := *missing("function", "_opcode.stack_effect")
	effect.Name = "stack_effect"
	m.functions([]object.Builtin{
		list("get_intrinsic1_descs", intrinsics1), list("get_intrinsic2_descs", intrinsics2), list("get_special_method_names", specialMethods),
		{Name: "get_nb_ops", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			out := h.NewList()
			for _, op := range binaryOps {
				h.ListAppend(out, h.NewTuple(h.NewStr(op[0]), h.NewStr(op[1])))
			}
			return out, nil
		}},
		{Name: "get_specialization_stats", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.None, nil
		}},
		{Name: "get_executor", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.RuntimeErrorType, "Executors are not available in this build")
		}},
		effect,
	})
	m.set("ENABLE_SPECIALIZATION", object.True)
	m.set("ENABLE_SPECIALIZATION_FT", object.True)
	return m.v, nil
}
