package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// unreadable explains a JSON error to a client, without Go types.
func unreadable(err error) string {
	if e, is := errors.AsType[*json.UnmarshalTypeError](err); is && e.Field != "" {
		return fmt.Sprintf("%s cannot be a %s", words.Clip(e.Field), words.Clip(e.Value))
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "it ends unexpectedly"
	}
	text, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "json: "), " into Go ")
	return shorten(strings.Replace(text, "cannot unmarshal", "unexpected", 1), 150)
}

func shorten(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// refusalOf turns any error into a refusal.
func (s *Server) refusalOf(err error) *wire.Refusal {
	if r := wire.RefusalOf(err); r != nil {
		return r
	}
	switch {
	case errors.Is(err, store.ErrDeleted):
		return refusal("deleted", "%v", err)
	case errors.Is(err, store.ErrMissing):
		return refusal("no-match", "there is no such match")
	case errors.Is(err, errBusy):
		return refusal("busy", "%v", err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return refusal("failed", "the request was canceled")
	case errors.Is(err, store.ErrClosed):
		return refusal("restart", "the server is shutting down; try again in a moment")
	case errors.Is(err, store.ErrDamaged):
		s.config.Log.Error("cannot read a match", "reason", err)
		return refusal("damaged", "the match is damaged")
	}
	if _, is := errors.AsType[*game.Fault](err); is {
		s.config.Log.Error("fault in the rules", "reason", err)
		return refusal("fault", "the rules of the game have a fault; the match has not changed")
	}
	s.config.Log.Error("internal error", "reason", err)
	return refusal("failed", "internal server error; nothing has changed")
}

// refusal returns a refusal with a code and a reason.
func refusal(code, format string, args ...any) *wire.Refusal {
	return &wire.Refusal{Code: code, Why: fmt.Sprintf(format, args...)}
}
