package lib

import (
	"container/heap"
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
}

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
	d := &l.place.descriptors
	if len(d.free) == 0 {
		made := false
		defer func() {
			if !made { // there was no memory
				_ = f.Close()
			}
		}()
		l.place.weight.Add(&l.h.Heap, descriptorWeight)
		made = true
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
	l.freeDescriptor(fd)
	return f.Close()
}

// freeDescriptor makes a descriptor stand for nothing: no epoll watches it any more.
func (l *Lib) freeDescriptor(fd int) {
	d := &l.place.descriptors
	d.files[fd-firstFile] = nil
	heap.Push(&d.free, fd-firstFile)
	for e := range d.epolls[fd] {
		e.drop(fd)
	}
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
