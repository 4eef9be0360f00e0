// Package stats has what a VM counts, as data: what tier2 run -stats prints, and -stats=json writes. [Of] gathers it from where it is
// counted, and changes nothing.
//
//	s := stats.Of(heap, ticks, specializer.Stats(timing), tier)
//	fmt.Println(s.Tier2.Coverage)
//
// The package does not know the VM.
package stats

import (
	"maps"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/specialize"
	"github.com/tier2go/tier2/interp/tiering"
	"github.com/tier2go/tier2/uop"
)

// Stats is what a VM has counted so far. Numbers of instructions need
// Options.Stats, those of tier 2 also tier2.Options.Clock.
type Stats struct {
	Tier1 Tier1 `json:"tier1"`
	Tier2 Tier2 `json:"tier2"`
	Heap  Heap  `json:"heap"`
	// Unsupported says how often a program has caught the exception of what is unsupported,
	// by what it names: its results may be other than CPython's.
	Unsupported map[string]int `json:"unsupported,omitempty"`
}

// Tier1 counts what the interpreter executed.
type Tier1 struct {
	// As they stand in the code: one with its EXTENDED_ARGs is one, and one that a member of
	// a family does on the side is one more.
	Instructions uint64                            `json:"instructions"`
	Families     map[string]specialize.FamilyStats `json:"families"` // by the base instruction's name
}

// Tier2 counts executors and what they did.
type Tier2 struct {
	Backend     string `json:"backend"` // what executors are; "off" without tier 2
	Attempts    int    `json:"attempts"`
	Executors   int    `json:"executors"`
	Lukewarm    int    `json:"lukewarm"`    // places that were looked at and not hot enough
	BackOffs    int    `json:"back_offs"`   // attempts that failed and are made again later
	Blacklisted int    `json:"blacklisted"` // places at which too many have failed
	// Paused is how long the program has stood still for attempts to make executors, Pause the longest of that.
	Paused        time.Duration      `json:"paused_ns"`
	Pause         time.Duration      `json:"pause_ns"`
	Background    tiering.Background `json:"background"`     // what was made behind the VM's thread
	GaveWay       int                `json:"gave_way"`       // executors dropped because objects needed their room
	NativeEntries uint64             `json:"native_entries"` // from Go into machine code
	Helpers       uint64             `json:"helpers"`        // calls of Go functions by machine code
	// Polls are those that left machine code. They depend on time, by Go's scheduler; Exits has those behind which it
	// did not go on.
	Polls uint64 `json:"polls"`
	// Called has Helpers by the operation that calls: what is left to be written as a routine.
	Called       map[string]uint64      `json:"called"`
	Instructions uint64                 `json:"instructions"` // bytecodes, by the bytecode clock
	Coverage     float64                `json:"coverage"`     // share of the bytecodes that tier 2 executed
	HelperShare  float64                `json:"helper_share"` // Helpers by Instructions: at most this share of them is done by Go functions
	GivenUp      uint64                 `json:"given_up"`     // of Helpers, those that a routine was tried or left out before
	ClosedSites  int                    `json:"closed_sites"` // calls of routines that are left out, because the routine gives up there
	Exits        Exits                  `json:"exits"`
	UopsIn       int                    `json:"uops_in"`
	GuardsIn     int                    `json:"guards_in"`
	GuardsOut    int                    `json:"guards_out"`
	CodeBytes    int                    `json:"code_bytes"`
	CompileNS    int64                  `json:"compile_ns"`
	Dropped      uint64                 `json:"dropped"`      // executors, because the limit of the code was near
	Freed        uint64                 `json:"freed"`        // executors whose memory was given back
	FreedBytes   uint64                 `json:"freed_bytes"`  // machine code of those
	DeoptForced  uint64                 `json:"deopt_forced"` // exits taken although their tests passed: see Deopt
	Selection    tiering.SelectionStats `json:"selection"`
	// Costs are those of the optimizer that is asked first, with Options.Costs.
	Costs *tiering.Costs `json:"costs,omitempty"`
	// List has the executors that are alive, by age.
	List     []Executor     `json:"list,omitempty"`
	Stops    map[string]int `json:"stops"`    // traces, by why they end
	Refusals map[string]int `json:"refusals"` // by reason
	// Cuts has the executors of less than what was projected, by why the rest is not
	// compiled: exitdata.Executor.Cut.
	Cuts map[string]int `json:"cuts,omitempty"`
}

// Exits counts exits of executors.
type Exits struct {
	Taken    uint64 `json:"taken"` // returned to Go
	Cold     uint64 `json:"cold"`  // of those, through the cold stub
	Stitched uint64 `json:"stitched"`
	// Memory of exits: rows, code, and what one that is never taken costs at most,
	// without states, which exits share. Plain are those without rows; the rows and the
	// code that they share are in theirs.
	Rows           int `json:"rows"`
	RowBytes       int `json:"row_bytes"`
	CodeBytes      int `json:"code_bytes"`
	BytesEach      int `json:"bytes_each"`
	Plain          int `json:"plain"`
	PlainBytes     int `json:"plain_bytes"`
	PlainBytesEach int `json:"plain_bytes_each"`
}

// Executor is what is known of one executor. Without a map (tier2.Options.Map)
// Entries are those from the interpreter, and exits are those that led back to it.
type Executor struct {
	ID      int    `json:"id"`
	Name    string `json:"name"`
	Parent  int    `json:"parent,omitempty"` // the executor that it continues
	Exit    int    `json:"exit,omitempty"`   // of that
	Entries uint64 `json:"entries"`
	Stop    string `json:"stop"`
	Exits   []Row  `json:"exits"` // those that were taken
	// Sites are the calls of routines that have given up.
	Sites []Site `json:"sites,omitempty"`
}

// Site is a call of a routine.
type Site struct {
	Routine string `json:"routine"`
	General uint64 `json:"general"`          // how often the general function did it instead
	Closed  bool   `json:"closed,omitempty"` // the routine is not called any more, for a while
}

// Row is one exit's row.
type Row struct {
	Row   int    `json:"row"`
	Kind  string `json:"kind"`
	To    int    `json:"to,omitempty"` // the executor it is bound to
	Taken uint64 `json:"taken"`
}

func executorOf(table *exitdata.Table, ex *exitdata.Executor) Executor {
	s := Executor{ID: ex.ID, Name: ex.Name, Entries: table.Entered(ex)}
	if ex.Trace != nil {
		s.Stop = ex.Trace.Stop.String()
	}
	if ex.Parent != nil {
		s.Parent, s.Exit = ex.Parent.Executor.ID, int(ex.Parent.Index)
	}
	for _, x := range ex.Exits {
		if x == nil || table.Transitions(x) == 0 {
			continue
		}
		r := Row{Row: int(x.Index), Kind: x.Kind.String(), Taken: table.Transitions(x)}
		if x.Target != nil && x.Target.Kind != exitdata.Cold {
			r.To = x.Target.ID
		}
		s.Exits = append(s.Exits, r)
	}
	for _, c := range table.Sites(ex) {
		if c.General > 0 {
			s.Sites = append(s.Sites, Site{c.Routine, c.General, c.Closed})
		}
	}
	return s
}

// Heap counts what the collector did.
type Heap struct {
	Collections int    `json:"collections"`
	PauseNS     int64  `json:"pause_ns"` // in total
	Allocated   uint64 `json:"allocated_bytes"`
	Live        uint64 `json:"live_bytes"` // after the last collection
	Used        uint64 `json:"bytes"`
	Limit       uint64 `json:"limit_bytes"`
}

// Of returns what a VM has counted: its heap, the instructions and families of its tier 1, and its tier 2.
func Of(h *object.Heap, instructions uint64, families map[string]specialize.FamilyStats, tier *tiering.Tier) Stats {
	gc := h.GCStats()
	s := Stats{
		Unsupported: maps.Clone(h.Swallowed()),
		Tier1:       Tier1{Instructions: instructions, Families: families},
		Tier2:       tier2Of(tier),
		Heap: Heap{
			Collections: gc.Collections, PauseNS: gc.Pause.Nanoseconds(), Allocated: uint64(gc.Allocated),
			Live: uint64(gc.LiveBytes), Used: uint64(h.UsedBytes()), Limit: uint64(h.Limit()),
		},
	}
	if n := s.Tier2.Instructions; n > 0 {
		s.Tier2.HelperShare = float64(s.Tier2.Helpers) / float64(n)
	}
	if n := s.Tier1.Instructions + s.Tier2.Instructions; n > 0 {
		s.Tier2.Coverage = float64(s.Tier2.Instructions) / float64(n)
	}
	return s
}

func tier2Of(tier *tiering.Tier) Tier2 {
	s := Tier2{Backend: "off", Stops: map[string]int{}, Refusals: map[string]int{}}
	if tier.Table == nil {
		return s
	}
	t := tier.Table.Stats
	s.Backend = tier.Kind().String()
	s.Selection = tier.SelectionStats()
	if c, ok := tier.Costs(); ok {
		s.Costs = &c
	}
	s.Attempts, s.Executors = tier.Stats.Attempts, tier.Stats.Executors
	s.Lukewarm, s.BackOffs, s.Blacklisted = tier.Stats.Lukewarm, tier.Stats.BackOffs, tier.Stats.Blacklisted
	s.GaveWay = tier.Stats.GaveWay
	s.Paused, s.Pause, s.Background = tier.Stats.Paused, tier.Stats.Pause, tier.Stats.Background
	s.Helpers, s.Instructions, s.DeoptForced = t.Helpers, tier.Table.Bytecodes(), t.Forced
	s.Polls, s.Called = t.Polls, tier.Table.Calls()
	s.NativeEntries = t.Native
	s.Dropped, s.Freed, s.FreedBytes, s.CompileNS = t.Dropped, t.Freed, t.FreedBytes, t.FreedNS
	s.Exits = Exits{Taken: t.Taken, Cold: t.Cold, Stitched: t.Stitched}
	for _, ex := range tier.Table.Executors {
		s.Exits.add(ex)
		s.List = append(s.List, executorOf(tier.Table, ex))
		for _, c := range tier.Table.Sites(ex) {
			s.GivenUp += c.General
			if c.Closed {
				s.ClosedSites++
			}
		}
		s.UopsIn += ex.UopsIn
		s.GuardsIn += ex.GuardsIn
		s.GuardsOut += ex.GuardsOut
		s.CodeBytes += ex.CodeBytes
		s.CompileNS += ex.CompileNS
	}
	for stop, n := range tier.Stats.Stops {
		if n > 0 {
			s.Stops[uop.Stop(stop).String()] = n
		}
	}
	for reason, n := range tier.Stats.Refusals {
		s.Refusals[reason] = n
	}
	s.Cuts = maps.Clone(tier.Stats.Cuts)
	return s
}

// add counts the memory of an executor's exits.
func (s *Exits) add(ex *exitdata.Executor) {
	if ex.Kind != exitdata.Native {
		return
	}
	for _, x := range ex.Exits {
		if x.Plain {
			s.Plain++
		} else {
			s.Rows++
		}
	}
	rows := ex.RowBytes()
	if ex.PlainRow() != 0 {
		rows -= exitdata.RowSize
		s.PlainBytes += exitdata.RowSize
	}
	s.RowBytes += rows
	s.CodeBytes += ex.StubBytes
	s.PlainBytes += ex.PlainBytes
	if ex.Stubs > 0 {
		s.BytesEach = max(s.BytesEach, exitdata.RowSize+(ex.StubBytes+ex.Stubs-1)/ex.Stubs)
	}
	if ex.Plain > 0 {
		s.PlainBytesEach = max(s.PlainBytesEach, (exitdata.RowSize+ex.PlainBytes+ex.Plain-1)/ex.Plain)
	}
}
