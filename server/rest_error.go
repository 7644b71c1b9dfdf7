package server

import (
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// notFound answers requests with an unknown path or method.
func (s *Server) notFound(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	for _, method := range []string{"POST", "GET"} { // the paths of POST also look like the path of a match
		other := &http.Request{Method: method, URL: r.URL, Host: r.Host}
		if _, pattern := mux.Handler(other); pattern != "/api/" {
			w.Header().Set("Allow", method)
			s.answerError(w, s.toAPIError(refusal("no-method", "method not allowed; use %s", method)))
			return
		}
	}
	s.answerError(w, s.toAPIError(refusal("no-path", "not found; see /api/openapi.json for the API")))
}

// answerError writes an error as the response.
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

// apiError is the body of a refused REST request.
type apiError struct {
	status  int
	Refusal wire.Refusal `json:"refusal" doc:"Why the request was refused. Nothing has changed."`
}

func (e *apiError) Error() string { return e.Refusal.Why }

func (e *apiError) GetStatus() int { return e.status }

// asRefusal turns huma's errors about unreadable requests into refusals.
func asRefusal(ctx huma.Context, _ string, answer any) (any, error) {
	e, is := answer.(*huma.ErrorModel)
	if !is {
		return answer, nil
	}
	ctx.SetHeader("Content-Type", "application/json")
	return unreadableRequest(e), nil
}

// unreadableRequest returns what is wrong with a request.
func unreadableRequest(e *huma.ErrorModel) *apiError {
	why, all := []string{e.Detail}, e.Detail
	for _, detail := range e.Errors {
		if detail.Location != "" {
			why = append(why, shorten(detail.Location, 150)+" "+unreadable(errors.New(detail.Message)))
		}
		all += detail.Message
	}
	if strings.Contains(all, "unknown content type") {
		why = []string{"the body must be JSON, with the header Content-Type: application/json"}
	}
	code := string(game.Malformed)
	switch e.Status {
	case http.StatusRequestEntityTooLarge:
		code = "too-long"
	case http.StatusInternalServerError:
		code, why = "failed", []string{"internal server error; nothing has changed"}
	}
	return &apiError{e.Status, wire.Refusal{Code: code, Why: strings.ToValidUTF8(strings.Join(why, ": "), "?")}}
}

// statusGone is huma's status for a client that has gone while its answer was written.
const statusGone = 499

// badRequest is a request that gets the status 400 for every error, never 422, and no second status.
type badRequest struct{ request }

// request is huma.Context under another name, because huma.Context has a method Context.
type request = huma.Context

func (c badRequest) SetStatus(code int) {
	if code == http.StatusUnprocessableEntity {
		code = http.StatusBadRequest
	}
	if code != statusGone {
		c.request.SetStatus(code)
	}
}

// describeErrors returns the OpenAPI responses of refused requests.
func describeErrors(doc *huma.OpenAPI) map[string]*huma.Response {
	schema := doc.Components.Schemas.Schema(reflect.TypeFor[apiError](), true, "ApiError")
	return map[string]*huma.Response{"default": {Description: "Error",
		Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}}
}

// forgetErrors removes huma's errors from the OpenAPI document, because they are never sent.
func forgetErrors(doc *huma.OpenAPI) {
	for _, name := range []string{"ErrorModel", "ErrorDetail"} {
		delete(doc.Components.Schemas.Map(), name)
	}
}

// statuses maps the codes of refusals to HTTP statuses. All others are 400.
var statuses = map[string]int{
	"no-match": 404, "deleted": 410, "no-game": 404, "no-right": 403, "banned": 403, "no-token": 401, "taken": 409,
	"stale": 409, "over": 409, "not-over": 409,
	"no-path": 404, "no-host": 421, "no-method": 405, "too-fast": 429, "busy": 503, "restart": 503, "failed": 500,
	"not-kept": 503, "fault": 500, "damaged": 500, "game-closed": 503, "long-match": 409, "other-rules": 409,
}

// toAPIError turns an error into an apiError.
func (s *Server) toAPIError(err error) error {
	r := s.refusalOf(err)
	s.metrics.refusals.WithLabelValues(r.Code).Inc()
	status := statuses[r.Code]
	if status == 0 {
		status = http.StatusBadRequest
	}
	return &apiError{status, *r}
}
