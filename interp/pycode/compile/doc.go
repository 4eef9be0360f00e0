// Package compile turns Python source into code objects by running CPython 3.14,
// and hands that CPython to those who want to run it themselves.
//
//	py, err := compile.Find(ctx, compile.Options{Stderr: os.Stderr})
//	code, err := py.CompileFile(ctx, "nbody.py")
//	var syntax *compile.SyntaxError
//	if errors.As(err, &syntax) {
//		os.Stderr.WriteString(syntax.Text) // what `python3.14 nbody.py` prints
//		os.Exit(1)
//	}
//
// The package must not know what code objects are for: it imports pycode and
// nothing else of this module. It alone imports go-embed-python, so that a
// program that reads .pyc files with pycode.ReadPyc stays small.
//
// # Which CPython
//
// The first of: Options.Python, the environment's TIER2_PYTHON (each a path, a
// command on PATH, or "embedded"), a python3.14 on PATH, the one that
// go-embed-python carries. One that is named and is not
// CPython 3.14 is an error; one on PATH that is not is passed over. Being asked
// what it is costs a start of it (10 ms), so the answer is kept in the cache
// folder with the file's size and time of change.
//
// go-embed-python has a CPython for linux and darwin on amd64 and arm64 and for
// windows on amd64. Elsewhere Find's error says so and names TIER2_PYTHON.
//
// # Isolation
//
// Every start has the flags -P -s -S and an environment without PYTHON…
// variables except PYTHONHASHSEED, which is 0 where it is not set, and
// PYTHON_JIT. That isolates as much as -I -S does. -I itself would make CPython
// ignore PYTHONHASHSEED too, and hash strings differently in each run.
//
// # Processes
//
// One process of CPython answers many sources. It forks a process that answers those of at most 64 KB which
// make code or a SyntaxError, and nothing else. A source with warnings, one that fails otherwise and one that is long
// have a process each, forked for it from the first one, which compiles nothing: what they do to the compiler, the limit of memory
// that holds for them and their end reach no other source. A start of CPython takes 15 ms, a fork that compiles 3 ms, and 20
// where pages of memory are slow to be had, as on some virtual machines; a source that is compiled without a fork takes 0.3 ms.
// A process that has waited for ten seconds ends, and all end with
// their parent. They are a process group of their own each, which a context that is done
// kills. Where there is no fork (Windows), each source has a start.
//
// # Unpacking
//
// The embedded CPython, 144 MB in 620 files on linux/amd64, is unpacked once into
// cpython-RELEASE-OS-ARCH in the cache folder: into a staging folder beside it, which is
// renamed, and then a stamp is written into it. A file lock lets one process at
// a time do so; the others wait and find it done. With the files goes a
// manifest: size and SHA-256 of each. What is checked, and when:
//
//   - Find: the stamp (release, its own digest) and the size of the executable.
//     An interrupted unpack has no stamp. Three system calls.
//   - When CPython is first started to compile: the manifest's digest, and the
//     size of every file in it, in parallel with CPython's own start. A file
//     that was deleted or truncated is found here.
//   - When that start fails, and on Verify: the SHA-256 of every file.
//   - ReadLib: the SHA-256 of that file.
//
// Whatever is found wrong is healed by unpacking everything again, once, and
// trying again. Extra files, such as __pycache__, are not looked at, and other
// releases in the cache folder are left alone.
//
// # The compile cache
//
// Compiled source is kept in the cache folder, by the digest of source, file
// name and interpreter, with the warnings that CPython printed, and a digest of
// the entry itself. A second start of the same program starts no CPython. An
// entry that does not check out is compiled again and replaced; entries not used
// for 30 days are removed as new ones are written. A folder that cannot be
// written to is no error. The code of the last short sources stays in memory, for programs that compile the same again and again.
//
// # Bad source
//
// CPython's parser reads a main program line by line from its file and everything
// else as a string, and some messages differ. For a source that does not compile,
// a second CPython reads it as a file and prints what it thinks of it (report.py),
// and is stopped before it can run anything.
//
// # Costs
//
// Measured on linux/amd64 next to a CPython that starts and does nothing (1): a
// small file compiles in 1.2 by the first process and in 0.03 from the cache, where
// finding the interpreter takes another 0.02.
package compile
