package lower_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
)

// TestAheadFile: a file of routines gives back what it was made of, to its own target, whole.
func TestAheadFile(t *testing.T) {
	list := []lower.Ahead{
		{Routine: lower.Routine{Name: "f", Params: []ir.Type{ir.I64, ir.Ref}, Result: ir.Ref, GivesUp: true, GaveUp: 1<<63 | 5, Writes: 1<<63 | 3}, Text: 7, Code: []byte{1, 2, 3}, Touches: 5, Changes: 4},
		{Routine: lower.Routine{Name: "h", Params: []ir.Type{ir.I64}, Result: ir.Ref, Helped: true, GaveUp: 5}, Text: 9, Code: []byte{4}},
		{Routine: lower.Routine{Name: "g", Result: ir.F64}, Code: []byte{9}},
	}
	file := lower.WriteAhead(amd64.Target, list)
	got, err := lower.ReadAhead(amd64.Target, file)
	if err != nil || len(got) != 3 || !reflect.DeepEqual(*got["f"], list[0]) || !reflect.DeepEqual(*got["h"], list[1]) || !reflect.DeepEqual(*got["g"], list[2]) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := lower.ReadAhead(arm64.Target, file); !errors.Is(err, lower.ErrAhead) {
		t.Errorf("another target reads it: %v", err)
	}
	for n := range file {
		if _, err := lower.ReadAhead(amd64.Target, file[:n]); !errors.Is(err, lower.ErrAhead) {
			t.Errorf("%d of %d bytes are read: %v", n, len(file), err)
		}
	}
	if _, err := lower.ReadAhead(amd64.Target, append(file, 0)); !errors.Is(err, lower.ErrAhead) {
		t.Errorf("a byte too many is read: %v", err)
	}
}
