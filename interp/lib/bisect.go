package lib

import (
	"math/bits"

	"github.com/tier2go/tier2/interp/object"
)

// The module _bisect (Modules/_bisectmodule.c): where a sorted sequence has or would have an element.

// bisecting is one of its functions.
type bisecting struct {
	name   string
	right  bool // behind equal elements
	insert bool
	each   object.Each
	sig    *object.Signature
}

// newBisect makes the module.
func (l *Lib) newBisect() (object.Value, error) {
	m := l.newModule("_bisect")
	var rows []object.Builtin
	for _, b := range []bisecting{
		{name: "bisect_right", each: object.EachBisectRight, right: true}, {name: "bisect_left", each: object.EachBisectLeft},
		{name: "insort_right", each: object.EachInsortRight, right: true, insert: true}, {name: "insort_left", each: object.EachInsortLeft, insert: true},
	} {
		b.sig = object.NewSignature(b.name, 0, 2, 1, "a", "x", "lo", "hi", "key")
		rows = append(rows, object.Builtin{Name: b.name, Arity: object.Varied, FnKw: b.call, Each: b.each})
	}
	m.functions(rows)
	return m.v, nil
}

func (b *bisecting) call(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [5]object.Value
	if err := bind(h, b.sig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	list, x, key := p[0], p[1], p[4]
	if key == object.None {
		key = object.Null
	}
	lo, hi := 0, -1
	var err error
	if p[2] != object.Null {
		if lo, err = h.Ssize(p[2]); err != nil {
			return object.Null, err
		}
	}
	if p[3] != object.Null && p[3] != object.None {
		if hi, err = h.Ssize(p[3]); err != nil {
			return object.Null, err
		}
	}
	wanted := x
	if b.insert && key != object.Null {
		if wanted, err = call1(h, key, x); err != nil {
			return object.Null, err
		}
	}
	at, err := b.find(h, list, wanted, lo, hi, key)
	if err != nil || !b.insert {
		return h.Int(int64(at)), err
	}
	if h.Is(list, object.ListType) {
		h.ListInsert(list, at, x)
		return object.None, nil
	}
	insert, err := h.GetAttr(list, h.Intern("insert"))
	if err == nil {
		_, err = h.Call(insert, []object.Value{h.Int(int64(at)), x}, object.Null)
	}
	return object.None, err
}

// find is the place between lo and hi; −1 is the end.
func (b *bisecting) find(h *object.Heap, list, x object.Value, lo, hi int, key object.Value) (int, error) {
	if lo < 0 {
		return 0, h.Raise(object.ValueErrorType, "lo must be non-negative")
	}
	if h.IsInstance(list, object.DictType) {
		return 0, h.Raise(object.TypeErrorType, "%s is not a sequence", h.TypeName(list))
	}
	if hi == -1 {
		var err error
		if hi, err = h.Len(list); err != nil {
			return 0, err
		}
	}
	exact := h.Is(list, object.ListType)
	if mid := int(uint(lo+hi) >> 1); exact && key == object.Null && lo < hi && hi <= h.ListLen(list) {
		first, second, loop := h.ListItem(list, mid), x, object.LoopBisectLeft
		if b.right {
			first, second, loop = x, first, object.LoopBisectRight
		}
		if f := h.Comparing(object.LT, first, second, bits.Len(uint(hi-lo))); f != object.Null {
			at, err := h.RunLoop(loop, object.LoopState{
				Func: f, Iter: object.Null, First: object.Null, Second: object.Null, Args: []object.Value{list, x, h.Int(int64(lo)), h.Int(int64(hi))},
			})
			if err != nil {
				return 0, err
			}
			return int(at.Small()), nil
		}
	}
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		var (
			y   object.Value
			err error
		)
		if exact && mid < h.ListLen(list) {
			y = h.ListItem(list, mid)
		} else if y, err = h.GetItem(list, h.Int(int64(mid))); err != nil {
			return 0, err
		}
		if key != object.Null {
			if y, err = call1(h, key, y); err != nil {
				return 0, err
			}
		}
		first, second := y, x // y < x: it is behind y
		if b.right {
			first, second = x, y // x < y: it is before y
		}
		less, err := object.BothSmall(first, second) && first < second, error(nil)
		if !object.BothSmall(first, second) {
			less, err = h.CompareBool(object.LT, first, second)
		}
		if err != nil {
			return 0, err
		}
		if less != b.right {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, nil
}
