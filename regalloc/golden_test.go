package regalloc_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/regalloc/internal/mirtest"
)

var update = flag.Bool("update", false, "rewrite the sections out of golden files")

// TestGolden runs the files of testdata/golden/regalloc: a claim, the number of
// registers of each class (one more is scratch), a function before allocation and
// after it. What is allocated is verified too.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("../testdata/golden/regalloc/*")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Files) != 3 || a.Files[0].Name != "regs" || a.Files[1].Name != "in" || a.Files[2].Name != "out" || strings.TrimSpace(string(a.Comment)) == "" {
				t.Fatal("a claim and the sections regs, in and out are needed")
			}
			var gprs, fprs int
			if _, err := fmt.Sscanf(string(a.Files[0].Data), "gprs=%d fprs=%d", &gprs, &fprs); err != nil {
				t.Fatal("regs:", err)
			}
			rf := mirtest.Regs(gprs, fprs)
			f, res := allocate(t, rf, string(a.Files[1].Data))
			got := mirtest.Print(f, &res.Allocation)
			if *update {
				a.Files[2].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(string(a.Files[2].Data), got); d != "" {
				t.Errorf("%s: %s-want +got:\n%s", file, a.Comment, d)
			}
			var again regalloc.Allocator
			for range 2 { // memory that has been used makes no difference
				res, err := again.Run(f, rf, regalloc.Options{LiveIn: headers(f)})
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(got, mirtest.Print(f, &res.Allocation)); d != "" {
					t.Error(d)
				}
			}
		})
	}
}
