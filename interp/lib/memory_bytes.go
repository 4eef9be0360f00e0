package lib

import (
	"bytes"
	"math"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// io.BytesIO (Modules/_io/bytesio.c): bytes in memory.

// memoryBytes is the content of a BytesIO.
type memoryBytes struct {
	heap.Account
	buf    []byte
	pos    int
	closed bool
}

// HandleWeight is what the heap counts for it.
func (t *memoryBytes) HandleWeight() int { return int(unsafe.Sizeof(*t)) }

// Same implements object.Same.
func (t *memoryBytes) Same(other any) bool {
	o, ok := other.(*memoryBytes)
	return ok && bytes.Equal(t.buf, o.buf) && t.pos == o.pos && t.closed == o.closed
}

var bytesIOSig = object.NewSignature("BytesIO", 0, 0, 0, "initial_bytes")

func (k *memoryFiles) initBytes(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	var p [1]object.Value
	if err := bind(h, bytesIOSig, args, kwnames, p[:]); err != nil {
		return err
	}
	b := &memoryBytes{}
	h.SetField(v, offIOContent, h.NewHandleObject(k.content, b))
	if p[0] == object.Null || p[0] == object.None {
		return nil
	}
	data, err := h.BufferData(p[0])
	b.buf = heap.Append(&h.Heap, &b.Account, b.buf, data...)
	return err
}

// read takes at most n bytes; all if n is negative.
func (t *memoryBytes) read(n int) []byte {
	rest := t.buf[min(t.pos, len(t.buf)):]
	if n >= 0 && n < len(rest) {
		rest = rest[:n]
	}
	t.pos += len(rest)
	return rest
}

func (t *memoryBytes) line(n int) []byte {
	rest := t.buf[min(t.pos, len(t.buf)):]
	end := len(rest)
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		end = i + 1
	}
	if n >= 0 {
		end = min(end, n)
	}
	return t.read(end)
}

func (t *memoryBytes) write(h *object.Heap, data []byte) error {
	if len(data) == 0 {
		return nil
	}
	if t.pos > math.MaxInt-len(data) {
		return h.Raise(object.OverflowErrorType, "new buffer size too large")
	}
	if err := within(h, t.pos+len(data), 1); err != nil {
		return err
	}
	if n := len(t.buf); t.pos+len(data) > n {
		t.buf = heap.Grow(&h.Heap, &t.Account, t.buf, t.pos+len(data)-n)[:t.pos+len(data)]
		clear(t.buf[n:max(n, t.pos)])
	}
	copy(t.buf[t.pos:], data)
	t.pos += len(data)
	return nil
}

// bytes returns the content of an open BytesIO.
func (k *memoryFiles) bytes(h *object.Heap, v object.Value) (*memoryBytes, error) {
	c := h.Field(v, offIOContent)
	if c == object.Null {
		return &memoryBytes{}, nil
	}
	t := h.HandleOf(c).(*memoryBytes)
	if t.closed {
		return nil, h.Raise(object.ValueErrorType, "I/O operation on closed file.")
	}
	return t, nil
}

// bytesMethod makes a method of an open BytesIO.
func (k *memoryFiles) bytesMethod(name string, least, most int, f func(h *object.Heap, t *memoryBytes, a []object.Value) (object.Value, error)) object.Builtin {
	return opened(k.bytes, name, least, most, f)
}

// registerBytes makes the type.
func (k *memoryFiles) registerBytes(h *object.Heap, base *object.Type) *object.Type {
	slots := k.slots(k.initBytes)
	slots.Next = nextLine(k.bytes, (*object.Heap).NewBytes)
	t := h.RegisterType(&object.Type{Name: "BytesIO", Module: "_io", Base: base, Size: ioBaseSize, Attributes: true, Slots: slots})
	k.bytesIO = t.ID
	h.AddMethods(t, readers(k.bytes, (*object.Heap).NewBytes, map[string]func(t *memoryBytes, n int) []byte{
		"read": (*memoryBytes).read, "read1": (*memoryBytes).read, "readline": (*memoryBytes).line,
	}))
	yes := func(*object.Heap, *memoryBytes, []object.Value) (object.Value, error) { return object.True, nil }
	h.AddMethods(t, []object.Builtin{
		k.bytesMethod("getvalue", 0, 0, func(h *object.Heap, t *memoryBytes, _ []object.Value) (object.Value, error) {
			return h.NewBytes(t.buf), nil
		}),
		{Name: "getbuffer", Arity: object.NoArgs, Fn: k.getBuffer},
		k.bytesMethod("readinto", 1, 1, func(h *object.Heap, t *memoryBytes, a []object.Value) (object.Value, error) {
			to, err := writableData(h, a[0], "readinto() argument")
			if err != nil {
				return object.Null, err
			}
			return object.SmallInt(int64(copy(to, t.read(len(to))))), nil
		}),
		k.bytesMethod("write", 1, 1, func(h *object.Heap, t *memoryBytes, a []object.Value) (object.Value, error) {
			data, err := h.BufferData(a[0])
			if err != nil {
				return object.Null, err
			}
			return object.SmallInt(int64(len(data))), t.write(h, data)
		}),
		k.bytesMethod("tell", 0, 0, func(h *object.Heap, t *memoryBytes, _ []object.Value) (object.Value, error) {
			return h.Int(int64(t.pos)), nil
		}),
		k.bytesMethod("seek", 1, 2, func(h *object.Heap, t *memoryBytes, a []object.Value) (object.Value, error) {
			pos, whence, err := seekArgs(h, a)
			switch {
			case err != nil:
				return object.Null, err
			case pos < 0 && whence == 0:
				return object.Null, h.Raise(object.ValueErrorType, "negative seek value %d", pos)
			case whence < 0 || whence > 2:
				return object.Null, h.Raise(object.ValueErrorType, "invalid whence (%d, should be 0, 1 or 2)", whence)
			}
			from := [...]int{0, t.pos, len(t.buf)}[whence]
			if pos > math.MaxInt-from {
				return object.Null, h.Raise(object.OverflowErrorType, "new position too large")
			}
			t.pos = max(from+pos, 0)
			return h.Int(int64(t.pos)), nil
		}),
		k.bytesMethod("truncate", 0, 1, func(h *object.Heap, t *memoryBytes, a []object.Value) (object.Value, error) {
			n, err := truncateSize(h, a, t.pos, "negative size value %d")
			if err != nil {
				return object.Null, err
			}
			t.buf = t.buf[:min(n, len(t.buf))]
			return h.Int(int64(n)), nil
		}),
		k.bytesMethod("readable", 0, 0, yes), k.bytesMethod("writable", 0, 0, yes), k.bytesMethod("seekable", 0, 0, yes),
		whileOpen("flush", object.None),
		{Name: "close", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			c := h.Field(v, offIOContent)
			if c == object.Null { // made by __new__ alone
				c = h.NewHandleObject(k.content, &memoryBytes{})
				h.SetField(v, offIOContent, c)
			}
			t := h.HandleOf(c).(*memoryBytes)
			t.closed, t.buf = true, heap.Drop(&h.Heap, &t.Account, t.buf)
			return object.None, nil
		}},
	})
	h.AddGetSets(t, []object.GetSet{{Name: "closed", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		return object.Bool(bytesClosed(h, v)), nil
	}}})
	return t
}

// bytesClosed reports whether a BytesIO is closed.
func bytesClosed(h *object.Heap, v object.Value) bool {
	c := h.Field(v, offIOContent)
	return c != object.Null && h.HandleOf(c).(*memoryBytes).closed
}

// registerBuffer makes the type of what a view of a BytesIO shows: its content.
func (k *memoryFiles) registerBuffer(h *object.Heap) object.TypeID {
	return h.RegisterType(&object.Type{Name: "_BytesIOBuffer", Module: "_io", Final: true, Slots: object.Slots{
		Buffer: func(h *object.Heap, v object.Value, _ bool) ([]byte, error) {
			t, err := k.bytes(h, h.Field(v, offIOContent))
			if err != nil {
				return nil, err
			}
			return t.buf, nil
		},
	}}).ID
}

// getBuffer is getbuffer(): a memoryview of the content, which does not keep it from changing
// its length.
func (k *memoryFiles) getBuffer(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	if _, err := k.bytes(h, v); err != nil {
		return object.Null, err
	}
	b := h.NewObject(k.buffer, offIOContent+8)
	h.SetField(b, offIOContent, v)
	return h.Call(k.l.own("memoryview"), h.TupleItems(h.NewTuple(b)), object.Null)
}
