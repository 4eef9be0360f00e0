package lib

import (
	"math"
	"slices"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// select.poll and select.epoll. Both are sets of descriptors that are looked at anew by each call, so that an epoll says what is
// (it is level-triggered), and one that is to say only what has changed (EPOLLET) is unsupported.

// watched is a file of a set.
type watched struct {
	fd   int
	want uint32
	off  bool // it has been told once (EPOLLONESHOT)
}

// watches is a set, by descriptors.
type watches map[int]*watched

// watchedWeight is about how many bytes of Go memory a file of a set takes.
const watchedWeight = 64

// sorted are the files of a set in the order of their descriptors.
func (w watches) sorted() []*watched {
	list := make([]*watched, 0, len(w))
	for _, x := range w {
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b *watched) int { return a.fd - b.fd })
	return list
}

// milliseconds converts the argument timeout of poll: None and less than nothing are forever.
func milliseconds(h *object.Heap, v object.Value) (time.Duration, error) {
	if v == object.Null || v == object.None {
		return -1, nil
	}
	var d time.Duration
	switch {
	case h.IsInstance(v, object.FloatType):
		x, err := h.Float(v)
		if err != nil {
			return 0, err
		}
		if x != x {
			return 0, h.Raise(object.ValueErrorType, "Invalid value NaN (not a number)")
		}
		if math.Abs(x) > math.MaxInt32 {
			return 0, h.Raise(object.OverflowErrorType, "timeout is too large")
		}
		d = time.Duration(math.Ceil(float64(x * 1e6)))
	case h.IsIntegral(v):
		n, ok := h.AsInt64(v)
		if !ok || n > math.MaxInt32 || n < math.MinInt32 {
			return 0, h.Raise(object.OverflowErrorType, "timeout is too large")
		}
		d = time.Duration(n) * time.Millisecond
	default:
		return 0, h.Raise(object.TypeErrorType, "timeout must be an integer or None")
	}
	return max(d, -1), nil
}

// poll is what is behind an object of select.poll.
type poll struct {
	heap.Account
	files   watches
	polling bool
}

// HandleWeight is what the heap counts for it without its files.
func (p *poll) HandleWeight() int { return 96 }

func unsignedShort(h *object.Heap, v object.Value) (uint32, error) {
	i, err := h.ToIndex(v)
	if err != nil {
		return 0, err
	}
	n, ok := h.AsInt64(i)
	switch {
	case ok && n < 0, !ok && h.IntSign(i) < 0:
		return 0, h.Raise(object.ValueErrorType, "Cannot convert negative int")
	case !ok || n > math.MaxUint16:
		return 0, h.Raise(object.OverflowErrorType, "Python int too large for C unsigned short")
	}
	return uint32(n), nil
}

// newPoll returns the function poll, which makes objects of a type that has no name.
func (l *Lib) newPoll() func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	h := l.h
	t := h.RegisterType(&object.Type{Name: "poll", Module: "select", Final: true, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "cannot create 'select.poll' instances")
		},
	}})
	of := func(v object.Value) *poll { return h.HandleOf(v).(*poll) }
	h.AddMethods(t, []object.Builtin{
		{Name: "register", Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			p := of(v)
			fd, err := l.descriptorOf(h, a[0])
			want := uint32(grant.EventIn | grant.EventUrgent | grant.EventOut)
			if err == nil && len(a) > 1 {
				want, err = unsignedShort(h, a[1])
			}
			if err != nil {
				return object.Null, err
			}
			p.files[fd] = &watched{fd: fd, want: want}
			p.Set(&h.Heap, len(p.files)*watchedWeight)
			return object.None, nil
		}},
		{Name: "modify", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			fd, err := l.descriptorOf(h, a[0])
			if err != nil {
				return object.Null, err
			}
			want, err := unsignedShort(h, a[1])
			if err != nil {
				return object.Null, err
			}
			w := of(v).files[fd]
			if w == nil {
				return object.Null, osError(h, syscall.ENOENT, object.Null)
			}
			w.want = want
			return object.None, nil
		}},
		{Name: "unregister", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			fd, err := l.descriptorOf(h, a[0])
			if err != nil {
				return object.Null, err
			}
			p := of(v)
			if p.files[fd] == nil {
				return object.Null, h.RaiseWith(object.KeyErrorType, object.SmallInt(int64(fd)))
			}
			delete(p.files, fd)
			p.Set(&h.Heap, len(p.files)*watchedWeight)
			return object.None, nil
		}},
		{Name: "poll", Arity: object.Fast, Max: 1, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			d := time.Duration(-1)
			if len(a) > 0 {
				var err error
				if d, err = milliseconds(h, a[0]); err != nil {
					return object.Null, err
				}
			}
			p := of(v)
			if p.polling {
				return object.Null, h.Raise(object.RuntimeErrorType, "concurrent poll() invocation")
			}
			p.polling = true
			defer func() { p.polling = false }()
			return l.pollFiles(h, p.files.sorted(), d)
		}},
	})
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if len(a) > 0 {
			return object.Null, h.Raise(object.TypeErrorType, "select.poll() takes no arguments (%d given)", len(a))
		}
		return h.NewHandleObject(t.ID, &poll{files: watches{}}), nil
	}
}

// pollFiles is poll.poll: descriptors that are closed are ready as such.
func (l *Lib) pollFiles(h *object.Heap, files []*watched, d time.Duration) (object.Value, error) {
	var asked []grant.Waiting
	var who []*watched
	var found []told
	for _, w := range files {
		f, err := l.file(w.fd)
		if err != nil {
			found = append(found, told{w, grant.EventInvalid})
			continue
		}
		asked, who = append(asked, grant.Waiting{File: f, Want: int16(w.want)}), append(who, w)
	}
	if len(found) > 0 {
		d = 0
	}
	if _, err := l.readiness(asked, d); err != nil {
		return object.Null, err
	}
	for i, x := range asked {
		if x.Got != 0 {
			found = append(found, told{who[i], uint32(uint16(x.Got))})
		}
	}
	slices.SortStableFunc(found, func(a, b told) int { return a.w.fd - b.w.fd })
	return toldList(h, found), nil
}

// told is what a poll says of a file.
type told struct {
	w   *watched
	got uint32
}

func toldList(h *object.Heap, found []told) object.Value {
	list := h.NewList()
	m := h.Mark()
	defer h.Release(m)
	h.Push(list)
	for _, x := range found {
		h.ListAppend(list, h.NewTuple(object.SmallInt(int64(x.w.fd)), object.SmallInt(int64(x.got))))
	}
	return list
}

// Events of an epoll that poll(2) has not.
const (
	epollExclusive = 1 << 28
	epollOneShot   = 1 << 30
	epollEdge      = 1 << 31
)

// epoll is what a descriptor of select.epoll stands for.
type epoll struct {
	heap.Account
	l       *Lib
	files   watches
	changes int       // of files: one that waits looks again
	kept    *watching // what was waited for last, if nobody waits
}

// watching is what an epoll waits for, and where it has that from.
type watching struct {
	*waiting
	who     []*watched
	changes int // of the epoll's files, when it was made
}

// changed counts a change of an epoll's files.
func (e *epoll) changed() {
	e.changes++
	e.Set(&e.l.h.Heap, len(e.files)*watchedWeight)
}

func (e *epoll) Read([]byte) (int, error)        { return 0, syscall.EINVAL }
func (e *epoll) Write([]byte) (int, error)       { return 0, syscall.EINVAL }
func (e *epoll) Seek(int64, int) (int64, error)  { return 0, syscall.ESPIPE }
func (e *epoll) Stat() (s grant.Status, _ error) { return grant.Status{Mode: 0o600}, nil }
func (e *epoll) Close() error {
	for fd := range e.files {
		e.drop(fd)
	}
	return nil
}

// add has an epoll watch a descriptor.
func (e *epoll) add(fd int, want uint32) {
	d := &e.l.place.descriptors
	if d.epolls == nil {
		d.epolls = map[int]map[*epoll]bool{}
	}
	if d.epolls[fd] == nil {
		d.epolls[fd] = map[*epoll]bool{}
	}
	d.epolls[fd][e] = true
	e.files[fd] = &watched{fd: fd, want: want}
	e.changed()
}

// drop ends that.
func (e *epoll) drop(fd int) {
	d := &e.l.place.descriptors
	if delete(d.epolls[fd], e); len(d.epolls[fd]) == 0 {
		delete(d.epolls, fd)
	}
	delete(e.files, fd)
	e.changed()
}

// watch returns what the epoll waits for now: w, if that is up to date.
func (e *epoll) watch(w *watching) (*watching, error) {
	if w != nil && w.changes == e.changes {
		return w, nil
	}
	w = &watching{changes: e.changes}
	var asked []grant.Waiting
	for _, x := range e.files {
		if f, err := e.l.file(x.fd); err == nil && !x.off {
			asked, w.who = append(asked, grant.Waiting{File: f, Want: int16(x.want & 0x7fff)}), append(w.who, x)
		}
	}
	var err error
	w.waiting, err = e.l.newWaiting(asked)
	return w, err
}

// poll returns at most so many of the files that are ready.
func (e *epoll) poll(l *Lib, d time.Duration, most int) ([]told, error) {
	w, err := e.watch(e.kept)
	if err != nil {
		return nil, err
	}
	e.kept = nil
	n, err := w.ready(d, func() (*waiting, error) {
		now, err := e.watch(w)
		if err != nil || now == w {
			return nil, err
		}
		w = now
		return w.waiting, nil
	})
	e.kept = w
	if n == 0 || err != nil {
		return nil, err
	}
	found := make([]told, 0, min(n, most))
	for i, x := range w.list {
		if x.Got == 0 {
			continue
		}
		found = append(found, told{w.who[i], uint32(uint16(x.Got))})
	}
	slices.SortFunc(found, func(a, b told) int { return a.w.fd - b.w.fd })
	found = found[:min(len(found), most)]
	for _, x := range found {
		if x.w.want&epollOneShot != 0 {
			x.w.off = true
			e.changed()
		}
	}
	return found, nil
}

// offEpollFD is the field of an epoll: its descriptor, −1 when it is closed.
const offEpollFD = 8

var (
	epollSig         = object.NewSignature("epoll", 0, 0, 0, "sizehint", "flags")
	epollRegisterSig = object.NewSignature("register", 0, 1, 0, "fd", "eventmask")
	epollModifySig   = object.NewSignature("modify", 0, 2, 0, "fd", "eventmask")
	epollPollSig     = object.NewSignature("poll", 0, 0, 0, "timeout", "maxevents")
)

// epollType makes the type epoll.
func (l *Lib) epollType() *object.Type {
	h := l.h
	fd := func(v object.Value) int { return int(h.Field(v, offEpollFD).Small()) }
	t := h.RegisterType(&object.Type{Name: "epoll", Module: "select", Size: 16, Final: true, Slots: object.Slots{
		New:   l.newEpoll,
		Dying: func(_ *object.Heap, v object.Value) bool { return fd(v) >= 0 },
	}})
	of := func(v object.Value) (*epoll, error) {
		if fd(v) >= 0 {
			if f, err := l.file(fd(v)); err == nil {
				if e, ok := f.(*epoll); ok {
					return e, nil
				}
			}
			return nil, osError(h, syscall.EBADF, object.Null)
		}
		return nil, h.Raise(object.ValueErrorType, "I/O operation on closed epoll object")
	}
	shut := func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		n := fd(v)
		h.SetField(v, offEpollFD, object.SmallInt(-1))
		if n >= 0 {
			if err := l.closeDescriptor(n); err != nil {
				return object.Null, osError(h, err, object.Null)
			}
		}
		return object.None, nil
	}
	h.AddGetSets(t, []object.GetSet{{Name: "closed", Get: func(_ *object.Heap, v object.Value) (object.Value, error) { return object.Bool(fd(v) < 0), nil }}})
	change := func(name string, sig *object.Signature, f func(e *epoll, fd int, want uint32) error) object.Builtin {
		return object.Builtin{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			p := [2]object.Value{object.Null, object.Null}
			if err := bind(h, sig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			e, err := of(v)
			if err != nil {
				return object.Null, err
			}
			n, err := l.descriptorOf(h, p[0])
			want := uint32(grant.EventIn | grant.EventUrgent | grant.EventOut)
			if err == nil && p[1] != object.Null {
				want, err = eventMask(h, p[1])
			}
			if err == nil && want&(epollEdge|epollExclusive) != 0 {
				err = h.Unsupported("flags EPOLLET and EPOLLEXCLUSIVE of select.epoll")
			}
			if err == nil {
				err = f(e, n, want)
			}
			return object.None, err
		}}
	}
	h.AddClassMethods(t, []object.Builtin{{Name: "fromfd", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		n, err := h.CInt(a[0])
		if err != nil {
			return object.Null, err
		}
		v := h.NewEmpty(t)
		h.SetField(v, offEpollFD, object.SmallInt(int64(n)))
		return v, nil
	}}})
	h.AddMethods(t, []object.Builtin{
		{Name: "__del__", Arity: object.NoArgs, Fn: shut},
		{Name: "close", Arity: object.NoArgs, Fn: shut},
		{Name: "__exit__", Arity: object.Fast, Max: 3, Fn: shut},
		{Name: "__enter__", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			_, err := of(v)
			return v, err
		}},
		{Name: "fileno", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			_, err := of(v)
			return object.SmallInt(int64(fd(v))), err
		}},
		change("register", epollRegisterSig, func(e *epoll, n int, want uint32) error {
			if e.files[n] != nil {
				return osError(h, syscall.EEXIST, object.Null)
			}
			if err := l.watchable(e, n); err != nil {
				return err
			}
			e.add(n, want)
			return nil
		}),
		change("modify", epollModifySig, func(e *epoll, n int, want uint32) error {
			if err := l.watchable(e, n); err != nil {
				return err
			}
			w := e.files[n]
			if w == nil {
				return osError(h, syscall.ENOENT, object.Null)
			}
			w.want, w.off = want, false
			e.changed()
			return nil
		}),
		{Name: "unregister", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			e, err := of(v)
			if err != nil {
				return object.Null, err
			}
			n, err := l.descriptorOf(h, a[0])
			if err == nil {
				err = l.watchable(e, n)
			}
			if err != nil {
				return object.Null, err
			}
			if e.files[n] == nil {
				return object.Null, osError(h, syscall.ENOENT, object.Null)
			}
			e.drop(n)
			return object.None, nil
		}},
		{Name: "poll", Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			p := [2]object.Value{object.Null, object.Null}
			if err := bind(h, epollPollSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			e, err := of(v)
			if err != nil {
				return object.Null, err
			}
			d := time.Duration(-1)
			if p[0] != object.Null && p[0] != object.None {
				if d, err = seconds(h, p[0]); err != nil {
					if h.RaisedIs(err, object.TypeErrorType) {
						err = h.Raise(object.TypeErrorType, "timeout must be an integer or None")
					}
					return object.Null, err
				}
				d = max(d, -1)
			}
			most := -1
			if err := cInts(h, p[1:], &most); err != nil {
				return object.Null, err
			}
			if most == -1 {
				most = math.MaxInt
			} else if most < 1 {
				return object.Null, h.Raise(object.ValueErrorType, "maxevents must be greater than 0, got %d", most)
			}
			found, err := e.poll(l, d, most)
			if err != nil {
				return object.Null, err
			}
			return toldList(h, found), nil
		}},
	})
	return t
}

// watchable says whether an epoll can have a descriptor: files and folders are always ready, and it refuses them.
func (l *Lib) watchable(e *epoll, fd int) error {
	f, err := l.file(fd)
	if err != nil {
		return osError(l.h, err, object.Null)
	}
	if f == grant.File(e) {
		return osError(l.h, syscall.EINVAL, object.Null)
	}
	switch f.(type) {
	case *epoll:
		return l.h.Unsupported("an epoll that watches another one")
	case grant.Socket, ready, stream:
		return nil
	}
	s, err := f.Stat()
	if kind := s.Mode & grant.ModeKind; err == nil && (kind == grant.ModeFile || kind == grant.ModeFolder) {
		err = syscall.EPERM
	}
	if err != nil {
		return osError(l.h, err, object.Null)
	}
	return nil
}

// eventMask converts events of an epoll.
func eventMask(h *object.Heap, v object.Value) (uint32, error) {
	i, err := h.ToIndex(v)
	if err != nil {
		return 0, err
	}
	n, ok := h.AsInt64(i)
	if !ok || n < math.MinInt32 || n > math.MaxUint32 {
		return 0, h.Raise(object.OverflowErrorType, "Python int too large to convert to C unsigned int")
	}
	return uint32(n), nil
}

// newEpoll is epoll(sizehint=-1, flags=0).
func (l *Lib) newEpoll(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	p := [2]object.Value{object.Null, object.Null}
	if err := bind(h, epollSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	size, flags := -1, 0
	if err := cInts(h, p[:], &size, &flags); err != nil {
		return object.Null, err
	}
	switch {
	case size != -1 && size <= 0:
		return object.Null, h.Raise(object.ValueErrorType, "negative sizehint")
	case flags&^kindCloExec != 0:
		return object.Null, h.Raise(object.OSErrorType, "invalid flags")
	}
	v := h.NewEmpty(t)
	e := &epoll{l: l, files: watches{}}
	h.SetField(v, offEpollFD, object.SmallInt(int64(l.addFile(e))))
	return v, nil
}
