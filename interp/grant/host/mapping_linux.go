package host

import (
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/tier2go/tier2/interp/grant"
)

// mapping is a grant.Mapping of the system. What has been shown stays mapped until Free, in the end with zeros: a
// function may still have it while the program unmaps it.
type mapping struct {
	file   *os.File // of its own; nil: unmapped
	data   []byte   // nil: unmapped
	offset int64
	prot   int
	flags  int
	left   [][]byte // what has been shown before
}

// Map implements grant.Mapper.
func (f file) Map(offset int64, length, protection, flags int) (grant.Mapping, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return nil, err
	}
	var own int
	var failed error
	if err := raw.Control(func(fd uintptr) { own, failed = unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0) }); err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, failed
	}
	m := &mapping{file: os.NewFile(uintptr(own), f.Name()), offset: offset, prot: protection, flags: flags}
	if m.data, err = unix.Mmap(own, offset, length, protection, flags); err != nil {
		_ = m.file.Close()
		return nil, err
	}
	return m, nil
}

// Bytes implements grant.Mapping.
func (m *mapping) Bytes() []byte { return m.data }

// Flush implements grant.Mapping.
func (m *mapping) Flush(offset, length int) error {
	if length == 0 {
		return nil
	}
	return unix.Msync(m.data[offset:offset+length], unix.MS_SYNC)
}

// Resize implements grant.Mapping.
func (m *mapping) Resize(length int) error {
	if err := m.file.Truncate(m.offset + int64(length)); err != nil {
		return err
	}
	if length == 0 {
		return syscall.EINVAL
	}
	raw, err := m.file.SyscallConn()
	if err != nil {
		return err
	}
	var data []byte
	var failed error
	if err := raw.Control(func(fd uintptr) { data, failed = unix.Mmap(int(fd), m.offset, length, m.prot, m.flags) }); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	old := m.data
	m.data = data
	return m.leave(old)
}

// leave puts zeros where what has been shown was.
func (m *mapping) leave(b []byte) error {
	m.left = append(m.left, b)
	_, err := unix.MmapPtr(-1, 0, unsafe.Pointer(unsafe.SliceData(b)), uintptr(len(b)), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_FIXED|unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	return err
}

// Stat implements grant.Mapping.
func (m *mapping) Stat() (grant.Status, error) { return file{m.file}.Stat() }

// Unmap implements grant.Mapping.
func (m *mapping) Unmap() error {
	if m.data == nil {
		return nil
	}
	old := m.data
	m.data = nil
	err := m.leave(old)
	if e := m.file.Close(); err == nil {
		err = e
	}
	return err
}

// Free implements grant.Mapping.
func (m *mapping) Free() {
	_ = m.Unmap()
	for _, b := range m.left {
		_ = unix.Munmap(b)
	}
	m.left = nil
}
