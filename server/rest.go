package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// routes is everything that can be asked for.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") })
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("GET /api/play", s.play)
	mux.HandleFunc("GET /api/games/{game}/{match}/record", s.record)
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { s.noPath(mux, w, r) })
	s.api(mux)
	return http.MaxBytesHandler(s.located(mux), int64(s.config.MaxMessage))
}

// addressKey is where the context of a request has the address it comes from.
type addressKey struct{}

// located notes where requests come from.
func (s *Server) located(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), addressKey{}, s.addressOf(r))))
	})
}

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

// ready says whether the server can do its work.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	_, err := s.config.Store.List(ctx, store.Query{Limit: 1})
	switch {
	case s.closing.Load():
		http.Error(w, "the server is shut down", http.StatusServiceUnavailable)
	case err != nil:
		s.config.Log.Error("the store does not answer", "reason", err)
		http.Error(w, "the store does not answer", http.StatusServiceUnavailable)
	default:
		fmt.Fprintln(w, "ready")
	}
}

// apiError is how REST refuses.
type apiError struct {
	status  int
	Refusal wire.Refusal `json:"refusal" doc:"Why it was not done. Nothing has changed."`
}

func (e *apiError) Error() string  { return e.Refusal.Why }
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
	"no-match": 404, "no-game": 404, "no-right": 403, "no-token": 401, "taken": 409, "stale": 409, "over": 409,
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

// Caller is who asks.
type Caller struct {
	Authorization string `header:"Authorization" doc:"Bearer, and the secret of a seat, a host or the judge."`
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

// GamePath names a game.
type GamePath struct {
	Game string `path:"game" maxLength:"64" doc:"Name of the game." example:"hex"`
}

// MatchPath names a match.
type MatchPath struct {
	GamePath
	Match string `path:"match" maxLength:"64" doc:"Id of the match."`
}

type body[T any] struct{ Body T }

func gameOf(r *game.Rules) wire.Game {
	g := wire.Game{
		Name: r.Name, Title: r.About.Title, Description: r.About.Description, Rules: r.About.Rules, Version: r.Version, MinSeats: r.Seats.Min, MaxSeats: r.Seats.Max,
		Minutes: r.About.Minutes, Complexity: r.About.Complexity, Categories: r.About.Categories, Picture: r.About.Picture,
	}
	for _, o := range r.Options {
		g.Options = append(g.Options, optionOf(o))
	}
	for _, p := range r.Presets {
		g.Presets = append(g.Presets, wire.Preset{Name: p.Name, Label: p.Label, Values: p.Values})
	}
	return g
}

// api is the part that huma describes.
func (s *Server) api(mux *http.ServeMux) {
	config := huma.DefaultConfig("Ply", "1")
	config.Info.Description = "Find, make and join matches. They are played over the WebSocket at /api/play."
	config.DocsPath, config.SchemasPath, config.OpenAPIPath = "", "", "/api/openapi"
	config.CreateHooks = nil
	api := humago.New(mux, config)
	op := func(method, path, id, what string) huma.Operation {
		return huma.Operation{Method: method, Path: path, OperationID: id, Summary: what, MaxBodyBytes: int64(s.config.MaxMessage)}
	}
	huma.Register(api, op("GET", "/api/games", "list-games", "List the games"), s.listGames)
	huma.Register(api, op("GET", "/api/games/{game}", "list-matches", "A game, and its matches"), s.listMatches)
	huma.Register(api, op("POST", "/api/games/{game}/create", "create-match", "Make a match"), s.create)
	huma.Register(api, op("GET", "/api/games/{game}/{match}", "get-match", "A match"), s.get)
	huma.Register(api, op("POST", "/api/games/{game}/{match}/join", "join-match", "Take a seat"), s.join)
	huma.Register(api, op("POST", "/api/games/{game}/{match}/leave", "leave-match", "Leave a seat"), s.leaveSeat)
	huma.Register(api, op("POST", "/api/games/{game}/{match}/bot", "add-bot", "Give a free seat to a bot, or take it back; for the host"), s.addBot)
	huma.Register(api, op("POST", "/api/games/{game}/{match}/again", "play-again", "Make another match like this"), s.again)
	record := op("GET", "/api/games/{game}/{match}/record", "get-record", "The record of a match that is over, or for the judge of any")
	describeRecord(api.OpenAPI(), &record)
}

// describeRecord adds the record, which is no JSON, to the description.
func describeRecord(doc *huma.OpenAPI, record *huma.Operation) {
	like := doc.Paths["/api/games/{game}/{match}/leave"].Post
	record.Parameters = like.Parameters
	record.Responses = map[string]*huma.Response{
		"200":     {Description: "The record, as ply replay and ply verify read it", Content: map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString}}}},
		"default": like.Responses["default"],
	}
	doc.AddOperation(record)
}

func (s *Server) listGames(context.Context, *struct{}) (*body[wire.GameList], error) {
	all := []wire.Game{}
	for _, r := range s.config.Games {
		all = append(all, gameOf(r))
	}
	return &body[wire.GameList]{wire.GameList{Games: all}}, nil
}

type listQuery struct {
	GamePath
	Open   bool      `query:"open" doc:"Only matches that can be joined."`
	Over   string    `query:"over" enum:"true,false" doc:"Only matches that are over, or only those that are not."`
	Before time.Time `query:"before" doc:"Only matches that were changed before; to go on where a list ended."`
	Limit  int       `query:"limit" minimum:"0" maximum:"1000" doc:"At most so many; 0 means 100."`
}

func (s *Server) listMatches(ctx context.Context, in *listQuery) (*body[wire.MatchList], error) {
	r := s.games[in.Game]
	if r == nil {
		return nil, s.refused(s.noGame(in.Game))
	}
	q := store.Query{Game: in.Game, Open: in.Open, Before: in.Before, Limit: in.Limit}
	if in.Over != "" {
		over := in.Over == "true"
		q.Over = &over
	}
	all, err := s.config.Store.List(ctx, q)
	if err != nil {
		return nil, s.refused(err)
	}
	return &body[wire.MatchList]{wire.MatchList{Game: gameOf(r), Matches: all}}, nil
}

func (s *Server) noGame(name string) *wire.Refusal {
	var names []string
	for _, r := range s.config.Games {
		names = append(names, r.Name)
	}
	return no("no-game", "there is no game %q; the games are: %s", clip(name), strings.Join(names, ", "))
}

type createInput struct {
	Caller
	GamePath
	Body wire.Create
}

func (s *Server) create(ctx context.Context, in *createInput) (*body[wire.Created], error) {
	out, err := s.createMatch(ctx, in.address, in.Game, in.Body)
	if err != nil {
		return nil, s.refused(err)
	}
	return &body[wire.Created]{*out}, nil
}

func (s *Server) createMatch(ctx context.Context, address, name string, in wire.Create) (*wire.Created, error) {
	if !s.limits.creates(address) {
		return nil, no("too-fast", "too many matches are made from this address; wait a moment")
	}
	if s.closing.Load() {
		return nil, no("restart", "the server is shut down; come back in a moment")
	}
	r := s.games[name]
	if r == nil {
		return nil, s.noGame(name)
	}
	values, err := optionsOf(r, in)
	if err != nil {
		return nil, err
	}
	if r, err = r.With(values); err != nil {
		return nil, err
	}
	if in.Seats == 0 {
		in.Seats = r.Seats.Min
	}
	if in.Seats < r.Seats.Min || in.Seats > r.Seats.Max {
		return nil, no(string(game.NoSeat), "%s is for %d to %d seats, not %d", r.Name, r.Seats.Min, r.Seats.Max, in.Seats).About("seats")
	}
	host := newToken()
	m, err := match.New(r, match.Setup{ID: newID(), Seats: in.Seats, Seed: match.SeedText(newSeed()), Created: time.Now(), Host: match.TokenHash(host), Unlisted: in.Unlisted})
	if err != nil {
		return nil, err
	}
	for _, seat := range in.Bots {
		if seat < 0 || seat >= in.Seats {
			return nil, no(string(game.NoSeat), "there is no seat %d; the seats are 0 to %d", seat, in.Seats-1).About("bots")
		}
		step, err := m.Sit(game.Seat(seat), match.Player{Name: "bot", Bot: "random"})
		if err != nil {
			return nil, err
		}
		m.Commit(step)
	}
	about := m.Listing()
	if err := s.config.Store.Create(ctx, store.Kept{Setup: m.Setup(), Log: m.Log(1)}, about); err != nil {
		return nil, err
	}
	s.metrics.created.Inc()
	s.config.Log.Info("a match is made", "match", m.Setup().ID, "game", name, "seats", in.Seats)
	return &wire.Created{Match: m.Setup().ID, Host: host, Commitment: m.Setup().Commitment(), About: about}, nil
}

// optionsOf reads the options of a match: those of the preset, and what changes them.
func optionsOf(r *game.Rules, in wire.Create) (game.Values, error) {
	v := game.Values{}
	if in.Preset != "" {
		i := slices.IndexFunc(r.Presets, func(p game.Preset) bool { return p.Name == in.Preset })
		if i < 0 {
			return nil, no(string(game.Malformed), "%s has no preset %q", r.Name, clip(in.Preset)).About("preset")
		}
		for name, value := range r.Presets[i].Values {
			v[name] = value
		}
	}
	for name, value := range in.Options {
		switch value.(type) {
		case string, bool, float64:
			v[name] = fmt.Sprint(value)
		default:
			return nil, no(string(game.Malformed), "option %q is a text, a number, true or false", clip(name)).About("options")
		}
	}
	return v, nil
}

// at lets something be done at the table of a match.
func at[T any](ctx context.Context, s *Server, path MatchPath, f func(*table) (T, error)) (T, error) {
	return reading(ctx, s, path, func(t *table) (T, error) {
		if t.broken != nil {
			var none T
			return none, t.broken
		}
		return f(t)
	})
}

// reading is at for what can also be done if the match cannot go on, see table.kept.
func reading[T any](ctx context.Context, s *Server, path MatchPath, f func(*table) (T, error)) (T, error) {
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
			return none, no("no-match", "there is no such match")
		}
		return f(t)
	})
	switch {
	case err == nil:
		s.release(t)
		return v, nil
	case ctx.Err() == nil && !opened: // otherwise it may still be under way
		s.forsake(t)
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
	return reading(ctx, s, *in, func(t *table) (*body[wire.Match], error) {
		out := wire.Match{Match: t.listing(), Commitment: t.setup().Commitment()}
		if out.Match.Over {
			out.Seed = t.setup().Seed
		}
		return &body[wire.Match]{out}, nil
	})
}

type joinInput struct {
	Caller
	MatchPath
	Body wire.Join
}

func (s *Server) join(ctx context.Context, in *joinInput) (*body[wire.Joined], error) {
	if !s.limits.creates(in.address) {
		return nil, s.refused(no("too-fast", "too many seats are taken from this address; wait a moment"))
	}
	name, err := playerName(in.Body.Name)
	if err != nil {
		return nil, s.refused(err)
	}
	return at(ctx, s, in.MatchPath, func(t *table) (*body[wire.Joined], error) {
		seat, err := t.freeSeat(in.Body.Seat)
		if err != nil {
			return nil, err
		}
		token := newToken()
		step, err := t.match.Sit(seat, match.Player{Name: name, Token: match.TokenHash(token)})
		if err == nil {
			err = t.keep(ctx, step)
		}
		if err != nil {
			return nil, err
		}
		return &body[wire.Joined]{wire.Joined{Seat: int(seat), Token: token, Match: t.match.Listing()}}, nil
	})
}

// playerName returns a name that can be shown to others.
func playerName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	switch {
	case name == "":
		return "", no(string(game.Missing), "name is missing: what the others call you").About("name")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) }):
		return "", no(string(game.Malformed), "the name has letters that cannot be shown").About("name")
	}
	return name, nil
}

// freeSeat returns the seat that is asked for, if nobody sits there.
func (t *table) freeSeat(want *int) (game.Seat, error) {
	seats := t.match.Setup().Seats
	if t.match.Over() {
		return 0, no(string(game.Over), "the match is over: %s", t.match.Outcome())
	}
	if want != nil {
		seat := game.Seat(*want)
		switch {
		case *want < 0 || *want >= seats:
			return 0, no(string(game.NoSeat), "there is no seat %d; the seats are 0 to %d", *want, seats-1).About("seat")
		case !t.match.Player(seat).Free():
			return 0, no("taken", "somebody sits in seat %d already", *want).About("seat")
		}
		return seat, nil
	}
	for seat := range game.Seat(seats) {
		if t.match.Player(seat).Free() {
			return seat, nil
		}
	}
	return 0, no("taken", "all seats are taken")
}

type leaveInput struct {
	Caller
	MatchPath
}

func (s *Server) leaveSeat(ctx context.Context, in *leaveInput) (*body[wire.Done], error) {
	return at(ctx, s, in.MatchPath, func(t *table) (*body[wire.Done], error) {
		r, err := t.roleOf(&in.Caller, "seat")
		if err != nil {
			return nil, err
		}
		step, err := t.match.Sit(r.seat, match.Player{})
		if err == nil {
			err = t.keep(ctx, step)
		}
		if err != nil {
			return nil, err
		}
		return &body[wire.Done]{wire.Done{Match: t.match.Listing()}}, nil
	})
}

// roleOf returns what the Caller's token gives, which must be one of these roles.
func (t *table) roleOf(c *Caller, wanted ...string) (role, error) {
	if c.token() == "" {
		return role{}, no("no-token", "this needs the secret of the %s, in the header Authorization: Bearer ...", strings.Join(wanted, " or the "))
	}
	r, err := t.admit(c.token())
	if err == nil && !slices.Contains(wanted, r.name) {
		err = no("no-right", "this is for the %s", strings.Join(wanted, " or the "))
	}
	return r, err
}

type botInput struct {
	Caller
	MatchPath
	Body wire.Bot
}

func (s *Server) addBot(ctx context.Context, in *botInput) (*body[wire.Done], error) {
	return at(ctx, s, in.MatchPath, func(t *table) (*body[wire.Done], error) {
		if _, err := t.roleOf(&in.Caller, "host", "judge"); err != nil {
			return nil, err
		}
		seat, p := game.Seat(in.Body.Seat), match.Player{Name: "bot", Bot: "random"}
		if in.Body.Off {
			switch p = (match.Player{}); {
			case in.Body.Seat >= t.match.Setup().Seats: // Sit refuses it
			case t.match.Player(seat).Free():
				return nil, no("taken", "nobody sits in seat %d", in.Body.Seat).About("seat")
			}
		} else if _, err := t.freeSeat(&in.Body.Seat); err != nil {
			return nil, err
		}
		step, err := t.match.Sit(seat, p)
		if err == nil {
			err = t.keep(ctx, step)
		}
		if err != nil {
			return nil, err
		}
		return &body[wire.Done]{wire.Done{Match: t.match.Listing()}}, nil
	})
}

type againInput struct {
	Caller
	MatchPath
}

func (s *Server) again(ctx context.Context, in *againInput) (*body[wire.Created], error) {
	old, err := at(ctx, s, in.MatchPath, func(t *table) (*wire.Create, error) {
		if _, err := t.roleOf(&in.Caller, "seat", "host", "judge"); err != nil {
			return nil, err
		}
		setup := t.match.Setup()
		next := &wire.Create{Seats: setup.Seats, Options: map[string]any{}, Unlisted: setup.Unlisted}
		for name, value := range setup.Options {
			next.Options[name] = value
		}
		for seat := range game.Seat(setup.Seats) {
			if t.match.Player(seat).Bot != "" {
				next.Bots = append(next.Bots, int(seat))
			}
		}
		return next, nil
	})
	if err != nil {
		return nil, err
	}
	out, err := s.createMatch(ctx, in.address, in.Game, *old)
	if err != nil {
		return nil, s.refused(err)
	}
	return &body[wire.Created]{*out}, nil
}

func optionOf(o game.Setting) wire.Option {
	out := wire.Option{Name: o.Name, Label: o.Label, Description: o.Description, Default: o.Default, Values: o.Choices}
	switch o.Type {
	case "number":
		out.Min, out.Max = &o.Min, &o.Max
	case "bool":
		out.Values = []string{"false", "true"}
	}
	return out
}

// record gives the whole match away, when it is over, or to the judge.
func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	c := Caller{Authorization: r.Header.Get("Authorization")}
	path := MatchPath{GamePath{r.PathValue("game")}, r.PathValue("match")}
	text, err := reading(r.Context(), s, path, func(t *table) (string, error) {
		about := t.listing()
		if !about.Over && !s.judges(c.token()) {
			return "", no("no-right", "the record has everyone's secrets; it can be read when the match is over")
		}
		if t.match == nil {
			return match.RecordOf(t.kept.Setup, t.kept.Log, about.Outcome).String(), nil
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
