package interp_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/grant/host"
)

// children starts processes of the system by Lib/subprocess.py: their streams, status,
// environment and folder, an error of each kind, a wait that ends early, a signal.
const children = `
import os, subprocess
from subprocess import PIPE, Popen, run
print(run(['cat'], input=b'x' * 200000, capture_output=True).stdout == b'x' * 200000)
print(run('echo out; echo err >&2; exit 3', shell=True, capture_output=True, text=True))
print(subprocess.check_output(['/bin/sh', '-c', 'echo $A; pwd; echo e >&2'], env={'A': '1'}, cwd='/', stderr=subprocess.STDOUT))
for args, more in (['/no/such'], {}), (['echo'], {'cwd': '/no/such'}), (['/'], {}):
    try: run(args, **more)
    except OSError as e: print(type(e).__name__, e.filename)
try: run(['sleep', '60'], timeout=0.05, stdout=PIPE)
except subprocess.TimeoutExpired as e: print(e)
with Popen(['sleep', '60']) as p:
    print(p.poll(), p.send_signal(15), p.wait())
try: os.waitpid(-1, 0)
except ChildProcessError as e: print(e.errno)
try: os.kill(1, 0)
except NotImplementedError as e: print(e)
with os.popen('echo popen') as f: print(f.read())
os.environ['B'] = 'system'
print(os.system('test "$B" = system || exit 4'), os.system(b'exit 3'), os.system(command='kill -9 $$'))
for fds in [-1], [2**40], ['a']:
    try: run(['true'], pass_fds=fds)
    except ValueError as e: print(e)
for bad in 5, 'a\0b':
    try: os.system(bad)
    except (TypeError, ValueError) as e: print(e)
import socket
a, b = socket.socketpair()
with Popen(['sh', '-c', 'read x; echo "got $x"; cat; sleep 0.1'], stdin=b, stdout=b) as p:
    a.sendall(b'one\n')
    print(a.recv(100))
    a.sendall(b'two')
    a.shutdown(socket.SHUT_WR)
    print(a.recv(100))
    print(b.recv(100))
print(p.returncode)
a, b = socket.socketpair()
with Popen(['sleep', '0.2'], stdin=b) as p:
    b.settimeout(0.01)
    try: b.recv(1)
    except TimeoutError as e: print(e, p.poll())
`

const childrenSay = `True
CompletedProcess(args='echo out; echo err >&2; exit 3', returncode=3, stdout='out\n', stderr='err\n')
b'1\n/\ne\n'
FileNotFoundError /no/such
FileNotFoundError /no/such
PermissionError /
Command '['sleep', '60']' timed out after 0.05 seconds
None None -15
10
tier2: unsupported os.kill of a process that the program has not started
popen

0 768 9
bad value(s) in fds_to_keep
bad value(s) in fds_to_keep
invalid literal for int() with base 10: 'a'
expected str, bytes or os.PathLike object, not int
embedded null byte
b'got one\n'
b'two'
b''
0
timed out None
`

// TestSubprocess starts processes with the grant, and none without it.
func TestSubprocess(t *testing.T) {
	g := host.Grants()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	g.Streams = host.Streams(null, null, null)
	const none = "import subprocess\ntry: subprocess.run(['true'])\nexcept PermissionError as e: print(e)\n" +
		"import os\ntry: os.system('true')\nexcept PermissionError as e: print(e)\n"
	if got := runGranted(t, g, none); strings.Count(got, "no way to start processes was handed in") != 2 {
		t.Errorf("without the grant: %s", got)
	}
	g.Exec, g.Network = host.Exec(), host.Network()
	if got := runGranted(t, g, children); got != childrenSay {
		t.Errorf("got\n%swant\n%s", got, childrenSay)
	}
}
