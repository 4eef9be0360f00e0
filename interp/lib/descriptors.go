package lib

import (
	"container/heap"
	"maps"
	"slices"
	"syscall"

	"github.com/tier2go/tier2/interp/grant"
)

// Descriptors and open files. To open one and to close one takes no longer the more there are.

// firstFile is the first descriptor behind the standard streams.
const firstFile = 3

// descriptorWeight is about how many bytes of Go memory a file, a socket or an end of a pipe takes.
const descriptorWeight = 256

// descriptors are what the descriptors from firstFile on stand for.
type descriptors struct {
	files  []grant.File            // nil: the descriptor is free
	free   lowest                  // the free ones
	epolls map[int]map[*epoll]bool // those that watch one, by its number
	gone   [firstFile]bool         // the standard streams that the program has closed
	// returns are those of which os.read and os.write do not wait (O_NONBLOCK).
	returns map[int]bool
	shared  map[int]*int // of those that stand for the same file as others do: how many these are
}

// mostDescriptors is the number that no descriptor of dup2 reaches.
const mostDescriptors = 1 << 20

// lowest is a heap of numbers, the lowest first.
type lowest []int

func (l lowest) Len() int           { return len(l) }
func (l lowest) Less(i, j int) bool { return l[i] < l[j] }
func (l lowest) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *lowest) Push(x any)        { *l = append(*l, x.(int)) }
func (l *lowest) Pop() any {
	n := len(*l) - 1
	x := (*l)[n]
	*l = (*l)[:n]
	return x
}

// addFile gives a file the lowest free descriptor.
func (l *Lib) addFile(f grant.File) int {
	made := false
	defer func() {
		if !made { // there was no memory
			_ = f.Close()
		}
	}()
	fd := l.addDescriptor(f)
	made = true
	return fd
}

// addDescriptor is addFile of a file that stays open where there is no memory.
func (l *Lib) addDescriptor(f grant.File) int {
	d := &l.place.descriptors
	if len(d.free) == 0 {
		l.place.weight.Add(&l.h.Heap, descriptorWeight)
		d.files = append(d.files, f)
		return firstFile + len(d.files) - 1
	}
	i := heap.Pop(&d.free).(int)
	d.files[i] = f
	return firstFile + i
}

// file returns what a descriptor stands for: EBADF if nothing.
func (l *Lib) file(fd int) (grant.File, error) {
	d := &l.place.descriptors
	switch {
	case fd >= 0 && fd < firstFile:
		if l.place.gone[fd] {
			return nil, syscall.EBADF
		}
		return stream{l, fd}, nil
	case fd < 0 || fd-firstFile >= len(d.files) || d.files[fd-firstFile] == nil:
		return nil, syscall.EBADF
	}
	return d.files[fd-firstFile], nil
}

// closeDescriptor is os.close.
func (l *Lib) closeDescriptor(fd int) error {
	f, err := l.file(fd)
	if err != nil {
		return err
	}
	if fd < firstFile {
		return l.h.Unsupported("closing a standard stream")
	}
	if !l.freeDescriptor(fd) {
		return nil
	}
	return f.Close()
}

// freeDescriptor makes a descriptor stand for nothing: no epoll watches it any more. It reports whether it was the last one of
// its file.
func (l *Lib) freeDescriptor(fd int) (last bool) {
	d := &l.place.descriptors
	d.files[fd-firstFile] = nil
	delete(d.returns, fd)
	heap.Push(&d.free, fd-firstFile)
	for e := range d.epolls[fd] {
		e.drop(fd)
	}
	n := d.shared[fd]
	if n == nil {
		return true
	}
	delete(d.shared, fd)
	*n--
	return *n == 0
}

// duplicate is dup(2).
func (l *Lib) duplicate(fd int) (int, error) {
	f, err := l.file(fd)
	if err != nil {
		return 0, err
	}
	if _, ok := f.(*epoll); ok {
		return 0, l.h.Unsupported("duplicating the descriptor of an epoll")
	}
	to := l.addDescriptor(f)
	l.share(fd, to)
	return to, nil
}

// share notes that two descriptors stand for the same file.
func (l *Lib) share(fd, to int) {
	d := &l.place.descriptors
	if d.shared == nil {
		d.shared = map[int]*int{}
	}
	n := d.shared[fd]
	if n == nil {
		n = new(int)
		*n = 1
		d.shared[fd] = n
	}
	*n++
	d.shared[to] = n
}

// duplicateTo is dup2(2).
func (l *Lib) duplicateTo(fd, to int) error {
	f, err := l.file(fd)
	switch {
	case err != nil:
		return err
	case to < 0 || to >= mostDescriptors:
		return syscall.EBADF
	case fd == to:
		return nil
	case to < firstFile:
		return l.h.Unsupported("os.dup2 onto a standard stream")
	}
	if _, ok := f.(*epoll); ok {
		return l.h.Unsupported("duplicating the descriptor of an epoll")
	}
	if _, err := l.file(to); err == nil {
		_ = l.closeDescriptor(to) // as dup2, which says nothing of it
	}
	l.takeDescriptor(to, f)
	l.share(fd, to)
	return nil
}

// takeDescriptor makes a free descriptor stand for a file.
func (l *Lib) takeDescriptor(fd int, f grant.File) {
	d, at := &l.place.descriptors, fd-firstFile
	if more := at + 1 - len(d.files); more > 0 {
		l.place.weight.Add(&l.h.Heap, more*descriptorWeight)
		for range more {
			d.files = append(d.files, nil)
			heap.Push(&d.free, len(d.files)-1)
		}
	}
	heap.Remove(&d.free, slices.Index(d.free, at))
	d.files[at] = f
}

// openFiles are the files that objects have, in the order in which they were opened.
type openFiles struct {
	list []*file // nil: it has been closed
	live int
}

func (o *openFiles) add(f *file) {
	f.at = len(o.list)
	o.list = append(o.list, f)
	o.live++
}

// replace puts another file in the place of one, or takes it out: nil.
func (o *openFiles) replace(f, by *file) {
	if f.at >= len(o.list) || o.list[f.at] != f {
		return
	}
	o.list[f.at] = by
	if by != nil {
		by.at = f.at
		return
	}
	if o.live--; len(o.list) < 64 || o.live > len(o.list)/2 {
		return
	}
	o.list = slices.DeleteFunc(o.list, func(f *file) bool { return f == nil })
	for i, f := range o.list {
		f.at = i
	}
}

// setBlocking says whether os.read and os.write of a descriptor wait.
func (l *Lib) setBlocking(fd int, yes bool) {
	d := &l.place.descriptors
	if yes {
		delete(d.returns, fd)
		return
	}
	if d.returns == nil {
		d.returns = map[int]bool{}
	}
	d.returns[fd] = true
}

// blocking reads or writes a file as os.read and os.write do: f of a socket returns EAGAIN where it would wait, and that of another file waits.
func (l *Lib) blocking(fd int, file grant.File, write bool, f func() (int, error)) (int, error) {
	if l.place.returns[fd] {
		if p, ok := file.(ready); ok && (write && !p.writable() || !write && !p.readable()) {
			return 0, syscall.EAGAIN
		}
		return f()
	}
	for {
		n, err := f()
		s, ok := file.(grant.Socket)
		if err == nil || !ok || grant.Errno(err) != syscall.EAGAIN {
			return n, err
		}
		want := int16(grant.EventIn)
		if write {
			want = grant.EventOut
		}
		if _, err := l.readiness([]grant.Waiting{{File: s, Want: want}}, -1); err != nil {
			return 0, err
		}
	}
}

// inherit makes descriptors of the files that the program finds open.
func (l *Lib) inherit(files map[int]grant.File) {
	for _, fd := range slices.Sorted(maps.Keys(files)) {
		f := files[fd]
		if p, ok := f.(grant.Pipe); ok {
			f = hostPipe{l, p, true}
		}
		if fd >= firstFile && fd < mostDescriptors {
			l.takeDescriptor(fd, f)
		}
	}
}
