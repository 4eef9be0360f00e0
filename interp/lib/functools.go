package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _functools (Modules/_functoolsmodule.c).

// functools are the types of the module.
type functools struct {
	partial, key object.TypeID
	placeholder  object.Value
}

// newFunctools makes the module.
func (l *Lib) newFunctools() (object.Value, error) {
	h, m := l.h, l.newModule("_functools")
	k := &functools{placeholder: object.Null}
	h.AddRoots(func(r *heap.Marker) {
		r.Value(k.placeholder)
		r.Value(h.Caches.Mark)
	})
	m.set("_PlaceholderType", registerSingle(h, &k.placeholder, "functools", "_PlaceholderType", "Placeholder", "Placeholder").Object)
	m.set("Placeholder", k.placeholder) // it stands for an argument that a partial does not bind
	k.registerPartial(h, m)
	k.registerKey(h)
	registerCache(h, m)
	m.functions([]object.Builtin{
		{Name: "reduce", Arity: object.Varied, FnKw: reduce, Each: object.EachReduce},
		{Name: "cmp_to_key", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := bind(h, cmpToKeySig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			return k.newKey(h, p[0], object.Null), nil
		}},
	})
	return m.v, nil
}

var (
	reduceSig   = object.NewSignature("reduce", 2, 2, 0, "function", "iterable", "initial")
	cmpToKeySig = object.NewSignature("cmp_to_key", 0, 1, 0, "mycmp")
	keySig      = object.NewSignature("K", 0, 1, 0, "obj")
)

// reduce is functools.reduce.
func reduce(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [3]object.Value
	if err := bind(h, reduceSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	it, err := h.Iter(p[1])
	if err != nil {
		if h.RaisedIs(err, object.TypeErrorType) {
			err = h.Raise(object.TypeErrorType, "reduce() arg 2 must support iteration")
		}
		return object.Null, err
	}
	total := p[2]
	m := h.Mark()
	defer h.Release(m)
	for n := 0; ; n++ {
		if h.Looping(p[0], n, h.Left(it)) {
			return h.RunLoop(object.LoopReduce, object.LoopState{Iter: it, Func: p[0], First: total, Second: object.Null})
		}
		x, err := h.Next(it)
		if err != nil {
			return object.Null, err
		}
		if x == object.Null {
			break
		}
		if total == object.Null {
			total = x
			continue
		}
		h.Push(total)
		h.Push(x)
		if total, err = h.Call(p[0], h.Pushed(m), object.Null); err != nil {
			return object.Null, err
		}
		h.Release(m)
	}
	if total == object.Null {
		return object.Null, h.Raise(object.TypeErrorType, "reduce() of empty iterable with no initial value")
	}
	return total, nil
}

// The fields of what cmp_to_key makes.
const (
	offKeyCmp = 8
	offKeyObj = 16
	keySize   = 24
)

func (k *functools) newKey(h *object.Heap, cmp, obj object.Value) object.Value {
	v := h.NewObject(k.key, keySize)
	h.SetField(v, offKeyCmp, cmp)
	h.SetField(v, offKeyObj, obj)
	return v
}

func (k *functools) registerKey(h *object.Heap) {
	t := h.RegisterType(&object.Type{Name: "KeyWrapper", Module: "functools", NoHash: true, Final: true, Slots: object.Slots{
		Call: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := bind(h, keySig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			return k.newKey(h, h.Field(v, offKeyCmp), p[0]), nil
		},
		Compare: func(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			if !h.Is(b, k.key) {
				return object.Null, h.Raise(object.TypeErrorType, "other argument must be K instance")
			}
			x, y := h.Field(a, offKeyObj), h.Field(b, offKeyObj)
			if x == object.Null || y == object.Null {
				return object.Null, h.Raise(object.AttributeErrorType, "object")
			}
			m := h.Mark()
			h.Push(x)
			h.Push(y)
			r, err := h.Call(h.Field(a, offKeyCmp), h.Pushed(m), object.Null)
			h.Release(m)
			if err != nil {
				return object.Null, err
			}
			return h.Compare(op, r, object.SmallInt(0))
		},
	}})
	h.AddGetSets(t, []object.GetSet{{Name: "obj",
		Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			if x := h.Field(v, offKeyObj); x != object.Null {
				return x, nil
			}
			return object.None, nil
		},
		Set: func(h *object.Heap, v, x object.Value) error {
			h.SetField(v, offKeyObj, x)
			return nil
		},
	}})
	k.key = t.ID
}
