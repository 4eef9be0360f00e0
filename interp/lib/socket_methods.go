package lib

import (
	"encoding/binary"
	"math"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// scratchSize is how much of what is received goes through sockets.scratch; more has a buffer of its own.
const scratchSize = 256 << 10

// leastDirect is how much is asked for at least where what is received may go to the result at once.
const leastDirect = 16 << 10

// socketMethods are the methods of sockets.
func (l *Lib) socketMethods() []object.Builtin {
	noArgs := func(name string, f func(h *object.Heap, v object.Value) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return f(h, v) }}
	}
	one := func(name string, f func(h *object.Heap, v, x object.Value) error) object.Builtin {
		return object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			return object.None, f(h, v, a[0])
		}}
	}
	forget := func(h *object.Heap, v object.Value) object.Value {
		fd := h.Field(v, offSocketFD)
		h.SetField(v, offSocketFD, object.SmallInt(-1))
		return fd
	}
	address := func(name string, get func(s grant.Socket) (grant.Address, error)) object.Builtin {
		return noArgs(name, func(h *object.Heap, v object.Value) (object.Value, error) {
			s, err := l.socketOf(h, v)
			if err != nil {
				return object.Null, err
			}
			a, err := get(s)
			if err != nil {
				return object.Null, osError(h, err, object.Null)
			}
			return addressValue(h, a)
		})
	}
	return []object.Builtin{
		{Name: "__del__", Arity: object.NoArgs, Fn: l.finalizeSocket},
		noArgs("fileno", func(h *object.Heap, v object.Value) (object.Value, error) { return h.Field(v, offSocketFD), nil }),
		noArgs("detach", func(h *object.Heap, v object.Value) (object.Value, error) { return forget(h, v), nil }),
		noArgs("close", func(h *object.Heap, v object.Value) (object.Value, error) {
			if fd := forget(h, v).Small(); fd >= 0 {
				return object.None, l.closeSocket(int(fd))
			}
			return object.None, nil
		}),
		one("setblocking", func(h *object.Heap, v, x object.Value) error {
			yes, err := h.Truth(x)
			if err != nil {
				return err
			}
			timeout := int64(noTimeout)
			if !yes {
				timeout = 0
			}
			l.setSocketTimeout(v, timeout)
			return nil
		}),
		one("settimeout", func(h *object.Heap, v, x object.Value) error {
			timeout, err := socketTimeout(h, x)
			if err == nil {
				l.setSocketTimeout(v, timeout)
			}
			return err
		}),
		noArgs("getblocking", func(h *object.Heap, v object.Value) (object.Value, error) {
			return object.Bool(h.Field(v, offSocketTimeout).Small() != 0), nil
		}),
		noArgs("gettimeout", getTimeout),
		address("getsockname", grant.Socket.Name), address("getpeername", grant.Socket.Peer),
		one("bind", func(h *object.Heap, v, x object.Value) error {
			a, err := l.addressOf(v, x, "bind")
			if err == nil {
				err = l.Audit("socket.bind", v, x)
			}
			if err != nil {
				return err
			}
			s, err := l.socketOf(h, v)
			if err == nil {
				if err = s.Bind(a); err != nil {
					err = osError(h, err, object.Null)
				}
			}
			return err
		}),
		one("shutdown", func(h *object.Heap, v, x object.Value) error {
			how, err := h.CInt(x)
			if err != nil {
				return err
			}
			s, err := l.socketOf(h, v)
			if err == nil {
				if err = s.Shutdown(how); err != nil {
					err = osError(h, err, object.Null)
				}
			}
			return err
		}),
		parsed("listen", 0, 1, func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			backlog := 128
			if err := givenInts(h, a, &backlog); err != nil {
				return object.Null, err
			}
			s, err := l.socketOf(h, v)
			if err == nil {
				if err = s.Listen(max(backlog, 0)); err != nil {
					err = osError(h, err, object.Null)
				}
			}
			return object.None, err
		}),
		noArgs("_accept", l.accept),
		one("connect", func(h *object.Heap, v, x object.Value) error {
			errno, over, err := l.connect(h, v, x, "connect")
			switch {
			case err != nil:
				return err
			case over:
				return h.Raise(object.TimeoutErrorType, "timed out")
			case errno != 0:
				return osError(h, errno, object.Null)
			}
			return nil
		}),
		{Name: "connect_ex", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			errno, _, err := l.connect(h, v, a[0], "connect_ex")
			return object.SmallInt(int64(errno)), err
		}},
		parsed("recv", 1, 2, func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			data, _, err := l.receive(h, v, a, "recv")
			return data, err
		}),
		parsed("recvfrom", 1, 2, func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			data, from, err := l.receive(h, v, a, "recvfrom")
			if err != nil {
				return object.Null, err
			}
			return withAddress(h, data, from)
		}),
		{Name: "recv_into", Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			n, _, err := l.receiveInto(h, v, args, kwnames, recvIntoSig, "recv_into")
			return object.SmallInt(int64(n)), err
		}},
		{Name: "recvfrom_into", Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			n, from, err := l.receiveInto(h, v, args, kwnames, recvFromIntoSig, "recvfrom_into")
			if err != nil {
				return object.Null, err
			}
			return withAddress(h, object.SmallInt(int64(n)), from)
		}},
		parsed("send", 1, 2, func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			flags := 0
			if err := givenInts(h, a[1:], &flags); err != nil {
				return object.Null, err
			}
			n, err := l.sendSome(h, v, a[0], flags, nil)
			return object.SmallInt(int64(n)), err
		}),
		{Name: "sendto", Arity: object.Fast, Max: -1, Fn: l.sendTo},
		parsed("sendall", 1, 2, l.sendAll),
		parsed("sendmsg", 1, 4, l.sendMessage),
		parsed("getsockopt", 2, 3, l.getOption),
		{Name: "setsockopt", Arity: object.Fast, Max: -1, Fn: l.setOption},
	}
}

// parsed is a method whose count of arguments is told as PyArg_ParseTuple does.
func parsed(name string, least, most int, f func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error)) object.Builtin {
	return object.Builtin{Name: name, Arity: object.Fast, Max: -1, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
		if n := len(a); n < least || n > most {
			how, limit := "at most", most
			if n < least {
				how, limit = "at least", least
			}
			if least == most {
				how = "exactly"
			}
			plural := "s"
			if limit == 1 {
				plural = ""
			}
			return object.Null, h.Raise(object.TypeErrorType, "%s() takes %s %d argument%s (%d given)", name, how, limit, plural, n)
		}
		return f(h, v, a)
	}}
}

// givenInts converts the arguments that are not absent.
func givenInts(h *object.Heap, a []object.Value, into ...*int) error {
	return cInts(h, a, into[:min(len(a), len(into))]...)
}

// withAddress is a tuple of what was received and where from.
func withAddress(h *object.Heap, v object.Value, from grant.Address) (object.Value, error) {
	m := h.Mark()
	defer h.Release(m)
	h.Push(v)
	a, err := addressValue(h, from)
	if err != nil {
		return object.Null, err
	}
	h.Push(a)
	return h.NewTuple(v, a), nil
}

// transfer calls f until it does not want to wait, and waits for what it wants to wait for, as long as the socket's timeout says.
func (l *Lib) transfer(h *object.Heap, v object.Value, event int16, flags int, f func(s grant.Socket) error) error {
	timeout := time.Duration(h.Field(v, offSocketTimeout).Small())
	var start int64
	for left := timeout; ; {
		s, err := l.socketOf(h, v)
		if err != nil {
			return err
		}
		if err = f(s); err == nil {
			return nil
		}
		if grant.Errno(err) != syscall.EAGAIN || timeout == 0 || timeout < 0 && flags&messageDontWait != 0 {
			return osError(h, err, object.Null)
		}
		if timeout > 0 {
			clock := l.host.Grants.Clock
			switch {
			case clock == nil:
				return l.denied(theClock, object.Null)
			case start == 0:
				start = clock.Monotonic()
			default:
				left = timeout - time.Duration(clock.Monotonic()-start)
			}
		}
		n := 0
		if timeout < 0 || left > 0 {
			if n, err = l.readiness([]grant.Waiting{{File: s, Want: event}}, left); err != nil {
				return err
			}
		}
		if n == 0 && timeout > 0 {
			return h.Raise(object.TimeoutErrorType, "timed out")
		}
	}
}

// accept is _accept: the descriptor of a new socket, and its peer's address.
func (l *Lib) accept(h *object.Heap, v object.Value) (object.Value, error) {
	var made grant.Socket
	var from grant.Address
	err := l.transfer(h, v, grant.EventIn, 0, func(s grant.Socket) (err error) {
		made, from, err = s.Accept()
		return err
	})
	if err != nil {
		return object.Null, err
	}
	fd := l.addFile(made)
	if from.Family == 0 {
		from.Family, _, _ = made.Kind()
	}
	r, err := withAddress(h, object.SmallInt(int64(fd)), from)
	if err != nil {
		_ = l.closeSocket(fd)
	}
	return r, err
}

// connect connects a socket. The number is that of what the system says; EAGAIN, too, where the time is over.
func (l *Lib) connect(h *object.Heap, v, x object.Value, name string) (errno syscall.Errno, over bool, err error) {
	a, err := l.addressOf(v, x, name)
	if err == nil {
		err = l.Audit("socket.connect", v, x)
	}
	if err != nil {
		return 0, false, err
	}
	s, err := l.socketOf(h, v)
	if err != nil {
		return 0, false, err
	}
	timeout := time.Duration(h.Field(v, offSocketTimeout).Small())
	errno, err = errnoOf(h, s.Connect(a))
	for errno == syscall.EAGAIN && timeout < 0 { // the other one's backlog is full
		if err := l.wait(time.Millisecond); err != nil {
			return 0, false, err
		}
		errno, err = errnoOf(h, s.Connect(a))
	}
	if err != nil || errno != syscall.EINPROGRESS || timeout == 0 {
		return errno, false, err
	}
	n, err := l.readiness([]grant.Waiting{{File: s, Want: grant.EventOut}}, timeout)
	if n == 0 || err != nil {
		return syscall.EAGAIN, true, err
	}
	if errno, err = errnoOf(h, s.Connect(a)); errno == syscall.EISCONN {
		errno = 0
	}
	return errno, false, err
}

// errnoOf is the number of an error; what has none is raised.
func errnoOf(h *object.Heap, err error) (syscall.Errno, error) {
	if err == nil {
		return 0, nil
	}
	if n := grant.Errno(err); n != 0 {
		return n, nil
	}
	return 0, osError(h, err, object.Null)
}

// receive is recv and recvfrom.
func (l *Lib) receive(h *object.Heap, v object.Value, a []object.Value, name string) (object.Value, grant.Address, error) {
	var from grant.Address
	size, err := h.Ssize(a[0])
	flags := 0
	if err == nil {
		err = givenInts(h, a[1:], &flags)
	}
	if err == nil && size < 0 {
		err = h.Raise(object.ValueErrorType, "negative buffersize in %s", name)
	}
	if err == nil {
		err = within(h, size, 1)
	}
	if err != nil {
		return object.Null, from, err
	}
	if size == 0 && name == "recv" {
		_, err := l.socketOf(h, v)
		return h.NewBytes(nil), from, err
	}
	m := h.Mark()
	defer h.Release(m)
	var b []byte
	n, data := 0, object.Null
	err = l.transfer(h, v, grant.EventIn, flags, func(s grant.Socket) (err error) {
		switch {
		case b != nil:
		case size == 0:
			b = []byte{}
		case flags&messageWaitAll != 0 || // others may receive while it waits for more
			size >= leastDirect && l.sockets.received >= size/2: // much comes again
			data, b = h.MakeBytes(size)
			h.Push(data)
		default:
			b = l.sockets.buffer(size)
		}
		return l.take(h, v, s, b, flags, &n, &from)
	})
	if err != nil {
		return object.Null, from, err
	}
	n = min(n, len(b))
	l.sockets.received = n
	if data != object.Null && size >= leastDirect && n >= size/2 {
		h.TrimBytes(data, n)
		return data, from, nil
	}
	return h.NewBytes(b[:n]), from, nil
}

// buffer returns room for n bytes, until something is received by another function.
func (k *sockets) buffer(n int) []byte {
	if n > scratchSize {
		return make([]byte, n)
	}
	if n > len(k.scratch) {
		k.scratch = make([]byte, min(max(2*n, 4096), scratchSize))
	}
	return k.scratch[:n]
}

var (
	recvIntoSig     = object.NewSignature("recv_into", 0, 1, 0, "buffer", "nbytes", "flags")
	recvFromIntoSig = object.NewSignature("recvfrom_into", 0, 1, 0, "buffer", "nbytes", "flags")
)

// Flags of recv and send.
const (
	messagePeek     = 2
	messageDontWait = 0x40
	messageWaitAll  = 0x100
)

// receiveInto is recv_into and recvfrom_into. The buffer is looked for at each try: it may have been changed while another thread ran.
func (l *Lib) receiveInto(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value, sig *object.Signature, name string) (n int, from grant.Address, err error) {
	p := [3]object.Value{object.Null, object.Null, object.Null}
	if err := bind(h, sig, args, kwnames, p[:]); err != nil {
		return 0, from, err
	}
	size, flags := 0, 0
	if p[1] != object.Null {
		if size, err = h.Ssize(p[1]); err != nil {
			return 0, from, err
		}
	}
	if err := cInts(h, p[2:], &flags); err != nil {
		return 0, from, err
	}
	err = l.transfer(h, v, grant.EventIn, flags, func(s grant.Socket) error {
		b, err := writableData(h, p[0], name+"() argument 1")
		if err != nil {
			return err
		}
		switch {
		case size < 0:
			return h.Raise(object.ValueErrorType, "negative buffersize in %s", name)
		case size > len(b) && name == "recv_into":
			return h.Raise(object.ValueErrorType, "buffer too small for requested bytes")
		case size > len(b):
			return h.Raise(object.ValueErrorType, "nbytes is greater than the length of the buffer")
		case size > 0:
			b = b[:size]
		}
		if len(b) == 0 && name == "recv_into" {
			return nil
		}
		return l.take(h, v, s, b, flags, &n, &from)
	})
	return n, from, err
}

// take receives into b behind its first n bytes. A socket that blocks takes all of b where MSG_WAITALL asks for it: what returns EAGAIN is
// tried again.
func (l *Lib) take(h *object.Heap, v object.Value, s grant.Socket, b []byte, flags int, n *int, from *grant.Address) error {
	had := *n
	some, a, err := s.Recv(b[min(had, len(b)):], flags)
	if had > 0 && err != nil && grant.Errno(err) != syscall.EAGAIN {
		return nil // what is there already, the next call says why there is no more
	}
	if err != nil {
		return err
	}
	if had == 0 {
		*from = a
	}
	*n += some
	_, kind, _ := s.Kind()
	blocks := h.Field(v, offSocketTimeout).Small() < 0
	if flags&(messageWaitAll|messagePeek) == messageWaitAll && blocks && kind == kindStream && some > 0 && *n < len(b) {
		return syscall.EAGAIN
	}
	return nil
}

// sendSome is send and sendto.
func (l *Lib) sendSome(h *object.Heap, v, data object.Value, flags int, to *grant.Address) (n int, err error) {
	if _, err := packedAddress(h, data); err != nil {
		return 0, err
	}
	return n, l.transfer(h, v, grant.EventOut, flags, func(s grant.Socket) error {
		b, err := h.BufferData(data)
		if err == nil {
			n, err = s.Send(b, flags, to)
		}
		return err
	})
}

// sendTo is sendto(data, address) and sendto(data, flags, address).
func (l *Lib) sendTo(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	if len(a) != 2 && len(a) != 3 {
		return object.Null, h.Raise(object.TypeErrorType, "sendto() takes 2 or 3 arguments (%d given)", len(a))
	}
	flags := 0
	if err := givenInts(h, a[1:len(a)-1], &flags); err != nil {
		return object.Null, err
	}
	if _, err := packedAddress(h, a[0]); err != nil {
		return object.Null, err
	}
	to, err := l.addressOf(v, a[len(a)-1], "sendto")
	if err == nil {
		err = l.Audit("socket.sendto", v, a[len(a)-1])
	}
	if err != nil {
		return object.Null, err
	}
	n, err := l.sendSome(h, v, a[0], flags, &to)
	return object.SmallInt(int64(n)), err
}

// sendAll is sendall: the timeout is that of all of it.
func (l *Lib) sendAll(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	flags := 0
	if err := givenInts(h, a[1:], &flags); err != nil {
		return object.Null, err
	}
	if _, err := packedAddress(h, a[0]); err != nil {
		return object.Null, err
	}
	sent := 0
	return object.None, l.transfer(h, v, grant.EventOut, flags, func(s grant.Socket) error {
		for {
			b, err := h.BufferData(a[0])
			if err != nil {
				return err
			}
			if sent > 0 && sent >= len(b) {
				return nil
			}
			n, err := s.Send(b[sent:], flags, nil)
			if sent += n; err != nil || sent >= len(b) {
				return err
			}
			if err := l.waits(); err != nil {
				return err
			}
		}
	})
}

// sendMessage is sendmsg(buffers, ancdata, flags, address) without ancillary data.
func (l *Lib) sendMessage(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	m := h.Mark()
	defer h.Release(m)
	list, err := h.ListFromIter(a[0])
	if err != nil {
		return object.Null, err
	}
	h.Push(list)
	if len(a) > 1 && a[1] != object.None {
		besides, err := h.ListFromIter(a[1])
		if err != nil {
			return object.Null, err
		}
		if h.ListLen(besides) > 0 {
			return object.Null, h.Unsupported("ancillary data of socket.sendmsg")
		}
	}
	flags := 0
	if len(a) > 2 {
		if err := givenInts(h, a[2:3], &flags); err != nil {
			return object.Null, err
		}
	}
	var to *grant.Address
	if len(a) > 3 && a[3] != object.None {
		address, err := l.addressOf(v, a[3], "sendmsg")
		if err != nil {
			return object.Null, err
		}
		to = &address
	}
	stream := h.Field(v, offSocketType).Small() == kindStream
	if h.ListLen(list) == 1 {
		n, err := l.sendSome(h, v, h.ListItem(list, 0), flags, to)
		return object.SmallInt(int64(n)), err
	}
	var data []byte
	for i := range h.ListLen(list) {
		b, err := packedAddress(h, h.ListItem(list, i))
		if err == nil && stream { // it takes a part
			b = b[:min(len(b), scratchSize-len(data))]
		}
		if err == nil {
			err = within(h, len(data)+len(b), 1)
		}
		if err != nil {
			return object.Null, err
		}
		data = append(data, b...)
	}
	n := 0
	err = l.transfer(h, v, grant.EventOut, flags, func(s grant.Socket) (err error) {
		n, err = s.Send(data, flags, to)
		return err
	})
	return object.SmallInt(int64(n)), err
}

// getOption is getsockopt(level, option[, buflen]).
func (l *Lib) getOption(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	level, name, size := 0, 0, 0
	if err := givenInts(h, a, &level, &name, &size); err != nil {
		return object.Null, err
	}
	s, err := l.socketOf(h, v)
	if err != nil {
		return object.Null, err
	}
	if len(a) == 3 && size != 0 && (size < 0 || size > 1024) {
		return object.Null, h.Raise(object.OSErrorType, "getsockopt buflen out of range")
	}
	b := make([]byte, max(size, 4))
	if size > 0 {
		b = b[:size]
	}
	n, err := s.Option(level, name, b)
	switch {
	case err != nil:
		return object.Null, osError(h, err, object.Null)
	case size > 0:
		return h.NewBytes(b[:min(n, len(b))]), nil
	}
	return object.SmallInt(int64(int32(binary.NativeEndian.Uint32(b)))), nil
}

// setOption is setsockopt(level, option, value) and setsockopt(level, option, None, length).
func (l *Lib) setOption(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	if len(a) != 3 && len(a) != 4 {
		return object.Null, h.Raise(object.TypeErrorType, "setsockopt() takes exactly 3 arguments (%d given)", len(a))
	}
	level, name, length := 0, 0, 0
	if err := givenInts(h, a[:2], &level, &name); err != nil {
		return object.Null, err
	}
	var b []byte
	var err error
	switch {
	case len(a) == 4:
		if a[2] != object.None {
			return object.Null, h.Raise(object.TypeErrorType, "setsockopt() argument 3 must be NoneType, not %s", h.TypeName(a[2]))
		}
		if length, err = h.CInt(a[3]); err == nil && length != 0 {
			err = h.Unsupported("argument optlen of socket.setsockopt")
		}
	case h.IsIntegral(a[2]):
		n := 0
		if n, err = h.CInt(a[2]); err == nil {
			b = binary.NativeEndian.AppendUint32(nil, uint32(n))
		}
	default:
		if b, err = packedAddress(h, a[2]); err == nil && len(b) > math.MaxInt32 {
			err = h.Raise(object.OverflowErrorType, "socket option is larger than %d bytes", math.MaxInt32)
		}
	}
	if err != nil {
		return object.Null, err
	}
	s, err := l.socketOf(h, v)
	if err != nil {
		return object.Null, err
	}
	if err := s.SetOption(level, name, b); err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	return object.None, nil
}
