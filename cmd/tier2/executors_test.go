package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/profile"
)

// ways is a loop with three ways through it and no call.
const ways = `
def ways(n):
    s = 0.0
    for i in range(n):
        if i % 7 == 0:
            s += i
        elif i % 3 == 0:
            s -= 0.5
        else:
            s += 0.25
    return s

print(ways(200_000))
`

// What enters an executor has left the interpreter or another executor: the edges
// account for all entries, and the hot ways are edges between executors.
func TestExecutorGraph(t *testing.T) {
	machineCode(t)
	var tf tierFlags
	tf.selects.Selector = interp.Traces // of regions there would be one, and no exits
	var errs bytes.Buffer
	r, status := tf.explain(streams{in: strings.NewReader(""), out: io.Discard, err: &errs}, "executors", whyRun{}, []string{write(t, "ways.py", ways)})
	if r == nil || status != 0 {
		t.Fatal(status, errs.String())
	}
	g := profile.NewGraph(r.vm, &r.rec, nil)
	between := uint64(0)
	in := map[int]uint64{}
	for _, e := range g.Edges {
		in[e.To] += e.Count
		if e.From != 0 && e.To != 0 {
			between += e.Count
		}
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if in[n.Executor.ID] != n.Entered || n.Ends == "" {
			t.Errorf("executor %d: entered %d times, %d by its edges; %q", n.Executor.ID, n.Entered, in[n.Executor.ID], n.Ends)
		}
	}
	if len(g.Nodes) < 3 || between < 100_000 {
		t.Errorf("%d executors, %d transitions", len(g.Nodes), between)
	}
	var text, dot strings.Builder
	if err := g.Text(&text); err != nil {
		t.Fatal(err)
	}
	if err := g.DOT(&dot); err != nil {
		t.Fatal(err)
	}
	if ok, _ := regexp.MatchString(`(?m)^executor \d+: ways ways.py:\d+; \d+ bytecodes, \d+ bytes; entered about [\d,]+ times\n    ends: .+\n    -> executor \d+: about [\d,]+ times by x\d+`, text.String()); !ok {
		t.Errorf("%s", text.String())
	}
	str := `"(?:[^"\\]|\\.)*"`
	if !strings.Contains(dot.String(), " penwidth=5.0]") {
		t.Error("the edge that is taken most is not the thickest")
	}
	line := regexp.MustCompile(`^(digraph executors \{|  node \[.*\]|  0 \[.*\]|  \d+ \[label=` + str + ` tooltip=` + str + ` fillcolor="[\d. ]+"\]|  \d+ -> \d+ \[label=` + str + ` penwidth=[\d.]+\]|\})$`)
	for _, l := range strings.Split(strings.TrimSpace(dot.String()), "\n") {
		if !line.MatchString(l) {
			t.Errorf("%q is no DOT", l)
		}
	}
}

// With times, the executor of the loop has most of them.
func TestExecutorTimes(t *testing.T) {
	sampled(t)
	out, errs, status := run(t, "", "executors", write(t, "work.py", work))
	if ok, _ := regexp.MatchString(`(?m)^executor \d+: loop work.py:\d+; .*; [3-9]\d\.\d % of the time; `, out); !ok || status != 0 {
		t.Errorf("status %d, %s, %s", status, errs, out)
	}
}
