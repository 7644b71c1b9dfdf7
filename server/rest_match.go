package server

import (
	"context"
	"io"
	"net/http"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// withMatch calls f with the match of a path. Calls for the same match run one after another.
func withMatch[T any](ctx context.Context, s *Server, path MatchPath, f func(*liveMatch) (T, error)) (T, error) {
	return withReadableMatch(ctx, s, path, func(l *liveMatch) (T, error) {
		if l.broken != nil {
			var none T
			return none, l.broken
		}
		return f(l)
	})
}

// withReadableMatch is like withMatch, but also calls f if the match cannot be continued, see liveMatch.kept.
func withReadableMatch[T any](ctx context.Context, s *Server, path MatchPath, f func(*liveMatch) (T, error)) (T,
	error) {
	var none T
	l, err := s.liveMatch(path.Match)
	if err != nil {
		return none, s.toAPIError(err)
	}
	opened := false
	v, err := call(ctx, l, func() (T, error) {
		if err := l.open(ctx); err != nil && l.kept == nil {
			return none, err
		}
		opened = true
		if l.setup().Game != path.Game {
			return none, refusal("no-match", "there is no such match")
		}
		return f(l)
	})
	switch {
	case err == nil:
		s.release(l)
		return v, nil
	case ctx.Err() == nil && !opened: // otherwise it may still be running
		s.drop(l)
	default:
		s.release(l)
	}
	return none, s.toAPIError(err)
}

// setup returns the setup of the match, even if it cannot be continued.
func (l *liveMatch) setup() match.Setup {
	if l.match == nil {
		return l.kept.Setup
	}
	return l.match.Setup()
}

// listing returns the public data of the match, even if it cannot be continued.
func (l *liveMatch) listing() match.Listing {
	if l.match == nil {
		return l.kept.About
	}
	return l.match.Listing()
}

func (s *Server) get(ctx context.Context, in *MatchPath) (*body[wire.Match], error) {
	if l := s.holdLive(in.Match); l != nil {
		s.release(l)
		return withReadableMatch(ctx, s, *in, func(l *liveMatch) (*body[wire.Match], error) {
			return matchBody(l.setup(), l.listing()), nil
		})
	}
	kept, err := s.config.Store.Describe(ctx, in.Match) // without loading its log
	if err == nil && kept.Setup.Game != in.Game {
		err = store.ErrMissing
	}
	if err != nil {
		return nil, s.toAPIError(err)
	}
	return matchBody(kept.Setup, kept.About), nil
}

func matchBody(setup match.Setup, about match.Listing) *body[wire.Match] {
	out := wire.Match{Match: about, Commitment: setup.Commitment()}
	if about.Over {
		out.Seed = setup.Seed
	}
	return &body[wire.Match]{out}
}

// tableOf returns what the rules declare, without the contents of the table.
func (s *Server) tableOf(ctx context.Context, in *MatchPath) (*body[wire.Table], error) {
	return withMatch(ctx, s, *in, func(l *liveMatch) (*body[wire.Table], error) {
		table := wire.TableOf(l.match.State())
		table.Art = s.artPath(in.Game)
		return &body[wire.Table]{table}, nil
	})
}

// record returns the record of the match if it is over or the caller is the judge.
func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	c := Caller{Authorization: r.Header.Get("Authorization")}
	path := MatchPath{GamePath{r.PathValue("game")}, r.PathValue("match")}
	text, err := withReadableMatch(r.Context(), s, path, func(l *liveMatch) (string, error) {
		about := l.listing()
		if !about.Over && !s.isJudge(c.token()) {
			return "", refusal("no-right", "the record contains hidden information; it is available when the match is over")
		}
		if l.match == nil {
			return match.RecordOf(l.kept.Setup, l.kept.Log, about.Outcome.Result()).String(), nil
		}
		return l.match.Record().String(), nil
	})
	if err != nil {
		s.answerError(w, err)
		return
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, text)
}
