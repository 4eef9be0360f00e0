package report

import (
	"fmt"
	"html"
	"strings"

	"github.com/tier2go/tier2/region"
)

// page is what index.html shows.
type page struct {
	in     *Input
	charts []*Chart
	fronts []*region.Swept
	maps   []mapLink
	table  string
}

type mapLink struct{ program, selector, file string }

const pageHead = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Selectors of regions</title>\n" +
	"<style>body{font:15px/1.4 sans-serif;max-width:90em;margin:2em auto;padding:0 1em}" +
	"figure{display:inline-block;width:48%;margin:0 1% 1em 0;vertical-align:top}img{max-width:100%}pre{overflow:auto;font-size:12px}" +
	"td,th{padding:0 1em 0 0;text-align:right}td:first-child,th:first-child{text-align:left}</style></head><body>\n"

// html is the page.
func (p *page) html() []byte {
	var b strings.Builder
	b.WriteString(pageHead + "<h1>Selectors of regions</h1>\n<p>By replay, no clock:</p>\n<ul>\n")
	for i, s := range p.in.Streams {
		if i > 0 && p.in.Streams[i-1].Name == s.Name {
			continue
		}
		walks := 1
		for walks < len(p.in.Streams)-i && p.in.Streams[i+walks].Name == s.Name {
			walks++
		}
		fmt.Fprintf(&b, "<li>%s: %s", html.EscapeString(s.Name), html.EscapeString(s.Note))
		if walks > 1 {
			fmt.Fprintf(&b, ", and %d more", walks-1)
		}
		b.WriteString("</li>\n")
	}
	b.WriteString("</ul>\n<ul>\n")
	for _, s := range p.in.Selectors {
		fmt.Fprintf(&b, "<li><b>%s</b>: %s</li>\n", html.EscapeString(s.Name), html.EscapeString(s.Doc))
	}
	b.WriteString("</ul>\n")
	p.frontTable(&b)
	b.WriteString("<h2>Charts</h2>\n")
	for _, c := range p.charts {
		fmt.Fprintf(&b, "<figure><img src=\"%s.svg\" alt=\"%s\"><figcaption><a href=\"%s.csv\">numbers</a></figcaption></figure>\n",
			c.Name, html.EscapeString(c.Title), c.Name)
	}
	fmt.Fprintf(&b, "<h2>Metrics</h2>\n<p><a href=\"metrics.csv\">all metrics</a></p>\n<pre>%s</pre>\n", html.EscapeString(p.table))
	p.mapList(&b)
	b.WriteString("</body></html>\n")
	return []byte(b.String())
}

// frontTable shows the hypervolumes.
func (p *page) frontTable(b *strings.Builder) {
	if p.fronts == nil {
		return
	}
	fmt.Fprintf(b, "<h2>Fronts</h2>\n<p>Each selector's settings were tried on other walks (%d streams); those whose hit rate is at most %g below its best, and that no other "+
		"beats in code, instructions per transition (logarithmic) and cover set, are scored on the streams above. <a href=\"front.csv\">Hypervolumes</a>, <a href=\"sweep.csv\">all settings</a>.</p>\n"+
		"<table><tr><th>selector</th><th>hypervolume</th><th>2.5 %%</th><th>97.5 %%</th><th>settings</th><th>on the front</th></tr>\n", len(p.in.Tune), p.in.Within)
	for i, f := range p.fronts {
		fmt.Fprintf(b, "<tr><td>%s</td><td>%.1f</td><td>%.1f</td><td>%.1f</td><td>%d</td><td>%d</td></tr>\n",
			html.EscapeString(p.in.Selectors[i].Name), f.Volume, f.Lo, f.Hi, len(f.Settings), len(f.Front))
	}
	b.WriteString("</table>\n")
}

// mapList shows each program's maps.
func (p *page) mapList(b *strings.Builder) {
	b.WriteString("<h2>Maps</h2>\n<p>A column for each code; a block has its place, its size and its executions, and the colours of the regions that have it; " +
		"a thick frame is a region's head; ways are as thick as they are hot (logarithmic).</p>\n")
	program := ""
	for i, m := range p.maps {
		if i == 0 || m.program != program {
			if i > 0 {
				b.WriteString("</details>\n")
			}
			program = m.program
			open := ""
			if i == 0 {
				open = " open"
			}
			fmt.Fprintf(b, "<details%s><summary>%s</summary>\n", open, html.EscapeString(program))
		}
		fmt.Fprintf(b, "<figure><a href=\"%s\"><img src=\"%s\" loading=\"lazy\" alt=\"%s\"></a></figure>\n", m.file, m.file, html.EscapeString(m.program+", "+m.selector))
	}
	if len(p.maps) > 0 {
		b.WriteString("</details>\n")
	}
}
