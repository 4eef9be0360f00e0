package interp

import (
	"github.com/tier2go/tier2/pycode"
	"github.com/tier2go/tier2/uop"
)

// Stats is what a VM has counted (Options.Stats). It marshals to the object of
// tier2 run -stats=json.
type Stats struct {
	Tier1 Tier1Stats `json:"tier1"`
	Tier2 Tier2Stats `json:"tier2"`
	Heap  HeapStats  `json:"heap"`
}

// Tier1Stats counts what the interpreter has executed.
type Tier1Stats struct {
	Instructions uint64                 `json:"instructions"`
	Opcodes      map[string]uint64      `json:"opcodes,omitempty"`
	Families     map[string]FamilyStats `json:"families"`
}

// FamilyStats counts how a family of instructions has adapted. Hit are the
// executions of specialized members whose checks held.
type FamilyStats struct {
	Hit      uint64            `json:"hit"`
	Miss     uint64            `json:"miss"`
	Deferred uint64            `json:"deferred"`
	Success  uint64            `json:"success"`
	Failure  uint64            `json:"failure"`
	Kinds    map[string]uint64 `json:"kinds,omitempty"` // failures by reason
}

// Tier2Stats counts what executors have done, and what they have cost.
type Tier2Stats struct {
	Executors     int    `json:"executors"`
	Attempts      int    `json:"attempts"`
	NativeEntries uint64 `json:"native_entries"`
	Entries       uint64 `json:"entries"` // of any kind
	Helpers       uint64 `json:"helpers"`
	Exits         struct {
		Taken    uint64 `json:"taken"`    // led back to the interpreter
		Cold     uint64 `json:"cold"`     // of those, exits not bound to an executor
		Stitched uint64 `json:"stitched"` // have been bound to an executor
	} `json:"exits"`
	// Coverage is the share of the bytecodes that executors have run, by the
	// bytecode clock.
	Coverage  float64 `json:"coverage"`
	Bytecodes uint64  `json:"bytecodes"`
	UopsIn    int     `json:"uops_in"`
	GuardsIn  int     `json:"guards_in"`
	GuardsOut int     `json:"guards_out"`
	CodeBytes int     `json:"code_bytes"`
	CompileNS int64   `json:"compile_ns"`
	// Stops counts traces by why they end, and projections that made none by why.
	Stops map[string]int `json:"stops"`
	// Refusals counts traces that the optimizer has refused, by why.
	Refusals map[string]int `json:"refusals"`
}

// HeapStats describes the heap.
type HeapStats struct {
	Allocated   uint64 `json:"allocated"`
	Live        uint64 `json:"live"` // after the last collection
	Collections int    `json:"collections"`
	PauseNS     int64  `json:"pause_ns"`
}

// Stats returns what the VM has counted so far.
func (vm *VM) Stats() Stats {
	var s Stats
	vm.tier1Stats(&s.Tier1)
	vm.tier2Stats(&s.Tier2, s.Tier1.Instructions)
	g := vm.heap.GCStats()
	s.Heap = HeapStats{uint64(g.Allocated), uint64(g.LiveBytes), g.Collections, g.Pause.Nanoseconds()}
	return s
}

func (vm *VM) tier1Stats(s *Tier1Stats) {
	s.Families = map[string]FamilyStats{}
	s.Opcodes = map[string]uint64{}
	if vm.counts == nil {
		return
	}
	for op, n := range vm.counts {
		if n == 0 || pycode.Op(op) == pycode.ENTER_EXECUTOR {
			continue // what the executor stands over is counted where it runs
		}
		s.Instructions += n
		s.Opcodes[pycode.Op(op).String()] = n
	}
	for i, f := range families {
		c := &vm.fams[i]
		fs := FamilyStats{Miss: c.miss, Deferred: c.deferred, Success: c.success, Failure: c.failure}
		for _, m := range f.Members {
			fs.Hit += vm.counts[m]
		}
		fs.Hit -= min(fs.Hit, c.miss)
		for k, n := range c.kinds {
			if n > 0 {
				if fs.Kinds == nil {
					fs.Kinds = map[string]uint64{}
				}
				fs.Kinds[failNames[k]] = n
			}
		}
		s.Families[f.Base.String()] = fs
	}
}

func (vm *VM) tier2Stats(s *Tier2Stats, tier1 uint64) {
	s.Stops, s.Refusals = map[string]int{}, map[string]int{}
	s.Attempts = vm.opt.Attempts
	for reason, n := range vm.opt.Stops {
		if n > 0 {
			s.Stops[uop.Stop(reason).String()] = n
		}
	}
	for reason, n := range vm.opt.Refusals {
		s.Refusals[reason] = n
	}
	if vm.table == nil {
		return
	}
	t := vm.table.Stats
	s.Entries, s.Helpers = t.Entries, t.Helpers
	s.Exits.Taken, s.Exits.Cold, s.Exits.Stitched = t.Taken, t.Cold, t.Stitched
	s.Executors = len(vm.table.Executors)
	s.NativeEntries = t.Native
	for _, ex := range vm.table.Executors {
		s.UopsIn += ex.UopsIn
		s.GuardsIn += ex.GuardsIn
		s.GuardsOut += ex.GuardsOut
		s.CodeBytes += ex.CodeBytes
		s.CompileNS += ex.CompileNS
	}
	s.Bytecodes = vm.table.Bytecodes()
	if all := s.Bytecodes + tier1; all > 0 {
		s.Coverage = float64(s.Bytecodes) / float64(all)
	}
}

// Codes returns the code objects that the VM has prepared, in order.
func (vm *VM) Codes() []*Code { return vm.codes }

// Units returns the instructions as they are now: specialized, executors in
// their places.
func (c *Code) Units() []uint16 { return c.units }
