package lib

import (
	"io"

	"github.com/tier2go/tier2/interp/object"
)

// fileMethods are the methods of all file types.
func (l *Lib) fileMethods() []object.Builtin {
	return []object.Builtin{
		{Name: "read", Arity: object.Fast, Max: 1, Fn: l.fileRead},
		{Name: "readline", Arity: object.Fast, Max: 1, Fn: func(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
			n, err := sizeArg(h, a)
			if err != nil {
				return object.Null, err
			}
			return l.readLine(h, self, n)
		}},
		{Name: "readlines", Arity: object.Fast, Max: 1, Fn: l.fileReadLines},
		{Name: "write", Arity: object.O, Fn: func(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
			return l.fileWrite(h, self, a[0])
		}},
		{Name: "writelines", Arity: object.O, Fn: l.fileWriteLines},
		{Name: "close", Arity: object.NoArgs, Fn: func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
			return object.None, l.closeFile(h, fileOf(h, self))
		}},
		{Name: "flush", Arity: object.NoArgs, Fn: func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
			f := fileOf(h, self)
			if f.closed {
				return object.Null, h.Raise(object.ValueErrorType, "I/O operation on closed file.")
			}
			if f.out != nil {
				if err := f.out.Flush(); err != nil {
					return object.Null, osError(h, err, object.Null)
				}
			}
			return object.None, nil
		}},
		{Name: "seek", Arity: object.Fast, Min: 1, Max: 2, Fn: l.fileSeek},
		{Name: "tell", Arity: object.NoArgs, Fn: l.fileTell},
		{Name: "isatty", Arity: object.NoArgs, Fn: l.ask(func(f *file) bool {
			return f.fd >= 0 && l.isTerminal(f.fd)
		})},
		{Name: "readable", Arity: object.NoArgs, Fn: l.ask(func(f *file) bool { return f.in != nil })},
		{Name: "writable", Arity: object.NoArgs, Fn: l.ask(func(f *file) bool { return f.out != nil })},
		{Name: "fileno", Arity: object.NoArgs, Fn: func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
			f := fileOf(h, self)
			if f.fd < 0 {
				return object.Null, h.Unsupported("method fileno of files that the program has opened")
			}
			return object.SmallInt(int64(f.fd)), nil
		}},
		{Name: "__enter__", Arity: object.NoArgs, Fn: func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
			if fileOf(h, self).closed {
				return object.Null, h.Raise(object.ValueErrorType, "I/O operation on closed file.")
			}
			return self, nil
		}},
		{Name: "__exit__", Arity: object.Fast, Max: -1, Fn: func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
			return object.None, l.closeFile(h, fileOf(h, self))
		}},
	}
}

// ask makes a method without arguments that answers yes or no.
func (l *Lib) ask(f func(*file) bool) goFunc {
	return func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
		g := fileOf(h, self)
		if g.closed {
			return object.Null, h.Raise(object.ValueErrorType, "I/O operation on closed file.")
		}
		return object.Bool(f(g)), nil
	}
}

func (l *Lib) closeFile(h *object.Heap, f *file) error {
	if f.fd >= 0 {
		return h.Unsupported("closing " + f.name)
	}
	if err := l.forget(f); err != nil {
		return osError(h, err, object.Null)
	}
	return nil
}

// sizeArg converts an optional size: none, None and negative ones are −1.
func sizeArg(h *object.Heap, a []object.Value) (int, error) {
	if len(a) == 0 || a[0] == object.None {
		return -1, nil
	}
	if !h.IsIntegral(a[0]) {
		return 0, h.Raise(object.TypeErrorType, "argument should be integer or None, not '%s'", h.TypeName(a[0]))
	}
	n, err := h.Index(a[0])
	return int(max(n, -1)), err
}

func (l *Lib) fileRead(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
	n, err := sizeArg(h, a)
	if err != nil {
		return object.Null, err
	}
	f := fileOf(h, self)
	if err := l.check(h, f, false); err != nil {
		return object.Null, err
	}
	l.beforeRead(f)
	if !f.binary {
		s, err := f.readText(h, n)
		if err != nil {
			return object.Null, err
		}
		return h.NewStr(s), nil
	}
	if f.out != nil {
		if err := f.out.Flush(); err != nil {
			return object.Null, osError(h, err, object.Null)
		}
	}
	var r io.Reader = f.in
	if n >= 0 {
		r = io.LimitReader(f.in, int64(n))
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	return h.NewBytes(data), nil
}

func (l *Lib) fileReadLines(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
	hint, err := sizeArg(h, a)
	if err != nil {
		return object.Null, err
	}
	list, size := h.NewList(), 0
	for hint <= 0 || size <= hint {
		line, err := l.nextLine(h, self)
		if err != nil || line == object.Null {
			return list, err
		}
		h.ListAppend(list, line)
		n, err := h.Len(line)
		if err != nil {
			return object.Null, err
		}
		size += n
	}
	return list, nil
}

// fileWrite writes a str or bytes and returns its length.
func (l *Lib) fileWrite(h *object.Heap, self, v object.Value) (object.Value, error) {
	f := fileOf(h, self)
	switch {
	case f.binary && !h.IsBuffer(v):
		return object.Null, h.Raise(object.TypeErrorType, "a bytes-like object is required, not '%s'", h.TypeName(v))
	case !f.binary && !h.IsInstance(v, object.StrType):
		return object.Null, h.Raise(object.TypeErrorType, "write() argument must be str, not %s", argTypeName(h, v))
	}
	if err := l.check(h, f, true); err != nil {
		return object.Null, err
	}
	if err := f.beforeWrite(h); err != nil {
		return object.Null, err
	}
	if !f.binary {
		return object.SmallInt(int64(h.StrLen(v))), f.writeText(h, v)
	}
	data, err := h.BufferData(v)
	if err != nil {
		return object.Null, err
	}
	return object.SmallInt(int64(len(data))), f.writeBytes(h, data)
}

// beforeWrite forgets what a file that is also read has read ahead: what is
// written goes behind what has been taken from the system (text) or by the
// program (bytes).
func (f *file) beforeWrite(h *object.Heap) error {
	if f.os == nil || f.in == nil {
		return nil
	}
	if ahead := f.in.Buffered(); ahead > 0 {
		if _, err := f.os.Seek(int64(-ahead), io.SeekCurrent); err != nil {
			return osError(h, err, object.Null)
		}
		f.in.Reset(f.os)
	}
	return nil
}

func (l *Lib) fileWriteLines(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
	it, err := h.Iter(a[0])
	if err != nil {
		return object.Null, err
	}
	for {
		v, err := h.Next(it)
		if err != nil {
			return object.Null, err
		}
		if v == object.Null {
			return object.None, nil
		}
		if _, err := l.fileWrite(h, self, v); err != nil {
			return object.Null, err
		}
	}
}

// fileSeek moves a binary file anywhere and a text file to its start or end.
func (l *Lib) fileSeek(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
	f := fileOf(h, self)
	if f.closed {
		return object.Null, h.Raise(object.ValueErrorType, "I/O operation on closed file.")
	}
	offset, err := h.Index(a[0])
	if err != nil {
		return object.Null, err
	}
	whence := 0
	if len(a) == 2 {
		if whence, err = h.CInt(a[1]); err != nil {
			return object.Null, err
		}
	}
	if f.os == nil || whence < 0 || whence > 2 || offset < 0 || !f.binary && (offset != 0 || whence == 1) {
		return object.Null, h.Unsupported("method seek of files with these arguments")
	}
	if f.out != nil {
		if err := f.out.Flush(); err != nil {
			return object.Null, osError(h, err, object.Null)
		}
	}
	if f.in != nil {
		if whence == 1 {
			offset -= int64(f.in.Buffered())
		}
		f.in.Reset(f.os)
	}
	pos, err := f.os.Seek(offset, whence)
	if err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	f.tail, f.text, f.heldCR, f.eof = nil, nil, false, false
	return h.Int(pos), nil
}

// fileTell is where a binary file stands; a text file's place in the middle of a
// decoded chunk is not supported.
func (l *Lib) fileTell(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
	f := fileOf(h, self)
	if f.closed {
		return object.Null, h.Raise(object.ValueErrorType, "I/O operation on closed file.")
	}
	if f.os == nil || len(f.text)+len(f.tail) > 0 || f.heldCR {
		return object.Null, h.Unsupported("method tell of text files that are being read")
	}
	pos, err := f.os.Seek(0, io.SeekCurrent)
	if err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	if f.in != nil {
		pos -= int64(f.in.Buffered())
	}
	if f.out != nil {
		pos += int64(f.out.Buffered())
	}
	return h.Int(pos), nil
}
