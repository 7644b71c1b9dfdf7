package server

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// noPath answers requests that there are none of.
func (s *Server) noPath(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	for _, method := range []string{"GET", "POST"} {
		other := &http.Request{Method: method, URL: r.URL, Host: r.Host}
		if _, pattern := mux.Handler(other); pattern != "/api/" {
			w.Header().Set("Allow", method)
			s.answerError(w, s.refused(no("no-method", "this is asked for with %s", method)))
			return
		}
	}
	s.answerError(w, s.refused(no("no-path", "there is nothing here; what there is stands in /api/openapi.json")))
}

// answerError answers a request that is refused.
func (s *Server) answerError(w http.ResponseWriter, err error) {
	e, is := errors.AsType[*apiError](err)
	if !is {
		e = &apiError{http.StatusInternalServerError, *s.refusalOf(err)}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(e.status)
	json.NewEncoder(w).Encode(e)
}

// apiError is how REST refuses.
type apiError struct {
	status  int
	Refusal wire.Refusal `json:"refusal" doc:"Why it was not done. Nothing has changed."`
}

func (e *apiError) Error() string { return e.Refusal.Why }

func (e *apiError) GetStatus() int { return e.status }

func init() {
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		why := []string{msg}
		for _, err := range errs {
			if detail, is := errors.AsType[*huma.ErrorDetail](err); is {
				why = append(why, strings.TrimSpace(shorten(detail.Location, 150)+" "+unreadable(errors.New(detail.Message))))
			}
		}
		if strings.Contains(strings.Join(why, " "), "unknown content type") {
			why = []string{"the body must be JSON, and said to be: Content-Type: application/json"}
		}
		code := string(game.Malformed)
		switch status {
		case http.StatusUnprocessableEntity:
			status = http.StatusBadRequest
		case http.StatusRequestEntityTooLarge:
			code = "too-long"
		case http.StatusInternalServerError:
			code, why = "failed", []string{"the server has failed; nothing has changed"}
		}
		return &apiError{status, wire.Refusal{Code: code, Why: strings.ToValidUTF8(strings.Join(why, ": "), "?")}}
	}
}

// statuses are the HTTP statuses of refusals; all others are 400.
var statuses = map[string]int{
	"no-match": 404, "no-game": 404, "no-right": 403, "no-token": 401, "taken": 409, "stale": 409, "over": 409, "not-over": 409,
	"no-path": 404, "no-method": 405, "too-fast": 429, "busy": 503, "restart": 503, "failed": 500, "not-kept": 503, "fault": 500, "damaged": 500, "other-rules": 409,
}

// refused makes an answer of an error.
func (s *Server) refused(err error) error {
	r := s.refusalOf(err)
	s.metrics.refusals.WithLabelValues(r.Code).Inc()
	status := statuses[r.Code]
	if status == 0 {
		status = http.StatusBadRequest
	}
	return &apiError{status, *r}
}
