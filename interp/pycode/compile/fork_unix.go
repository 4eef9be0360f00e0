//go:build unix

package compile

import (
	"os/exec"
	"syscall"
)

// forks says whether compile.py can fork.
const forks = true

// ownGroup makes a process and what it forks a group: what interrupts this process at a terminal does not reach them.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends a group.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
