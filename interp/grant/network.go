package grant

import (
	"context"
	"errors"
	"net/netip"
	"time"
)

// Network is what sockets are made of. All numbers (families, kinds, protocols, options, flags, events) are Linux's. What would
// wait returns EAGAIN instead, or EINPROGRESS: who waits calls Wait. Errors wrap a syscall.Errno.
//
// A network that an embedder makes gives a program what it pleases: package host has the system's.
type Network interface {
	// Socket makes a socket, as socket(2) does.
	Socket(family, kind, protocol int) (Socket, error)
	// Pair makes two that are connected, as socketpair(2) does.
	Pair(family, kind, protocol int) (a, b Socket, err error)
	// Wait waits at most d until a file is ready for what it is asked for, sets for what each is, and returns how many are
	// ready. It may return earlier with none. The files are sockets of the network, or files of the host that has made it, such as the ends
	// of pipes and the streams. It is called by any goroutine, also while another one uses or closes the files.
	Wait(list []Waiting, d time.Duration) (n int, err error)
	// Addresses are those of a name, in the order in which they are to be tried. ErrNoName: it has none. It is called by
	// any goroutine, as Names is.
	Addresses(ctx context.Context, name string) ([]netip.Addr, error)
	// Names are those of an address, the first of them its own. ErrNoName: it has none.
	Names(ctx context.Context, a netip.Addr) ([]string, error)
}

// ErrNoName is the error for a name or an address of which nothing is known.
var ErrNoName = errors.New("grant: name or service not known")

// Socket is a socket. Read and Write are Recv and Send without flags.
type Socket interface {
	File
	// Kind is what the socket was made as.
	Kind() (family, kind, protocol int)
	Bind(a Address) error
	Listen(backlog int) error
	Accept() (Socket, Address, error)
	// Connect returns EINPROGRESS where it would wait; called again when the socket is ready for EventOut, it says how that has ended.
	Connect(a Address) error
	// Recv returns 0 without an error at the end of a stream. The address is that of the sender of a datagram.
	Recv(b []byte, flags int) (n int, from Address, err error)
	// Send sends to an address; nil: to what the socket is connected with.
	Send(b []byte, flags int, to *Address) (n int, err error)
	Shutdown(how int) error
	// Option is getsockopt(2): it writes the value into b, and returns its length.
	Option(level, name int, b []byte) (n int, err error)
	SetOption(level, name int, b []byte) error
	// Name is the socket's address, Peer that of what it is connected with.
	Name() (Address, error)
	Peer() (Address, error)
}

// Families of addresses.
const (
	FamilyUnix = 1
	FamilyIPv4 = 2
	FamilyIPv6 = 10
)

// Address is the address of a socket.
type Address struct {
	Family      int        // 0: there is none
	IP          netip.Addr // of FamilyIPv4 and FamilyIPv6, without a zone
	Port        int
	Flow, Scope uint32 // of FamilyIPv6
	Path        string // of FamilyUnix; it begins with a zero where it is the name of no file
}

// Waiting is a file that is waited for.
type Waiting struct {
	File      File
	Want, Got int16 // events
}

// Events of poll(2). The last three come unasked.
const (
	EventIn      = 1
	EventUrgent  = 2
	EventOut     = 4
	EventError   = 8
	EventHangUp  = 16
	EventInvalid = 32
)
