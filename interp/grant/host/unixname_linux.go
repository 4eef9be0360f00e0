package host

import (
	"bytes"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/tier2go/tier2/interp/grant"
)

// Names of sockets of AF_UNIX, by the system's own calls: unix.SockaddrUnix writes an abstract name with @ in place of the zero, and so
// has none for a file whose name begins with @.

// unixAddress is a name, and how many bytes of it there are.
type unixAddress struct {
	raw unix.RawSockaddrUnix
	n   uint32
}

const unixHead = uint32(unsafe.Offsetof(unix.RawSockaddrUnix{}.Path))

// unixAddressOf is the name of a file, which ends in a zero, or one that begins with it, or, of "", none.
func unixAddressOf(path string) (*unixAddress, error) {
	u := &unixAddress{n: unixHead + uint32(len(path))}
	u.raw.Family = unix.AF_UNIX
	room := u.bytes()
	if len(path) > len(room) || len(path) == len(room) && path[0] != 0 {
		return nil, syscall.EINVAL
	}
	if copy(room, path); path != "" && path[0] != 0 {
		u.n++
	}
	return u, nil
}

func newUnixAddress() *unixAddress { return &unixAddress{n: unix.SizeofSockaddrUnix} }

// bytes is where the name stands.
func (u *unixAddress) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&u.raw.Path)), len(u.raw.Path))
}

// address is what the system has written.
func (u *unixAddress) address() grant.Address {
	name := u.bytes()[:min(max(u.n, unixHead)-unixHead, uint32(len(u.raw.Path)))]
	if len(name) > 0 && name[0] != 0 {
		name, _, _ = bytes.Cut(name, []byte{0})
	}
	return grant.Address{Family: grant.FamilyUnix, Path: string(name)}
}

// giveUnix is bind(2) or connect(2).
func (s *socket) giveUnix(call uintptr, a grant.Address) error {
	u, err := unixAddressOf(a.Path)
	if err != nil {
		return err
	}
	_, _, errno := unix.Syscall(call, uintptr(s.number()), uintptr(unsafe.Pointer(&u.raw)), uintptr(u.n))
	return orNil(errno)
}

// unixName is getsockname(2) or getpeername(2).
func (s *socket) unixName(call uintptr) (grant.Address, error) {
	u := newUnixAddress()
	_, _, errno := unix.Syscall(call, uintptr(s.number()), uintptr(unsafe.Pointer(&u.raw)), uintptr(unsafe.Pointer(&u.n)))
	return u.address(), orNil(errno)
}

func (s *socket) acceptUnix() (fd int, from grant.Address, err error) {
	u := newUnixAddress()
	n, _, errno := unix.Syscall6(unix.SYS_ACCEPT4, uintptr(s.number()), uintptr(unsafe.Pointer(&u.raw)), uintptr(unsafe.Pointer(&u.n)), socketFlags, 0, 0)
	return int(n), u.address(), orNil(errno)
}

func (s *socket) receiveUnix(b []byte, flags int) (n int, from grant.Address, err error) {
	u := newUnixAddress()
	r, _, errno := unix.Syscall6(unix.SYS_RECVFROM, uintptr(s.number()), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), uintptr(flags),
		uintptr(unsafe.Pointer(&u.raw)), uintptr(unsafe.Pointer(&u.n)))
	if u.n == 0 { // the other one has none
		return int(r), grant.Address{}, orNil(errno)
	}
	return int(r), u.address(), orNil(errno)
}

func (s *socket) sendUnix(b []byte, flags int, path string) (int, error) {
	u, err := unixAddressOf(path)
	if err != nil {
		return 0, err
	}
	n, _, errno := unix.Syscall6(unix.SYS_SENDTO, uintptr(s.number()), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), uintptr(flags),
		uintptr(unsafe.Pointer(&u.raw)), uintptr(u.n))
	return int(n), orNil(errno)
}

// orNil is an error of a call, nil for none.
func orNil(errno syscall.Errno) error {
	if errno != 0 {
		return errno
	}
	return nil
}
