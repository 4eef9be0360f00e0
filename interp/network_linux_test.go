package interp_test

import (
	"context"
	"errors"
	"io"
	"net/netip"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/grant/host"
)

// shop is a network of an embedder's: one server, which answers each line with its length, a little later.
type shop struct {
	made, closed int
	late         bool // the next look at what is there finds nothing
	waits        atomic.Int64
}

type shopSocket struct {
	grant.Socket
	in   *shop
	kind [3]int
	data []byte
}

func (s *shop) Socket(family, kind, protocol int) (grant.Socket, error) {
	if family != grant.FamilyIPv4 {
		return nil, syscall.EAFNOSUPPORT
	}
	s.made++
	return &shopSocket{in: s, kind: [3]int{family, kind, protocol}}, nil
}

func (s *shop) Pair(int, int, int) (a, b grant.Socket, err error) {
	return nil, nil, syscall.EOPNOTSUPP
}

func (s *shop) Wait(list []grant.Waiting, d time.Duration) (n int, err error) {
	s.waits.Add(1)
	for i := range list {
		list[i].Got = 0
		if x, ok := list[i].File.(*shopSocket); ok && (list[i].Want&grant.EventIn == 0 || len(x.data) > 0) {
			list[i].Got = list[i].Want
			n++
		}
	}
	if n == 0 {
		time.Sleep(min(d, time.Millisecond))
	}
	return n, nil
}

func (s *shop) Addresses(_ context.Context, name string) ([]netip.Addr, error) {
	if name != "shop.example" {
		return nil, grant.ErrNoName
	}
	return []netip.Addr{netip.MustParseAddr("192.0.2.1")}, nil
}

func (s *shop) Names(context.Context, netip.Addr) ([]string, error) {
	return []string{"shop.example"}, nil
}

func (x *shopSocket) Kind() (family, kind, protocol int) { return x.kind[0], x.kind[1], x.kind[2] }
func (x *shopSocket) SetOption(int, int, []byte) error   { return nil }
func (x *shopSocket) Connect(a grant.Address) error {
	if a.Port != 80 {
		return syscall.ECONNREFUSED
	}
	return nil
}

func (x *shopSocket) Send(b []byte, _ int, _ *grant.Address) (int, error) {
	for line := range strings.Lines(string(b)) {
		x.data = append(x.data, byte('0'+len(line)))
	}
	x.in.late = true
	return len(b), nil
}

func (x *shopSocket) Recv(b []byte, _ int) (int, grant.Address, error) {
	if x.in.late {
		x.in.late = false
		return 0, grant.Address{}, syscall.EAGAIN
	}
	n := copy(b, x.data)
	x.data = x.data[n:]
	return n, grant.Address{}, nil
}

func (x *shopSocket) Close() error {
	x.in.closed++
	return nil
}

// TestNetworkOfEmbedder gives a program a network that is none, and holds that closing the VM closes what the program leaves open.
func TestNetworkOfEmbedder(t *testing.T) {
	s := &shop{}
	got := runGranted(t, grant.Grants{Network: s}, show+`
import socket
s = socket.create_connection(("shop.example", 80))
s.sendall(b"one\nthree\n")
show("s.recv(9)", "socket.gethostbyname('shop.example')", "socket.gethostbyname('other.example')", "socket.create_connection(('shop.example', 81))",
     "socket.socket(socket.AF_INET6)", "socket.getnameinfo(('192.0.2.1', 80), 2)")
kept = [s, socket.socket()]
`)
	const want = `s.recv(9) = b'46'
socket.gethostbyname('shop.example') = 192.0.2.1
socket.gethostbyname('other.example') ! gaierror [Errno -2] Name or service not known
socket.create_connection(('shop.example', 81)) ! ConnectionRefusedError [Errno 111] Connection refused
socket.socket(socket.AF_INET6) ! OSError [Errno 97] Address family not supported by protocol
socket.getnameinfo(('192.0.2.1', 80), 2) = ('shop.example', '80')
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if s.made != 3 || s.closed != 3 || s.waits.Load() == 0 {
		t.Errorf("made %d sockets, closed %d, waited %d times", s.made, s.closed, s.waits.Load())
	}
}

// TestNetworkEnds: who waits for a socket is ended by a context, alone and where another thread waits for one too, handles
// signals, and lets other threads go on.
func TestNetworkEnds(t *testing.T) {
	const waiting = `
import socket, threading
server = socket.create_server(("127.0.0.1", 0))
def accept(): server.accept()
`
	for _, c := range []struct{ name, source string }{
		{"alone", "accept()\n"},
		{"two", "threading.Thread(target=accept).start()\naccept()\n"},
		{"at the end", "threading.Thread(target=accept, daemon=True).start()\nx = 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			py := cpython(t)
			o := importing(py, interp.Options{Heap: small, Stdout: io.Discard, Stderr: io.Discard})
			vm := newVM(t, modes[0], o)
			ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
			defer cancel()
			stop := vm.InterruptOn(ctx)
			start := time.Now()
			err := vm.RunMain(compiled(t, waiting+c.source), nil)
			stop()
			if ends := c.name == "at the end"; !ends && !errors.Is(err, context.DeadlineExceeded) || ends && err != nil {
				t.Errorf("it has ended by %v", err)
			}
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("it has ended after %v", d)
			}
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	g := host.Grants()
	g.Network, g.Signals = host.Network(), host.Signals()
	got := runGranted(t, g, waiting+`
import signal
class Late(Exception): pass
def late(n, frame): raise Late
signal.signal(signal.SIGALRM, late)
signal.setitimer(signal.ITIMER_REAL, 0.02)
try: accept()
except Late: print("late")
`)
	if got != "late\n" {
		t.Errorf("signals: %s", got)
	}
}
