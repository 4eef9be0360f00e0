package interp_test

import (
	"os/signal"
	"syscall"
	"testing"

	"github.com/tier2go/tier2/interp/grant/host"
)

// TestSignals runs a program that handles signals of the process: they find it in a loop of machine code, asleep, in
// pause, and in a wait for an event loop; behind it the process does with them what it did.
func TestSignals(t *testing.T) {
	signal.Ignore(syscall.SIGUSR1)
	defer signal.Reset(syscall.SIGUSR1)
	g := host.Grants()
	g.Signals = host.Signals()
	got := runGranted(t, g, `
import asyncio, os, signal, time
class Late(Exception): pass
def late(n, frame): raise Late(n, frame.f_code.co_name)
def loop():
    n = 0
    while True: n += 1
print(signal.signal(signal.SIGALRM, late))
for wait in loop, lambda: time.sleep(60), lambda: asyncio.run(asyncio.sleep(60)):
    print(signal.setitimer(signal.ITIMER_REAL, 0.02))
    try: wait()
    except Late as e: print('late', e.args[0], e.args[1] == 'loop', signal.getitimer(0))
rounds = []
signal.signal(signal.SIGALRM, lambda n, frame: rounds.append(n))
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
while len(rounds) < 3: signal.pause()
print(signal.setitimer(signal.ITIMER_REAL, 0)[1], signal.alarm(100), signal.alarm(0))
signal.signal(signal.SIGUSR1, lambda n, frame: rounds.append('usr1'))
os.kill(os.getpid(), signal.SIGUSR1)
print(rounds[-1], os.kill(os.getpid(), 0))
for n in signal.SIGURG, signal.SIGPROF:
    try: signal.signal(n, late)
    except NotImplementedError as e: print(e)
try: signal.setitimer(signal.ITIMER_PROF, 1)
except NotImplementedError as e: print(e)
`)
	const want = `0
(0.0, 0.0)
late 14 True (0.0, 0.0)
(0.0, 0.0)
late 14 False (0.0, 0.0)
(0.0, 0.0)
late 14 False (0.0, 0.0)
0.01 0 100
usr1 None
tier2: unsupported handler of signal 23, which this process needs
tier2: unsupported handler of signal 27, which this process needs
tier2: unsupported timer of processor time
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !signal.Ignored(syscall.SIGUSR1) {
		t.Error("SIGUSR1 was ignored before the VM, and is not behind it")
	}
}
