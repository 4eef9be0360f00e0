//go:build unix

package lib

import "syscall"

// noFollow refuses to open what a symbolic link leads to: shm_open of glibc.
const noFollow = syscall.O_NOFOLLOW
