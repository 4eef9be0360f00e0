"""ssl in name only: constants, exceptions and the settings of contexts."""
import _ssl, socket, ssl, urllib.request
print(ssl.OP_NO_SSLv3, ssl.CERT_REQUIRED, ssl.TLSVersion.TLSv1_3, ssl.PROTOCOL_TLS_CLIENT, ssl.HAS_TLSv1_3, ssl.Purpose.SERVER_AUTH, ssl.Purpose.CLIENT_AUTH)
for e in ssl.SSLError, ssl.SSLCertVerificationError, ssl.SSLWantReadError, ssl.SSLEOFError:
    print(e, e.__mro__, ssl.CertificateError is ssl.SSLCertVerificationError)
for protocol in ssl.PROTOCOL_TLS_CLIENT, ssl.PROTOCOL_TLS_SERVER:
    c = ssl.SSLContext(protocol)
    print(c.protocol, c.verify_mode, c.check_hostname, repr(c.options), repr(c.verify_flags), c.minimum_version, c.maximum_version, c.num_tickets, c.post_handshake_auth)
    c.check_hostname = True
    print(c.verify_mode)
    try:
        c.verify_mode = ssl.CERT_NONE
    except ValueError as e:
        print(e)
    c.check_hostname = False
    c.verify_mode = ssl.CERT_NONE
    c.options |= ssl.OP_NO_TLSv1_3
    c.minimum_version = ssl.TLSVersion.TLSv1_3
    print(c.verify_mode, c.minimum_version, ssl.OP_NO_TLSv1_3 in c.options, c.sni_callback, c.keylog_filename)
c = ssl.create_default_context()
c.set_alpn_protocols(["http/1.1"])
print(c.check_hostname, c.verify_mode, len(ssl.RAND_bytes(5)), ssl.RAND_status(), [type(h).__name__ for h in urllib.request.build_opener().handlers if "HTTPS" in type(h).__name__])
