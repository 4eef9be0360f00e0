"""What is received in large pieces and in small ones in turn."""
import socket

data = bytes(i * 7 & 255 for i in range(100000))
a, b = socket.socketpair()
a.setblocking(False)
b.settimeout(10)
kept = []
for size in 65536, 20000, 65536, 16384, 1 << 20, 3:
    sent, got = 0, bytearray()
    while len(got) < len(data):
        if sent < len(data):
            try:
                sent += a.send(data[sent:sent + 30000])
            except BlockingIOError:
                pass
        piece = b.recv(size)
        if len(piece) > 15000 and len(kept) < 20:
            kept.append((len(got), piece))
        got += piece
        if size == 3 and len(got) > 3000:
            break
    print(size, bytes(got) == data[:len(got)])
    b.settimeout(0)
    try:
        while b.recv(size):
            pass
    except BlockingIOError:
        pass
    b.settimeout(10)
print(all(data[at:at + len(p)] == p and hash(p) == hash(bytes(p)) for at, p in kept))
a.sendall(b"x")
one = b.recv(65536)
print(one, one == bytes([120]), b.recv(0))
a.close()
print(b.recv(65536), b.recv(65536) == b"")
b.close()
