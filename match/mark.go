package match

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// Mark returns a mark of the log up to an entry: a hash of the times of the entries, which reveals no secrets. A log
// with a different past has a different mark, so a client that reconnects notices if the match was restored from a
// backup.
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
