package compile

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
)

// Options says where CPython comes from and where things are kept. The zero
// value is what a command wants that prints no notices.
type Options struct {
	// Python is a CPython 3.14 to use, by its path or by its name on PATH, or
	// "embedded" for go-embed-python's. Empty: the environment's TIER2_PYTHON, which is read in
	// the same way, and then the order in the package comment.
	Python string
	// CacheDir is the folder for the unpacked CPython and compiled files. Empty:
	// the environment's TIER2_CACHE, or tier2 in os.UserCacheDir.
	CacheDir string
	// NoCache neither reads nor writes compiled files.
	NoCache bool
	// Stderr gets what a user should see: one line when CPython is unpacked, and
	// the warnings that CPython prints while it compiles a main program ([Python.Compile]). Nil: nobody sees them.
	Stderr io.Writer
}

// Python is a CPython 3.14. It may be used by several goroutines if
// Options.Stderr may.
type Python struct {
	exe      string
	libDir   string
	version  string
	identity string // of the interpreter, for the compile cache
	cacheDir string // "" where there is none
	opt      Options
	store    *store // of the embedded one, else nil

	checkOnce sync.Once // the check of the store's sizes
	servers   servers
	recent    recent
}

// Embedded is the value of Options.Python and TIER2_PYTHON that asks for the
// CPython that go-embed-python carries.
const Embedded = "embedded"

// Find finds a CPython 3.14, and unpacks the embedded one where that is needed.
// The error is one line.
func Find(ctx context.Context, opt Options) (*Python, error) {
	cacheDir, cacheErr := cacheDir(opt)
	want, from := opt.Python, "Options.Python"
	if want == "" {
		want, from = os.Getenv("TIER2_PYTHON"), "TIER2_PYTHON"
	}
	if want != "" && want != Embedded {
		exe := want
		if filepath.Base(want) == want {
			if found, err := exec.LookPath(want); err == nil {
				exe = found
			}
		}
		p, err := external(ctx, exe, cacheDir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from, err)
		}
		return p.with(opt, cacheDir), nil
	}
	if want == "" {
		if exe, err := exec.LookPath(pathName); err == nil {
			if p, err := external(ctx, exe, cacheDir); err == nil {
				return p.with(opt, cacheDir), nil
			} else if ctx.Err() != nil {
				return nil, err
			}
		}
	}
	if embeddedUnpack == nil {
		return nil, fmt.Errorf("no CPython 3.14: none is embedded for %s/%s and %s is not on PATH; name one in TIER2_PYTHON, or run a .pyc file made by one",
			runtime.GOOS, runtime.GOARCH, pathName)
	}
	if cacheErr != nil {
		return nil, fmt.Errorf("no folder to unpack CPython into: %w; name one in TIER2_CACHE, or a CPython 3.14 in TIER2_PYTHON", cacheErr)
	}
	p, err := fromStore(ctx, embeddedStore(cacheDir, opt.Stderr))
	if err != nil {
		return nil, err
	}
	return p.with(opt, cacheDir), nil
}

// pathName is the command that is looked for on PATH.
const pathName = "python3.14"

func (p *Python) with(opt Options, cacheDir string) *Python {
	p.opt, p.cacheDir = opt, cacheDir
	return p
}

// fromStore makes sure that an unpacked CPython is there and describes it.
func fromStore(ctx context.Context, s *store) (*Python, error) {
	st, err := s.ensure(ctx)
	if err != nil {
		return nil, err
	}
	return &Python{
		exe:      filepath.Join(s.dir, filepath.FromSlash(s.exe)),
		libDir:   filepath.Join(s.dir, filepath.FromSlash(s.lib)),
		version:  s.version,
		identity: "embedded " + s.release + " " + st.manifest,
		store:    s,
	}, nil
}

// cacheDir returns the cache folder, which may not exist yet.
func cacheDir(opt Options) (string, error) {
	if opt.CacheDir != "" {
		return filepath.Abs(opt.CacheDir)
	}
	if dir := os.Getenv("TIER2_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "tier2"), nil
}

// Exe returns the path of the interpreter.
func (p *Python) Exe() string { return p.exe }

// LibDir returns the folder of the pure-Python standard library.
func (p *Python) LibDir() string { return p.libDir }

// Version returns the interpreter's version, such as "3.14.6".
func (p *Python) Version() string { return p.version }

// IsEmbedded reports whether the interpreter is go-embed-python's.
func (p *Python) IsEmbedded() bool { return p.store != nil }
