package grant

import "time"

// Exec starts processes. No grant binds a process that has been started: it may do
// whatever the user may whom the host runs as.
type Exec interface {
	// Start starts a process. An error of the working directory is an *fs.PathError
	// whose Op is "chdir"; the others are of the program's file.
	Start(c Command) (Child, error)
	// Pipe makes a pipe whose ends a Command may have.
	Pipe() (r, w Pipe, err error)
}

// Command says what Start starts.
type Command struct {
	Path string
	Args []string // with the program's name
	Env  []string // as "KEY=value"
	Dir  string   // "": that of the host
	// Files are the process's files by descriptor; nil: the descriptor is closed.
	// They are from an FS, the streams or a Pipe of the host that has made the Exec.
	Files   []File
	Session bool // as setsid(2) does
	Group   int  // as of setpgid(2); −1: that of the host
}

// Child is a process that has been started.
type Child interface {
	PID() int
	// Wait waits at most d for the process to end. The status is that of wait(2).
	Wait(d time.Duration) (status int, ended bool)
	// Signal sends a signal to the process, if it has not ended.
	Signal(number int) error
}

// PipeAtOnce is how many bytes a Pipe takes that is Ready (PIPE_BUF).
const PipeAtOnce = 4096

// Pipe is an end of a pipe.
type Pipe interface {
	File
	// Ready reports whether Read, or Write of no more than PipeAtOnce bytes, would not wait. Read returns what there is then.
	Ready(write bool) bool
	// Await waits at most d until Ready. It is called by any goroutine.
	Await(write bool, d time.Duration)
}
