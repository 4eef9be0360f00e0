package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/region"
)

// isPython reports whether the name of a program is that of a file of Python.
func isPython(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".py" || ext == ".pyc"
}

// recordProgram runs a program in tier 1, with no input and its output thrown away, and
// records the blocks that it enters. When there are as many events as wanted, it is
// interrupted. A program that fails before is an error.
func recordProgram(std streams, file string, events int) (*region.Stream, error) {
	prog, status := load(std, file)
	if prog == nil {
		return nil, fmt.Errorf("it cannot be loaded (status %d)", status)
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	rec := region.NewRecorder(name, fmt.Sprintf("recorded from tier 1, at most %d blocks", events), nil)
	var vm *interp.VM
	full := false
	o := prog.options(0, interp.Options{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard})
	o.Selector = rec.Selector(events, func() { full = true; vm.Interrupt() })
	vm, err := interp.New(o)
	if err != nil {
		return nil, err
	}
	if err := vm.EnableTier2(tier2.Options{}); err != nil {
		return nil, errors.Join(err, vm.Close())
	}
	err = vm.RunMain(prog.code, []string{file})
	var exit *interp.SystemExit
	if full || errors.As(err, &exit) {
		err = nil
	}
	if err = errors.Join(err, vm.Close()); err != nil {
		return nil, err
	}
	s := rec.Stream()
	if s.Len == 0 {
		return nil, region.ErrIdle
	}
	return s, nil
}
