package compile

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVar); dir != "" {
		child(dir)
		return
	}
	code := m.Run()
	if unpacked.dir != "" {
		_ = os.RemoveAll(unpacked.dir)
	}
	os.Exit(code)
}

// interpreter finds the CPython that the tests use, with a cache of its own.
func interpreter(tb testing.TB, opt Options) *Python {
	tb.Helper()
	if opt.CacheDir == "" {
		opt.CacheDir = tb.TempDir()
	}
	if opt.Python == "" {
		opt.Python = anyPython(tb)
	}
	py, err := Find(context.Background(), opt)
	if err != nil {
		tb.Fatal(err)
	}
	return py
}

// anyPython returns the path of the CPython that Find finds: that of the
// environment, or the embedded one in the user's cache.
func anyPython(tb testing.TB) string {
	tb.Helper()
	py, err := Find(context.Background(), Options{Stderr: os.Stderr})
	if err != nil {
		tb.Skipf("no CPython: %v", err)
	}
	return py.Exe()
}

// unpacked is the embedded CPython, unpacked once for all tests.
var unpacked struct {
	sync.Once
	dir  string // top of the cache folder
	tree string
	log  bytes.Buffer
	took time.Duration
	err  error
}

// master unpacks the embedded CPython, or skips.
func master(t *testing.T) string {
	t.Helper()
	if embeddedUnpack == nil {
		t.Skip("no embedded CPython for this platform")
	}
	unpacked.Do(func() {
		if unpacked.dir, unpacked.err = os.MkdirTemp("", "tier2-test-"); unpacked.err != nil {
			return
		}
		start := time.Now()
		s := embeddedStore(unpacked.dir, &unpacked.log)
		_, unpacked.err = s.ensure(context.Background())
		unpacked.tree, unpacked.took = s.dir, time.Since(start)
	})
	if unpacked.err != nil {
		t.Fatal(unpacked.err)
	}
	return unpacked.tree
}

// linked returns a store whose unpack copies the master by hard links, and the
// number of its unpacks.
func linked(t *testing.T, cacheDir string, log *bytes.Buffer) (*store, *int) {
	t.Helper()
	from := master(t)
	s := embeddedStore(cacheDir, log)
	n := new(int)
	s.unpack = func(dir string) error {
		*n++
		return linkTree(from, dir)
	}
	return s, n
}

// linkTree copies a tree by hard links, without what describes it.
func linkTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && d.Name() == "__pycache__":
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		case rel == stampName || rel == manifestName:
			return nil
		}
		return os.Link(path, filepath.Join(to, rel))
	})
}

// replace puts other contents in the place of a file, whose links keep theirs.
func replace(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// toy returns a store of a few small files, which are no CPython.
func toy(dir string) *store {
	return &store{
		dir: filepath.Join(dir, "cpython-toy"), release: "toy-1", version: "0.0.0", exe: "bin/exe", lib: "lib",
		unpack: func(dir string) error {
			for i := range 20 {
				name := fmt.Sprintf("lib/%02d/file.py", i)
				if i == 0 {
					name = "bin/exe"
				}
				path := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					return err
				}
				if err := os.WriteFile(path, bytes.Repeat([]byte{byte(i)}, 1000+i), 0o755); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
