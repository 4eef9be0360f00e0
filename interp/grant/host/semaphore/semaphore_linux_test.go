package semaphore

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestMain is also the process that TestProcesses starts.
func TestMain(m *testing.M) {
	if name := os.Getenv("TIER2_SEMAPHORE"); name != "" {
		if err := increments(name, os.Getenv("TIER2_COUNTER")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func made(t *testing.T, value uint32) (string, *Semaphore) {
	t.Helper()
	name := fmt.Sprintf("/test-%d-%d", os.Getpid(), time.Now().UnixNano())
	s, err := Create(name, value)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close()
		_ = Unlink(name)
	})
	return name, s
}

// TestNames: a name stands for one semaphore until it is unlinked.
func TestNames(t *testing.T) {
	name, s := made(t, 1)
	if _, err := Create(name, 1); !errors.Is(err, syscall.EEXIST) {
		t.Errorf("created twice: %v", err)
	}
	o, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := s.Take(0); !ok || err != nil {
		t.Error(ok, err)
	}
	if n, err := o.Value(); n != 0 || err != nil {
		t.Error(n, err)
	}
	if err := Unlink(name); err != nil {
		t.Error(err)
	}
	if _, err := Open(name); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("opened behind Unlink: %v", err)
	}
	if err := o.Give(); err != nil {
		t.Error(err)
	}
	if ok, err := s.Take(0); !ok || err != nil {
		t.Error(ok, err)
	}
	for _, bad := range []string{"", "/", "/a/b", "/..", "a\x00"} {
		if _, err := Create(bad, 1); !errors.Is(err, syscall.EINVAL) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if err := o.Close(); err != nil {
		t.Error(err)
	}
	if _, err := o.Take(0); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("taken behind Close: %v", err)
	}
}

// TestWaits: a wait ends when its time is over, and at once when the semaphore is given.
func TestWaits(t *testing.T) {
	_, s := made(t, 0)
	start := time.Now()
	if ok, err := s.Take(30 * time.Millisecond); ok || err != nil || time.Since(start) < 30*time.Millisecond {
		t.Error(ok, err, time.Since(start))
	}
	go func() {
		time.Sleep(10 * time.Millisecond)
		_ = s.Give()
	}()
	if ok, err := s.Take(time.Minute); !ok || err != nil {
		t.Error(ok, err)
	}
}

// TestGoroutines: of many that take and give no two have it, and none waits for ever.
func TestGoroutines(t *testing.T) {
	_, s := made(t, 1)
	var inside, wrong atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 500 {
				if ok, err := s.Take(time.Minute); !ok || err != nil || inside.Add(1) != 1 {
					wrong.Add(1)
				}
				inside.Add(-1)
				if s.Give() != nil {
					wrong.Add(1)
				}
			}
		})
	}
	all.Wait()
	if n, err := s.Value(); wrong.Load() != 0 || n != 1 || err != nil {
		t.Error(wrong.Load(), n, err)
	}
}

// increments adds 1 to the number in a file, many times.
func increments(name, file string) error {
	s, err := Open(name)
	if err != nil {
		return err
	}
	for range 100 {
		if ok, err := s.Take(time.Minute); !ok || err != nil {
			return fmt.Errorf("%v %v", ok, err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(string(text))
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(strconv.Itoa(n+1)), 0o600); err != nil {
			return err
		}
		if err := s.Give(); err != nil {
			return err
		}
	}
	return nil
}

// TestProcesses: a semaphore keeps processes apart.
func TestProcesses(t *testing.T) {
	name, _ := made(t, 1)
	file := t.TempDir() + "/n"
	if err := os.WriteFile(file, []byte("0"), 0o600); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "TIER2_SEMAPHORE="+name, "TIER2_COUNTER="+file)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	all.Wait()
	if text, err := os.ReadFile(file); string(text) != "300" || err != nil {
		t.Errorf("counted %s, %v", text, err)
	}
}
