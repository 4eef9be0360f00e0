package lib

import (
	"bufio"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// fileTypes are the types of file objects, and the exception of those that
// cannot do what they are asked.
type fileTypes struct {
	text, reader, writer, random object.TypeID
	base                         *object.Type  // _io._IOBase
	unsupported                  object.TypeID // io.UnsupportedOperation
	open                         []*file       // to be flushed in the end
}

// initFiles registers the types.
func (l *Lib) initFiles() error {
	h := l.h
	l.files.base = h.RegisterType(&object.Type{Name: "_IOBase", Weak: true, Module: "_io", Size: ioBaseSize, Slots: ioBaseSlots})
	base := l.files.base
	kind := func(name string) object.TypeID {
		t := h.RegisterType(&object.Type{Name: name, Module: "_io", Base: base, Slots: object.Slots{
			New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
				return object.Null, h.Unsupported("type _io." + name + " made of another file")
			},
			Bare: func(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
				return h.NewHandleObject(t.ID, &file{bare: true, fd: -1, binary: name != "TextIOWrapper"}), nil
			},
			Repr: fileRepr,
			Iter: func(h *object.Heap, v object.Value) (object.Value, error) {
				return v, l.uninitialized(h, v, "__iter__")
			},
			Next:    l.nextLine,
			GetAttr: l.fileAttr,
			SetAttr: setFileAttr,
			Release: func(h *object.Heap, handle uint64) {
				// Whether a file nobody can reach could be flushed, nobody can be told.
				_ = l.forget(h.HandleAt(handle).(*file))
				h.ReleaseHandle(handle)
			},
		}})
		h.AddMethods(t, l.initializedOnly(l.fileMethods()))
		return t.ID
	}
	l.files.text = kind("TextIOWrapper")
	h.Type(l.files.text).Slots.New = l.wrap
	l.files.reader, l.files.writer, l.files.random = kind("BufferedReader"), kind("BufferedWriter"), kind("BufferedRandom")
	t, err := newException(h, "io", "UnsupportedOperation", object.OSErrorType, object.ValueErrorType)
	if err != nil {
		return err
	}
	l.files.unsupported = t.ID
	return nil
}

// newFile makes the object of an open file.
func (l *Lib) newFile(f *file) object.Value {
	t := l.files.text
	if f.binary {
		t = l.binaryType(f)
	}
	l.files.open = append(l.files.open, f)
	return l.h.NewHandleObject(t, f)
}

// binaryType is the type of a binary file's object.
func (l *Lib) binaryType(f *file) object.TypeID {
	switch {
	case f.in != nil && f.out != nil:
		return l.files.random
	case f.in != nil:
		return l.files.reader
	}
	return l.files.writer
}

// forget closes a file and takes it from the list of open ones.
func (l *Lib) forget(f *file) error {
	if i := slices.Index(l.files.open, f); i >= 0 {
		l.files.open = slices.Delete(l.files.open, i, i+1)
	}
	if f.fd >= 0 {
		return nil // the VM's
	}
	return f.close()
}

// Flush writes what open files have buffered, the standard streams included:
// what CPython does at exit. The error is the first.
func (l *Lib) Flush() error {
	err := l.host.Stdout.Flush()
	for _, f := range l.files.open {
		if f.out != nil && !f.closed {
			if ferr := f.out.Flush(); err == nil {
				err = ferr
			}
		}
	}
	return err
}

// stream returns sys.stdin, sys.stdout or sys.stderr.
func (l *Lib) stream(fd int) object.Value {
	if l.streams[fd] == object.Null {
		f := &file{name: [...]string{"<stdin>", "<stdout>", "<stderr>"}[fd], mode: "r", encoding: "utf-8",
			errors: [...]string{"strict", "strict", "backslashreplace"}[fd], fd: fd}
		l.attach(f)
		if fd > 0 {
			f.mode = "w"
		}
		// Standard streams translate nothing but what Windows has in its files.
		f.setNewline("\n", fd > 0 || runtime.GOOS != "windows")
		l.streams[fd] = l.h.NewHandleObject(l.files.text, f)
	}
	return l.streams[fd]
}

// attach connects a file to the VM's stream.
func (l *Lib) attach(f *file) {
	switch f.fd {
	case 0:
		f.in = l.host.Stdin
	case 1:
		f.out = l.host.Stdout
	case 2:
		f.out, f.direct = bufio.NewWriter(l.host.Stderr), true
	}
}

func fileOf(h *object.Heap, v object.Value) *file { return h.HandleOf(v).(*file) }

// nameValue is the attribute name: what open was told.
func (f *file) nameValue(h *object.Heap) (object.Value, error) { return fsText(h, f.name, f.byteName) }

func fileRepr(h *object.Heap, v object.Value) (object.Value, error) {
	f := fileOf(h, v)
	if f.bare {
		if f.binary {
			return h.NewStr("<" + h.TypeOf(v).Qualified() + ">"), nil
		}
		return object.Null, h.Raise(object.ValueErrorType, errBare)
	}
	name, err := f.nameValue(h)
	if err != nil {
		return object.Null, err
	}
	r, err := h.Repr(name)
	if err != nil {
		return object.Null, err
	}
	s := "<" + h.TypeOf(v).Qualified() + " name=" + h.GoString(r)
	if !f.binary {
		s += " mode='" + f.mode + "' encoding='" + f.shownEncoding() + "'"
	}
	return h.NewStr(s + ">"), nil
}

// shownEncoding is the encoding's name as CPython shows it: in capitals where it
// is that of the locale.
func (f *file) shownEncoding() string {
	if f.fd < 0 && f.encoding == "utf-8" && !f.named {
		return "UTF-8"
	}
	return f.encoding
}

// fileAttr finds the attributes that are no methods.
func (l *Lib) fileAttr(h *object.Heap, v, name object.Value) (object.Value, error) {
	f := fileOf(h, v)
	switch s := h.GoString(name); {
	case f.bare:
		switch x, known := bareData[f.binary][s]; {
		case !known:
			return h.GenericGetAttr(v, name)
		case x == object.Null:
			return object.Null, h.Raise(object.ValueErrorType, errBare)
		default:
			return x, nil
		}
	case s == "closed":
		return object.Bool(f.closed), nil
	case s == "name":
		return f.nameValue(h)
	case s == "mode":
		return h.NewStr(f.mode), nil
	case f.binary:
	case s == "encoding":
		return h.NewStr(f.shownEncoding()), nil
	case s == "errors":
		return h.NewStr(f.errors), nil
	case s == "buffer" && f.below != nil:
		return l.h.NewHandleObject(l.binaryType(f.below), f.below), nil
	case s == "line_buffering":
		return object.Bool(f.fd == 2), nil
	case s == "buffer" && f.fd >= 0:
		return l.bufferOf(f), nil
	}
	return h.GenericGetAttr(v, name)
}

// setFileAttr sets the attribute mode of a text file; others are not for programs to
// set.
func setFileAttr(h *object.Heap, v, name, x object.Value) error {
	if f := fileOf(h, v); !f.binary && h.StrIs(name, "mode") && x != object.Null && h.Is(x, object.StrType) {
		f.mode = h.GoString(x)
		return nil
	}
	return h.GenericSetAttr(v, name, x)
}

// bufferOf returns the binary file below a standard stream. It reads and writes
// the same buffers, so bytes and text come in order.
func (l *Lib) bufferOf(f *file) object.Value {
	b := &file{name: f.name, mode: f.mode + "b", binary: true, fd: f.fd}
	l.attach(b)
	t := l.files.writer
	if b.in != nil {
		t = l.files.reader
	}
	return l.h.NewHandleObject(t, b)
}

// nextLine is the Next slot: a line, or the end.
func (l *Lib) nextLine(h *object.Heap, v object.Value) (object.Value, error) {
	if err := l.uninitialized(h, v, "read"); err != nil {
		return object.Null, err
	}
	line, err := l.readLine(h, v, -1)
	if err != nil {
		return object.Null, err
	}
	if n, err := h.Len(line); err != nil || n == 0 {
		return object.Null, err
	}
	return line, nil
}

// check refuses operations on closed files and in the wrong direction.
func (l *Lib) check(h *object.Heap, f *file, write bool) error {
	if f.closed {
		what := "I/O operation on closed file."
		if f.binary {
			what = "I/O operation on closed file"
			if write {
				what = "write to closed file"
			} else {
				what = "read of closed file"
			}
		}
		return h.Raise(object.ValueErrorType, "%s", what)
	}
	switch {
	case write && f.out == nil && f.binary:
		return h.Raise(l.files.unsupported, "write")
	case !write && f.in == nil && f.binary:
		return h.Raise(l.files.unsupported, "read")
	case write && f.out == nil:
		return h.Raise(l.files.unsupported, "not writable")
	case !write && f.in == nil:
		return h.Raise(l.files.unsupported, "not readable")
	}
	return nil
}

// errBare is what a file says that __new__ alone has made.
const errBare = "I/O operation on uninitialized object"

// bareData are the attributes of such a file, binary or text, that are no methods; Null: it says so.
var bareData = map[bool]map[string]object.Value{
	true:  {"closed": object.Null, "name": object.Null, "mode": object.Null, "raw": object.None},
	false: {"closed": object.Null, "name": object.Null, "errors": object.Null, "encoding": object.None, "buffer": object.None, "line_buffering": object.False},
}

// notOfBare are the methods of buffered files that do not ask whether these are initialized: those of
// the other direction, which their base class answers.
var notOfBare = map[string][]string{
	"BufferedReader": {"write", "writable"},
	"BufferedWriter": {"read", "readline", "readable"},
}

// uninitialized is the error of a method of a file that is not initialized, nil for others.
func (l *Lib) uninitialized(h *object.Heap, v object.Value, method string) error {
	if !fileOf(h, v).bare {
		return nil
	}
	if slices.Contains(notOfBare[h.TypeOf(v).Name], method) {
		return h.Raise(l.files.unsupported, "%s", strings.Replace(method, "line", "", 1))
	}
	return h.Raise(object.ValueErrorType, errBare)
}

// initializedOnly makes methods refuse files that are not initialized.
func (l *Lib) initializedOnly(methods []object.Builtin) []object.Builtin {
	for i, m := range methods {
		methods[i].Fn = func(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
			if fileOf(h, self).bare {
				if strings.HasSuffix(m.Name, "able") && slices.Contains(notOfBare[h.TypeOf(self).Name], m.Name) {
					return object.False, nil
				}
				return object.Null, l.uninitialized(h, self, m.Name)
			}
			return m.Fn(h, self, a)
		}
	}
	return methods
}

// readLine reads a line of text or bytes, at most limit long if that is not
// negative.
func (l *Lib) readLine(h *object.Heap, v object.Value, limit int) (object.Value, error) {
	f := fileOf(h, v)
	if err := l.check(h, f, false); err != nil {
		return object.Null, err
	}
	l.beforeRead(f)
	if !f.binary {
		s, err := f.readLine(h, limit)
		if err != nil {
			return object.Null, err
		}
		return h.NewStr(s), nil
	}
	var line []byte
	for limit < 0 || len(line) < limit {
		c, err := f.in.ReadByte()
		if err == io.EOF {
			break
		}
		if err != nil {
			return object.Null, osError(h, err, object.Null)
		}
		if line = append(line, c); c == '\n' {
			break
		}
	}
	return h.NewBytes(line), nil
}

// beforeRead flushes the output that someone who is asked for input should see.
func (l *Lib) beforeRead(f *file) {
	if f.fd == 0 && l.isTerminal(0) {
		_ = l.host.Stdout.Flush() // whoever writes next gets the error
	}
}
