package report

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
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
	if err != nil || count["./*.svg"] != 8 || count["./*.csv"] != 8+3 || count["maps/*.svg"] != 8 || count["maps/*.dot"] != 8 {
		t.Errorf("not eight charts, eleven tables, and eight maps twice: %v, %v", count, err)
	}
	front, _ := os.ReadFile(filepath.Join(dirs[0], "front.csv"))
	if lines := strings.Split(string(front), "\n"); lines[0] != "selector,hypervolume,lo,hi,of_first,of_first_lo,of_first_hi" || !strings.HasPrefix(lines[1], "net,") || len(lines) != 6 {
		t.Errorf("front.csv:\n%s", front)
	}
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
		{Name: "one", Series: []Series{{"s", []Point{{3, 3, ""}}}}},
		{Name: "one", LogX: true, LogY: true, Lines: true, Series: []Series{{"s", []Point{{3, 3, ""}}}}},
		{Name: "zero", LogY: true, Series: []Series{{"s", []Point{{0, 0, ""}, {1, 0, ""}}}}},
	} {
		var b bytes.Buffer
		if err := c.WriteSVG(&b); err != nil || b.Len() == 0 {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}
