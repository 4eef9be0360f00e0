package region

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/uop"
)

// Column is a number that tables, JSON and CSV show of a replay.
type Column struct {
	Name   string // in JSON and CSV
	Title  string // in tables; "" leaves it out
	Digits int    // behind the point
	Geo    bool   // its mean over programs is the geometric one
	Of     func(*Metrics) float64
}

// Columns are all of them, in order. The time of selection is 0 but of
// a Batch that is Timed, as it is not the same each time.
var Columns = []Column{
	{"hit_rate", "hit", 4, false, (*Metrics).HitRate},
	{"code_expansion", "code", 2, false, (*Metrics).CodeExpansion},
	{"instr_per_transition", "instr/trans", 0, true, (*Metrics).PerTransition},
	{"cover90", "cover90", 1, false, func(m *Metrics) float64 { return float64(m.CoverSet(0.9)) }},
	{"regions", "regions", 1, false, func(m *Metrics) float64 { return float64(m.Live) }},
	{"exits", "exits", 1, false, func(m *Metrics) float64 { return float64(m.Exits) }},
	{"executed_cycle_ratio", "exec-cycle", 2, false, (*Metrics).ExecutedCycles},
	{"spanned_cycle_ratio", "span-cycle", 2, false, (*Metrics).SpannedCycles},
	{"exit_domination", "exit-dom", 2, false, (*Metrics).ExitDomination},
	{"replication", "copies", 2, false, (*Metrics).Replication},
	{"selection_ns", "", 0, false, func(m *Metrics) float64 { return float64(m.SelectTime.Nanoseconds()) }},
	{"compile_expansion", "compiled", 2, false, (*Metrics).CompileExpansion},
	{"short_lived", "short", 2, false, (*Metrics).ShortLivedShare},
	{"facts_kept", "facts", 2, false, (*Metrics).FactsKept},
	{"counters", "counters", 0, false, func(m *Metrics) float64 { return float64(m.Counters) }},
	{"transitions", "", 0, false, func(m *Metrics) float64 { return float64(m.Transitions) }},
	{"executions", "", 0, false, func(m *Metrics) float64 { return float64(m.Executions) }},
	{"events", "", 0, false, func(m *Metrics) float64 { return float64(m.Events) }},
	{"instructions", "", 0, false, func(m *Metrics) float64 { return float64(m.Instr) }},
	{"replaced", "", 0, false, func(m *Metrics) float64 { return float64(m.Replaced) }},
	{"steady_instr_per_transition", "steady", 0, true, (*Metrics).Steady},
	{"steady_at_least", "", 0, true, (*Metrics).AtLeast},
	{"censored", "censored", 2, false, (*Metrics).CensoredShare},
	{"icache_lines", "lines", 0, false, func(m *Metrics) float64 { return float64(m.Lines) }},
	{"to_90", "to 90 %", 0, false, func(m *Metrics) float64 { return float64(m.To90()) }},
	{"lost_again", "lost", 2, false, (*Metrics).LostAgain},
}

// WriteTable writes a line for each replay, aligned, and, for each selector that ran
// on several programs, a line with the means. Below stands why a selector has selected
// nothing.
func WriteTable(w io.Writer, list []*Metrics) error {
	rows := [][]string{{"program", "selector"}}
	for _, c := range Columns {
		if c.Title != "" {
			rows[0] = append(rows[0], c.Title)
		}
	}
	row := func(program, selector string, of func(Column) float64) {
		r := []string{program, selector}
		for _, c := range Columns {
			if c.Title != "" {
				r = append(r, strconv.FormatFloat(of(c), 'f', c.Digits, 64))
			}
		}
		rows = append(rows, r)
	}
	var names []string
	by := map[string][]*Metrics{}
	for _, m := range list {
		row(m.Program, m.Selector, func(c Column) float64 { return c.Of(m) })
		if by[m.Selector] == nil {
			names = append(names, m.Selector)
		}
		by[m.Selector] = append(by[m.Selector], m)
	}
	for _, n := range names {
		if ms := by[n]; len(ms) > 1 {
			row("mean", n, func(c Column) float64 { return c.mean(ms) })
		}
	}
	if err := align(w, rows); err != nil {
		return err
	}
	return writeIdle(w, list)
}

// writeIdle says of replays without any region why there is none.
func writeIdle(w io.Writer, list []*Metrics) error {
	for _, m := range list {
		if m.Live+m.Replaced > 0 {
			continue
		}
		var why []string
		for i, n := range m.Refusals {
			if n > 0 {
				why = append(why, fmt.Sprintf("%v %d times", uop.RefusalReason(i), n))
			}
		}
		if why == nil {
			why = []string{"nothing has been hot"}
		}
		if _, err := fmt.Fprintf(w, "%s, %s has selected nothing: %s\n", m.Program, m.Selector, strings.Join(why, ", ")); err != nil {
			return err
		}
	}
	return nil
}

// mean returns the column's mean over replays.
func (c *Column) mean(list []*Metrics) float64 {
	sum := 0.0
	for _, m := range list {
		if c.Geo {
			sum += math.Log(max(c.Of(m), 1))
		} else {
			sum += c.Of(m)
		}
	}
	sum /= float64(len(list))
	if c.Geo {
		return math.Exp(sum)
	}
	return sum
}

// align writes rows with columns as wide as they need; all but two to the right.
func align(w io.Writer, rows [][]string) error {
	width := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, s := range r {
			width[i] = max(width[i], len(s))
		}
	}
	for _, r := range rows {
		var line strings.Builder
		for i, s := range r {
			if i < 2 {
				fmt.Fprintf(&line, "%-*s  ", width[i], s)
			} else {
				fmt.Fprintf(&line, "%*s  ", width[i], s)
			}
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(line.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// MarshalJSON implements json.Marshaler: program, selector, all columns, refusals.
func (m *Metrics) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	str := func(s string) string {
		data, _ := json.Marshal(s) // a string has no error
		return string(data)
	}
	fmt.Fprintf(&b, `{"program":%s,"selector":%s`, str(m.Program), str(m.Selector))
	for _, c := range Columns {
		fmt.Fprintf(&b, `,"%s":%s`, c.Name, c.Format(m))
	}
	b.WriteString(`,"refusals":{`)
	for i, n := range m.Refusals {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"%s":%d`, uop.RefusalReason(i), n)
	}
	b.WriteString("}}")
	return []byte(b.String()), nil
}

// Format returns the number with six digits, for JSON and CSV.
func (c *Column) Format(m *Metrics) string { return strconv.FormatFloat(c.Of(m), 'g', 6, 64) }

// WriteCSV writes a line for each replay with all columns, below their names. The
// seed of a stream is in a column of its own.
func WriteCSV(w io.Writer, list []*Metrics, seeds []uint64) error {
	out := csv.NewWriter(w)
	head := []string{"selector", "program", "seed"}
	for _, c := range Columns {
		head = append(head, c.Name)
	}
	rows := [][]string{head}
	for i, m := range list {
		line := []string{m.Selector, m.Program, strconv.FormatUint(seeds[i], 10)}
		for _, c := range Columns {
			line = append(line, c.Format(m))
		}
		rows = append(rows, line)
	}
	return out.WriteAll(rows)
}
