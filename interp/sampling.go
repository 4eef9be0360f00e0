package interp

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/native/sample"
	"github.com/tier2go/tier2/uop"
)

// Activity says what a VM was doing at a sample.
type Activity uint8

// The activities.
const (
	Interpreting Activity = iota // tier 1, and what its instructions call
	Running                      // machine code
	Helping                      // a Go function that machine code has called
	Crossing                     // into machine code and out of it: entering, leaving, rebuilding frames
	Compiling                    // asking the optimizer
	Collecting                   // the VM's collector, whoever called for it
	Elsewhere                    // the Go runtime on a stack of its own, and what is no guest code
	NumActivities
)

var activityNames = [NumActivities]string{"tier 1", "tier 2", "helper", "crossing", "compiling", "collecting", "elsewhere"}

// String returns the activity's name.
func (a Activity) String() string { return activityNames[a] }

// Spot is a place in the program with what the VM did there.
type Spot struct {
	Activity Activity
	At                          // Running, Helping: of the micro-op; otherwise of tier 1's instruction
	Executor *exitdata.Executor // Running, Helping; nil if it is gone
	Uop      int                // of its trace; −1: none
	Op       string             // Helping: the operation of the IR that has called; Running: the routine that runs
	Func     string             // the Go function that does the guest's work: "interp/object.(*Heap).StrLower"
	Stack    []string           // Go functions below that, innermost first, up to the VM's loop or helper
	Samples  int
}

// Sampled is what a sampling has found.
type Sampled struct {
	Spots   []Spot // those with most samples first
	Samples int    // in all spots: those in which the thread was not waiting
	Waiting int    // those in which it was, in the Go scheduler
	Dropped uint64
	Period  time.Duration
	CPU     time.Duration // of the VM's thread
	// Code has, for each executor with machine code, the samples by offset of its code.
	Code map[*exitdata.Executor]map[int]int
}

// Time returns the CPU time that a number of samples stands for.
func (s *Sampled) Time(samples int) time.Duration {
	if s.Samples == 0 {
		return 0
	}
	return time.Duration(float64(s.CPU) * float64(samples) / float64(s.Samples))
}

// Sampling is a sampling that goes on.
type Sampling struct {
	vm *VM
	s  *sample.Sampler
}

// ErrNoSamples is Sample's error where threads are not sampled: elsewhere than on linux/amd64.
var ErrNoSamples = sample.ErrUnsupported

// Sample begins to sample where the VM spends its time, with a period of 0 for
// the default. The goroutine that runs the VM calls it, and Stop; it is locked to
// its thread in between. What executors do has places only if they have maps
// (tier2.Options.Map). The errors are those of package sample.
func (vm *VM) Sample(period time.Duration) (*Sampling, error) {
	runtime.LockOSThread()
	var stack *native.Stack
	if vm.tier.Table != nil {
		stack = vm.tier.Table.Stack()
	}
	s, err := sample.Start(sample.Options{Period: period, Word: &vm.ip, Stack: stack})
	if err != nil {
		runtime.UnlockOSThread()
		return nil, err
	}
	return &Sampling{vm, s}, nil
}

// Stop ends the sampling and says where the time went. There are no samples if it
// was shorter than the period.
func (s *Sampling) Stop() (*Sampled, error) {
	p, err := s.s.Stop()
	runtime.UnlockOSThread()
	if err != nil {
		return nil, err
	}
	l := newLocator(s.vm)
	for i := range p.Samples {
		l.add(&p.Samples[i])
	}
	out := &Sampled{Spots: l.spots, Samples: len(p.Samples) - l.waiting, Waiting: l.waiting, Dropped: p.Dropped, Period: p.Period, CPU: p.CPU, Code: l.code}
	slices.SortStableFunc(out.Spots, func(a, b Spot) int { return cmp.Compare(b.Samples, a.Samples) })
	return out, nil
}

// locator finds the spots of samples.
type locator struct {
	vm     *VM
	execs  []*exitdata.Executor // by address
	codes  []*Code              // by address of their units
	places map[*exitdata.Executor][]At
	names  map[uintptr][]string // functions at a return address, innermost first
	index  map[string]int       // of spots, by what tells them apart
	spots  []Spot

	code    map[*exitdata.Executor]map[int]int
	waiting int
}

func newLocator(vm *VM) *locator {
	l := &locator{vm: vm, places: map[*exitdata.Executor][]At{}, names: map[uintptr][]string{}, index: map[string]int{}, code: map[*exitdata.Executor]map[int]int{}}
	for _, ex := range vm.Executors() {
		if ex.Kind == exitdata.Native {
			l.execs = append(l.execs, ex)
		}
	}
	slices.SortFunc(l.execs, func(a, b *exitdata.Executor) int { return cmp.Compare(a.Entry(), b.Entry()) })
	l.codes = slices.DeleteFunc(slices.Clone(vm.codes), func(c *Code) bool { return c == nil })
	slices.SortFunc(l.codes, func(a, b *Code) int { return cmp.Compare(unitsAt(a), unitsAt(b)) })
	return l
}

func unitsAt(c *Code) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(c.Live))) }

// add counts a sample.
func (l *locator) add(s *sample.Sample) {
	spot := l.spot(s)
	if spot.Activity == Elsewhere && slices.ContainsFunc(spot.Stack, func(f string) bool { return waits[f] }) {
		l.waiting++
		return
	}
	var key strings.Builder
	key.WriteByte(byte(spot.Activity))
	for _, n := range []int{l.codeIndex(spot.Place), spot.Unit, spot.Uop, l.id(spot.Executor)} {
		key.WriteString(itoa(n))
		key.WriteByte(' ')
	}
	key.WriteString(spot.Op + " " + spot.Func + " " + strings.Join(spot.Stack, " "))
	i, ok := l.index[key.String()]
	if !ok {
		i = len(l.spots)
		l.index[key.String()] = i
		l.spots = append(l.spots, spot)
	}
	l.spots[i].Samples++
}

func (l *locator) id(ex *exitdata.Executor) int {
	if ex == nil {
		return -1
	}
	return ex.ID
}

func (l *locator) codeIndex(p Place) int {
	return slices.IndexFunc(l.codes, func(c *Code) bool { return c.Code == p.Code })
}

// spot finds out what a sample shows.
func (l *locator) spot(s *sample.Sample) Spot {
	if ex := l.executor(s.PC); ex != nil {
		if l.code[ex] == nil {
			l.code[ex] = map[int]int{}
		}
		l.code[ex][int(s.PC-uintptr(ex.Entry()))]++
		spot := Spot{Activity: Running, Executor: ex, Uop: -1}
		if ex.Map != nil {
			spot.Uop = int(ex.Map.At(int(s.PC - uintptr(ex.Entry()))))
		}
		spot.At = l.place(ex, spot.Uop)
		return spot
	}
	if spot, ok := l.routine(s); ok {
		return spot
	}
	funcs := l.functions(s)
	for i, f := range funcs {
		a, ok := frames[f]
		if !ok {
			continue
		}
		spot := Spot{Activity: a, Uop: -1, Func: work(funcs[:i]), Stack: short(funcs[:i])}
		if a == Helping || slices.Contains(spot.Stack, "native.leave") { // or on the way there
			l.helper(&spot, s.Resume)
		} else {
			spot.Place = l.interpreted(s.Word)
		}
		if slices.Contains(funcs[:i], collector) {
			spot.Activity = Collecting
		}
		return spot
	}
	return Spot{Activity: Elsewhere, Uop: -1, Stack: short(funcs)}
}

// routine finds out what a sample shows whose code is a routine's: the executor that has
// called it, as far as the routine still has the address that it returns to.
func (l *locator) routine(s *sample.Sample) (spot Spot, ok bool) {
	if l.vm.tier.Table == nil {
		return Spot{}, false
	}
	r := l.vm.tier.Table.RoutineAt(uint64(s.PC))
	if r == nil {
		return Spot{}, false
	}
	spot = Spot{Activity: Running, Uop: -1, Op: r.Name, Stack: []string{"routine " + r.Name}}
	if ex := l.executor(s.Link - 1); ex != nil {
		spot.Executor = ex
		if ex.Map != nil {
			spot.Uop = int(ex.Map.At(int(s.Link - 1 - uintptr(ex.Entry()))))
		}
		spot.At = l.place(ex, spot.Uop)
	}
	return spot, true
}

const module = "github.com/tier2go/tier2/"

// frames says what the VM does where the innermost of these Go functions is on
// the stack.
var frames = map[string]Activity{
	module + "interp.(*VM).run":                Interpreting,
	module + "exitdata.(*Table).helper":        Helping,
	module + "interp.(*VM).enter":              Crossing,
	module + "interp.(*VM).enterNative":        Crossing,
	module + "interp/tiering.(*Tier).optimize": Compiling,
	module + "interp.(*VM).prepare":            Elsewhere,
	module + "interp.(*VM).runModule":          Elsewhere,
	module + "exitdata.(*Table).Run":           Crossing,
	module + "exitdata.(*Table).Left":          Crossing,
	module + "exitdata.(*Table).Invalidate":    Crossing,
}

const collector = module + "interp/heap.(*Heap).Collect"

// waits are the functions in which the Go scheduler lets a thread wait. The clock
// that samples goes on there.
var waits = map[string]bool{
	"runtime.notesleep": true, "runtime.notetsleep_internal": true, "runtime.usleep": true, "runtime.osyield": true, "runtime.netpoll": true,
}

// functions returns the Go functions on a sample's stack, innermost first.
func (l *locator) functions(s *sample.Sample) []string {
	list := l.at(s.PC+1, nil)
	for _, pc := range s.Stack {
		list = l.at(pc, list)
	}
	return list
}

// at appends the functions at a return address.
func (l *locator) at(pc uintptr, list []string) []string {
	names, ok := l.names[pc]
	if !ok {
		for it := runtime.CallersFrames([]uintptr{pc}); ; {
			f, more := it.Next()
			if f.Function != "" {
				names = append(names, f.Function)
			}
			if !more {
				break
			}
		}
		l.names[pc] = names
	}
	return append(list, names...)
}

// work returns the function that does the guest's work: the outermost one of
// package interp/object or interp/lib.
func work(funcs []string) string {
	for _, f := range slices.Backward(funcs) {
		if strings.HasPrefix(f, module+"interp/object.") || strings.HasPrefix(f, module+"interp/lib.") {
			return strings.TrimPrefix(f, module)
		}
	}
	return ""
}

func short(funcs []string) []string {
	list := make([]string, len(funcs))
	for i, f := range funcs {
		list[i] = strings.TrimPrefix(f, module)
	}
	return list
}

// executor returns the executor whose code is at an address.
func (l *locator) executor(pc uintptr) *exitdata.Executor {
	i, _ := slices.BinarySearchFunc(l.execs, uint64(pc)+1, func(e *exitdata.Executor, a uint64) int { return cmp.Compare(e.Entry(), a) })
	if i == 0 || uint64(pc) >= l.execs[i-1].Entry()+uint64(l.execs[i-1].CodeBytes) {
		return nil
	}
	return l.execs[i-1]
}

// place returns where a micro-op of an executor is.
func (l *locator) place(ex *exitdata.Executor, uop int) At {
	list, ok := l.places[ex]
	if !ok {
		list = l.vm.Places(ex)
		l.places[ex] = list
	}
	if uop < 0 || uop >= len(list) {
		return At{}
	}
	return list[uop]
}

// helper finds the call of a helper by the address that it returns to.
func (l *locator) helper(spot *Spot, resume uintptr) {
	ex := l.executor(resume)
	if ex == nil || ex.Map == nil {
		return
	}
	spot.Executor = ex
	if call, ok := ex.Map.CallBefore(int(resume - uintptr(ex.Entry()))); ok {
		spot.Uop, spot.Op = int(call.Uop), call.Op
		spot.At = l.place(ex, spot.Uop)
	}
}

// interpreted returns the place of tier 1's instruction pointer.
func (l *locator) interpreted(ip uintptr) Place {
	i, _ := slices.BinarySearchFunc(l.codes, ip+1, func(c *Code, a uintptr) int { return cmp.Compare(unitsAt(c), a) })
	if i == 0 {
		return Place{}
	}
	c := l.codes[i-1]
	unit := int(ip-unitsAt(c)) / 2
	if unit >= len(c.Live) {
		return Place{}
	}
	return Place{Code: c.Code, Unit: unit}
}

// UopName returns the name of the micro-op of a spot, "" without one.
func (s *Spot) UopName() string {
	if s.Executor == nil || s.Uop < 0 {
		return ""
	}
	return opName(s.Executor.Trace, s.Uop)
}

func opName(t *uop.Trace, i int) string { return t.Table.Row(t.Insts[i].Op).Name }
