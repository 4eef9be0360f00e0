//go:build !linux

package host

import (
	"errors"
	"io/fs"
	"os"

	"github.com/tier2go/tier2/interp/grant"
)

// Folders and names of files are not changed on these systems: files is no
// grant.WriteFS, though files that it opens can be written.

var errNotDir = errors.New("not a directory")

// Access implements grant.FS, by the bits of the file's owner.
func (s files) Access(name string, mode uint32) error {
	st, err := s.Stat(name, true)
	if err == nil && uint32(st.Mode>>6)&mode != mode {
		err = os.ErrPermission
	}
	return err
}

// Stat implements grant.FS.
func (files) Stat(name string, follow bool) (grant.Status, error) {
	get := os.Lstat
	if follow {
		get = os.Stat
	}
	info, err := get(name)
	if err != nil {
		return grant.Status{}, err
	}
	return statusOf(info), nil
}

// statusOf returns what every system says of a file.
func statusOf(info fs.FileInfo) grant.Status { return grant.StatusOf(info) }
