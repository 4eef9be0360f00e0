package pyguest

import (
	"errors"
	"testing"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// TestExtensions: the operations that compiled code makes of a row of
// BINARY_OP_EXTEND compute what the interpreter's function does, where they do not
// leave.
func TestExtensions(t *testing.T) {
	p, g := newGuest(t)
	evals := g.Evals()
	do := func(name string, args ...uint64) (uint64, error) {
		return evals[p.mustOp(name)-ir.FirstGuestOp](&eval.Machine{Words: wordsOf(p.h)}, &ir.Value{}, args)
	}
	samples := append(append(sampleInts(p.h), sampleFloats()...), object.True, object.None)
	computed := make([]int, len(Extensions))
	for i := range Extensions {
		e := &Extensions[i]
		if complexRules[e.Do] != nil {
			continue // TestComplexRules
		}
		for _, a := range samples {
			for _, b := range samples {
				if !e.Accepts(p.h, a, b) {
					continue
				}
				if got := FindExtension(p.h, e.Op, a, b); got < 0 || got > i || Extensions[got].Op != e.Op {
					t.Errorf("the row %d is found as %d for %s, %s", i, got, text(p.h, a), text(p.h, b))
				}
				if huge(p.h, e.Op, a, b) {
					continue
				}
				x, y := uint64(a), uint64(b)
				var err error
				if e.ConvL != "" {
					x, err = do(e.ConvL, x)
				}
				if e.ConvR != "" && err == nil {
					y, err = do(e.ConvR, y)
				}
				if err != nil {
					t.Fatal(err)
				}
				got, err := do(e.Do, x, y)
				if errors.Is(err, eval.ErrFail) {
					continue // the interpreter's
				}
				want, wantErr := e.Fn(p.h, a, b)
				var raised *eval.Raise
				switch {
				case err != nil && (wantErr == nil || !errors.As(err, &raised)):
					t.Errorf("row %d, %s: %s of %s, %s: %v, want %s", i, e.Do, e.Op.Symbol(), text(p.h, a), text(p.h, b), err, text(p.h, want))
				case err == nil && (wantErr != nil || text(p.h, object.Value(got)) != text(p.h, want)):
					t.Errorf("row %d, %s of %s, %s: %s, want %s, %v", i, e.Do, text(p.h, a), text(p.h, b), text(p.h, object.Value(got)), text(p.h, want), wantErr)
				}
				computed[i]++
			}
		}
		if computed[i] < 20 {
			t.Errorf("row %d (%s) computed %d samples", i, e.Do, computed[i])
		}
	}
	if FindExtension(p.h, object.MatrixMultiply, object.SmallInt(1), object.SmallInt(2)) != -1 {
		t.Error("a row for @")
	}
}

// huge reports whether a result would have more than some thousand digits.
func huge(h *object.Heap, op object.BinaryOp, a, b object.Value) bool {
	if op != object.Power && op != object.Lshift || h.TypeID(a) != object.IntType || h.TypeID(b) != object.IntType {
		return false
	}
	n, ok := h.AsInt64(b)
	return !ok || n > 65
}
