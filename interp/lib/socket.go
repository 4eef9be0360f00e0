package lib

import (
	"io"
	"syscall"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// The module _socket: in name only but for gethostname and pairs of sockets within the VM, by
// which event loops wake themselves; select.select waits for such, and for pipes.

// The fields of a socket: values.
const (
	offSocketFD      = 8 // int; -1: closed
	offSocketTimeout = 16
	offSocketFamily  = 24
	offSocketType    = 32
	offSocketProto   = 40
	socketSize       = 48
)

// ready is a file that something else in the VM reads or writes at its other end.
type ready interface {
	readable() bool
	writable() bool
}

func (e pipeEnd) readable() bool { return !e.writes && (len(e.p.data) > 0 || e.p.ended) }
func (e pipeEnd) writable() bool { return e.writes && (len(e.p.data) < pipeSize || e.p.unread) }

// duplex is one of a pair of sockets.
type duplex struct{ in, out pipeEnd }

func (d duplex) Read(b []byte) (int, error)     { return d.in.Read(b) }
func (d duplex) Write(b []byte) (int, error)    { return d.out.Write(b) }
func (d duplex) Seek(int64, int) (int64, error) { return 0, syscall.ESPIPE }
func (d duplex) Stat() (grant.Status, error)    { return grant.Status{Mode: 0o140777}, nil }
func (d duplex) readable() bool                 { return d.in.readable() }
func (d duplex) writable() bool                 { return d.out.writable() }
func (d duplex) Close() error {
	_, _ = d.in.Close(), d.out.Close()
	return nil
}

var (
	socketSig = object.NewSignature("socket", 0, 0, 0, "family", "type", "proto", "fileno")
	pairSig   = object.NewSignature("socketpair", 3, 0, 0, "", "", "")
)

// newSocket makes the module _socket.
func (l *Lib) newSocket() (object.Value, error) {
	h, m := l.h, l.refusedModule("_socket")
	t := h.RegisterType(&object.Type{Name: "socket", Module: "_socket", Size: socketSize, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			v := h.NewEmpty(t)
			h.SetField(v, offSocketFD, object.SmallInt(-1))
			if t.Made() {
				return v, nil // __init__ sees the arguments
			}
			return v, socketInit(h, v, args, kwnames)
		},
		Init: socketInit,
	}})
	h.AddMethods(t, l.socketMethods())
	for _, a := range [...]struct {
		name string
		off  uintptr
	}{{"timeout", offSocketTimeout}, {"family", offSocketFamily}, {"type", offSocketType}, {"proto", offSocketProto}} {
		h.AddGetSets(t, []object.GetSet{{Name: a.name, Get: func(h *object.Heap, v object.Value) (object.Value, error) { return h.Field(v, a.off), nil }}})
	}
	m.set("has_ipv6", object.False)
	m.set("socket", t.Object)
	m.set("SocketType", t.Object)
	m.functions(inetFunctions)
	m.functions([]object.Builtin{
		{Name: "gethostname", Arity: object.NoArgs, Fn: l.getHostname},
		{Name: "socketpair", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			p := [3]object.Value{object.Null, object.Null, object.Null}
			if err := bind(h, pairSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			for i, standard := range [...]int64{1, 1, 0} { // AF_UNIX, SOCK_STREAM
				if p[i] == object.Null {
					p[i] = object.SmallInt(standard)
				}
				if n, err := h.CInt(p[i]); err != nil || int64(n) != standard {
					return object.Null, h.Unsupported("function _socket.socketpair of other sockets than streams")
				}
			}
			a, b := &pipe{}, &pipe{}
			pair := h.NewTuple(object.None, object.None)
			for i, d := range [...]duplex{{pipeEnd{a, false}, pipeEnd{b, true}}, {pipeEnd{b, false}, pipeEnd{a, true}}} {
				v := h.NewEmpty(t)
				h.TupleItems(pair)[i] = v
				setSocket(h, v, object.SmallInt(int64(l.addFile(d))), p)
			}
			return pair, nil
		}},
	})
	return m.v, nil
}

func setSocket(h *object.Heap, v, fd object.Value, kind [3]object.Value) {
	h.SetField(v, offSocketFD, fd)
	h.SetField(v, offSocketTimeout, object.None)
	for i, x := range kind {
		h.SetField(v, offSocketFamily+8*uintptr(i), x)
	}
}

func socketInit(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	p := [4]object.Value{object.Null, object.Null, object.Null, object.Null}
	if err := bind(h, socketSig, args, kwnames, p[:]); err != nil {
		return err
	}
	if p[3] == object.Null || p[3] == object.None {
		return h.Unsupported("type _socket.socket")
	}
	fd, err := h.CInt(p[3])
	if err != nil {
		return err
	}
	var kind [3]object.Value
	for i := range kind {
		n := -1
		if p[i] != object.Null {
			if n, err = h.CInt(p[i]); err != nil {
				return err
			}
		}
		kind[i] = object.SmallInt(int64(n))
	}
	setSocket(h, v, object.SmallInt(int64(fd)), kind)
	return nil
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

// socketOf returns one of a pair of sockets by its object.
func (l *Lib) socketOf(h *object.Heap, v object.Value) (duplex, error) {
	f, err := l.file(int(h.Field(v, offSocketFD).Small()))
	if err != nil {
		return duplex{}, osError(h, err, object.Null)
	}
	d, ok := f.(duplex)
	if !ok {
		return duplex{}, osError(h, syscall.ENOTSOCK, object.Null)
	}
	return d, nil
}

func (l *Lib) socketMethods() []object.Builtin {
	return []object.Builtin{
		{Name: "fileno", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return h.Field(v, offSocketFD), nil
		}},
		{Name: "detach", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			fd := h.Field(v, offSocketFD)
			h.SetField(v, offSocketFD, object.SmallInt(-1))
			return fd, nil
		}},
		{Name: "close", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			fd := h.Field(v, offSocketFD)
			h.SetField(v, offSocketFD, object.SmallInt(-1))
			if fd.Small() < 0 {
				return object.None, nil
			}
			if err := l.closeDescriptor(int(fd.Small())); err != nil {
				return object.Null, osError(h, err, object.Null)
			}
			return object.None, nil
		}},
		{Name: "setblocking", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			yes, err := h.Truth(a[0])
			timeout := object.None
			if !yes {
				timeout = object.FloatValue(0)
			}
			h.SetField(v, offSocketTimeout, timeout)
			return object.None, err
		}},
		{Name: "getblocking", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.Bool(h.Field(v, offSocketTimeout) == object.None), nil
		}},
		{Name: "gettimeout", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return h.Field(v, offSocketTimeout), nil
		}},
		{Name: "recv", Arity: object.O, Fn: l.recv},
		{Name: "send", Arity: object.O, Fn: l.send},
	}
}

func (l *Lib) recv(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	n, err := h.Ssize(a[0])
	if err != nil {
		return object.Null, err
	}
	if n < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "negative buffersize in recv")
	}
	d, err := l.socketOf(h, v)
	if err != nil {
		return object.Null, err
	}
	if !d.readable() && h.Field(v, offSocketTimeout) != object.None {
		return object.Null, osError(h, syscall.EAGAIN, object.Null)
	}
	b := make([]byte, min(n, pipeSize))
	if n, err = d.Read(b); err != nil && err != io.EOF {
		return object.Null, osError(h, err, object.Null)
	}
	return h.NewBytes(b[:n]), nil
}

func (l *Lib) send(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	data, err := h.BufferData(a[0])
	if err != nil {
		return object.Null, err
	}
	d, err := l.socketOf(h, v)
	if err != nil {
		return object.Null, err
	}
	if !d.writable() && h.Field(v, offSocketTimeout) != object.None {
		return object.Null, osError(h, syscall.EAGAIN, object.Null)
	}
	n, err := d.Write(data)
	if err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	return h.Int(int64(n)), nil
}
