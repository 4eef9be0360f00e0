//go:build amd64 || arm64

package native

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Invariants of the unsafe code here: the slices are whole mappings, so that
// their addresses stay valid until close, and Memory has checked every offset
// against the region's limit, which is the mappings' length.

// openView maps limit bytes of executable memory.
func openView(mode Mode, limit int, fault Fault) (view, error) {
	switch mode {
	case Dual:
		return openDual(limit, fault)
	case MProtect:
		return openProtect(limit, fault)
	}
	return nil, &Error{OpMap, limit, ErrUnsupported}
}

// mapping maps address space outside the Go heap. flags may hold nearFlag,
// which is a wish.
func mapping(fd, size, prot, flags int, fault Fault) ([]byte, error) {
	if err := fault.check(OpMap, size); err != nil {
		return nil, err
	}
	mem, err := unix.Mmap(fd, 0, size, prot, flags|unix.MAP_NORESERVE)
	if err != nil && flags&nearFlag != 0 {
		mem, err = unix.Mmap(fd, 0, size, prot, flags&^nearFlag|unix.MAP_NORESERVE)
	}
	if err != nil {
		return nil, &Error{OpMap, size, err}
	}
	return mem, nil
}

// unmap gives a whole mapping back.
func unmap(mem []byte, fault Fault) error {
	if err := fault.check(OpUnmap, len(mem)); err != nil {
		return err
	}
	if err := unix.Munmap(mem); err != nil {
		return &Error{OpUnmap, len(mem), err}
	}
	return nil
}

func address(mem []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(mem))) }

// dual is a memory file mapped twice.
type dual struct {
	rw, rx []byte
	fault  Fault
}

// memoryFile makes a file of so many bytes that has no name.
func memoryFile(size int, fault Fault) (fd int, err error) {
	if err := fault.check(OpFile, size); err != nil {
		return -1, err
	}
	// Kernels before 6.3 do not know MFD_EXEC, later ones may insist on it.
	fd, err = unix.MemfdCreate("tier2-code", unix.MFD_CLOEXEC|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) {
		fd, err = unix.MemfdCreate("tier2-code", unix.MFD_CLOEXEC)
	}
	if err != nil {
		return -1, &Error{OpFile, size, err}
	}
	if err = fault.check(OpFile, size); err == nil {
		if err = unix.Ftruncate(fd, int64(size)); err != nil {
			err = &Error{OpFile, size, err}
		}
	}
	if err != nil {
		return -1, errors.Join(err, unix.Close(fd))
	}
	return fd, nil
}

func openDual(limit int, fault Fault) (view, error) {
	fd, err := memoryFile(limit, fault)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	d := &dual{fault: fault}
	if d.rw, err = mapping(fd, limit, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED, fault); err != nil {
		return nil, err
	}
	if d.rx, err = mapping(fd, limit, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_SHARED|nearFlag, fault); err != nil {
		return nil, errors.Join(err, unmap(d.rw, fault))
	}
	return d, nil
}

func (d *dual) base() uintptr  { return address(d.rx) }
func (*dual) granule() uintptr { return 16 }

func (d *dual) write(off uintptr, code []byte) error {
	n := copy(d.rw[off:], code)
	return flush(d.rw[off:off+uintptr(n)], d.rx[off:off+uintptr(n)], d.fault)
}

func (d *dual) poison(off, n uintptr) error {
	mem := d.rw[off : off+n]
	for i := range mem {
		mem[i] = trap
	}
	return flush(mem, d.rx[off:off+n], d.fault)
}

func (d *dual) close() error { return errors.Join(unmap(d.rw, d.fault), unmap(d.rx, d.fault)) }

// protect is private memory whose pages are inaccessible, writable or
// executable.
type protect struct {
	mem   []byte
	page  uintptr
	fault Fault
}

func openProtect(limit int, fault Fault) (view, error) {
	mem, err := mapping(-1, limit, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|nearFlag, fault)
	if err != nil {
		return nil, err
	}
	return &protect{mem, uintptr(os.Getpagesize()), fault}, nil
}

func (p *protect) base() uintptr    { return address(p.mem) }
func (p *protect) granule() uintptr { return p.page }

// set changes the protection of the pages that n bytes at off need.
func (p *protect) set(off, n uintptr, prot int) error {
	n = (n + p.page - 1) &^ (p.page - 1)
	if err := p.fault.check(OpProtect, int(n)); err != nil {
		return err
	}
	if err := unix.Mprotect(p.mem[off:off+n], prot); err != nil {
		return &Error{OpProtect, int(n), err}
	}
	return nil
}

func (p *protect) write(off uintptr, code []byte) error {
	n := uintptr(len(code))
	if err := p.set(off, n, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		return err
	}
	copy(p.mem[off:], code)
	if err := p.set(off, n, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		return err
	}
	mem := p.mem[off : off+n]
	return flush(mem, mem, p.fault)
}

func (p *protect) poison(off, n uintptr) error { return p.set(off, n, unix.PROT_NONE) }

func (p *protect) close() error { return unmap(p.mem, p.fault) }
