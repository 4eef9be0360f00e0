package interp

import (
	"bytes"
	"os"
	"os/exec"
	"testing"

	"github.com/tier2go/tier2/pycode"
)

func TestSmoke(t *testing.T) {
	file := os.Getenv("SMOKE")
	if file == "" {
		t.Skip()
	}
	pyc := "/tmp/drv/x.pyc"
	out, err := exec.Command("/tmp/cpy314/bin/python3.14", "-I", "-S", "-c", "import py_compile,sys;py_compile.compile(sys.argv[1],cfile=sys.argv[2],doraise=True)", file, pyc).CombinedOutput()
	if err != nil {
		t.Fatal(string(out))
	}
	data, _ := os.ReadFile(pyc)
	c, err := pycode.ReadPyc(data)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	vm, err := New(Options{Stdout: &buf, Stats: os.Getenv("STATS") != ""})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	err = vm.RunMain(c, []string{file})
	os.Stdout.Write(buf.Bytes())
	if g, ok := err.(*GuestError); ok {
		t.Log(g.Traceback)
	}
	if err != nil {
		t.Fatal(err)
	}
}
