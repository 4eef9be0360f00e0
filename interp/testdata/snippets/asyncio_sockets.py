"""asyncio over sockets: streams, datagrams, raw sockets, threads."""
import asyncio, os, socket
async def handle(r,w):
    try:
        while data:=await r.readline():
            w.write(data.upper()); await w.drain()
    finally:
        w.close(); await w.wait_closed()
async def client(port,n):
    r,w=await asyncio.open_connection('127.0.0.1',port)
    w.write(b'hello %d\n'%n); out=await r.readline()
    w.write(b'x'*50000+b'\n'); big=await r.readline()
    w.write_eof(); rest=await r.read(); w.close(); await w.wait_closed()
    return out,len(big),rest
class Echo(asyncio.DatagramProtocol):
    def connection_made(self,t): self.t=t
    def datagram_received(self,d,a): self.t.sendto(d[::-1],a)
class Ask(asyncio.DatagramProtocol):
    def __init__(self): self.f=asyncio.get_running_loop().create_future()
    def connection_made(self,t): t.sendto(b'datagram')
    def datagram_received(self,d,a): self.f.set_result(d)
async def main():
    loop=asyncio.get_running_loop(); print(type(loop._selector).__name__)
    srv=await asyncio.start_server(handle,'127.0.0.1',0,)
    port=srv.sockets[0].getsockname()[1]
    print(await asyncio.gather(*(client(port,n) for n in range(5))))
    srv.close(); await srv.wait_closed()
    t,_=await loop.create_datagram_endpoint(Echo,local_addr=('127.0.0.1',0))
    u,a=await loop.create_datagram_endpoint(Ask,remote_addr=t.get_extra_info('sockname'))
    print(await a.f); t.close(); u.close()
    print(await asyncio.to_thread(lambda: 6*7), await loop.getaddrinfo('127.0.0.1',80,type=socket.SOCK_STREAM))
    try: await asyncio.open_connection('127.0.0.1',port)
    except ConnectionRefusedError as e: print(e.errno)
    a,b=socket.socketpair(); a.setblocking(False); b.setblocking(False)
    f=asyncio.ensure_future(loop.sock_recv(b,10)); await asyncio.sleep(0.01); await loop.sock_sendall(a,b'raw'); print(await f); a.close(); b.close()
    reader, writer = await asyncio.open_connection(sock=socket.create_connection(s.getsockname()))
    try:
        async with asyncio.timeout(0.03): await reader.read()
    except TimeoutError: print('timeout')
    writer.close()
s=socket.create_server(('127.0.0.1',0))
asyncio.run(main())
s.close()
#---
"""select, poll and epoll."""
import os, select, selectors, socket


def t(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__, e.args


a, b = socket.socketpair()
r, w = os.pipe()
print(select.select([a, b, r], [a, w], [a], 0) == ([], [a, w], []))
a.send(b"x")
os.write(w, b"y")
print(select.select([a, b, r], [], []) == ([b, r], [], []))
p = select.poll()
for f in a, b, r, w:
    p.register(f)
p.register(999, select.POLLIN)
names = {a.fileno(): "a", b.fileno(): "b", r: "r", w: "w", 999: "none"}
def shown(events): return sorted((names[fd], e) for fd, e in events)
print(shown(p.poll()), p.modify(a, select.POLLIN), t(p.unregister, 999), t(p.unregister, 999))
print(shown(p.poll(0)), t(p.modify, 4000, 1), t(p.poll, "a"), t(p.register, -1), t(p.register, 1, 70000), t(p.register, "a"), t(select.poll, 1))
b.recv(1)
os.read(r, 1)
print(shown(p.poll(1.5)), shown(p.poll(2)), t(p.register, w, -1))
os.close(w)
print(shown(p.poll(0)))
with select.epoll() as e:
    e.register(a.fileno(), select.EPOLLIN)
    e.register(b, select.EPOLLIN | select.EPOLLOUT)
    print(e.poll(0) == [(b.fileno(), select.EPOLLOUT)], t(e.register, b), t(e.modify, r, 1), t(e.unregister, r), t(e.register, 999), t(e.register, -1))
    b.send(b"z")
    print(len(e.poll()), len(e.poll(maxevents=1)), t(e.poll, 0, 0), t(e.poll, 0, -5), t(e.poll, "a"), e.closed)
    e.modify(a, select.EPOLLIN | select.EPOLLONESHOT)
    e.unregister(b)
    print(len(e.poll(1)), e.poll(0.01), e.modify(a, select.EPOLLIN), len(e.poll(0)))
    b.close()
    print(e.poll(0) == [(a.fileno(), select.EPOLLIN)], a.recv(5), e.poll(0) == [(a.fileno(), select.EPOLLIN | select.EPOLLHUP)])
    with open(__file__) as f:
        print(t(e.register, f), select.select([f], [f], [f], 0) == ([f], [f], []))
    a.close()
    print(e.poll(0), t(e.unregister, 0) == t(e.modify, 0, 1))
print(e.closed, t(e.fileno), t(e.poll, 0), t(e.register, 0), e.close(), t(e.__enter__), t(select.epoll, 0), t(select.epoll, flags=5))
print(t(select.select, [1], [], [], -1), t(select.select, 1, 2, 3), t(select.select, [w], [], [], 0), t(select.select, ["a"], [], [], 0), t(select.select, [], [], [], "a"), select.select([], [], [], 0.01))
os.close(r)
print(selectors.DefaultSelector.__name__)
for kind in selectors.SelectSelector, selectors.PollSelector, selectors.EpollSelector:
    with kind() as s:
        a, b = socket.socketpair()
        s.register(a, selectors.EVENT_READ, "a")
        s.register(b, selectors.EVENT_READ | selectors.EVENT_WRITE, "b")
        a.send(b"1")
        print(sorted((key.data, events) for key, events in s.select()), s.get_key(a).data)
        s.modify(b, selectors.EVENT_READ)
        print([(key.data, events) for key, events in s.select(1)], s.unregister(b).data, s.select(0.01), s.select(-1))
        a.close()
        b.close()
#---
# an epoll that waits sees what another thread registers, and no file that is closed
import os
import select
import threading
import time

with select.epoll() as e:
    quiet, loud = os.pipe(), os.pipe()
    e.register(quiet[0], select.EPOLLIN)
    os.write(loud[1], b"x")
    out = []
    t = threading.Thread(target=lambda: out.append(e.poll(20)))
    t.start()
    time.sleep(0.05)
    start = time.monotonic()
    e.register(loud[0], select.EPOLLIN)
    t.join()
    print(out == [[(loud[0], select.EPOLLIN)]], time.monotonic() - start < 10)
    os.close(loud[0])
    print(e.poll(0))
