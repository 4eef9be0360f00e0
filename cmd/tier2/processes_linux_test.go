package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestProcesses: what multiprocessing has works between processes that the program starts, which find its pipes and semaphores.
// testdata/processes.out is what CPython prints.
func TestProcesses(t *testing.T) {
	want, err := os.ReadFile("testdata/processes.out")
	if err != nil {
		t.Fatal(err)
	}
	if out, errs, status := run(t, "", "run", "testdata/processes.py"); out != string(want) || errs != "" || status != 0 {
		t.Errorf("status %d\n%s\n%s", status, out, errs)
	}
}

// TestInherits: a program finds the files open that the process was started with, and what it starts has none of them.
func TestInherits(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd := child("-c", "import os, subprocess, sys; os.write(4, b'by the program'); print(subprocess.run(['ls', '/proc/self/fd'], capture_output=True, text=True).stdout.split())\n"+
		"try: os.fstat(3)\nexcept OSError as e: print(e)")
	cmd.ExtraFiles = []*os.File{nil, w}
	out, err := cmd.CombinedOutput()
	_ = w.Close()
	if err != nil || string(out) != "['0', '1', '2', '3']\n[Errno 9] Bad file descriptor\n" {
		t.Errorf("%v\n%s", err, out)
	}
	b := make([]byte, 100)
	if n, err := r.Read(b); string(b[:n]) != "by the program" || err != nil {
		t.Errorf("%q, %v", b[:n], err)
	}
}

// TestSemaphoreEnds: what waits for a semaphore lets other threads run, and an interrupt ends it.
func TestSemaphoreEnds(t *testing.T) {
	cmd := child("-c", `
import multiprocessing, threading
lock = multiprocessing.Lock()
lock.acquire()
threading.Timer(0.05, print, ["waiting"], {"flush": True}).start()
try: lock.acquire()
except KeyboardInterrupt: print("interrupted")
threading.Timer(0.05, lock.release).start()
print(lock.acquire())
`)
	var out strings.Builder
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stuck := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer stuck.Stop()
	b := make([]byte, 100)
	n, err := pipe.Read(b)
	if string(b[:n]) != "waiting\n" || err != nil {
		t.Errorf("%q, %v", b[:n], err)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Error(err)
	}
	for err == nil {
		n, err = pipe.Read(b)
		out.Write(b[:n])
	}
	if err := cmd.Wait(); err != nil || out.String() != "interrupted\nTrue\n" {
		t.Errorf("%v\n%s", err, out.String())
	}
}
