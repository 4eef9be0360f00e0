package compile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

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
// [Finder.Importer] is what interp.Options.Import takes.
type Finder struct {
	// Python compiles the sources. Nil: only .pyc files are found.
	Python *Python
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
		info, err := os.Stat(base)
		folder := err == nil && info.IsDir()
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

// Importer returns Find under one context.
func (f Finder) Importer(ctx context.Context) func(name string, path []string) (*pycode.Module, error) {
	return func(name string, path []string) (*pycode.Module, error) { return f.Find(ctx, name, path) }
}

// Compiler returns CompileSource under one context: what interp.Options.Compile
// takes. Python must not be nil.
func (f Finder) Compiler(ctx context.Context) func(filename, mode string, flags int, source []byte) (*pycode.Code, error) {
	return func(filename, mode string, flags int, source []byte) (*pycode.Code, error) {
		return f.Python.CompileSource(ctx, Source{filename, mode, flags, source})
	}
}

// read reads base.py, or else base.pyc; nil if there is neither.
func (f Finder) read(ctx context.Context, base string) (*pycode.Module, error) {
	if f.Python != nil {
		file := base + ".py"
		source, err := os.ReadFile(file)
		if err == nil {
			code, err := f.Python.CompileSource(ctx, Source{Filename: file, Text: source})
			if err != nil {
				return nil, err
			}
			return &pycode.Module{Code: code, File: file}, nil
		}
		if !missing(err) {
			return nil, &OpenError{file, err}
		}
	}
	file := base + ".pyc"
	data, err := os.ReadFile(file)
	if missing(err) {
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

// missing reports whether an error of ReadFile says that there is no such file.
func missing(err error) bool {
	if err == nil {
		return false
	}
	var path *fs.PathError
	return errors.Is(err, fs.ErrNotExist) || errors.As(err, &path) && isDir(path.Path)
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
