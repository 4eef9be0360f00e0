package lib

import (
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// newSelect makes the module select: select, poll and epoll (select_poll.go), which wait by readiness.
func (l *Lib) newSelect() (object.Value, error) {
	m := l.refusedModule("select")
	m.functions([]object.Builtin{
		{Name: "select", Arity: object.Fast, Min: 3, Max: 4, Fn: l.selectFiles},
		{Name: "poll", Arity: object.Fast, Max: -1, Fn: l.newPoll()},
	})
	m.set("epoll", l.epollType().Object)
	return m.v, nil
}

// mostSelected is how many files a list of select.select has at most (FD_SETSIZE).
const mostSelected = 1024

// selectFiles is select.select.
func (l *Lib) selectFiles(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	wait := time.Duration(-1)
	if len(a) == 4 && a[3] != object.None {
		var err error
		if wait, err = seconds(h, a[3]); err != nil {
			if h.RaisedIs(err, object.TypeErrorType) {
				err = h.Raise(object.TypeErrorType, "timeout must be a float or None")
			}
			return object.Null, err
		}
		if wait < 0 {
			return object.Null, h.Raise(object.ValueErrorType, "timeout must be non-negative")
		}
	}
	m := h.Mark()
	defer h.Release(m)
	var lists [3]object.Value
	for i := range lists {
		list, err := h.ListFromIter(a[i])
		if err != nil {
			if h.RaisedIs(err, object.TypeErrorType) {
				err = h.Raise(object.TypeErrorType, "arguments 1-3 must be sequences")
			}
			return object.Null, err
		}
		h.Push(list)
		lists[i] = list
	}
	var asked []grant.Waiting
	counts := [3]int{}
	wants := [...]int16{grant.EventIn, grant.EventOut, grant.EventUrgent}
	for i, want := range wants {
		for k := 0; k < h.ListLen(lists[i]); k++ { // fileno may change the list
			_, f, err := l.waitable(h, h.ListItem(lists[i], k))
			if err != nil {
				return object.Null, err
			}
			if counts[i] == mostSelected {
				return object.Null, h.Raise(object.ValueErrorType, "too many file descriptors in select()")
			}
			asked = append(asked, grant.Waiting{File: f, Want: want})
			counts[i]++
		}
	}
	if _, err := l.readiness(asked, wait); err != nil {
		return object.Null, err
	}
	result := h.NewTuple(object.None, object.None, object.None)
	h.Push(result)
	for i := range lists {
		list := h.NewList()
		h.TupleItems(result)[i] = list
		for k := range counts[i] {
			got := asked[k].Got
			if got&grant.EventInvalid != 0 || wants[i] == grant.EventUrgent && got&grant.EventUrgent == 0 {
				got = 0
			}
			if got != 0 && k < h.ListLen(lists[i]) {
				h.ListAppend(list, h.ListItem(lists[i], k))
			}
		}
		asked = asked[counts[i]:]
	}
	return result, nil
}

// descriptorOf returns the descriptor that an object is or has.
func (l *Lib) descriptorOf(h *object.Heap, v object.Value) (int, error) {
	if !h.IsIntegral(v) {
		f, err := h.GetAttr(v, h.Intern("fileno"))
		if err != nil {
			if h.RaisedIs(err, object.AttributeErrorType) {
				err = h.Raise(object.TypeErrorType, "argument must be an int, or have a fileno() method.")
			}
			return 0, err
		}
		if v, err = h.Call(f, nil, object.Null); err != nil {
			return 0, err
		}
		if !h.IsIntegral(v) {
			return 0, h.Raise(object.TypeErrorType, "fileno() returned a non-integer")
		}
	}
	fd, err := h.CInt(v)
	if err == nil && fd < 0 {
		err = h.Raise(object.ValueErrorType, "file descriptor cannot be a negative integer (%d)", fd)
	}
	return fd, err
}

// waitable returns the file of a descriptor, or of an object with a fileno.
func (l *Lib) waitable(h *object.Heap, v object.Value) (fd int, f grant.File, err error) {
	if fd, err = l.descriptorOf(h, v); err != nil {
		return 0, nil, err
	}
	if f, err = l.file(fd); err != nil {
		return 0, nil, osError(h, err, object.Null)
	}
	return fd, f, nil
}
