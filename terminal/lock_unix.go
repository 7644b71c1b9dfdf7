//go:build unix

package terminal

import (
	"os"
	"syscall"
)

// lock takes a file for this process alone, until it ends; it answers whether nobody else has it.
func lock(f *os.File) bool { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil }
