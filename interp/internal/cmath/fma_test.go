package cmath

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	asmLine  = regexp.MustCompile(`\(([^()]+\.go):(\d+)\)\s+(FN?M(?:ADD|SUB)[DS])\b`)
	fmaCalls = regexp.MustCompile(`math\.FMA\(`)
)

// TestNoFusedProducts looks for fused multiply-adds in the code for arm64 of the
// packages that compute the guest's floats: there may be one only where the
// source says math.FMA. (Package interp has one operation a bytecode, and no sums of
// products but in its statistics.) Fusing anywhere else would make results depend on the
// processor.
func TestNoFusedProducts(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles packages")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	for _, pkg := range []string{"../../object", "../../lib", "../../../ir/eval", "../../pyguest", "../../../guest/nanbox", "."} {
		dir, err := filepath.Abs(pkg)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(goTool, "build", "-gcflags=-S", ".")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOARCH=arm64", "GOOS=linux", "CGO_ENABLED=0")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", dir, err, out[:min(len(out), 2000)])
		}
		seen, fused := 0, 0
		for lines := bufio.NewScanner(strings.NewReader(string(out))); lines.Scan(); seen++ {
			m := asmLine.FindStringSubmatch(lines.Text())
			if m == nil {
				continue
			}
			fused++
			if n, _ := strconv.Atoi(m[2]); !fmaCalls.MatchString(sourceLine(t, m[1], n)) {
				t.Errorf("%s:%s: %s, but the line does not say math.FMA", m[1], m[2], m[3])
			}
		}
		if seen < 100 || pkg == "." && fused < 50 {
			t.Errorf("%s: %d lines of assembly with %d fused operations: is this the compiler's output?", dir, seen, fused)
		}
	}
}

// sourceLine returns line n of a file.
func sourceLine(t *testing.T, file string, n int) string {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(src), "\n")
	if n > len(lines) {
		return ""
	}
	return lines[n-1]
}
