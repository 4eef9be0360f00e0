// Package lib holds Python's builtin functions and the modules that CPython
// writes in C: math, time, sys, random and so on.
//
// Each is a table of object.Builtin rows; [Lib.Builtins] is the namespace of the
// builtins module, [Lib.Import] makes a module when it is first imported. What a
// function needs of the VM that runs it (streams, arguments, limits) it reaches
// through [Host]; the package must not import the interpreter.
package lib

import (
	"bufio"
	"io"

	"github.com/tier2go/tier2/object"
)

// Host is what the library needs of the VM.
type Host struct {
	Stdin  *bufio.Reader
	Stdout *bufio.Writer
	Stderr io.Writer
	Argv   []string // sys.argv
	// RecursionLimit and SetRecursionLimit are sys.getrecursionlimit and its
	// counterpart; RecursionDepth is the number of guest frames in use.
	RecursionLimit    func() int
	SetRecursionLimit func(n int)
	RecursionDepth    func() int
	// Modules is sys.modules, a dict.
	Modules object.Value
	// Globals returns the namespace of the guest function that is running.
	Globals func() object.Value
}

// Lib is the library of one VM.
type Lib struct {
	h    *object.Heap
	host *Host
	// builtins is the namespace of the builtins module: a root, held by the VM.
	builtins object.Value
	modules  map[string]func(l *Lib) (object.Value, error)
}

// New makes the library. The VM keeps the namespace alive.
func New(h *object.Heap, host *Host) (*Lib, error) {
	l := &Lib{h: h, host: host, modules: moduleTable}
	if err := l.initBuiltins(); err != nil {
		return nil, err
	}
	return l, nil
}

// Builtins returns the namespace of the builtins module.
func (l *Lib) Builtins() object.Value { return l.builtins }

// Import makes a module of the library; ok is false if it has none of that
// name.
func (l *Lib) Import(name string) (m object.Value, ok bool, err error) {
	f := l.modules[name]
	if f == nil {
		return object.Null, false, nil
	}
	m, err = f(l)
	return m, true, err
}

// moduleTable says how each module is made.
var moduleTable = map[string]func(l *Lib) (object.Value, error){}
