package viz

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"strings"
	"sync"
)

var (
	//go:embed page.html
	pageText string
	//go:embed index.html
	indexText string
	//go:embed page.css
	style string
	//go:embed page.js
	script string

	// They are parsed when a page is written: most processes write none.
	pageTemplate  = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })
	indexTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("index").Parse(indexText)) })
)

// page is what page.html shows.
type page struct {
	Title    string
	Style    template.CSS
	Script   template.JS
	Compiles []section
}

type section struct {
	ID, Name string
	Panes    []pane // one, or two side by side
}

type pane struct {
	About   string
	Columns []article
}

type article struct {
	Name, Kind, Note string
	Folded, Empty    bool
	Graph, Lines     template.HTML
}

// Write writes a page of compiles, of which one is shown at a time.
func Write(w io.Writer, title string, list []*Compile) error {
	p := page{Title: title, Style: template.CSS(style), Script: template.JS(script)}
	for i, c := range list {
		s := section{ID: fmt.Sprintf("c%d", i), Name: c.heading(), Panes: []pane{c.pane()}}
		if c.beside != nil {
			s.Panes = append(s.Panes, c.beside.pane())
		}
		p.Compiles = append(p.Compiles, s)
	}
	return pageTemplate().Execute(w, &p)
}

func (c *Compile) pane() pane {
	p := pane{About: c.about()}
	for _, col := range c.columns {
		p.Columns = append(p.Columns, article{
			Name: col.name, Kind: col.kind, Note: col.note, Folded: col.empty(), Empty: col.empty(),
			Graph: template.HTML(col.graph), Lines: template.HTML(col.html()),
		})
	}
	return p
}

// Beside puts another compile of the same input below this one, as under another pipeline:
// Write shows the columns of both. What was there before the first pass lights up in both,
// what passes have made only where it is clicked. title says in a word what each of the
// two is.
func (c *Compile) Beside(other *Compile, title, otherTitle string) {
	c.beside, c.title, other.title = other, title, otherTitle
}

// heading names a compile.
func (c *Compile) heading() string {
	switch {
	case c.Executor != nil:
		return fmt.Sprintf("executor %d: %s", c.Executor.ID, c.Name)
	case c.Refusal != nil:
		return "refused: " + c.Name
	}
	return c.Name
}

// about says in a line what came of a compile.
func (c *Compile) about() string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if c.title != "" {
		add("%s", c.title)
	}
	if n := c.size(); n != "" {
		add("%s", n)
	}
	if c.Trace != nil {
		add("%s, which end: %v", plural(len(c.Trace.Insts), "micro-op"), c.Trace.Stop)
	}
	if p := c.Parent; p != nil {
		add("continues exit %d of executor %d", p.Index, p.Executor.ID)
	}
	if ex := c.Executor; ex != nil {
		add("%v", ex.Kind)
		add("%s in, %d out", plural(ex.GuardsIn, "guard"), ex.GuardsOut)
		if ex.CodeBytes > 0 {
			add("%d bytes of code, %d of them hot", ex.CodeBytes, ex.HotBytes)
		}
		add("%s", plural(len(ex.Exits), "exit"))
	}
	if c.Refusal != nil {
		add("%v", c.Refusal)
	}
	return strings.Join(parts, " · ")
}

// size says how many operations a function had before and behind the passes, "" where none
// was shown.
func (c *Compile) size() string {
	var counts []int
	for _, col := range c.columns {
		if col.kind != "ir" && col.kind != "pass" || col.empty() {
			continue
		}
		n := 0
		for i := range col.lines {
			if l := &col.lines[i]; !strings.HasPrefix(l.class, "head") && !strings.HasPrefix(l.class, "state") {
				n++
			}
		}
		counts = append(counts, n)
	}
	if len(counts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s, %d behind the passes", plural(counts[0], "operation"), counts[len(counts)-1])
}

// html returns a column's lines.
func (c *column) html() string {
	var b strings.Builder
	for i := range c.lines {
		l := &c.lines[i]
		b.WriteString("<p")
		class := l.class
		if l.level > 0 {
			class = strings.TrimSpace(fmt.Sprintf("%s hot w%d", class, l.level))
		}
		attribute(&b, "class", class)
		attribute(&b, "data-h", l.share)
		attribute(&b, "data-k", l.key)
		attribute(&b, "data-o", strings.Join(l.links, " "))
		attribute(&b, "title", strings.Join(l.title, "\n"))
		b.WriteByte('>')
		if (c.kind == "ir" || c.kind == "pass") && !strings.HasPrefix(l.class, "head") {
			b.WriteString("  ")
		}
		b.WriteString(l.html)
		if l.exit != nil {
			b.WriteString("<s>" + escape(leads(l.exit)) + "</s>")
		}
		b.WriteString("</p>\n")
	}
	return b.String()
}

func attribute(b *strings.Builder, name, value string) {
	if value != "" {
		fmt.Fprintf(b, ` %s="%s"`, name, escape(value))
	}
}

// WriteFile writes the page of Write into a file. Without compiles there is none,
// and that is an error.
func WriteFile(file, title string, list []*Compile) error {
	if len(list) == 0 {
		return fmt.Errorf("%s is not written: nothing was compiled", file)
	}
	var b bytes.Buffer
	if err := Write(&b, title, list); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}
