//go:build !unix

package compile

import "os/exec"

// forks says whether compile.py can fork.
const forks = false

func ownGroup(*exec.Cmd)      {}
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
