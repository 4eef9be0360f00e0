package report

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

func input(t *testing.T) Input {
	in := Input{Limits: uop.DefaultLimits, Seed: 1, Events: 20_000, Within: 0.01, Dot: true}
	for _, name := range []string{"net", "net+comb", "mincut", "joins"} {
		s, err := region.Select(name)
		if err != nil {
			t.Fatal(err)
		}
		settings, err := region.Sweep(name)
		if err != nil {
			t.Fatal(err)
		}
		in.Selectors, in.Sweeps = append(in.Selectors, s), append(in.Sweeps, settings[:min(6, len(settings))])
	}
	for _, p := range []*region.Program{region.NestedIf(), region.Random(3, 40)} {
		s, err := p.Stream(1, 20_000)
		if err != nil {
			t.Fatal(err)
		}
		in.Streams, in.Seeds = append(in.Streams, s), append(in.Seeds, 1)
		if s, err = p.Stream(2, 20_000); err != nil {
			t.Fatal(err)
		}
		in.Tune = append(in.Tune, s)
	}
	return in
}

// TestWrite writes a report twice: the same bytes, SVG that is XML, CSV with as many
// points as the SVG shows, and every file that the page refers to.
func TestWrite(t *testing.T) {
	dirs := [2]string{t.TempDir(), t.TempDir()}
	done, all := 0, 0
	for _, dir := range dirs {
		in := input(t)
		in.Progress = func(d, a int) { done, all = d, a }
		list, err := Write(dir, in)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != 8 || done != all {
			t.Fatalf("%d replays, not 8; progress says %d of %d", len(list), done, all)
		}
	}
	page, err := os.ReadFile(filepath.Join(dirs[0], "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	err = fs.WalkDir(os.DirFS(dirs[0]), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		a, _ := os.ReadFile(filepath.Join(dirs[0], name))
		b, _ := os.ReadFile(filepath.Join(dirs[1], name))
		if len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("%s: %d bytes, and others the second time", name, len(a))
		}
		ext := filepath.Ext(name)
		if ext != ".html" && ext != ".dot" && !strings.Contains(string(page), `"`+name+`"`) {
			t.Errorf("the page does not have %s", name)
		}
		count[path.Dir(name)+"/*"+ext]++
		switch ext {
		case ".svg":
			checkXML(t, name, a)
		case ".csv":
			rows, err := csv.NewReader(bytes.NewReader(a)).ReadAll()
			if err != nil || len(rows) < 4 {
				t.Errorf("%s: %d rows, %v", name, len(rows), err)
			}
		}
		return nil
	})
	if err != nil || count["./*.svg"] != 10 || count["./*.csv"] != 10+3 || count["maps/*.svg"] != 8 || count["maps/*.dot"] != 8 {
		t.Errorf("not ten charts, thirteen tables, and eight maps twice: %v, %v", count, err)
	}
	for _, name := range []string{"pareto", "paired", "cover", "domination", "thresholds"} {
		if err := hasIntervals(filepath.Join(dirs[0], name+".csv")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	front, _ := os.ReadFile(filepath.Join(dirs[0], "front.csv"))
	if lines := strings.Split(string(front), "\n"); lines[0] != "selector,hypervolume,lo,hi,of_first,of_first_lo,of_first_hi" || !strings.HasPrefix(lines[1], "net,") || len(lines) != 6 {
		t.Errorf("front.csv:\n%s", front)
	}
}

// hasIntervals checks that the points of a chart lie in their intervals, and that there is one.
func hasIntervals(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return err
	}
	wide := false
	for _, row := range rows[1:] {
		if row[8] != "point" {
			continue
		}
		var v [6]float64 // x, y, and their intervals
		for i, at := range []int{1, 2, 4, 5, 6, 7} {
			if v[i], err = strconv.ParseFloat(row[at], 64); err != nil {
				return err
			}
		}
		if bare := v[4] == 0 && v[5] == 0; !bare && (v[1] < v[4] || v[1] > v[5]) {
			return fmt.Errorf("%q: y is outside of its interval", row)
		}
		wide = wide || v[4] < v[5]
	}
	if !wide {
		return errors.New("no point has an interval")
	}
	return nil
}

func checkXML(t *testing.T, name string, data []byte) {
	dec := xml.NewDecoder(bytes.NewReader(data))
	paths := 0
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "path" {
			paths++
		}
	}
	if paths < 9 {
		t.Errorf("%s shows nothing: %d paths", name, paths)
	}
}

// TestEmpty draws charts of nothing, of one point, and of what a logarithm is not
// defined for.
func TestEmpty(t *testing.T) {
	for _, c := range []Chart{
		{Name: "none", LogX: true, LogY: true},
		{Name: "one", Series: []Series{{Name: "s", Points: []Point{{X: 3, Y: 3}}}}},
		{Name: "one", LogX: true, LogY: true, Lines: true, Series: []Series{{Name: "s", Points: []Point{{X: 3, Y: 3}}}}},
		{Name: "zero", LogY: true, Series: []Series{{Name: "s", Points: []Point{{}, {X: 1}}}}},
	} {
		var b bytes.Buffer
		if err := c.WriteSVG(&b); err != nil || b.Len() == 0 {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}

// TestBars: intervals are drawn and written, and a legend with long names has its room.
func TestBars(t *testing.T) {
	size := func(c Chart) (int, string) {
		var b bytes.Buffer
		if err := c.WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		return strings.Count(text, "<path"), text[:strings.Index(text, "<g")]
	}
	chart := func(name string, p Point, others ...Point) Chart {
		return Chart{LogX: true, Series: []Series{{Name: name, Points: []Point{p, {X: 9, Y: 9}}, Others: others}}}
	}
	plain, narrow := size(chart("s", Point{X: 3, Y: 3}))
	for name, c := range map[string]Chart{
		"x":      chart("s", Point{X: 3, Y: 3, XRange: [2]float64{2, 4}}),
		"y":      chart("s", Point{X: 3, Y: 3, YRange: [2]float64{2, 5}}),
		"others": chart("s", Point{X: 3, Y: 3}, Point{X: 4, Y: 4}, Point{X: 5, Y: 5}),
		"one":    {One: true, LogX: true, Series: chart("s", Point{X: 3, Y: 3}).Series},
	} {
		if n, _ := size(c); n <= plain {
			t.Errorf("%s: %d paths, %d without", name, n, plain)
		}
	}
	if _, wide := size(chart(strings.Repeat("long", 20), Point{X: 3, Y: 3})); wide == narrow {
		t.Error("long names have no more room")
	}
	c := chart("s", Point{X: 3, Y: 3, XRange: [2]float64{0, 4}}, Point{X: 1, Y: 2, Note: "n"})
	if got := c.shown(c.Series[0].Points).X[0]; got[0] >= 3 || got[1] != 1 { // a logarithmic axis has no 0
		t.Errorf("the bar goes from 3 by %v", got)
	}
	var b bytes.Buffer
	if err := c.WriteCSV(&b); err != nil || !strings.Contains(b.String(), "s,3,3,,0,4,0,0,point\n") || !strings.Contains(b.String(), "s,1,2,n,0,0,0,0,other\n") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestBeside: bars of two lines at the same place do not hide each other, and their points stay.
func TestBeside(t *testing.T) {
	line := func(name string) Series {
		return Series{Name: name, Points: []Point{{X: 1, Y: 2, YRange: [2]float64{1, 3}}, {X: 100, Y: 2, YRange: [2]float64{1, 3}}}}
	}
	for _, log := range []bool{false, true} {
		c := &Chart{Lines: true, LogX: log, Series: []Series{line("a"), line("b")}}
		points := c.shown(c.Series[0].Points)
		a, b := c.beside(points, 0), c.beside(points, 1)
		for k, at := range []float64{1, 100} {
			if x, y := a.XYs[k].X, b.XYs[k].X; x >= at || y <= at || points.XYs[k].X != at {
				t.Errorf("the bars at %g stand at %g and %g, the point at %g", at, x, y, points.XYs[k].X)
			}
		}
		if c.Lines = false; c.beside(points, 0).XYs[0].X != 1 {
			t.Error("the bars of points are beside them")
		}
	}
}

// TestLogTicks: a short logarithmic axis has more labels than powers of ten.
func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{{0.5, 6, "0.5 1 2 5"}, {1, 1000, "1 10 100 1000"}} {
		var got []string
		for _, tick := range (&axis{min: c.low, max: c.high, log: true}).ticks() {
			if tick.label != "" {
				got = append(got, tick.label)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("from %g to %g: %s, want %s", c.low, c.high, s, c.want)
		}
	}
}

// TestLinearTicks: their labels are round, and there are four to ten of them.
func TestLinearTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{{0, 1, "0 0.2 0.4 0.6 0.8 1"}, {-0.5, 0.5, "-0.4 -0.2 0 0.2 0.4"}, {1, 9, "2 4 6 8"}, {3, 1203, "200 400 600 800 1000 1200"}} {
		var got []string
		a := axis{min: c.low, max: c.high, from: 100, to: 0}
		for _, tick := range a.ticks() {
			got = append(got, tick.label)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("from %g to %g: %s, want %s", c.low, c.high, s, c.want)
		}
		if a.at(c.low) != 100 || a.at(c.high) != 0 || a.at((c.low+c.high)/2) != 50 {
			t.Errorf("from %g to %g: its ends lie at %g and %g", c.low, c.high, a.at(c.low), a.at(c.high))
		}
	}
}

// TestHugeTicks: values that lie on one another for floats do not keep an axis from being drawn.
func TestHugeTicks(t *testing.T) {
	for _, v := range []float64{0, 1, 1e9, 1e17, -1e17, 1e300} {
		for _, more := range []float64{0, 16} {
			a := axis{from: 0, to: 100}
			a.none()
			a.include(v, nil, 0)
			a.include(v+more, nil, 0)
			a.spread()
			if n := len(a.ticks()); n < 1 || n > 20 {
				t.Errorf("%g to %g: %d ticks", v, v+more, n)
			}
		}
	}
}

// TestDrawn: lines with the same points are one, under the names of all, and the later one
// of two lines is the narrower one, so that the other one is seen below it.
func TestDrawn(t *testing.T) {
	line := func(name string, y ...float64) Series {
		s := Series{Name: name, Others: []Point{{X: 1, Y: 1, Note: name}}}
		for i, y := range y {
			s.Points = append(s.Points, Point{X: float64(i), Y: y})
		}
		return s
	}
	c := &Chart{Lines: true, Series: []Series{line("a", 1, 2), line("b", 1, 3), line("c", 1, 2), line("d", 1, 2, 3), line("e"), line("f")}}
	var names []string
	for _, s := range c.drawn() {
		names = append(names, fmt.Sprint(s.at, s.Name, s.same))
	}
	if got := strings.Join(names, ", "); got != "0a[c], 1b[], 3d[], 4e[], 5f[]" {
		t.Error(got)
	}
	if n := len(c.drawn()[0].Others); n != 2 {
		t.Errorf("%d other points, not those of both", n)
	}
	if c.Lines = false; len(c.drawn()) != 6 {
		t.Error("points are not lines")
	}
	for i := range 14 {
		if lineWidth(i, 15) <= lineWidth(i+1, 15) {
			t.Errorf("line %d is not narrower than the one before it", i+1)
		}
	}
	if lineWidth(0, 1) <= 0 {
		t.Error("a line alone cannot be seen")
	}
}

// TestThresholds: each selector that has a threshold is replayed with others of it, whatever its options
// are; one that has none, or is somebody's own, is left out.
func TestThresholds(t *testing.T) {
	in := input(t)
	own := in.Selectors[0]
	own.Name = "own"
	in.Selectors = append(in.Selectors[:2], own)
	r := newRunner(&in)
	c, err := heat(r)
	if err != nil || len(c.Series) != 2 || c.Series[1].Name != "net+comb" || len(c.Series[1].Points) != len(thresholds) {
		t.Fatalf("%+v, %v", c, err)
	}
	if p := c.Series[0].Points; p[0].Y == p[len(p)-1].Y {
		t.Errorf("the threshold changes nothing: %v", p)
	}
	in.Selectors = in.Selectors[2:]
	if c, err := heat(newRunner(&in)); c != nil || err != nil {
		t.Errorf("%+v, %v", c, err)
	}
}
