// Package cputime returns the processor time of a thread or a process, for measurements on a busy machine.
package cputime

import (
	"syscall"
	"time"
	"unsafe"
)

// Thread returns the processor time of this thread. The goroutine must be locked to its thread.
func Thread() time.Duration { return clock(3) } // CLOCK_THREAD_CPUTIME_ID

// Process returns the processor time of this process, summed over all processors.
func Process() time.Duration { return clock(2) } // CLOCK_PROCESS_CPUTIME_ID

func clock(id uintptr) time.Duration {
	var at syscall.Timespec
	if _, _, err := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, id, uintptr(unsafe.Pointer(&at)), 0); err != 0 {
		panic(err)
	}
	return time.Duration(at.Nano())
}
