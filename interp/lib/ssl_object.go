package lib

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/internal/tlsconn"
	"github.com/tier2go/tier2/interp/object"
)

// _SSLSocket: a side of a connection, between two MemoryBIO or upon a socket.

// The fields of one.
const (
	offTLSConn    = 8  // what stands for a secureConn
	offTLSContext = 16 // the context …
	offTLSOwner   = 24 // … the SSLObject or SSLSocket, or None
	offTLSSock    = 32 // … the socket; Null: there is none
	offTLSIn      = 40 // MemoryBIO of what has been received …
	offTLSOut     = 48 // … and of what is to be sent
	offTLSHost    = 56 // str or None
	offTLSSide    = 64 // bool: of the server
	tlsConnSize   = 72
)

// secureConn is what is behind one.
type secureConn struct{ *tlsconn.Conn }

// HandleWeight is what the heap counts for it: what crypto/tls has for a connection, and a record.
func (secureConn) HandleWeight() int { return 64 << 10 }

func (k *sslKit) connOf(v object.Value) secureConn {
	return k.l.h.HandleOf(k.l.h.Field(v, offTLSConn)).(secureConn)
}

// wrap makes a side of a connection. sock is Null for one between in and out.
func (k *sslKit) wrap(context, sock, in, out object.Value, server bool, host, owner object.Value) (object.Value, error) {
	h := k.l.h
	name := ""
	if host != object.None {
		if !h.IsInstance(host, object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "server_hostname must be str or None, not %s", h.TypeName(host))
		}
		name = h.GoString(host)
	}
	switch protocol := h.Field(context, tlsField(tlsProtocol)).Small(); {
	case server && protocol == tlsClient:
		return object.Null, k.plain(k.errSSL, 0, "Cannot create a server socket with a PROTOCOL_TLS_CLIENT context", 868)
	case !server && protocol == tlsServer:
		return object.Null, k.plain(k.errSSL, 0, "Cannot create a client socket with a PROTOCOL_TLS_SERVER context", 874)
	}
	config, err := k.config(context, server, name)
	if err != nil {
		return object.Null, err
	}
	kind := func(c net.Conn, config *tls.Config) *tls.Conn { return tls.Client(c, config) }
	if server {
		kind = tls.Server
	}
	c := tlsconn.New(kind, config, &k.bioOf(in).Buffer, &k.bioOf(out).Buffer)
	content := h.NewHandleObject(k.content, secureConn{c})
	h.Push(content)
	k.live[c] = true
	v := h.NewEmpty(k.conn)
	for off, x := range map[uintptr]object.Value{offTLSConn: content, offTLSContext: context, offTLSOwner: owner, offTLSSock: sock, offTLSIn: in, offTLSOut: out, offTLSHost: host, offTLSSide: object.Bool(server)} {
		h.SetField(v, off, x)
	}
	return v, nil
}

// drive calls f until it does not want more bytes, and moves bytes between the connection and a socket. Without one, what has to be
// done again is an exception. io.EOF is returned as it is.
func (k *sslKit) drive(v object.Value, line int, what string, f func(c *tlsconn.Conn) error) error {
	h, c := k.l.h, k.connOf(v).Conn
	in, out := k.bioOf(h.Field(v, offTLSIn)), k.bioOf(h.Field(v, offTLSOut))
	for {
		err := f(c)
		in.count(h)
		out.count(h)
		sock := h.Field(v, offTLSSock)
		if sock != object.Null {
			if err := k.flush(sock, out, line, what); err != nil {
				return err
			}
		}
		switch {
		case err == nil || err == io.EOF:
			return err
		case err != tlsconn.ErrWant:
			return k.failure(err, line)
		case sock == object.Null:
			return k.wants(false, line)
		}
		if err := k.fill(sock, in, line, what); err != nil {
			return err
		}
	}
}

// await waits until a socket is ready.
func (k *sslKit) await(sock object.Value, s grant.Socket, write bool, line int, what string) error {
	timeout := k.l.h.Field(sock, offSocketTimeout).Small()
	if timeout == 0 {
		return k.wants(write, line)
	}
	want := int16(grant.EventIn)
	if write {
		want = grant.EventOut
	}
	n, err := k.l.readiness([]grant.Waiting{{File: s, Want: want}}, time.Duration(timeout))
	if err == nil && n == 0 {
		err = k.l.h.Raise(object.TimeoutErrorType, "The %s operation timed out", what)
	}
	return err
}

// flush sends what is to be sent.
func (k *sslKit) flush(sock object.Value, out *memoryBIO, line int, what string) error {
	for out.Len() > 0 {
		s, err := k.l.socketOf(k.l.h, sock)
		if err != nil {
			return err
		}
		p := out.Take(-1)
		n, err := s.Send(p, 0, nil)
		out.Back(len(p) - max(n, 0))
		switch {
		case grant.Errno(err) == syscall.EAGAIN:
			err = k.await(sock, s, true, line, what)
		case err != nil:
			err = osError(k.l.h, err, object.Null)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fill receives bytes.
func (k *sslKit) fill(sock object.Value, in *memoryBIO, line int, what string) error {
	for {
		s, err := k.l.socketOf(k.l.h, sock)
		if err != nil {
			return err
		}
		n, _, err := s.Recv(k.received[:], 0)
		switch {
		case grant.Errno(err) == syscall.EAGAIN:
			if err := k.await(sock, s, false, line, what); err != nil {
				return err
			}
			continue
		case err != nil:
			return osError(k.l.h, err, object.Null)
		case n == 0:
			in.EOF = true
		default:
			in.Write(k.received[:n])
		}
		return nil
	}
}

// ready does the handshake, if it has not been done.
func shaken(c *tlsconn.Conn) error {
	if c.Done() {
		return nil
	}
	return c.Handshake()
}

// read is read(len[, buffer]).
func (k *sslKit) read(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	n, err := h.CInt(a[0])
	if err != nil {
		return object.Null, err
	}
	into := len(a) > 1
	if into {
		b, err := writableData(h, a[1], "read() argument 2")
		if err != nil {
			return object.Null, err
		}
		if n <= 0 || n > len(b) {
			n = len(b)
		}
	}
	if n < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "size should not be negative")
	}
	var p []byte
	if n > 0 {
		err = k.drive(v, lineRead, "read", func(c *tlsconn.Conn) error {
			err := shaken(c)
			if err == nil {
				p, err = c.Read(n)
			}
			return err
		})
	}
	if err == io.EOF {
		if err = nil; k.connOf(v).Closed() {
			err = k.plain(k.errZeroReturn, tlsZeroReturn, "TLS/SSL connection has been closed (EOF)", lineRead)
		}
	}
	if err != nil {
		return object.Null, err
	}
	if !into {
		return h.NewBytes(p), nil
	}
	b, err := writableData(h, a[1], "read() argument 2") // as it is now
	if err != nil {
		return object.Null, err
	}
	return object.SmallInt(int64(copy(b, p))), nil
}

// write is write(data).
func (k *sslKit) write(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	data, err := h.BufferData(a[0])
	if err != nil {
		return object.Null, err
	}
	if err := within(h, len(data), 2); err != nil {
		return object.Null, err
	}
	done := false
	err = k.drive(v, lineWrite, "write", func(c *tlsconn.Conn) error {
		if err := shaken(c); err != nil || done {
			return err
		}
		if data, err = h.BufferData(a[0]); err != nil { // another thread may have changed it
			return err
		}
		done = true
		_, err := c.Write(data)
		return err
	})
	if err != nil {
		return object.Null, err
	}
	return h.Int(int64(len(data))), nil
}

// shutdown is shutdown().
func (k *sslKit) shutdown(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	if !k.connOf(v).Done() {
		return object.Null, k.fail(lineShutdown, "SHUTDOWN_WHILE_IN_INIT", "shutdown while in init")
	}
	more := false
	err := k.drive(v, lineShutdown, "read", func(c *tlsconn.Conn) (err error) {
		more, err = c.Shutdown()
		return err
	})
	switch sock := h.Field(v, offTLSSock); {
	case err != nil && err != io.EOF:
		return object.Null, err
	case more:
		return object.Null, k.fail(lineShutdown, "APPLICATION_DATA_AFTER_CLOSE_NOTIFY", "application data after close notify")
	case sock == object.Null:
		return object.None, nil
	default:
		return sock, nil
	}
}

// peerCert is getpeercert(binary_form=False).
func (k *sslKit) peerCert(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	binary := false
	if len(a) > 0 {
		var err error
		if binary, err = h.Truth(a[0]); err != nil {
			return object.Null, err
		}
	}
	c := k.connOf(v)
	if !c.Done() {
		return object.Null, h.Raise(object.ValueErrorType, "handshake not done yet")
	}
	chain := c.State().PeerCertificates
	switch {
	case len(chain) == 0:
		return object.None, nil
	case binary:
		return h.NewBytes(chain[0].Raw), nil
	case h.Field(h.Field(v, offTLSContext), tlsField(tlsVerifyMode)) == object.SmallInt(certNone):
		return h.NewDict(), nil
	}
	return certDict(h, chain[0])
}

// suite is a suite of ciphers as OpenSSL has it.
type suite struct {
	name, version string
	bits          int64
}

var suites = map[uint16]suite{
	tls.TLS_AES_128_GCM_SHA256: {"TLS_AES_128_GCM_SHA256", "TLSv1.3", 128}, tls.TLS_AES_256_GCM_SHA384: {"TLS_AES_256_GCM_SHA384", "TLSv1.3", 256},
	tls.TLS_CHACHA20_POLY1305_SHA256:                  {"TLS_CHACHA20_POLY1305_SHA256", "TLSv1.3", 256},
	tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256:         {"ECDHE-RSA-AES128-GCM-SHA256", "TLSv1.2", 128},
	tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384:         {"ECDHE-RSA-AES256-GCM-SHA384", "TLSv1.2", 256},
	tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256:       {"ECDHE-ECDSA-AES128-GCM-SHA256", "TLSv1.2", 128},
	tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384:       {"ECDHE-ECDSA-AES256-GCM-SHA384", "TLSv1.2", 256},
	tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256:   {"ECDHE-RSA-CHACHA20-POLY1305", "TLSv1.2", 256},
	tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: {"ECDHE-ECDSA-CHACHA20-POLY1305", "TLSv1.2", 256},
	tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA:            {"ECDHE-RSA-AES128-SHA", "TLSv1.0", 128},
	tls.TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA:            {"ECDHE-RSA-AES256-SHA", "TLSv1.0", 256},
	tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA:          {"ECDHE-ECDSA-AES128-SHA", "TLSv1.0", 128},
	tls.TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA:          {"ECDHE-ECDSA-AES256-SHA", "TLSv1.0", 256},
}

var tlsVersions = map[uint16]string{tls.VersionTLS10: "TLSv1", tls.VersionTLS11: "TLSv1.1", tls.VersionTLS12: "TLSv1.2", tls.VersionTLS13: "TLSv1.3"}

// registerConn makes the type.
func (k *sslKit) registerConn() *object.Type {
	h := k.l.h
	k.content = h.RegisterType(&object.Type{Name: "connection", Module: "_ssl", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) {
			c := h.HandleAt(handle).(secureConn)
			c.Close()
			delete(k.live, c.Conn)
			h.ReleaseHandle(handle)
		},
	}}).ID
	t := h.RegisterType(&object.Type{Name: "_SSLSocket", Module: "_ssl", Final: true, Size: tlsConnSize, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "cannot create '_ssl._SSLSocket' instances")
		},
	}})
	get := func(name string, off uintptr) object.GetSet {
		return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) { return h.Field(v, off), nil }}
	}
	refuse := func(name string) func(h *object.Heap, v, x object.Value) error {
		return func(h *object.Heap, v, x object.Value) error {
			return h.Unsupported("setting of " + name + " of ssl.SSLSocket")
		}
	}
	owner, context := get("owner", offTLSOwner), get("context", offTLSContext)
	owner.Set = func(h *object.Heap, v, x object.Value) error {
		h.SetField(v, offTLSOwner, x)
		return nil
	}
	context.Set = refuse("context")
	h.AddGetSets(t, []object.GetSet{owner, context, get("server_side", offTLSSide), get("server_hostname", offTLSHost),
		{Name: "session", Get: func(*object.Heap, object.Value) (object.Value, error) { return object.None, nil }, Set: refuse("session")},
		{Name: "session_reused", Get: func(*object.Heap, object.Value) (object.Value, error) { return object.False, nil }},
	})
	h.AddMethods(t, k.connMethods())
	return t
}

// facts makes a method without arguments of what has been agreed on, None before.
func (k *sslKit) fact(name string, f func(h *object.Heap, s tls.ConnectionState) (object.Value, error)) object.Builtin {
	return object.Builtin{Name: name, Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		c := k.connOf(v)
		if !c.Done() {
			return object.None, nil
		}
		return f(h, c.State())
	}}
}

func (k *sslKit) connMethods() []object.Builtin {
	list := []object.Builtin{
		{Name: "do_handshake", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.None, k.drive(v, lineHandshake, "handshake", (*tlsconn.Conn).Handshake)
		}},
		{Name: "read", Arity: object.Fast, Min: 1, Max: 2, Fn: k.read}, {Name: "write", Arity: object.O, Fn: k.write},
		{Name: "shutdown", Arity: object.NoArgs, Fn: k.shutdown}, {Name: "getpeercert", Arity: object.Fast, Min: 0, Max: 1, Fn: k.peerCert},
		{Name: "pending", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.SmallInt(int64(k.connOf(v).Pending())), nil
		}},
		constant("compression", object.None),
		k.fact("version", func(h *object.Heap, s tls.ConnectionState) (object.Value, error) {
			return h.NewStr(tlsVersions[s.Version]), nil
		}),
		k.fact("cipher", func(h *object.Heap, s tls.ConnectionState) (object.Value, error) {
			x, ok := suites[s.CipherSuite]
			if !ok {
				x = suite{tls.CipherSuiteName(s.CipherSuite), tlsVersions[s.Version], 128}
			}
			m := h.Mark()
			defer h.Release(m)
			a := h.NewStr(x.name)
			h.Push(a)
			b := h.NewStr(x.version)
			h.Push(b)
			return h.NewTuple(a, b, object.SmallInt(x.bits)), nil
		}),
		k.fact("selected_alpn_protocol", func(h *object.Heap, s tls.ConnectionState) (object.Value, error) {
			if s.NegotiatedProtocol == "" {
				return object.None, nil
			}
			return h.NewStr(s.NegotiatedProtocol), nil
		}),
		k.fact("shared_ciphers", func(h *object.Heap, _ tls.ConnectionState) (object.Value, error) {
			return object.Null, h.Unsupported("method ssl.SSLSocket.shared_ciphers")
		}),
	}
	for _, name := range [...]string{"get_channel_binding", "verify_client_post_handshake", "get_verified_chain", "get_unverified_chain"} {
		b := *missing("method", "_ssl._SSLSocket."+name)
		b.Name = name
		list = append(list, b)
	}
	return list
}

// verified makes the function by which crypto/tls asks whether a peer is who it is to be.
func verified(check *tlsconn.Check, required bool) func(s tls.ConnectionState) error {
	return func(s tls.ConnectionState) error {
		if len(s.PeerCertificates) == 0 && !required {
			return nil
		}
		_, err := check.Verify(s.PeerCertificates)
		return err
	}
}

// errNoKey says that a file has no key for its certificate.
var errNoKey = errors.New("no key")

// rootsOf makes a pool of certificates.
func rootsOf(list []*x509.Certificate) *x509.CertPool {
	pool := x509.NewCertPool()
	for _, c := range list {
		pool.AddCert(c)
	}
	return pool
}
