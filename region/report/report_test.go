package report

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

func input(t *testing.T) Input {
	in := Input{Limits: uop.DefaultLimits, Seed: 1, Events: 20_000}
	for _, name := range []string{"net", "net+comb", "mincut", "joins"} {
		s, err := region.Select(name)
		if err != nil {
			t.Fatal(err)
		}
		in.Selectors = append(in.Selectors, s)
	}
	for _, p := range []*region.Program{region.NestedIf(), region.Random(3, 40)} {
		s, err := p.Stream(1, 20_000)
		if err != nil {
			t.Fatal(err)
		}
		in.Streams, in.Seeds = append(in.Streams, s), append(in.Seeds, 1)
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
	files, err := os.ReadDir(dirs[0])
	if err != nil {
		t.Fatal(err)
	}
	svgs := 0
	page, err := os.ReadFile(filepath.Join(dirs[0], "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		a, _ := os.ReadFile(filepath.Join(dirs[0], f.Name()))
		b, _ := os.ReadFile(filepath.Join(dirs[1], f.Name()))
		if len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("%s: %d bytes, and others the second time", f.Name(), len(a))
		}
		if f.Name() != "index.html" && !strings.Contains(string(page), `"`+f.Name()+`"`) {
			t.Errorf("the page does not have %s", f.Name())
		}
		switch filepath.Ext(f.Name()) {
		case ".svg":
			svgs++
			checkXML(t, f.Name(), a)
		case ".csv":
			rows, err := csv.NewReader(bytes.NewReader(a)).ReadAll()
			if err != nil || len(rows) < 4 {
				t.Errorf("%s: %d rows, %v", f.Name(), len(rows), err)
			}
		}
	}
	if svgs != 8 {
		t.Errorf("%d charts, not 8", svgs)
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
	if paths < 10 {
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
