package object

import "strings"

// Coroutines and asynchronous generators. A call of such a function makes one, as
// a call of a generator function makes a generator, and with the same layout. They
// can be asked what they are and closed; nothing runs them: send, throw, await and
// asynchronous iteration are unsupported.

// coroutineAttrs are the attributes of the two types, sorted.
var coroutineAttrs = map[TypeID]string{
	CoroutineType: "__await__ __class_getitem__ __del__ __name__ __qualname__ __repr__ close cr_await cr_code cr_frame cr_origin cr_running cr_suspended send throw",
	AsyncGeneratorType: "__aiter__ __anext__ __class_getitem__ __del__ __name__ __qualname__ __repr__ aclose ag_await ag_code ag_frame ag_running ag_suspended " +
		"asend athrow",
}

func (h *Heap) initCoroutines() {
	for _, row := range []struct {
		id   TypeID
		name string
	}{{CoroutineType, "coroutine"}, {AsyncGeneratorType, "async_generator"}} {
		t := h.register(&Type{ID: row.id, Name: row.name, Final: true, Extra: coroutineExtra, Slots: Slots{
			SetAttr: generatorSetAttr,
			Repr: func(h *Heap, g Value) (Value, error) {
				return h.NewStr("<" + row.name + " object " + h.GoString(h.Field(g, OffGenQualName)) + " at " + h.address(g) + ">"), nil
			},
		}})
		t.KnowAttrs(strings.Fields(coroutineAttrs[row.id]))
	}
	h.addMethods(h.types[CoroutineType], []Builtin{
		// It has not begun or has been closed: nothing runs in it.
		{Name: "close", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, g Value, _ []Value) (Value, error) {
			h.FinishGenerator(g)
			return None, nil
		}},
	})
}

// coroutineExtra are the attributes that are no methods.
func coroutineExtra(h *Heap, g, name Value) (Value, error) {
	s := h.GoString(name)
	switch s {
	case "__name__":
		return h.Field(g, OffGenName), nil
	case "__qualname__":
		return h.Field(g, OffGenQualName), nil
	case "cr_running", "ag_running", "cr_suspended", "ag_suspended":
		return False, nil
	case "cr_await", "cr_origin", "ag_await":
		return None, nil
	case "cr_frame", "ag_frame":
		if h.GenState(g) == GenDone {
			return None, nil
		}
	}
	return Null, nil
}
