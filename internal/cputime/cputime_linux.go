// Package cputime tells how long a thread has run, for tests and benchmarks that compare two ways of doing the same.
package cputime

import (
	"syscall"
	"time"
	"unsafe"
)

// Thread returns how long this thread has run, whatever else the machine does. The goroutine must be
// locked to its thread.
func Thread() time.Duration {
	const thread = 3 // CLOCK_THREAD_CPUTIME_ID
	var at syscall.Timespec
	if _, _, err := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, thread, uintptr(unsafe.Pointer(&at)), 0); err != 0 {
		panic(err)
	}
	return time.Duration(at.Nano())
}
