package lib

import (
	"io"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/grant"
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
			return object.None, l.closeFile(h, self)
		}},
		{Name: "flush", Arity: object.NoArgs, Fn: func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
			f := fileOf(h, self)
			if err := l.usable(h, f); err != nil {
				return object.Null, err
			}
			return object.None, l.flushFile(h, f)
		}},
		{Name: "detach", Arity: object.NoArgs, Fn: l.detach},
		{Name: "seek", Arity: object.Fast, Min: 1, Max: 2, Fn: l.fileSeek},
		{Name: "tell", Arity: object.NoArgs, Fn: l.fileTell},
		{Name: "truncate", Arity: object.Fast, Max: 1, Fn: l.fileTruncate},
		{Name: "isatty", Arity: object.NoArgs, Fn: l.ask("isatty", func(f *file) bool {
			return (f.fd >= 0 || f.owner().known) && l.isTerminal(l.descriptor(f))
		})},
		{Name: "readable", Arity: object.NoArgs, Fn: l.ask("readable", func(f *file) bool { return f.in != nil })},
		{Name: "writable", Arity: object.NoArgs, Fn: l.ask("writable", func(f *file) bool { return f.out != nil })},
		{Name: "seekable", Arity: object.NoArgs, Fn: l.ask("seekable", func(f *file) bool {
			g := f.os
			if g == nil {
				g = stream{l, f.fd}
			}
			_, err := g.Seek(0, io.SeekCurrent)
			return err == nil
		})},
		{Name: "fileno", Arity: object.NoArgs, Fn: func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
			f := fileOf(h, self)
			if err := l.usable(h, f); err != nil {
				return object.Null, err
			}
			if f.outside != nil {
				return f.outside.call("fileno")
			}
			return object.SmallInt(int64(l.descriptor(f))), nil
		}},
		{Name: "__enter__", Arity: object.NoArgs, Fn: func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
			return self, l.usable(h, fileOf(h, self))
		}},
		{Name: "__exit__", Arity: object.Fast, Max: -1, Fn: func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
			return callMethod(h, self, "close")
		}},
	}
}

// readerMethods are those of binary files that are read alone.
func (l *Lib) readerMethods() []object.Builtin {
	return []object.Builtin{
		{Name: "peek", Arity: object.Fast, Max: 1, Fn: func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
			f := fileOf(h, self)
			if err := l.check(h, f, false); err != nil {
				return object.Null, err
			}
			if f.in.Buffered() == 0 {
				if _, err := f.in.Peek(1); err != nil && err != io.EOF {
					return object.Null, osError(h, err, object.Null)
				}
			}
			ahead, _ := f.in.Peek(f.in.Buffered())
			return h.NewBytes(ahead), nil
		}},
		{Name: "read1", Arity: object.Fast, Max: 1, Fn: func(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
			n, err := sizeArg(h, a)
			if err != nil {
				return object.Null, err
			}
			f := fileOf(h, self)
			if err := l.check(h, f, false); err != nil {
				return object.Null, err
			}
			if n < 0 {
				n = f.in.Size()
			}
			if err := within(h, n, 1); err != nil {
				return object.Null, err
			}
			if f.outside != nil && f.in.Buffered() == 0 { // a portion of that size
				data, err := f.outside.filled(n)
				if err != nil {
					return object.Null, err
				}
				return h.NewBytes(data), nil
			}
			data := make([]byte, n)
			got, err := f.in.Read(data)
			if err != nil && err != io.EOF {
				return object.Null, osError(h, err, object.Null)
			}
			return h.NewBytes(data[:got]), nil
		}},
	}
}

// ask makes a method without arguments that answers yes or no: what an object of the program's
// below says, or f of a file of the system.
func (l *Lib) ask(name string, f func(*file) bool) goFunc {
	return func(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
		g := fileOf(h, self)
		if err := l.usable(h, g); err != nil {
			return object.Null, err
		}
		if g.outside != nil {
			return g.outside.call(name)
		}
		return object.Bool(f(g)), nil
	}
}

// usable refuses what is asked of a file that is closed or detached.
func (l *Lib) usable(h *object.Heap, f *file) error {
	closed, err := f.shut(h)
	return closedError(h, closed, err)
}

// flushFile writes what is buffered, and has an object of the program's below do so.
func (l *Lib) flushFile(h *object.Heap, f *file) error {
	f.walked = false
	if f.out == nil {
		return nil
	}
	if err := f.idle(h); err != nil {
		return err
	}
	if err := f.put(h); err != nil || f.outside == nil {
		return err
	}
	_, err := f.outside.call("flush")
	return err
}

// closeFile is close of self. What is above an object of the program's is flushed by the method of
// its class, and the object closed also where that fails.
func (l *Lib) closeFile(h *object.Heap, self object.Value) error {
	f := fileOf(h, self)
	if err := f.idle(h); err != nil {
		return err
	}
	closed, err := f.shut(h)
	if err != nil || closed {
		return err
	}
	if f.outside != nil {
		_, failed := callMethod(h, self, "flush")
		if _, err := f.outside.call("close"); failed == nil {
			failed = err
		}
		return failed
	}
	if own := f.owner(); f.fd == 0 || f.fd == 1 {
		if err := l.flushFile(h, f); err != nil {
			return err
		}
		f.closed, own.closed, l.place.gone[f.fd] = true, true, true
		return nil
	} else if f.fd >= 0 {
		return h.Unsupported("closing " + f.name)
	}
	if err := l.forget(f); err != nil {
		return osError(h, err, object.Null)
	}
	return nil
}

// sizeArg converts an optional size: none, None and negative ones are −1.
func sizeArg(h *object.Heap, a []object.Value) (int, error) {
	n, err := readSize(h, a)
	return max(n, -1), err
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
		return f.readText(h, n)
	}
	if f.out != nil {
		if err := f.put(h); err != nil {
			return object.Null, err
		}
	}
	var r io.Reader = f.in
	expected := n
	if n >= 0 {
		r = io.LimitReader(f.in, int64(n))
	}
	if n < 0 || n > chunkSize {
		if left := f.left(); n < 0 || n > left {
			expected = left
		}
	}
	if f.outside != nil {
		f.outside.blocked = false
	}
	data, err := readAll(h, r, expected)
	switch {
	case err != nil:
		return object.Null, osError(h, err, object.Null)
	case len(data) == 0 && f.outside != nil && f.outside.blocked:
		return object.None, nil
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
	case f.binary && fileKind(h, self) == "BufferedReader": // the method is that of its base class
		return object.Null, h.Raise(l.files.unsupported, "write")
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

// fileSeek moves a file. A text file's places are those that tell has returned, its start and its end.
func (l *Lib) fileSeek(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
	f := fileOf(h, self)
	if err := l.usable(h, f); err != nil {
		return object.Null, err
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
	switch {
	case whence < 0 || whence > 2:
		if f.binary {
			return object.Null, h.Raise(object.ValueErrorType, "whence value %d unsupported", whence)
		}
		return object.Null, h.Raise(object.ValueErrorType, "invalid whence (%d, should be 0, 1 or 2)", whence)
	case f.binary:
	case whence == 1 && offset != 0:
		return object.Null, h.Raise(l.files.unsupported, "can't do nonzero cur-relative seeks")
	case whence == 2 && offset != 0:
		return object.Null, h.Raise(l.files.unsupported, "can't do nonzero end-relative seeks")
	case whence == 0 && offset < 0:
		return object.Null, h.Raise(object.ValueErrorType, "negative seek position %d", offset)
	case whence == 0 && offset > 0 && (f.whole || f.univ && f.seen&^seenLF != 0):
		return object.Null, h.Unsupported("method seek of text files with these arguments")
	case whence == 1:
		at, err := l.fileTell(h, self, nil)
		if err != nil {
			return object.Null, err
		}
		if offset, err = h.Index(at); err != nil {
			return object.Null, err
		}
		whence = 0
	}
	if f.outside == nil && f.os == nil {
		return object.Null, h.Unsupported("method seek of standard streams")
	}
	if err := f.idle(h); err != nil {
		return object.Null, err
	}
	if err := l.flushFile(h, f); err != nil {
		return object.Null, err
	}
	if whence == 1 && f.in != nil {
		offset -= int64(f.in.Buffered())
	}
	at := object.Null
	if f.outside != nil {
		at, err = f.outside.call("seek", h.Int(offset), object.SmallInt(int64(whence)))
	} else {
		var pos int64
		pos, err = f.os.Seek(offset, whence)
		at = h.Int(pos)
	}
	if err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	switch {
	case f.in != nil && f.outside != nil:
		f.outside.rest = nil
		f.in.Reset(f.outside)
	case f.in != nil:
		f.in.Reset(f.os)
	}
	f.tail, f.text, f.heldCR, f.eof, f.begun = nil, nil, false, false, false
	if f.mark {
		f.marked = at != object.SmallInt(0)
	}
	return at, nil
}

// fileTruncate makes a file shorter or longer: it ends where it stands or at a place, and stands where it stood.
func (l *Lib) fileTruncate(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
	f := fileOf(h, self)
	if err := l.usable(h, f); err != nil {
		return object.Null, err
	}
	if f.outside == nil && f.out == nil {
		return object.Null, h.Raise(l.files.unsupported, "truncate")
	}
	if err := l.flushFile(h, f); err != nil {
		return object.Null, err
	}
	if f.outside != nil {
		return f.outside.call("truncate", a...)
	}
	file, ok := f.os.(grant.Truncater)
	if !ok {
		return object.Null, h.Unsupported("method truncate of '" + h.TypeOf(self).Name + "' objects")
	}
	at, err := f.os.Seek(0, io.SeekCurrent)
	if err == nil && f.in != nil && f.in.Buffered() > 0 { // what has been read ahead may be cut off
		if at, err = f.os.Seek(at-int64(f.in.Buffered()), io.SeekStart); err == nil {
			f.in.Reset(f.os)
		}
	}
	if err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	size := h.Int(at)
	if len(a) > 0 && a[0] != object.None {
		size = a[0]
		x, err := h.ToIndex(size)
		if err != nil {
			return object.Null, err
		}
		if at, ok = h.AsInt64(x); !ok {
			return object.Null, h.Raise(object.OverflowErrorType, "Python int too large to convert to C long")
		}
	}
	if err := file.Truncate(at); err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	return size, nil
}

// fileTell is where a file stands. A text file's place in the middle of decoded text is known where
// the text has as many bytes as the file.
func (l *Lib) fileTell(h *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
	f := fileOf(h, self)
	if err := l.usable(h, f); err != nil {
		return object.Null, err
	}
	if f.walked && !f.binary {
		return object.Null, h.Raise(object.OSErrorType, "telling position disabled by next() call")
	}
	ahead := int64(len(f.tail))
	if len(f.text) > 0 {
		switch {
		case f.whole || f.heldCR || f.univ && f.seen&^seenLF != 0 || f.errors != "strict":
			return object.Null, h.Unsupported("method tell of text files that are being read")
		case f.encoding == "utf-8":
			ahead += int64(len(f.text))
		default:
			ahead += int64(utf8.RuneCount(f.text))
		}
	} else if f.heldCR {
		return object.Null, h.Unsupported("method tell of text files that are being read")
	}
	var pos int64
	switch {
	case f.outside != nil:
		if !f.binary {
			if _, err := callMethod(h, self, "flush"); err != nil {
				return object.Null, err
			}
		}
		x, err := f.outside.call("tell")
		if err != nil {
			return object.Null, err
		}
		if pos, err = h.Index(x); err != nil {
			return object.Null, err
		}
	case f.os == nil:
		return object.Null, h.Unsupported("method tell of standard streams")
	default:
		var err error
		if pos, err = f.os.Seek(0, io.SeekCurrent); err != nil {
			return object.Null, osError(h, err, object.Null)
		}
	}
	if f.in != nil {
		pos -= int64(f.in.Buffered())
	}
	if f.out != nil {
		pos += int64(f.out.Buffered())
	}
	return h.Int(pos - ahead), nil
}
