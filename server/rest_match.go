package server

import (
	"context"
	"io"
	"net/http"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// withMatch calls f with the match of a path. Calls for the same match run one after the other.
func withMatch[T any](ctx context.Context, s *Server, path MatchPath, f func(*table) (T, error)) (T, error) {
	return withReadableMatch(ctx, s, path, func(t *table) (T, error) {
		if t.broken != nil {
			var none T
			return none, t.broken
		}
		return f(t)
	})
}

// withReadableMatch is withMatch for what also works if the match cannot go on, see table.kept.
func withReadableMatch[T any](ctx context.Context, s *Server, path MatchPath, f func(*table) (T, error)) (T, error) {
	var none T
	t, err := s.table(path.Match)
	if err != nil {
		return none, s.refused(err)
	}
	opened := false
	v, err := call(ctx, t, func() (T, error) {
		if err := t.open(ctx); err != nil && t.kept == nil {
			return none, err
		}
		opened = true
		if t.setup().Game != path.Game {
			return none, refusal("no-match", "there is no such match")
		}
		return f(t)
	})
	switch {
	case err == nil:
		s.release(t)
		return v, nil
	case ctx.Err() == nil && !opened: // otherwise it may still be under way
		s.drop(t)
	default:
		s.release(t)
	}
	return none, s.refused(err)
}

// setup returns how the match has begun, also if it cannot go on.
func (t *table) setup() match.Setup {
	if t.match == nil {
		return t.kept.Setup
	}
	return t.match.Setup()
}

// listing returns what everyone may know of the match, also if it cannot go on.
func (t *table) listing() match.Listing {
	if t.match == nil {
		return t.kept.About
	}
	return t.match.Listing()
}

func (s *Server) get(ctx context.Context, in *MatchPath) (*body[wire.Match], error) {
	return withReadableMatch(ctx, s, *in, func(t *table) (*body[wire.Match], error) {
		out := wire.Match{Match: t.listing(), Commitment: t.setup().Commitment()}
		if out.Match.Over {
			out.Seed = t.setup().Seed
		}
		return &body[wire.Match]{out}, nil
	})
}

// tableOf tells what the rules declare, and nothing of what lies on the table.
func (s *Server) tableOf(ctx context.Context, in *MatchPath) (*body[wire.Table], error) {
	return withMatch(ctx, s, *in, func(t *table) (*body[wire.Table], error) {
		return &body[wire.Table]{wire.TableOf(t.match.State())}, nil
	})
}

// record gives the whole match away, when it is over, or to the judge.
func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	c := Caller{Authorization: r.Header.Get("Authorization")}
	path := MatchPath{GamePath{r.PathValue("game")}, r.PathValue("match")}
	text, err := withReadableMatch(r.Context(), s, path, func(t *table) (string, error) {
		about := t.listing()
		if !about.Over && !s.isJudge(c.token()) {
			return "", refusal("no-right", "the record has everyone's secrets; it can be read when the match is over")
		}
		if t.match == nil {
			return match.RecordOf(t.kept.Setup, t.kept.Log, about.Outcome.Result()).String(), nil
		}
		return t.match.Record().String(), nil
	})
	if err != nil {
		s.answerError(w, err)
		return
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, text)
}
