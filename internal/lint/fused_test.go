package lint

import (
	"debug/elf"
	"debug/gosym"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/arch/arm64/arm64asm"

	"github.com/tier2go/tier2/internal/soak"
)

// module is what the names of the module's symbols begin with.
const module = "github.com/tier2go/tier2/"

// drawn are packages that draw and weigh, where nobody sees the last bit.
var drawn = []string{module + "region", module + "viz"}

// TestFused: Go's compiler makes one instruction of a product and a sum on arm64, which
// rounds once, unless the product is converted in between. Python rounds both, and the
// same places should be hot on every machine. So the module's functions have, in the
// build for arm64, only those that math.FMA asks for.
//
// A build for another processor takes long: it has its turn in .ci/soak and, with the
// build that is there already, in the step arm64 of .ci/run.
func TestFused(t *testing.T) {
	if !soak.On() {
		t.Skip("builds for arm64: " + soak.Env + "=1")
	}
	file := filepath.Join(t.TempDir(), "tier2")
	cmd := exec.Command("go", "build", "-o", file, module+"cmd/tier2")
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	text := f.Section(".text")
	code, err := text.Data()
	if err != nil {
		t.Fatal(err)
	}
	pcln, err := f.Section(".gopclntab").Data()
	if err != nil {
		t.Fatal(err)
	}
	table, err := gosym.NewTable(nil, gosym.NewLineTable(pcln, text.Addr))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]string{}
	asked, others, floats := 0, 0, 0
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) != elf.STT_FUNC || s.Value < text.Addr || s.Value+s.Size > text.Addr+uint64(len(code)) {
			continue
		}
		own := strings.HasPrefix(s.Name, module)
		for _, p := range drawn {
			own = own && !strings.HasPrefix(s.Name, p)
		}
		for at := s.Value; at+4 <= s.Value+s.Size; at += 4 {
			in, err := arm64asm.Decode(code[at-text.Addr:])
			if err != nil {
				continue // data, or what the decoder does not know: moves between vectors
			}
			switch in.Op {
			case arm64asm.FMUL:
				if own {
					floats++
				}
			case arm64asm.FMADD, arm64asm.FMSUB, arm64asm.FNMADD, arm64asm.FNMSUB:
				name, line, _ := table.PCToLine(at)
				switch {
				case !own:
					others++
				case strings.Contains(sourceLine(t, files, name, line), "math.FMA("):
					asked++
				default:
					t.Errorf("%s:%d: %v in %s: convert the product to float64", name, line, in, s.Name)
				}
			}
		}
	}
	// That there are some elsewhere, some on purpose, and products here shows that this
	// looks where they would be.
	if others == 0 || asked < 50 || floats < 100 {
		t.Errorf("%d fused multiply-adds in other modules, %d that are asked for and %d products in this one: the search is blind", others, asked, floats)
	}
}

// sourceLine returns a line of a file.
func sourceLine(t *testing.T, files map[string][]string, name string, line int) string {
	t.Helper()
	if files[name] == nil {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = strings.Split(string(data), "\n")
	}
	if line < 1 || line > len(files[name]) {
		t.Fatalf("%s has no line %d", name, line)
	}
	return files[name][line-1]
}
