package ir

import "testing"

// TestOpNames checks which names of operations the text form can tell apart.
func TestOpNames(t *testing.T) {
	for name, ok := range map[string]bool{
		"add2": true, "py.add": true, "_BINARY_OP": true, "x": true, "vec.v2": true, "_1": true,
		"": false, "v1": false, "b07": false, "x3": false, "1add": false, ".add": false, "a b": false, "a-b": false, "é": false,
		"add": false, // taken
	} {
		if _, err := NewOpTable([]OpRow{{Name: name}}); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestObservable(t *testing.T) {
	ops, err := NewOpTable([]OpRow{
		{Name: "opaque", Flags: Opaque}, {Name: "escapes", Flags: Escapes}, {Name: "writes", Writes: 2},
		{Name: "raises", States: [NumWhen]bool{Raise: true}}, {Name: "reads", Reads: 2}, {Name: "guards", Flags: Guard},
	})
	if err != nil {
		t.Fatal(err)
	}
	f := NewFunc("t", ops, nil)
	c := f.AtEnd(f.NewBlock())
	for name, want := range map[string]bool{
		"opaque": true, "escapes": true, "writes": true, "raises": true, "store": true, "poll": true, "clock": true,
		"reads": false, "guards": false, "guard.valid": false, "load": false, "add.ov": false, "state": false, "jump": false,
	} {
		op, _ := ops.ByName(name)
		if got := f.Observable(c.Add(op)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
