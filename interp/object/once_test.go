package object_test

import (
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

// TestOnceFunctions: each builtin function that is written once is one of a module, which tries the row.
func TestOnceFunctions(t *testing.T) {
	vm, err := interp.New(interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	h := vm.Heap()
	for _, row := range object.OnceFunctions {
		if row.Module == object.Drivers {
			continue // package driver makes them
		}
		module := row.Module
		if module == "" {
			module = "builtins"
		}
		m, err := h.ImportModule(module)
		if err != nil {
			t.Fatal(err)
		}
		f, err := h.GetAttr(m, h.Intern(row.Name))
		if err != nil || !h.Is(f, object.BuiltinType) {
			t.Errorf("%s has no function %s: %v", module, row.Name, err)
			continue
		}
		if r := h.BuiltinOf(f).Once(row.Args); r == nil || r.Routine != row.Routine {
			t.Errorf("%s.%s of %d arguments does not try %s", module, row.Name, row.Args, row.Routine)
		}
	}
}
