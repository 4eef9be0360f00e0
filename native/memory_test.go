//go:build linux && (amd64 || arm64)

package native

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// openMode makes a Memory of 1 MB in a mode. It skips the test where the
// machine runs stale code in that mode, as emulators do in mode Dual.
func openMode(t testing.TB, mode Mode) *Memory {
	t.Helper()
	mem, err := NewMemory(MemoryOptions{Mode: mode, Limit: 1 << 20})
	if errors.Is(err, ErrStale) && mode == Dual && slow {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mem.Close() })
	return mem
}

// eachMode runs a test in both modes.
func eachMode(t *testing.T, test func(t *testing.T, mem *Memory)) {
	for _, mode := range []Mode{Dual, MProtect} {
		t.Run(mode.String(), func(t *testing.T) {
			mem := openMode(t, mode)
			if mem.Mode() != mode || mem.Stats().Mode != mode {
				t.Errorf("mode %v", mem.Mode())
			}
			test(t, mem)
		})
	}
}

// run runs probe code, which returns a number.
func run(t testing.TB, addr uintptr) uint32 {
	t.Helper()
	n, err := tryCode(addr)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Code that was installed runs; so does what is written over it, in place and
// in memory that is used again.
func TestInstall(t *testing.T) {
	eachMode(t, func(t *testing.T, mem *Memory) {
		b, err := mem.Reserve(100)
		if err != nil {
			t.Fatal(err)
		}
		if b.Addr%16 != 0 || b.Len != 100 || !mem.Contains(b.Addr) {
			t.Errorf("chunk %+v", b)
		}
		for n := range uint32(200) {
			if err := mem.Write(b, probeCode(n)); err != nil {
				t.Fatal(err)
			}
			if got := run(t, b.Addr); got != n {
				t.Fatalf("rewritten code returns %d, want %d", got, n)
			}
			c, err := mem.Install(probeCode(n + 1000))
			if err != nil {
				t.Fatal(err)
			}
			if got := run(t, c.Addr); got != n+1000 {
				t.Fatalf("installed code returns %d, want %d", got, n+1000)
			}
			if err := mem.Free(c); err != nil {
				t.Fatal(err)
			}
		}
		if s := mem.Stats(); s.Chunks != 1 || s.Writes != 400 || s.Written != 400*len(probeCode(0)) {
			t.Errorf("%+v", s)
		}
	})
}

// No page is writable and executable, whatever happens.
func TestWriteXorExecute(t *testing.T) {
	eachMode(t, func(t *testing.T, mem *Memory) {
		for range 20 {
			if _, err := mem.Install(probeCode(1)); err != nil {
				t.Fatal(err)
			}
			maps, err := os.ReadFile("/proc/self/maps")
			if err != nil {
				t.Fatal(err)
			}
			seen := false
			for _, line := range strings.Split(string(maps), "\n") {
				var lo, hi uintptr
				var prot string
				if n, _ := fmt.Sscanf(line, "%x-%x %s", &lo, &hi, &prot); n != 3 {
					continue
				}
				if strings.Contains(prot, "w") && strings.Contains(prot, "x") {
					t.Fatal(line)
				}
				seen = seen || lo <= mem.start && mem.start < hi && strings.Contains(prot, "x")
			}
			if !seen {
				t.Fatalf("no executable mapping at %#x:\n%s", mem.start, maps)
			}
		}
	})
}

// At the limit Reserve fails by name; what is freed is used again, whole.
func TestLimit(t *testing.T) {
	eachMode(t, func(t *testing.T, mem *Memory) {
		limit := mem.Stats().Limit
		var chunks []Chunk
		for {
			b, err := mem.Reserve(5000)
			if err != nil {
				var e *Error
				if !errors.Is(err, ErrLimit) || !errors.As(err, &e) || e.Op != OpReserve || e.Size != 5000 {
					t.Fatal(err)
				}
				break
			}
			chunks = append(chunks, b)
		}
		if s := mem.Stats(); s.Chunks != len(chunks) || s.InUse < 5000*len(chunks) || s.HighWater != s.InUse || s.Limit-s.InUse > 8192 {
			t.Errorf("full: %+v with %d chunks", s, len(chunks))
		}
		for i := range chunks { // every other one, then the rest
			if err := mem.Free(chunks[(2*i)%len(chunks)+(2*i)/len(chunks)*(1-len(chunks)%2)]); err != nil {
				t.Fatal(err)
			}
		}
		if s := mem.Stats(); s.Chunks != 0 || s.InUse != 0 || s.HighWater == 0 {
			t.Errorf("empty: %+v", s)
		}
		all, err := mem.Reserve(limit - 8192)
		if err != nil {
			t.Fatal(err)
		}
		if all.Addr != mem.start {
			t.Errorf("the largest chunk lies at +%#x", all.Addr-mem.start)
		}
		if err := mem.Write(all, bytes.Repeat(probeCode(5), 3)); err != nil || run(t, all.Addr) != 5 {
			t.Error(err)
		}
	})
}

// Mistakes are errors with a name.
func TestMemoryErrors(t *testing.T) {
	eachMode(t, func(t *testing.T, mem *Memory) {
		b, err := mem.Install(probeCode(1))
		if err != nil {
			t.Fatal(err)
		}
		_, zero := mem.Reserve(0)
		_, negative := mem.Reserve(-1)
		_, huge := mem.Reserve(1 << 40)
		_, empty := mem.Install(nil)
		for _, c := range []struct {
			name      string
			got, want error
		}{
			{"zero", zero, ErrSize},
			{"negative", negative, ErrSize},
			{"huge", huge, ErrLimit},
			{"empty", empty, ErrSize},
			{"write nothing", mem.Write(b, nil), ErrSize},
			{"write too much", mem.Write(b, make([]byte, b.Len+1)), ErrSize},
			{"write elsewhere", mem.Write(Chunk{mem.start - 4096, 16}, []byte{1}), ErrChunk},
			{"write above", mem.Write(Chunk{b.Addr + 1<<19, 16}, []byte{1}), ErrChunk},
			{"write misaligned", mem.Write(Chunk{b.Addr + 1, 1}, []byte{1}), ErrChunk},
			{"free none", mem.Free(Chunk{}), ErrChunk},
			{"free beyond", mem.Free(Chunk{b.Addr, 1 << 19}), ErrChunk},
			{"free", mem.Free(b), nil},
			{"free twice", mem.Free(b), ErrChunk},
			{"write freed", mem.Write(b, []byte{1}), ErrChunk},
			{"close", mem.Close(), nil},
			{"close twice", mem.Close(), nil},
			{"write closed", mem.Write(b, []byte{1}), ErrClosed},
			{"free closed", mem.Free(b), ErrClosed},
		} {
			if !errors.Is(c.got, c.want) {
				t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
			}
		}
		if _, err := mem.Reserve(1); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	})
	for _, limit := range []int{-1, MaxLimit + 1} {
		if _, err := NewMemory(MemoryOptions{Limit: limit}); !errors.Is(err, ErrSize) {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
	if _, err := NewMemory(MemoryOptions{Mode: numModes}); !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
}

// Auto takes the mode that works; where none does, the error says what failed
// last.
func TestAuto(t *testing.T) {
	mem, err := NewMemory(MemoryOptions{Limit: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	if _, err := NewMemory(MemoryOptions{Mode: Dual, Limit: 1 << 20}); (err == nil) != (mem.Mode() == Dual) {
		t.Errorf("auto took %v, but dual says %v", mem.Mode(), err)
	}
	// The first trial code of mode Dual fails.
	probes := 0
	second, err := NewMemory(MemoryOptions{Limit: 1 << 20, Fault: func(op Op, n int) error {
		if op == OpProbe {
			if probes++; probes == 1 {
				return errTest
			}
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if second.Mode() != MProtect {
		t.Errorf("mode %v", second.Mode())
	}
	for _, bad := range []Op{OpMap, OpProbe} {
		_, err := NewMemory(MemoryOptions{Limit: 1 << 20, Fault: func(op Op, n int) error {
			if op == bad {
				return unix.EPERM
			}
			return nil
		}})
		var e *Error
		if !errors.Is(err, unix.EPERM) || !errors.As(err, &e) || e.Op != bad {
			t.Errorf("%v refused: %v", bad, err)
		}
	}
}

// About every third operation fails: the call fails with that error, nothing
// leaks, and the next call works.
func TestMemoryFaults(t *testing.T) {
	for _, mode := range []Mode{Dual, MProtect} {
		t.Run(mode.String(), func(t *testing.T) {
			random, armed := uint32(1), false
			openMode(t, mode)
			mem, err := NewMemory(MemoryOptions{Mode: mode, Limit: 1 << 20, Fault: func(op Op, size int) error {
				random = random*1664525 + 1013904223
				if armed && random>>24%3 == 0 {
					return fmt.Errorf("%v: %w", op, errTest)
				}
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			defer mem.Close()
			armed = true
			ok, failed := 0, map[Op]bool{}
			for range 60 {
				b, err := mem.Install(probeCode(uint32(ok)))
				if err != nil {
					var e *Error
					if !errors.Is(err, errTest) || !errors.As(err, &e) {
						t.Fatal(err)
					}
					failed[e.Op] = true
					if s := mem.Stats(); s.Chunks != 0 || s.InUse != 0 {
						t.Fatalf("a failed install left %+v", s)
					}
					continue
				}
				if got := run(t, b.Addr); got != uint32(ok) {
					t.Fatalf("code returns %d, want %d", got, ok)
				}
				ok++
				if err := mem.Free(b); err != nil {
					t.Fatal(err)
				}
			}
			want := []Op{OpReserve, OpWrite}
			if mode == MProtect {
				want = append(want, OpProtect)
			}
			for _, op := range want {
				if !failed[op] {
					t.Errorf("%v never failed", op)
				}
			}
			if ok == 0 {
				t.Error("nothing ever worked")
			}
		})
	}
}

// mprotect refuses the first switch: the chunk is as it was. It refuses the
// second: the chunk cannot be entered. Either way it can be written again.
func TestProtectRefused(t *testing.T) {
	refuse := 0
	mem, err := NewMemory(MemoryOptions{Mode: MProtect, Limit: 1 << 20, Fault: func(op Op, n int) error {
		if op == OpProtect {
			if refuse--; refuse == 0 {
				return unix.EACCES
			}
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	b, err := mem.Reserve(64)
	if err != nil {
		t.Fatal(err)
	}
	if err := mem.Write(b, probeCode(4)); err != nil {
		t.Fatal(err)
	}
	refuse = 1
	if err := mem.Write(b, probeCode(5)); !errors.Is(err, unix.EACCES) || run(t, b.Addr) != 4 {
		t.Errorf("first switch refused: %v", err)
	}
	refuse = 2
	if err := mem.Write(b, probeCode(6)); !errors.Is(err, unix.EACCES) {
		t.Errorf("second switch refused: %v", err)
	}
	if n, err := tryCode(b.Addr); err == nil {
		t.Errorf("code ran in a writable page and returned %d", n)
	}
	if err := mem.Write(b, probeCode(9)); err != nil || run(t, b.Addr) != 9 {
		t.Error(err)
	}
}

// Goroutines install, run, rewrite and free at the same time, next to each
// other's code.
func TestMemoryConcurrent(t *testing.T) {
	eachMode(t, func(t *testing.T, mem *Memory) {
		rounds := 3000
		if slow {
			rounds = 200
		}
		var wg sync.WaitGroup
		for g := range uint32(4) {
			wg.Go(func() {
				var live []Chunk
				for i := range uint32(rounds) {
					b, err := mem.Install(probeCode(g<<16 | i))
					if err != nil {
						t.Error(err)
						return
					}
					if got, err := tryCode(b.Addr); err != nil || got != g<<16|i {
						t.Errorf("%#x, want %#x: %v", got, g<<16|i, err)
						return
					}
					if live = append(live, b); len(live) > 5 {
						k := int(i) % len(live)
						if err := mem.Free(live[k]); err != nil {
							t.Error(err)
						}
						live = append(live[:k], live[k+1:]...)
					}
				}
			})
		}
		wg.Wait()
	})
}
