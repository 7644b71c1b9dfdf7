package server

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/plygame/ply/web"
)

// routes returns the handler for all paths.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") })
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("GET /api/play", s.play)
	mux.HandleFunc("GET /api/games/{game}/{match}/record", s.record)
	mux.HandleFunc("GET /art/{game}/{digest}/{name...}", s.art)
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { s.notFound(mux, w, r) })
	mux.Handle("/", web.Handler(s.config.BasePath))
	s.api(mux)
	return http.MaxBytesHandler(s.below(s.guarded(s.forwarded(mux))), int64(s.config.MaxMessage))
}

// below serves what is below the base path. Supervisors on the same machine may leave out the base path.
func (s *Server) below(h http.Handler) http.Handler {
	base := s.config.BasePath
	if base == "" {
		return h
	}
	stripped := http.StripPrefix(base, h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, base+"/"):
			stripped.ServeHTTP(w, r)
		case path == "/healthz" || path == "/readyz" || path == "/metrics":
			h.ServeHTTP(w, r)
		case path == base || path == "/":
			http.Redirect(w, r, base+"/", http.StatusFound)
		default:
			s.answerError(w, s.toAPIError(refusal("no-path", "not found; this server is below %s/", base)))
		}
	})
}

// Caller is the sender of a request.
type Caller struct {
	Authorization string `header:"Authorization" doc:"Bearer and the token of a seat, the host or the judge."`
	address       string
}

// Resolve implements huma.Resolver.
func (c *Caller) Resolve(ctx huma.Context) []error {
	c.address, _ = ctx.Context().Value(addressKey{}).(string)
	return nil
}

func (c *Caller) token() string {
	token, _ := strings.CutPrefix(c.Authorization, "Bearer ")
	return strings.TrimSpace(token)
}

// GamePath is the path of a game.
type GamePath struct {
	Game string `path:"game" maxLength:"64" doc:"Name of the game." example:"hex"`
}

// MatchPath is the path of a match.
type MatchPath struct {
	GamePath
	Match string `path:"match" maxLength:"64" doc:"Id of the match."`
}

type body[T any] struct{ Body T }

// api registers the paths that the OpenAPI document describes.
func (s *Server) api(mux *http.ServeMux) {
	config := huma.DefaultConfig("Ply", "1")
	config.Info.Description = "Find, create and join matches. They are played over the WebSocket at /api/play."
	config.DocsPath, config.SchemasPath, config.OpenAPIPath = "", "", "/api/openapi"
	config.CreateHooks = nil
	if s.config.BasePath != "" {
		config.Servers = []*huma.Server{{URL: s.config.BasePath}}
	}
	config.Transformers = []huma.Transformer{asRefusal}
	api := humago.New(mux, config)
	api.UseMiddleware(func(ctx huma.Context, next func(huma.Context)) { next(badRequest{ctx}) })
	op := func(method, path, id, what string) huma.Operation {
		return huma.Operation{Method: method, Path: path, OperationID: id, Summary: what,
			MaxBodyBytes: int64(s.config.MaxMessage), Responses: describeErrors(api.OpenAPI())}
	}
	huma.Register(api, op("GET", "/api/games", "list-games", "List the games"), s.listGames)
	huma.Register(api, op("GET", "/api/bots", "list-bots", "List the bots"), s.listBots)
	huma.Register(api, op("GET", "/api/matches", "list-all-matches", "List the matches of all games"), s.listAllMatches)
	huma.Register(api, op("GET", "/api/games/{game}", "list-matches", "Get a game and its matches"), s.listMatches)
	huma.Register(api, op("GET", "/api/games/{game}/sample", "get-sample",
		"Get a sample position of a game, for pictures"), s.sample)
	huma.Register(api, op("POST", "/api/games/{game}/create", "create-match", "Create a match"), s.create)
	huma.Register(api, op("GET", "/api/games/{game}/{match}", "get-match", "Get a match"), s.get)
	huma.Register(api, op("GET", "/api/games/{game}/{match}/table", "get-table",
		"Get what the rules of a match declare: places, kinds and parts"), s.tableOf)
	huma.Register(api, op("POST", "/api/games/{game}/{match}/join", "join-match",
		"Take a seat; with the token of a seat, change seats and free the old one"), s.join)
	huma.Register(api, op("POST", "/api/games/{game}/{match}/leave", "leave-match", "Leave a seat"), s.leaveSeat)
	huma.Register(api, op("POST", "/api/games/{game}/{match}/bot", "add-bot",
		"Give a free seat to a bot, or free a seat; for the host"), s.addBot)
	huma.Register(api, op("POST", "/api/games/{game}/{match}/again", "play-again",
		"Get the rematch, which the first request creates"), s.again)
	huma.Register(api, op("POST", "/api/games/{game}/{match}/renew", "renew-token",
		"Renew the token of a seat or of the host"), s.renewToken)
	record := op("GET", "/api/games/{game}/{match}/record", "get-record",
		"Get the record of a finished match; the judge can get the record of any match")
	describeRecord(api.OpenAPI(), &record)
	forgetErrors(api.OpenAPI())
}

// describeRecord adds the record, which is not JSON, to the OpenAPI document.
func describeRecord(doc *huma.OpenAPI, record *huma.Operation) {
	like := doc.Paths["/api/games/{game}/{match}/leave"].Post
	record.Parameters = like.Parameters
	record.Responses = map[string]*huma.Response{
		"200": {Description: "The record, in the format of ply replay and ply verify",
			Content: map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString}}}},
		"default": like.Responses["default"],
	}
	doc.AddOperation(record)
}
