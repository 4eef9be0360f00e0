package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/tier2go/tier2/interp"
)

// writeStats writes what a VM counted: as a line of JSON, or as a table.
func writeStats(w io.Writer, form string, s interp.Stats) error {
	if form == "json" {
		return json.NewEncoder(w).Encode(s)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "tier 1\t%d instructions\n", s.Tier1.Instructions)
	fmt.Fprint(t, "  family\thit\tmiss\tdeferred\tsuccess\tfailure\n")
	for _, name := range slices.Sorted(maps.Keys(s.Tier1.Families)) {
		f := s.Tier1.Families[name]
		fmt.Fprintf(t, "  %s\t%d\t%d\t%d\t%d\t%d\n", name, f.Hit, f.Miss, f.Deferred, f.Success, f.Failure)
	}
	two := s.Tier2
	fmt.Fprintf(t, "tier 2\t%s: %d executors of %d attempts\n", two.Backend, two.Executors, two.Attempts)
	fmt.Fprintf(t, "  coverage\t%.1f%%\n", 100*two.Coverage)
	fmt.Fprintf(t, "  native entries\t%d\n", two.NativeEntries)
	fmt.Fprintf(t, "  exits\t%d taken, %d cold, %d stitched\n", two.Exits.Taken, two.Exits.Cold, two.Exits.Stitched)
	fmt.Fprintf(t, "  uops\t%d\n", two.UopsIn)
	fmt.Fprintf(t, "  guards\t%d in, %d out\n", two.GuardsIn, two.GuardsOut)
	fmt.Fprintf(t, "  code\t%d bytes\n", two.CodeBytes)
	fmt.Fprintf(t, "  compile time\t%.3f ms\n", float64(two.CompileNS)/1e6)
	for _, part := range []struct {
		name   string
		counts map[string]int
	}{{"stop", two.Stops}, {"refused", two.Refusals}} {
		for _, reason := range slices.Sorted(maps.Keys(part.counts)) {
			fmt.Fprintf(t, "  %s %s\t%d\n", part.name, reason, part.counts[reason])
		}
	}
	fmt.Fprintf(t, "heap\t%d collections, %d bytes used, %d allocated\n", s.Heap.Collections, s.Heap.Used, s.Heap.Allocated)
	return t.Flush()
}
