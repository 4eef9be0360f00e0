package viz_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/uop"
	"github.com/tier2go/tier2/viz"
)

var _ tier2.Observer = (*viz.Recorder)(nil)

// record compiles a trace as often as asked and returns what was recorded.
func record(t testing.TB, pipeline string, times int) *viz.Recorder {
	t.Helper()
	g := toyguest.New()
	tr, err := uop.Parse("", []byte(toyguest.Sum), toyguest.Uops)
	if err != nil {
		t.Fatal(err)
	}
	rec := viz.New(viz.Options{Names: g.Heap})
	session, err := debug.New(debug.Modes{Log: rec.Rewrite})
	if err != nil {
		t.Fatal(err)
	}
	c, err := tier2.New(&g.Guest, tier2.Options{
		Backend: exitdata.IR, Passes: pipeline, Observer: rec, PassObservers: []passes.Observer{rec}, Session: session,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range times {
		if _, err := c.Compile(tr); err != nil {
			t.Fatal(err)
		}
	}
	rec.Resolve(c.Table().Executors)
	return rec
}

func text(t testing.TB, list []*viz.Compile) string {
	t.Helper()
	var b bytes.Buffer
	if err := viz.Write(&b, "sum", list); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSame: the same compile gives the same bytes, also the second one of a
// recorder and with another pipeline between.
func TestSame(t *testing.T) {
	one := text(t, record(t, "@default", 1).Compiles())
	list := record(t, "@default", 2).Compiles()
	if got := text(t, list[:1]); got != one {
		t.Error("another compiler's page differs")
	}
	// The executors' numbers may differ, nothing else.
	number := regexp.MustCompile(`executor \d+`)
	if got := text(t, list[1:]); number.ReplaceAllString(got, "") != number.ReplaceAllString(one, "") {
		t.Error("the page of the second compile differs")
	}
}

// TestPage: columns in the pipeline's order, marks with rules, nothing from
// elsewhere.
func TestPage(t *testing.T) {
	page := text(t, record(t, "fix(typeprop,guardelim),peel,fix(typeprop,guardelim),unbox,gvn,dce", 1).Compiles())
	var columns []string
	for _, m := range regexp.MustCompile(`<article class="([^"]*)" data-name="([^"]*)">`).FindAllStringSubmatch(page, -1) {
		columns = append(columns, m[2]+"/"+m[1])
	}
	want := "micro-ops/uops build/ir typeprop/pass folded empty guardelim/pass typeprop/pass folded empty guardelim/pass folded empty " +
		"peel/pass typeprop/pass folded empty guardelim/pass typeprop/pass folded empty guardelim/pass folded empty unbox/pass gvn/pass dce/pass"
	if got := strings.Join(columns, " "); got != want {
		t.Errorf("columns %q\n   want %q", got, want)
	}
	for _, s := range []string{
		`removed by guardelim: `, // a rule
		`, now v`,                // and what a value has become
		`changed by guardelim`,
		`made by peel: `,
		`made by unbox: `,
		`removed by dce: `,
		`<rect class="loop"`,
		`data-k="u4"`,
	} {
		if !strings.Contains(page, s) {
			t.Errorf("the page has no %q", s)
		}
	}
	for _, s := range []string{"http:", "https:", "src=", "@import", "url("} {
		if strings.Contains(page, s) {
			t.Errorf("the page has %q: it must need nothing else", s)
		}
	}
	// Every key that a line is linked by is the key of something.
	for _, m := range regexp.MustCompile(`data-o="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		for _, k := range strings.Fields(m[1]) {
			if !strings.Contains(page, fmt.Sprintf(`data-k="%s"`, k)) {
				t.Errorf("nothing has the key %s", k)
			}
		}
	}
}

// TestEscape: names of the guest cannot write into the page.
func TestEscape(t *testing.T) {
	const evil = `<script>"v0"&`
	f, err := irtext.Parse("f", []byte(`trace @f form=guest {
frame f0 "f" (a)
b0:
  v0: ref = slot 0
  s0 = state f0 pc=1 (v0 |)
  exit s0 -> x0
}
exits x0: end
`), ir.CoreOps, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.Name, f.Frames[0].Name = evil, evil
	rec := viz.New(viz.Options{})
	rec.Begin(evil)
	rec.Function(evil, f)
	page := text(t, rec.Compiles())
	if strings.Contains(page, "<script>\"") {
		t.Error("a name is not escaped")
	}
	if !strings.Contains(page, "&lt;script&gt;") {
		t.Error("the name is missing")
	}
}

func BenchmarkPage(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := viz.Write(io.Discard, "sum", record(b, "@default", 1).Compiles()); err != nil {
			b.Fatal(err)
		}
	}
}
