package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const profileOfNbody = "../../testdata/profiles/nbody.jsonl.gz"

func TestRegionsTable(t *testing.T) {
	args := []string{"regions", "-selectors=net,net+comb(prof=20,min=2)", "-events=50000", "-programs=nestedif", "-profiles=" + profileOfNbody}
	out, errs, status := run(t, "", args...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != 0 || len(lines) != 7 || !strings.HasPrefix(lines[0], "program") || !strings.Contains(lines[2], "net+comb(prof=20)") || !strings.HasPrefix(lines[6], "mean") {
		t.Fatalf("status %d\n%s%s", status, out, errs)
	}
	if again, _, _ := run(t, "", args...); again != out {
		t.Errorf("the second run printed something else:\n%s%s", out, again)
	}
}

func TestRegionsJSON(t *testing.T) {
	out, errs, status := run(t, "", "regions", "-json", "-events=20000", "-programs=diamonds3")
	if status != 0 {
		t.Fatal(errs)
	}
	for line := range strings.Lines(out) {
		var m struct {
			Program, Selector string
			HitRate           float64 `json:"hit_rate"`
			Refusals          map[string]int
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.Program != "diamonds3" || m.Selector == "" || m.HitRate > 1 || len(m.Refusals) == 0 {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestRegionsRecord writes a stream and replays it: the table is that of the walk, gzipped too.
func TestRegionsRecord(t *testing.T) {
	want, _, _ := run(t, "", "regions", "-events=30000", "-profiles="+profileOfNbody)
	var sizes []int
	for _, name := range []string{"nbody.t2e", "nbody.t2e.gz"} {
		file := filepath.Join(t.TempDir(), name)
		if _, errs, status := run(t, "", "regions", "-events=30000", "-record="+file, "-profiles="+profileOfNbody); status != 0 {
			t.Fatal(errs)
		}
		if got, errs, status := run(t, "", "regions", "-streams="+file); status != 0 || got != want {
			t.Errorf("status %d, %s\n%s%s", status, errs, got, want)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(data))
	}
	if sizes[1]*2 > sizes[0] {
		t.Errorf("%d bytes, gzipped %d", sizes[0], sizes[1])
	}
}

func TestRegionsErrors(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		errs   string
	}{
		{[]string{"-selectors=nett"}, statusUsage, `unknown selector "nett" (net?)`},
		{[]string{"-seeds=0"}, statusUsage, "-seeds"},
		{[]string{"file"}, statusUsage, "no arguments"},
		{[]string{"-csv", "-json"}, statusUsage, "-csv and -json"},
		{[]string{"-within=-0.1"}, statusUsage, "-within"},
		{[]string{"-programs=none"}, statusBad, `"none"`},
		{[]string{"-streams=no-such-file"}, statusBad, "no such file"},
		{[]string{"-profiles=no-such-file"}, statusBad, "no such file"},
		{[]string{"-streams=" + profileOfNbody}, statusBad, "damaged stream"},
		{[]string{"-profiles=" + write(t, "p.jsonl", "{")}, statusBad, "line 1"},
		{[]string{"-profiles=" + write(t, "p.jsonl", `{"program":"p","summary":true}`)}, statusBad, "nothing was executed"},
	} {
		out, errs, status := run(t, "", append([]string{"regions"}, c.args...)...)
		if status != c.status || out != "" || !strings.Contains(errs, c.errs) {
			t.Errorf("%v: status %d, %q, %q", c.args, status, out, errs)
		}
	}
}

// TestRegionsIdle: below the table stands why a selector has selected nothing.
func TestRegionsIdle(t *testing.T) {
	for args, want := range map[string]string{
		"-blocks=60 -events=20000": "\nrandom60-1, oracle has selected nothing: too_large ",
		"-blocks=60 -events=10":    "\nrandom60-1, oracle has selected nothing: nothing has been hot\n",
	} {
		out, errs, status := run(t, "", append([]string{"regions", "-random=1", "-selectors=net,oracle"}, strings.Fields(args)...)...)
		if status != 0 || !strings.Contains(out, want) || strings.Contains(out, "net has selected nothing: too_large") {
			t.Errorf("%s: status %d, %s\n%s", args, status, errs, out)
		}
	}
}

// TestRegionsPython records Python programs: the order of their blocks is the real one,
// so that a selector of traces finds the way that alternates. One that goes on for ever
// is interrupted; one that fails is an error.
func TestRegionsPython(t *testing.T) {
	loop := write(t, "loop.py", "def f(n):\n    t = 0\n    for i in range(n):\n        if i % 2:\n            t += i\n        else:\n            t -= 1\n    return t\nwhile True:\n    f(100)\n")
	args := []string{"regions", "-selectors=net,grow", "-events=20000", "-programs=nestedif," + loop}
	out, errs, status := run(t, "", args...)
	if status != 0 || errs != "" || strings.Count(out, "\nloop ") != 2 || strings.Count(out, "\nnestedif ") != 2 {
		t.Fatalf("status %d, %s\n%s", status, errs, out)
	}
	if again, _, _ := run(t, "", args...); again != out {
		t.Errorf("the second run recorded something else:\n%s%s", out, again)
	}
	if out, errs, status = run(t, "", "regions", "-programs="+write(t, "bad.py", "1 / 0\n")); status != statusBad || out != "" || !strings.Contains(errs, "ZeroDivisionError") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}

// TestRegionsFolder replays a folder's profiles but for those of which nothing was
// executed, and says which.
func TestRegionsFolder(t *testing.T) {
	idle := write(t, "idle.jsonl", `{"program":"idle","summary":true}`)
	data, err := os.ReadFile(profileOfNbody)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(idle)
	if err := os.WriteFile(filepath.Join(dir, "nbody.jsonl.gz"), data, 0o666); err != nil {
		t.Fatal(err)
	}
	out, errs, status := run(t, "", "regions", "-selectors=net", "-events=1000", "-profiles="+dir)
	if status != 0 || errs != "tier2: idle is left out: nothing was executed\n" || strings.Count(out, "nbody") != 1 {
		t.Errorf("status %d, %q\n%s", status, errs, out)
	}
}

// TestRegionsReport writes a report beside the table, twice the same.
func TestRegionsReport(t *testing.T) {
	args := []string{"regions", "-selectors=net,grow(lambda=5,entry=8)", "-events=10000", "-random=2", "-seeds=2", "-seedbase=40"}
	want, _, _ := run(t, "", args...)
	var files [2]map[string]string
	for i := range files {
		dir := filepath.Join(t.TempDir(), "out")
		if out, errs, status := run(t, "", append(args, "-dot", "-out="+dir)...); status != 0 || out != want || errs != "" {
			t.Fatalf("status %d, %s\n%s%s", status, errs, out, want)
		}
		files[i] = map[string]string{}
		for _, name := range []string{"index.html", "metrics.csv", "front.csv", "sweep.csv", "pareto.svg", "pareto.csv", "maps/0-random60-40-net.svg", "maps/0-random60-40-net.dot"} {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || len(data) == 0 {
				t.Errorf("%s: %v", name, err)
			}
			files[i][name] = string(data)
		}
	}
	if !maps.Equal(files[0], files[1]) {
		t.Error("the second report is another one")
	}
	front := strings.Split(strings.TrimSpace(files[0]["front.csv"]), "\n")
	if len(front) != 3 || front[0] != "selector,hypervolume,lo,hi,of_first,of_first_lo,of_first_hi" || !strings.HasPrefix(front[1], "net,") || !strings.HasPrefix(front[2], "\"grow(") && !strings.HasPrefix(front[2], "grow,") {
		t.Errorf("front.csv: %q", front)
	}
	metrics := strings.Split(strings.TrimSpace(files[0]["metrics.csv"]), "\n")
	if len(metrics) != 1+2*2*2 || !strings.HasPrefix(metrics[0], "selector,program,seed,hit_rate,code_expansion,instr_per_transition,cover90,regions,exits,executed_cycle_ratio,spanned_cycle_ratio,exit_domination,replication,selection_ns,") {
		t.Errorf("metrics.csv: %d lines\n%s", len(metrics), metrics[0])
	}
	// The settings are chosen on other programs.
	if n := strings.Count(files[0]["sweep.csv"], ",tuning,"); n != 8 {
		t.Errorf("%d settings were tried, not 4 each", n)
	}
}

// TestRegionsTime has the time of selection only where it is asked for.
func TestRegionsTime(t *testing.T) {
	ns := func(args ...string) float64 {
		out, errs, status := run(t, "", append([]string{"regions", "-json", "-selectors=mincut", "-programs=random60-2"}, args...)...)
		var m struct {
			NS float64 `json:"selection_ns"`
		}
		if err := json.Unmarshal([]byte(out), &m); err != nil || status != 0 {
			t.Fatalf("%v, %s%s", err, out, errs)
		}
		return m.NS
	}
	if a, b := ns(), ns("-time"); a != 0 || b <= 0 {
		t.Errorf("%v ns without -time, %v with it", a, b)
	}
}

// TestRegionsDot prints graphs.
func TestRegionsDot(t *testing.T) {
	out, errs, status := run(t, "", "regions", "-dot", "-selectors=net,grow", "-programs=nestedif,dispatch6", "-seeds=2", "-events=20000")
	if status != 0 || strings.Count(out, "digraph") != 4 || !strings.Contains(out, `digraph "dispatch6, grow"`) || !strings.Contains(out, "fillcolor") {
		t.Errorf("status %d, %s\n%s", status, errs, out)
	}
}
