package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/native"
)

// before and probe are put into a page: they use it and write what they find to
// its end. before stands in front of the page's own script, whose errors it notes.
const before = `<script>var errors = []; addEventListener("error", (e) => errors.push(e.message));</script>`

const probe = `<script>
const verdict = [], check = (ok, what) => { if (!ok) verdict.push("FAILED " + what); };
try {
	const shown = (s) => [...document.querySelectorAll(s)].filter((e) => e.getClientRects().length);
	const keys = new Map();
	for (const a of shown(".lines a[data-k^=v]")) {
		const columns = keys.get(a.dataset.k) || new Set();
		keys.set(a.dataset.k, columns.add(a.closest("article")));
	}
	let key = "", most = new Set();
	for (const [k, c] of keys) if (c.size > most.size) [key, most] = [k, c];
	check(most.size >= 3, "no value is in three columns");
	const all = () => document.querySelectorAll('[data-k="' + key + '"]');
	const lit = () => document.querySelectorAll(".h0").length;
	let took = Infinity;
	for (let i = 0; i < 5; i++) { // on, off, on, off, on: the fastest is least disturbed
		const start = performance.now();
		shown('a[data-k="' + key + '"]')[0].click();
		took = Math.min(took, performance.now() - start);
	}
	check(took < 1000, "a click takes " + took + " ms");
	check(lit() === all().length && lit() > 0, lit() + " of " + all().length + " are lit");
	for (const c of most) check(c.querySelector(".h0"), key + " is dark in " + c.dataset.name);
	check(document.querySelectorAll(".linked").length > 0 || !document.querySelector('[data-o~="' + key + '"]'), "links are not shown");
	check(document.getElementById("history").textContent.startsWith(document.querySelector('a[data-k="' + key + '"]').textContent), "no history");
	shown("article.uops p[data-k], article.ir p[data-k^=b]")[0].click();
	check(document.querySelectorAll(".h1").length > 0, "a second colour");
	all()[0].dispatchEvent(new MouseEvent("click", { bubbles: true }));
	check(lit() === 0, "a second click leaves " + lit() + " lit");
	document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
	check(document.querySelectorAll(".h0, .h1, .linked").length === 0, "Escape leaves something lit");

	const empty = document.querySelectorAll("article.empty"), folded = document.querySelectorAll("article.folded");
	check(empty.length > 0 && empty.length === folded.length, empty.length + " passes changed nothing, " + folded.length + " columns are folded");
	const column = most.values().next().value, wide = column.offsetWidth;
	column.querySelector("h2").click();
	check(column.offsetWidth < 40 && wide > 100, "folding");
	column.querySelector("h2").click();
	check(column.offsetWidth === wide, "unfolding");

	document.getElementById("states").click();
	check(shown("p.state").length === 0, "states are hidden");
	document.getElementById("states").click();
	check(shown("p.state").length > 0, "states are shown");
	const renamed = document.querySelector("a[data-n]"), was = renamed.textContent, other = renamed.dataset.n;
	document.getElementById("names").click();
	check(renamed.textContent === other && renamed.dataset.n === was, "names");
	document.getElementById("names").click();
	check(renamed.textContent === was, "names again");
	check(document.querySelectorAll("svg rect.loop").length > 0 && document.querySelectorAll("svg path.back").length > 0, "the loop is drawn");
	verdict.push("key " + key + " in " + most.size + " columns, click " + took.toFixed(1) + " ms");
} catch (e) { verdict.push("FAILED " + e.stack); }
` + verdictOut + `</script>`

// verdictOut ends a probe.
const verdictOut = `const out = document.createElement("pre");
out.id = "verdict";
out.textContent = verdict.concat(errors.map((e) => "ERROR " + e)).join("\n");
document.body.append(out);
`

// probeBeside is the probe of a page of two pipelines.
const probeBeside = `<script>
const verdict = [], check = (ok, what) => { if (!ok) verdict.push("FAILED " + what); };
try {
	const panes = [...document.querySelectorAll("section.compile main")];
	check(panes.length === 2, panes.length + " panes");
	const lit = (p) => p.querySelectorAll(".h0").length;
	const input = panes[1].querySelector("article.ir .lines a[data-k^=v]");
	input.click();
	check(lit(panes[0]) > 0 && lit(panes[1]) > 0, input.dataset.k + " of the input is lit " + lit(panes[0]) + " and " + lit(panes[1]) + " times");
	input.click();
	check(lit(panes[0]) + lit(panes[1]) === 0, "a second click leaves something lit");
	const before = new Set([...panes[0].querySelectorAll("article.ir [data-k]")].map((e) => e.dataset.k));
	const made = [...panes[0].querySelectorAll("article.pass .lines p[data-k^=v]")].find((e) => !before.has(e.dataset.k));
	check(made, "no value is made by a pass");
	made.click();
	check(lit(panes[0]) > 0 && lit(panes[1]) === 0, made.dataset.k + " is another value in the other pane");
	document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
	check(lit(panes[0]) + lit(panes[1]) === 0, "Escape leaves something lit");
	verdict.push("key " + made.dataset.k);
} catch (e) { verdict.push("FAILED " + e.stack); }
` + verdictOut + `</script>`

// chromium returns the browser's program, and skips the test where there is none.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if file, err := exec.LookPath(name); err == nil {
			return file
		}
	}
	t.Skip("no chromium on PATH: the page is not opened (Debian: apt-get install chromium; .ci/run tools)")
	return ""
}

// open opens a page with a probe in it and returns the verdict.
func open(t *testing.T, browser, file, probe string) string {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(page), "<head>", "<head>"+before, 1)
	text = strings.Replace(text, "</body>", probe+"</body>", 1)
	probed := write(t, "probed.html", text)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1600,1000",
		"--user-data-dir="+t.TempDir(), "--virtual-time-budget=5000", "--dump-dom", "file://"+probed)
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", browser, err)
	}
	m := regexp.MustCompile(`(?s)<pre id="verdict">(.*?)</pre>`).FindSubmatch(dom)
	if m == nil {
		t.Fatalf("the page has no verdict: its scripts did not run to the end; %d bytes", len(dom))
	}
	return string(m[1])
}

// TestPages writes pages by each command that has -html, and uses them in a
// browser: click, highlight, fold, no script error.
func TestPages(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port: the last columns are missing")
	}
	dir := t.TempDir()
	trace, opt, beside, runs := filepath.Join(dir, "trace.html"), filepath.Join(dir, "opt.html"), filepath.Join(dir, "beside.html"), filepath.Join(dir, "run")
	for _, args := range [][]string{
		{"trace", "-executor=1", "-html=" + trace, "testdata/loop.py"},
		{"opt", "-html=" + opt, loopIR(t)},
		{"opt", "-html=" + beside, "-against=gvn,dce", loopIR(t)},
		{"run", "-html=" + runs, "../../testdata/programs/nbody.py"},
	} {
		if _, errs, status := run(t, "", args...); status != 0 {
			t.Fatalf("tier2 %v: status %d: %s", args, status, errs)
		}
	}
	names, err := filepath.Glob(filepath.Join(runs, "*.html"))
	if err != nil || !slices.Contains(names, filepath.Join(runs, "index.html")) || len(names) < 3 {
		t.Fatalf("tier2 run -html wrote %v (%v)", names, err)
	}
	index, err := os.ReadFile(filepath.Join(runs, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	hot := regexp.MustCompile(`<a href="(executor-\d+\.html)">`).FindSubmatch(index)
	if hot == nil {
		t.Fatal("the index leads nowhere")
	}
	page, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"guest", "uops", "ir", "pass", "machine", "code", "exits"} {
		if !strings.Contains(string(page), `<article class="`+kind) {
			t.Errorf("tier2 trace -html has no column of kind %s", kind)
		}
	}
	for _, linked := range []string{`data-name="source"`, `<p data-k="g0\.\d+" data-o="u\d[^"]*">`, `data-name="bytecode"`, `<p data-k="g1\.\d+" data-o="u\d[^"]*"> *\d+ .*BINARY_OP_ADD_INT`, `<p data-k="u0" data-o="g0\.\d+ g1\.\d+">`} {
		if !regexp.MustCompile(linked).Match(page) {
			t.Errorf("the page has no %s", linked)
		}
	}
	for i, note := range []string{`(\d+) lines`, `(\d+) instructions`} {
		said := regexp.MustCompile(`<span>` + note + `</span>`).FindSubmatch(page)
		listed := regexp.MustCompile(fmt.Sprintf(`<p data-k="g%d\.\d+"`, i)).FindAll(page, -1)
		if said == nil || string(said[1]) != fmt.Sprint(len(listed)) {
			t.Errorf("a column of %d lines says %s", len(listed), said)
		}
	}
	if !regexp.MustCompile(`; leave by exit 0[;<]`).Match(page) || strings.Contains(string(page), "not decoded") {
		t.Error("the column of the code does not show where exits leave, or decodes data as code")
	}
	for _, label := range []string{`<p class="head" data-k="m1"><a data-k="m1">b1</a>:</p>`, `<s>[0-9a-f]{4}</s> j[a-z]+ <a data-k="x\d+">x\d+</a>`} {
		if !regexp.MustCompile(label).Match(page) && runtime.GOARCH == "amd64" {
			t.Errorf("the code has no %s", label)
		}
	}
	page, err = os.ReadFile(filepath.Join(runs, string(hot[1])))
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`<p class="remark">guard: checks that [^<]*, in each round of the loop; it would go if `).Match(page) {
		t.Error("tier2 run -html says of no line which guards are left and why")
	}
	browser := chromium(t)
	for _, file := range []string{trace, opt, beside, filepath.Join(runs, string(hot[1]))} {
		probe := probe
		if file == beside {
			probe = probeBeside
		}
		verdict := open(t, browser, file, probe)
		if strings.Contains(verdict, "FAILED") || strings.Contains(verdict, "ERROR") || !strings.Contains(verdict, "key v") {
			t.Errorf("%s: %s", filepath.Base(file), verdict)
		}
		t.Logf("%s: %s", filepath.Base(file), verdict)
	}
}

// loopIR writes the IR of a loop, as built, into a file.
func loopIR(t *testing.T) string {
	t.Helper()
	out, errs, status := run(t, "", "trace", "-executor=1", "-ir", "testdata/loop.py")
	_, text, found := strings.Cut(out, "--- IR as built\n")
	if status != 0 || !found {
		t.Fatalf("tier2 trace -ir: status %d: %s", status, errs)
	}
	return write(t, "loop.ir", text)
}

// TestPageFlags: what cannot be written is said.
func TestPageFlags(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		errs   string
	}{
		{[]string{"trace", "-html=x.html", "-ir", "testdata/loop.py"}, statusUsage, "-html goes with none of their flags"},
		{[]string{"trace", "-html=" + filepath.Join(t.TempDir(), "no", "x.html"), "testdata/loop.py"}, statusBad, "no such file or directory"},
		{[]string{"trace", "-html=x.html", "-executor=99", "testdata/loop.py"}, statusBad, "no executor 99"},
		{[]string{"opt", "-against=dce", "testdata/loop.py"}, statusUsage, "-against shows two pipelines on the page of -html"},
		{[]string{"run", "-html=" + t.TempDir(), "-jit=off", "testdata/loop.py"}, statusUsage, "there are no executors for -html"},
	} {
		_, errs, status := run(t, "", c.args...)
		if status != c.status || !strings.Contains(errs, c.errs) {
			t.Errorf("tier2 %v: status %d, want %d: %s", c.args, status, c.status, errs)
		}
	}
}
