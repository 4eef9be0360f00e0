package lib

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"syscall"
	"unicode"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

var openSig = object.NewSignature("open", 0, 1, 0, "file", "mode", "buffering", "encoding", "errors", "newline", "closefd", "opener")

// openArgs are the arguments of open, converted.
type openArgs struct {
	name                      object.Value // a str or a bytes
	path, mode                string
	buffering                 int
	encoding, errors, newline string
	hasEncoding, hasErrors    bool
	hasNewline                bool
	keep                      bool         // closefd is false
	opener                    object.Value // Null: none
}

// open is the builtin open (Modules/_io/_iomodule.c).
func (l *Lib) open(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [8]object.Value
	if err := bind(h, openSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	o, err := convertOpenArgs(h, "open", p[:])
	if err != nil {
		return object.Null, err
	}
	f, flags, err := o.parse(h)
	if err != nil {
		return object.Null, err
	}
	if l.Audits() {
		mode := strings.Map(func(c rune) rune {
			if c == 'b' || c == 't' {
				return -1
			}
			return c
		}, o.mode)
		if err := l.Audit("open", o.name, h.NewStr(mode), object.SmallInt(int64(flags|openFlags))); err != nil {
			return object.Null, err
		}
	}
	if err := l.openFile(h, o, f, flags); err != nil {
		return object.Null, err
	}
	return l.newFile(f), nil
}

// convertOpenArgs checks the types of the arguments, which are open's; function is the name of the one that
// they were given to.
func convertOpenArgs(h *object.Heap, function string, p []object.Value) (*openArgs, error) {
	o := &openArgs{mode: "r", buffering: -1, encoding: "utf-8", errors: "strict"}
	var mode bool
	for _, a := range []struct {
		i     int
		name  string
		none  bool // None is allowed
		to    *string
		given *bool
	}{
		{1, "mode", false, &o.mode, &mode}, {3, "encoding", true, &o.encoding, &o.hasEncoding},
		{4, "errors", true, &o.errors, &o.hasErrors}, {5, "newline", true, &o.newline, &o.hasNewline},
	} {
		v := p[a.i]
		switch {
		case v == object.Null || v == object.None && a.none:
		case h.IsInstance(v, object.StrType):
			text, err := h.CText(v)
			if err != nil {
				return nil, err
			}
			*a.to, *a.given = text, true
		default:
			want := "str"
			if a.none {
				want = "str or None"
			}
			return nil, h.Raise(object.TypeErrorType, "%s() argument '%s' must be %s, not %s", function, a.name, want, argTypeName(h, v))
		}
	}
	if p[2] != object.Null {
		n, err := h.CInt(p[2])
		if err != nil {
			return nil, err
		}
		o.buffering = n
	}
	if p[6] != object.Null {
		closes, err := h.Truth(p[6])
		if err != nil {
			return nil, err
		}
		o.keep = !closes
	}
	o.opener = given(p[7])
	if h.IsIntegral(p[0]) {
		o.name = p[0]
		return o, nil
	}
	var err error
	if o.name, err = fsPathOf(h, p[0]); err != nil {
		return nil, err
	}
	if o.path, err = filePath(h, o.name); err != nil {
		return nil, err
	}
	return o, nil
}

// parse reads the mode and makes a file that is not open yet.
func (o *openArgs) parse(h *object.Heap) (f *file, flags int, err error) {
	invalid := func(format string, a ...any) (*file, int, error) {
		return nil, 0, h.Raise(object.ValueErrorType, format, a...)
	}
	if o.mode == "" {
		return invalid("Must have exactly one of create/read/write/append mode and at most one plus")
	}
	for i, c := range o.mode {
		if !strings.ContainsRune("rwaxbt+", c) || strings.ContainsRune(o.mode[:i], c) {
			return invalid("invalid mode: '%s'", o.mode)
		}
	}
	has := func(c string) bool { return strings.Contains(o.mode, c) }
	f = &file{name: o.path, byteName: h.IsInstance(o.name, object.BytesType), binary: has("b"), fd: -1, errors: o.errors, lent: o.keep}
	kinds := 0
	for _, k := range []struct {
		c     string
		flags int
	}{{"x", os.O_CREATE | os.O_EXCL}, {"r", 0}, {"w", os.O_CREATE | os.O_TRUNC}, {"a", os.O_CREATE | os.O_APPEND}} {
		if has(k.c) {
			kinds++
			flags = k.flags
		}
	}
	switch {
	case has("t") && f.binary:
		return invalid("can't have text and binary mode at once")
	case kinds != 1:
		return invalid("must have exactly one of create/read/write/append mode")
	case f.binary && o.hasEncoding:
		return invalid("binary mode doesn't take an encoding argument")
	case f.binary && o.hasErrors:
		return invalid("binary mode doesn't take an errors argument")
	case f.binary && o.hasNewline:
		return invalid("binary mode doesn't take a newline argument")
	}
	switch {
	case has("+"):
		flags |= os.O_RDWR
	case has("r"):
		flags |= os.O_RDONLY
	default:
		flags |= os.O_WRONLY
	}
	f.mode = o.mode
	if f.binary {
		f.mode = binaryMode(o.mode)
	}
	return f, flags, nil
}

// binaryMode is the attribute mode of a binary file.
func binaryMode(mode string) string {
	var b strings.Builder
	for _, c := range []string{"x", "a", "w", "r"} {
		if strings.Contains(mode, c) {
			if c == "w" {
				c = "r" // CPython's FileIO calls w+ rb+
				if !strings.Contains(mode, "+") {
					c = "w"
				}
			}
			b.WriteString(c + "b")
			break
		}
	}
	if strings.Contains(mode, "+") {
		b.WriteString("+")
	}
	return b.String()
}

// openFile opens the file and sets up text.
func (l *Lib) openFile(h *object.Heap, o *openArgs, f *file, flags int) error {
	g, err := l.openSystem(h, o, f, flags)
	if err != nil {
		return err
	}
	if st, err := g.Stat(); err == nil && st.IsDir() {
		if !f.byDesc { // else it is the program's still
			l.giveUp(f, g)
		}
		return osError(h, syscall.EISDIR, o.name)
	}
	f.os = g
	if flags&os.O_APPEND != 0 {
		_, _ = g.Seek(0, io.SeekEnd) // what has no places is written at its end anyway
	}
	if flags&(os.O_WRONLY|os.O_RDWR) != os.O_WRONLY {
		f.in = bufio.NewReaderSize(g, chunkSize)
	}
	if flags&(os.O_WRONLY|os.O_RDWR) != 0 {
		f.out = bufio.NewWriter(g)
		f.direct = o.buffering == 0
		f.lines = o.buffering == 1 && !f.binary
	}
	if err := l.setText(h, o, f); err != nil {
		if !o.keep {
			l.giveUp(f, g)
		}
		return err
	}
	return nil
}

// giveUp closes the system's file of an open that has failed, whose error says more.
func (l *Lib) giveUp(f *file, g grant.File) {
	if !f.known {
		_ = g.Close()
	} else if now, err := l.file(f.desc); err == nil && now == g { // else a codec of the program's has closed it
		_ = l.closeDescriptor(f.desc)
	}
}

// openSystem opens the system's file: by its name, by what opener returns, or by a descriptor.
func (l *Lib) openSystem(h *object.Heap, o *openArgs, f *file, flags int) (grant.File, error) {
	fd := o.name
	switch {
	case h.IsIntegral(fd):
	case o.keep:
		return nil, h.Raise(object.ValueErrorType, "Cannot use closefd=False with file name")
	case o.opener == object.Null:
		files, err := l.fs(o.name)
		if err != nil {
			return nil, err
		}
		g, err := files.Open(l.Path(f.name), flags, l.perm(0o666))
		if err != nil {
			return nil, osError(h, err, o.name)
		}
		return g, nil
	default:
		args := h.NewTuple(o.name, object.SmallInt(int64(flags|openFlags)))
		var err error
		if fd, err = h.Call(o.opener, h.TupleItems(args), object.Null); err != nil {
			return nil, err
		}
		if !h.IsIntegral(fd) {
			return nil, h.Raise(object.TypeErrorType, "expected integer from opener")
		}
	}
	n, err := h.CInt(fd)
	switch {
	case err != nil:
		return nil, err
	case n < 0 && fd != o.name:
		return nil, h.Raise(object.ValueErrorType, "opener returned %d", n)
	case n < 0:
		return nil, h.Raise(object.ValueErrorType, "negative file descriptor")
	}
	g, err := l.file(n)
	if err != nil {
		return nil, osError(h, err, object.Null)
	}
	f.known, f.desc, f.byDesc = true, n, fd == o.name
	return g, nil
}

// setNewline sets how lines end; without one given, in any way.
func (f *file) setNewline(newline string, given bool) {
	f.univ, f.keep, f.readNL, f.writeNL = newline == "" || !given, given, newline, newline
	if !given && runtime.GOOS == "windows" {
		f.writeNL = "\r\n"
	}
}

// osError turns an error of a file system into an OSError; the names are those of the
// files, of which the first may be Null. Exceptions and what is unsupported stay.
func osError(h *object.Heap, err error, names ...object.Value) error {
	var raised *object.Raised
	var unsupported *object.Unsupported
	if errors.As(err, &raised) || errors.As(err, &unsupported) {
		return err
	}
	errno := grant.Errno(err)
	if errno == 0 {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return h.Raise(object.OSErrorType, "%s", err)
	}
	return h.RaiseValue(h.NewOSError(errno, errnoText(errno), names...))
}

// errnoText is strerror of an error number.
func errnoText(errno syscall.Errno) string {
	text := []rune(errno.Error())
	text[0] = unicode.ToUpper(text[0])
	return string(text)
}
