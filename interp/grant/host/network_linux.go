package host

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/tier2go/tier2/interp/grant"
)

// Network is the system's network: every address that the process reaches, and every socket that has a name in its files.
func Network() grant.Network { return network{} }

type network struct{}

// socket is a socket of the system, which does not block. fd is −1 when it is closed.
type socket struct {
	fd                     atomic.Int32
	family, kind, protocol int
	// given: a process has it, too, which reads and writes what blocks: so does this one, but what it does says for itself that
	// it is not to.
	given bool
}

// give returns the socket for a process that is started.
func (s *socket) give() (*os.File, error) {
	fd, err := unix.FcntlInt(uintptr(s.number()), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		err = unix.SetNonblock(fd, false)
	}
	if err != nil {
		return nil, err
	}
	s.given = true
	return os.NewFile(uintptr(fd), "socket"), nil
}

// atOnce calls f, which cannot say for itself that it is not to block.
func (s *socket) atOnce(f func() error) error {
	if !s.given {
		return f()
	}
	if err := unix.SetNonblock(s.number(), true); err != nil {
		return err
	}
	err := f()
	return errors.Join(err, unix.SetNonblock(s.number(), false))
}

func newSocket(fd, family, kind, protocol int) *socket {
	s := &socket{family: family, kind: kind, protocol: protocol}
	s.fd.Store(int32(fd))
	return s
}

const socketFlags = unix.SOCK_NONBLOCK | unix.SOCK_CLOEXEC

// Socket implements grant.Network.
func (network) Socket(family, kind, protocol int) (grant.Socket, error) {
	fd, err := unix.Socket(family, kind|socketFlags, protocol)
	if err != nil {
		return nil, err
	}
	return newSocket(fd, family, kind, protocol), nil
}

// Pair implements grant.Network.
func (network) Pair(family, kind, protocol int) (a, b grant.Socket, err error) {
	fds, err := unix.Socketpair(family, kind|socketFlags, protocol)
	if err != nil {
		return nil, nil, err
	}
	return newSocket(fds[0], family, kind, protocol), newSocket(fds[1], family, kind, protocol), nil
}

// Wait implements grant.Network.
func (network) Wait(list []grant.Waiting, d time.Duration) (n int, err error) {
	var few [8]unix.PollFd
	fds := few[:0]
	for i := range list {
		fd, ok := descriptor(list[i].File)
		if !ok {
			return 0, errors.ErrUnsupported
		}
		fds = append(fds, unix.PollFd{Fd: fd, Events: list[i].Want})
	}
	if d <= 0 {
		n, err = look(fds)
	} else {
		limit := unix.NsecToTimespec(int64(d))
		n, err = unix.Ppoll(fds, &limit, nil)
	}
	if err == unix.EINTR || err == unix.EAGAIN {
		n, err = 0, nil
	}
	for i := range list {
		list[i].Got = 0
		if n > 0 {
			list[i].Got = fds[i].Revents
		}
	}
	return n, err
}

// look is poll(2) that does not wait: Go's scheduler need not know of the call.
func look(fds []unix.PollFd) (int, error) {
	var now unix.Timespec
	n, _, errno := unix.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(unsafe.SliceData(fds))), uintptr(len(fds)), uintptr(unsafe.Pointer(&now)), 0, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// descriptor is the system's descriptor of a file, −1, of which poll(2) says nothing, if it is closed; false: it is no file of the system's.
func descriptor(f grant.File) (fd int32, ok bool) {
	var raw syscall.RawConn
	var err error
	switch f := f.(type) {
	case *socket:
		return f.fd.Load(), true
	case pipe:
		raw, err = f.SyscallConn()
	case file:
		raw, err = f.SyscallConn()
	default:
		return -1, false
	}
	fd = -1
	if err == nil {
		_ = raw.Control(func(n uintptr) { fd = int32(n) })
	}
	return fd, true
}

// Addresses implements grant.Network.
func (network) Addresses(ctx context.Context, name string) ([]netip.Addr, error) {
	list, err := net.DefaultResolver.LookupNetIP(ctx, "ip", name)
	if err != nil {
		return nil, noName(err)
	}
	for i := range list {
		list[i] = list[i].Unmap()
	}
	return list, nil
}

// Names implements grant.Network.
func (network) Names(ctx context.Context, a netip.Addr) ([]string, error) {
	list, err := net.DefaultResolver.LookupAddr(ctx, a.String())
	if err != nil {
		return nil, noName(err)
	}
	for i := range list {
		list[i] = strings.TrimSuffix(list[i], ".")
	}
	return list, nil
}

// noName makes ErrNoName of what says that there is no such name.
func noName(err error) error {
	var dns *net.DNSError
	if errors.As(err, &dns) && !dns.IsTemporary {
		return grant.ErrNoName
	}
	return err
}

func (s *socket) Kind() (family, kind, protocol int) { return s.family, s.kind, s.protocol }

// Read implements grant.File.
func (s *socket) Read(b []byte) (int, error) {
	n, _, err := s.Recv(b, 0)
	if n == 0 && err == nil && len(b) > 0 {
		err = io.EOF
	}
	return n, err
}

// Write implements grant.File.
func (s *socket) Write(b []byte) (int, error) { return s.Send(b, 0, nil) }

// Seek implements grant.File.
func (s *socket) Seek(int64, int) (int64, error) { return 0, syscall.ESPIPE }

// Close implements grant.File.
func (s *socket) Close() error {
	fd := s.fd.Swap(-1)
	if fd < 0 {
		return syscall.EBADF
	}
	return unix.Close(int(fd))
}

// Stat implements grant.File.
func (s *socket) Stat() (grant.Status, error) {
	var st unix.Stat_t
	if err := unix.Fstat(s.number(), &st); err != nil {
		return grant.Status{}, err
	}
	return grant.Status{Mode: uint64(st.Mode), Ino: st.Ino, Dev: uint64(st.Dev), Nlink: uint64(st.Nlink), UID: uint64(st.Uid), GID: uint64(st.Gid), BlkSize: uint64(st.Blksize)}, nil
}

func (s *socket) number() int { return int(s.fd.Load()) }

// Bind implements grant.Socket.
func (s *socket) Bind(a grant.Address) error {
	if a.Family == grant.FamilyUnix {
		return s.giveUnix(unix.SYS_BIND, a)
	}
	sa, err := systemAddress(a)
	if err != nil {
		return err
	}
	return unix.Bind(s.number(), sa)
}

// Listen implements grant.Socket.
func (s *socket) Listen(backlog int) error { return unix.Listen(s.number(), backlog) }

// Accept implements grant.Socket.
func (s *socket) Accept() (grant.Socket, grant.Address, error) {
	var fd int
	var from grant.Address
	err := s.atOnce(func() (err error) {
		fd, from, err = again2(func() (int, grant.Address, error) {
			if s.family == unix.AF_UNIX {
				return s.acceptUnix()
			}
			fd, sa, err := unix.Accept4(s.number(), socketFlags)
			return fd, addressOf(sa), err
		})
		return err
	})
	if err != nil {
		return nil, grant.Address{}, err
	}
	return newSocket(fd, s.family, s.kind, s.protocol), from, nil
}

// Connect implements grant.Socket.
func (s *socket) Connect(a grant.Address) error {
	if a.Family == grant.FamilyUnix {
		return s.atOnce(func() error { return s.giveUnix(unix.SYS_CONNECT, a) })
	}
	sa, err := systemAddress(a)
	if err != nil {
		return err
	}
	return s.atOnce(func() error { return unix.Connect(s.number(), sa) })
}

// Recv implements grant.Socket.
func (s *socket) Recv(b []byte, flags int) (int, grant.Address, error) {
	flags |= unix.MSG_DONTWAIT
	n, from, err := again2(func() (int, grant.Address, error) {
		if s.family == unix.AF_UNIX {
			return s.receiveUnix(b, flags)
		}
		n, sa, err := unix.Recvfrom(s.number(), b, flags)
		return n, addressOf(sa), err
	})
	if err != nil {
		return 0, grant.Address{}, err
	}
	return n, from, nil
}

// Send implements grant.Socket.
func (s *socket) Send(b []byte, flags int, to *grant.Address) (int, error) {
	flags |= unix.MSG_NOSIGNAL | unix.MSG_DONTWAIT
	var sa unix.Sockaddr
	switch {
	case to != nil && to.Family == grant.FamilyUnix:
		n, _, err := again2(func() (int, struct{}, error) {
			n, err := s.sendUnix(b, flags, to.Path)
			return n, struct{}{}, err
		})
		return n, err
	case to != nil:
		var err error
		if sa, err = systemAddress(*to); err != nil {
			return 0, err
		}
	}
	n, _, err := again2(func() (int, struct{}, error) {
		n, err := unix.SendmsgN(s.number(), b, nil, sa, flags)
		return n, struct{}{}, err
	})
	return n, err
}

// again2 calls f until no signal has interrupted it.
func again2[A, B any](f func() (A, B, error)) (A, B, error) {
	for {
		if a, b, err := f(); err != unix.EINTR {
			return a, b, err
		}
	}
}

// Shutdown implements grant.Socket.
func (s *socket) Shutdown(how int) error { return unix.Shutdown(s.number(), how) }

// options are the options of a socket by their level, those whose values are numbers and structures of the length that is given. Of others a
// value may hold an address of the process, or the length may count something else than bytes (SO_GET_FILTER).
var options = map[int][]int{
	unix.SOL_SOCKET: {
		unix.SO_REUSEADDR, unix.SO_TYPE, unix.SO_ERROR, unix.SO_DONTROUTE, unix.SO_BROADCAST, unix.SO_SNDBUF, unix.SO_RCVBUF, unix.SO_KEEPALIVE, unix.SO_OOBINLINE,
		unix.SO_PRIORITY, unix.SO_LINGER, unix.SO_REUSEPORT, unix.SO_PASSCRED, unix.SO_PEERCRED, unix.SO_RCVLOWAT, unix.SO_SNDLOWAT, unix.SO_RCVTIMEO, unix.SO_SNDTIMEO,
		unix.SO_BINDTODEVICE, unix.SO_TIMESTAMP, unix.SO_ACCEPTCONN, unix.SO_MARK, unix.SO_PROTOCOL, unix.SO_DOMAIN, unix.SO_BUSY_POLL, unix.SO_INCOMING_CPU,
	},
	unix.SOL_IP: {
		unix.IP_TOS, unix.IP_TTL, unix.IP_HDRINCL, unix.IP_OPTIONS, unix.IP_RECVOPTS, unix.IP_RETOPTS, unix.IP_PKTINFO, unix.IP_MTU_DISCOVER, unix.IP_RECVERR,
		unix.IP_RECVTTL, unix.IP_RECVTOS, unix.IP_MTU, unix.IP_FREEBIND, unix.IP_TRANSPARENT, unix.IP_BIND_ADDRESS_NO_PORT, unix.IP_MULTICAST_IF, unix.IP_MULTICAST_TTL,
		unix.IP_MULTICAST_LOOP, unix.IP_ADD_MEMBERSHIP, unix.IP_DROP_MEMBERSHIP, unix.IP_ADD_SOURCE_MEMBERSHIP, unix.IP_DROP_SOURCE_MEMBERSHIP, unix.IP_BLOCK_SOURCE,
		unix.IP_UNBLOCK_SOURCE,
	},
	unix.SOL_TCP: {
		unix.TCP_NODELAY, unix.TCP_MAXSEG, unix.TCP_CORK, unix.TCP_KEEPIDLE, unix.TCP_KEEPINTVL, unix.TCP_KEEPCNT, unix.TCP_SYNCNT, unix.TCP_LINGER2, unix.TCP_DEFER_ACCEPT,
		unix.TCP_WINDOW_CLAMP, unix.TCP_INFO, unix.TCP_QUICKACK, unix.TCP_CONGESTION, unix.TCP_USER_TIMEOUT, unix.TCP_FASTOPEN, unix.TCP_FASTOPEN_CONNECT, unix.TCP_NOTSENT_LOWAT,
	},
	unix.SOL_UDP: {unix.UDP_CORK},
	unix.SOL_IPV6: {
		unix.IPV6_V6ONLY, unix.IPV6_UNICAST_HOPS, unix.IPV6_MULTICAST_IF, unix.IPV6_MULTICAST_HOPS, unix.IPV6_MULTICAST_LOOP, unix.IPV6_JOIN_GROUP, unix.IPV6_LEAVE_GROUP,
		unix.IPV6_MTU_DISCOVER, unix.IPV6_MTU, unix.IPV6_RECVPKTINFO, unix.IPV6_RECVHOPLIMIT, unix.IPV6_RECVTCLASS, unix.IPV6_TCLASS, unix.IPV6_DONTFRAG,
	},
}

// Option implements grant.Socket.
func (s *socket) Option(level, name int, b []byte) (int, error) {
	if !slices.Contains(options[level], name) {
		return 0, syscall.ENOPROTOOPT
	}
	n := uint32(len(b))
	_, _, errno := unix.Syscall6(unix.SYS_GETSOCKOPT, uintptr(s.number()), uintptr(level), uintptr(name), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(unsafe.Pointer(&n)), 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// SetOption implements grant.Socket.
func (s *socket) SetOption(level, name int, b []byte) error {
	if !slices.Contains(options[level], name) {
		return syscall.ENOPROTOOPT
	}
	_, _, errno := unix.Syscall6(unix.SYS_SETSOCKOPT, uintptr(s.number()), uintptr(level), uintptr(name), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// Name implements grant.Socket.
func (s *socket) Name() (grant.Address, error) {
	if s.family == unix.AF_UNIX {
		return s.unixName(unix.SYS_GETSOCKNAME)
	}
	sa, err := unix.Getsockname(s.number())
	return addressOf(sa), err
}

// Peer implements grant.Socket.
func (s *socket) Peer() (grant.Address, error) {
	if s.family == unix.AF_UNIX {
		return s.unixName(unix.SYS_GETPEERNAME)
	}
	sa, err := unix.Getpeername(s.number())
	return addressOf(sa), err
}

// systemAddress is an address as the system has it, of AF_INET and AF_INET6.
func systemAddress(a grant.Address) (unix.Sockaddr, error) {
	switch a.Family {
	case grant.FamilyIPv4:
		return &unix.SockaddrInet4{Port: a.Port, Addr: a.IP.As4()}, nil
	case grant.FamilyIPv6:
		return &unix.SockaddrInet6{Port: a.Port, Addr: a.IP.As16(), ZoneId: a.Scope}, nil
	}
	return nil, syscall.EAFNOSUPPORT
}

// addressOf is an address of the system's as grant has it.
func addressOf(sa unix.Sockaddr) grant.Address {
	switch sa := sa.(type) {
	case *unix.SockaddrInet4:
		return grant.Address{Family: grant.FamilyIPv4, IP: netip.AddrFrom4(sa.Addr), Port: sa.Port}
	case *unix.SockaddrInet6:
		return grant.Address{Family: grant.FamilyIPv6, IP: netip.AddrFrom16(sa.Addr), Port: sa.Port, Scope: sa.ZoneId}
	}
	return grant.Address{}
}
