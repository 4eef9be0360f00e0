package lib

import (
	"bufio"
	"bytes"
	"io"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/tier2go/tier2/interp/object"
)

// fileTypes are the types of file objects, and the exception of those that
// cannot do what they are asked.
type fileTypes struct {
	text, reader, writer, random object.TypeID
	base, raw, buffered, ofText  *object.Type  // _io._IOBase, and those derived from it
	content                      object.TypeID // stands for a *file
	memory                       memoryFiles   // their types are 0, which no object has, until the module _io is there
	unsupported                  object.TypeID // io.UnsupportedOperation
	open                         openFiles     // to be flushed in the end
}

// The fields of a file object.
const (
	offFileBelow = offIOContent + 8 // the file below, None: it has none; Null: not made yet
	fileSize     = offFileBelow + 8
)

// initFiles registers the types.
func (l *Lib) initFiles() error {
	h := l.h
	l.files.base = h.RegisterType(&object.Type{Name: "_IOBase", Weak: true, Module: "_io", Size: ioBaseSize, Slots: ioBaseSlots})
	for _, t := range []struct {
		name string
		to   **object.Type
	}{{"_RawIOBase", &l.files.raw}, {"_BufferedIOBase", &l.files.buffered}, {"_TextIOBase", &l.files.ofText}} {
		*t.to = h.RegisterType(&object.Type{Name: t.name, Module: "_io", Base: l.files.base, Size: ioBaseSize, Slots: ioBaseSlots})
	}
	l.ioKinds()
	l.files.content = h.RegisterType(&object.Type{Name: "file", Module: "_io", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) {
			// Whether a file nobody can reach could be flushed, nobody can be told.
			f := h.HandleAt(handle).(*file)
			_ = l.forget(f)
			h.ReleaseHandle(handle)
		},
	}}).ID
	kind := func(name string, base *object.Type, attrs []object.GetSet,
		init func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error) object.TypeID {
		t := h.RegisterType(&object.Type{Name: name, Module: "_io", Base: base, Size: fileSize, Attributes: true, Slots: object.Slots{
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
			Init: init,
			Repr: fileRepr,
			Iter: func(h *object.Heap, v object.Value) (object.Value, error) {
				return v, l.uninitialized(h, v, "__iter__")
			},
			Next: l.nextLine,
		}})
		h.AddMethods(t, l.initializedOnly(l.fileMethods()))
		h.AddGetSets(t, attrs)
		return t.ID
	}
	l.files.text = kind("TextIOWrapper", l.files.ofText, l.textAttrs(), l.initWrapper)
	h.AddMethods(h.Type(l.files.text), l.wrapperMethods())
	l.files.reader = kind("BufferedReader", l.files.buffered, l.binaryAttrs(), l.initBuffered(true, false))
	l.files.writer = kind("BufferedWriter", l.files.buffered, l.binaryAttrs(), l.initBuffered(false, true))
	l.files.random = kind("BufferedRandom", l.files.buffered, l.binaryAttrs(), l.initBuffered(true, true))
	for _, id := range []object.TypeID{l.files.reader, l.files.random} {
		h.AddMethods(h.Type(id), l.initializedOnly(l.readerMethods()))
	}
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
	l.files.open.add(f)
	return l.fileObject(t, f)
}

// fileObject makes an object of a file.
func (l *Lib) fileObject(t object.TypeID, f *file) object.Value {
	h := l.h
	v := h.NewEmpty(h.Type(t))
	l.setContent(v, f, object.Null)
	if !f.binary {
		h.DictSetStr(h.InstanceDict(v), h.Intern("mode"), h.NewStr(f.mode))
	}
	return v
}

// setContent makes an object stand for a file; below is the one below, if there is an object of it.
func (l *Lib) setContent(v object.Value, f *file, below object.Value) {
	h := l.h
	if old := fileOf(h, v); !old.bare && (old.below != nil || old.outside != nil) {
		l.leave(old)
	}
	if f.outside != nil {
		f.outside.above = v
	}
	f.counts = true
	f.count(h)
	h.SetField(v, offFileBelow, below)
	h.SetField(v, offIOContent, h.NewHandleObject(l.files.content, f))
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
	l.files.open.replace(f, nil)
	if f.fd >= 0 || f.outside != nil || f.detached {
		return nil // the VM's, another's, or what a collection cannot write to: that would call the program
	}
	if own := f.owner(); own.known && own.desc >= firstFile && !own.closed && !own.lent {
		g, err := l.file(own.desc)
		if err != nil || g != f.os { // the program has closed it
			f.closed, own.closed = true, true
			return syscall.EBADF
		}
		if !l.freeDescriptor(own.desc) {
			own.lent = true // another descriptor stands for the system's file
		}
	}
	return f.close()
}

// descriptor is the number by which the program knows a file of the system.
func (l *Lib) descriptor(f *file) int {
	own := f.owner()
	if f.fd < 0 && !own.known {
		own.known, own.desc = true, l.addFile(f.os)
	}
	if f.fd >= 0 {
		return f.fd
	}
	return own.desc
}

// Flush writes what open files have buffered, the standard streams included:
// what CPython does at exit. The error is the first.
func (l *Lib) Flush() error {
	err := l.host.Stdout.Flush()
	for _, f := range l.files.open.list {
		if f != nil && f.out != nil && !f.closed && f.outside == nil {
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
		f := &file{name: [...]string{"<stdin>", "<stdout>", "<stderr>"}[fd], mode: "r", encoding: "utf-8", shown: "utf-8", lines: fd == 2,
			errors: [...]string{"strict", "strict", "backslashreplace"}[fd], fd: fd}
		l.attach(f)
		if fd > 0 {
			f.mode = "w"
		}
		// Standard streams translate nothing but what Windows has in its files.
		f.setNewline("\n", fd > 0 || runtime.GOOS != "windows")
		l.streams[fd] = l.fileObject(l.files.text, f)
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

// fileOf returns what a file object stands for.
func fileOf(h *object.Heap, v object.Value) *file {
	if c := h.Field(v, offIOContent); c != object.Null {
		return h.HandleOf(c).(*file)
	}
	return &file{bare: true, fd: -1, binary: fileKind(h, v) != "TextIOWrapper"}
}

// fileKind is the name of the type of this package that a file is an instance of.
func fileKind(h *object.Heap, v object.Value) string {
	t := h.TypeOf(v)
	for t.Made() {
		t = t.Base
	}
	return t.Name
}

// nameValue is the attribute name: what open was told.
func (f *file) nameValue(h *object.Heap) (object.Value, error) {
	if err := f.attached(h); err != nil {
		return object.Null, err
	}
	if f.outside != nil {
		return h.GetAttr(f.outside.v, h.Intern("name"))
	}
	own := f.owner()
	if own.byDesc {
		return h.Int(int64(own.desc)), nil
	}
	return fsText(h, own.name, own.byteName)
}

// fileRepr is the repr of a file, with the attributes name and mode that it has.
func fileRepr(h *object.Heap, v object.Value) (object.Value, error) {
	f := fileOf(h, v)
	if f.bare && !f.binary {
		return object.Null, h.Raise(object.ValueErrorType, errBare)
	}
	first, err := h.BeginRepr(v)
	if err != nil {
		return object.Null, err
	}
	if !first {
		return object.Null, h.Raise(object.RuntimeErrorType, "reentrant call inside %s.__repr__", h.TypeOf(v).Qualified())
	}
	defer h.EndRepr()
	s := "<" + h.TypeOf(v).Name
	if !h.TypeOf(v).Made() {
		s = "<_io." + h.TypeOf(v).Name
	}
	attrs := []string{"name", "mode"}
	if f.binary {
		attrs = attrs[:1]
	}
	for _, name := range attrs {
		x, err := h.LookupAttr(v, h.Intern(name))
		if err != nil && h.RaisedIs(err, object.ValueErrorType) {
			continue // detached
		}
		if err != nil {
			return object.Null, err
		}
		if x == object.Null {
			continue
		}
		r, err := h.Repr(x)
		if err != nil {
			return object.Null, err
		}
		s += " " + name + "=" + h.GoString(r)
	}
	if !f.binary {
		s += " encoding='" + f.shown + "'"
	}
	return h.NewStr(s + ">"), nil
}

// textAttrs and binaryAttrs are the attributes that are no methods.
func (l *Lib) textAttrs() []object.GetSet {
	attrs := append(l.fileAttrs(false),
		l.fileAttr("encoding", func(h *object.Heap, _ object.Value, f *file) (object.Value, error) { return h.NewStr(f.shown), nil }),
		l.fileAttr("errors", func(h *object.Heap, _ object.Value, f *file) (object.Value, error) { return h.NewStr(f.errors), nil }),
		l.fileAttr("buffer", func(h *object.Heap, v object.Value, f *file) (object.Value, error) {
			if f.detached {
				return object.None, nil
			}
			return l.bufferOf(h, v, f), nil
		}),
		l.fileAttr("line_buffering", func(_ *object.Heap, _ object.Value, f *file) (object.Value, error) { return object.Bool(f.lines), nil }),
		l.fileAttr("write_through", func(_ *object.Heap, _ object.Value, f *file) (object.Value, error) {
			return object.Bool(f.through), nil
		}),
		l.fileAttr("newlines", func(h *object.Heap, _ object.Value, f *file) (object.Value, error) {
			if err := f.attached(h); err != nil {
				return object.Null, err
			}
			return newlinesSeen(h, f.seen), nil
		}),
	)
	chunk := l.fileAttr("_CHUNK_SIZE", func(h *object.Heap, _ object.Value, f *file) (object.Value, error) {
		return h.Int(int64(f.portion())), nil
	})
	chunk.Set = func(h *object.Heap, v, x object.Value) error {
		n, err := h.Ssize(x)
		if err == nil && n <= 0 {
			err = h.Raise(object.ValueErrorType, "a strictly positive integer is required")
		}
		if err == nil {
			fileOf(h, v).chunk = n
		}
		return err
	}
	return append(attrs, chunk)
}

func (l *Lib) binaryAttrs() []object.GetSet {
	return append(l.fileAttrs(true),
		l.fileAttr("mode", func(h *object.Heap, _ object.Value, f *file) (object.Value, error) {
			if f.outside != nil {
				return h.GetAttr(f.outside.v, h.Intern("mode"))
			}
			return h.NewStr(f.mode), nil
		}),
		l.fileAttr("raw", func(h *object.Heap, _ object.Value, f *file) (object.Value, error) {
			switch {
			case f.detached:
				return object.None, nil
			case f.outside != nil:
				return f.outside.v, nil
			}
			return object.Null, h.RaiseAttribute(object.None, h.Intern("raw"), "tier2: unsupported attribute raw of files of the system")
		}))
}

func (l *Lib) fileAttrs(binary bool) []object.GetSet {
	name := l.fileAttr("name", func(h *object.Heap, _ object.Value, f *file) (object.Value, error) { return f.nameValue(h) })
	if binary { // CPython's is that of the raw file, which there is none of here
		name.Set = func(h *object.Heap, v, x object.Value) error {
			f := fileOf(h, v)
			switch {
			case f.outside == nil && h.IsInstance(x, object.StrType):
				f.name, f.byteName, f.byDesc = h.GoString(x), false, false
				return nil
			case f.outside == nil && x == h.Int(int64(l.descriptor(f))):
				f.byDesc = true
				return nil
			}
			return h.Unsupported("setting the attribute name of a file to this")
		}
	}
	return []object.GetSet{
		l.fileAttr("closed", func(h *object.Heap, _ object.Value, f *file) (object.Value, error) {
			closed, err := f.shut(h)
			return object.Bool(closed), err
		}),
		name,
	}
}

// fileAttr makes an attribute that says of a file that is not initialized what bareData says.
func (l *Lib) fileAttr(name string, get func(h *object.Heap, v object.Value, f *file) (object.Value, error)) object.GetSet {
	return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		f := fileOf(h, v)
		if !f.bare {
			return get(h, v, f)
		}
		if x, ok := bareData[f.binary][name]; ok {
			return x, nil
		}
		return object.Null, h.Raise(object.ValueErrorType, errBare)
	}}
}

// bufferOf returns the binary file below a text file: the one that it was made of, or one that reads and
// writes the same buffers, so that bytes and text come in order. Null below a binary file of the system.
func (l *Lib) bufferOf(h *object.Heap, v object.Value, f *file) object.Value {
	if below := h.Field(v, offFileBelow); below != object.Null {
		return below
	}
	if f.outside != nil {
		return f.outside.v
	}
	if f.binary {
		return object.Null
	}
	b := &file{name: f.name, byteName: f.byteName, mode: binaryMode(f.mode), binary: true, fd: f.fd, os: f.os, in: f.in, out: f.out, direct: f.direct, closed: f.closed,
		known: f.known, desc: f.desc, byDesc: f.byDesc, lent: f.lent}
	if b.fd >= 0 {
		l.attach(b)
	}
	f.below = b
	below := l.fileObject(l.binaryType(b), b)
	h.SetField(v, offFileBelow, below)
	return below
}

// own reports whether it is an open file of the system's, that can be read.
func (f *file) own() bool {
	return f.in != nil && f.outside == nil && !f.closed && !f.detached && !f.bare && (f.below == nil || !f.below.closed)
}

// nextLine is the Next slot: a line, or the end.
func (l *Lib) nextLine(h *object.Heap, v object.Value) (object.Value, error) {
	if f := fileOf(h, v); f.walked && !f.binary && f.own() && f.fd < 0 && !h.TypeOf(v).Made() {
		if n := f.lineEnd(0); n > 0 { // as readLine finds it
			return f.take(h, n), nil
		}
	}
	if err := l.uninitialized(h, v, "read"); err != nil {
		return object.Null, err
	}
	f := fileOf(h, v)
	f.walked = true
	read := func() (object.Value, error) { return l.readLine(h, v, -1) }
	if h.TypeOf(v).Made() {
		read = func() (object.Value, error) { return callMethod(h, v, "readline") }
	}
	line, err := read()
	if err != nil {
		return object.Null, err
	}
	if n, err := h.Len(line); err != nil || n == 0 {
		f.walked = false
		return object.Null, err
	}
	return line, nil
}

// check refuses operations on closed files and in the wrong direction.
func (l *Lib) check(h *object.Heap, f *file, write bool) error {
	closed, err := f.shut(h)
	if err != nil {
		return err
	}
	if closed {
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
	if err := f.idle(h); err != nil {
		return err
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

// bareData are the attributes of such a file, binary or text, that are no methods; of others it says that it is none.
var bareData = map[bool]map[string]object.Value{
	true:  {"raw": object.None},
	false: {"encoding": object.None, "buffer": object.None, "line_buffering": object.False, "write_through": object.False},
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
	if slices.Contains(notOfBare[fileKind(h, v)], method) {
		return h.Raise(l.files.unsupported, "%s", strings.Replace(method, "line", "", 1))
	}
	return h.Raise(object.ValueErrorType, errBare)
}

// initializedOnly makes methods refuse files that are not initialized.
func (l *Lib) initializedOnly(methods []object.Builtin) []object.Builtin {
	for i, m := range methods {
		methods[i].Fn = func(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
			if fileOf(h, self).bare {
				if strings.HasSuffix(m.Name, "able") && slices.Contains(notOfBare[fileKind(h, self)], m.Name) {
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
		n, err := f.readLine(h, limit)
		if err != nil {
			return object.Null, err
		}
		return f.take(h, n), nil
	}
	return f.readLineBytes(h, limit)
}

// readLineBytes is readLine of a binary file: it takes what is there up to a line's end, then reads on.
func (f *file) readLineBytes(h *object.Heap, limit int) (object.Value, error) {
	var line []byte
	for ended := false; !ended && (limit < 0 || len(line) < limit); {
		if _, err := f.in.Peek(1); err == io.EOF {
			break
		} else if err != nil {
			return object.Null, osError(h, err, object.Null)
		}
		part, _ := f.in.Peek(f.in.Buffered())
		if limit >= 0 {
			part = part[:min(len(part), limit-len(line))]
		}
		if i := bytes.IndexByte(part, '\n'); i >= 0 {
			part, ended = part[:i+1], true
		}
		if err := within(h, 2*len(line), 1); err != nil {
			return object.Null, err
		}
		line = append(line, part...)
		if _, err := f.in.Discard(len(part)); err != nil {
			return object.Null, osError(h, err, object.Null)
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
