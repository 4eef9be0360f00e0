package host

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tier2go/tier2/interp/grant"
)

// files is the file system of the process.
type files struct{}

// Open implements grant.FS.
func (files) Open(name string, flag int, perm uint32) (grant.File, error) {
	f, err := os.OpenFile(name, flag, fileMode(perm))
	if err != nil {
		return nil, err
	}
	return file{f}, nil
}

// fileMode converts the bits of chmod(2).
func fileMode(perm uint32) fs.FileMode {
	m := fs.FileMode(perm & 0o777)
	for bit, mode := range map[uint32]fs.FileMode{0o4000: fs.ModeSetuid, 0o2000: fs.ModeSetgid, 0o1000: fs.ModeSticky} {
		if perm&bit != 0 {
			m |= mode
		}
	}
	return m
}

// ReadDir implements grant.FS: in the system's order.
func (files) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

// Readlink implements grant.FS.
func (files) Readlink(name string) (string, error) { return os.Readlink(name) }

// Folder implements grant.FS.
func (s files) Folder(name string) (string, error) {
	st, err := s.Stat(name, true)
	if err != nil {
		return "", err
	}
	if !st.IsDir() {
		return "", errNotDir
	}
	if err := s.Access(name, 1); err != nil {
		return "", err
	}
	if name, err = filepath.Abs(name); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(name)
}
