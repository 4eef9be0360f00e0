package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const suite = "testdata/pyperformance"

// TestPyperfRuns checks which benchmarks a folder has, and with which arguments: bm_small.toml is none beside
// pyproject.toml, which has that name.
func TestPyperfRuns(t *testing.T) {
	runs, skipped, err := pyperfRuns(suite, "")
	if err != nil || len(runs) != 1 || runs[0].name != "small" || !slices.Equal(runs[0].args, []string{"--rounds", "200"}) {
		t.Errorf("%+v, %v", runs, err)
	}
	if len(skipped) != 1 || skipped["other"] != "needs nowhere" {
		t.Errorf("skipped: %v", skipped)
	}
	if _, _, err := pyperfRuns(t.TempDir(), ""); err == nil {
		t.Error("an empty folder is a suite")
	}
}

// TestPackages: with folders of packages, those that need some run and find them.
func TestPackages(t *testing.T) {
	dir, packages := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		filepath.Join(dir, "bm_needs", "pyproject.toml"):   "[project]\ndependencies = [\"pyperf\", \"elsewhere\"]\n",
		filepath.Join(dir, "bm_needs", "run_benchmark.py"): "import pyperf, elsewhere\npyperf.Runner().bench_func('needs', elsewhere.f)\n",
		filepath.Join(dir, "bm_alone", "run_benchmark.py"): "import elsewhere\n",
		filepath.Join(packages, "elsewhere.py"):            "def f(): return sum(range(1000))\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, errs, status := run(t, "", "bench", "-n=1", "-warmup=1", "-iterations=2", "-peers=cpython", "-json", "-pyperformance="+dir, "-packages="+packages)
	var r benchReport
	if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil || len(r.Programs) != 1 || r.Programs["needs"]["cpython"].Median <= 0 {
		t.Errorf("status %d, %v: %s%s", status, err, out, errs)
	}
	if _, errs, status := run(t, "", "bench", "-pyperformance="+dir, "-packages="+packages, "alone"); status != statusBad || !strings.Contains(errs, "needs some other packages") {
		t.Errorf("status %d: %s", status, errs)
	}
}

// TestProcessFailed: a process that fails discards the times of no other one, and is shown.
func TestProcessFailed(t *testing.T) {
	r := &processReport{Selectors: []string{"a", "b"}, Functions: map[string]map[string]*processResult{}}
	r.at("f", "a").times, r.at("f", "a").Courses = []float64{1, 3}, "ff"
	r.at("f", "b").times, r.at("f", "b").Courses = []float64{2}, "w"
	r.at("f", "b").fail("killed")
	r.at("g", "a").fail("not today")
	r.sum()
	if x, m := r.at("f", "b"), r.Means["b"]; x.Seconds != 2 || x.OfFirst != 1 || m.Failed != 1 || m.Time[0] != 1 || r.Means["a"].Failed != 1 {
		t.Errorf("%+v, %+v", x, m)
	}
	var w strings.Builder
	if err := r.write(&w); err != nil || !strings.Contains(w.String(), " w!") || strings.Contains(w.String(), "killed") || !strings.Contains(w.String(), "failed: not today") {
		t.Errorf("%v\n%s", err, w.String())
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

// TestBenchProcesses runs the functions of a suite with selectors, each in processes of its own.
func TestBenchProcesses(t *testing.T) {
	machineCode(t)
	args := []string{"bench", "-n=2", "-warmup=0", "-iterations=4", "-select=ways,method(cold=20)", "-pyperformance=" + suite}
	out, errs, status := run(t, "", append(args, "-json")...)
	var r processReport
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != 0 || errs != "" {
		t.Fatalf("status %d, %s, %v", status, errs, err)
	}
	for _, s := range []string{"ways", "method(cold=20)"} {
		for _, name := range []string{"small_add", "small_timed"} {
			x := r.Functions[name][s]
			if x == nil || x.Error != "" || len(x.Courses) != 2 || x.Least <= 0 || x.Seconds < x.Least || x.Most < x.Seconds || x.OfFirst <= 0 || s == "ways" && x.OfFirst != 1 {
				t.Errorf("%s, %s: %+v", name, s, x)
			}
		}
		if x := r.Functions["small_wrong"][s]; x == nil || x.Error != "ValueError: not today" {
			t.Errorf("%s: %+v", s, x)
		}
		c, m := r.Files["small"][s], r.Means[s]
		if c == nil || c.Code <= 0 || c.Executors < 1 || c.Seconds <= 0 || m == nil || m.Failed != 1 || m.Time[0] <= 0 || m.Time[1] > m.Time[0] || m.Time[2] < m.Time[0] || m.Code[0] <= 0 {
			t.Errorf("%s: %+v, %+v", s, c, m)
		}
	}
	if m := r.Means["ways"]; m.Time != [3]float64{1, 1, 1} || m.Compile != m.Time {
		t.Errorf("ways by itself: %+v", m)
	}
	var w strings.Builder
	if err := r.write(&w); err != nil || strings.Count(w.String(), "method(cold=20)") != 5 || !strings.Contains(w.String(), "failed: ValueError: not today") {
		t.Errorf("%v\n%s", err, w.String())
	}
	for _, bad := range [][]string{append(args, "none"), {"bench", "-select=nett", "-pyperformance=" + suite}} {
		if _, errs, status := run(t, "", bad...); status == 0 || errs == "" {
			t.Errorf("%v: status %d, %q", bad, status, errs)
		}
	}
}
