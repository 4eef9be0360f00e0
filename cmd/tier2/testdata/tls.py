# What ssl, http over it and asyncio do with TLS; argv[1] is a folder with ssl_cert.pem and ssl_key.pem.
import ssl, os, traceback
import sys; D = sys.argv[1] + '/'
def t(f):
    try: return f()
    except Exception as e: return type(e).__name__, e.args, str(e), getattr(e,'reason',0), getattr(e,'library',0), getattr(e,'verify_code',0), getattr(e,'verify_message',0)
def pair(cfg=lambda s, c: None, host=None):
    s = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER); s.load_cert_chain(D+'ssl_cert.pem', D+'ssl_key.pem')
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT); c.check_hostname=False; c.verify_mode=ssl.CERT_NONE
    cfg(s, c)
    a, b = ssl.MemoryBIO(), ssl.MemoryBIO()
    return s.wrap_bio(a, b, server_side=True), c.wrap_bio(b, a, server_hostname=host), a, b
def shake(so, co):
    out = []
    done = [False, False]
    for _ in range(8):
        for i, x in enumerate((co, so)):
            if done[i]: continue
            try: x.do_handshake(); done[i] = True
            except ssl.SSLWantReadError: pass
            except Exception as e: return out + [(i, t(x.do_handshake) and None, type(e).__name__, e.args, str(e), getattr(e,'reason',0), getattr(e,'library',0), getattr(e,'verify_code',0), getattr(e,'verify_message',0))]
    return done
so, co, a, b = pair()
print(t(so.do_handshake)); print(t(lambda: so.read(5)), t(lambda: co.write(b'x')))
so, co, a, b = pair()
print(co.cipher(), co.version(), co.selected_alpn_protocol(), t(co.getpeercert), t(co.shared_ciphers), co.compression(), co.pending())
print(shake(so, co)); print(co.version(), so.version(), co.getpeercert(), len(co.getpeercert(True)) > 300, so.getpeercert())
print(t(lambda: co.read(5))); print(so.write(b"hello world"), co.read(5), co.pending(), co.read(), t(lambda: co.read()))
buf = bytearray(10); so.write(b"abc"); print(co.read(10, buf), buf)
print(t(co.unwrap)); print(t(so.unwrap)); print(t(co.unwrap)); print(t(lambda: so.read(5)), t(lambda: co.read(5)), t(lambda: co.write(b'a')))
def ver(s, c): c.check_hostname=True; c.load_verify_locations(D+'ssl_cert.pem')
def req(s, c): c.verify_mode=ssl.CERT_REQUIRED
so, co, a, b = pair(ver, 'localhost'); print(shake(so, co)); print(co.getpeercert())
so, co, a, b = pair(ver, 'example.com'); print(shake(so, co))
so, co, a, b = pair(ver, '127.0.0.1'); print(shake(so, co))
so, co, a, b = pair(req); print(shake(so, co)); print(t(so.do_handshake)[0])
def alpn(s, c): s.set_alpn_protocols(['h2', 'http/1.1']); c.set_alpn_protocols(['http/1.1'])
so, co, a, b = pair(alpn); print(shake(so, co), so.selected_alpn_protocol(), co.selected_alpn_protocol())
def v12(s, c): c.maximum_version = ssl.TLSVersion.TLSv1_2
so, co, a, b = pair(v12); print(shake(so, co), so.version(), co.cipher()[1])
def vers(s, c): c.maximum_version = ssl.TLSVersion.TLSv1_2; s.minimum_version = ssl.TLSVersion.TLSv1_3
so, co, a, b = pair(vers); print(shake(so, co)); print(t(co.do_handshake))
def creq(s, c): s.verify_mode=ssl.CERT_REQUIRED; s.load_verify_locations(D+'ssl_cert.pem'); c.load_cert_chain(D+'ssl_cert.pem', D+'ssl_key.pem')
so, co, a, b = pair(creq); print(shake(so, co)); print(so.getpeercert() is not None, so.server_side, co.server_side, co.server_hostname)
def creq2(s, c): s.verify_mode=ssl.CERT_REQUIRED; s.load_verify_locations(D+'ssl_cert.pem')
so, co, a, b = pair(creq2); print(shake(so, co)); print(t(lambda: co.read(1)))
so, co, a, b = pair(); a.write(b"GET / HTTP/1.0\r\n\r\n"); print(t(so.do_handshake))
so, co, a, b = pair(); b.write(b"HTTP/1.0 200 OK\r\n\r\n"); print(t(co.do_handshake))
so, co, a, b = pair(); print(shake(so, co)); b.write_eof(); print(t(lambda: co.read(1)))
so, co, a, b = pair(); b.write_eof(); print(t(co.do_handshake))
m = ssl.MemoryBIO(); print(m.write(b"abcdef"), m.pending, m.eof, m.read(2), m.read(), m.read(), m.write(bytearray(b"x")), m.write_eof(), m.eof, m.read(), m.eof, t(lambda: m.write(b"x")), t(lambda: m.write("x")))
c = ssl.create_default_context()
print(t(lambda: c.load_cert_chain('/nonexistent')), t(lambda: c.load_cert_chain(D+'ssl_cert.pem')), t(lambda: c.load_cert_chain(D+'ssl_key.pem')), t(lambda: c.load_verify_locations()), t(lambda: c.load_verify_locations(cadata='x')), t(lambda: c.load_verify_locations('/nonexistent')), t(lambda: c.load_verify_locations(D+'ssl_key.pem')))
c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT); print(c.cert_store_stats(), c.get_ca_certs()); c.load_verify_locations(D+'ssl_cert.pem'); print(c.cert_store_stats(), c.get_ca_certs(), len(c.get_ca_certs(True)))
c.load_verify_locations(cadata=open(D+'ssl_cert.pem').read()); print(c.cert_store_stats())
print(t(lambda: c.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_side=True)))
import ssl, socket, threading, http.server, http.client, urllib.request, urllib.error, asyncio

s = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER); s.load_cert_chain(D+'ssl_cert.pem', D+'ssl_key.pem')
class H(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        b = b"x" * 100000 if self.path == "/big" else self.path.encode()
        self.send_response(200); self.send_header("Content-Length", str(len(b))); self.end_headers(); self.wfile.write(b)
    def do_POST(self):
        d = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200); self.end_headers(); self.wfile.write(b"%d" % len(d))
    def log_message(self, *a): pass
srv = http.server.ThreadingHTTPServer(("127.0.0.1", 0), H)
srv.socket = s.wrap_socket(srv.socket, server_side=True)
srv.handle_error = lambda *a: None
port = srv.server_address[1]
threading.Thread(target=srv.serve_forever, daemon=True).start()
c = ssl.create_default_context(cafile=D+'ssl_cert.pem')
k = http.client.HTTPSConnection("localhost", port, context=c)
k.request("GET", "/abc"); r = k.getresponse(); print(r.status, r.read())
k = http.client.HTTPSConnection("localhost", port, context=c)
k.request("POST", "/abc", b"y" * 300000); r = k.getresponse(); print(r.status, r.read())
print(len(urllib.request.urlopen(f"https://localhost:{port}/big", context=c).read()))
try: urllib.request.urlopen(f"https://127.0.0.1:{port}/big", context=c)
except urllib.error.URLError as e: print(e)
try: urllib.request.urlopen(f"https://localhost:{port}/big", context=ssl.create_default_context())
except urllib.error.URLError as e: print(e)
with socket.create_connection(("localhost", port)) as sock:
    with c.wrap_socket(sock, server_hostname="localhost") as ss:
        print(ss.version(), ss.server_hostname, ss.getpeercert()["subjectAltName"], ss.cipher()[1])
        ss.sendall(b"GET /q HTTP/1.0\r\n\r\n"); d = b""
        while x := ss.recv(1000): d += x
        print(d.split(b"\r\n")[-1])
with socket.create_connection(("localhost", port)) as sock:
    sock.settimeout(0.2)
    ss = c.wrap_socket(sock, server_hostname="localhost")
    try: ss.recv(10)
    except TimeoutError as e: print(e)
    ss.setblocking(False)
    try: ss.recv(10)
    except ssl.SSLWantReadError as e: print("want", e.errno)
    ss.close()
async def main():
    async def echo(r, w):
        while d := await r.read(1 << 16): w.write(d); await w.drain()
        w.close(); await w.wait_closed()
    server = await asyncio.start_server(echo, "127.0.0.1", 0, ssl=s)
    p = server.sockets[0].getsockname()[1]
    r, w = await asyncio.open_connection("127.0.0.1", p, ssl=c, server_hostname="localhost")
    print(w.get_extra_info("ssl_object").version(), w.get_extra_info("peercert")["version"])
    w.write(b"z" * 1000000); w.write_eof() if w.can_write_eof() else None
    n = 0
    while n < 1000000: n += len(await r.read(1 << 16))
    print(n); w.close(); await w.wait_closed()
    try: await asyncio.open_connection("127.0.0.1", p, ssl=True)
    except ssl.SSLCertVerificationError as e: print(e.verify_code)
    server.close(); await server.wait_closed()
asyncio.run(main())
srv.shutdown()
