"""Sockets of the host on the loopback interface: an echo server with threads, and what both sides see."""
import socket, threading


def serve(server, count):
    def echo(conn):
        with conn:
            while data := conn.recv(4096):
                conn.sendall(data.upper())
    for _ in range(count):
        conn, address = server.accept()
        assert address[0] == "127.0.0.1", address
        threading.Thread(target=echo, args=(conn,)).start()


server = socket.create_server(("127.0.0.1", 0))
thread = threading.Thread(target=serve, args=(server, 3))
thread.start()
for n in range(3):
    with socket.create_connection(server.getsockname()) as s:
        print(s.getpeername() == server.getsockname(), s.family, s.type, s.proto, s.timeout)
        s.sendall(b"hello %d" % n)
        print(s.recv(100))
        f, w = s.makefile("rb"), s.makefile("w", newline="")
        w.write("a line\nand " + "x" * 10000 + "\n")
        w.close()
        print(f.readline(), len(f.readline()))
        s.shutdown(socket.SHUT_WR)
        print(f.read(), s.recv(1))
        f.close()
thread.join()
server.close()
print(server, server.fileno())
#---
"""Datagrams, and addresses of both versions."""
import socket

for family, host in (socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"):
    a, b = socket.socket(family, socket.SOCK_DGRAM), socket.socket(family, socket.SOCK_DGRAM)
    a.bind((host, 0))
    b.bind((host, 0))
    print(a.sendto(b"one", b.getsockname()), b.recvfrom(10) == (b"one", a.getsockname()))
    print(b.sendto(b"two" * 10, 0, a.getsockname()), a.recvfrom(5)[0])
    a.connect(b.getsockname())
    buffer = bytearray(8)
    print(a.send(b"three"), b.recvfrom_into(buffer)[0], buffer, a.getpeername() == b.getsockname(), len(a.getsockname()))
    print(a.sendmsg([b"ab", b"", bytearray(b"cd")]), b.recv_into(memoryview(buffer)[2:], 3), buffer)
    for s in a, b:
        s.close()
#---
"""Sockets in files, of no file, and pairs."""
import os, socket, tempfile

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "s")
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(path)
        server.listen()
        client.connect(path)
        conn, address = server.accept()
        print(repr(address), server.getsockname() == path, client.getpeername() == path, repr(client.getsockname()))
        client.send(b"through a file")
        print(conn.recv(100))
        conn.close()
        print(client.recv(1), os.path.exists(path))
    with socket.socket(socket.AF_UNIX) as server:
        name = b"\0tier2 %d" % os.getpid()
        server.bind(name)
        print(server.getsockname() == name)
        try:
            server.bind(path * 20)
        except OSError as e:
            print(e)
a, b = socket.socketpair()
print(a.family, a.type, a.getsockname(), a.send(b"pair"), os.read(b.fileno(), 10), os.write(b.fileno(), b"back"), a.recv(3), a.recv(3))
c = socket.socket(fileno=b.detach())
print(b.fileno(), c.family, c.type, c.proto)
c.close()
print(a.recv(1))
try:
    a.send(b"x")
except BrokenPipeError as e:
    print(repr(e))
a.close()
#---
"""What does not wait, and what waits too long."""
import errno, select, socket, time

server = socket.create_server(("127.0.0.1", 0))
s = socket.create_connection(server.getsockname())
conn, _ = server.accept()


def tried(f, *args):
    try:
        return f(*args)
    except OSError as e:
        return type(e).__name__, e.args


for timeout in 0, 0.02, 0.0, 1e-9:
    s.settimeout(timeout)
    print(timeout, s.gettimeout(), s.getblocking(), tried(s.recv, 10), tried(s.recv_into, bytearray(3)))
server.settimeout(0.01)
print(tried(server.accept), tried(server._accept))
start = time.monotonic()
s.settimeout(0.05)
tried(s.recv, 1)
print(time.monotonic() - start >= 0.05)
s.setblocking(False)
total = 0
try:
    while True:
        total += s.send(b"x" * 100000)
except BlockingIOError as e:
    print(e.errno == errno.EAGAIN, total > 100000)
s.settimeout(0.02)
print(tried(s.sendall, b"y" * (1 << 25)))  # more than any buffer takes
while total > 0:
    total -= len(conn.recv(1 << 20))
conn.close()
closed = socket.socket()
closed.bind(("127.0.0.1", 0))
address = closed.getsockname()
closed.close()
print(tried(socket.create_connection, address), tried(closed.recv, 1), tried(closed.getsockname))
late = socket.socket()
print(late.connect_ex(address) == errno.ECONNREFUSED, tried(late.getpeername), tried(late.listen))
socket.setdefaulttimeout(3)
print(socket.socket().gettimeout(), socket.getdefaulttimeout(), socket.timeout is TimeoutError)
socket.setdefaulttimeout(None)
free = socket.socket()
free.setblocking(False)
print(free.connect_ex(server.getsockname()) in (0, errno.EINPROGRESS))
select.select([], [free], [])
print(free.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR), free.connect_ex(server.getsockname()) in (0, errno.EISCONN))
for x in s, late, free, server:
    x.close()
#---
"""What methods refuse, and its text."""
import select, socket, warnings
warnings.simplefilter("ignore")


def t(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__, e.args


s = socket.socket()
for x in 1, (1,), ("127.0.0.1",), (1, 2), ("127.0.0.1", 99999), ("127.0.0.1", -1), ("127.0.0.1", "a"), ("127.0.0.1", 2**80), ("::1", 1):
    print(x, t(s.connect, x), t(s.bind, x))
print(t(socket.ntohs, -1), t(socket.ntohs, 70000), t(socket.htonl, 2**32), t(socket.htons, "a"), t(socket.ntohs, 2**80), socket.htons(1), socket.ntohl(1), socket.htonl(2**32 - 2))
for text in "a", "127.1", "0x7f.1", "1.2.3.4", "256", "1.2.3.256", "010.1", "1.2.3.4.5", "", "4294967295", "4294967296", "1_0", "0b1", 1:
    print(text, t(socket.inet_aton, text))
print(t(s.settimeout, -1), t(s.settimeout, "a"), t(s.recv, -1), t(s.recv, 10), t(s.recv), t(s.recv, 1, 2, 3), t(s.recvfrom, -1), t(s.send), t(s.send, "a"), t(s.sendall, 1))
print(t(s.recv_into, b"ab"), t(s.recv_into, bytearray(2), 3), t(s.recvfrom_into, bytearray(2), 3), t(s.recv_into, bytearray(2), -1), t(s.recv_into))
print(t(s.getsockopt, 1, 3, 2000), t(s.getsockopt, 1, 3), t(s.getsockopt, 1, 3, 8), t(s.setsockopt, 1, 2, "a"), t(s.setsockopt, 1, 2), t(s.getsockopt, 1), t(s.getsockopt, 1, 9999))
print(t(s.sendto, b"a"), t(s.sendto, b"a", 1, 2, 3), t(s.shutdown, 2), t(s.getpeername), t(s.accept))
s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\2\0\0\0")
print(s.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR), s.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, 8))
print(t(socket.socket, 99), t(socket.socket, fileno=-5), t(socket.socket, fileno=999), t(socket.socket, fileno="a"), t(socket.socket, fileno=1.5))
s.close()
print(t(s.recv, 1), s.fileno(), t(s.bind, ("", 0)), t(s.getsockname), t(s.close), t(s.detach))
#---
"""Names and services without a network beyond the host."""
import socket


def t(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__, e.args


print(t(socket.getaddrinfo, None, 80), t(socket.getaddrinfo, "", 80), t(socket.getaddrinfo, None, None), t(socket.getaddrinfo, 1, 2))
print(t(socket.getaddrinfo, "127.0.0.1", 80, socket.AF_INET6), t(socket.getaddrinfo, "::1", None, 0, socket.SOCK_STREAM), t(socket.getaddrinfo, "127.0.0.1", "nope"))
print(t(socket.getaddrinfo, None, 80, flags=socket.AI_PASSIVE, type=socket.SOCK_STREAM), t(socket.getaddrinfo, "127.0.0.1", 80, 0, 77), t(socket.getaddrinfo, "127.1", 80, 99))
print(t(socket.getaddrinfo, "127.0.0.1", 80, type=1, flags=socket.AI_CANONNAME), t(socket.getaddrinfo, "localhost", 80, flags=socket.AI_NUMERICHOST))
print(t(socket.getaddrinfo, "127.0.0.1", 1.5), t(socket.getaddrinfo, b"127.0.0.1", b"80", type=2), t(socket.getaddrinfo, "127.0.0.1", 80, 0, 0, 17), t(socket.getaddrinfo, "127.0.0.1", 80, 0, 1, 17))
for port in 65535, 65536, 65616, 99999, -1, -65456, 2**31, 2**32 + 80, 2**63, "", " 80", "80 ", "+80", "-80", "--80", "0x50", "1_0", "*", "99999999999999999999", "4294967376", b"080":
    print(port, t(socket.getaddrinfo, "127.0.0.1", port, 0, 1))
print(t(socket.getnameinfo, ("127.0.0.1", 80), 3), t(socket.getnameinfo, ("::1", 80, 0, 0), 3), t(socket.getnameinfo, 1, 3), t(socket.getnameinfo, ("127.0.0.1", 80, 0), 3))
print(t(socket.gethostbyname, "127.0.0.1"), t(socket.gethostbyname, ""), t(socket.gethostbyname, "<broadcast>"), t(socket.gethostbyname_ex, "127.0.0.1"), t(socket.gethostbyname, "::1"))
print(t(socket.getprotobyname, "nope"), t(socket.getservbyname, "nope"), t(socket.getservbyname, 1), socket.has_ipv6, socket.has_dualstack_ipv6())
#---
"""What recv does at once, what it waits for, and what options and lists are none."""
import socket, select, struct, threading, time
a, b = socket.socketpair()
print(b.recv(0))
try:
    b.recv(5, socket.MSG_DONTWAIT)
except BlockingIOError as e:
    print(type(e).__name__, e.errno)
a.send(b'xy')
t = threading.Thread(target=lambda: (time.sleep(.1), a.send(b'zzz')))
t.start()
print(b.recv(5, socket.MSG_WAITALL))
t.join()
a.send(b'12')
t = threading.Thread(target=lambda: (time.sleep(.1), a.send(b'345'), time.sleep(.1), a.close()))
t.start()
buf = bytearray(9)
print(b.recv_into(buf, 0, socket.MSG_WAITALL), buf)
t.join()
try:
    select.select([b] * 1025, [], [], 0)
except ValueError as e:
    print(e)
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
print(s.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR), s.getsockopt(socket.SOL_SOCKET, socket.SO_TYPE) == socket.SOCK_DGRAM)
class X:
    def __bool__(self): raise KeyError
s.settimeout(5)
try:
    s.setblocking(X())
except KeyError:
    print(s.gettimeout())
except TypeError as e: print('T', e)
try:
    s.setsockopt(socket.SOL_SOCKET, 26, b"x")
except OSError as e:
    print("no filter")
#---
"""Names of AF_UNIX as they are given: @ begins the name of a file, and a full backlog is no time that is over."""
import os, socket, tempfile

here = os.getcwd()
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind("@zz")
        print(os.path.basename(server.getsockname()), os.listdir())
        server.listen(0)
        client.bind("@me")
        client.connect("@zz")
        conn, address = server.accept()
        print(*map(os.path.basename, [address, client.getpeername(), conn.getsockname(), conn.getpeername()]))
        conn.close()
        waiting = []
        try:
            for _ in range(10):
                s = socket.socket(socket.AF_UNIX)
                waiting.append(s)
                s.settimeout(0.05)
                s.connect("@zz")
        except OSError as e:
            print(len(waiting), repr(e))
        for s in waiting:
            s.close()
    a, b = (socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in "ab")
    a.bind("@a")
    b.bind("\0tier2 %d @b" % os.getpid())
    print(b.sendto(b"one", "@a"), a.recvfrom(10)[1] == b.getsockname(), a.sendto(b"two", b.getsockname()), b.recv(10))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as c:
        print(c.sendto(b"no name", "@a"), a.recvfrom(10), repr(c.getsockname()))
        c.bind("")
        print(type(c.getsockname()), len(c.getsockname()))
    for s in a, b:
        s.close()
    os.chdir(here)
#---
"""Another socket receives while one waits for all that was asked for."""
import socket, threading, time

def other_receives_meanwhile():
    a, b = socket.socketpair()
    c, d = socket.socketpair()
    got = []
    t = threading.Thread(target=lambda: got.append(b.recv(2000, socket.MSG_WAITALL)))
    t.start()
    a.sendall(b"a" * 1000)
    while True:
        try:
            b.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError: # the thread has taken what there was
            break
        time.sleep(0.001)
    c.sendall(b"z" * 1500)
    print(d.recv(2000) == b"z" * 1500)
    a.sendall(b"b" * 1000)
    t.join()
    print(got[0] == b"a" * 1000 + b"b" * 1000)
    for s in (a, b, c, d):
        s.close()
other_receives_meanwhile()
