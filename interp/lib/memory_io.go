package lib

import (
	"maps"
	"slices"

	"github.com/tier2go/tier2/interp/object"
)

// The module _io: files (file*.go, open.go), StringIO and BytesIO, and the base
// classes that Lib/io.py derives its own from. The other classes are there by name,
// and making an instance of one is unsupported.

// The fields of instances of _IOBase and what derives from it.
const (
	offIOContent = 8 // handle of the content, for those made here
	ioBaseSize   = 16
)

// memoryFiles are the types.
type memoryFiles struct {
	l       *Lib
	content object.TypeID // stands for a *memoryText or *memoryBytes
	buffer  object.TypeID // what a view of a BytesIO shows

	bytesIO, stringIO object.TypeID
}

// ioBaseSlots are those of _IOBase.
var ioBaseSlots = object.Slots{
	New: func(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
		return h.NewEmpty(t), nil
	},
	Iter: itself,
	Next: func(h *object.Heap, v object.Value) (object.Value, error) {
		line, err := callMethod(h, v, "readline")
		if err != nil {
			return object.Null, err
		}
		if n, err := h.Len(line); n == 0 || err != nil {
			return object.Null, err
		}
		return line, nil
	},
}

// newIO makes the module.
func (l *Lib) newIO() (object.Value, error) {
	h, m := l.h, l.newModule("_io")
	k := &l.files.memory
	k.l = l
	k.buffer = k.registerBuffer(h)
	k.content = h.RegisterType(&object.Type{Name: "content", Module: "_io", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
	}}).ID
	base := l.files.base
	l.ioBase(base)
	m.set("_IOBase", base.Object)
	buffered, text := l.files.buffered, l.files.ofText
	for _, t := range []*object.Type{l.files.raw, buffered, text} {
		m.set(t.Name, t.Object)
	}
	m.set("StringIO", k.registerText(h, text).Object)
	m.set("BytesIO", k.registerBytes(h, buffered).Object)
	for _, id := range []object.TypeID{l.files.text, l.files.reader, l.files.writer, l.files.random, l.files.unsupported} {
		t := h.Type(id)
		m.set(t.Name, t.Object)
	}
	for _, name := range []string{"FileIO", "BufferedRWPair"} {
		t := h.RegisterType(&object.Type{Name: name, Module: "_io", Slots: object.Slots{
			New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
				return object.Null, h.Unsupported("type _io." + name)
			},
		}})
		m.set(name, t.Object)
	}
	m.set("IncrementalNewlineDecoder", registerNewlineDecoder(h).Object)
	m.set("DEFAULT_BUFFER_SIZE", object.SmallInt(128<<10))
	m.set("BlockingIOError", h.Type(object.BlockingIOErrorType).Object)
	m.set("open", l.own("open"))
	m.functions([]object.Builtin{
		{Name: "open_code", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			args := h.NewTuple(a[0], h.NewStr("rb"))
			return h.Call(l.own("open"), h.TupleItems(args), object.Null)
		}},
		{Name: "text_encoding", Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if a[0] == object.None {
				return h.NewStr("locale"), nil
			}
			return a[0], nil
		}},
	})
	return m.v, nil
}

// slots are those of a file in memory.
func (k *memoryFiles) slots(init func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error) object.Slots {
	return object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			v := h.NewEmpty(t)
			if t.Made() {
				return v, nil // __init__ sees the arguments
			}
			return v, init(h, v, args, kwnames)
		},
		Bare: func(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return h.NewEmpty(t), nil
		},
		Init: init, Iter: itself,
	}
}

// opened makes a method of an object whose content get returns, or why there is none: that it is closed.
func opened[T any](get func(h *object.Heap, v object.Value) (T, error), name string, least, most int,
	f func(h *object.Heap, t T, a []object.Value) (object.Value, error)) object.Builtin {
	b := object.Builtin{Name: name, Arity: object.Fast, Min: least, Max: most,
		Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			t, err := get(h, v)
			if err != nil {
				return object.Null, err
			}
			return f(h, t, a)
		}}
	switch {
	case most == 0:
		b.Arity = object.NoArgs
	case least == 1 && most == 1:
		b.Arity = object.O
	}
	return b
}

// memoryFile is what a file in memory is read with.
type memoryFile[E any] interface {
	read(n int) []E
	line(n int) []E
}

// nextLine is what iterating over a file in memory does.
func nextLine[T memoryFile[E], E any](get func(h *object.Heap, v object.Value) (T, error), make func(h *object.Heap, text []E) object.Value,
) func(h *object.Heap, v object.Value) (object.Value, error) {
	return func(h *object.Heap, v object.Value) (object.Value, error) {
		t, err := get(h, v)
		if err != nil {
			return object.Null, err
		}
		if line := t.line(-1); len(line) > 0 {
			return make(h, line), nil
		}
		return object.Null, nil
	}
}

// readers are the methods of a file in memory that read: names to what they take.
func readers[T memoryFile[E], E any](get func(h *object.Heap, v object.Value) (T, error), make func(h *object.Heap, text []E) object.Value,
	names map[string]func(t T, n int) []E) (methods []object.Builtin) {
	for _, name := range slices.Sorted(maps.Keys(names)) {
		take := names[name]
		methods = append(methods, opened(get, name, 0, 1, func(h *object.Heap, t T, a []object.Value) (object.Value, error) {
			n, err := readSize(h, a)
			if err != nil {
				return object.Null, err
			}
			return make(h, take(t, n)), nil
		}))
	}
	return methods
}

// within raises MemoryError for what takes more bytes than the heap may: contents
// that stand outside it are bounded by its limit too, each for itself.
func within(h *object.Heap, n, size int) error {
	if n < 0 || uintptr(n) > h.Limit()/uintptr(size) {
		return h.RaiseWith(object.MemoryErrorType)
	}
	return nil
}

// readSize is the argument of read and readline: −1 for all.
func readSize(h *object.Heap, a []object.Value) (int, error) {
	switch {
	case len(a) == 0 || a[0] == object.None:
		return -1, nil
	case a[0].IsSmall():
		return int(a[0].Small()), nil
	case !h.HasIndex(a[0]):
		return 0, h.Raise(object.TypeErrorType, "argument should be integer or None, not '%s'", h.TypeName(a[0]))
	}
	n, err := h.Index(a[0])
	return int(n), err
}

func seekArgs(h *object.Heap, a []object.Value) (pos, whence int, err error) {
	if pos, err = h.Ssize(a[0]); err == nil && len(a) > 1 {
		whence, err = h.CInt(a[1])
	}
	return pos, whence, err
}

// truncateSize is the argument of truncate; text is the error for a negative one.
func truncateSize(h *object.Heap, a []object.Value, pos int, text string) (int, error) {
	if len(a) == 0 || a[0] == object.None {
		return pos, nil
	}
	n, err := h.Ssize(a[0])
	if err == nil && n < 0 {
		err = h.Raise(object.ValueErrorType, text, n)
	}
	return n, err
}
