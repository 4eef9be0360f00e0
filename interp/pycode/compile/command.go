package compile

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// flags isolate the interpreter; the package comment says why -I is not among
// them.
var flags = []string{"-P", "-s", "-S"}

// Command returns a command that runs the interpreter with these arguments,
// isolated as the package comment says. The caller may append to its Env, which
// wins over what is there.
func (p *Python) Command(args ...string) *exec.Cmd {
	return p.CommandContext(context.Background(), args...)
}

// CommandContext is Command with a context that kills the process.
func (p *Python) CommandContext(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.exe, append(append([]string(nil), flags...), args...)...)
	cmd.Env = environment(os.Environ())
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// passed are the variables of CPython that reach it.
var passed = []string{"PYTHONHASHSEED", "PYTHON_JIT"}

// environment returns env without CPython's variables but those passed, the hash
// seed being 0 where it is not set.
func environment(env []string) []string {
	out := make([]string, 0, len(env)+1)
	out = append(out, "PYTHONHASHSEED=0") // the last of a name wins
	for _, e := range env {
		name, _, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(strings.ToUpper(name), "PYTHON") || slices.Contains(passed, strings.ToUpper(name)) {
			out = append(out, e)
		}
	}
	return out
}
