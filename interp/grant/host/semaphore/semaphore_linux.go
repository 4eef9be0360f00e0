// Package semaphore has semaphores that processes share by their names, as sem_open(3) has them, upon futex(2).
//
// A semaphore is a file of [Dir] whose first words, little-endian, are
//
//	0  magic    says that it is one; never changes
//	4  value    how often it can be taken
//	8  waiters  how many processes wait, at least
//
// mapped and shared by all that have opened it. What holds:
//
//   - A file has its name only when its words are set: Create writes them to a file of another name, and then links it. So who can
//     open one sees a whole semaphore, and of several that create the same name one succeeds.
//   - value changes by compare-and-swap alone: Take from v > 0 to v−1, Give from v < [Most] to v+1. So nothing is taken twice, and
//     nothing that has been given is lost.
//   - Who waits adds itself to waiters ahead of looking at value for the last time, which futex(2) does when it puts it to sleep;
//     who gives changes value ahead of looking at waiters. So one of them sees what the other has done: nobody sleeps that nobody
//     wakes.
//   - A process that is killed leaves waiters too high, which costs a system call, or has been woken and takes nothing, which leaves
//     another one asleep beside a value above zero: no wait in the kernel is longer than [slice].
//   - No method of a closed semaphore touches its memory: the one that closes it waits for the others.
package semaphore

import (
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Dir is the folder of the files.
const Dir = "/dev/shm"

// Most is the largest value (SEM_VALUE_MAX).
const Most = math.MaxInt32

const (
	magic = 0x32726974
	size  = 12
	slice = 100 * time.Millisecond
)

// words are what is shared.
type words struct{ magic, value, waiters uint32 }

// Semaphore is one that is open. Its methods are for any goroutine.
type Semaphore struct {
	use    sync.RWMutex // held for reading while memory is touched
	memory []byte       // nil: closed
}

// fileOf returns the file of a name, which begins with a slash and has no other (EINVAL).
func fileOf(name string) (string, error) {
	short := strings.TrimPrefix(name, "/")
	if short == "" || short == "." || short == ".." || strings.ContainsAny(short, "/\x00") {
		return "", syscall.EINVAL
	}
	return Dir + "/tier2.sem." + short, nil
}

// Create makes a semaphore. EEXIST: there is one of that name.
func Create(name string, value uint32) (*Semaphore, error) {
	file, err := fileOf(name)
	if err != nil {
		return nil, err
	}
	if value > Most {
		return nil, syscall.EINVAL
	}
	f, err := os.CreateTemp(Dir, "tier2.new.")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	defer os.Remove(f.Name())
	w := words{magic: magic, value: value}
	if _, err := f.Write(unsafe.Slice((*byte)(unsafe.Pointer(&w)), size)); err != nil {
		return nil, err
	}
	if err := os.Link(f.Name(), file); err != nil {
		return nil, err
	}
	return mapped(f)
}

// Open opens a semaphore. ENOENT: there is none of that name.
func Open(name string) (*Semaphore, error) {
	file, err := fileOf(name)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(file, os.O_RDWR|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return mapped(f)
}

// Unlink takes the name from a semaphore. Those that have opened it still have it.
func Unlink(name string) error {
	file, err := fileOf(name)
	if err != nil {
		return err
	}
	return syscall.Unlink(file)
}

// mapped maps the file of a semaphore.
func mapped(f *os.File) (*Semaphore, error) {
	if info, err := f.Stat(); err != nil || info.Size() != size {
		return nil, fmt.Errorf("semaphore: %s is none: %w", f.Name(), syscall.EINVAL)
	}
	b, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	if (*words)(unsafe.Pointer(unsafe.SliceData(b))).magic != magic {
		_ = unix.Munmap(b)
		return nil, fmt.Errorf("semaphore: %s is none: %w", f.Name(), syscall.EINVAL)
	}
	return &Semaphore{memory: b}, nil
}

// words returns what is shared; done ends the use of it. nil: the semaphore is closed.
func (s *Semaphore) words() (w *words, done func()) {
	s.use.RLock()
	if s.memory == nil {
		s.use.RUnlock()
		return nil, nil
	}
	return (*words)(unsafe.Pointer(unsafe.SliceData(s.memory))), s.use.RUnlock
}

func (w *words) take() bool {
	for {
		v := atomic.LoadUint32(&w.value)
		if v == 0 {
			return false
		}
		if atomic.CompareAndSwapUint32(&w.value, v, v-1) {
			return true
		}
	}
}

// Take takes it within d, at once if that is 0. It reports whether it has.
func (s *Semaphore) Take(d time.Duration) (bool, error) {
	w, done := s.words()
	if w == nil {
		return false, syscall.EINVAL
	}
	defer done()
	if w.take() {
		return true, nil
	}
	if d <= 0 {
		return false, nil
	}
	atomic.AddUint32(&w.waiters, 1)
	defer atomic.AddUint32(&w.waiters, ^uint32(0))
	for end := time.Now().Add(d); ; {
		if w.take() {
			return true, nil
		}
		left := time.Until(end)
		if left <= 0 {
			return false, nil
		}
		limit := unix.NsecToTimespec(int64(min(left, slice)))
		// EAGAIN: the value is not 0; EINTR; ETIMEDOUT
		_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&w.value)), 0 /* FUTEX_WAIT */, 0, uintptr(unsafe.Pointer(&limit)), 0, 0)
	}
}

// Give gives it back. EOVERFLOW: its value is Most.
func (s *Semaphore) Give() error {
	w, done := s.words()
	if w == nil {
		return syscall.EINVAL
	}
	defer done()
	for {
		v := atomic.LoadUint32(&w.value)
		if v >= Most {
			return syscall.EOVERFLOW
		}
		if atomic.CompareAndSwapUint32(&w.value, v, v+1) {
			break
		}
	}
	if atomic.LoadUint32(&w.waiters) > 0 {
		_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&w.value)), 1 /* FUTEX_WAKE */, 1, 0, 0, 0)
	}
	return nil
}

// Value is how often it can be taken.
func (s *Semaphore) Value() (int, error) {
	w, done := s.words()
	if w == nil {
		return 0, syscall.EINVAL
	}
	defer done()
	return int(atomic.LoadUint32(&w.value)), nil
}

// Close lets go of it. It waits for what others do with it.
func (s *Semaphore) Close() error {
	s.use.Lock()
	defer s.use.Unlock()
	if s.memory == nil {
		return nil
	}
	b := s.memory
	s.memory = nil
	return unix.Munmap(b)
}
