package server

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/hostname"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/store"
)

// addressKey is the context key of the client's address.
type addressKey struct{}

// guarded limits requests, and adds the client's address to their context.
func (s *Server) guarded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/healthz" || r.URL.Path == "/readyz" { // these are cheap, and supervisors need them
			h.ServeHTTP(w, r)
			return
		}
		if refused := s.unknownHost(r); refused != nil {
			s.answerError(w, s.toAPIError(refused))
			return
		}
		client, address := s.clientOf(r)
		if refused := s.banned(client); refused != nil {
			s.answerError(w, s.toAPIError(refused))
			return
		}
		if !s.limits.allowRequest(address, 1) {
			w.Header().Set("Retry-After", "1")
			s.answerError(w, s.toAPIError(refusal("too-fast", "too many requests from this address; wait a moment")))
			return
		}
		if strings.HasPrefix(r.URL.Path, "/api/") {
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Cache-Control", "no-store")
			if !isJSON(r) {
				s.answerError(w, &apiError{http.StatusUnsupportedMediaType,
					*refusal(string(game.Malformed), "the body must be JSON, with the header Content-Type: application/json")})
				return
			}
		}
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), addressKey{}, address)))
	})
}

// unknownHost refuses a request for a name that is not this server's. With TLS, the certificate decides, and a trusted
// proxy knows its names.
func (s *Server) unknownHost(r *http.Request) error {
	name := hostname.Of(r.Host)
	if len(s.config.Hosts) == 0 || r.TLS != nil || hostname.Known(name, s.config.Hosts) {
		return nil
	}
	if from, err := netip.ParseAddrPort(r.RemoteAddr); err == nil && s.trusts(from.Addr()) {
		return nil
	}
	return refusal("no-host", "this server does not know the name %s. If the name is yours, start the server with --host %s", words.Clip(name), words.Clip(name))
}

// isJSON reports whether the body of a request is declared as JSON, which pages of other sites cannot do, or whether
// there is no body.
func isJSON(r *http.Request) bool {
	if r.ContentLength == 0 || r.Method == http.MethodGet {
		return true
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// readiness is whether the store answered when it was last asked.
type readiness struct {
	mu    sync.Mutex
	asked time.Time
	err   error
}

const (
	readyFor   = time.Second      // how long an answer of the store counts
	failingFor = 10 * time.Second // how long the server is not ready after a write failed
)

// ask asks the store whether it answers, at most once a second.
func (x *readiness) ask(ctx context.Context, s store.Store) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if time.Since(x.asked) < readyFor {
		return x.err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if _, x.err = s.Describe(ctx, ""); errors.Is(x.err, store.ErrMissing) {
		x.err = nil
	}
	x.asked = time.Now()
	return x.err
}

// ready reports whether the server can serve requests.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	err := s.readiness.ask(r.Context(), s.config.Store)
	switch failed := s.writeFailed.Load(); {
	case s.closing.Load() || s.draining.Load():
		http.Error(w, "the server is shutting down", http.StatusServiceUnavailable)
	case err != nil:
		s.config.Log.Error("the store does not respond", "reason", err)
		http.Error(w, "the store does not respond", http.StatusServiceUnavailable)
	case failed != 0 && s.uptime()-failed < int64(failingFor):
		http.Error(w, "the store could not be written", http.StatusServiceUnavailable)
	default:
		fmt.Fprintln(w, "ready")
	}
}

// notKept notes that a change could not be stored, and returns the refusal.
func (s *Server) notKept(id string, err error) error {
	s.writeFailed.Store(s.uptime())
	s.config.Log.Error("cannot save a change", "match", id, "reason", err)
	return refusal("not-kept", "the server could not save the change; try again")
}
