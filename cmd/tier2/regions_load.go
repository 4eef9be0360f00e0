package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tier2go/tier2/region"
)

// regionsSources are the flags of "tier2 regions" that say what is replayed.
type regionsSources struct {
	programs, profiles, recorded string
	random, blocks               int
	seeds                        int
	seedBase                     uint64
	events                       int
}

func (f *regionsSources) register(fs *flag.FlagSet) {
	fs.StringVar(&f.programs, "programs", "", "synthetic programs, and Python programs (.py, .pyc), which are run once in tier 1 and recorded, with commas between them; all synthetic ones if nothing else is named")
	fs.StringVar(&f.profiles, "profiles", "", "profiles of CPython (JSON Lines, .jsonl or .jsonl.gz), with commas between them; of a folder, all that it has")
	fs.StringVar(&f.recorded, "streams", "", "recorded streams, with commas between them; they are replayed once, whatever -seeds says")
	fs.IntVar(&f.random, "random", 0, "this many random programs")
	fs.IntVar(&f.blocks, "blocks", 60, "blocks of a random program")
	fs.IntVar(&f.seeds, "seeds", 1, "walks on each program")
	fs.Uint64Var(&f.seedBase, "seedbase", 1, "seed of the first walk, and of the first random program")
	fs.IntVar(&f.events, "events", 200_000, "blocks that a walk executes")
}

func (f *regionsSources) check() error {
	if f.seeds < 1 || f.events < 1 || f.random < 0 || f.blocks < 3 {
		return errors.New("-seeds and -events must be at least 1, -random at least 0, -blocks at least 3")
	}
	return nil
}

// tuningSeeds is how far the seeds of the walks on which a sweep's settings are chosen,
// and of the random programs for that, are from those that count.
const tuningSeeds = 1 << 32

// tuningWalks is how many of them there are on each program, if there are as many of
// those that count.
const tuningWalks = 2

// loaded is streams with their seeds.
type loaded struct {
	streams []*region.Stream
	seeds   []uint64
	idle    []string // programs of folders of which nothing was executed
}

// source is a program to walk on.
type source struct {
	*region.Program
	folder bool // it was not named itself
}

// load returns the streams to replay, those of seeds moved by an offset: with one,
// they are for tuning. A recorded stream has no seed: it is its own for tuning.
func (f *regionsSources) load(std streams, offset uint64) (out loaded, err error) {
	progs, err := f.walkable(offset)
	if err != nil {
		return out, err
	}
	for _, name := range splitOutside(f.programs) {
		if !isPython(name) {
			continue
		}
		s, err := recordProgram(std, name, f.events)
		if err != nil {
			return out, fmt.Errorf("%s: %w", name, err)
		}
		out.streams, out.seeds = append(out.streams, s), append(out.seeds, 0)
	}
	for _, name := range splitOutside(f.recorded) {
		data, err := os.ReadFile(name)
		if err != nil {
			return out, err
		}
		s, err := region.ReadStream(bytes.NewReader(data))
		if err != nil {
			return out, fmt.Errorf("%s: %w", name, err)
		}
		out.streams, out.seeds = append(out.streams, s), append(out.seeds, 0)
	}
	walks := f.seeds
	if offset != 0 {
		walks = min(walks, tuningWalks)
	}
	for _, p := range progs {
		for i := range walks {
			seed := f.seedBase + offset + uint64(i)
			s, err := p.Stream(seed, f.events)
			if p.folder && errors.Is(err, region.ErrIdle) {
				out.idle = append(out.idle, p.Name)
				break
			}
			if err != nil {
				return out, err
			}
			out.streams, out.seeds = append(out.streams, s), append(out.seeds, seed)
		}
	}
	return out, nil
}

// walkable returns the programs to walk on: synthetic ones, profiles, random ones.
func (f *regionsSources) walkable(offset uint64) (out []source, err error) {
	all := region.Synthetic()
	for _, n := range splitOutside(f.programs) {
		if isPython(n) {
			continue
		}
		p := find(all, n)
		if p == nil {
			return nil, fmt.Errorf("no synthetic program is named %q; -list shows them", n)
		}
		out = append(out, source{p, false})
	}
	for _, name := range splitOutside(f.profiles) {
		if out, err = addProfiles(out, name); err != nil {
			return nil, err
		}
	}
	for i := range f.random {
		out = append(out, source{region.Random(f.seedBase+offset+uint64(i), f.blocks), false})
	}
	if len(out) == 0 && f.recorded == "" && f.programs == "" {
		for _, p := range all {
			out = append(out, source{p, false})
		}
	}
	return out, nil
}

func find(list []*region.Program, name string) *region.Program {
	for _, p := range list {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// addProfiles adds a file's profile, or those of a folder by name.
func addProfiles(out []source, name string) ([]source, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	files := []string{name}
	if info.IsDir() {
		entries, err := os.ReadDir(name)
		if err != nil {
			return nil, err
		}
		files = nil
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".jsonl") || strings.HasSuffix(e.Name(), ".jsonl.gz") {
				files = append(files, filepath.Join(name, e.Name()))
			}
		}
		if files == nil {
			return nil, fmt.Errorf("%s has no .jsonl and no .jsonl.gz", name)
		}
	}
	for _, file := range files {
		p, err := readProfile(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		out = append(out, source{p, info.IsDir()})
	}
	return out, nil
}

func readProfile(name string) (*region.Program, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return region.ReadProfile(file)
}
