package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const profileOfNbody = "../../region/testdata/profiles/nbody.jsonl.gz"

func TestRegionsTable(t *testing.T) {
	args := []string{"regions", "-select=net,net+comb(prof=20,min=2)", "-events=50000", "-streams=nestedif", profileOfNbody}
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
	out, errs, status := run(t, "", "regions", "-json", "-events=20000", "-streams=diamonds3")
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

// TestRegionsRecord writes a stream and replays it: the table is that of the walk.
func TestRegionsRecord(t *testing.T) {
	file := filepath.Join(t.TempDir(), "nbody.t2e")
	if _, errs, status := run(t, "", "regions", "-events=30000", "-record="+file, profileOfNbody); status != 0 {
		t.Fatal(errs)
	}
	want, _, _ := run(t, "", "regions", "-events=30000", profileOfNbody)
	if got, errs, status := run(t, "", "regions", file); status != 0 || got != want {
		t.Errorf("status %d, %s\n%s%s", status, errs, got, want)
	}
}

func TestRegionsErrors(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		errs   string
	}{
		{[]string{"-select=nett"}, statusUsage, `unknown selector "nett" (net?)`},
		{[]string{"-seeds=0"}, statusUsage, "-seeds"},
		{[]string{"-streams=none"}, statusBad, `"none"`},
		{[]string{"no-such-file"}, statusBad, "no such file"},
		{[]string{write(t, "p.jsonl", "{")}, statusBad, "line 1"},
		{[]string{write(t, "p.jsonl", `{"program":"p","summary":true}`)}, statusBad, "nothing was executed"},
	} {
		out, errs, status := run(t, "", append([]string{"regions"}, c.args...)...)
		if status != c.status || out != "" || !strings.Contains(errs, c.errs) {
			t.Errorf("%v: status %d, %q, %q", c.args, status, out, errs)
		}
	}
}

// TestRegionsReport writes a report beside the table.
func TestRegionsReport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	args := []string{"regions", "-select=net,joins", "-events=10000", "-streams=nestedif"}
	want, _, _ := run(t, "", args...)
	if out, errs, status := run(t, "", append(args, "-out="+dir)...); status != 0 || out != want || errs != "" {
		t.Fatalf("status %d, %s\n%s%s", status, errs, out, want)
	}
	for _, name := range []string{"index.html", "metrics.csv", "pareto.svg", "pareto.csv"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
