package interp_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
)

// manyLoops is a program of n functions with a loop each, beside one that is always
// hot, which rebind a global that all rely on from inside a recursion.
func manyLoops(n int) string {
	var b strings.Builder
	b.WriteString("k = 1\ndef dive(n, v):\n    global k\n    if n == 0:\n        k = v\n        return 0\n    return dive(n - 1, v) + k\n")
	for i := range n {
		fmt.Fprintf(&b, "def f%d(n):\n    s = %d\n    for i in range(n):\n        if i %% 3 == %d: s += i * k\n        else: s ^= i\n    return s\n", i, i, i%3)
	}
	b.WriteString("t = 0\n")
	for i := range n {
		fmt.Fprintf(&b, "t += f%d(5000) + dive(40, %d)\n", i, i/(n/3))
	}
	b.WriteString("print(t)\n")
	return b.String()
}

// TestCodeLimit runs a program whose code does not fit the limit: executors are
// dropped and freed, and the result is the interpreter's.
func TestCodeLimit(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	main := compiled(t, manyLoops(450))
	run := func(o tier2.Options, on bool) (string, *interp.Stats) {
		var out bytes.Buffer
		vm, err := interp.New(interp.Options{Stdout: &out, Stderr: &out})
		if err != nil {
			t.Fatal(err)
		}
		defer vm.Close()
		if on {
			if err := vm.EnableTier2(o); err != nil {
				t.Fatal(err)
			}
		}
		stderr, status := result(vm.RunMain(main, []string{"<test>"}))
		s := vm.Stats()
		return outcome{out.String(), stderr, status}.show(), &s
	}
	want, _ := run(tier2.Options{}, false)
	got, s := run(tier2.Options{Backend: exitdata.Native, CodeLimit: 64 << 10}, true)
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
	two := &s.Tier2
	t.Logf("%d executors, %d dropped, %d freed, %d bytes; %d bytes in use", two.Executors, two.Dropped, two.Freed, two.FreedBytes, two.CodeBytes)
	if two.Dropped < 50 || two.Freed < two.Dropped || two.CodeBytes > 64<<10 || two.Executors-int(two.Freed) != len(two.List) {
		t.Errorf("%d executors, %d dropped, %d freed, %d alive, %d bytes", two.Executors, two.Dropped, two.Freed, len(two.List), two.CodeBytes)
	}
}
