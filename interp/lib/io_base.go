package lib

import (
	"bytes"

	"github.com/tier2go/tier2/interp/object"
)

// The base classes of files (Modules/_io/iobase.c, bufferedio.c, textio.c): what classes of programs that derive from
// those of Lib/io.py inherit. A file here is what its class makes of it: each method is made of others.

// closedName is the attribute of an instance that has been closed.
const closedName = "__IOBase_closed"

// ioClosed reports whether close of _IOBase has been called.
func ioClosed(h *object.Heap, v object.Value) (bool, error) {
	x, err := h.LookupAttr(v, h.Intern(closedName))
	return x != object.Null, err
}

// checkOpen raises ValueError if a file is closed.
func checkOpen(h *object.Heap, v object.Value) error {
	closed, err := h.GetAttr(v, h.Intern("closed"))
	if err != nil {
		return err
	}
	yes, err := h.Truth(closed)
	return closedError(h, yes, err)
}

func closedError(h *object.Heap, closed bool, err error) error {
	if err == nil && closed {
		err = h.Raise(object.ValueErrorType, "I/O operation on closed file.")
	}
	return err
}

// ioMethod is a method of a base class without arguments.
func ioMethod(name string, f func(h *object.Heap, v object.Value) (object.Value, error)) object.Builtin {
	return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		return f(h, v)
	}}
}

// whileOpen is what a method of _IOBase returns for a file that is open.
func whileOpen(name string, result object.Value) object.Builtin {
	return ioMethod(name, func(h *object.Heap, v object.Value) (object.Value, error) { return result, checkOpen(h, v) })
}

// noMethods are methods that only derived classes have.
func (l *Lib) noMethods(names ...string) []object.Builtin {
	var methods []object.Builtin
	for _, name := range names {
		methods = append(methods, object.Builtin{Name: name, Arity: object.Fast, Max: -1,
			Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
				return object.Null, h.Raise(l.files.unsupported, "%s", name)
			}})
	}
	return methods
}

// ioBase gives _IOBase its methods.
func (l *Lib) ioBase(t *object.Type) {
	h := l.h
	h.AddGetSets(t, []object.GetSet{{Name: "closed", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		closed, err := ioClosed(h, v)
		return object.Bool(closed), err
	}}})
	h.AddMethods(t, ioBaseMethods)
	h.AddMethods(t, []object.Builtin{ioMethod("__del__", l.finalizeFile)})
	h.AddMethods(t, l.noMethods("fileno", "seek", "truncate"))
	for _, able := range []string{"readable", "writable", "seekable"} {
		no := whileOpen(able, object.False)
		no.Fn = func(*object.Heap, object.Value, []object.Value) (object.Value, error) { return object.False, nil }
		check := object.Builtin{Name: "_check" + string(able[0]-'a'+'A') + able[1:], Arity: object.NoArgs,
			Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
				x, err := callMethod(h, v, able)
				if err == nil && x != object.True {
					err = h.Raise(l.files.unsupported, "File or stream is not %s.", able)
				}
				return object.True, err
			}}
		h.AddMethods(t, []object.Builtin{no, check})
	}
}

// ioKinds gives _RawIOBase, _BufferedIOBase and _TextIOBase their methods: files that open makes have them,
// whether the program imports io or not.
func (l *Lib) ioKinds() {
	h, buffered, text := l.h, l.files.buffered, l.files.ofText
	h.AddMethods(l.files.raw, rawMethods)
	h.AddMethods(buffered, l.noMethods("detach", "read", "read1", "write"))
	h.AddMethods(buffered, []object.Builtin{readInto("readinto", "read"), readInto("readinto1", "read1")})
	h.AddMethods(text, l.noMethods("detach", "read", "readline", "write"))
	for _, name := range []string{"encoding", "errors", "newlines"} {
		h.AddGetSets(text, []object.GetSet{{Name: name, Get: func(*object.Heap, object.Value) (object.Value, error) { return object.None, nil }}})
	}
}

// ioBaseMethods are the methods of _IOBase that are made of others.
var ioBaseMethods = []object.Builtin{
	ioMethod("__enter__", func(h *object.Heap, v object.Value) (object.Value, error) { return v, checkOpen(h, v) }),
	{Name: "__exit__", Arity: object.Fast, Max: -1, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		return callMethod(h, v, "close")
	}},
	ioMethod("flush", func(h *object.Heap, v object.Value) (object.Value, error) {
		closed, err := ioClosed(h, v)
		return object.None, closedError(h, closed, err)
	}),
	ioMethod("close", closeBase),
	whileOpen("isatty", object.False),
	whileOpen("_checkClosed", object.None),
	ioMethod("tell", func(h *object.Heap, v object.Value) (object.Value, error) {
		return callMethod(h, v, "seek", object.SmallInt(0), object.SmallInt(1))
	}),
	{Name: "readline", Arity: object.Fast, Max: 1, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
		limit, err := readSize(h, a)
		if err != nil {
			return object.Null, err
		}
		return readLineBase(h, v, limit)
	}},
	{Name: "readlines", Arity: object.Fast, Max: 1, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
		hint, err := readSize(h, a)
		if err != nil {
			return object.Null, err
		}
		if err := checkOpen(h, v); err != nil {
			return object.Null, err
		}
		list, size := h.NewList(), 0
		for {
			line, err := h.Next(v)
			if line == object.Null || err != nil {
				return list, err
			}
			h.ListAppend(list, line)
			n, err := h.Len(line)
			if size += n; err != nil || hint > 0 && size >= hint {
				return list, err
			}
		}
	}},
	{Name: "writelines", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
		if err := checkOpen(h, v); err != nil {
			return object.Null, err
		}
		it, err := h.Iter(a[0])
		if err != nil {
			return object.Null, err
		}
		for {
			x, err := h.Next(it)
			if err == nil && x != object.Null {
				_, err = callMethod(h, v, "write", x)
			}
			if x == object.Null || err != nil {
				return object.None, err
			}
		}
	}},
}

// finalizeFile is __del__ of _IOBase, which __del__ of derived classes calls: it closes the file, if it knows whether it is open.
// It is not called of itself where such a file is dropped.
func (l *Lib) finalizeFile(h *object.Heap, v object.Value) (object.Value, error) {
	err := checkOpen(h, v)
	if _, raised := err.(*object.Raised); raised {
		return object.None, nil
	}
	if err == nil {
		err = h.SetAttr(v, h.Intern("_finalizing"), object.True)
	}
	if _, raised := err.(*object.Raised); raised || err == nil {
		_, err = callMethod(h, v, "close")
	}
	if r, raised := err.(*object.Raised); raised {
		err = l.Unraisable("Exception ignored while finalizing file ", v, r)
	}
	return object.None, err
}

// closeBase is close of _IOBase: the file is closed also where flush fails.
func closeBase(h *object.Heap, v object.Value) (object.Value, error) {
	closed, err := ioClosed(h, v)
	if closed || err != nil {
		return object.None, err
	}
	_, failed := callMethod(h, v, "flush")
	if err := h.SetAttr(v, h.Intern(closedName), object.True); failed == nil {
		failed = err
	}
	return object.None, failed
}

// readLineBase is readline of _IOBase: as many bytes at a time as peek, if there is one, says, else single ones.
func readLineBase(h *object.Heap, v object.Value, limit int) (object.Value, error) {
	peek, err := h.LookupAttr(v, h.Intern("peek"))
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	if peek != object.Null {
		h.Push(peek)
	}
	var line []byte
	for limit < 0 || len(line) < limit {
		n := 1
		if peek != object.Null {
			ahead, err := h.Call(peek, []object.Value{object.SmallInt(1)}, object.Null)
			if err != nil {
				return object.Null, err
			}
			b, err := returnedBytes(h, ahead, "peek")
			if err != nil {
				return object.Null, err
			}
			if limit >= 0 {
				b = b[:min(len(b), limit-len(line))]
			}
			if i := bytes.IndexByte(b, '\n'); i >= 0 {
				b = b[:i+1]
			}
			n = max(len(b), 1)
		}
		x, err := callMethod(h, v, "read", object.SmallInt(int64(n)))
		if err != nil {
			return object.Null, err
		}
		b, err := returnedBytes(h, x, "read")
		if err != nil {
			return object.Null, err
		}
		if err := within(h, len(line)+len(b), 1); err != nil {
			return object.Null, err
		}
		line = append(line, b...)
		if len(b) == 0 || b[len(b)-1] == '\n' {
			break
		}
	}
	return h.NewBytes(line), nil
}

// returnedBytes returns what a method has returned, which must be bytes.
func returnedBytes(h *object.Heap, x object.Value, method string) ([]byte, error) {
	if !h.IsInstance(x, object.BytesType) {
		return nil, h.Raise(object.OSErrorType, "%s() should have returned a bytes object, not '%s'", method, h.TypeName(x))
	}
	return h.BytesData(x), nil
}

// rawMethods are those of _RawIOBase, made of readinto.
var rawMethods = []object.Builtin{
	{Name: "read", Arity: object.Fast, Max: 1, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
		n, err := readSize(h, a)
		if err != nil {
			return object.Null, err
		}
		if n < 0 {
			return callMethod(h, v, "readall")
		}
		if err := within(h, n, 1); err != nil {
			return object.Null, err
		}
		m := h.Mark()
		defer h.Release(m)
		b, err := h.Call(h.Type(object.ByteArrayType).Object, []object.Value{h.Int(int64(n))}, object.Null)
		if err != nil {
			return object.Null, err
		}
		h.Push(b)
		r, err := callMethod(h, v, "readinto", b)
		if err != nil || r == object.None {
			return r, err
		}
		filled, err := h.IndexOr(r, object.ValueErrorType)
		if err != nil {
			return object.Null, err
		}
		got := int(filled)
		data, err := h.BufferData(b)
		if err == nil && (got < 0 || got > n || got > len(data)) {
			err = h.Raise(object.ValueErrorType, "readinto returned %d outside buffer size %d", got, len(data))
		}
		if err != nil {
			return object.Null, err
		}
		return h.NewBytes(data[:got]), nil
	}},
	ioMethod("readall", func(h *object.Heap, v object.Value) (object.Value, error) {
		var all []byte
		for some := false; ; some = true {
			x, err := callMethod(h, v, "read", object.SmallInt(128<<10))
			if err != nil || x == object.None && !some {
				return x, err
			}
			if x != object.None && !h.IsInstance(x, object.BytesType) {
				return object.Null, h.Raise(object.TypeErrorType, "read() should return bytes")
			}
			if x == object.None || h.BytesLen(x) == 0 {
				return h.NewBytes(all), nil
			}
			if err := within(h, len(all)+h.BytesLen(x), 1); err != nil {
				return object.Null, err
			}
			all = append(all, h.BytesData(x)...)
		}
	}),
}

// readInto is a method of _BufferedIOBase, made of one that returns bytes.
func readInto(name, read string) object.Builtin {
	return object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
		to, err := writableData(h, a[0], name+"() argument")
		if err != nil {
			return object.Null, err
		}
		x, err := callMethod(h, v, read, h.Int(int64(len(to))))
		if err != nil {
			return object.Null, err
		}
		if !h.IsInstance(x, object.BytesType) {
			return object.Null, h.Raise(object.TypeErrorType, "read() should return bytes")
		}
		if n := h.BytesLen(x); n > len(to) {
			return object.Null, h.Raise(object.ValueErrorType, "read() returned too much data: %d bytes requested, %d returned", len(to), n)
		}
		if to, err = writableData(h, a[0], name+"() argument"); err != nil {
			return object.Null, err
		}
		return object.SmallInt(int64(copy(to, h.BytesData(x)))), nil
	}}
}
