package compile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// store is a folder that holds an unpacked CPython, or will.
type store struct {
	dir     string
	release string // of what unpack unpacks; no spaces
	version string // of the CPython, for the notice
	exe     string // relative to dir, with slashes
	lib     string
	unpack  func(dir string) error // into a folder that does not exist
	log     io.Writer              // for notices; may be nil
}

// ready reads the stamp and does the cheapest of checks; the error is a *damage.
func (s *store) ready() (stamp, error) {
	st, err := readStamp(s.dir)
	if err != nil {
		return st, err
	}
	if st.release != s.release {
		return st, &damage{"it is " + st.release}
	}
	info, err := os.Stat(filepath.Join(s.dir, filepath.FromSlash(s.exe)))
	if err != nil || !info.Mode().IsRegular() || info.Size() != st.exeSize {
		return st, &damage{s.exe + " is damaged"}
	}
	return st, nil
}

// files reads the manifest; the error is a *damage.
func (s *store) files() ([]manifestFile, error) {
	st, err := s.ready()
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(s.dir, manifestName))
	if err != nil {
		return nil, &damage{manifestName + " is missing"}
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != st.manifest {
		return nil, &damage{manifestName + " was changed"}
	}
	return parseManifest(data)
}

// verify checks every byte; the error is a *damage.
func (s *store) verify() error {
	files, err := s.files()
	if err != nil {
		return err
	}
	return checkDigests(s.dir, files)
}

// sizes checks the size of every file; the error is a *damage.
func (s *store) sizes() error {
	files, err := s.files()
	if err != nil {
		return err
	}
	return checkSizes(s.dir, files)
}

// ensure returns the stamp of an unpacked tree, which it unpacks where there is
// none. Only the stamp and the executable's size are checked.
func (s *store) ensure(ctx context.Context) (stamp, error) {
	return s.repair(ctx, func() error { _, err := s.ready(); return err })
}

// heal unpacks again unless all is well when the lock is ours: another process
// may have healed the same damage.
func (s *store) heal(ctx context.Context) (stamp, error) { return s.repair(ctx, s.verify) }

// repair unpacks if a check fails, one process at a time.
func (s *store) repair(ctx context.Context, check func() error) (stamp, error) {
	if check() == nil {
		return s.ready()
	}
	if err := os.MkdirAll(filepath.Dir(s.dir), 0o700); err != nil {
		return stamp{}, fmt.Errorf("no folder to unpack CPython into: %w", oneLine(err))
	}
	unlock, err := lock(ctx, s.dir+".lock")
	if err != nil {
		return stamp{}, err
	}
	defer unlock()
	if bad := check(); bad != nil {
		if err := s.install(bad); err != nil {
			return stamp{}, fmt.Errorf("unpacking CPython %s into %s: %w", s.version, s.dir, err)
		}
	}
	st, err := s.ready()
	if err != nil {
		return stamp{}, fmt.Errorf("CPython %s in %s: %w", s.version, s.dir, err)
	}
	return st, nil
}

// install unpacks into a staging folder and puts that in place of what is there.
// The lock is ours.
func (s *store) install(bad error) error {
	s.notice(bad)
	s.sweep()
	staging, err := os.MkdirTemp(filepath.Dir(s.dir), filepath.Base(s.dir)+stagingMark+"*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(staging)
	tree := filepath.Join(staging, "tree")
	if err := s.unpack(tree); err != nil {
		return err
	}
	st, err := s.describe(tree)
	if err != nil {
		return err
	}
	if err := os.Rename(s.dir, filepath.Join(staging, "old")); err != nil && !os.IsNotExist(err) {
		return err
	}
	if err := os.Rename(tree, s.dir); err != nil {
		return err
	}
	return writeFile(filepath.Join(s.dir, stampName), st.format())
}

// describe writes the manifest of a tree and returns its stamp.
func (s *store) describe(tree string) (stamp, error) {
	files, err := buildManifest(tree)
	if err != nil {
		return stamp{}, err
	}
	st := stamp{release: s.release, exeSize: -1}
	for i := range files {
		if files[i].path == s.exe {
			st.exeSize = files[i].size
		}
	}
	if st.exeSize < 0 {
		return stamp{}, fmt.Errorf("there is no %s in it", s.exe)
	}
	data := formatManifest(files)
	sum := sha256.Sum256(data)
	st.manifest = hex.EncodeToString(sum[:])
	return st, writeFile(filepath.Join(tree, manifestName), data)
}

const stagingMark = ".staging-"

// sweep removes the staging folders of unpacks that were interrupted.
func (s *store) sweep() {
	parent, name := filepath.Split(s.dir)
	list, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, f := range list {
		if strings.HasPrefix(f.Name(), name+stagingMark) {
			_ = os.RemoveAll(filepath.Join(parent, f.Name()))
		}
	}
}

// notice says what is going to happen.
func (s *store) notice(bad error) {
	if s.log == nil {
		return
	}
	if _, err := os.Stat(s.dir); err != nil {
		fmt.Fprintf(s.log, "tier2: unpacking CPython %s into %s (once)\n", s.version, s.dir)
		return
	}
	fmt.Fprintf(s.log, "tier2: unpacking CPython %s into %s again: %v\n", s.version, s.dir, bad)
}

// checkSizes starts the check of sizes beside the first start of CPython, and
// returns what waits for its result: a *damage or nil.
func (p *Python) checkSizes() (wait func() error) {
	wait = func() error { return nil }
	if p.store != nil {
		p.checkOnce.Do(func() {
			c := make(chan error, 1)
			go func() { c <- p.store.sizes() }()
			wait = func() error { return <-c }
		})
	}
	return wait
}

// Verify checks every file of an embedded CPython (0.15 s) and heals what it finds
// damaged. Another CPython is not looked at.
func (p *Python) Verify(ctx context.Context) error {
	if p.store == nil {
		return nil
	}
	_, err := p.store.heal(ctx)
	return err
}

// ReadLib reads a file of the standard library, named as in "json/decoder.py",
// and returns its path too. A file of an embedded CPython that is not what was
// unpacked is healed first. The error is one line; fs.ErrNotExist when there is
// no such file.
func (p *Python) ReadLib(ctx context.Context, name string) (path string, data []byte, err error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", nil, fmt.Errorf("%s is not in the standard library: %w", name, fs.ErrNotExist)
	}
	path = filepath.Join(p.libDir, filepath.FromSlash(name))
	data, err = os.ReadFile(path)
	if p.store == nil {
		return path, data, err
	}
	want, known, bad := p.store.digest(path)
	if bad == nil {
		if sum := sha256.Sum256(data); !known || err == nil && hex.EncodeToString(sum[:]) == want {
			return path, data, err
		}
	}
	if _, err := p.store.heal(ctx); err != nil {
		return path, nil, err
	}
	data, err = os.ReadFile(path)
	return path, data, err
}

// digest returns the SHA-256 that the manifest has for a file; bad is a *damage.
func (s *store) digest(path string) (digest string, known bool, bad error) {
	files, bad := s.files()
	if bad != nil {
		return "", false, bad
	}
	rel, err := filepath.Rel(s.dir, path)
	if err != nil {
		return "", false, &damage{err.Error()}
	}
	rel = filepath.ToSlash(rel)
	for i := range files {
		if files[i].path == rel {
			return files[i].digest, true, nil
		}
	}
	return "", false, nil
}
