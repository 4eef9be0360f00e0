package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

const suite = "testdata/pyperformance"

// TestPyperfRuns checks which benchmarks a folder has, and with which arguments.
func TestPyperfRuns(t *testing.T) {
	runs, skipped, err := pyperfRuns(suite)
	if err != nil || len(runs) != 1 || runs[0].name != "small" || !slices.Equal(runs[0].args, []string{"--rounds", "200"}) {
		t.Errorf("%+v, %v", runs, err)
	}
	if len(skipped) != 1 || skipped["other"] != "needs nowhere" {
		t.Errorf("skipped: %v", skipped)
	}
	if _, _, err := pyperfRuns(t.TempDir()); err == nil {
		t.Error("an empty folder is a suite")
	}
}

// TestPyperformance runs a file that uses pyperf, unmodified: a function that raises has
// its error as its row, and counts as 0.1 where CPython runs it.
func TestPyperformance(t *testing.T) {
	out, errs, status := run(t, "", "bench", "-n=1", "-warmup=1", "-iterations=2", "-peers=cpython", "-json", "-pyperformance="+suite)
	if status != 0 {
		t.Fatalf("status %d: %s", status, errs)
	}
	var r benchReport
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"small_add", "small_timed"} {
		for _, p := range []string{"off", "cpython"} {
			if res := r.Programs[name][p]; res == nil || res.Error != "" || res.Median <= 0 || res.Ratio <= 0 {
				t.Errorf("%s on %s: %+v", name, p, res)
			}
		}
	}
	// One call adds 200 numbers in the first, a tenth of 1000 in the second.
	if a, b := r.Programs["small_add"]["cpython"], r.Programs["small_timed"]["cpython"]; a == nil || b == nil || a.Median > 1e-3 || b.Median > 1e-3 {
		t.Errorf("%+v, %+v", a, b)
	}
	if res := r.Programs["small_wrong"]["off"]; res == nil || res.Error != "ValueError: not today" {
		t.Errorf("%+v", res)
	}
	if _, errs, status := run(t, "", "bench", "-pyperformance="+suite, "none"); status != statusBad || !strings.Contains(errs, `no benchmark "none"`) {
		t.Errorf("status %d: %s", status, errs)
	}
}

// TestFailedCount checks that what does not run here counts, and what does not run on
// CPython does not.
func TestFailedCount(t *testing.T) {
	peers := []*peer{{name: "native"}, {name: "cpython"}}
	r := &benchReport{Geomean: map[string]float64{}, Programs: map[string]map[string]*result{
		"both":   {"native": {times: []float64{1}, runs: [][]float64{{1}}}, "cpython": {times: []float64{10}, runs: [][]float64{{10}}}},
		"failed": {"native": {Error: "x"}, "cpython": {times: []float64{1}, runs: [][]float64{{1}}}},
		"absent": {"cpython": {times: []float64{1}, runs: [][]float64{{1}}}},
		"base":   {"native": {times: []float64{1}, runs: [][]float64{{1}}}, "cpython": {Error: "x"}},
	}}
	for _, results := range r.Programs {
		finish(results)
	}
	r.failedCount(peers)
	r.geomeans(peers)
	if g := r.Geomean["native"]; g < 0.464 || g > 0.465 { // (10 × 0.1 × 0.1)^⅓
		t.Errorf("geometric mean %v", g)
	}
}

// TestValues checks that another value is no time.
func TestValues(t *testing.T) {
	results := map[string]*result{
		"cpython": {times: []float64{1}, runs: [][]float64{{1}}, Value: "3"}, "native": {times: []float64{1}, runs: [][]float64{{1}}, Value: "4"},
		"off": {times: []float64{1}, runs: [][]float64{{1}}, Value: "3"}, "luajit": {times: []float64{1}, runs: [][]float64{{1}}, Value: "3.0"},
	}
	finish(results)
	for name, wrong := range map[string]bool{"cpython": false, "native": true, "off": false, "luajit": false} {
		if r := results[name]; (r.Error != "") != wrong || (r.Ratio == 0) != wrong {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestBenchErrors checks that a program that fails is a row, and that the programs are
// found from a folder within the checkout.
func TestBenchErrors(t *testing.T) {
	file := write(t, "bad.py", "import sys\nsys.exit('no')\n")
	out, errs, status := run(t, "", "bench", "-n=1", "-warmup=0", "-iterations=1", "-peers=", file, "quicksort")
	if status != 0 || !strings.Contains(out, "failed: exit status 1: no") || !strings.Contains(out, "quicksort\n") || strings.Contains(out, "quicksort\n  off          failed") {
		t.Errorf("status %d, %s, %s", status, out, errs)
	}
}
