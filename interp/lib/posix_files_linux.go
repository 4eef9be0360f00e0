package lib

import (
	"os"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/object"
)

// Files by their paths and by descriptors, as Lib/os.py, shutil, tempfile and pathlib ask
// for them. Paths relative to a descriptor (dir_fd) are unsupported.

// fileFunc is a function of the module: its parameters, of which the first min are
// required and the last kwOnly must be named, and what it does with them.
type fileFunc struct {
	name        string
	min, kwOnly int
	params      []string
	do          func(c *fileCall) (object.Value, error)
}

// fileCall is a call of such a function.
type fileCall struct {
	l    *Lib
	h    *object.Heap
	name string
	p    []object.Value // by parameter; Null: absent
	err  error          // the first that was found in an argument
}

func (c *fileCall) path(i int) string {
	s, err := c.l.fsPath(c.name, c.p[i])
	if c.err == nil {
		c.err = err
	}
	return s
}

func (c *fileCall) int(i, absent int) int {
	if c.p[i] == object.Null {
		return absent
	}
	n, err := c.h.CInt(c.p[i])
	if c.err == nil {
		c.err = err
	}
	return n
}

func (c *fileCall) bool(i int, absent bool) bool {
	if c.p[i] == object.Null {
		return absent
	}
	yes, err := c.h.Truth(c.p[i])
	if c.err == nil {
		c.err = err
	}
	return yes
}

// done makes the result of what the system has said; shown are the paths for messages.
func (c *fileCall) done(err error, shown ...int) (object.Value, error) {
	if err == nil {
		return object.None, nil
	}
	name := object.Null
	if len(shown) > 0 {
		name = c.p[shown[0]]
	}
	return object.Null, osError(c.h, err, name)
}

// onPath makes a function of a path, and maybe a number, that has no result.
func onPath(name string, absent int, f func(path string, n int) error, params ...string) fileFunc {
	least := 1
	if len(params) > 1 && absent < 0 {
		least = 2
	}
	n := len(params)
	return fileFunc{name, least, 1, append(params, "dir_fd"), func(c *fileCall) (object.Value, error) {
		path, x := c.path(0), 0
		if n > 1 {
			x = c.int(1, absent)
		}
		if c.err != nil {
			return object.Null, c.err
		}
		return c.done(f(path, x), 0)
	}}
}

// onPaths makes a function of two paths that has no result.
func onPaths(name string, f func(from, to string) error) fileFunc {
	return fileFunc{name, 2, 2, []string{"src", "dst", "src_dir_fd", "dst_dir_fd"}, func(c *fileCall) (object.Value, error) {
		from, to := c.path(0), c.path(1)
		if c.err != nil {
			return object.Null, c.err
		}
		if err := f(from, to); err != nil {
			return object.Null, c.h.RaiseValue(c.h.NewOSError(errnoOf(err), errnoText(errnoOf(err)), c.p[0], c.p[1]))
		}
		return object.None, nil
	}}
}

// errnoOf is the number of an error of the system.
func errnoOf(err error) syscall.Errno {
	var errno syscall.Errno
	if link, ok := err.(*os.LinkError); ok {
		err = link.Err
	}
	if path, ok := err.(*os.PathError); ok {
		err = path.Err
	}
	if e, ok := err.(syscall.Errno); ok {
		errno = e
	}
	return errno
}

var fileFuncs = []fileFunc{
	onPath("mkdir", 0o777, func(p string, mode int) error { return syscall.Mkdir(p, uint32(mode)) }, "path", "mode"),
	onPath("rmdir", 0, func(p string, _ int) error { return syscall.Rmdir(p) }, "path"),
	onPath("unlink", 0, func(p string, _ int) error { return syscall.Unlink(p) }, "path"),
	onPath("remove", 0, func(p string, _ int) error { return syscall.Unlink(p) }, "path"),
	onPath("chdir", 0, func(p string, _ int) error { return syscall.Chdir(p) }, "path"),
	onPaths("rename", syscall.Rename), onPaths("replace", syscall.Rename), onPaths("link", syscall.Link),
	{"chmod", 2, 2, []string{"path", "mode", "dir_fd", "follow_symlinks"}, func(c *fileCall) (object.Value, error) {
		path, mode := c.path(0), c.int(1, 0)
		if follow := c.bool(3, true); c.err == nil && !follow {
			c.err = c.h.Unsupported("argument follow_symlinks of os.chmod")
		}
		if c.err != nil {
			return object.Null, c.err
		}
		return c.done(syscall.Chmod(path, uint32(mode)), 0)
	}},
	{"symlink", 2, 1, []string{"src", "dst", "target_is_directory", "dir_fd"}, func(c *fileCall) (object.Value, error) {
		from, to := c.path(0), c.path(1)
		if c.err != nil {
			return object.Null, c.err
		}
		return c.done(syscall.Symlink(from, to), 0)
	}},
	{"readlink", 1, 1, []string{"path", "dir_fd"}, func(c *fileCall) (object.Value, error) {
		path := c.path(0)
		if c.err != nil {
			return object.Null, c.err
		}
		to, err := os.Readlink(path)
		if err != nil {
			return c.done(err, 0)
		}
		return c.h.NewStr(to), nil
	}},
	{"access", 2, 3, []string{"path", "mode", "dir_fd", "effective_ids", "follow_symlinks"}, func(c *fileCall) (object.Value, error) {
		path, mode := c.path(0), c.int(1, 0)
		if c.err != nil {
			return object.Null, c.err
		}
		return object.Bool(syscall.Access(path, uint32(mode)) == nil), nil
	}},
	{"utime", 1, 3, []string{"path", "times", "ns", "dir_fd", "follow_symlinks"}, setTimes},
	{"open", 2, 1, []string{"path", "flags", "mode", "dir_fd"}, func(c *fileCall) (object.Value, error) {
		path, flags, mode := c.path(0), c.int(1, 0), c.int(2, 0o777)
		if c.err != nil {
			return object.Null, c.err
		}
		fd, err := syscall.Open(path, flags|syscall.O_CLOEXEC, uint32(mode))
		if err != nil {
			return c.done(err, 0)
		}
		return object.SmallInt(int64(fd)), nil
	}},
	{"close", 1, 0, []string{"fd"}, func(c *fileCall) (object.Value, error) {
		fd := c.int(0, 0)
		if c.err != nil {
			return object.Null, c.err
		}
		return c.done(syscall.Close(fd))
	}},
	{"read", 2, 0, []string{"fd", "length"}, func(c *fileCall) (object.Value, error) {
		fd, n := c.int(0, 0), c.int(1, 0)
		switch {
		case c.err != nil:
			return object.Null, c.err
		case n < 0:
			return c.done(syscall.EINVAL)
		case uintptr(n) > c.h.Limit():
			return object.Null, c.h.RaiseWith(object.MemoryErrorType)
		}
		b := make([]byte, n)
		got, err := syscall.Read(fd, b)
		if err != nil {
			return c.done(err)
		}
		return c.h.NewBytes(b[:got]), nil
	}},
	{"write", 2, 0, []string{"fd", "data"}, func(c *fileCall) (object.Value, error) {
		fd := c.int(0, 0)
		if c.err != nil {
			return object.Null, c.err
		}
		data, err := c.h.BufferData(c.p[1])
		if err != nil {
			return object.Null, err
		}
		n, err := syscall.Write(fd, data)
		if err != nil {
			return c.done(err)
		}
		return object.SmallInt(int64(n)), nil
	}},
	{"lseek", 3, 0, []string{"fd", "position", "whence"}, func(c *fileCall) (object.Value, error) {
		fd, whence := c.int(0, 0), c.int(2, 0)
		if c.err != nil {
			return object.Null, c.err
		}
		pos, err := c.h.Ssize(c.p[1])
		if err != nil {
			return object.Null, err
		}
		at, err := syscall.Seek(fd, int64(pos), whence)
		if err != nil {
			return c.done(err)
		}
		return c.h.Int(at), nil
	}},
	{"umask", 1, 0, []string{"mask"}, func(c *fileCall) (object.Value, error) {
		mask := c.int(0, 0)
		if c.err != nil {
			return object.Null, c.err
		}
		return object.SmallInt(int64(syscall.Umask(mask))), nil
	}},
}

// setTimes is os.utime.
func setTimes(c *fileCall) (object.Value, error) {
	h := c.h
	path := c.path(0)
	if follow := c.bool(4, true); c.err == nil && !follow {
		c.err = h.Unsupported("argument follow_symlinks of os.utime")
	}
	if c.err != nil {
		return object.Null, c.err
	}
	given := func(i int) bool { return c.p[i] != object.Null && c.p[i] != object.None }
	now := time.Now()
	at := [2]time.Time{now, now}
	for i := 1; i <= 2; i++ {
		if !given(i) {
			continue
		}
		if !h.Is(c.p[i], object.TupleType) || h.TupleLen(c.p[i]) != 2 || given(1) && given(2) {
			return object.Null, h.Raise(object.TypeErrorType, "utime: '%s' must be a tuple of two ints", c.params(i))
		}
		for k := range at {
			v := h.TupleItem(c.p[i], k)
			n, ok := h.AsInt64(v)
			switch {
			case ok && i == 2:
				at[k] = time.Unix(0, n)
			case ok:
				at[k] = time.Unix(n, 0)
			case v.IsFloat() && i == 1:
				at[k] = time.Unix(0, int64(v.Float()*1e9))
			default:
				return object.Null, h.Raise(object.TypeErrorType, "utime: '%s' must be a tuple of two ints", c.params(i))
			}
		}
	}
	return c.done(os.Chtimes(path, at[0], at[1]), 0)
}

func (c *fileCall) params(i int) string { return [...]string{1: "times", 2: "ns"}[i] }

// posixFiles are the functions for files.
func (l *Lib) posixFiles(stat *structType) []object.Builtin {
	var list []object.Builtin
	for _, f := range fileFuncs {
		sig := object.NewSignature(f.name, 0, f.min, f.kwOnly, f.params...)
		list = append(list, object.Builtin{Name: f.name, Arity: object.Varied,
			FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
				c := &fileCall{l: l, h: h, name: f.name, p: make([]object.Value, len(f.params))}
				if err := bind(h, sig, args, kwnames, c.p); err != nil {
					return object.Null, err
				}
				for i, name := range f.params {
					if v := c.p[i]; len(name) >= 6 && name[len(name)-6:] == "dir_fd" && v != object.Null && v != object.None {
						return object.Null, h.Unsupported("argument " + name + " of os." + f.name)
					}
				}
				return f.do(c)
			}})
	}
	number := func(name string, get func() int) object.Builtin {
		return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.SmallInt(int64(get())), nil
		}}
	}
	return append(list,
		number("getuid", os.Getuid), number("geteuid", os.Geteuid), number("getgid", os.Getgid), number("getegid", os.Getegid), number("getppid", os.Getppid),
		object.Builtin{Name: "isatty", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			fd, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			return object.Bool(isTerminal(uintptr(fd))), nil
		}},
		object.Builtin{Name: "fstat", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			fd, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			var s syscall.Stat_t
			if err := syscall.Fstat(fd, &s); err != nil {
				return object.Null, osError(h, err, object.Null)
			}
			return statResult(h, stat, statusOf(&s)), nil
		}},
	)
}
