package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/tier2go/tier2/interp"
)

// writeStats writes what a VM counted: as a line of JSON, or as a table.
func writeStats(w io.Writer, form string, s interp.Stats) error {
	if form != "text" {
		return json.NewEncoder(w).Encode(s)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "tier 1\t%d instructions\n", s.Tier1.Instructions)
	writeFamilies(t, s.Tier1.Families)
	two := s.Tier2
	fmt.Fprintf(t, "tier 2\t%s: %d executors of %d attempts\n", two.Backend, two.Executors, two.Attempts)
	fmt.Fprintf(t, "  coverage\t%.1f%%\n", 100*two.Coverage)
	fmt.Fprintf(t, "  helpers\t%d calls, %.1f%% of its instructions\n", two.Helpers, 100*two.HelperShare)
	for _, name := range mostCalled(two.Called) {
		fmt.Fprintf(t, "    %s\t%d\n", name, two.Called[name])
	}
	if two.GivenUp > 0 {
		fmt.Fprintf(t, "  routines\tgave up %d times; %d of their calls are left out\n", two.GivenUp, two.ClosedSites)
	}
	fmt.Fprintf(t, "  native entries\t%d\n", two.NativeEntries)
	fmt.Fprintf(t, "  exits\t%d taken, %d cold, %d stitched\n", two.Exits.Taken, two.Exits.Cold, two.Exits.Stitched)
	if two.Exits.Rows > 0 {
		fmt.Fprintf(t, "  memory of exits\t%d rows of %d bytes, %d bytes of code: at most %d for one that is never taken\n",
			two.Exits.Rows, two.Exits.RowBytes/two.Exits.Rows, two.Exits.CodeBytes, two.Exits.BytesEach)
		fmt.Fprintf(t, "  exits without rows\t%d, %d bytes with what they share: at most %d for one that is never taken\n", two.Exits.Plain, two.Exits.PlainBytes, two.Exits.PlainBytesEach)
	}
	fmt.Fprintf(t, "  uops\t%d\n", two.UopsIn)
	fmt.Fprintf(t, "  guards\t%d in, %d out\n", two.GuardsIn, two.GuardsOut)
	fmt.Fprintf(t, "  code\t%d bytes\n", two.CodeBytes)
	writeSelection(t, &two.Selection)
	if c := two.Costs; c != nil {
		fmt.Fprintf(t, "  costs\t%d attempts of %.3f ms are %.0f ticks each; running takes %.3f of tier 1's time: %.0f ticks pay for an executor\n",
			c.Attempts, c.AttemptNS/1e6, c.Optimization, c.Run, c.BreakEven)
	}
	fmt.Fprintf(t, "  dropped\t%d executors; freed: %d, %d bytes\n", two.Dropped, two.Freed, two.FreedBytes)
	if b := two.Background; b.Begun > 0 {
		fmt.Fprintf(t, "  behind the program\t%d begun, %d installed, %d refused, %d given up; %d times as many as may be\n", b.Begun, b.Installed, b.Refused, b.Cancelled, b.Busy)
	}
	fmt.Fprintf(t, "  pauses\t%.3f ms, the longest %.3f ms\n", float64(two.Paused.Nanoseconds())/1e6, float64(two.Pause.Nanoseconds())/1e6)
	fmt.Fprintf(t, "  compile time\t%.3f ms\n", float64(two.CompileNS)/1e6)
	for _, part := range []struct {
		name   string
		counts map[string]int
	}{{"stop", two.Stops}, {"refused", two.Refusals}, {"cut", two.Cuts}} {
		for _, reason := range slices.Sorted(maps.Keys(part.counts)) {
			fmt.Fprintf(t, "  %s %s\t%d\n", part.name, reason, part.counts[reason])
		}
	}
	for _, what := range slices.Sorted(maps.Keys(s.Unsupported)) {
		fmt.Fprintf(t, "unsupported, caught\t%s: %d\n", what, s.Unsupported[what])
	}
	fmt.Fprintf(t, "heap\t%d collections, %d bytes used, %d allocated\n", s.Heap.Collections, s.Heap.Used, s.Heap.Allocated)
	return t.Flush()
}

// mostCalled returns the helpers that have a hundredth or more of all calls, by their calls.
func mostCalled(called map[string]uint64) (names []string) {
	var all uint64
	for _, n := range called {
		all += n
	}
	for name, n := range called {
		if 100*n >= all {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(called[b], called[a]), cmp.Compare(a, b)) })
	return names
}

// writeSelection writes what became of selected regions.
func writeSelection(w io.Writer, s *interp.SelectionStats) {
	if s.Selector == "" {
		return
	}
	fmt.Fprintf(w, "  regions\t%s: %d selected in %.3f ms, %d compiled, %d grown, %d split", s.Selector, s.Selected, float64(s.NS)/1e6, s.Compiled, s.Grown, s.Split)
	if s.Phases > 0 {
		fmt.Fprintf(w, ", %d of those that have grown in another phase of the program", s.Phases)
	}
	if s.Events > 0 {
		fmt.Fprintf(w, ", %d events", s.Events)
	}
	fmt.Fprintln(w)
	for _, reason := range slices.Sorted(maps.Keys(s.Refused)) {
		fmt.Fprintf(w, "  no region: %s\t%d\n", reason, s.Refused[reason])
	}
}

// writeFamilies writes the table of families, each with its specialized
// instructions and the reasons for which specializing failed. Times are those in tier
// 1 of one execution; a dash stands for what has not been timed.
func writeFamilies(w io.Writer, families map[string]interp.FamilyStats) {
	fmt.Fprint(w, "  family\thit\tmiss\tdeferred\tsuccess\tfailure\tbase ns\tns\tbase/adaptive\n")
	for _, name := range slices.Sorted(maps.Keys(families)) {
		f := families[name]
		fmt.Fprintf(w, "  %s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%s\n", name, f.Hit, f.Miss, f.Deferred, f.Success, f.Failure,
			number(f.BaseNS, 1), number(f.AdaptiveNS, 1), number(f.Speedup, 2))
		for _, member := range slices.Sorted(maps.Keys(f.Members)) {
			m := f.Members[member]
			speedup := 0.0
			if m.NS > 0 {
				speedup = m.BaseNS / m.NS
			}
			fmt.Fprintf(w, "    %s\t%d\t%d\t\t%d\t\t%s\t%s\t%s\n", member, m.Hit, m.Miss, m.Success, number(m.BaseNS, 1), number(m.NS, 1), number(speedup, 2))
		}
		for _, why := range slices.Sorted(maps.Keys(f.Failures)) {
			fmt.Fprintf(w, "    failed: %s\t\t\t\t\t%d\n", why, f.Failures[why])
		}
	}
}

func number(x float64, digits int) string {
	if x == 0 {
		return "-"
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}
