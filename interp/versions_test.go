package interp_test

import (
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

// TestVersionsOfBuiltins: whatever a program looks at or derives from, a builtin type's version stays its id. What is
// noted of operands is compared with ids: with another version of int nothing would be known of any int.
func TestVersionsOfBuiltins(t *testing.T) {
	vm := newVM(t, modes[0], importing(cpython(t), interp.Options{}))
	defer vm.Close()
	if stderr, status := result(vm.RunMain(compiled(t, `
import abc, array, ast, collections.abc, dataclasses, decimal, enum, fractions, inspect, numbers, typing
def look(t):
    for s in type.__subclasses__(t): look(s)
    t.__dict__, dir(t), t.__mro__
look(object)
numbers.Number.register(bytes)
`), nil)); status != 0 {
		t.Fatal(stderr)
	}
	for id := object.TypeID(1); id < object.FirstFreeType; id++ {
		if b := vm.Heap().Type(id); b != nil && b.Version() != uint32(id) {
			t.Errorf("the version of %s, id %d, is %d", b.Name, id, b.Version())
		}
	}
}
