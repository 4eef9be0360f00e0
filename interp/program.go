package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/microop"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/interp/tiering"
	"github.com/tier2go/tier2/uop"
)

// program is the VM as packages interp/project and interp/tiering see it.
type program struct{ *VM }

// Heap implements project.Program.
func (p program) Heap() *object.Heap { return p.heap }

// Code implements project.Program.
func (p program) Code(handle uint32) *Code { return p.codes[handle] }

// CodeByVersion implements project.Program.
func (p program) CodeByVersion(version uint32) *Code { return p.versions[version] }

// Runs implements project.Program.
func (p program) Runs(op uop.ID) bool {
	return microop.Executes(op) && (p.builds == nil || p.builds(op))
}

// InitShim implements project.Program.
func (p program) InitShim() *Code {
	return p.codes[p.heap.Half(env{p.VM}.Shim(), object.OffFuncCode)]
}

// OperatorShim implements project.Program.
func (p program) OperatorShim() *Code { return p.operatorCode() }

// Known implements project.Program.
func (p program) Known() *adaptive.Known { return &p.known }

// Builtins implements project.Program.
func (p program) Builtins() object.Value { return p.builtins }

// KeysVersion implements project.Program.
func (p program) KeysVersion(globals object.Value, exit bool) uint32 {
	return p.tier.KeysVersion(globals, exit)
}

// Stores implements project.Program.
func (p program) Stores(globals, name object.Value) { p.tier.Stores(globals, name) }

// Own implements specialize.VM.
func (p program) Own(code *Code, i int) { p.own(code, i) }

// Drives implements specialize.VM.
func (p program) Drives(f, first object.Value) bool { return p.drivers.Has(f, first) }

// Asks implements specialize.VM.
func (p program) Asks(f, self object.Value, args []object.Value) bool {
	return p.drivers.Asks(f, self, args, object.Null)
}

// DriverOf implements specialize.VM.
func (p program) DriverOf(f, self object.Value, args ...object.Value) object.Value {
	fn, _ := p.drivers.Of(f, self, args)
	return fn
}

// Driver implements project.Program.
func (p program) Driver(version uint32) (object.Driver, bool) { return p.drivers.ByVersion(version) }

// Each implements project.Program.
func (p program) Each(version uint32) (object.EachDriver, bool) {
	d, ok := p.drivers.EachByVersion(version)
	// A driver that finds the function does what its function does for all arguments of a shape; the interpreter begins it for some of them only.
	// Where both must execute the same instructions, Go decides each time, as it does for the interpreter (env.Asked).
	return d, ok && !(object.EachRows[d.Each].Asks() && (p.deopt != nil || p.budget.On()))
}

// EntriesPoll implements project.Program.
func (p program) EntriesPoll() bool { return p.budget.On() }

// Frame implements project.Program.
func (p program) Frame() unsafe.Pointer { return p.fp }

// Codes implements tiering.VM.
func (p program) Codes() []*Code { return p.codes }

// ResumeWords implements tiering.VM: the frames of a thread lie one behind the other, up to the innermost
// one.
func (p program) ResumeWords(mark func(word uint64)) {
	p.eachFrame(func(fp unsafe.Pointer) { mark(*frame.Resume(fp)) })
}

// EachFrame implements sweep.VM.
func (p program) EachFrame(f func(handle uint32)) {
	p.eachFrame(func(fp unsafe.Pointer) { f(frameCode(fp)) })
}

// Tier implements sweep.VM.
func (p program) Tier() *tiering.Tier { return &p.tier }

// Made implements sweep.VM.
func (p program) Made(handle uint32, f func(object.Value)) {
	for v := range p.drivers.Made(handle) {
		f(v)
	}
}

// CollectGo implements sweep.VM.
func (p program) CollectGo() { p.bridge.Collect() }

// Free implements sweep.VM.
func (p program) Free(c *Code) {
	if p.versions[c.Version] == c {
		delete(p.versions, c.Version)
	}
	p.codes[c.Handle] = nil
	if p.calls != nil && int(c.Handle) < len(p.calls) {
		p.calls[c.Handle] = pyguest.CallEntry{}
	}
	if p.ends != nil {
		*p.ends = [pyguest.EndEntries]pyguest.EndEntry{}
	}
	p.drivers.Forget(c.Handle)
}

// ReturnBy implements tiering.VM.
func (p program) ReturnBy(row uint64) {
	p.eachFrame(func(fp unsafe.Pointer) { *frame.Resume(fp) = row })
}

// NewTable implements tiering.VM: it holds no machine code.
func (p program) NewTable() (*exitdata.Table, error) {
	o := exitdata.Options{NoCode: true}
	if p.budget.On() {
		o.Clock, o.Budget = true, func() uint64 { return p.budget.End() - p.ticks }
	}
	return exitdata.NewTable(exitdata.Services{Memory: env{p.VM}, Layout: pyguest.Frames()}, o)
}

// Running implements tiering.VM.
func (p program) Running() []*exitdata.Executor {
	if len(p.threads.all) < 2 {
		return p.running
	}
	var list []*exitdata.Executor
	p.executions(func(e *execution) { list = append(list, e.running...) })
	return list
}

// Bytecodes implements tiering.VM.
func (p program) Bytecodes() uint64 { return p.clock() }

// Step implements tiering.VM: the loop looks at each instruction where it counts them.
func (p program) Step() {
	if p.counts == nil {
		p.counts = new([256]uint64)
	}
}

// Callable implements tiering.VM: it tells machine code how to call functions of code,
// which start at a row, by itself.
func (p program) Callable(code *Code, row uint64) {
	if p.calls != nil && code.Handle < pyguest.CallEntries && !code.Generates && code.FrameBytes <= pyguest.MaxFrame {
		p.calls[code.Handle] = pyguest.NewCallEntry(row, code.ArgCount, code.LocalSlots, code.Exact, code.Signature)
	}
}
