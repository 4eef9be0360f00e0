package pycode_test

import (
	"encoding/binary"
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp/pycode"
)

// BenchmarkVerify measures VerifyShape, which loading a file does, and Verify, which is the
// price if every function of it is called, beside Unmarshal of the same files: modules of
// CPython's library. Of each file and of each measure the shortest time counts, so that a
// busy machine changes the ratios little; what Unmarshal's garbage costs is not in them.
func BenchmarkVerify(b *testing.B) {
	py := oracle(b)
	args := []string{"-W", "ignore", "-c", "import marshal, struct, sys\nfor f in sys.argv[1:]:\n" +
		"    d = marshal.dumps(compile(open(f, 'rb').read(), f, 'exec', dont_inherit=True))\n" +
		"    sys.stdout.buffer.write(struct.pack('<I', len(d)) + d)\n"}
	for _, m := range modules {
		args = append(args, filepath.Join(py.LibDir(), filepath.FromSlash(m)+".py"))
	}
	out, err := py.Command(args...).Output()
	if err != nil {
		b.Fatal(err)
	}
	type file struct {
		data               []byte
		read, shape, whole time.Duration
	}
	var files []file
	size := 0
	for len(out) > 0 {
		n := int(binary.LittleEndian.Uint32(out))
		files, out = append(files, file{out[4 : 4+n], time.Hour, time.Hour, time.Hour}), out[4+n:]
		size += n
	}
	if len(files) != len(modules) {
		b.Fatal(io.ErrUnexpectedEOF)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		for i := range files {
			f := &files[i]
			start := time.Now()
			code, err := pycode.Unmarshal(f.data)
			if err != nil {
				b.Fatal(err)
			}
			read := time.Now()
			err = code.VerifyShape()
			shape := time.Now()
			if err != nil {
				b.Fatal(err)
			}
			if err := code.Verify(); err != nil {
				b.Fatal(err)
			}
			whole := time.Now()
			f.read, f.shape, f.whole = min(f.read, read.Sub(start)), min(f.shape, shape.Sub(read)), min(f.whole, whole.Sub(read))
		}
	}
	var read, shape, whole time.Duration
	for _, f := range files {
		read, shape, whole = read+f.read, shape+f.shape, whole+f.whole
	}
	b.ReportMetric(100*float64(shape)/float64(read), "%-of-unmarshal-loading")
	b.ReportMetric(100*float64(whole)/float64(read), "%-of-unmarshal-all")
}
