package interp_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

// TestTracebacks compares what uncaught exceptions print, and exit statuses,
// with CPython's; see testdata/gen_tracebacks.py.
func TestTracebacks(t *testing.T) {
	data, err := os.ReadFile("testdata/tracebacks.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []json.RawMessage
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	py, err := compile.Find(context.Background(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, raw := range cases {
		var program, want string
		var status int
		if err := json.Unmarshal(raw, &[]any{&program, &want, &status}); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		path := filepath.Join(dir, "prog.py")
		if err := os.WriteFile(path, []byte(program), 0o666); err != nil {
			t.Fatal(err)
		}
		code, err := py.CompileFile(context.Background(), path)
		if err != nil {
			t.Errorf("%s\n%v", program, err)
			continue
		}
		for _, stress := range []bool{false, true} {
			if stress && !soak.Some(4, program) {
				continue
			}
			vm, err := interp.New(importing(cpython(t), interp.Options{Heap: object.Options{Limit: 64 << 20, Stack: 8 << 20}}))
			if err != nil {
				t.Fatal(err)
			}
			vm.Heap().SetStress(stress)
			got, gotStatus := result(vm.RunMain(code, []string{path}))
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
			if got = strings.ReplaceAll(got, dir, "DIR"); got != want || gotStatus != status {
				t.Errorf("%s\n got  %d\n%s\n want %d\n%s", program, gotStatus, got, status, want)
			}
		}
	}
}

// result is what a program's error prints, and its exit status.
func result(err error) (string, int) {
	var guest *interp.GuestError
	var exit *interp.SystemExit
	switch {
	case errors.As(err, &guest) && guest.Line == "KeyboardInterrupt":
		return guest.Traceback(), -2 // CPython ends by the signal
	case errors.As(err, &guest):
		return guest.Traceback(), 1
	case errors.As(err, &exit) && exit.Message != "":
		return exit.Message + "\n", exit.Code
	case errors.As(err, &exit):
		return "", exit.Code
	case err != nil:
		return err.Error(), 3
	}
	return "", 0
}

// TestUnsupported checks that what CPython has and this VM has not stops a
// program by name, and with its place.
func TestUnsupported(t *testing.T) {
	py, err := compile.Find(context.Background(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ program, what string }{
		{"eval('1')\n", "compiling source: the VM has no Options.Compile (<test>:1)"},
		{"import sys\nsys.stdout.truncate()\n", "method truncate of 'TextIOWrapper' objects (<test>:2)"},
		{"import collections\n", "module collections (<test>:1)"},
		{"import os.path\n", "module os (<test>:1)"},
		{"import sys\nx = sys.stdout.truncate\nx()\n", "method truncate of 'TextIOWrapper' objects (<test>:3)"},
		{"from sys import setdlopenflags\n", "name sys.setdlopenflags (<test>:1)"},
		{"import sys\nhasattr(sys, 'setdlopenflags') and 1 / 0\nsys.setdlopenflags\n", "name sys.setdlopenflags (<test>:3)"},
	} {
		code, err := py.Compile(context.Background(), "<test>", []byte(c.program))
		if err != nil {
			t.Fatal(err)
		}
		vm, err := interp.New(interp.Options{Heap: object.Options{Limit: 64 << 20, Stack: 8 << 20}})
		if err != nil {
			t.Fatal(err)
		}
		err = vm.RunMain(code, []string{"test"})
		var u *interp.Unsupported
		if !errors.As(err, &u) || err.Error() != "tier2: unsupported "+c.what {
			t.Errorf("%s\n got  %v\n want tier2: unsupported %s", c.program, err, c.what)
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLongChains: of what led to an exception the latest hundred thousand are printed, and not more than some megabytes; as
// many are made that a program which has ended takes no time and memory for the others.
func TestLongChains(t *testing.T) {
	for _, c := range []struct {
		source string
		begin  string
		least  int
	}{
		{"for i in range(150_000):\n    e = ValueError(i); e.__context__ = exc; exc = e\nraise exc", "... (earlier exceptions are left out)\nValueError: 49999\n\nDuring handling", 5 << 20},
		{"s = 'a' * 1_000_000\nfor i in range(100):\n    e = ValueError(s); e.__cause__ = exc; exc = e\nraise exc", "... (earlier exceptions are left out)\n\nThe above exception", 16 << 20},
		{"exc = KeyError()\nfor i in range(12): exc = ExceptionGroup('x', [exc] * 15)\nraise exc", "  + Exception Group", 1 << 10},
		{"exc = KeyError()\nfor i in range(2): exc = ExceptionGroup('x', [exc] * 1_000_000)\nraise exc", "  + Exception Group", 1 << 10},
	} {
		o, _ := run(t, modes[0], interp.Options{}, compiled(t, "exc = None\n"+c.source))
		if !strings.HasPrefix(o.stderr, c.begin) || len(o.stderr) < c.least || len(o.stderr) > 20<<20 {
			t.Errorf("%s: %d bytes: %.200s", c.source, len(o.stderr), o.stderr)
		}
	}
}

// carets are the lines of CPython's tracebacks that ours have not.
var carets = regexp.MustCompile(`(?m)^ +[~^]+\n`)

// TestTracebackCoding prints lines of sources in other encodings than UTF-8 (PEP 263).
func TestTracebackCoding(t *testing.T) {
	py, err := compile.Find(t.Context(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"first":    "# -*- coding: latin-1 -*-\nf = 1\nf(\"\xe9\xff\" )\n",
		"second":   "#!python\n# vim: set fileencoding=cp1252 :\nx = '\x80'; x + 1\n",
		"utf8":     "# coding: utf-8\nx = 'é'; x + 1\n",
		"late":     "\n\n# coding: latin-1\nx = 'é'; x + 1\n",
		"no line":  "x = 1\n# coding: latin-1\nx = 'é' + x\n",
		"iso":      "# coding=iso-8859-15\ndef f(): raise ValueError('\xa4')\nf( '\xa4' and 1 )\n",
		"mark":     "\ufeff# coding: utf-8\nx = 'é'; x + 1\n",
		"in a str": "s = '# coding: latin-1'; s + 'é' + 1\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "p.py")
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			code, err := py.CompileFile(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := run(t, mode{}, interp.Options{}, code)
			want := oracle(t, path)
			want.stderr = carets.ReplaceAllString(want.stderr, "")
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got.stderr, want.stderr)
			}
		})
	}
}
