package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/tier2go/tier2/interp/grant"
)

// Exec starts processes of the system.
func Exec() grant.Exec { return processes{} }

type processes struct{}

// Start implements grant.Exec.
func (processes) Start(c grant.Command) (grant.Child, error) {
	if c.Dir != "" { // the system says of a missing folder and of a missing program the same
		if info, err := os.Stat(c.Dir); err != nil {
			return nil, &fs.PathError{Op: "chdir", Path: c.Dir, Err: err.(*fs.PathError).Err}
		} else if !info.IsDir() {
			return nil, &fs.PathError{Op: "chdir", Path: c.Dir, Err: syscall.ENOTDIR}
		}
	}
	attr := &os.ProcAttr{Dir: c.Dir, Env: append([]string{}, c.Env...), Files: make([]*os.File, len(c.Files))}
	attr.Sys = &syscall.SysProcAttr{Setsid: c.Session, Setpgid: c.Group >= 0, Pgid: max(c.Group, 0)}
	for i, f := range c.Files {
		switch f := f.(type) {
		case nil:
		case file:
			attr.Files[i] = f.File
		case pipe:
			attr.Files[i] = f.File
		case *socket:
			s, err := f.give()
			if err != nil {
				return nil, err
			}
			defer s.Close()
			attr.Files[i] = s
		default:
			return nil, fmt.Errorf("host: descriptor %d of a process is no file of the system", i)
		}
	}
	p, err := os.StartProcess(c.Path, c.Args, attr)
	if err != nil {
		return nil, err
	}
	ch := &child{process: p, ended: make(chan struct{})}
	go ch.reap()
	return ch, nil
}

// child is a process that Start has started.
type child struct {
	process *os.Process
	status  int           // of wait(2); written before ended is closed
	ended   chan struct{} // closed when the process has ended
}

// reap waits for the process.
func (c *child) reap() {
	defer close(c.ended)
	state, err := c.process.Wait()
	if err != nil {
		return // somebody else has waited for all children: CPython says 0 then, too
	}
	c.status = int(state.Sys().(syscall.WaitStatus))
}

// PID implements grant.Child.
func (c *child) PID() int { return c.process.Pid }

// Wait implements grant.Child.
func (c *child) Wait(d time.Duration) (status int, ended bool) {
	select {
	case <-c.ended:
		return c.status, true
	default:
	}
	if d <= 0 {
		return 0, false
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-c.ended:
		return c.status, true
	case <-t.C:
		return 0, false
	}
}

// Signal implements grant.Child.
func (c *child) Signal(n int) error {
	if err := c.process.Signal(syscall.Signal(n)); !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// Pipe implements grant.Exec.
func (processes) Pipe() (r, w grant.Pipe, err error) {
	from, to, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	return pipe{file{from}}, pipe{file{to}}, nil
}

// pipe is an end of a pipe of the system. One that a process has, too, may wait where it is read or written and is not Ready.
type pipe struct{ file }

// IsTerminal implements grant.Terminal.
func (pipe) IsTerminal() bool { return false }

// TerminalSize implements grant.Terminal.
func (pipe) TerminalSize() (columns, lines int, err error) { return 0, 0, syscall.ENOTTY }

// pollFD is struct pollfd.
type pollFD struct {
	fd              int32
	events, revents int16
}

const pollIn, pollOut = 1, 4

// Ready implements grant.Pipe. An end whose other end is closed is ready.
func (p pipe) Ready(write bool) bool { return p.poll(write, 0) }

// Await implements grant.Pipe.
func (p pipe) Await(write bool, d time.Duration) { p.poll(write, d) }

// poll waits at most d until the end is ready.
func (p pipe) poll(write bool, d time.Duration) (ready bool) {
	raw, err := p.SyscallConn()
	if err != nil {
		return true // it is closed: Read says so
	}
	err = raw.Control(func(fd uintptr) {
		x := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if write {
			x[0].Events = unix.POLLOUT
		}
		var n int
		if d <= 0 {
			n, err = look(x)
		} else {
			limit := unix.NsecToTimespec(int64(d))
			n, err = unix.Ppoll(x, &limit, nil)
		}
		ready = err == nil && n > 0
	})
	return err != nil || ready
}
