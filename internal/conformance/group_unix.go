//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// inGroup makes a command the head of a process group, all of which ends with it when its time is over.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
