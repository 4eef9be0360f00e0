package lib

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The fields of a TreeBuilder.
const (
	offBuildState   = 8
	offBuildRoot    = 16 // None: there is none yet
	offBuildThis    = 24 // the innermost element that is open, or None
	offBuildLast    = 32 // the element that text belongs to or is behind, or None
	offBuildStack   = 40 // list: the elements around this
	offBuildElement = 48 // what makes elements; Null: nothing but Element
	offBuildComment = 56 // Null: nothing
	offBuildPI      = 64
	offBuildAppend  = 72 // where events go; Null: nowhere
	buildSize       = 80
)

// treeState is what a TreeBuilder has in Go.
type treeState struct {
	heap.Account
	text          []byte
	has           bool             // text
	comments, pis bool             // are inserted
	events        [treeEvents]bool // that a pull parser asks for
}

// Kinds of events of XMLPullParser.
const (
	treeStart = iota
	treeEnd
	treeStartNS
	treeEndNS
	treeComment
	treePI
	treeEvents
)

var treeEventNames = [treeEvents]string{"start", "end", "start-ns", "end-ns", "comment", "pi"}

// HandleWeight is what the heap counts for it.
func (t *treeState) HandleWeight() int { return int(unsafe.Sizeof(*t)) }

// Same implements object.Same.
func (t *treeState) Same(other any) bool {
	o, ok := other.(*treeState)
	return ok && string(t.text) == string(o.text)
}

func (k *etree) tree(v object.Value) *treeState {
	return k.h.HandleOf(k.h.Field(v, offBuildState)).(*treeState)
}

func (k *etree) registerBuilder(m *module) {
	h := k.h
	k.state = h.RegisterType(&object.Type{Name: "<tree state>", Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
	}}).ID
	slots := initializedFrom(func(_ *object.Heap, t *object.Type) object.Value { return k.emptyBuilder(t) }, k.initBuilder)
	k.builder = h.RegisterType(&object.Type{Name: "TreeBuilder", Module: etreeModule, Size: buildSize, Slots: slots})
	m.set("TreeBuilder", k.builder.Object)
	h.AddMethods(k.builder, []object.Builtin{
		{Name: "start", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[1], object.DictType) {
				return object.Null, h.Raise(object.TypeErrorType, "start() argument 2 must be dict, not %s", h.TypeName(a[1]))
			}
			return k.start(v, a[0], a[1])
		}},
		{Name: "end", Arity: object.O, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return k.end(v) }},
		{Name: "data", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Unsupported("TreeBuilder.data of what is no str")
			}
			return object.None, k.data(v, []byte(h.GoString(a[0])))
		}},
		{Name: "comment", Arity: object.O, Fn: func(_ *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			return k.comment(v, a[0])
		}},
		{Name: "pi", Arity: object.Fast, Min: 1, Max: 2, Fn: func(_ *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			text := object.None
			if len(a) > 1 {
				text = a[1]
			}
			return k.pi(v, a[0], text)
		}},
		{Name: "close", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return h.Field(v, offBuildRoot), nil
		}},
	})
}

func (k *etree) emptyBuilder(t *object.Type) object.Value {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	state := h.NewHandleObject(k.state, &treeState{})
	h.Push(state)
	stack := h.NewList()
	h.Push(stack)
	v := h.NewEmpty(t)
	for off := uintptr(8); off < buildSize; off += 8 {
		h.SetField(v, off, object.Null)
	}
	h.SetField(v, offBuildState, state)
	h.SetField(v, offBuildStack, stack)
	for _, off := range []uintptr{offBuildRoot, offBuildThis, offBuildLast} {
		h.SetField(v, off, object.None)
	}
	return v
}

var treeBuilderSig = object.NewSignature("TreeBuilder", 0, 0, 4, "element_factory", "comment_factory", "pi_factory", "insert_comments", "insert_pis")

// initBuilder is TreeBuilder(element_factory=None, *, comment_factory=None, pi_factory=None, insert_comments=False, insert_pis=False).
func (k *etree) initBuilder(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	var a [5]object.Value
	if err := bind(h, treeBuilderSig, args, kwnames, a[:]); err != nil {
		return err
	}
	given := func(x, otherwise object.Value) object.Value {
		if x == object.Null || x == object.None {
			return otherwise
		}
		return x
	}
	h.SetField(v, offBuildElement, given(a[0], object.Null))
	h.SetField(v, offBuildComment, given(a[1], given(k.commentFactory, object.Null)))
	h.SetField(v, offBuildPI, given(a[2], given(k.piMaking, object.Null)))
	t := k.tree(v)
	for i, into := range []*bool{&t.comments, &t.pis} {
		*into = false
		if a[3+i] == object.Null {
			continue
		}
		on, err := h.Truth(a[3+i])
		if err != nil {
			return err
		}
		*into = on
	}
	if h.Field(v, offBuildComment) == object.Null {
		t.comments = false
	}
	if h.Field(v, offBuildPI) == object.Null {
		t.pis = false
	}
	return nil
}

// data keeps text until something else comes.
func (k *etree) data(v object.Value, text []byte) error {
	t := k.tree(v)
	if k.h.Field(v, offBuildLast) == object.None {
		return nil // ahead of the first element
	}
	if len(t.text)+len(text) > cap(t.text) {
		t.text = heap.Grow(&k.h.Heap, &t.Account, t.text, len(text))
	}
	t.text, t.has = append(t.text, text...), true
	return nil
}

// flush makes text the text of the last element that has begun, or the tail of the one that has ended.
func (k *etree) flush(v object.Value) error {
	t := k.tree(v)
	if !t.has {
		return nil
	}
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	text := h.NewStr(string(t.text))
	h.Push(text)
	t.text, t.has = t.text[:0], false
	last := h.Field(v, offBuildLast)
	name, off := "text", uintptr(offElemText)
	if last != h.Field(v, offBuildThis) {
		name, off = "tail", offElemTail
	}
	if h.TypeOf(last) != k.element {
		old, err := h.LookupAttr(last, h.Intern(name))
		if err != nil {
			return err
		}
		if old != object.Null && old != object.None {
			if text, err = h.Binary(object.Add, old, text); err != nil {
				return err
			}
			h.Push(text)
		}
		return h.SetAttr(last, h.Intern(name), text)
	}
	if old := h.Field(last, off); old != object.None {
		joined, err := h.Binary(object.Add, old, text)
		if err != nil {
			return err
		}
		text = joined
	}
	h.SetField(last, off, text)
	return nil
}

// append adds an element to another, whatever makes them.
func (k *etree) append(to, child object.Value) error {
	if k.h.TypeOf(to) == k.element && k.h.IsInstance(child, k.element.ID) {
		k.add(to, child)
		return nil
	}
	_, err := callMethod(k.h, to, "append", child)
	return err
}

// start begins an element. attrs is a dict that is the element's own, or Null.
func (k *etree) start(v, tag, attrs object.Value) (object.Value, error) {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	if err := k.flush(v); err != nil {
		return object.Null, err
	}
	var e object.Value
	if factory := h.Field(v, offBuildElement); factory == object.Null {
		if attrs != object.Null && h.DictLen(attrs) == 0 {
			attrs = object.Null
		}
		e = k.make(tag, attrs)
	} else {
		var err error
		if attrs == object.Null {
			attrs = h.NewDict()
			h.Push(attrs)
		}
		if e, err = h.Call(factory, []object.Value{tag, attrs}, object.Null); err != nil {
			return object.Null, err
		}
	}
	h.Push(e)
	this := h.Field(v, offBuildThis)
	switch {
	case this != object.None:
		if err := k.append(this, e); err != nil {
			return object.Null, err
		}
	case h.Field(v, offBuildRoot) != object.None:
		return object.Null, h.Raise(k.parseError, "multiple elements on top level")
	default:
		h.SetField(v, offBuildRoot, e)
	}
	h.ListAppend(h.Field(v, offBuildStack), this)
	h.SetField(v, offBuildThis, e)
	h.SetField(v, offBuildLast, e)
	return e, k.tell(v, treeStart, e)
}

// end ends the innermost element.
func (k *etree) end(v object.Value) (object.Value, error) {
	h := k.h
	if err := k.flush(v); err != nil {
		return object.Null, err
	}
	stack := h.Field(v, offBuildStack)
	n := h.ListLen(stack)
	if n == 0 {
		return object.Null, h.Raise(object.IndexErrorType, "pop from empty stack")
	}
	last := h.Field(v, offBuildThis)
	h.SetField(v, offBuildLast, last)
	above, err := h.ListPop(stack, n-1)
	if err != nil {
		return object.Null, err
	}
	h.SetField(v, offBuildThis, above)
	return last, k.tell(v, treeEnd, last)
}

// comment makes a comment.
func (k *etree) comment(v, text object.Value) (object.Value, error) {
	return k.misc(v, treeComment, k.h.Field(v, offBuildComment), k.tree(v).comments, text, text)
}

// pi makes a processing instruction.
func (k *etree) pi(v, target, text object.Value) (object.Value, error) {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	f := h.Field(v, offBuildPI)
	otherwise := object.Null
	if f == object.Null {
		otherwise = h.NewTuple(target, text)
		h.Push(otherwise)
	}
	return k.misc(v, treePI, f, k.tree(v).pis, otherwise, target, text)
}

// misc makes what is no element of the document, by a factory if there is one, and inserts it if it is to be.
func (k *etree) misc(v object.Value, event int, factory object.Value, inserted bool, otherwise object.Value, args ...object.Value) (object.Value, error) {
	h := k.h
	m := h.Mark()
	defer h.Release(m)
	if err := k.flush(v); err != nil {
		return object.Null, err
	}
	made := otherwise
	if factory != object.Null {
		var err error
		if made, err = h.Call(factory, args, object.Null); err != nil {
			return object.Null, err
		}
		h.Push(made)
		if this := h.Field(v, offBuildThis); inserted && this != object.None {
			if err := k.append(this, made); err != nil {
				return object.Null, err
			}
			h.SetField(v, offBuildLast, made)
		}
	}
	return made, k.tell(v, event, made)
}

// tell appends an event to the queue of a pull parser, if that asks for such.
func (k *etree) tell(v object.Value, event int, what object.Value) error {
	h := k.h
	to := h.Field(v, offBuildAppend)
	if to == object.Null || !k.tree(v).events[event] {
		return nil
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(what)
	pair := h.NewTuple(h.Intern(treeEventNames[event]), what)
	h.Push(pair)
	_, err := h.Call(to, []object.Value{pair}, object.Null)
	return err
}
