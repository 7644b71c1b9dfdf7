//go:build unix

package frames

import "syscall"

// writeSome writes as many bytes as the system takes without waiting, and returns their number. It leaves errors to the
// next write.
func writeSome(raw syscall.RawConn, p []byte) (n int) {
	_ = raw.Write(func(fd uintptr) bool {
		n, _ = syscall.Write(int(fd), p)
		return true
	})
	return n
}
