package object

import "testing"

// TestEachRows: each row has a name, parameters that fit what it says of them, and one way to find the function.
func TestEachRows(t *testing.T) {
	for e := EachNone + 1; e < Eaches; e++ {
		row := &EachRows[e]
		switch {
		case row.Name == "":
			t.Errorf("row %d has no name", e)
		case (e >= firstAsking) != row.Asks():
			t.Errorf("%s: it finds the function: %v", row.Name, row.Asks())
		case row.Finds != nil && row.Ways != nil:
			t.Errorf("%s: it finds the function in two ways", row.Name)
		case row.Positional > MostEachParams || row.Needed == 0 || row.Needed > MostEachParams:
			t.Errorf("%s: %d parameters by position, %d needed", row.Name, row.Positional, row.Needed)
		case row.Ways != nil && row.Positional > row.Func:
			t.Errorf("%s: a call gives the parameter of the special method", row.Name)
		case row.Again && (len(row.Ways) == 0 || row.Ways[0].Finish == nil):
			t.Errorf("%s: nothing says what the function is called with again", row.Name)
		case row.Constant != 0 && row.Constant >= row.Needed:
			t.Errorf("%s: a call need not give the constant", row.Name)
		}
	}
}

// TestAskOf: the function is found where a driver is worth it, and only there.
func TestAskOf(t *testing.T) {
	h := newHeap(t, Options{})
	list := h.NewList(SmallInt(3), SmallInt(1))
	h.Push(list)
	for e := range Eaches {
		if row := &EachRows[e]; row.Asks() {
			if f, _ := h.AskOf(e, &[MostEachParams]Value{list, h.Intern("x"), None}); f != Null {
				t.Errorf("%s of ints has a driver", row.Name)
			}
		}
	}
}
