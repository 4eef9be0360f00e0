package main

import (
	"strings"
	"testing"
)

// TestAsPython gives the command python's flags, as a program does that starts sys.executable.
func TestAsPython(t *testing.T) {
	const show = "import sys; f = sys.flags; print(f.isolated, f.ignore_environment, sys._xoptions, sys.warnoptions, sys.argv, '' in sys.path)"
	t.Setenv("PYTHONWARNINGS", "ignore")
	for _, c := range []struct {
		args      []string
		out, errs string
		status    int
	}{
		{[]string{"-I", "-X", "faulthandler", "-Wdefault", "-c", show, "a", "-b"}, "1 1 {'faulthandler': True} ['default'] ['-c', 'a', '-b'] False\n", "", 0},
		{[]string{"-sXa=b", "-Sc", show}, "0 0 {'a': 'b'} ['ignore'] ['-c'] True\n", "", 0},
		{[]string{"-Ec" + show}, "0 1 {} [] ['-c'] True\n", "", 0},
		{[]string{"-B"}, "from stdin\n", "", 0},
		{[]string{"-E", write(t, "script", "print('script')")}, "script\n", "", 0},
		{[]string{"-O", "-c", show}, "", "tier2: unsupported option -O of python\n", statusUnsupported},
		{[]string{"-E", "-Xdev", "-c", show}, "", "tier2: unsupported option -X dev of python\n", statusUnsupported},
		{[]string{"-I", "-Z"}, "", "tier2: unknown option -Z\n", statusUsage},
		{[]string{"-I", "-W"}, "", "tier2: argument expected for the -W option\n", statusUsage},
	} {
		out, errs, status := run(t, "print('from stdin')\n", c.args...)
		if out != c.out || errs != c.errs || status != c.status {
			t.Errorf("%s: %q, %q, status %d; want %q, %q, %d", strings.Join(c.args, " "), out, errs, status, c.out, c.errs, c.status)
		}
	}
}
