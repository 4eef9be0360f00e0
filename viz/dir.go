package viz

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/uop"
)

// Resolve finds the compiles that executors come from. Executors without machine
// code are not shown to observers: call it before Write.
func (r *Recorder) Resolve(executors []*exitdata.Executor) {
	byTrace := map[*uop.Trace]*exitdata.Executor{}
	for _, ex := range executors {
		byTrace[ex.Trace] = ex
	}
	for _, c := range r.compiles {
		if ex := byTrace[c.Trace]; ex != nil && c.Trace != nil {
			c.Executor, c.Refusal = ex, nil
		}
	}
}

// index is what index.html shows.
type index struct {
	Title, About string
	Style        template.CSS
	Rows         []indexRow
	Refused      []refused
}

type indexRow struct {
	ID                               int
	File, Name, Parent, Time, Guards string
	Share                            int // of the bar, in pixels
	Entries                          uint64
	Uops, Code, Exits                int
	parent                           int // 0: entered from the interpreter
	Indent                           int // of the place, in pixels
	took                             time.Duration
}

type refused struct{ File, Name, Why string }

// WriteDir writes a page for each executor and each refused compile into a folder,
// which it makes, and index.html, by the time that was spent
// (exitdata.Executor.Time), then by entries; below each executor stand those that
// continue its exits.
func WriteDir(dir, title string, list []*Compile) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	ix := index{Title: title, Style: template.CSS(style)}
	var total, most time.Duration
	made := 0
	for i, c := range list {
		file := fmt.Sprintf("refused-%d.html", i)
		if c.Executor != nil {
			file = fmt.Sprintf("executor-%d.html", c.Executor.ID)
		}
		if len(c.columns) == 0 {
			file = ""
		} else if err := writeFile(filepath.Join(dir, file), func(w io.Writer) error {
			return Write(w, c.heading(), []*Compile{c})
		}); err != nil {
			return err
		}
		if ex := c.Executor; ex != nil {
			ix.Rows = append(ix.Rows, row(c, file))
			total += ex.Time
			most = max(most, ex.Time)
			made++
		} else {
			why := "compiled again, as a shorter or more general trace"
			if c.Refusal != nil {
				why = c.Refusal.Error()
			}
			ix.Refused = append(ix.Refused, refused{file, c.Name, why})
		}
	}
	for i := range ix.Rows {
		if r := &ix.Rows[i]; most > 0 {
			r.Share = int(120 * r.took / most)
		}
	}
	ix.Rows = tree(ix.Rows)
	ix.About = fmt.Sprintf("%s; %s in them. Time is that of executors entered from the interpreter, with the executors that their exits lead to; an executor that is reached by exits only has none of its own.",
		plural(made, "executor"), milliseconds(total))
	return writeFile(filepath.Join(dir, "index.html"), func(w io.Writer) error { return indexTemplate().Execute(w, &ix) })
}

// tree sorts the rows: each executor above those that continue its exits.
func tree(rows []indexRow) []indexRow {
	slices.SortStableFunc(rows, func(a, b indexRow) int {
		return cmp.Or(cmp.Compare(b.took, a.took), cmp.Compare(b.Entries, a.Entries), cmp.Compare(a.ID, b.ID))
	})
	listed := make(map[int]bool, len(rows))
	for i := range rows {
		listed[rows[i].ID] = true
	}
	var sorted []indexRow
	var below func(id, depth int)
	below = func(id, depth int) {
		for _, r := range rows {
			if r.parent == id || id == 0 && !listed[r.parent] {
				r.Indent = 16 * depth
				sorted = append(sorted, r)
				below(r.ID, depth+1)
			}
		}
	}
	below(0, 0)
	return sorted
}

func row(c *Compile, file string) indexRow {
	ex := c.Executor
	r := indexRow{
		ID: ex.ID, File: file, Name: c.Name, Time: milliseconds(ex.Time), took: ex.Time, Entries: ex.Entries,
		Uops: ex.UopsIn, Guards: fmt.Sprintf("%d → %d", ex.GuardsIn, ex.GuardsOut), Code: ex.CodeBytes, Exits: len(ex.Exits),
	}
	if p := ex.Parent; p != nil {
		r.parent = p.Executor.ID
		r.Parent = fmt.Sprintf("continues exit %d of executor %d", p.Index, p.Executor.ID)
	}
	return r
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000)
}

func writeFile(name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return fmt.Errorf("viz: %s: %w", name, err)
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
