//go:build amd64 || arm64

package heap

// ScansGoStack says that the port can read the goroutine's own stack.
const ScansGoStack = true

// GoStackUsed returns how many bytes of the running goroutine's stack are in use.
func GoStackUsed() uintptr { return stackUsed() }

func stackUsed() uintptr

func stackClear(bytes uintptr)

// ClearGoStack clears the part of the running goroutine's stack that the frames of what is called next will lie in:
// Go clears no frame as it begins, and a word that nobody has written yet would keep the object that it referred to
// when its memory belonged to another frame.
func ClearGoStack() { stackClear(cleared) }

//go:noescape
func stackCopy(dst *uint64, words int) int

// copyGoStack copies the running goroutine's stack, from its caller's frame
// up, into buf, which it grows as needed.
func copyGoStack(buf []uint64) []uint64 {
	if cap(buf) == 0 {
		buf = make([]uint64, 8<<10)
	}
	for {
		buf = buf[:cap(buf)]
		n := stackCopy(&buf[0], len(buf))
		if n <= len(buf) {
			return buf[:n]
		}
		buf = make([]uint64, n+n/2)
	}
}
