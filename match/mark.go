package match

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// Mark returns a mark of the log up to an entry: a hash of when it was written, and of nothing that
// not everyone may know. A log with another past has another one, so whoever comes back to a match
// that was restored from a copy notices by it.
func (m *Match) Mark(n int) string {
	at := m.setup.Created
	if n > 0 {
		at = m.log[n-1].At
	}
	text := append(append(make([]byte, 0, 80), "ply mark 1 "...), m.setup.ID...)
	text = strconv.AppendInt(append(text, ' '), int64(n), 10)
	text = strconv.AppendInt(append(text, ' '), at.UnixMilli(), 10)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}
