package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
)

// operator does what is asked about a match: the server, or the process of an isolated game.
type operator interface {
	Inspect(ctx context.Context, id string) (*server.Inspection, error)
	LookAt(ctx context.Context, id string, seat game.Seat) (string, error)
	CloseMatch(ctx context.Context, id string) error
	DeleteMatch(ctx context.Context, id, why string) error
}

// of returns the operator of the match of a request.
func (a *Admin) of(r *http.Request) operator {
	kept, err := a.Store.Describe(r.Context(), r.PathValue("id"))
	if way := a.Isolated[kept.Setup.Game]; err == nil && way != nil {
		return process{a.Server, way}
	}
	return a.Server
}

// process is the process of an isolated game. While it does not run, the server answers, which can inspect and delete
// its matches.
type process struct {
	server *server.Server
	way    http.RoundTripper
}

var errDown = errors.New("the process of the game is being restarted; try again in a moment")

// ask sends a request to the process.
func (p process) ask(ctx context.Context, method, path string, form url.Values, into any) error {
	r, err := http.NewRequestWithContext(ctx, method, "http://isolated.localhost/matches/"+path+"?"+form.Encode(), nil)
	if err != nil {
		return err
	}
	res, err := p.way.RoundTrip(r)
	if err != nil {
		return errDown
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	switch said := strings.TrimSpace(string(text)); {
	case err != nil:
		return errDown
	case res.StatusCode == http.StatusNotFound:
		return fmt.Errorf("%w: %s", store.ErrMissing, said)
	case res.StatusCode != http.StatusOK:
		return errors.New(said)
	}
	return json.Unmarshal(text, into)
}

// Inspect implements operator.
func (p process) Inspect(ctx context.Context, id string) (x *server.Inspection, err error) {
	if err = p.ask(ctx, "GET", url.PathEscape(id), nil, &x); errors.Is(err, errDown) {
		return p.server.Inspect(ctx, id)
	}
	return x, err
}

// LookAt implements operator.
func (p process) LookAt(ctx context.Context, id string, seat game.Seat) (string, error) {
	form := url.Values{}
	if seat != game.Judge {
		form.Set("seat", strconv.Itoa(int(seat)))
	}
	var look struct{ View json.RawMessage }
	err := p.ask(ctx, "POST", url.PathEscape(id)+"/look", form, &look)
	return string(look.View), err
}

// CloseMatch implements operator.
func (p process) CloseMatch(ctx context.Context, id string) error {
	return p.ask(ctx, "POST", url.PathEscape(id)+"/close", nil, new(any))
}

// DeleteMatch implements operator.
func (p process) DeleteMatch(ctx context.Context, id, why string) error {
	err := p.ask(ctx, "POST", url.PathEscape(id)+"/delete", url.Values{"why": {why}}, new(any))
	if errors.Is(err, errDown) {
		return p.server.DeleteMatch(ctx, id, why)
	}
	return err
}
