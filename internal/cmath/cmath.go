package cmath
import ("math";"modernc.org/libc")
type Math struct { tls *libc.TLS }
func New() *Math { return &Math{libc.NewTLS()} }
func (m *Math) Close() { m.tls.Close() }
func (m *Math) Pow(x, y float64) float64 { return libc.Xpow(m.tls, x, y) }
func Fmod(x, y float64) float64 { return math.Mod(x, y) }
