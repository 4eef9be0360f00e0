package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// pyperfModule stands in for pyperf beside the benchmarks of pyperformance, which run
// unmodified. Its text says what it prints.
//
//go:embed pyperf/pyperf.py
var pyperfModule []byte

// pyperfText is the module that measures CPU time or the clock's.
func pyperfText(cpu bool) []byte {
	if !cpu {
		return pyperfModule
	}
	return bytes.Replace(pyperfModule, []byte("CPU = False"), []byte("CPU = True"), 1)
}

// notRun is the ratio with which a function that does not run here counts in the
// geometric mean.
const notRun = 0.1

// pyperfRun is one file of pyperformance with the arguments of one of its
// benchmarks.
type pyperfRun struct {
	name, file string
	args       []string
}

// extraOpts is the line of a benchmark's metafile that has its arguments.
var extraOpts = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^extra_opts *= *\[(.*?)\]`) })

// dependencies are the packages that a metafile names.
var dependencies = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?ms)^dependencies *= *\[(.*?)\]`) })

// thirdParty returns the packages that a metafile asks for besides pyperf.
func thirdParty(meta string) []string {
	var list []string
	if m := dependencies().FindStringSubmatch(meta); m != nil {
		for line := range strings.Lines(m[1]) {
			line, _, _ = strings.Cut(line, "#")
			for word := range strings.SplitSeq(line, ",") {
				if word = strings.Trim(word, " \t\r\n\"'"); word != "" && word != "pyperf" {
					list = append(list, word)
				}
			}
		}
	}
	return list
}

// pyperfRuns returns the benchmarks of a checkout of pyperformance that need no other
// packages, by name, and why the others are skipped; or with packages, a list of folders, those that do
// need some. dir is the checkout or its folder of benchmarks.
func pyperfRuns(dir, packages string) ([]pyperfRun, map[string]string, error) {
	skipped := map[string]string{}
	// Each file runs in its own folder.
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	folders, err := filepath.Glob(filepath.Join(dir, "pyperformance", "data-files", "benchmarks", "bm_*"))
	if err == nil && len(folders) == 0 {
		folders, err = filepath.Glob(filepath.Join(dir, "bm_*"))
	}
	if err != nil || len(folders) == 0 {
		return nil, nil, errors.Join(err, fmt.Errorf("no folder bm_* in %s: -pyperformance takes a checkout of pyperformance", dir))
	}
	var runs []pyperfRun
	for _, folder := range folders {
		file := filepath.Join(folder, "run_benchmark.py")
		if _, err := os.Stat(file); err != nil {
			continue
		}
		name := strings.TrimPrefix(filepath.Base(folder), "bm_")
		metas, err := filepath.Glob(filepath.Join(folder, "*.toml"))
		if err != nil {
			return nil, nil, err
		}
		if len(metas) == 0 && packages == "" {
			runs = append(runs, pyperfRun{name: name, file: file})
		}
		for _, meta := range metas {
			text, err := os.ReadFile(meta)
			if err != nil {
				return nil, nil, err
			}
			r := pyperfRun{name: name, file: file}
			if base := filepath.Base(meta); base == "bm_"+name+".toml" && slices.Contains(metas, filepath.Join(folder, "pyproject.toml")) {
				continue // the benchmark of a folder's name is that of pyproject.toml ("<local>" in pyperformance's MANIFEST)
			} else if base != "pyproject.toml" {
				r.name = strings.TrimSuffix(strings.TrimPrefix(base, "bm_"), ".toml")
			}
			if needed := thirdParty(string(text)); (len(needed) > 0) != (packages != "") {
				if packages == "" {
					skipped[r.name] = "needs " + strings.Join(needed, ", ")
				}
				continue
			}
			if m := extraOpts().FindStringSubmatch(string(text)); m != nil {
				for arg := range strings.SplitSeq(m[1], ",") {
					if arg = strings.Trim(arg, " \"'"); arg != "" {
						r.args = append(r.args, arg)
					}
				}
			}
			runs = append(runs, r)
		}
	}
	slices.SortFunc(runs, func(a, b pyperfRun) int { return strings.Compare(a.name, b.name) })
	return runs, skipped, nil
}

// named returns the benchmarks of the suite with these names, or all, and why others are skipped.
func (b *bench) named(names []string) ([]pyperfRun, map[string]string, error) {
	runs, skipped, err := pyperfRuns(b.suite, b.packages)
	if err != nil || len(names) == 0 {
		return runs, skipped, err
	}
	for _, name := range names {
		if !slices.ContainsFunc(runs, func(r pyperfRun) bool { return r.name == name }) {
			kind := "no"
			if b.packages != "" {
				kind = "some"
			}
			return nil, nil, fmt.Errorf("bench: no benchmark %q in %s that needs %s other packages", name, b.suite, kind)
		}
	}
	return slices.DeleteFunc(runs, func(r pyperfRun) bool { return !slices.Contains(names, r.name) }), skipped, nil
}

// pyperformance times the functions of pyperformance's benchmarks: all, or those of the
// named.
func (b *bench) pyperformance(std streams, names []string) int {
	runs, skipped, err := b.named(names)
	if err != nil {
		return fail(std, err)
	}
	if len(names) > 0 {
		skipped = nil
	}
	peers, without, err := findPeers(strings.Split(b.peers, ","))
	if err != nil {
		return fail(std, err)
	}
	peers = slices.DeleteFunc(peers, func(p *peer) bool { return p.lua })
	for name, why := range without {
		fmt.Fprintf(std.err, "skipped: %s: %s\n", name, why)
	}
	folder, err := os.MkdirTemp("", "tier2-pyperf")
	if err != nil {
		return fail(std, err)
	}
	defer os.RemoveAll(folder)
	if err := os.WriteFile(filepath.Join(folder, "pyperf.py"), pyperfText(b.cpu), 0o666); err != nil {
		return fail(std, err)
	}
	report := &benchReport{Machine: machine(), Programs: map[string]map[string]*result{}, Geomean: map[string]float64{}, Skipped: skipped}
	for _, r := range runs {
		functions := b.functions(std, r, peers, folder)
		for _, name := range sorted(functions) {
			results := functions[name]
			finish(results)
			report.Programs[name] = results
			if !b.json {
				printProgram(std, name, peers, results)
			}
		}
	}
	report.failedCount(peers)
	report.geomeans(peers)
	if !b.json {
		for _, name := range sorted(skipped) {
			fmt.Fprintf(std.out, "skipped: %s: %s\n", name, skipped[name])
		}
	}
	return b.print(std, report, peers)
}

// functions runs one file on all peers, in turn, and returns what each needs for each
// function. A run that ends with an error counts for the function in which it ended: if no
// other run has times of it, the error is its result.
func (b *bench) functions(std streams, r pyperfRun, peers []*peer, folder string) map[string]map[string]*result {
	all := map[string]map[string]*result{}
	at := func(function string, p *peer) *result {
		if all[function] == nil {
			all[function] = map[string]*result{}
		}
		if all[function][p.name] == nil {
			all[function][p.name] = &result{}
		}
		return all[function][p.name]
	}
	for range b.rounds {
		for _, p := range peers {
			args := append(append([]string{r.file}, r.args...), b.args()...)
			var out, errs bytes.Buffer
			cmd := p.command(args)
			if cmd.Env == nil {
				cmd.Env = os.Environ()
			}
			cmd.Env = append(cmd.Env, b.besidePath(folder, r.file))
			cmd.Dir = filepath.Dir(r.file)
			cmd.Stdout, cmd.Stderr = &out, &errs
			err := runFor(cmd, b.limit)
			last := r.name
			for name, text := range perFunction(out.String()) {
				last = name
				res := at(name, p)
				if _, why, failed := strings.Cut(text, "failed "+name+": "); failed {
					res.fail(strings.SplitN(why, "\n", 2)[0])
				} else if bad := res.read(text); bad != nil && err == nil {
					res.fail(bad.Error())
				}
			}
			if err != nil {
				at(last, p).fail(fmt.Sprintf("%v: %s", err, lastLine(errs.Bytes())))
			}
		}
	}
	for name, results := range all {
		for p, res := range results {
			if res.failed > 0 && len(res.times) > 0 {
				fmt.Fprintf(std.err, "%s on %s: %d of %d processes failed: %s\n", name, p, res.failed, b.rounds, res.Error)
				res.Error = ""
			}
		}
	}
	return all
}

// besidePath is the variable by which a benchmark finds our pyperf, what lies beside it, and packages: the front end's
// CPython looks nowhere else.
func (b *bench) besidePath(folder, file string) string {
	list := []string{folder, filepath.Dir(file)}
	for _, dir := range filepath.SplitList(b.packages) {
		if abs, err := filepath.Abs(dir); err == nil { // the benchmark runs in its own folder
			dir = abs
		}
		list = append(list, dir)
	}
	return "PYTHONPATH=" + strings.Join(list, string(os.PathListSeparator))
}

// runFor runs a command for at most a time.
func runFor(cmd *exec.Cmd, limit time.Duration) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	late := time.AfterFunc(limit, func() { cmd.Process.Kill() })
	err := cmd.Wait()
	if !late.Stop() && err != nil {
		return fmt.Errorf("not done after %v", limit)
	}
	return err
}

// perFunction cuts what pyperf.py prints at its lines "function NAME".
func perFunction(out string) func(yield func(name, text string) bool) {
	return func(yield func(name, text string) bool) {
		for i, part := range strings.Split("\n"+out, "\nfunction ") {
			name, text, _ := strings.Cut(part, "\n")
			if i > 0 && !yield(strings.TrimSpace(name), text) {
				return
			}
		}
	}
}

// failedCount lets functions that run on CPython and not here count as notRun.
func (r *benchReport) failedCount(peers []*peer) {
	for _, results := range r.Programs {
		base := results["cpython"]
		if base == nil || base.Error != "" {
			continue
		}
		for _, p := range peers {
			if res := results[p.name]; res == nil || res.Error != "" {
				if res == nil {
					res = &result{Error: "it did not come to this function"}
					results[p.name] = res
				}
				res.Ratio = notRun
			}
		}
	}
}
