package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tier2go/tier2/native"
)

// output is what the program prints. %s stands for the statistics: the machine decides
// which backend there is.
const output = `total: 48.40 GBP
Traceback (most recent call last):
  File "orders.py", line 5, in total
    value += order['count'] * order['price'] * rate(order['currency'], currency)
RuntimeError: EUR to XAU: no rate is known

sold 500004, missed 49986; Go was asked 50000 times
cheapest: pin
escape: PermissionError: [Errno 1] tier2: no random source was handed in
hog: MemoryError
%sforever: true
`

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	before, behind, _ := strings.Cut(output, "%s")
	stats, ok1 := strings.CutPrefix(out.String(), before)
	stats, ok2 := strings.CutSuffix(stats, behind)
	if !ok1 || !ok2 {
		t.Fatalf("got\n%s\nwant\n%s", out.String(), output)
	}
	backend := "uops"
	if native.Supported() {
		backend = "native"
	}
	if !regexp.MustCompile(`^hot code ran as ` + backend + `: [1-9]\d* executors, (9\d|100)% of the bytecodes\n` +
		`[1-9]\d* collections, \d+ MB of at most 64 MB in use\n$`).MatchString(stats) {
		t.Errorf("statistics: %s", stats)
	}
}

// TestDoc holds the code and the output in docs/embed.md against the program.
func TestDoc(t *testing.T) {
	text := ""
	for _, file := range []string{"main.go", "orders.py"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text += string(data)
	}
	doc, err := os.ReadFile("../../docs/embed.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)\n```(go|python|text)\n(.*?\n)```\n").FindAllSubmatch(doc, -1)
	if len(blocks) < 5 {
		t.Fatalf("%d blocks of code", len(blocks))
	}
	for _, b := range blocks {
		in := text
		if string(b[1]) == "text" {
			in = output
		}
		if block := string(b[2]); !strings.Contains(flat(in), flat(block)) {
			t.Errorf("this is not in the program:\n%s", block)
		}
	}
}

// flat removes the indentation of lines, and empty lines.
func flat(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
