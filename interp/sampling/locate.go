package sampling

import (
	"cmp"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/native/sample"
)

// loaded is code with the address and the number of its units.
type loaded struct {
	code  *pycode.Code
	at    uintptr
	units int
}

// locator finds the spots of samples.
type locator struct {
	vm     VM
	execs  []*exitdata.Executor // by address
	codes  []loaded             // by address of their units
	places map[*exitdata.Executor][]project.At
	names  map[uintptr][]string // functions at a return address, innermost first
	index  map[string]int       // of spots, by what tells them apart
	spots  []Spot

	code    map[*exitdata.Executor]map[int]int
	waiting int
}

func newLocator(vm VM) *locator {
	l := &locator{vm: vm, places: map[*exitdata.Executor][]project.At{}, names: map[uintptr][]string{}, index: map[string]int{}, code: map[*exitdata.Executor]map[int]int{}}
	for _, ex := range vm.Executors() {
		if ex.Kind == exitdata.Native {
			l.execs = append(l.execs, ex)
		}
	}
	slices.SortFunc(l.execs, func(a, b *exitdata.Executor) int { return cmp.Compare(a.Entry(), b.Entry()) })
	for code, units := range vm.Units() {
		l.codes = append(l.codes, loaded{code, uintptr(unsafe.Pointer(unsafe.SliceData(units))), len(units)})
	}
	slices.SortFunc(l.codes, func(a, b loaded) int { return cmp.Compare(a.at, b.at) })
	return l
}

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
		key.WriteString(strconv.Itoa(n))
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

func (l *locator) codeIndex(p pycode.Place) int {
	return slices.IndexFunc(l.codes, func(c loaded) bool { return c.code == p.Code })
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
	table := l.vm.Table()
	if table == nil {
		return Spot{}, false
	}
	r := table.RoutineAt(uint64(s.PC))
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
	module + "interp/load.Loader.Load":         Elsewhere,
	module + "interp.(*VM).runModule":          Elsewhere,
	module + "exitdata.(*Table).Run":           Crossing,
	module + "exitdata.(*Table).Left":          Crossing,
	module + "exitdata.(*Table).Invalidate":    Crossing,
}

const collector = module + "interp/heap.(*Heap).Collect"

// Functions returns the names of the Go functions that tell activities apart. A test of the VM looks whether it has them.
func Functions() []string { return append(slices.Sorted(maps.Keys(frames)), collector) }

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
func (l *locator) place(ex *exitdata.Executor, uop int) project.At {
	list, ok := l.places[ex]
	if !ok {
		list = l.vm.Places(ex)
		l.places[ex] = list
	}
	if uop < 0 || uop >= len(list) {
		return project.At{}
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
func (l *locator) interpreted(ip uintptr) pycode.Place {
	i, _ := slices.BinarySearchFunc(l.codes, ip+1, func(c loaded, a uintptr) int { return cmp.Compare(c.at, a) })
	if i == 0 {
		return pycode.Place{}
	}
	c := l.codes[i-1]
	unit := int(ip-c.at) / 2
	if unit >= c.units {
		return pycode.Place{}
	}
	return pycode.Place{Code: c.code, Unit: unit}
}
