package lib

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/tlsconn"
	"github.com/tier2go/tier2/interp/object"
)

// MemoryBIO: bytes on their way from or to a connection.

// memoryBIO is what is behind one.
type memoryBIO struct {
	heap.Account
	tlsconn.Buffer
}

// HandleWeight is what the heap counts for it without the bytes.
func (b *memoryBIO) HandleWeight() int { return int(unsafe.Sizeof(*b)) }

// count has the bytes counted.
func (b *memoryBIO) count(h *object.Heap) { b.Set(&h.Heap, b.Weight()) }

func (k *sslKit) bioOf(v object.Value) *memoryBIO { return k.l.h.HandleOf(v).(*memoryBIO) }

// registerBIO makes the type.
func (k *sslKit) registerBIO() *object.Type {
	h := k.l.h
	var t *object.Type
	t = h.RegisterType(&object.Type{Name: "MemoryBIO", Module: "_ssl", Final: true, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, args []object.Value, _ object.Value) (object.Value, error) {
			if len(args) > 0 {
				return object.Null, h.Raise(object.TypeErrorType, "MemoryBIO() takes no arguments (%d given)", len(args))
			}
			return h.NewHandleObject(t.ID, &memoryBIO{}), nil
		},
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
	}})
	h.AddGetSets(t, []object.GetSet{
		{Name: "pending", Get: func(h *object.Heap, v object.Value) (object.Value, error) { return h.Int(int64(k.bioOf(v).Len())), nil }},
		{Name: "eof", Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			b := k.bioOf(v)
			return object.Bool(b.EOF && b.Len() == 0), nil
		}},
	})
	h.AddMethods(t, []object.Builtin{
		{Name: "read", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			n := -1
			if len(a) > 0 {
				var err error
				if n, err = h.CInt(a[0]); err != nil {
					return object.Null, err
				}
			}
			return h.NewBytes(k.bioOf(v).Take(n)), nil
		}},
		{Name: "write", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			data, err := h.BufferData(a[0])
			if err != nil {
				return object.Null, err
			}
			b := k.bioOf(v)
			if b.EOF {
				exc, err := h.Call(k.errSSL, []object.Value{h.NewStr("cannot write() after write_eof()")}, object.Null)
				if err != nil {
					return object.Null, err
				}
				return object.Null, h.RaiseValue(exc)
			}
			b.Add(&h.Heap, len(data))
			b.Write(data)
			b.count(h)
			return h.Int(int64(len(data))), nil
		}},
		{Name: "write_eof", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			k.bioOf(v).EOF = true
			return object.None, nil
		}},
	})
	return t
}
