package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/native"
)

// peer is an implementation that bench times.
type peer struct {
	name    string
	lua     bool
	command func(args []string) *exec.Cmd
}

// ours is this program in a mode, as a child like every other peer.
func ours(jit string, flags ...string) *peer {
	return &peer{name: jit, command: func(args []string) *exec.Cmd {
		exe, err := os.Executable()
		if err != nil {
			exe = os.Args[0]
		}
		return exec.Command(exe, append(append([]string{"run", "-jit=" + jit}, flags...), args...)...)
	}}
}

// args returns what the peer runs for a program of ours; ok is false if there is
// none for it.
func (p *peer) args(file string) (args []string, ok bool) {
	if p.lua {
		file = filepath.Join(filepath.Dir(file), "lua", strings.TrimSuffix(filepath.Base(file), ".py")+".lua")
		if _, err := os.Stat(file); err != nil {
			return nil, false
		}
	}
	return []string{file}, true
}

// findPeers returns ours and those of the named that are there, and why the
// others are not.
func findPeers(names []string) ([]*peer, map[string]string, error) {
	skipped := map[string]string{}
	var peers []*peer
	if native.Supported() {
		peers = append(peers, ours("native"))
	} else {
		skipped["native"] = "no machine code for this port"
	}
	peers = append(peers, ours("off"))
	for _, name := range names {
		switch name {
		case "cpython", "cpython-jit":
			p, why, err := cpython(name)
			if err != nil {
				return nil, nil, err
			}
			if why != "" {
				skipped[name] = why
				continue
			}
			peers = append(peers, p)
		case "pypy3", "luajit":
			exe, err := exec.LookPath(name)
			if err != nil {
				skipped[name] = "not installed"
				continue
			}
			peers = append(peers, &peer{name: name, lua: name == "luajit", command: func(args []string) *exec.Cmd {
				cmd := exec.Command(exe, args...)
				cmd.Env = append(os.Environ(), "PYTHONHASHSEED=0")
				return cmd
			}})
		case "":
		default:
			return nil, nil, fmt.Errorf("unknown peer %q: cpython, cpython-jit, pypy3, luajit", name)
		}
	}
	return peers, skipped, nil
}

// cpython returns the front end's CPython, with its JIT off or on.
func cpython(name string) (p *peer, why string, err error) {
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		return nil, "", err
	}
	jit := "PYTHON_JIT=0"
	if name == "cpython-jit" {
		jit = "PYTHON_JIT=1"
		out, err := py.Command("-c", "import sys; print(sys._jit.is_available())").Output()
		if err != nil || strings.TrimSpace(string(out)) != "True" {
			return nil, "this CPython was built without it", nil
		}
	}
	return &peer{name: name, command: func(args []string) *exec.Cmd {
		cmd := py.Command(args...)
		cmd.Env = append(cmd.Env, jit)
		return cmd
	}}, "", nil
}
