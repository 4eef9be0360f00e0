// Package machinetest tests the targets of package lower with one set of tests. It
// consists of tests:
//
//   - goldens: what each machine operation becomes on each target, as text, made on any
//     host (testdata/golden/lower, a file an operation);
//   - random machine functions: allocated, encoded and run by package native, they leave
//     by the exit, with the values and the memory, that an evaluator of machine
//     operations says, on the processor that the tests run on;
//   - what package lower does for a target that it knows nothing of (lower_*_test.go): it
//     must not import one, so that its own tests would compile it a second time.
//
// The evaluator and the generator know no target: what they are told of one is its
// lower.Target. A new target is tested by its line in targets.
//
//	go test ./lower/machinetest
//	CGO_ENABLED=0 GOARCH=arm64 go test -c -o /tmp/machine.test ./lower/machinetest
//	cd lower/machinetest && qemu-aarch64-static /tmp/machine.test
package machinetest
