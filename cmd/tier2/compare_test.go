package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/compare"
)

// TestCompare checks what tier2 compare prints: a line a trace, the total, and the
// total as JSON on the last line.
func TestCompare(t *testing.T) {
	const file = "../../testdata/traces/float.jsonl.gz"
	out, errs, status := run(t, "", "compare", "-json", "-verify", "-explain", file)
	if status != 0 || errs != "" {
		t.Fatalf("status %d\n%s", status, errs)
	}
	for _, want := range []string{
		"   25     8     4 +6    |   197    115 ",
		" L float 25 benchmark bench/bm_float/run_benchmark.py:46\n",
		"removed _CHECK_PEP_523#22: guardelim.implied: watched: the frame evaluation function\n",
		"removed _GUARD_TYPE_VERSION#38: guardelim.version: guard.fact (type version 131461 (Point)) of _GUARD_TYPE_VERSION#18; watched: the type Point, assignments to __class__\n",
		"type and state guards left: CPython's 0.388, ours 0.224; in loops ours 0.224 of 49\n",
		"2 traces, 0 failed\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var r compare.Report
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil {
		t.Fatalf("%v in %s", err, lines[len(lines)-1])
	}
	if r.Traces != 2 || r.Failed != 0 || r.Guards.Before != 49 || r.Guards.CPython != 19 || r.Guards.Ours != 11 ||
		r.Guards.OursLoops != 11 || r.Guards.BeforeLoops != 49 || r.Guards.OursPeeled != 27 || r.Uops.Before != 373 || r.Weighted.Before == 0 {
		t.Errorf("%+v", r)
	}
	again, _, _ := run(t, "", "compare", "-json", "-verify", "-explain", file)
	if again != out {
		t.Error("the second run prints something else")
	}
}

// TestCompareErrors checks how mistakes end.
func TestCompareErrors(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		errs   string
	}{
		{[]string{"compare"}, statusUsage, "tier2 compare: a dump expected; see tier2 compare -h\n"},
		{[]string{"compare", "no.gz"}, statusBad, "tier2: open no.gz: no such file or directory\n"},
		{[]string{"compare", "compare_test.go"}, statusBad, "tier2: cpython: compare_test.go:1: "},
		{[]string{"compare", "-passes=gvm", "x"}, statusBad, `unknown pass "gvm" (gvn`},
	} {
		_, errs, status := run(t, "", c.args...)
		if status != c.status || !strings.Contains(errs, c.errs) {
			t.Errorf("%v: status %d, %q; want %d, %q", c.args, status, errs, c.status, c.errs)
		}
	}
}
