package main

import (
	"runtime"
	"strings"
	"testing"
)

// TestTraceArch: the code of either processor is shown on any host; that of another
// one is the same each time.
func TestTraceArch(t *testing.T) {
	for arch, want := range map[string][]string{
		"amd64": {"cmp qword ptr [r14+0x10]", "jmp qword ptr [r11]"},
		"arm64": {"ldr x16, [x28, #16]", "b.vs <x", "br x17"},
	} {
		out, errs, status := run(t, "", "trace", "-arch="+arch, "-code", "-registers", "testdata/loop.py")
		if status != 0 {
			t.Fatalf("%s: status %d: %s", arch, status, errs)
		}
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: no %q in\n%s", arch, w, out)
			}
		}
		if arch == runtime.GOARCH {
			continue // runs, at addresses that the system has chosen
		}
		if again, _, _ := run(t, "", "trace", "-arch="+arch, "-code", "-registers", "testdata/loop.py"); again != out {
			t.Errorf("%s: differs from one run to the next:\n%s\n%s", arch, out, again)
		}
	}
	_, errs, status := run(t, "", "trace", "-arch=mips", "testdata/loop.py")
	if status != statusUsage || !strings.Contains(errs, "must be one of amd64, arm64") {
		t.Errorf("mips: status %d, %s", status, errs)
	}
}
