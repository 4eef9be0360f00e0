package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// TestBenchSelect compares selectors on a program: rows are in order, ratios are those of
// the times, and what is compared has executors.
func TestBenchSelect(t *testing.T) {
	machineCode(t)
	file := write(t, "loop.py", "def bench():\n    t = 0\n    for i in range(60000):\n        if i & 1:\n            t += i\n        else:\n            t -= 1\n    return t\nbench()\n")
	args := []string{"bench", "-n=1", "-warmup=1", "-iterations=2", "-select=ways,net(hot=20),traces", "-base=loop"}
	out, errs, status := run(t, "", append(args, "-json", file)...)
	var r selectReport
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != 0 || errs != "" {
		t.Fatalf("status %d, %s, %v\n%s", status, errs, err, out)
	}
	if len(r.Rows) != 3 || r.Rows[1].Selector != "net(hot=20)" {
		t.Fatalf("%+v", r.Rows)
	}
	best := math.Min(r.Rows[1].Time, r.Rows[2].Time)
	for i, x := range r.Rows {
		if x.Program != "loop" || x.Time <= 0 || x.Code == 0 || x.Live == 0 || x.Made < x.Live || x.Copies < 1 || x.OfBase != 1 || (x.Speed != 0) != (i == 0) || x.Misses > 0 != (r.Uncounted == "") {
			t.Errorf("row %d: %+v", i, x)
		}
	}
	if s := best / r.Rows[0].Time; math.Abs(r.Rows[0].Speed-s) > 1e-9 || math.Abs(r.Speed-s) > 1e-9 || r.SlowestAt != "loop" {
		t.Errorf("a speed of %v, %v in the mean, not %v", r.Rows[0].Speed, r.Speed, s)
	}
	if out, errs, status = run(t, "", append(args, file)...); status != 0 || errs != "" || strings.Count(out, "loop") < 4 || strings.Contains(out, "branch misses are not counted: ") != (r.Uncounted != "") {
		t.Errorf("status %d, %s\n%s", status, errs, out)
	}
	out, errs, status = run(t, "", "bench", "-n=1", "-warmup=1", "-iterations=1", "-select=ways", "-json", file)
	r = selectReport{}
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != 0 || errs != "" || r.Speed != 1 || r.SlowestAt != "" {
		t.Errorf("one selector: status %d, %s, %v\n%s", status, errs, err, out) // there is nothing to compare with
	}
	for _, c := range [][2]string{
		{"bench -select=ways,nett " + file, "nett"},
		{"bench -n=1 -warmup=0 -iterations=1 -select=ways -base=other " + file, "-base"},
		{"bench -select=ways " + write(t, "bad.py", "1 / 0\n"), "ZeroDivisionError"},
		{"bench -n=1 -select=ways " + write(t, "none.py", "x = 1\n"), "bench"},
	} {
		if _, errs, status := run(t, "", strings.Fields(c[0])...); status == 0 || !strings.Contains(errs, c[1]) {
			t.Errorf("%s: status %d, %q", c[0], status, errs)
		}
	}
}
