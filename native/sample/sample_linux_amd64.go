package sample

import (
	"fmt"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/tier2go/tier2/native"
)

// recordSize is the size of a sample in memory: the number of callers, the
// fixed words of Sample, the callers.
const recordSize = (5 + MaxStack) * 8

// control is what the handler reads and writes, at the start of the mapping that
// the records lie in. Its offsets are the assembly's.
type control struct {
	next, end uintptr // of the records
	dropped   uint64
	word      uintptr // address of Options.Word
	depth     uintptr // address of the number of activations, 0: no stack
	blocks    uintptr // of the first activation
}

const controlSize = 64

// handler is the signal handler: what the kernel calls, on the signal stack.
// restorer is what it returns to. Both are called by nobody else.
func handler()
func restorer()

// entries returns the addresses of handler and restorer.
func entries() (h, r uintptr)

// active is the control of the sampler that runs, 0 while there is none. The
// handler reads it.
var active uintptr

// one is held while a sampler runs: there is one signal.
var one sync.Mutex

// Sampler samples the thread that started it.
type Sampler struct {
	mem    []byte
	ctl    *control
	old    sigaction
	timer  int32
	period time.Duration
	start  time.Time
	cpu    time.Duration
	keep   Options // what the handler reads stays alive
}

// sigaction and sigevent are the kernel's, for amd64.
type sigaction struct {
	handler  uintptr
	flags    uint64
	restorer uintptr
	mask     uint64
}

type sigevent struct {
	value  uintptr
	signo  int32
	notify int32
	tid    int32
	_      [44]byte
}

type itimerspec struct{ interval, value unix.Timespec }

const (
	signal       = unix.SIGPROF
	notifyThread = 4 // SIGEV_THREAD_ID
	saSiginfo    = 4
	saRestorer   = 0x04000000
	saOnStack    = 0x08000000
	saRestart    = 0x10000000
)

// Start begins to sample the calling thread, to which the caller's goroutine must be
// locked (runtime.LockOSThread) until Stop. There is one sampler at a time in a
// process: ErrRunning.
func Start(o Options) (*Sampler, error) {
	if o.Period == 0 {
		o.Period = DefaultPeriod
	}
	if o.Period < 50*time.Microsecond {
		return nil, ErrPeriod
	}
	if o.Limit == 0 {
		o.Limit = 1 << 17
	}
	if !one.TryLock() {
		return nil, ErrRunning
	}
	s := &Sampler{period: o.Period, keep: o}
	if err := s.begin(); err != nil {
		one.Unlock()
		return nil, err
	}
	return s, nil
}

// begin makes the memory, then the handler, then the timer.
func (s *Sampler) begin() error {
	var err error
	s.mem, err = unix.Mmap(-1, 0, controlSize+s.keep.Limit*recordSize, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return fmt.Errorf("sample: no memory for samples: %w", err)
	}
	s.ctl = (*control)(unsafe.Pointer(&s.mem[0]))
	first := uintptr(unsafe.Pointer(&s.mem[controlSize]))
	*s.ctl = control{next: first, end: first + uintptr(s.keep.Limit)*recordSize, word: uintptr(unsafe.Pointer(s.keep.Word))}
	if s.keep.Stack != nil {
		depth, blocks := s.keep.Stack.Probe()
		s.ctl.depth, s.ctl.blocks = uintptr(unsafe.Pointer(depth)), blocks
	}
	active = uintptr(unsafe.Pointer(s.ctl))
	h, r := entries()
	act := sigaction{handler: h, flags: saSiginfo | saRestorer | saOnStack | saRestart, restorer: r, mask: ^uint64(0)}
	if err := setAction(&act, &s.old); err != nil {
		return s.release(fmt.Errorf("sample: signal handler: %w", err))
	}
	ev := sigevent{signo: int32(signal), notify: notifyThread, tid: int32(unix.Gettid())}
	if _, _, e := unix.Syscall(unix.SYS_TIMER_CREATE, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&ev)), uintptr(unsafe.Pointer(&s.timer))); e != 0 {
		return s.release(fmt.Errorf("sample: timer: %w", e))
	}
	s.start, s.cpu = time.Now(), threadCPU()
	every := unix.NsecToTimespec(s.period.Nanoseconds())
	spec := itimerspec{every, every}
	if _, _, e := unix.Syscall6(unix.SYS_TIMER_SETTIME, uintptr(s.timer), 0, uintptr(unsafe.Pointer(&spec)), 0, 0, 0); e != 0 {
		return s.release(fmt.Errorf("sample: timer: %w", e))
	}
	return nil
}

func setAction(act, old *sigaction) error {
	_, _, e := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(signal), uintptr(unsafe.Pointer(act)), uintptr(unsafe.Pointer(old)), 8, 0, 0)
	if e != 0 {
		return e
	}
	return nil
}

// release puts back what begin has set up, as far as it came, and returns err.
func (s *Sampler) release(err error) error {
	if s.start != (time.Time{}) {
		if _, _, e := unix.Syscall(unix.SYS_TIMER_DELETE, uintptr(s.timer), 0, 0); e != 0 && err == nil {
			err = fmt.Errorf("sample: timer: %w", e)
		}
	}
	if s.old != (sigaction{}) {
		if e := setAction(&s.old, nil); e != nil && err == nil {
			err = fmt.Errorf("sample: signal handler: %w", e)
		}
	}
	active = 0
	return err
}

// threadCPU returns the CPU time of the calling thread.
func threadCPU() time.Duration {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts) != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}

// Stop ends sampling, on the goroutine that began it, and returns what was seen. A
// Sampler is stopped once.
func (s *Sampler) Stop() (*Profile, error) {
	p := &Profile{Period: s.period, CPU: threadCPU() - s.cpu, Wall: time.Since(s.start)}
	err := s.release(nil)
	p.Dropped = s.ctl.dropped
	first := uintptr(unsafe.Pointer(&s.mem[controlSize]))
	words := unsafe.Slice((*uintptr)(unsafe.Pointer(&s.mem[controlSize])), (s.ctl.next-first)/8)
	for ; len(words) > 0; words = words[recordSize/8:] {
		stack := append([]uintptr(nil), words[5:5+words[0]]...)
		p.Samples = append(p.Samples, Sample{PC: words[1], Word: words[2], Resume: words[3], Link: words[4], Stack: stack})
	}
	if e := unix.Munmap(s.mem); err == nil {
		err = e
	}
	one.Unlock()
	return p, err
}

// What the assembly takes the layout to be.
var (
	_ = [1]struct{}{}[unsafe.Offsetof(control{}.blocks)-40]
	_ = [1]struct{}{}[native.OffResume-8]
	_ = [1]struct{}{}[native.Stride-8192]
)
