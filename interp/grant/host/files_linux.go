package host

import (
	"bytes"
	"io/fs"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/grant"
)

const errNotDir = syscall.ENOTDIR

func (files) Access(name string, mode uint32) error     { return syscall.Access(name, mode) }
func (files) Mkdir(name string, perm uint32) error      { return syscall.Mkdir(name, perm) }
func (files) Rmdir(name string) error                   { return syscall.Rmdir(name) }
func (files) Unlink(name string) error                  { return syscall.Unlink(name) }
func (files) Rename(from, to string) error              { return syscall.Rename(from, to) }
func (files) Link(from, to string) error                { return syscall.Link(from, to) }
func (files) Symlink(target, name string) error         { return syscall.Symlink(target, name) }
func (files) Chmod(name string, perm uint32) error      { return syscall.Chmod(name, perm) }
func (files) Chtimes(name string, a, m time.Time) error { return os.Chtimes(name, a, m) }

// Umask implements grant.Umasker. Asking the system for the mask would change it for
// a moment, for every thread, so it is read from a file.
func (files) Umask() uint32 {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0o022
	}
	_, rest, _ := bytes.Cut(data, []byte("\nUmask:\t"))
	text, _, _ := bytes.Cut(rest, []byte("\n"))
	n, err := strconv.ParseUint(string(text), 8, 32)
	if err != nil {
		return 0o022
	}
	return uint32(n)
}

// Stat implements grant.FS, without what os.Stat makes besides.
func (files) Stat(name string, follow bool) (grant.Status, error) {
	get := syscall.Lstat
	if follow {
		get = syscall.Stat
	}
	var s syscall.Stat_t
	for {
		switch err := get(name, &s); err {
		case nil:
			return status(&s), nil
		case syscall.EINTR:
		default:
			return grant.Status{}, err
		}
	}
}

// statusOf returns what the system has said of a file.
func statusOf(info fs.FileInfo) grant.Status {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return status(s)
	}
	return grant.StatusOf(info)
}

func status(s *syscall.Stat_t) grant.Status {
	return grant.Status{
		Mode: uint64(s.Mode), Ino: s.Ino, Dev: uint64(s.Dev), Nlink: uint64(s.Nlink), UID: uint64(s.Uid), GID: uint64(s.Gid), Size: uint64(s.Size),
		BlkSize: uint64(s.Blksize), Blocks: uint64(s.Blocks), Rdev: uint64(s.Rdev),
		Times: [3]int64{s.Atim.Nano(), s.Mtim.Nano(), s.Ctim.Nano()},
	}
}
