package deps

// Module is the path of this module.
const Module = "github.com/tier2go/tier2"

// A Line is one line of the law: a package, and what its files other than tests
// may import besides the standard library, separated by blanks. Packages of this
// module are written without its path ("." is its root), others in full, by a
// prefix of whole path elements.
type Line struct{ Package, May string }

// Law has a line for every package of the module.
var Law = []Line{
	// the façade
	{".", "analysis/types exitdata guest ir ir/build lower lower/amd64 lower/arm64 native passes passes/all passes/debug regalloc regalloc/check uop"},

	// micro-ops
	{"uop", "internal/near"},
	{"uop/cpython", "uop"},

	// the IR
	{"ir", ""},
	{"ir/build", "ir uop"},
	{"ir/eval", "ir"},
	{"ir/irtext", "internal/near ir"},
	{"ir/verify", "ir"},

	// analyses and passes; a pass never imports another
	{"analysis/alias", "analysis/types ir passes"},
	{"analysis/dom", "ir passes"},
	{"analysis/live", "analysis/dom internal/dense ir passes"},
	{"analysis/loops", "analysis/dom ir passes"},
	{"analysis/ranges", "analysis/dom analysis/types ir passes"},
	{"analysis/types", "ir passes"},
	{"passes", "internal/near ir"},
	{"passes/all", "passes passes/constprop passes/dce passes/guardelim passes/gvn passes/hoist passes/ifconv passes/licm passes/loadelim passes/narrow passes/overflow passes/peel passes/simplify passes/sink passes/sums passes/typeprop passes/unbox"},
	{"passes/bisect", "ir passes"},
	{"passes/debug", "guest internal/near ir ir/irtext ir/verify passes passes/bisect golang.org/x/tools/txtar"},
	{"passes/opt", "guest internal/sections ir ir/build ir/irtext ir/verify passes passes/debug uop"},
	{"passes/constprop", "analysis/types ir ir/eval passes"},
	{"passes/dce", "ir passes"},
	{"passes/ifconv", "internal/dense ir passes"},
	{"passes/guardelim", "analysis/dom analysis/types ir passes"},
	{"passes/gvn", "analysis/dom ir passes"},
	{"passes/hoist", "analysis/dom analysis/loops analysis/types internal/dense ir passes"},
	{"passes/licm", "analysis/alias analysis/dom analysis/live analysis/loops ir passes"},
	{"passes/loadelim", "analysis/alias analysis/dom analysis/loops ir passes"},
	{"passes/narrow", "internal/dense ir passes"},
	{"passes/overflow", "analysis/dom analysis/loops analysis/ranges ir passes"},
	{"passes/peel", "analysis/dom analysis/loops internal/dense ir passes"},
	{"passes/sink", "analysis/dom internal/dense ir passes"},
	{"passes/simplify", "ir passes"},
	{"passes/sums", "analysis/dom analysis/loops analysis/types internal/dense ir passes"},
	{"passes/typeprop", "analysis/types ir passes"},
	{"passes/unbox", "analysis/dom analysis/types guest internal/dense ir passes"},
	{"golden", "analysis/dom analysis/loops guest internal/near internal/sections ir ir/build ir/eval ir/irtext ir/verify passes uop github.com/google/go-cmp/cmp golang.org/x/tools/txtar"},

	// code
	{"lower", "internal/dense ir lower/encode"},
	{"lower/encode", ""},
	{"lower/amd64", "lower lower/encode native golang.org/x/arch/x86/x86asm"},
	{"lower/arm64", "lower lower/encode native golang.org/x/arch/arm64/arm64asm"},
	{"lower/machinetest", ""},
	{"regalloc", "internal/dense lower"},
	{"regalloc/check", "lower"},
	{"regalloc/internal/mirtest", "lower"},
	{"native", "golang.org/x/sys/unix"},
	{"native/sample", "native golang.org/x/sys/unix"},
	{"exitdata", "ir lower native uop"},

	// compiles as pages of HTML
	{"viz", "analysis/dom analysis/loops exitdata ir ir/irtext lower passes uop"},

	// regions
	{"region", "internal/dense internal/near uop gonum.org/v1/gonum"},
	{"region/report", "region uop gonum.org/v1/plot"},

	// the border, and the one place where the library meets Python's objects
	{"guest", "ir ir/build ir/eval lower uop"},
	{"guest/cpython", "guest ir ir/build ir/eval uop uop/cpython"},
	{"guest/nanbox", "ir lower"},
	{"guest/python", "guest ir ir/build ir/eval lower object uop uop/cpython"},

	// the reference VM
	{"object", "internal/cmath"},
	{"pycode", ""},
	{"pycode/compile", "pycode github.com/gofrs/flock github.com/kluctl/go-embed-python/python"},
	{"interp", ". exitdata guest/python internal/dense interp/lib ir ir/build ir/eval native native/sample object pycode uop uop/cpython"},
	{"interp/lib", "internal/cmath internal/sre object"},
	{"interp/precompiled", ""},
	{"interp/profile", ". exitdata interp ir ir/build lower pycode uop"},

	// programs, generators, and what the tests share
	{"cmd/tier2", ". exitdata guest guest/python internal/compare internal/near internal/toyguest interp interp/profile ir ir/eval ir/irtext lower native object passes passes/all passes/debug passes/opt pycode pycode/compile region region/report uop uop/cpython viz"},
	{"docs", ""},
	{"internal/cmath", ""},
	{"internal/compare", "guest/cpython ir ir/build ir/verify passes passes/all uop uop/cpython"},
	{"internal/dense", ""},
	{"internal/deps", ""},
	{"internal/gen/opcodes", ""},
	{"internal/gen/templates", "lower/encode github.com/twitchyliquid64/golang-asm"},
	{"internal/gen/uops", ""},
	{"internal/irgen", "ir"},
	{"internal/lint", "golang.org/x/tools/go/analysis golang.org/x/tools/go/types/typeutil"},
	{"internal/near", ""},
	{"internal/sre", ""},
	{"internal/sections", "golang.org/x/tools/txtar"},
	{"internal/toyguest", "guest ir ir/build ir/eval uop"},
}

// GuestFree are the packages, with all that lies under them, that know no guest:
// neither they nor their tests reach one of Guests, over however many imports. The
// root package is held to it without what lies under it.
var GuestFree = []string{".", "ir", "uop", "passes", "analysis", "regalloc", "lower", "exitdata", "native", "guest", "golden", "viz", "region"}

// Guests are the packages that know Python. guest/python and uop/cpython lie under
// packages of GuestFree and are exempt from it.
var Guests = []string{"interp", "interp/lib", "object", "pycode", "pycode/compile", "guest/python"}
