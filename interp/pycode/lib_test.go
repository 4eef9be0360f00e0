package pycode_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

var wholeLib = flag.Bool("lib", false, "compare all modules of the standard library, as at full size (package internal/soak)")

// oracle returns the front end's CPython.
func oracle(tb testing.TB) *compile.Python {
	tb.Helper()
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		tb.Skipf("no CPython to compare with: %v", err)
	}
	return py
}

// modules are what is compared without -lib: one of each kind of code.
var modules = []string{
	"abc", "argparse", "ast", "asyncio/base_events", "asyncio/streams", "asyncio/tasks", "base64", "bisect", "calendar",
	"collections/__init__", "contextlib", "copy", "csv", "dataclasses", "datetime", "decimal", "difflib", "enum", "fractions",
	"functools", "heapq", "html/entities", "inspect", "ipaddress", "json/decoder", "keyword", "locale", "pickle", "random",
	"re/_compiler", "re/_parser", "socket", "statistics", "string/__init__", "tarfile", "textwrap", "this", "token", "tokenize",
	"traceback", "types", "typing", "unittest/mock", "zipfile/__init__",
}

// TestLibrary compiles modules of the standard library and compares what Go reads
// with what CPython sees.
func TestLibrary(t *testing.T) {
	py := oracle(t)
	var files []string
	if *wholeLib || soak.On() {
		files = libFiles(t, py.LibDir())
	} else {
		for _, m := range modules {
			files = append(files, filepath.Join(py.LibDir(), filepath.FromSlash(m)+".py"))
		}
	}
	script, err := os.ReadFile("testdata/dump.py")
	if err != nil {
		t.Fatal(err)
	}
	units, codes := 0, 0
	for chunk := range slices.Chunk(files, 50) {
		cmd := py.Command(append([]string{"-W", "ignore", "-c", string(script)}, chunk...)...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		r := bufio.NewReader(stdout)
		for _, file := range chunk {
			data, want := readPair(t, r, &stderr)
			u, c := compareModule(t, file, data, want)
			units, codes = units+u, codes+c
		}
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v\n%s", err, stderr.String())
		}
	}
	t.Logf("%d modules, %d code objects, %d units", len(files), codes, units)
}

// readPair reads a marshalled code object and its dump.
func readPair(t *testing.T, r io.Reader, stderr *bytes.Buffer) (data, dump []byte) {
	t.Helper()
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	data = make([]byte, binary.LittleEndian.Uint32(head[:]))
	dump = make([]byte, binary.LittleEndian.Uint32(head[4:]))
	for _, b := range [][]byte{data, dump} {
		if _, err := io.ReadFull(r, b); err != nil {
			t.Fatalf("%v\n%s", err, stderr.String())
		}
	}
	return data, dump
}

func compareModule(t *testing.T, file string, data, want []byte) (units, codes int) {
	t.Helper()
	code, err := pycode.Unmarshal(data)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return 0, 0
	}
	if err := code.Verify(); err != nil {
		t.Errorf("%s: %v", file, err)
	}
	var d dumper
	d.code(code)
	if got := d.Bytes(); !bytes.Equal(got, want) {
		t.Errorf("%s: %s", file, firstDifference(got, want))
	}
	return d.units, d.codes
}

func firstDifference(got, want []byte) string {
	g, w := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(g), len(w)) {
		if !bytes.Equal(g[i], w[i]) {
			return fmt.Sprintf("line %d of the dump:\n got %.300s\nwant %.300s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines of the dump, want %d", len(g), len(w))
}

func libFiles(t *testing.T, dir string) []string {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "site-packages" || d.Name() == "bad_data" || d.Name() == "lib2to3") {
			return filepath.SkipDir
		}
		if err == nil && strings.HasSuffix(path, ".py") && !strings.Contains(path, "badsyntax") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// dumper prints what testdata/dump.py prints.
type dumper struct {
	bytes.Buffer
	units, codes int
}

func (d *dumper) printf(format string, args ...any) { fmt.Fprintf(d, format, args...) }

func (d *dumper) code(c *pycode.Code) {
	d.units, d.codes = d.units+len(c.Units), d.codes+1
	d.printf("counts %d %d %d %d %d %d %d\n", c.ArgCount, c.PosOnlyArgCount, c.KwOnlyArgCount, c.NumLocals(), c.StackSize, c.Flags, c.FirstLine)
	for _, s := range []string{c.Filename, c.Name, c.QualName} {
		d.printf("text %x\n", s)
	}
	d.names(c.Names)
	for _, kind := range []pycode.LocalKind{pycode.KindLocal, pycode.KindCell, pycode.KindFree} {
		var names []string
		for i, k := range c.Kinds {
			if k&kind != 0 {
				names = append(names, c.LocalsPlus[i])
			}
		}
		d.names(names)
	}
	d.WriteString("units ")
	for _, u := range c.Units {
		d.printf("%02x%02x", u&0xff, u>>8)
	}
	d.WriteString("\n")
	d.positions(c)
	d.instructions(c)
	for _, h := range c.Handlers() {
		lasti := 0
		if h.Lasti {
			lasti = 1
		}
		d.printf("handler %d %d %d %d %d\n", h.Start, h.End, h.Target, h.Depth, lasti)
	}
	d.printf("consts %d\n", len(c.Consts))
	for _, k := range c.Consts {
		d.constant(k)
	}
}

func (d *dumper) names(names []string) {
	d.WriteString("names ")
	for i, n := range names {
		if i > 0 {
			d.WriteString(" ")
		}
		d.printf("%x", n)
	}
	d.WriteString("\n")
}

// positions prints those of Locations, after comparing Line and, now and then,
// Positions with them.
func (d *dumper) positions(c *pycode.Code) {
	d.WriteString("positions ")
	number := func(n int) string {
		if n < 0 {
			return "-"
		}
		return fmt.Sprint(n)
	}
	unit := 0
	for l := range c.Locations() {
		for ; unit < min(l.End, len(c.Units)); unit++ {
			line := c.Line(unit)
			if unit%64 == 0 && c.Positions(unit) != l.Position {
				line = -99
			}
			if unit > 0 {
				d.WriteString(";")
			}
			d.printf("%s,%s,%s,%s", number(line), number(l.EndLine), number(l.Col), number(l.EndCol))
		}
	}
	d.WriteString("\n")
}

func (d *dumper) instructions(c *pycode.Code) {
	d.WriteString("instructions")
	targets := map[int]bool{}
	for in := range c.Instructions() {
		arg := in.Arg
		if !in.Op.HasArg() {
			arg = 0
		}
		d.printf(" %d,%d,%s,%d", in.Start, in.Unit, in.Op, arg)
		if t, ok := in.Target(); ok {
			targets[t] = true
		} else if in.Op == pycode.END_ASYNC_FOR { // dis takes it for a jump
			targets[in.Next-int(in.Arg)] = true
		}
	}
	var jumps []string
	for unit := range len(c.Units) + 1 {
		if targets[unit] {
			jumps = append(jumps, fmt.Sprint(unit))
		}
	}
	d.printf("\njumps %s\n", strings.Join(jumps, " "))
}

func (d *dumper) constant(k pycode.Const) {
	switch k := k.(type) {
	case *pycode.Code:
		d.WriteString("code\n")
		d.code(k)
	case pycode.Str:
		d.printf("str %x\n", string(k))
	case pycode.Bytes:
		d.printf("bytes %x\n", string(k))
	case pycode.Float:
		d.printf("float %016x\n", math.Float64bits(float64(k)))
	case pycode.Complex:
		d.printf("complex %016x%016x\n", math.Float64bits(real(k)), math.Float64bits(imag(k)))
	case pycode.Int:
		d.printf("int %x\n", int64(k))
	case *pycode.BigInt:
		d.printf("int %x\n", &k.Int)
	case pycode.Tuple:
		d.printf("tuple %d\n", len(k))
		for _, e := range k {
			d.constant(e)
		}
	case pycode.FrozenSet:
		d.printf("frozenset %d\n", len(k))
		var parts []string
		for _, e := range k {
			var p dumper
			p.constant(e)
			parts = append(parts, p.String())
		}
		slices.Sort(parts)
		d.WriteString(strings.Join(parts, ""))
	case *pycode.Slice:
		d.WriteString("slice\n")
		for _, e := range []pycode.Const{k.Start, k.Stop, k.Step} {
			d.constant(e)
		}
	case pycode.None, pycode.Ellipsis, pycode.Bool:
		d.printf("%s\n", pycode.Repr(k))
	default:
		d.printf("unknown %T\n", k)
	}
}
