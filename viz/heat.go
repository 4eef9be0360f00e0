package viz

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// levels is how many shades of heat there are.
const levels = 8

// Heat says where the time of the compile's machine code went: samples by the offset of
// what was about to be executed. Each line of the column of code gets its share of the
// executor's samples, and so do the machine operations and the values that it comes from,
// in each column. Micro-ops, and the guest's lines that Listings has linked with them, get
// theirs by the executor's map (tier2.Options.Map). It is called for once, behind Listings.
func (c *Compile) Heat(samples map[int]int) {
	total := 0
	keys := map[string]int{} // samples of values and micro-ops
	for off, n := range samples {
		total += n
		if c.Executor != nil && c.Executor.Map != nil {
			keys["u"+strconv.Itoa(int(c.Executor.Map.At(off)))] += n
		}
	}
	for _, col := range c.columns {
		if col.kind == "code" {
			col.sampled(samples, keys)
		}
	}
	for _, col := range c.columns {
		for i := range col.lines {
			l := &col.lines[i]
			switch {
			case col.kind == "code" || strings.HasPrefix(l.class, "head"):
			case col.kind == "guest":
				for _, u := range l.links {
					l.heat += keys[u]
				}
			case col.kind == "machine" && l.op == 0: // a move that allocation added
			case col.kind == "machine":
				l.heat = keys[operationKey(l.op)]
			default:
				l.heat = keys[l.key]
			}
		}
		for i := range col.lines {
			if l := &col.lines[i]; l.heat > 0 {
				l.share = fmt.Sprintf("%.1f %%", 100*float64(l.heat)/float64(total))
				l.level = 1 + min(l.heat*levels/total, levels-1)
			}
		}
	}
}

// operationKey is a machine operation's key; 0 is none.
func operationKey(op int) string { return "o" + strconv.Itoa(op) }

// sampled gives the lines of code the samples between their offset and the next line's, and
// adds these to what the line comes from.
func (c *column) sampled(samples map[int]int, keys map[string]int) {
	var lines []*line // by offset
	for i := range c.lines {
		if c.lines[i].code {
			lines = append(lines, &c.lines[i])
		}
	}
	for off, n := range samples {
		i, found := slices.BinarySearchFunc(lines, off, func(l *line, off int) int { return l.offset - off })
		if !found {
			i--
		}
		if i < 0 {
			continue
		}
		lines[i].heat += n
		if k := lines[i].key; k != "" {
			keys[k] += n
		}
		keys[operationKey(lines[i].op)] += n
	}
}
