package viz

import (
	"fmt"
	"strconv"
)

// Listing is a column of the guest's own: its source, its bytecode.
type Listing struct {
	Name, Note string
	Lines      []ListingLine
}

// ListingLine is a line of a Listing.
type ListingLine struct {
	Text string
	Uops []int // the micro-ops that come from it, by their index in the trace
	Head bool  // the line names what follows
	// Remarks are what the guest knows of the line: what it could not do without there,
	// what was left to do. Each is a line of its own below.
	Remarks []string
}

// Listings puts columns in front of the micro-ops, each linked with those that come
// from its lines. They are called for once, when the compile has its trace.
func (c *Compile) Listings(list ...Listing) {
	var uops *column
	for _, col := range c.columns {
		if col.kind == "uops" {
			uops = col
		}
	}
	var columns []*column
	for i, l := range list {
		col := &column{name: l.Name, kind: "guest", note: l.Note}
		for n, text := range l.Lines {
			key := fmt.Sprintf("g%d.%d", i, n)
			row := line{html: escape(text.Text), plain: text.Text}
			if text.Head {
				row.class = "head"
			}
			for _, u := range text.Uops {
				if uops == nil || u >= len(uops.lines) {
					continue
				}
				row.key = key
				row.links = append(row.links, "u"+strconv.Itoa(u))
				uops.lines[u].links = append(uops.lines[u].links, key)
			}
			if row.key == "" && !text.Head {
				row.class = "state" // nothing comes from it
			}
			col.lines = append(col.lines, row)
			for _, r := range text.Remarks {
				col.lines = append(col.lines, line{html: escape(r), plain: r, class: "remark"})
			}
		}
		columns = append(columns, col)
	}
	c.columns = append(columns, c.columns...)
}
