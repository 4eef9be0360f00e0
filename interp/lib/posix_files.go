package lib

import (
	"io"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/grant"
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

// path converts an argument that is a path; the parameter is the str or bytes then.
func (c *fileCall) path(i int) string {
	p, err := c.l.fsPath(c.name, c.p[i])
	switch {
	case c.err == nil && err == nil:
		c.p[i] = p.v
	case c.err == nil:
		c.err = err
	}
	return p.name
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
func onPath(name string, absent int, f func(l *Lib, fs grant.WriteFS, path string, n int) error, params ...string) fileFunc {
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
		fs, err := c.change(0)
		if err != nil {
			return object.Null, err
		}
		return c.done(f(c.l, fs, c.l.Path(path), x), 0)
	}}
}

// audit raises the function's event, unless there is an error in an argument, which it returns.
func (c *fileCall) audit() error {
	if c.err != nil {
		return c.err
	}
	return c.l.auditCall("posix", c.name, c.p...)
}

// change returns the file system to change, or the first error in an argument; shown
// is the path's parameter, for messages.
func (c *fileCall) change(shown int) (grant.WriteFS, error) {
	if err := c.audit(); err != nil {
		return nil, err
	}
	return c.l.writeFS(c.p[shown])
}

// look returns the file system to look at.
func (c *fileCall) look(shown int) (grant.FS, error) {
	if err := c.audit(); err != nil {
		return nil, err
	}
	return c.l.fs(c.p[shown])
}

// onPaths makes a function of two paths that has no result.
func onPaths(name string, f func(fs grant.WriteFS, from, to string) error) fileFunc {
	return fileFunc{name, 2, 2, []string{"src", "dst", "src_dir_fd", "dst_dir_fd"}, func(c *fileCall) (object.Value, error) {
		from, to := c.path(0), c.path(1)
		fs, err := c.change(0)
		if err != nil {
			return object.Null, err
		}
		if err := f(fs, c.l.Path(from), c.l.Path(to)); err != nil {
			return object.Null, osError(c.h, err, c.p[0], c.p[1])
		}
		return object.None, nil
	}}
}

var fileFuncs = []fileFunc{
	onPath("mkdir", 0o777, func(l *Lib, fs grant.WriteFS, p string, mode int) error { return fs.Mkdir(p, l.perm(mode)) }, "path", "mode"),
	onPath("rmdir", 0, func(_ *Lib, fs grant.WriteFS, p string, _ int) error { return fs.Rmdir(p) }, "path"),
	onPath("unlink", 0, func(_ *Lib, fs grant.WriteFS, p string, _ int) error { return fs.Unlink(p) }, "path"),
	onPath("remove", 0, func(_ *Lib, fs grant.WriteFS, p string, _ int) error { return fs.Unlink(p) }, "path"),
	{"chdir", 1, 0, []string{"path"}, func(c *fileCall) (object.Value, error) {
		path := c.path(0)
		if _, err := c.look(0); err != nil {
			return object.Null, err
		}
		return c.done(c.l.chdir(path), 0)
	}},
	onPaths("rename", grant.WriteFS.Rename), onPaths("replace", grant.WriteFS.Rename), onPaths("link", grant.WriteFS.Link),
	{"chmod", 2, 2, []string{"path", "mode", "dir_fd", "follow_symlinks"}, func(c *fileCall) (object.Value, error) {
		path, mode := c.path(0), c.int(1, 0)
		if follow := c.bool(3, true); c.err == nil && !follow {
			c.err = c.h.Unsupported("argument follow_symlinks of os.chmod")
		}
		fs, err := c.change(0)
		if err != nil {
			return object.Null, err
		}
		return c.done(fs.Chmod(c.l.Path(path), uint32(mode)), 0)
	}},
	{"symlink", 2, 1, []string{"src", "dst", "target_is_directory", "dir_fd"}, func(c *fileCall) (object.Value, error) {
		from, to := c.path(0), c.path(1)
		fs, err := c.change(1)
		if err != nil {
			return object.Null, err
		}
		return c.done(fs.Symlink(from, c.l.Path(to)), 0)
	}},
	{"readlink", 1, 1, []string{"path", "dir_fd"}, func(c *fileCall) (object.Value, error) {
		path := c.path(0)
		fs, err := c.look(0)
		if err != nil {
			return object.Null, err
		}
		to, err := fs.Readlink(c.l.Path(path))
		if err != nil {
			return c.done(err, 0)
		}
		return fsText(c.h, to, c.h.IsInstance(c.p[0], object.BytesType))
	}},
	{"access", 2, 3, []string{"path", "mode", "dir_fd", "effective_ids", "follow_symlinks"}, func(c *fileCall) (object.Value, error) {
		path, mode := c.path(0), c.int(1, 0)
		fs, err := c.look(0)
		if err != nil {
			return object.Null, err
		}
		return object.Bool(fs.Access(c.l.Path(path), uint32(mode)) == nil), nil
	}},
	{"utime", 1, 3, []string{"path", "times", "ns", "dir_fd", "follow_symlinks"}, setTimes},
	{"open", 2, 1, []string{"path", "flags", "mode", "dir_fd"}, func(c *fileCall) (object.Value, error) {
		path, flags, mode := c.path(0), c.int(1, 0), c.int(2, 0o777)
		fs, err := c.look(0)
		if err != nil {
			return object.Null, err
		}
		if err := c.l.Audit("open", c.p[0], object.None, object.SmallInt(int64(flags|openFlags))); err != nil {
			return object.Null, err
		}
		f, err := fs.Open(c.l.Path(path), flags, c.l.perm(mode))
		if err != nil {
			return c.done(err, 0)
		}
		return object.SmallInt(int64(c.l.addFile(f))), nil
	}},
	{"close", 1, 0, []string{"fd"}, func(c *fileCall) (object.Value, error) {
		fd := c.int(0, 0)
		if c.err != nil {
			return object.Null, c.err
		}
		return c.done(c.l.closeDescriptor(fd))
	}},
	{"ftruncate", 2, 0, []string{"fd", "length"}, func(c *fileCall) (object.Value, error) {
		fd := c.int(0, 0)
		if c.err != nil {
			return object.Null, c.err
		}
		n, err := c.h.Index(c.p[1])
		if err != nil {
			return object.Null, err
		}
		if err := c.audit(); err != nil {
			return object.Null, err
		}
		f, err := c.l.file(fd)
		if err != nil {
			return c.done(err)
		}
		t, ok := f.(grant.Truncater)
		if !ok {
			return c.done(syscall.EINVAL)
		}
		return c.done(t.Truncate(n))
	}},
	{"get_blocking", 1, 0, []string{"fd"}, func(c *fileCall) (object.Value, error) {
		fd := c.int(0, 0)
		if c.err != nil {
			return object.Null, c.err
		}
		if _, err := c.l.file(fd); err != nil {
			return c.done(err)
		}
		return object.Bool(!c.l.place.returns[fd]), nil
	}},
	{"set_blocking", 2, 0, []string{"fd", "blocking"}, func(c *fileCall) (object.Value, error) {
		fd, yes := c.int(0, 0), c.bool(1, true)
		if c.err != nil {
			return object.Null, c.err
		}
		if _, err := c.l.file(fd); err != nil {
			return c.done(err)
		}
		c.l.setBlocking(fd, yes)
		return object.None, nil
	}},
	{"dup", 1, 0, []string{"fd"}, func(c *fileCall) (object.Value, error) {
		fd := c.int(0, 0)
		if c.err != nil {
			return object.Null, c.err
		}
		to, err := c.l.duplicate(fd)
		if err != nil {
			return c.done(err)
		}
		return object.SmallInt(int64(to)), nil
	}},
	{"dup2", 2, 0, []string{"fd", "fd2", "inheritable"}, func(c *fileCall) (object.Value, error) {
		fd, to := c.int(0, 0), c.int(1, 0)
		if c.bool(2, true); c.err != nil {
			return object.Null, c.err
		}
		if err := c.l.duplicateTo(fd, to); err != nil {
			return c.done(err)
		}
		return object.SmallInt(int64(to)), nil
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
		f, err := c.l.file(fd)
		if err != nil {
			return c.done(err)
		}
		b := make([]byte, n)
		got, err := c.l.blocking(fd, f, false, func() (int, error) { return f.Read(b) })
		if err != nil && err != io.EOF {
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
		f, err := c.l.file(fd)
		if err != nil {
			return c.done(err)
		}
		n, err := c.l.blocking(fd, f, true, func() (int, error) { return f.Write(data) })
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
		f, err := c.l.file(fd)
		if err != nil {
			return c.done(err)
		}
		at, err := f.Seek(int64(pos), whence)
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
		return object.SmallInt(int64(c.l.setUmask(mask))), nil
	}},
}

// setTimes is os.utime.
func setTimes(c *fileCall) (object.Value, error) {
	h := c.h
	path := c.path(0)
	if follow := c.bool(4, true); c.err == nil && !follow {
		c.err = h.Unsupported("argument follow_symlinks of os.utime")
	}
	fs, err := c.change(0)
	if err != nil {
		return object.Null, err
	}
	given := func(i int) bool { return c.p[i] != object.Null && c.p[i] != object.None }
	var at [2]time.Time
	if !given(1) && !given(2) {
		now, err := c.l.now()
		if err != nil {
			return object.Null, err
		}
		at = [2]time.Time{now, now}
	}
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
	return c.done(fs.Chtimes(c.l.Path(path), at[0], at[1]), 0)
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
	number := func(name string, get func(p *grant.Process) int) object.Builtin {
		return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			p, err := l.process()
			if err != nil {
				return object.Null, err
			}
			return object.SmallInt(int64(get(p))), nil
		}}
	}
	return append(list,
		number("getpid", func(p *grant.Process) int { return p.PID }), number("getppid", func(p *grant.Process) int { return p.PPID }),
		number("getuid", func(p *grant.Process) int { return p.UID }), number("geteuid", func(p *grant.Process) int { return p.EUID }),
		number("getgid", func(p *grant.Process) int { return p.GID }), number("getegid", func(p *grant.Process) int { return p.EGID }),
		object.Builtin{Name: "isatty", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			fd, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			return object.Bool(l.isTerminal(fd)), nil
		}},
		object.Builtin{Name: "fstat", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			fd, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			f, err := l.file(fd)
			if err != nil {
				return object.Null, osError(h, err, object.Null)
			}
			if s, ok := f.(stream); ok && l.host.Grants.Streams[s.fd] == nil {
				return object.Null, l.denied("standard stream", object.Null)
			}
			s, err := f.Stat()
			if err != nil {
				return object.Null, osError(h, err, object.Null)
			}
			return statResult(h, stat, s), nil
		}},
	)
}
