package lib

import (
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// Waiting until files are ready: sockets and pipes of the host by Grants.Network, what has both ends in the VM by looking at it.

// ready is a file that something else in the VM reads or writes at its other end.
type ready interface {
	readable() bool
	writable() bool
}

func (e pipeEnd) readable() bool { return !e.writes && (len(e.p.data) > 0 || e.p.ended) }
func (e pipeEnd) writable() bool { return e.writes && (len(e.p.data) < pipeSize || e.p.unread) }

// events are those of a file within the VM.
func (l *Lib) events(f ready, want int16) int16 {
	got := int16(0)
	if want&grant.EventIn != 0 && f.readable() {
		got |= grant.EventIn
	}
	if want&grant.EventOut != 0 && f.writable() {
		got |= grant.EventOut
	}
	switch f := f.(type) {
	case pipeEnd:
		if !f.writes && f.p.ended {
			got = got&^grant.EventIn | grant.EventHangUp
			if len(f.p.data) > 0 {
				got |= want & grant.EventIn
			}
		}
		if f.writes && f.p.unread {
			got |= grant.EventError
		}
	case duplex:
		if f.in.p.ended && f.out.p.unread {
			got |= grant.EventHangUp
		}
	}
	return got
}

// hosted returns what Grants.Network waits for in the place of a file; nil: the VM itself looks.
func (l *Lib) hosted(f grant.File) grant.File {
	if l.host.Grants.Network == nil {
		return nil
	}
	switch f := f.(type) {
	case pipeEnd, duplex, *epoll:
		return nil
	case hostPipe:
		return f.Pipe
	case stream:
		return l.host.Grants.Streams[f.fd]
	}
	return f
}

// waiting are files that are waited for.
type waiting struct {
	l      *Lib
	list   []grant.Waiting // all of them, with the files of the VM
	asked  []grant.Waiting // of these the ones that the network waits for
	places []int           // in list
	inside bool            // there are others
}

// newWaiting divides files into those that the network waits for and others.
func (l *Lib) newWaiting(list []grant.Waiting) (*waiting, error) {
	w := &waiting{l: l, list: list}
	for i := range list {
		if f := l.hosted(list[i].File); f != nil {
			w.asked = append(w.asked, grant.Waiting{File: f, Want: list[i].Want})
			w.places = append(w.places, i)
			continue
		}
		switch list[i].File.(type) {
		case ready, *epoll:
			w.inside = true
		default:
			return nil, l.h.Unsupported("select of files that reach out of the VM")
		}
	}
	return w, nil
}

// look says which files within the VM are ready.
func (w *waiting) look() (n int, err error) {
	if !w.inside {
		return 0, nil
	}
	for i := range w.list {
		switch f := w.list[i].File.(type) {
		case *epoll:
			w.list[i].Got = 0
			if some, err := f.poll(w.l, 0, 1); err != nil {
				return 0, err
			} else if len(some) > 0 {
				w.list[i].Got = w.list[i].Want & grant.EventIn
			}
		case ready:
			if w.l.hosted(w.list[i].File) != nil {
				continue
			}
			w.list[i].Got = w.l.events(f, w.list[i].Want)
		default:
			continue
		}
		if w.list[i].Got != 0 {
			n++
		}
	}
	return n, nil
}

// ask lets the network wait, and other threads go on meanwhile.
func (w *waiting) ask(d time.Duration) (n int, err error) {
	switch {
	case len(w.asked) == 0 && d <= 0:
		return 0, nil
	case d <= 0 || !w.l.threadsWait():
		n, err = w.l.host.Grants.Network.Wait(w.asked, d)
	default:
		var asked bool
		if n, asked, err = w.askOutside(d); !asked {
			return 0, nil
		}
	}
	for i, at := range w.places {
		w.list[at].Got = 0
		if n > 0 {
			w.list[at].Got = w.asked[i].Got
		}
	}
	if err != nil {
		err = osError(w.l.h, err, object.Null)
	}
	return n, err
}

// askOutside is ask while other threads go on; asked is false if it was interrupted.
func (w *waiting) askOutside(d time.Duration) (n int, asked bool, err error) {
	asked = w.l.host.Threads.Outside(func() { n, err = w.l.host.Grants.Network.Wait(w.asked, d) })
	return n, asked, err
}

// readiness waits at most d, forever if that is less than nothing, until a file of the list is ready for what it is asked for. It
// returns how many are, and what for in the list.
func (l *Lib) readiness(list []grant.Waiting, d time.Duration) (int, error) {
	w, err := l.newWaiting(list)
	if err != nil {
		return 0, err
	}
	return w.ready(d, nil)
}

// ready is readiness of what w has. Other threads may change what is waited for: again, if it is not nil, returns what takes the place
// of w, nil if it is as it was.
func (w *waiting) ready(d time.Duration, again func() (*waiting, error)) (int, error) {
	l := w.l
	clock := l.host.Grants.Clock
	if d > 0 && clock == nil {
		return 0, l.denied(theClock, object.Null)
	}
	var start int64
	if d > 0 {
		start = clock.Monotonic()
	}
	pause := time.Millisecond
	for left := d; ; {
		n, err := w.look()
		if err != nil {
			return 0, err
		}
		limit := time.Duration(0)
		if n == 0 && left != 0 && l.host.Grants.Network != nil && (len(w.asked) > 0 || !w.inside) {
			if limit = waitSlice; w.inside {
				limit, pause = pause, min(2*pause, waitSlice)
			}
			if left > 0 {
				limit = min(limit, left)
			}
		}
		more, err := w.ask(limit)
		if n += more; err != nil || n > 0 || d == 0 {
			return n, err
		}
		switch {
		case limit > 0:
			err = l.waits()
		case left < 0 && !l.children.any && !l.threadsWait():
			return 0, l.h.Unsupported("waiting in select without a time: nobody else is there")
		case left > 0 && !l.children.any && !l.threadsWait():
			err = l.wait(left)
		default:
			slice := pause
			if left > 0 {
				slice = min(slice, left)
			}
			pause = min(2*pause, waitSlice)
			err = l.wait(slice)
		}
		if err != nil {
			return 0, err
		}
		if again != nil {
			now, err := again()
			if err != nil {
				return 0, err
			}
			if now != nil {
				w = now
			}
		}
		if d > 0 {
			if left = d - time.Duration(clock.Monotonic()-start); left <= 0 {
				left = 0
				if d = 0; w.inside || len(w.asked) > 0 {
					continue // a last look
				}
				return 0, nil
			}
		}
	}
}
