package grant

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
)

// ReadOnly makes an FS of one of Go's: a folder (os.DirFS), files in the program
// (embed.FS), in an archive (zip.Reader) or in memory. Its root is "/". It has no
// symbolic links of its own: names with ".." are shortened before they are looked up.
func ReadOnly(fsys fs.FS) FS { return readOnly{fsys} }

type readOnly struct{ fs.FS }

// inside returns a name as io/fs has them.
func inside(name string) (string, error) {
	if name == "" {
		return "", syscall.ENOENT
	}
	if name = path.Clean("/" + name)[1:]; name == "" {
		name = "."
	}
	return name, nil
}

func (r readOnly) Open(name string, flag int, _ uint32) (File, error) {
	if flag&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND) != 0 {
		return nil, syscall.EROFS
	}
	name, err := inside(name)
	if err != nil {
		return nil, err
	}
	f, err := r.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return readOnlyFile{f}, nil
}

func (r readOnly) Stat(name string, _ bool) (Status, error) {
	inner, err := inside(name)
	if err != nil {
		return Status{}, err
	}
	info, err := fs.Stat(r.FS, inner)
	if err != nil {
		return Status{}, err
	}
	if strings.HasSuffix(name, "/") && !info.IsDir() {
		return Status{}, syscall.ENOTDIR
	}
	return StatusOf(info), nil
}

func (r readOnly) ReadDir(name string) ([]fs.DirEntry, error) {
	st, err := r.Stat(name, true)
	if err != nil {
		return nil, err
	}
	if !st.IsDir() {
		return nil, syscall.ENOTDIR
	}
	name, err = inside(name)
	if err != nil {
		return nil, err
	}
	return fs.ReadDir(r.FS, name)
}

func (r readOnly) Readlink(name string) (string, error) {
	if _, err := r.Stat(name, false); err != nil {
		return "", err
	}
	return "", syscall.EINVAL
}

func (r readOnly) Access(name string, mode uint32) error {
	if _, err := r.Stat(name, true); err != nil || mode&2 == 0 {
		return err
	}
	return syscall.EROFS
}

func (r readOnly) Folder(name string) (string, error) {
	st, err := r.Stat(name, true)
	if err != nil {
		return "", err
	}
	if !st.IsDir() {
		return "", syscall.ENOTDIR
	}
	return path.Clean("/" + name), nil
}

type readOnlyFile struct{ fs.File }

func (f readOnlyFile) Write([]byte) (int, error) { return 0, syscall.EBADF }

func (f readOnlyFile) Seek(offset int64, whence int) (int64, error) {
	if s, ok := f.File.(io.Seeker); ok {
		return s.Seek(offset, whence)
	}
	return 0, syscall.ESPIPE
}

func (f readOnlyFile) Stat() (Status, error) {
	info, err := f.File.Stat()
	if err != nil {
		return Status{}, err
	}
	return StatusOf(info), nil
}

// Errno returns the error number of what an FS has returned, 0 if it has none.
func Errno(err error) syscall.Errno {
	var n syscall.Errno
	if errors.As(err, &n) {
		return n
	}
	for _, row := range errnos {
		if errors.Is(err, row.err) {
			return row.n
		}
	}
	return 0
}

var errnos = []struct {
	err error
	n   syscall.Errno
}{
	{fs.ErrNotExist, syscall.ENOENT}, {fs.ErrExist, syscall.EEXIST}, {fs.ErrPermission, syscall.EACCES}, {fs.ErrClosed, syscall.EBADF},
	{fs.ErrInvalid, syscall.EINVAL}, {errors.ErrUnsupported, syscall.ENOSYS},
}
