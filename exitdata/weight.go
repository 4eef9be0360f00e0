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
		n += e.Func.Bytes()
	}
	frames, slots := 0, 0
	var last *State
	for _, x := range e.Exits {
		if x == nil {
			continue
		}
		n += x.Bytes()
		if s := x.State; s != nil && s != last {
			n += weightState
			frames += len(s.Frames)
			slots += s.slots() - s.shared(last)
			last = s
			for i := range s.Objects {
				n += weightObject + weightSlot*len(s.Objects[i].Args)
			}
		}
	}
	return n + weightFrame*frames + weightSlot*slots
}

// shared returns how many slots of a state are those of the one before it (Capturer.share).
func (s *State) shared(before *State) (n int) {
	if before == nil {
		return 0
	}
	for i := 0; i < min(len(s.Frames), len(before.Frames)); i++ {
		a, b := s.Frames[i].Slots, before.Frames[i].Slots
		if len(a) > 0 && len(a) == len(b) && &a[0] == &b[0] {
			n += len(a)
		}
	}
	return n
}

// stateChunk is how many frames or slots of states are made at once (Capturer).
const stateChunk = 128
