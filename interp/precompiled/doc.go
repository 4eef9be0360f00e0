// Package precompiled runs the programs of testdata/programs from .pyc files, which
// CPython 3.14 has compiled before (testdata/precompiled), and compares what they print
// with what CPython prints (the .out files beside the sources). It consists of tests.
//
// They start no process and need no CPython, so that they run where neither is to be
// had: under an emulator of another processor, and on systems that no CPython is
// embedded for. Where there is machine code it must run; elsewhere micro-ops do:
//
//	CGO_ENABLED=0 GOARCH=arm64 go test -c -o /tmp/precompiled.test ./interp/precompiled
//	cd interp/precompiled && qemu-aarch64-static /tmp/precompiled.test
//
// Package interp's tests hold the .pyc files to the sources, and make them anew with
// -update. The package must not import anything that compiles source.
package precompiled
