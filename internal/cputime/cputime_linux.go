// Package cputime tells how long a thread or a process has run, for measurements on a machine that does other things, too.
package cputime

import (
	"syscall"
	"time"
	"unsafe"
)

// Thread returns how long this thread has run, whatever else the machine does. The goroutine must be
// locked to its thread.
func Thread() time.Duration { return clock(3) } // CLOCK_THREAD_CPUTIME_ID

// Process returns how long this process has run, on all processors together.
func Process() time.Duration { return clock(2) } // CLOCK_PROCESS_CPUTIME_ID

func clock(id uintptr) time.Duration {
	var at syscall.Timespec
	if _, _, err := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, id, uintptr(unsafe.Pointer(&at)), 0); err != 0 {
		panic(err)
	}
	return time.Duration(at.Nano())
}
