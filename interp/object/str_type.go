package object

import "github.com/tier2go/tier2/opgen/mem"

// The types str, bytes and bytearray and the iterators over them.

const seqIterSize = 32

// initStrTypes registers the types and their methods.
func (h *Heap) initStrTypes() {
	str := h.register(&Type{ID: StrType, Name: "str", Slots: Slots{
		Repr:     func(h *Heap, v Value) (Value, error) { return h.strRepr(v), nil },
		Str:      func(h *Heap, v Value) (Value, error) { return h.plainStr(v), nil },
		Format:   (*Heap).formatStr,
		Hash:     func(h *Heap, v Value) (int64, error) { return h.strHash(v), nil },
		Compare:  strCompare,
		Binary:   strBinary,
		Len:      func(h *Heap, v Value) (int, error) { return h.StrLen(v), nil },
		GetItem:  strGetItem,
		Contains: strContains,
		Iter:     func(h *Heap, v Value) (Value, error) { return h.newTextIter(StrIterType, v), nil },
		New:      strNew,
	}})
	h.registerIter(StrIterType, "str_ascii_iterator", strIterNext, textIterLeft)
	h.addTextMethods(str, strClassMethods, strMethods)
	h.addMethods(str, strFormatMethods)
	h.addStatic(str, strMakeTrans)
	h.initBytesTypes()
}

// newTextIter makes an iterator over a str, bytes or bytearray.
func (h *Heap) newTextIter(t TypeID, seq Value) Value {
	v := h.Alloc(kindPlain, seqIterSize)
	h.header(v, t, 0)
	h.SetField(v, OffSeqIterSeq, seq)
	h.SetWord(v, OffSeqIterIndex, 0)
	return v
}

func textIterLeft(h *Heap, it Value) int {
	return seqIterLeft(h, it, func(s Value) int { return h.text(s).n })
}

func strIterNext(h *Heap, v Value) (Value, error) {
	s := h.Field(v, OffSeqIterSeq)
	if s == Null {
		return Null, nil
	}
	i := int(h.Word(v, OffSeqIterIndex))
	if i >= h.StrLen(s) {
		h.SetField(v, OffSeqIterSeq, Null)
		return Null, nil
	}
	h.SetWord(v, OffSeqIterIndex, uint64(i+1))
	return h.StrChar(s, i), nil
}

// addStatic gives a type a static method.
func (h *Heap) addStatic(t *Type, b Builtin) {
	b.Owner = t
	h.setTypeAttr(t, b.Name, h.NewBuiltin(&b, t.Object))
}

func strCompare(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if !h.isStr(b) {
		return NotImplemented, nil
	}
	switch op {
	case EQ:
		return Bool(h.StrEqual(a, b)), nil
	case NE:
		return Bool(!h.StrEqual(a, b)), nil
	}
	return Bool(op.Holds(h.strCompare(a, b))), nil
}

// strCompare orders two strs by their code points: negative, zero or positive.
func (h *Heap) strCompare(a, b Value) int {
	if a == b {
		return 0
	}
	if before, ok := strBefore(h.mem(), mem.Ref(a), mem.Ref(b)); ok && before {
		return -1
	}
	return h.strText(a).compare(h.strText(b))
}

func strBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	switch op {
	case Add:
		if !h.isStr(a) {
			return NotImplemented, nil
		}
		if !h.isStr(b) {
			if r, err := h.reflected(op, a, b); err != nil || r != NotImplemented {
				return r, err
			}
			return Null, h.Raise(TypeErrorType, `can only concatenate str (not "%s") to str`, h.TypeName(b))
		}
		return h.StrConcat(a, b), nil
	case Multiply:
		if !h.isStr(a) {
			a, b = b, a
		}
		return h.repeat(a, b, h.strRepeat)
	case Remainder:
		if h.isStr(a) {
			return h.percentFormat(a, b)
		}
	}
	return NotImplemented, nil
}

// reflected tries the right operand's own class before the concatenation or
// repetition of a builtin sequence raises TypeError, as CPython does: those are
// sequence operations there, which come after all numeric ones.
func (h *Heap) reflected(op BinaryOp, a, b Value) (Value, error) {
	if t := h.TypeOf(b); t.ID >= FirstFreeType && t.Binary != nil && !t.ownBinary && !isSequence(t.layout) { // see operate
		return t.Binary(h, op, a, b)
	}
	return NotImplemented, nil
}

// repeat is seq * n in either order.
func (h *Heap) repeat(seq, n Value, times func(Value, int) (Value, error)) (Value, error) {
	if _, _, ok := h.asInt(n); !ok {
		if r, err := h.reflected(Multiply, seq, n); err != nil || r != NotImplemented {
			return r, err
		}
	}
	i, ok, err := h.repeatCount(n)
	if err == nil && !ok {
		err = h.Raise(TypeErrorType, "can't multiply sequence by non-int of type '%s'", h.TypeName(n))
	}
	if err != nil {
		return Null, err
	}
	return times(seq, i)
}

func strGetItem(h *Heap, v, key Value) (Value, error) {
	if h.Is(key, SliceType) {
		return h.partBy(v, StrType, key)
	}
	i, err := h.itemPlace(v, key, (*Heap).StrLen, "string indices must be integers, not '%s'", "string index out of range")
	if err != nil {
		return Null, err
	}
	return h.StrChar(v, i), nil
}

func strContains(h *Heap, v, x Value) (bool, error) {
	if !h.isStr(x) {
		return false, h.Raise(TypeErrorType, "'in <string>' requires string as left operand, not %s", h.TypeName(x))
	}
	return h.strIndexOf(v, x) >= 0, nil
}

// strIndexOf returns where sub first occurs in a str, or −1.
func (h *Heap) strIndexOf(v, sub Value) int { return h.strText(v).find(h.strText(sub)) }

var strParams = params{name: "str", names: []string{"object", "encoding", "errors"}}

// strNew is str(object="", encoding='utf-8', errors='strict').
func strNew(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
	if kwnames == Null || h.TupleLen(kwnames) == 0 {
		switch {
		case len(args) == 0:
			return h.emptyStr, nil
		case len(args) == 1:
			return h.Str(args[0])
		case len(args) > 3:
			return Null, h.checkCount("str", len(args), 0, 3)
		}
		for i, v := range args[1:] { // this way of calling has a message of its own for None
			if v == None {
				return Null, h.Raise(TypeErrorType, "str() argument '%s' must be str, not NoneType", strParams.names[i+1])
			}
		}
	}
	arg := [3]Value{Null, Null, Null}
	if err := strParams.parse(h, args, kwnames, arg[:]); err != nil {
		return Null, err
	}
	x := arg[0]
	codec, err := h.codecArgs("str", arg[1], arg[2])
	switch {
	case err != nil:
		return Null, err
	case x == Null:
		return h.emptyStr, nil
	case arg[1] == Null && arg[2] == Null:
		return h.Str(x)
	case h.isStr(x):
		return Null, h.Raise(TypeErrorType, "decoding str is not supported")
	case !h.isBytesLike(x):
		return Null, h.Raise(TypeErrorType, "decoding to str: need a bytes-like object, %s found", h.TypeName(x))
	}
	return h.decode(x, codec)
}
