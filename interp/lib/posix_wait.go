package lib

import (
	"io"
	"syscall"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// What posix has of processes (posix_exec.go): numbers that say how one has ended are taken
// apart; where the host has none, a pipe is one of the VM's own.

var waitConstants = []struct {
	name string
	n    int64
}{{"WNOHANG", 1}, {"WUNTRACED", 2}, {"WCONTINUED", 8}, {"P_ALL", 0}, {"P_PID", 1}, {"P_PGID", 2}}

// waitStatus are functions of a status as wait(2) gives it on linux.
var waitStatus = []struct {
	name string
	fn   func(status int) object.Value
}{
	{"WIFEXITED", func(s int) object.Value { return object.Bool(s&0x7f == 0) }},
	{"WEXITSTATUS", func(s int) object.Value { return object.SmallInt(int64(s >> 8 & 0xff)) }},
	{"WIFSIGNALED", func(s int) object.Value { return object.Bool(s&0x7f != 0 && s&0x7f != 0x7f) }},
	{"WTERMSIG", func(s int) object.Value { return object.SmallInt(int64(s & 0x7f)) }},
	{"WIFSTOPPED", func(s int) object.Value { return object.Bool(s&0xff == 0x7f) }},
	{"WSTOPSIG", func(s int) object.Value { return object.SmallInt(int64(s >> 8 & 0xff)) }},
	{"WIFCONTINUED", func(s int) object.Value { return object.Bool(s == 0xffff) }},
	{"WCOREDUMP", func(s int) object.Value { return object.Bool(s&0x80 != 0) }},
}

// posixWait adds these to the module posix.
func (l *Lib) posixWait(m *module) {
	for _, c := range waitConstants {
		m.set(c.name, object.SmallInt(c.n))
	}
	for _, f := range waitStatus {
		m.functions([]object.Builtin{{Name: f.name, Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			status, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			return f.fn(status), nil
		}}})
	}
	m.functions([]object.Builtin{
		{Name: "waitpid", Arity: object.Fast, Min: 2, Max: 2, Fn: l.waitPID},
		{Name: "kill", Arity: object.Fast, Min: 2, Max: 2, Fn: l.kill},
		{Name: "system", Arity: object.Varied, FnKw: l.system},
		{Name: "waitstatus_to_exitcode", Arity: object.O, Fn: exitCode},
		{Name: "pipe", Arity: object.NoArgs, Fn: l.makePipe},
	})
}

// exitCode is os.waitstatus_to_exitcode.
func exitCode(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	s, err := h.CInt(a[0])
	if err != nil {
		return object.Null, err
	}
	switch signal := s & 0x7f; {
	case signal == 0:
		return object.SmallInt(int64(s >> 8 & 0xff)), nil
	case signal == 0x7f && s&0xff00 == 0xff00:
		return object.Null, h.Raise(object.ValueErrorType, "invalid wait status: %d", s)
	case signal == 0x7f:
		return object.Null, h.Raise(object.ValueErrorType, "process stopped by delivery of signal %d", s>>8&0xff)
	default:
		return object.SmallInt(int64(-signal)), nil
	}
}

// pipe is what os.pipe makes: bytes in the VM.
type pipe struct {
	heap.Account
	h             *heap.Heap
	data          []byte
	unread, ended bool // the end to read from, or to write to, is closed
}

// pipeSize is how many bytes a pipe holds, as on linux.
const pipeSize = 1 << 16

// pipeEnd is one end of a pipe as a file.
type pipeEnd struct {
	p      *pipe
	writes bool
}

func (e pipeEnd) Read(b []byte) (int, error) {
	switch {
	case e.writes:
		return 0, syscall.EBADF
	case len(e.p.data) > 0:
		n := copy(b, e.p.data)
		e.p.data = e.p.data[n:]
		e.p.Add(e.p.h, -n)
		return n, nil
	case e.p.ended || len(b) == 0:
		return 0, io.EOF
	}
	return 0, &object.Unsupported{What: "waiting for a pipe: there is nobody else to write to it"}
}

func (e pipeEnd) Write(b []byte) (int, error) {
	switch room := pipeSize - len(e.p.data); {
	case !e.writes:
		return 0, syscall.EBADF
	case e.p.unread:
		return 0, syscall.EPIPE
	case len(b) > 0 && room == 0:
		return 0, &object.Unsupported{What: "waiting for a pipe: there is nobody else to read from it"}
	default:
		n := min(len(b), room)
		e.p.Add(e.p.h, n)
		e.p.data = append(e.p.data, b[:n]...)
		return n, nil
	}
}

func (e pipeEnd) Seek(int64, int) (int64, error) { return 0, syscall.ESPIPE }

func (e pipeEnd) Close() error {
	if e.writes {
		e.p.ended = true
	} else {
		e.p.unread = true
		e.p.data = nil
		e.p.Free(e.p.h)
	}
	return nil
}

func (e pipeEnd) Stat() (grant.Status, error) { return grant.Status{Mode: 0o010600}, nil }
