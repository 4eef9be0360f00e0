package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
)

var deoptLine = regexp.MustCompile(`(?m)^tier2: deopt: ([1-9]\d*) exits forced, ([1-9]\d*) exits compared with the interpreter$`)

// TestDeopt: the program prints what it prints, and the numbers are told.
func TestDeopt(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	want, _, _ := run(t, "", "run", "-jit=off", "testdata/loop.py")
	forced := map[string]uint64{}
	for _, how := range []string{"all", "random:3:5"} {
		out, errs, status := run(t, "", "run", "-deopt="+how, "-stats=json", "testdata/loop.py")
		var s interp.Stats
		if err := json.Unmarshal([]byte(lastLine([]byte(errs))), &s); err != nil || status != 0 || out != want {
			t.Fatal(how, err, status, out, errs)
		}
		if !deoptLine.MatchString(errs) || s.Tier2.DeoptForced == 0 {
			t.Errorf("%s: %d exits: %s", how, s.Tier2.DeoptForced, errs)
		}
		forced[how] = s.Tier2.DeoptForced
	}
	if forced["random:3:5"] <= forced["all"] {
		t.Errorf("5 times each and 2 times each: %v", forced)
	}
	_, errs, status := run(t, "", "run", "-deopt=all", write(t, "a.py", "print(1)\n1/0\n"))
	if status != 1 || !strings.Contains(errs, "ZeroDivisionError: division by zero\n") {
		t.Errorf("status %d: %s", status, errs)
	}
	for _, bad := range [][]string{{"-deopt=some"}, {"-deopt=random:1"}, {"-deopt=random:1:0"}, {"-deopt=all", "-jit=off"}, {"-deopt=all", "-html=x"}, {"-deopt=all", "-perfmap"}} {
		if _, errs, status := run(t, "", append(append([]string{"run"}, bad...), "testdata/loop.py")...); status != statusUsage || errs == "" {
			t.Errorf("%v: status %d, %s", bad, status, errs)
		}
	}
	if _, errs, status := run(t, "", "run", "-deopt=all", "-jit=uop", "testdata/loop.py"); status != 1 || !strings.Contains(errs, "machine code only") {
		t.Errorf("status %d, %s", status, errs)
	}
}
