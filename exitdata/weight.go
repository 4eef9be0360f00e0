package exitdata

import (
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// The weights of an executor's parts, in bytes.
const (
	weightExecutor = int(unsafe.Sizeof(Executor{}) + unsafe.Sizeof(uop.Trace{}))
	weightState    = int(unsafe.Sizeof(State{}))
	weightFrame    = int(unsafe.Sizeof(ir.FrameSnapshot{}))
	weightSlot     = int(unsafe.Sizeof(ir.Slot{}))
	weightObject   = int(unsafe.Sizeof(ir.SnapshotObject{}))
	weightInst     = int(unsafe.Sizeof(uop.Inst{}))
	weightWord     = 8
	weightSite     = int(unsafe.Sizeof(Site{}))
	// weightFunc is an evaluated function: mostly the slabs of its values, of which the
	// first have room for those of most functions.
	weightFunc = 200 << 10
)

// Weight is about how many bytes of Go's memory an executor takes: itself, its trace, its
// exits, their states, the function that is evaluated. Machine code and rows have a limit of
// their own and do not count, nor does what the guest keeps beside the executor (Data).
func (e *Executor) Weight() int {
	n := weightExecutor + weightInst*cap(e.Trace.Insts) + weightWord*(len(e.Roots)+len(e.Deps)+len(e.Trace.Codes)+len(e.Exits)) + weightSite*cap(e.sites)
	if e.Kind == Uops && e.Exits == nil {
		n += weightWord * len(e.Trace.Insts) // for when the first exit is taken
	}
	if e.Func != nil {
		n += weightFunc
	}
	frames, slots := 0, 0
	var last *State
	for _, x := range e.Exits {
		if x == nil {
			continue
		}
		n += x.Bytes()
		if s := x.State; s != nil && s != last {
			last = s
			n += weightState
			frames += len(s.Frames)
			slots += s.slots()
			for i := range s.Objects {
				n += weightObject + weightSlot*len(s.Objects[i].Args)
			}
		}
	}
	return n + weightFrame*chunks(frames) + weightSlot*chunks(slots)
}

// stateChunk is how many frames or slots of states are made at once (Capturer).
const stateChunk = 128

// chunks returns how many are made for n.
func chunks(n int) int { return (n + stateChunk - 1) / stateChunk * stateChunk }
