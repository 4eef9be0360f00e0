// Package tlsconn has connections of TLS between buffers in memory, upon crypto/tls: who moves the bytes, and waits for them, is the
// caller.
//
//	c := tlsconn.New(tls.Client, config, in, out)
//	for c.Handshake() == tlsconn.ErrWant {
//		send(out.Take(-1))
//		in.Write(received())
//	}
//	n, err := c.Read(b) // ErrWant: in has no whole record
//
// crypto/tls waits where a handshake needs bytes that are not there, so that a handshake has a goroutine. It runs only while Handshake does:
// Handshake returns when it has ended, or waits for bytes. Behind it the goroutine is gone, and no other method needs one: what
// crypto/tls is told of bytes that are missing is an error that it takes for temporary, and keeps what it has read.
//
// What holds: the goroutine touches the buffers only while a call of Handshake or Close lasts. A Conn is for one goroutine at a
// time, and Close ends the goroutine of a handshake that nobody goes on with.
package tlsconn

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// ErrWant says that the buffer of what is received has not what is needed.
var ErrWant = errors.New("tlsconn: more bytes are needed")

// ErrClosed says that Close has been called.
var ErrClosed = errors.New("tlsconn: the connection is closed")

// ErrEOF says that the received bytes have ended without the peer's close_notify.
var ErrEOF = errors.New("tlsconn: the end of the bytes is not that of the connection")

// Buffer are bytes on their way.
type Buffer struct {
	data []byte
	at   int  // where what has not been taken begins
	EOF  bool // no bytes are written any more
}

// Len is how many bytes there are.
func (b *Buffer) Len() int { return len(b.data) - b.at }

// Write adds bytes.
func (b *Buffer) Write(p []byte) {
	if b.at == len(b.data) {
		b.data, b.at = b.data[:0], 0
	}
	b.data = append(b.data, p...)
}

// Take takes n bytes, or what there is; all of it if n is negative. They are valid until the next Write.
func (b *Buffer) Take(n int) []byte {
	if n < 0 || n > b.Len() {
		n = b.Len()
	}
	p := b.data[b.at : b.at+n : b.at+n]
	b.at += n
	return p
}

// Back gives back the last n bytes that were taken, ahead of a Write.
func (b *Buffer) Back(n int) { b.at -= n }

// Weight is how many bytes of memory it takes.
func (b *Buffer) Weight() int { return cap(b.data) }

// wire is the net.Conn that crypto/tls has.
type wire struct {
	mu      sync.Mutex
	change  *sync.Cond
	in, out *Buffer
	runs    bool // the goroutine of a handshake reads
	waits   bool // … and finds nothing
	closed  bool
	ended   bool // the end of in has been read
}

// want is ErrWant for crypto/tls.
type want struct{ error }

func (want) Timeout() bool   { return true }
func (want) Temporary() bool { return true }

func (w *wire) Read(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.in.Len() == 0 && !w.in.EOF && !w.closed {
		if !w.runs {
			return 0, want{ErrWant}
		}
		w.waits = true
		w.change.Broadcast()
		w.change.Wait()
		w.waits = false
	}
	switch {
	case w.closed:
		return 0, ErrClosed
	case w.in.Len() > 0:
		return copy(p, w.in.Take(len(p))), nil
	}
	w.ended = true
	return 0, io.EOF
}

func (w *wire) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return 0, ErrClosed
	}
	w.out.Write(p)
	return len(p), nil
}

func (*wire) Close() error                     { return nil }
func (*wire) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (*wire) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
func (*wire) SetDeadline(time.Time) error      { return nil }
func (*wire) SetReadDeadline(time.Time) error  { return nil }
func (*wire) SetWriteDeadline(time.Time) error { return nil }

// Conn is a side of a connection.
type Conn struct {
	wire    wire
	tls     *tls.Conn
	begun   bool  // the handshake
	done    bool  // … has ended; of wire.mu
	err     error // … with this
	plain   []byte
	at      int
	buf     [maxRecord]byte
	failed  error // of Read: what it has met behind bytes that it has returned
	sent    bool  // close_notify
	reached bool  // the peer's has come
}

// maxRecord is how many bytes a record has at most.
const maxRecord = 16 << 10

// New makes a side: kind is tls.Client or tls.Server.
func New(kind func(net.Conn, *tls.Config) *tls.Conn, config *tls.Config, in, out *Buffer) *Conn {
	c := &Conn{wire: wire{in: in, out: out}}
	c.wire.change = sync.NewCond(&c.wire.mu)
	c.tls = kind(&c.wire, config)
	return c
}

// Handshake goes on with the handshake: ErrWant where it needs bytes.
func (c *Conn) Handshake() error {
	w := &c.wire
	w.mu.Lock()
	defer w.mu.Unlock()
	if !c.begun {
		c.begun, w.runs = true, true
		go c.handshake()
	}
	w.change.Broadcast()
	for !c.done && (!w.waits || w.in.Len() > 0 || w.in.EOF) {
		w.change.Wait()
	}
	if !c.done {
		return ErrWant
	}
	return c.err
}

// handshake is the goroutine.
func (c *Conn) handshake() {
	err := c.tls.Handshake()
	w := &c.wire
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended && errors.Is(err, io.EOF) {
		err = ErrEOF
	}
	c.done, c.err, w.runs = true, err, false
	w.change.Broadcast()
}

// Done reports whether the handshake has succeeded.
func (c *Conn) Done() bool { return c.done && c.err == nil }

// Read reads at most n bytes, of one record, valid until the next Read. io.EOF: the peer has said that there is no more.
func (c *Conn) Read(n int) ([]byte, error) {
	if c.at == len(c.plain) {
		if c.failed != nil {
			return nil, c.failed
		}
		k, err := c.tls.Read(c.buf[:])
		c.plain, c.at = c.buf[:k], 0
		if err = c.readError(err); err != nil && err != ErrWant {
			c.failed = err
		}
		if k == 0 {
			return nil, err
		}
	}
	p := c.plain[c.at:min(c.at+n, len(c.plain))]
	c.at += len(p)
	return p, nil
}

func (c *Conn) readError(err error) error {
	var w want
	switch {
	case errors.As(err, &w):
		return ErrWant
	case errors.Is(err, io.EOF) && !c.wire.ended:
		c.reached = true
		return io.EOF
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return ErrEOF
	}
	return err
}

// Pending is how many bytes Read has without the buffers.
func (c *Conn) Pending() int { return len(c.plain) - c.at }

// Write writes bytes.
func (c *Conn) Write(p []byte) (int, error) { return c.tls.Write(p) }

// Shutdown says to the peer that there is no more, and reads that it says so: ErrWant until then. data: it has sent something else.
func (c *Conn) Shutdown() (data bool, err error) {
	if !c.sent {
		if err := c.tls.CloseWrite(); err != nil {
			return false, err
		}
		c.sent = true
	}
	if c.reached {
		return false, nil
	}
	p, err := c.Read(1)
	if len(p) > 0 {
		c.at -= len(p)
		return true, nil
	}
	if err == io.EOF {
		err = nil
	}
	return false, err
}

// Closed reports whether both sides have said that there is no more.
func (c *Conn) Closed() bool { return c.sent && c.reached }

// State is what has been agreed on.
func (c *Conn) State() tls.ConnectionState {
	if !c.done { // else the goroutine of the handshake has it
		return tls.ConnectionState{}
	}
	return c.tls.ConnectionState()
}

// Close ends the goroutine of a handshake that has not ended.
func (c *Conn) Close() {
	w := &c.wire
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.change.Broadcast()
	for c.begun && !c.done {
		w.change.Wait()
	}
}

// Open are connections that are open.
type Open map[*Conn]bool

// Close closes them.
func (o Open) Close() {
	for c := range o {
		c.Close()
	}
	clear(o)
}
