package deps

// Module is the path of this module.
const Module = "github.com/tier2go/tier2"

// A Line is one line of the law: a package, and what its files other than tests
// may import besides the standard library, separated by blanks. Packages of this
// module are written without its path ("." is its root), others in full, by a
// prefix of whole path elements.
type Line struct{ Package, May string }

// law has a line for every package of the module.
var law = []Line{
	// the façade
	{".", "analysis/types exitdata guest ir ir/build ir/verify lower lower/amd64 lower/arm64 native passes passtool/all passtool/debug regalloc regalloc/check routine uop"},

	// micro-ops
	{"uop", "internal/near"},

	// the IR
	{"ir", ""},
	{"ir/build", "internal/dense ir uop"},
	{"ir/eval", "ir"},
	{"ir/irtext", "internal/near ir"},
	{"ir/verify", "ir"},

	// analyses and passes; a pass never imports another
	{"analysis", "ir"},
	{"analysis/alias", "analysis analysis/types ir"},
	{"analysis/dom", "analysis ir"},
	{"analysis/live", "analysis analysis/dom internal/dense ir"},
	{"analysis/loops", "analysis analysis/dom ir"},
	{"analysis/ranges", "analysis analysis/dom analysis/types ir"},
	{"analysis/types", "analysis ir"},
	{"passes", "analysis internal/near ir"},
	{"passtool/all", "passes passes/constprop passes/dce passes/guardelim passes/gvn passes/hoist passes/ifconv passes/inline passes/licm passes/loadelim passes/narrow passes/overflow passes/peel passes/simplify passes/sink passes/sums passes/typeprop passes/unbox"},
	{"passtool/bisect", "ir passes"},
	{"passtool/debug", "guest internal/near ir ir/irtext ir/verify passes passtool/bisect golang.org/x/tools/txtar"},
	{"passtool/opt", "guest internal/near internal/sections ir ir/build ir/eval ir/irtext ir/verify passes passtool/debug uop viz"},
	{"passes/constprop", "analysis/types ir ir/eval passes"},
	{"passes/dce", "ir passes"},
	{"passes/inline", "analysis/loops analysis/types guest internal/dense ir ir/eval passes"},
	{"passes/ifconv", "internal/dense ir passes"},
	{"passes/guardelim", "analysis/dom analysis/types ir passes"},
	{"passes/gvn", "analysis/dom ir passes"},
	{"passes/hoist", "analysis/dom analysis/loops analysis/types internal/dense ir passes"},
	{"passes/licm", "analysis/alias analysis/dom analysis/live analysis/loops ir passes"},
	{"passes/loadelim", "analysis/alias analysis/dom analysis/loops ir passes"},
	{"passes/narrow", "internal/dense ir ir/eval passes"},
	{"passes/overflow", "analysis/dom analysis/loops analysis/ranges ir passes"},
	{"passes/peel", "analysis/dom analysis/loops internal/dense ir passes"},
	{"passes/sink", "analysis/dom internal/dense ir passes"},
	{"passes/simplify", "internal/dense ir ir/eval passes"},
	{"passes/sums", "analysis/dom analysis/loops analysis/types internal/dense ir passes"},
	{"passes/typeprop", "analysis/types ir passes"},
	{"passes/unbox", "analysis/dom analysis/types guest internal/dense ir passes"},
	{"golden", "analysis/dom analysis/loops guest internal/near internal/sections internal/unified ir ir/build ir/eval ir/irtext ir/verify passes passtool/debug uop golang.org/x/tools/txtar"},

	// code
	{"lower", "internal/dense ir ir/eval lower/encode"},
	{"lower/encode", ""},
	{"lower/amd64", "lower lower/encode native golang.org/x/arch/x86/x86asm"},
	{"lower/arm64", "lower lower/encode native golang.org/x/arch/arm64/arm64asm"},
	{"lower/machinetest", ""},
	{"regalloc", "internal/dense lower"},
	{"regalloc/check", "lower"},
	{"regalloc/internal/mirtest", "lower"},
	{"native", "golang.org/x/sys/unix"},
	{"routine", "ir ir/verify lower regalloc"},
	{"routine/routinetest", "ir ir/eval lower lower/amd64 lower/arm64 native opgen/mem regalloc regalloc/check routine"},
	{"opgen", "analysis/dom analysis/loops ir ir/irtext ir/verify passes passtool/all golang.org/x/tools/go/packages golang.org/x/tools/go/ssa"},
	{"opgen/mem", ""},
	{"native/sample", "native golang.org/x/sys/unix"},
	{"exitdata", "internal/dense ir lower native uop"},

	// compiles as pages of HTML
	{"viz", "analysis/dom analysis/loops exitdata ir ir/irtext lower passes uop"},

	// regions
	{"region", "internal/dense internal/near uop gonum.org/v1/gonum"},
	{"region/report", "region uop"},

	// the border
	{"guest", "ir ir/build ir/eval ir/irtext lower uop"},
	{"guest/goheap", "exitdata guest guest/nanbox ir lower native"},
	{"guest/guesttest", "guest ir ir/build ir/eval ir/verify uop"},
	{"guest/nanbox", "ir lower"},

	// Python: the reference VM, and its guest, interp/pyguest, which is the one place
	// where the library meets its objects
	{"interp", ". exitdata interp/adaptive interp/binding interp/budget interp/cpython interp/deopt interp/driver interp/embed interp/frame interp/grant interp/handover interp/heap interp/imports interp/interrupt interp/introspect interp/lib interp/load interp/microop interp/object interp/ops interp/project interp/pycode interp/pyguest interp/sampling interp/specialize interp/stats interp/sweep interp/tiering interp/traceback ir ir/eval native uop"},
	{"interp/adaptive", "exitdata interp/object interp/pycode interp/pyguest"},
	{"interp/binding", "interp/adaptive interp/frame interp/object interp/ops interp/pycode"},
	{"interp/budget", "interp/embed"},
	{"interp/compare", "interp/compare/cpython interp/cpython ir ir/build ir/verify passes passtool/all uop"},
	{"interp/compare/cpython", "guest interp/cpython ir ir/build ir/eval uop"},
	{"interp/cpython", "uop"},
	{"interp/deopt", "exitdata interp/adaptive interp/cpython interp/embed interp/frame interp/grant interp/object interp/pycode ir"},
	{"interp/driver", "interp/heap interp/lib interp/object interp/pycode"},
	{"interp/embed", "interp/heap interp/object"},
	{"interp/frame", "interp/object"},
	{"interp/grant", ""},
	{"interp/grant/host", "golang.org/x/sys/unix interp/grant interp/grant/host/semaphore"},
	{"interp/grant/host/semaphore", "golang.org/x/sys/unix"},
	{"interp/handover", ""},
	{"interp/heap", ""},
	{"interp/imports", "interp/heap interp/lib interp/object interp/ops interp/pycode"},
	{"interp/internal/bigcut", ""},
	{"interp/internal/blake2", ""},
	{"interp/internal/multibyte", ""},
	{"interp/internal/cmath", ""},
	{"interp/internal/decimal", "interp/internal/bigcut"},
	{"interp/internal/expat", ""},
	{"interp/internal/gen", ""},
	{"interp/internal/gen/cases", ""},
	{"interp/internal/gen/opcodes", "interp/internal/gen"},
	{"interp/internal/gen/uops", "interp/internal/gen"},
	{"interp/internal/spoil", "interp/pycode"},
	{"interp/internal/sre", ""},
	{"interp/internal/tlsconn", ""},
	{"interp/internal/zlib", ""},
	{"interp/interrupt", "interp/embed interp/object"},
	{"interp/introspect", "interp/adaptive interp/frame interp/object interp/ops interp/pycode"},
	{"interp/lib", "interp/grant interp/handover interp/heap interp/internal/blake2 interp/internal/cmath interp/internal/decimal interp/internal/expat interp/internal/multibyte interp/internal/sre interp/internal/tlsconn interp/internal/zlib interp/number interp/object interp/suggest interp/textfmt interp/unicode"},
	{"interp/microop", "exitdata interp/adaptive interp/cpython interp/frame interp/heap interp/object interp/ops interp/pycode interp/pyguest ir uop"},
	{"interp/number", "interp/internal/cmath"},
	{"interp/object", "interp/heap interp/internal/bigcut interp/internal/cmath interp/number interp/pyhash interp/suggest interp/textfmt interp/unicode opgen/mem"},
	{"interp/precompiled", ""},
	{"interp/profile", ". exitdata interp interp/pycode interp/sampling ir ir/build uop"},
	{"interp/project", "exitdata internal/dense interp/adaptive interp/cpython interp/frame interp/object interp/pycode interp/pyguest uop"},
	{"interp/load", "interp/adaptive interp/object interp/pycode interp/sweep"},
	{"interp/sweep", "interp/adaptive interp/heap interp/object interp/pycode interp/tiering"},
	{"interp/tiering", ". exitdata interp/adaptive interp/cpython interp/frame interp/heap interp/object interp/project interp/pycode ir region uop"},
	{"interp/traceback", "interp/lib interp/object interp/pycode interp/suggest"},
	{"interp/ops", "interp/frame interp/object interp/pycode"},
	{"interp/pycode", ""},
	{"interp/pycode/compile", "interp/grant interp/grant/host interp/pycode github.com/gofrs/flock github.com/kluctl/go-embed-python/python"},
	{"interp/pyguest", "guest interp/cpython interp/heap interp/object ir ir/build ir/eval lower lower/amd64 lower/arm64 uop"},
	{"interp/pyhash", ""},
	{"interp/sampling", "exitdata interp/project interp/pycode native native/sample"},
	{"interp/specialize", "interp/adaptive interp/frame interp/object interp/pycode interp/pyguest"},
	{"interp/stats", "exitdata interp/object interp/specialize interp/tiering uop"},
	{"interp/suggest", ""},
	{"interp/textfmt", "interp/number interp/unicode"},
	{"interp/unicode", ""},

	// programs, generators, and what the tests share
	{"cmd/tier2", "golang.org/x/sys/unix golang.org/x/tools/txtar . analysis/types exitdata internal/near internal/toyguest interp interp/compare interp/cpython interp/deopt interp/grant interp/grant/host interp/profile interp/pycode interp/pycode/compile interp/pyguest interp/sampling ir ir/irtext lower native passes passtool/all passtool/debug passtool/opt region region/report uop viz"},
	{"cmd/opgen", "opgen"},
	{"docs", ""},
	{"internal/conformance", ""},
	{"internal/dense", ""},
	{"internal/deps", ""},
	{"internal/difffuzz", ""},
	{"internal/gen/templates", "lower/encode github.com/twitchyliquid64/golang-asm"},
	{"internal/gen/rules", "ir ir/eval"},
	{"internal/gen/mine", "ir ir/eval"},
	{"internal/lint", "golang.org/x/tools/go/analysis golang.org/x/tools/go/packages golang.org/x/tools/go/types/typeutil"},
	{"internal/lint/ports", "golang.org/x/tools/go/analysis golang.org/x/tools/go/packages"},
	{"internal/mutants", ""},
	{"internal/near", ""},
	{"internal/sections", "golang.org/x/tools/txtar"},
	{"internal/soak", ""},
	{"internal/written", ""},
	{"internal/unified", ""},
	{"internal/toyguest", "guest guest/guesttest internal/toyguest/objects ir ir/build ir/eval opgen/mem uop"},
	{"internal/toyguest/objects", "opgen/mem"},
}

// guestFree are the packages, with all that lies under them, that know no guest:
// neither they nor their tests reach [Python], over however many imports. The
// root package is held to it without what lies under it.
var guestFree = []string{".", "uop", "ir", "analysis", "passes", "passtool", "guest", "regalloc", "lower", "native", "exitdata", "region", "routine", "opgen", "golden", "viz"}

// Python is the folder of everything that is Python.
const Python = "interp"
