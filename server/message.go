package server

import (
	"fmt"

	"github.com/plygame/ply/wire"
)

// no is a refusal.
func no(code, format string, args ...any) *wire.Refusal {
	return &wire.Refusal{Code: code, Why: fmt.Sprintf(format, args...)}
}
