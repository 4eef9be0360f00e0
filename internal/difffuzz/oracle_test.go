package difffuzz_test

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

//go:embed oracle.py
var oracleSource string

// An oracle is one process of CPython that runs many programs, each in a process forked for it: starting CPython takes
// longer than most of them.
type oracle struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Scanner
	name string // of the file for what a program prints
}

func newOracle(t *testing.T, py *compile.Python, name string) *oracle {
	cmd := py.Command("-c", `exec(__import__("sys").argv[1], {})`, oracleSource)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(t, in, cmd) })
	return &oracle{t, in, bufio.NewScanner(out), name}
}

func end(t *testing.T, in io.Closer, cmd *exec.Cmd) {
	_ = in.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("CPython: %v", err)
	}
}

// run runs a file with so many bytes of memory and seconds of the processor's time, 0: all, and returns
// what it prints and its status, negative if a signal has ended it.
func (o *oracle) run(file string, memory, seconds int) (string, int) {
	if _, err := fmt.Fprintf(o.in, "%d %d %s\n", memory, seconds, file+"\t"+o.name); err != nil || !o.out.Scan() {
		o.t.Fatalf("CPython has ended: %v, %v", err, o.out.Err())
	}
	status, err := strconv.Atoi(strings.TrimSpace(o.out.Text()))
	if err != nil {
		o.t.Fatal(err)
	}
	text, err := os.ReadFile(o.name)
	if err != nil {
		o.t.Fatal(err)
	}
	return string(text), status
}

// A program is one of several that run one after the other, each as a module.
type program struct {
	seed   uint64
	source string
	code   *pycode.Code
	want   string // what the interpreter prints, and then what CPython does
}

// name is the module's, and the file's in tracebacks.
func (p *program) name() string { return fmt.Sprintf("fuzz%d", p.seed) }

// runAll runs programs in one process, which may take so many bytes of memory and seconds for all, and returns what each prints; false if that
// process did not end well.
func (o *oracle) runAll(dir string, list []*program, memory, seconds int) ([]string, bool) {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "%s\t%d\n%s", p.name(), len(p.source), p.source)
	}
	file := filepath.Join(dir, "programs.list")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		o.t.Fatal(err)
	}
	text, status := o.run(file, memory, seconds)
	var printed []string
	for range list {
		size, rest, _ := strings.Cut(text, "\n")
		n, err := strconv.Atoi(size)
		if err != nil || n > len(rest) {
			return nil, false
		}
		printed, text = append(printed, rest[:n]), rest[n:]
	}
	return printed, status == 0
}
