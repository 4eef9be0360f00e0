package pyguest

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
)

// newArrays makes arrays of a code: one that is empty, one of ints of all sizes that its
// numbers can be, or of floats.
func newArrays(h *object.Heap, code byte, numbers []object.Value) []object.Value {
	l, err := lib.New(h, &lib.Host{})
	if err != nil {
		panic(err)
	}
	m, _, err := l.Import("array")
	if err != nil {
		panic(err)
	}
	array, err := h.GetAttr(m, h.Intern("array"))
	if err != nil {
		panic(err)
	}
	list := make([]object.Value, 2)
	for i := range list {
		v, err := h.Call(array, []object.Value{h.NewStr(string(code))}, object.Null)
		if err != nil {
			panic(err)
		}
		h.Push(v)
		list[i] = v
	}
	add, _ := h.LookupMethod(list[1], h.Intern("append"))
	for _, x := range numbers {
		_, _ = h.Call(add, []object.Value{list[1], x}, object.Null) // what does not fit is left out
	}
	return list
}

// numberOperands are the operands of a row of numbers.go, whose name ends in a kind.
func numberOperands(h *object.Heap, name string, ints, floats, indices []object.Value) ([][]object.Value, []ir.TypeSet) {
	op, kind, _ := strings.Cut(strings.TrimPrefix(name, "numbers."), ".")
	if op == "len" {
		return [][]object.Value{newArrays(h, 'd', floats)}, []ir.TypeSet{0}
	}
	kind, both := strings.CutSuffix(kind, string(fromEnd))
	if both {
		indices = ints
	}
	for code := range byte(128) {
		if k, row, ok := numberKindOf(code); ok && row.name == kind {
			values, t := ints, tInt
			if k.Float {
				values, t = floats, tFloat
			}
			return [][]object.Value{newArrays(h, code, values), indices, values}, []ir.TypeSet{0, tInt, t}
		}
	}
	return nil, nil
}

// TestNumberKinds: which codes machine code accesses, and that codes of one C type share
// rows.
func TestNumberKinds(t *testing.T) {
	var got strings.Builder
	for code := range byte(128) {
		if _, row, ok := numberKindOf(code); ok {
			got.WriteString(string(code) + ":" + row.name + " ")
		}
	}
	if want := "B:u8 H:u16 I:u32 L:u64 Q:u64 b:i8 d:f64 h:i16 i:i32 l:i64 q:i64 "; got.String() != want {
		t.Errorf("accessed are %s, want %s", got.String(), want)
	}
}
