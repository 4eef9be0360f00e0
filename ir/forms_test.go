package ir_test

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
)

// TestVirtualForms: what an exit may hold as a virtual object can be made where its
// executor begins, in guest form.
func TestVirtualForms(t *testing.T) {
	row := ir.OpRow{Name: "t.make", Args: []ir.Type{ir.Ref}, Result: ir.Ref, Flags: ir.Fresh, Fields: []ir.Field{}}
	if _, err := ir.NewOpTable([]ir.OpRow{row}); err != nil {
		t.Error(err)
	}
	row.Forms = ir.FromTyped
	if _, err := ir.NewOpTable([]ir.OpRow{row}); err == nil || !strings.Contains(err.Error(), "t.make has Fields, but cannot make its object in guest form") {
		t.Error(err)
	}
}
