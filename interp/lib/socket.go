package lib

import (
	"fmt"
	"io"
	"math"
	"syscall"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// The module _socket (Modules/socketmodule.c): sockets of Grants.Network as files of the VM, and pairs within the VM where there
// is no network, by which event loops wake themselves. A socket never blocks: what waits does so in readiness (select_wait.go),
// where other threads go on. Methods are in socket_methods.go, addresses in socket_address.go, names in socket_names.go.

const theNetwork = "network"

// The fields of a socket: ints.
const (
	offSocketFD      = 8  // of the VM; −1: closed
	offSocketTimeout = 16 // in nanoseconds; −1: none
	offSocketFamily  = 24
	offSocketType    = 32
	offSocketProto   = 40
	socketSize       = 48
)

// Kinds of sockets, and the flags that are given with them.
const (
	kindStream, kindDatagram, kindRaw = 1, 2, 3
	kindNonBlock, kindCloExec         = 0o4000, 0o2000000
)

// Of getsockopt.
const (
	levelSocket                              = 1
	optionType, optionError, optionListening = 3, 4, 30
)

// sockets is what the library has of all sockets.
type sockets struct {
	t        *object.Type
	failed   *object.Type // gaierror
	host     *object.Type // herror
	timeout  int64        // of new sockets; noTimeout: none
	scratch  []byte       // what is received goes here first
	received int          // how much was received last
}

const noTimeout = -1

var (
	socketSig = object.NewSignature("socket", 0, 0, 0, "family", "type", "proto", "fileno")
	pairSig   = object.NewSignature("socketpair", 3, 0, 0, "", "", "")
)

// newSocket makes the module _socket.
func (l *Lib) newSocket() (object.Value, error) {
	h, m := l.h, l.refusedModule("_socket")
	k := &sockets{timeout: noTimeout}
	l.sockets = k
	k.failed = h.TypeFromObject(h.DictGetStr(m.d, h.Intern("gaierror")))
	k.host = h.TypeFromObject(h.DictGetStr(m.d, h.Intern("herror")))
	k.t = h.RegisterType(&object.Type{Name: "socket", Module: "_socket", Weak: true, Size: socketSize, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			v := h.NewEmpty(t)
			setSocket(h, v, -1, noTimeout, -1, -1, -1)
			if t.Made() {
				return v, nil // __init__ sees the arguments
			}
			return v, l.socketInit(h, v, args, kwnames)
		},
		Init:  l.socketInit,
		Repr:  socketRepr,
		Dying: func(h *object.Heap, v object.Value) bool { return h.Field(v, offSocketFD).Small() >= 0 },
	}})
	h.AddMethods(k.t, l.socketMethods())
	for _, a := range [...]struct {
		name string
		off  uintptr
	}{{"family", offSocketFamily}, {"type", offSocketType}, {"proto", offSocketProto}} {
		h.AddGetSets(k.t, []object.GetSet{{Name: a.name, Get: func(h *object.Heap, v object.Value) (object.Value, error) { return h.Field(v, a.off), nil }}})
	}
	h.AddGetSets(k.t, []object.GetSet{{Name: "timeout", Get: getTimeout}})
	for _, name := range noAncillary {
		if _, err := h.DictDel(m.d, h.Intern(name)); err != nil {
			return object.Null, err
		}
	}
	h.KnowModule("_socket", noAncillary)
	m.set("has_ipv6", object.True)
	m.set("socket", k.t.Object)
	m.set("SocketType", k.t.Object)
	m.functions(inetFunctions)
	m.functions(l.nameFunctions())
	m.functions([]object.Builtin{
		{Name: "gethostname", Arity: object.NoArgs, Fn: l.getHostname},
		{Name: "socketpair", Arity: object.Varied, FnKw: l.socketPair},
		{Name: "close", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			fd, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			return object.None, l.closeSocket(fd)
		}},
		{Name: "dup", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			fd, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			if _, err := l.socketAt(h, fd); err != nil {
				return object.Null, err
			}
			to, err := l.duplicate(fd)
			if err != nil {
				return object.Null, osError(h, err, object.Null)
			}
			return object.SmallInt(int64(to)), nil
		}},
		{Name: "getdefaulttimeout", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return timeoutValue(k.timeout), nil
		}},
		{Name: "setdefaulttimeout", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			t, err := socketTimeout(h, a[0])
			if err == nil {
				k.timeout = t
			}
			return object.None, err
		}},
	})
	return m.v, nil
}

// noAncillary are names by which multiprocessing asks whether a descriptor can be sent: there is no ancillary data.
var noAncillary = []string{"CMSG_LEN", "CMSG_SPACE"}

func setSocket(h *object.Heap, v object.Value, fd int, timeout int64, family, kind, protocol int) {
	for i, n := range [...]int64{int64(fd), timeout, int64(family), int64(kind), int64(protocol)} {
		h.SetField(v, offSocketFD+8*uintptr(i), object.SmallInt(n))
	}
}

// network returns the network.
func (l *Lib) network() (grant.Network, error) {
	if l.host.Grants.Network == nil {
		return nil, l.denied(theNetwork, object.Null)
	}
	return l.host.Grants.Network, nil
}

// socketInit is socket.__init__.
func (l *Lib) socketInit(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	p := [4]object.Value{object.Null, object.Null, object.Null, object.Null}
	if err := bind(h, socketSig, args, kwnames, p[:]); err != nil {
		return err
	}
	n := [3]int{-1, -1, -1}
	if err := cInts(h, p[:], &n[0], &n[1], &n[2]); err != nil {
		return err
	}
	timeout := l.sockets.timeout
	given := p[3] != object.Null && p[3] != object.None
	if !given {
		for i, standard := range [...]int{grant.FamilyIPv4, kindStream, 0} {
			if n[i] == -1 {
				n[i] = standard
			}
		}
	}
	if err := l.Audit("socket.__new__", v, object.SmallInt(int64(n[0])), object.SmallInt(int64(n[1])), object.SmallInt(int64(n[2]))); err != nil {
		return err
	}
	if n[1] != -1 && n[1]&kindNonBlock != 0 {
		timeout = 0
	}
	if n[1] != -1 {
		n[1] &^= kindNonBlock | kindCloExec
	}
	if !given {
		net, err := l.network()
		if err != nil {
			return err
		}
		s, err := net.Socket(n[0], n[1], n[2])
		if err != nil {
			return osError(h, err, object.Null)
		}
		setSocket(h, v, l.addFile(s), timeout, n[0], n[1], n[2])
		return nil
	}
	fd, err := h.CInt(p[3])
	if err != nil {
		return err
	}
	if fd < 0 {
		return h.Raise(object.ValueErrorType, "negative file descriptor")
	}
	s, err := l.socketAt(h, fd)
	if err != nil {
		return err
	}
	var is [3]int
	is[0], is[1], is[2] = s.Kind()
	for i := range n {
		if n[i] == -1 {
			n[i] = is[i]
		}
	}
	setSocket(h, v, fd, timeout, n[0], n[1], n[2])
	return nil
}

// socketAt returns the socket that a descriptor stands for.
func (l *Lib) socketAt(h *object.Heap, fd int) (grant.Socket, error) {
	f, err := l.file(fd)
	if err != nil {
		return nil, osError(h, err, object.Null)
	}
	s, ok := f.(grant.Socket)
	if !ok {
		return nil, osError(h, syscall.ENOTSOCK, object.Null)
	}
	return s, nil
}

func (l *Lib) socketOf(h *object.Heap, v object.Value) (grant.Socket, error) {
	return l.socketAt(h, int(h.Field(v, offSocketFD).Small()))
}

func (l *Lib) closeSocket(fd int) error {
	if err := l.closeDescriptor(fd); err != nil && grant.Errno(err) != syscall.ECONNRESET {
		return osError(l.h, err, object.Null)
	}
	return nil
}

func socketRepr(h *object.Heap, v object.Value) (object.Value, error) {
	n := func(off uintptr) int64 { return h.Field(v, off).Small() }
	return h.NewStr(fmt.Sprintf("<socket object, fd=%d, family=%d, type=%d, proto=%d>", n(offSocketFD), n(offSocketFamily), n(offSocketType), n(offSocketProto))), nil
}

// finalizeSocket is __del__: a socket that nobody has closed.
func (l *Lib) finalizeSocket(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	fd := h.Field(v, offSocketFD).Small()
	if fd < 0 {
		return object.None, nil
	}
	shown, err := h.Repr(v)
	if err == nil {
		err = h.Warn(object.ResourceWarningType, "unclosed "+h.GoString(shown), 1)
	}
	h.SetField(v, offSocketFD, object.SmallInt(-1))
	if e := l.closeSocket(int(fd)); err == nil {
		err = e
	}
	return object.None, err
}

// socketTimeout converts seconds, or None.
func socketTimeout(h *object.Heap, v object.Value) (int64, error) {
	if v == object.None {
		return noTimeout, nil
	}
	d, err := seconds(h, v)
	if err != nil {
		return 0, err
	}
	if d < 0 {
		return 0, h.Raise(object.ValueErrorType, "Timeout value out of range")
	}
	return min(int64(d), math.MaxInt64>>4), nil // 18 years
}

// setSocketTimeout is settimeout; os.read and os.write do not wait where there is one.
func (l *Lib) setSocketTimeout(v object.Value, timeout int64) {
	l.h.SetField(v, offSocketTimeout, object.SmallInt(timeout))
	if fd := l.h.Field(v, offSocketFD).Small(); fd >= firstFile {
		l.setBlocking(int(fd), timeout < 0)
	}
}

func timeoutValue(ns int64) object.Value {
	if ns < 0 {
		return object.None
	}
	return object.FloatValue(float64(ns) / 1e9)
}

func getTimeout(h *object.Heap, v object.Value) (object.Value, error) {
	return timeoutValue(h.Field(v, offSocketTimeout).Small()), nil
}

func (l *Lib) getHostname(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
	switch p := l.host.Grants.Process; {
	case p == nil:
		return object.Null, l.denied(theProcess, object.Null)
	case p.Hostname == "":
		return object.Null, h.Unsupported("function _socket.gethostname")
	default:
		return h.NewStr(p.Hostname), nil
	}
}

// socketPair is socketpair: two sockets of the network, or of the VM.
func (l *Lib) socketPair(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	p := [3]object.Value{object.Null, object.Null, object.Null}
	if err := bind(h, pairSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	family, kind, protocol := grant.FamilyUnix, kindStream, 0
	if err := cInts(h, p[:], &family, &kind, &protocol); err != nil {
		return object.Null, err
	}
	var pair [2]grant.Socket
	if net := l.host.Grants.Network; net != nil {
		var err error
		if pair[0], pair[1], err = net.Pair(family, kind&^(kindNonBlock|kindCloExec), protocol); err != nil {
			return object.Null, osError(h, err, object.Null)
		}
	} else {
		if family != grant.FamilyUnix || kind&^(kindNonBlock|kindCloExec) != kindStream || protocol != 0 {
			return object.Null, l.denied(theNetwork, object.Null)
		}
		a, b := &pipe{h: &h.Heap}, &pipe{h: &h.Heap}
		pair = [2]grant.Socket{duplex{in: pipeEnd{a, false}, out: pipeEnd{b, true}}, duplex{in: pipeEnd{b, false}, out: pipeEnd{a, true}}}
	}
	result := h.NewTuple(object.None, object.None)
	m := h.Mark()
	defer h.Release(m)
	h.Push(result)
	for i, s := range pair {
		h.TupleItems(result)[i] = l.socketObject(s)
	}
	return result, nil
}

// socketObject makes a socket's object.
func (l *Lib) socketObject(s grant.Socket) object.Value {
	fd := l.addFile(s) // first: closing the VM closes it if there is no memory for the object
	v := l.h.NewEmpty(l.sockets.t)
	family, kind, protocol := s.Kind()
	setSocket(l.h, v, fd, l.sockets.timeout, family, kind, protocol)
	return v
}

// duplex is one of a pair of sockets within the VM.
type duplex struct {
	in, out pipeEnd
}

func (d duplex) Kind() (family, kind, protocol int) { return grant.FamilyUnix, kindStream, 0 }
func (d duplex) Seek(int64, int) (int64, error)     { return 0, syscall.ESPIPE }
func (d duplex) Stat() (grant.Status, error)        { return grant.Status{Mode: 0o140777}, nil }
func (d duplex) readable() bool                     { return d.in.readable() }
func (d duplex) writable() bool                     { return d.out.writable() }
func (d duplex) Write(b []byte) (int, error)        { return d.Send(b, 0, nil) }
func (d duplex) Bind(grant.Address) error           { return syscall.EINVAL }
func (d duplex) Listen(int) error                   { return syscall.EINVAL }
func (d duplex) Connect(grant.Address) error        { return syscall.EISCONN }
func (d duplex) Name() (grant.Address, error)       { return grant.Address{Family: grant.FamilyUnix}, nil }
func (d duplex) Peer() (grant.Address, error)       { return grant.Address{Family: grant.FamilyUnix}, nil }
func (d duplex) SetOption(int, int, []byte) error   { return syscall.ENOPROTOOPT }
func (d duplex) Accept() (grant.Socket, grant.Address, error) {
	return nil, grant.Address{}, syscall.EINVAL
}

func (d duplex) Option(level, name int, b []byte) (int, error) {
	value, ok := map[int]byte{optionType: kindStream, optionError: 0, optionListening: 0}[name]
	if level != levelSocket || !ok {
		return 0, syscall.ENOPROTOOPT
	}
	return copy(b, []byte{value, 0, 0, 0}), nil
}

func (d duplex) Read(b []byte) (int, error) {
	n, _, err := d.Recv(b, 0)
	if n == 0 && err == nil && len(b) > 0 {
		err = io.EOF
	}
	return n, err
}

func (d duplex) Recv(b []byte, flags int) (int, grant.Address, error) {
	switch {
	case flags != 0:
		return 0, grant.Address{}, syscall.EOPNOTSUPP
	case !d.readable():
		return 0, grant.Address{}, syscall.EAGAIN
	}
	n, err := d.in.Read(b)
	if err == io.EOF {
		err = nil
	}
	return n, grant.Address{}, err
}

func (d duplex) Send(b []byte, flags int, to *grant.Address) (int, error) {
	switch {
	case to != nil:
		return 0, syscall.EISCONN
	case flags != 0:
		return 0, syscall.EOPNOTSUPP
	case !d.writable():
		return 0, syscall.EAGAIN
	}
	return d.out.Write(b)
}

func (d duplex) Shutdown(how int) error {
	const receive, send = 0, 1
	if how != send {
		_ = d.in.Close()
	}
	if how != receive {
		_ = d.out.Close()
	}
	return nil
}

func (d duplex) Close() error { return d.Shutdown(2) }
