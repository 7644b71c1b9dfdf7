package match

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Mark returns a mark of the log up to an entry: a hash of when it was written, and of nothing that
// not everyone may know. A log with another past has another one, so whoever comes back to a match
// that was restored from a copy notices by it.
func (m *Match) Mark(n int) string {
	at := m.setup.Created
	if n > 0 {
		at = m.log[n-1].At
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "ply mark 1 %s %d %d", m.setup.ID, n, at.UnixMilli()))
	return hex.EncodeToString(sum[:6])
}
