package object

// Warn gives a warning about the function that is running (level 1), or about one further out, by Lib/warnings.py. A
// VM that can import nothing gives none: whoever would show it is not there. The error is what a filter makes of it.
func (h *Heap) Warn(category TypeID, text string, level int64) error {
	if h.Warnings == nil { // there is no VM
		return nil
	}
	f, err := h.Warnings("warn")
	if f == Null || err != nil {
		return err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(f)
	args := h.NewTuple(h.NewStr(text), h.types[category].Object, SmallInt(level))
	h.Push(args)
	_, err = h.Call(f, h.TupleItems(args), Null)
	return err
}
