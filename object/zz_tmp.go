package object

func (h *Heap) initNumbers() {}
func (h *Heap) initSequences() {
	h.emptyTup = func() Value {
		v := h.alloc(spanPlain, 16)
		h.header(v, TupleType, 0)
		h.SetWord(v, OffTupleLen, 0)
		return v
	}()
}
func (h *Heap) initDictTypes()                   {}
func (h *Heap) initSetTypes()                    {}
func (h *Heap) initIterators()                   {}
func (h *Heap) Int(i int64) Value                { return SmallInt(i) }
func (h *Heap) NewDict() Value                   { return Null }
func (h *Heap) DictGetStr(d, name Value) Value   { return Null }
func (h *Heap) DictSetStr(d, name, x Value)      {}
func (h *Heap) dictStore(d, name, x Value) error { return nil }

// Unsupported is an error that says what this VM does not implement.
type Unsupported struct{ What string }

// Error implements error.
func (u *Unsupported) Error() string { return "unsupported " + u.What }

// Unsupported returns an error that names what is not implemented.
func (h *Heap) Unsupported(what string) error { return &Unsupported{what} }

func (h *Heap) percentFormat(format, args Value) (Value, error) {
	return Null, h.Unsupported("% formatting")
}
