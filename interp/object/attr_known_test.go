package object

import "testing"

// lackingValues are values of the kinds that look attributes up each in a way of its own.
func lackingValues(tb testing.TB, h *Heap) (names []string, values []Value) {
	call := func(t TypeID, args ...Value) Value {
		v, err := h.Call(h.Type(t).Object, args, Null)
		if err != nil {
			tb.Fatal(err)
		}
		h.Push(v)
		return v
	}
	class := call(TypeType, h.Intern("C"), h.NewTuple(), h.NewDict())
	o := call(h.TypeFromObject(class).ID)
	for _, c := range []struct {
		name string
		v    Value
	}{
		{"class", class}, {"instance", o}, {"builtin type", h.Type(IntType).Object}, {"module", h.NewModule("m")},
		{"super", call(SuperType, class, o)}, {"alias", call(GenericAliasType, class, h.NewTuple())}, {"int", SmallInt(3)},
		{"range", call(RangeType, SmallInt(3))}, {"classmethod", call(ClassMethodType, o)},
	} {
		h.Push(c.v)
		names, values = append(names, c.name), append(values, c.v)
	}
	return names, values
}

// TestLookupAttrQuiet: no exception is made for what is only asked, and getattr still raises one.
func TestLookupAttrQuiet(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20})
	lost := h.Intern("lost")
	names, values := lackingValues(t, h)
	for i, v := range values {
		for range 2 {
			before := h.raises
			if x, err := h.LookupAttr(v, lost); x != Null || err != nil {
				t.Errorf("%s: the look-up says %#x, %v", names[i], uint64(x), err)
			}
			if h.raises != before {
				t.Errorf("%s: the look-up has made an exception", names[i])
			}
			if _, err := h.GetAttr(v, lost); err == nil || !h.raisedIs(err, AttributeErrorType) {
				t.Errorf("%s: getattr says %v", names[i], err)
			}
		}
	}
}

// BenchmarkLookupAttrMissing measures hasattr of what is not there.
func BenchmarkLookupAttrMissing(b *testing.B) {
	h := newHeap(b, Options{Limit: 64 << 20})
	lost := h.Intern("lost")
	names, values := lackingValues(b, h)
	for i, v := range values {
		b.Run(names[i], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if x, err := h.LookupAttr(v, lost); x != Null || err != nil {
					b.Fatal(x, err)
				}
			}
		})
	}
}
