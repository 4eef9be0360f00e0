package main

import (
	"strings"
	"testing"
)

// TestConsole types at the console: continuation lines, what _ is, errors, and the three ways to end it.
func TestConsole(t *testing.T) {
	for _, c := range []struct {
		typed, out, errs string
		status           int
	}{
		{"1 + 2\n_ * 2\nNone\n", ">>> 3\n>>> 6\n>>> >>> ", "\n", 0},
		{"def f(a):\n    return a * 2\n\nf(5)\n", ">>> ... ... >>> 10\n>>> ", "\n", 0},
		{"for i in range(2):\n  print(i)\n\n", ">>> ... ... 0\n1\n>>> ", "\n", 0},
		{"1 / 0\n", ">>> >>> ", "Traceback (most recent call last):\n  File \"<stdin>\", line 1, in <module>\nZeroDivisionError: division by zero\n\n", 0},
		{"x y\n7\n", ">>> >>> 7\n>>> ", "SyntaxError: invalid syntax\n\n", 0},
		{"exit\nexit()\n8\n", ">>> Use exit() or Ctrl-D (i.e. EOF) to exit\n>>> ", "", 0},
		{"quit(3)\n", ">>> ", "", 3},
		{"import sys; sys.argv, __name__; sys.exit('end')\n", ">>> ([''], '__main__')\n", "end\n", 1},
	} {
		out, errs, status := run(t, c.typed, "-i")
		banner, rest, _ := strings.Cut(errs, "\n")
		if !strings.HasPrefix(banner, "tier2, Python 3.14") {
			t.Errorf("%q: the banner is %q", c.typed, banner)
		}
		if out != c.out || !strings.HasSuffix(rest, c.errs) || c.errs == "" && rest != "" || status != c.status {
			t.Errorf("%q: %q, %q, status %d; want %q, %q, %d", c.typed, out, rest, status, c.out, c.errs, c.status)
		}
	}
	if _, errs, status := run(t, "", "-i", "-c", "1"); errs != "tier2: unsupported option -i of python with a program\n" || status != statusUnsupported {
		t.Errorf("-i -c: %q, status %d", errs, status)
	}
}
