package compile

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/grant/host"
	"github.com/tier2go/tier2/interp/pycode"
)

// Finder finds modules in folders and compiles them, as importlib's PathFinder
// and FileFinder do: in each folder a package NAME/__init__.py is looked for
// first, then NAME.py; a folder NAME without __init__.py is a portion of a
// namespace package if nothing else is found. A .pyc file stands for a source
// that is missing.
//
//	f := compile.Finder{Python: py}
//	m, err := f.Find(ctx, "json.decoder", []string{filepath.Join(py.LibDir(), "json")})
//
// [Finder.Find] is what interp.Options.Import takes, and [Finder.Compile] what Options.Compile does, [Finder.Tokenize] what Options.Tokenize does.
type Finder struct {
	// Python compiles the sources, and its library is looked at. Nil: only .pyc files
	// are found.
	Python *Python
	// FS are the files outside of that library: give it what the VM has as
	// Grants.FS. Nil: there are none, whatever a program puts into sys.path.
	FS grant.FS
	// Memory is how many bytes the process that compiles may take for a source, besides what a CPython
	// takes that has done nothing: past it compiling ends in a MemoryError. Give it what the VM has as Heap.Limit. 0: as
	// many as the system gives. It holds where CPython has the module resource.
	Memory int64
}

// Find looks for the module of a full name, "package.module", in the folders of
// path. It is nil, without an error, if there is none. A source that does not
// compile is a *SyntaxError, a .pyc file of another CPython an error that names
// it.
func (f Finder) Find(ctx context.Context, name string, path []string) (*pycode.Module, error) {
	tail := name[strings.LastIndexByte(name, '.')+1:]
	if tail == "" || strings.ContainsAny(tail, `/\`) {
		return nil, nil
	}
	var portions []string
	for _, dir := range path {
		base := filepath.Join(dir, tail)
		st, err := f.stat(base)
		folder := err == nil && st.IsDir()
		if folder {
			m, err := f.read(ctx, filepath.Join(base, "__init__"))
			if m != nil {
				m.Path = []string{base}
			}
			if m != nil || err != nil {
				return m, err
			}
		}
		if m, err := f.read(ctx, base); m != nil || err != nil {
			return m, err
		}
		if folder {
			portions = append(portions, base)
		}
	}
	if portions == nil {
		return nil, nil
	}
	return &pycode.Module{Path: portions}, nil
}

// Compile is CompileSource as the builtin functions compile, exec and eval want it. Python must not be nil.
func (f Finder) Compile(ctx context.Context, filename, mode string, flags int, source []byte) (*pycode.Code, error) {
	return f.Python.CompileSource(ctx, Source{filename, mode, flags, source, f.Memory})
}

// read reads base.py, or else base.pyc; nil if there is neither.
func (f Finder) read(ctx context.Context, base string) (*pycode.Module, error) {
	if f.Python != nil {
		file := base + ".py"
		source := sources.Get().(*bytes.Buffer)
		source.Reset()
		defer sources.Put(source)
		err := grant.ReadInto(source, f.files(file), file)
		if err == nil {
			code, err := f.code(ctx, Source{Filename: file, Text: source.Bytes(), Memory: f.Memory})
			if err != nil {
				return nil, err
			}
			return &pycode.Module{Code: code, File: file}, nil
		}
		if !f.missing(file, err) {
			return nil, &OpenError{file, err}
		}
	}
	file := base + ".pyc"
	data, err := f.Source(file)
	if f.missing(file, err) {
		return nil, nil
	} else if err != nil {
		return nil, &OpenError{file, err}
	}
	code, err := pycode.ReadPyc(data)
	if err != nil {
		return nil, err
	}
	return &pycode.Module{Code: code, File: file}, nil
}

// sources are buffers that sources are read into: where their code is in the cache, nothing keeps them.
var sources = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// code is CompileSource for a text that is the caller's.
func (f Finder) code(ctx context.Context, src Source) (*pycode.Code, error) {
	if code := f.Python.cached(src); code != nil {
		return code, nil
	}
	src.Text = bytes.Clone(src.Text)
	return f.Python.CompileSource(ctx, src)
}

// files returns what a file is read from.
func (f Finder) files(name string) grant.FS {
	if f.Python != nil && strings.HasPrefix(filepath.Clean(name), f.Python.LibDir()+string(filepath.Separator)) {
		return host.FS()
	}
	return f.FS
}

func (f Finder) stat(name string) (grant.Status, error) {
	files := f.files(name)
	if files == nil {
		return grant.Status{}, grant.Denied
	}
	return files.Stat(name, true)
}

// Source reads a file of the library or of FS: what interp.Options.Source takes. The
// error is grant.Denied for a file outside of the library where FS is nil.
func (f Finder) Source(name string) ([]byte, error) { return grant.ReadFile(f.files(name), name) }

// missing reports whether an error of Source says that there is no such file.
func (f Finder) missing(name string, err error) bool {
	if err == nil {
		return false
	}
	if f.files(name) == nil {
		return true
	}
	switch grant.Errno(err) { // a folder of the path may be a file, and a name longer than any file's
	case syscall.ENOENT, syscall.ENOTDIR, syscall.ENAMETOOLONG:
		return true
	}
	st, serr := f.stat(name)
	return serr == nil && st.IsDir()
}
