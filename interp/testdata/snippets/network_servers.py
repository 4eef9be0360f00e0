"""Servers and clients of the library: http, xmlrpc, socketserver."""
import threading, http.server, urllib.request, urllib.error, xmlrpc.server, xmlrpc.client, socketserver, socket, http.client
class H(http.server.BaseHTTPRequestHandler):
    protocol_version='HTTP/1.1'
    def do_GET(self):
        if self.path=='/no': return self.send_error(404)
        body=('you asked for '+self.path).encode()*100
        self.send_response(200); self.send_header('Content-Length',str(len(body))); self.end_headers(); self.wfile.write(body)
    def do_POST(self):
        body=self.rfile.read(int(self.headers['Content-Length']))[::-1]
        self.send_response(200); self.send_header('Content-Length',str(len(body))); self.end_headers(); self.wfile.write(body)
    def log_message(self,*a): pass
for S in http.server.HTTPServer, http.server.ThreadingHTTPServer:
    with S(('127.0.0.1',0),H) as srv:
        t=threading.Thread(target=srv.serve_forever,kwargs={'poll_interval':0.02}); t.start()
        url='http://127.0.0.1:%d'%srv.server_port
        with urllib.request.urlopen(url+'/x') as r: print(r.status, len(r.read()), r.headers['Content-Length'])
        print(urllib.request.urlopen(url+'/', data=b'abc').read())
        try: urllib.request.urlopen(url+'/no')
        except urllib.error.HTTPError as e: print(e)
        c=http.client.HTTPConnection('127.0.0.1',srv.server_port)
        for i in range(3):
            c.request('GET','/%d'%i); r=c.getresponse(); print(r.status,r.read()[:20])
        c.close()
        srv.shutdown(); t.join()
with xmlrpc.server.SimpleXMLRPCServer(('127.0.0.1',0),logRequests=False,allow_none=True) as srv:
    srv.register_function(pow); srv.register_introspection_functions()
    t=threading.Thread(target=srv.serve_forever,kwargs={'poll_interval':0.02}); t.start()
    with xmlrpc.client.ServerProxy('http://127.0.0.1:%d'%srv.server_address[1]) as p:
        print(p.pow(2,10), p.system.listMethods())
        try: p.nothing(1)
        except xmlrpc.client.Fault as e: print(e)
    srv.shutdown(); t.join()
class E(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile: self.wfile.write(line[::-1])
with socketserver.ThreadingTCPServer(('127.0.0.1',0),E) as srv:
    t=threading.Thread(target=srv.serve_forever,kwargs={'poll_interval':0.02}); t.start()
    with socket.create_connection(srv.server_address) as s:
        s.sendall(b'abc\ndef\n'); s.shutdown(socket.SHUT_WR)
        print(s.makefile('rb').read())
    srv.shutdown(); t.join()
try: urllib.request.urlopen(url)
except urllib.error.URLError as e: print(e)
