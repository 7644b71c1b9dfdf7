// Package admin is for the operator of a server: a page and an API on a listener of their own, and the command that
// uses them. Whatever the operator does is in the audit log.
package admin

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// Admin serves the operator of a server.
type Admin struct {
	Server *server.Server
	Store  store.Store
	Secret string
	Audit  io.Writer // gets one JSON object for each action
	Bans   string    // the file in which bans outlive the server; "" for none

	Isolated map[string]http.RoundTripper // reach the Routes of the processes of isolated games, by game

	audit    *slog.Logger
	writing  sync.Mutex  // of the file of bans
	draining atomic.Bool // new matches are stopped
}

// Handler returns the handler of the page and the API. It reads the bans of an earlier run.
func (a *Admin) Handler() (http.Handler, error) {
	if err := a.readBans(); err != nil {
		return nil, err
	}
	return a.secured(http.NewCrossOriginProtection().Handler(a.Routes())), nil
}

// Routes returns the page and the API for whoever reaches them.
func (a *Admin) Routes() http.Handler {
	a.audit = slog.New(slog.NewJSONHandler(a.Audit, nil))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", a.page)
	mux.HandleFunc("GET /matches", answering(a.list))
	mux.HandleFunc("GET /matches/{id}", answering(a.inspect))
	mux.HandleFunc("POST /matches/{id}/look", answering(a.look))
	mux.HandleFunc("POST /matches/{id}/close", answering(a.close))
	mux.HandleFunc("POST /matches/{id}/delete", answering(a.delete))
	mux.HandleFunc("GET /bans", answering(func(*http.Request) (any, error) { return a.Server.Bans(), nil }))
	mux.HandleFunc("POST /bans", answering(a.ban))
	mux.HandleFunc("POST /drain", answering(a.drain))
	return mux
}

// secured admits only requests with the secret, as a bearer token or as a password typed into a browser.
func (a *Admin) secured(h http.Handler) http.Handler {
	want := sha256.Sum256([]byte(a.Secret))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if _, password, is := r.BasicAuth(); is {
			given = password
		}
		got := sha256.Sum256([]byte(given))
		if a.Secret == "" || subtle.ConstantTimeCompare(want[:], got[:]) != 1 {
			time.Sleep(300 * time.Millisecond) // slows down guessing
			w.Header().Set("WWW-Authenticate", `Basic realm="Ply"`)
			http.Error(w, "this needs the secret of the operator", http.StatusUnauthorized)
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Security-Policy",
			"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'")
		h.ServeHTTP(w, r)
	})
}

// answering answers with JSON. A form of the page goes back to the page.
func answering(do func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := do(r)
		if err != nil {
			status := http.StatusBadRequest
			if errors.Is(err, store.ErrMissing) {
				status = http.StatusNotFound
			}
			http.Error(w, err.Error(), status)
			return
		}
		if r.Method == http.MethodPost && r.FormValue("page") != "" {
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.Encode(v)
	}
}

// note writes an action to the audit log.
func (a *Admin) note(r *http.Request, action string, args ...any) {
	a.audit.Info(action, append([]any{"from", r.RemoteAddr}, args...)...)
}

// list lists matches, unlisted ones too.
func (a *Admin) list(r *http.Request) (any, error) {
	q := store.Query{Game: r.FormValue("game"), Unlisted: true, After: r.FormValue("after")}
	if text := r.FormValue("over"); text != "" {
		over, err := strconv.ParseBool(text)
		if err != nil {
			return nil, errors.New("over must be true or false")
		}
		q.Over = &over
	}
	if before := r.FormValue("before"); before != "" {
		at, err := time.Parse(time.RFC3339, before)
		if err != nil {
			return nil, errors.New("before must be a time like 2026-01-02T15:04:05Z")
		}
		q.Before = at
	}
	if limit := r.FormValue("limit"); limit != "" {
		n, err := strconv.Atoi(limit)
		if err != nil || n < 1 || n > 1000 {
			return nil, errors.New("limit must be 1 to 1000")
		}
		q.Limit = n
	}
	all, err := a.Store.List(r.Context(), q)
	if errors.Is(err, store.ErrDamaged) {
		err = nil
	}
	return all, err
}

func (a *Admin) inspect(r *http.Request) (any, error) {
	return a.of(r).Inspect(r.Context(), r.PathValue("id"))
}

// look shows what a seat sees, or everything. The players are told.
func (a *Admin) look(r *http.Request) (any, error) {
	seat := game.Judge
	if text := r.FormValue("seat"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return nil, errors.New("seat must be a number from 0")
		}
		seat = game.Seat(n)
	}
	view, err := a.of(r).LookAt(r.Context(), r.PathValue("id"), seat)
	if err != nil {
		return nil, plain(err)
	}
	a.note(r, "look", "match", r.PathValue("id"), "seat", int(seat))
	return map[string]json.RawMessage{"view": json.RawMessage(view)}, nil
}

func (a *Admin) close(r *http.Request) (any, error) {
	err := a.of(r).CloseMatch(r.Context(), r.PathValue("id"))
	if err == nil {
		a.note(r, "close", "match", r.PathValue("id"))
	}
	return map[string]bool{"closed": true}, plain(err)
}

func (a *Admin) delete(r *http.Request) (any, error) {
	why := r.FormValue("why")
	if why == "" {
		return nil, errors.New("why is missing: the reason that players read")
	}
	err := a.of(r).DeleteMatch(r.Context(), r.PathValue("id"), why)
	if err == nil {
		a.note(r, "delete", "match", r.PathValue("id"), "why", why)
	}
	return map[string]bool{"deleted": true}, plain(err)
}

// plain returns an error of the server in words.
func plain(err error) error {
	if r := wire.RefusalOf(err); r != nil {
		return errors.New(r.Why)
	}
	return err
}

// ban bans a network for some time; a time of 0 lifts the ban.
func (a *Admin) ban(r *http.Request) (any, error) {
	text := r.FormValue("network")
	network, err := netip.ParsePrefix(text)
	if address, wrong := netip.ParseAddr(text); wrong == nil {
		bits := address.Unmap().BitLen()
		if address.Unmap().Is6() {
			bits = 64 // one customer has all of it
		}
		network, err = netip.PrefixFrom(address.Unmap(), bits).Masked(), nil
	}
	if err != nil || network.Addr().Is4In6() { // clients with such an address count as IPv4
		return nil, errors.New("network must be an address like 192.0.2.1 or a network like 2001:db8::/64")
	}
	length, err := words.Duration(r.FormValue("for"))
	if err != nil || length < 0 {
		return nil, errors.New("for must be a duration like 24h or 30d, or 0s to lift the ban")
	}
	x := server.Ban{Network: network, Until: time.Now().Add(length).UTC().Truncate(time.Second), Why: r.FormValue("why")}
	a.Server.Ban(x)
	a.note(r, "ban", "network", network.String(), "until", x.Until, "why", x.Why)
	return x, a.writeBans()
}

// drain stops or starts new matches.
func (a *Admin) drain(r *http.Request) (any, error) {
	on, err := strconv.ParseBool(r.FormValue("on"))
	if err != nil {
		return nil, errors.New("on must be true or false")
	}
	a.Server.Drain(on)
	a.draining.Store(on)
	a.note(r, "drain", "on", on)
	return map[string]bool{"draining": on}, nil
}

func (a *Admin) readBans() error {
	if a.Bans == "" {
		return nil
	}
	data, err := os.ReadFile(a.Bans)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var all []server.Ban
	if err == nil {
		if err = json.Unmarshal(data, &all); err != nil {
			err = fmt.Errorf("%s: %w", a.Bans, err)
		}
	}
	for _, x := range all {
		a.Server.Ban(x)
	}
	return err
}

// writeBans replaces the file of bans atomically: after a power failure it has the old or the new bans.
func (a *Admin) writeBans() error {
	if a.Bans == "" {
		return nil
	}
	a.writing.Lock()
	defer a.writing.Unlock()
	data, err := json.MarshalIndent(a.Server.Bans(), "", "  ")
	if err != nil {
		return err
	}
	f, err := os.OpenFile(a.Bans+".new", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(a.Bans+".new", a.Bans)
}

// page shows the latest matches, the bans, and whether there can be new matches.
func (a *Admin) page(w http.ResponseWriter, r *http.Request) {
	all, err := a.Store.List(r.Context(), store.Query{Unlisted: true, Limit: 100})
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, struct { // it fails only if the operator has disconnected
		Matches  []match.Listing
		Bans     []server.Ban
		Draining bool
	}{all, a.Server.Bans(), a.draining.Load()})
}

var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ply: operator</title>
<style>body{font:16px sans-serif;margin:1rem;max-width:70rem}td,th{padding:.2rem .6rem;text-align:left}form{display:inline}</style>
<h1>Matches</h1>
<table><tr><th>Match<th>Game<th>Players<th>Entries<th>Changed<th>State<th>
{{range .Matches}}<tr><td><a href="matches/{{.ID}}">{{.ID}}</a><td>{{.Game}}<td>{{range .Seats}}{{if .Free}}– {{else}}{{.Name}} {{end}}{{end}}<td>{{.Entries}}<td>{{.Updated.Format "2006-01-02 15:04"}}<td>{{if .Over}}over{{else}}running{{end}}
<td>{{if not .Over}}<form method="post" action="matches/{{.ID}}/close"><input type="hidden" name="page" value="1"><button>Close</button></form>{{end}}
<form method="post" action="matches/{{.ID}}/delete"><input type="hidden" name="page" value="1"><input name="why" placeholder="Reason" aria-label="Reason" required><button>Delete</button></form>
{{end}}</table>
<h1>Bans</h1>
<table>{{range .Bans}}<tr><td>{{.Network}}<td>until {{.Until.Format "2006-01-02 15:04"}}<td>{{.Why}}<td><form method="post" action="bans"><input type="hidden" name="page" value="1"><input type="hidden" name="network" value="{{.Network}}"><input type="hidden" name="for" value="0s"><button>Lift</button></form>{{end}}</table>
<form method="post" action="bans"><input type="hidden" name="page" value="1"><label>Network <input name="network" required></label> <label>for <input name="for" value="24h" required></label> <label>because <input name="why"></label> <button>Ban</button></form>
<h1>New matches</h1>
<p>{{if .Draining}}Stopped: the server is draining. Running matches continue.{{else}}Allowed.{{end}}</p>
<form method="post" action="drain"><input type="hidden" name="page" value="1">{{if .Draining}}<button name="on" value="false">Allow</button>{{else}}<button name="on" value="true">Stop</button>{{end}}</form>
`))
