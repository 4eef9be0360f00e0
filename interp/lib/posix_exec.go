package lib

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// Processes, for Lib/subprocess.py: the function _posixsubprocess.fork_exec, and of posix
// waitpid, kill and pipes that a process can have. They are the host's, by Grants.Exec; a
// program can wait for and signal those that it has started, and no others.

const theProcesses = "way to start processes"

// noProcess is the number that fork_exec returns where no process has begun: greater than
// any process's. Waiting for it is an error, which subprocess expects.
const noProcess = 1<<22 + 1

// waitSlice is how long the VM waits for a process or a pipe between two looks at whether
// it has been asked to stop.
const waitSlice = 50 * time.Millisecond

// processes are what the program has started and not waited for.
type processes struct {
	running []grant.Child
	any     bool // it has started one
}

// newPosixSubprocess makes the module _posixsubprocess.
func (l *Lib) newPosixSubprocess() (object.Value, error) {
	m := l.newModule("_posixsubprocess")
	m.functions([]object.Builtin{{Name: "fork_exec", Arity: object.Fast, Min: forkArgs, Max: forkArgs, Fn: l.forkExec}})
	return m.v, nil
}

// Arguments of fork_exec that are asked for.
const (
	forkArgv, forkPaths, forkKeep, forkDir, forkEnv = 0, 1, 3, 4, 5
	forkStdin, forkStdout, forkStderr, forkReport   = 6, 9, 11, 13
	forkSession, forkGroup, forkUmask, forkBefore   = 15, 16, 20, 21
	forkGID, forkGroups, forkUID                    = 17, 18, 19
	forkArgs                                        = 22
)

// forkExec is _posixsubprocess.fork_exec. An error of the program's file or of the folder
// is told as CPython's child does, through the pipe forkReport.
func (l *Lib) forkExec(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if l.host.Grants.Exec == nil {
		return object.Null, l.denied(theProcesses, object.Null)
	}
	c, paths, report, err := l.command(h, a)
	if err != nil {
		return object.Null, err
	}
	var failed error
	for _, path := range paths {
		c.Path = path
		child, err := l.host.Grants.Exec.Start(c)
		if err == nil {
			l.children.running, l.children.any = append(l.children.running, child), true
			return object.SmallInt(int64(child.PID())), nil
		}
		errno := grant.Errno(err)
		if errno == 0 {
			return object.Null, h.Raise(object.OSErrorType, "%s", err)
		}
		if old := grant.Errno(failed); failed == nil || old == syscall.ENOENT || old == syscall.ENOTDIR {
			failed = err // the first that says more than that there is no such file
		}
	}
	if failed == nil {
		return object.Null, h.Raise(object.ValueErrorType, "executable_list must not be empty")
	}
	what := ""
	var path *fs.PathError
	if errors.As(failed, &path) && path.Op == "chdir" {
		what = "noexec:chdir"
	}
	if _, err := fmt.Fprintf(report, "OSError:%X:%s", int(grant.Errno(failed)), what); err != nil {
		return object.Null, osError(h, err, object.Null)
	}
	return object.SmallInt(noProcess), nil
}

// command takes the arguments of fork_exec apart. report is where errors of starting go.
func (l *Lib) command(h *object.Heap, a []object.Value) (c grant.Command, paths []string, report grant.File, err error) {
	for i, what := range map[int]string{forkGID: "group", forkGroups: "extra_groups", forkUID: "user", forkBefore: "preexec_fn"} {
		if a[i] != object.None {
			return c, nil, nil, h.Unsupported("argument " + what + " of subprocess.Popen")
		}
	}
	numbers := map[int]int{}
	for _, i := range [...]int{forkStdin, forkStdout, forkStderr, forkReport, forkGroup, forkUmask} {
		if numbers[i], err = h.CInt(a[i]); err != nil {
			return c, nil, nil, err
		}
	}
	if numbers[forkUmask] >= 0 {
		return c, nil, nil, h.Unsupported("argument umask of subprocess.Popen")
	}
	if c.Session, err = h.Truth(a[forkSession]); err != nil {
		return c, nil, nil, err
	}
	c.Group, c.Dir, c.Env = numbers[forkGroup], l.place.dir, l.place.environ
	if c.Args, err = l.pathList(h, a[forkArgv]); err != nil {
		return c, nil, nil, err
	}
	if paths, err = l.pathList(h, a[forkPaths]); err != nil {
		return c, nil, nil, err
	}
	if a[forkEnv] != object.None {
		if c.Env, err = l.pathList(h, a[forkEnv]); err != nil {
			return c, nil, nil, err
		}
	}
	if a[forkDir] != object.None {
		p, err := l.fsPath("fork_exec", a[forkDir])
		if err != nil {
			return c, nil, nil, err
		}
		c.Dir = l.Path(p.name)
	}
	if report, err = l.file(numbers[forkReport]); err != nil {
		return c, nil, nil, osError(h, err, object.Null)
	}
	c.Files, err = l.filesOf(h, a[forkKeep], [firstFile]int{numbers[forkStdin], numbers[forkStdout], numbers[forkStderr]}, numbers[forkReport])
	return c, paths, report, err
}

// pathList returns the texts of an iterable of str, bytes and paths.
func (l *Lib) pathList(h *object.Heap, v object.Value) ([]string, error) {
	list, err := h.ListFromIter(v)
	if err != nil {
		return nil, err
	}
	var texts []string
	for i := 0; i < h.ListLen(list); i++ { // __fspath__ may change the list
		p, err := l.fsPath("fork_exec", h.ListItem(list, i))
		if err != nil {
			return nil, err
		}
		texts = append(texts, p.name)
	}
	return texts, nil
}

// filesOf returns the files of a process: the standard streams, of which −1 stands for the
// VM's, and what keep has besides report.
func (l *Lib) filesOf(h *object.Heap, keep object.Value, standard [firstFile]int, report int) ([]grant.File, error) {
	files := make([]grant.File, firstFile)
	for i, fd := range standard {
		if fd < 0 {
			fd = i
		}
		if fd < firstFile && l.place.gone[fd] {
			continue // closed in the process, too
		}
		f, err := l.hostFile(h, fd)
		if err != nil {
			return nil, err
		}
		files[i] = f
	}
	fds, err := keptFDs(h, keep)
	if err != nil {
		return nil, err
	}
	for _, fd := range fds {
		if fd == report || fd < firstFile {
			continue
		}
		f, err := l.hostFile(h, fd)
		if err != nil {
			return nil, err
		}
		for len(files) <= fd {
			files = append(files, nil)
		}
		files[fd] = f
	}
	return files, nil
}

// keptFDs returns the descriptors that a process keeps: a tuple of ints, each greater than the one before.
func keptFDs(h *object.Heap, keep object.Value) ([]int, error) {
	if !h.IsInstance(keep, object.TupleType) {
		return nil, h.Raise(object.TypeErrorType, "fork_exec() argument 4 must be tuple, not %s", h.TypeName(keep))
	}
	last, fds := -1, make([]int, h.TupleLen(keep))
	for i, v := range h.TupleItems(keep) {
		if !h.IsInstance(v, object.IntType) {
			return nil, errKeptFDs(h)
		}
		fd, err := h.CInt(v)
		if err != nil || fd <= last {
			return nil, errKeptFDs(h)
		}
		last, fds[i] = fd, fd
	}
	return fds, nil
}

func errKeptFDs(h *object.Heap) error {
	return h.Raise(object.ValueErrorType, "bad value(s) in fds_to_keep")
}

// hostFile returns the host's file of a descriptor.
func (l *Lib) hostFile(h *object.Heap, fd int) (grant.File, error) {
	f, err := l.file(fd)
	if err != nil {
		return nil, osError(h, err, object.Null)
	}
	switch f := f.(type) {
	case stream:
		if s := l.host.Grants.Streams[f.fd]; s != nil {
			return s, nil
		}
	case hostPipe:
		return f.Pipe, nil
	case pipeEnd, duplex:
	default:
		return f, nil
	}
	return nil, h.Unsupported(fmt.Sprintf("giving a process descriptor %d, which is no file of the system", fd))
}

// makePipe is os.pipe.
func (l *Lib) makePipe(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
	var r, w grant.File
	if l.host.Grants.Exec == nil {
		p := &pipe{h: &h.Heap}
		r, w = pipeEnd{p, false}, pipeEnd{p, true}
	} else {
		from, to, err := l.host.Grants.Exec.Pipe()
		if err != nil {
			return object.Null, osError(h, err, object.Null)
		}
		r, w = hostPipe{l, from, false}, hostPipe{l, to, false}
	}
	return h.NewTuple(object.SmallInt(int64(l.addFile(r))), object.SmallInt(int64(l.addFile(w)))), nil
}

// hostPipe is an end of a pipe of the host as a file of the VM: who waits for it can be
// interrupted, and other threads go on.
type hostPipe struct {
	l *Lib
	grant.Pipe
	inherited bool // there is somebody at the other end
}

func (p hostPipe) Read(b []byte) (n int, err error) {
	if err := p.await(false); err != nil {
		return 0, err
	}
	return p.Pipe.Read(b)
}

func (p hostPipe) Write(b []byte) (n int, err error) {
	for {
		if err := p.await(true); err != nil {
			return n, err
		}
		k, err := p.Pipe.Write(b[n:min(len(b), n+grant.PipeAtOnce)])
		if n += k; n == len(b) || err != nil {
			return n, err
		}
	}
}

// await waits until the end is ready.
func (p hostPipe) await(write bool) error {
	for !p.Ready(write) {
		threads := p.l.threadsWait()
		if !p.l.children.any && !p.inherited && !threads {
			return &object.Unsupported{What: "waiting for a pipe: there is nobody else to read from it or to write to it"}
		}
		if threads {
			p.l.host.Threads.Outside(func() { p.Pipe.Await(write, waitSlice) })
		} else {
			p.Pipe.Await(write, waitSlice)
		}
		if err := p.l.waits(); err != nil {
			return err
		}
	}
	return nil
}

func (p hostPipe) readable() bool { return p.Ready(false) }
func (p hostPipe) writable() bool { return p.Ready(true) }

// waitPID is os.waitpid, of the processes that the program has started.
func (l *Lib) waitPID(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	pid, err := h.CInt(a[0])
	if err != nil {
		return object.Null, err
	}
	options, err := h.CInt(a[1])
	if err != nil {
		return object.Null, err
	}
	const noHang, known = 1, 1 | 2 | 8
	if options&^known != 0 {
		return object.Null, osError(h, syscall.EINVAL, object.Null)
	}
	if pid < -1 {
		return object.Null, h.Unsupported("os.waitpid of a group")
	}
	id, status, err := l.waitChild(pid, options&noHang == 0)
	if err != nil {
		if errno := grant.Errno(err); errno != 0 {
			err = osError(h, errno, object.Null)
		}
		return object.Null, err
	}
	return h.NewTuple(object.SmallInt(int64(id)), object.SmallInt(int64(status))), nil
}

// waitChild waits for the process pid, or for any where pid is not positive, and forgets it; id is
// 0 where none has ended and block is false. ECHILD: the program has started no such process.
func (l *Lib) waitChild(pid int, block bool) (id, status int, err error) {
	for {
		var one grant.Child
		for i, c := range l.children.running {
			if pid > 0 && c.PID() != pid {
				continue
			}
			one = c
			if status, ended := c.Wait(0); ended {
				l.children.running = append(l.children.running[:i:i], l.children.running[i+1:]...)
				return c.PID(), status, nil
			}
		}
		switch {
		case one == nil:
			return 0, 0, syscall.ECHILD
		case !block:
			return 0, 0, nil
		case l.threadsWait():
			l.host.Threads.Outside(func() { one.Wait(waitSlice) })
		default:
			one.Wait(waitSlice)
		}
		if err := l.waits(); err != nil {
			return 0, 0, err
		}
	}
}

// shell is the program that os.system gives its command to, as system(3) does.
const shell = "/bin/sh"

var systemParams = object.NewSignature("system", 0, 1, 0, "command")

// system is os.system: a shell with the program's standard streams, environment and folder.
// As system(3) does it returns the status of wait(2), and that of exit(127) where there is no shell.
func (l *Lib) system(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [1]object.Value
	if err := bind(h, systemParams, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	if l.host.Grants.Exec == nil {
		return object.Null, l.denied(theProcesses, object.Null)
	}
	v, err := fsPathOf(h, a[0])
	if err != nil {
		return object.Null, err
	}
	command, err := filePath(h, v)
	if err != nil {
		return object.Null, err
	}
	if err := l.auditCall("posix", "system", h.NewBytes([]byte(command))); err != nil {
		return object.Null, err
	}
	c := grant.Command{Path: shell, Args: []string{"sh", "-c", "--", command}, Env: l.place.environ, Dir: l.place.dir, Group: -1}
	for fd := range firstFile {
		var f grant.File // nil: the program has closed it
		if _, err := l.file(fd); err == nil {
			if f, err = l.hostFile(h, fd); err != nil {
				return object.Null, err
			}
		}
		c.Files = append(c.Files, f)
	}
	child, err := l.host.Grants.Exec.Start(c)
	if err != nil {
		return object.SmallInt(127 << 8), nil
	}
	l.children.running, l.children.any = append(l.children.running, child), true
	_, status, err := l.waitChild(child.PID(), true)
	return object.SmallInt(int64(status)), err
}

// kill is os.kill, of the processes that the program has started, and of its own.
func (l *Lib) kill(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	pid, err := h.CInt(a[0])
	if err != nil {
		return object.Null, err
	}
	signal, err := h.CInt(a[1])
	if err != nil {
		return object.Null, err
	}
	for _, c := range l.children.running {
		if c.PID() != pid {
			continue
		}
		if err := c.Signal(signal); err != nil {
			return object.Null, osError(h, err, object.Null)
		}
		return object.None, nil
	}
	if p := l.host.Grants.Process; p != nil && pid == p.PID && l.host.Grants.Signals != nil {
		if signal == 0 {
			return object.None, nil
		}
		if signal < 0 || signal >= signalLimit {
			return object.Null, osError(h, syscall.EINVAL, object.Null)
		}
		return object.None, l.raiseSignal(signal)
	}
	return object.Null, h.Unsupported("os.kill of a process that the program has not started")
}
