package lib

import "github.com/tier2go/tier2/interp/object"

// The fields of an iterator over an element and all in it.
const (
	offElemIterRoot  = 8  // Null once it has begun
	offElemIterTag   = 16 // that is sought; Null: every one
	offElemIterStack = 24 // list: elements whose children are being visited, and the index of the next child of each
	offElemIterTails = 32 // True: texts are told, not elements
	offElemIterLast  = 40 // the element that has begun last, whose children nobody has looked for yet; Null: it has ended
	elemIterSize     = 48
)

// The fields of an iterator over children.
const (
	offChildrenOf   = 8 // Null: it has ended
	offChildrenNext = 16
	childrenSize    = 24
)

func (k *etree) registerIter() {
	k.children = k.h.RegisterType(&object.Type{Name: "iterator", Final: true, Size: childrenSize, Slots: object.Slots{
		Iter: func(_ *object.Heap, v object.Value) (object.Value, error) { return v, nil },
		Next: func(h *object.Heap, v object.Value) (object.Value, error) {
			e, i := h.Field(v, offChildrenOf), int(h.Field(v, offChildrenNext).Small())
			if e == object.Null || i >= k.count(e) {
				h.SetField(v, offChildrenOf, object.Null)
				return object.Null, nil
			}
			h.SetField(v, offChildrenNext, object.SmallInt(int64(i)+1))
			return k.at(e, i), nil
		},
	}})
	k.iter = k.h.RegisterType(&object.Type{Name: "_element_iterator", Module: "_elementtree", Final: true, Size: elemIterSize, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "cannot create '_elementtree._element_iterator' instances")
		},
		Iter: func(_ *object.Heap, v object.Value) (object.Value, error) { return v, nil },
		Next: k.nextElement,
	}})
}

func (k *etree) newIter(root, tag object.Value, texts bool) object.Value {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	stack := h.NewList()
	h.Push(stack)
	v := h.NewEmpty(k.iter)
	h.SetField(v, offElemIterRoot, root)
	h.SetField(v, offElemIterTag, tag)
	h.SetField(v, offElemIterStack, stack)
	h.SetField(v, offElemIterTails, object.Bool(texts))
	h.SetField(v, offElemIterLast, object.Null)
	return v
}

// nextElement goes on in document order.
func (k *etree) nextElement(h *object.Heap, v object.Value) (object.Value, error) {
	stack, texts := h.Field(v, offElemIterStack), h.Field(v, offElemIterTails) == object.True
	for {
		h.CheckStop()
		e, tail := k.step(v, stack)
		switch {
		case e == object.Null:
			return object.Null, nil
		case texts:
			text, err := k.told(e, tail)
			if text != object.Null || err != nil {
				return text, err
			}
		case !tail:
			is, err := k.sought(e, h.Field(v, offElemIterTag))
			if is || err != nil {
				return e, err
			}
		}
	}
}

// step is the next element that begins, or, tail, that ends; Null: there is none. An element without children is never on the stack.
func (k *etree) step(v, stack object.Value) (e object.Value, tail bool) {
	h := k.h
	if e = h.Field(v, offElemIterRoot); e != object.Null {
		h.SetField(v, offElemIterRoot, object.Null)
		h.SetField(v, offElemIterLast, e)
		return e, false
	}
	n := h.ListLen(stack)
	if last := h.Field(v, offElemIterLast); last != object.Null {
		if k.count(last) == 0 {
			h.SetField(v, offElemIterLast, object.Null)
			if n == 0 {
				return object.Null, false // the tail of the first one is not in it
			}
			return last, true
		}
		h.ListAppend(stack, last)
		h.ListAppend(stack, object.SmallInt(0))
		n += 2
	}
	if n == 0 {
		return object.Null, false
	}
	parent, i := h.ListItem(stack, n-2), int(h.ListItem(stack, n-1).Small())
	if i < k.count(parent) {
		h.SetListItem(stack, n-1, object.SmallInt(int64(i)+1))
		e = k.at(parent, i)
		h.SetField(v, offElemIterLast, e)
		return e, false
	}
	h.SetField(v, offElemIterLast, object.Null)
	for i := range 2 {
		if _, err := h.ListPop(stack, n-1-i); err != nil {
			return object.Null, false // there is no such error: it is not empty
		}
	}
	if n == 2 {
		return object.Null, false
	}
	return parent, true
}

// told is the text or tail of an element if there is one: Null for none, and for the text of what is no element of the document.
func (k *etree) told(e object.Value, tail bool) (object.Value, error) {
	h := k.h
	off := uintptr(offElemTail)
	if !tail {
		off = offElemText
		if tag := h.Field(e, offElemTag); tag != object.None && !h.IsInstance(tag, object.StrType) {
			return object.Null, nil
		}
	}
	text := h.Field(e, off)
	if text == object.None {
		return object.Null, nil
	}
	full, err := h.Truth(text)
	if !full || err != nil {
		return object.Null, err
	}
	return text, nil
}

func (k *etree) sought(e, tag object.Value) (bool, error) {
	if tag == object.Null {
		return true, nil
	}
	return k.h.Same(k.h.Field(e, offElemTag), tag)
}
