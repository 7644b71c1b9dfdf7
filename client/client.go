package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/wire"
)

// Client sends requests to a server. It holds no connection, so there is nothing to close.
type Client struct {
	URL  string       // the address of the server, such as http://localhost:8080
	HTTP *http.Client // default: http.DefaultClient

	Wait    time.Duration // the delay before a Match reconnects, doubled after each failure; default: 100 ms
	MaxWait time.Duration // the maximum delay; default: 5 s

	// Renewed stores a new token for a match, in place of the one that the Match was watched with. If it returns no error,
	// the Match uses the new token, which ends the old one. Without it, tokens are not renewed and expire.
	Renewed func(match, token string) error
}

// maxAnswer is the maximum size of an answer in bytes.
const maxAnswer = 64 << 20

// Games returns the games of the server.
func (c *Client) Games(ctx context.Context) ([]wire.Game, error) {
	var out wire.GameList
	err := c.ask(ctx, "GET", "", "", nil, &out)
	return out.Games, err
}

// Matches returns a game and its latest matches: all listed ones, or only those with a free seat.
func (c *Client) Matches(ctx context.Context, game string, open bool) (*wire.MatchList, error) {
	query := ""
	if open {
		query = "?open=true"
	}
	out := new(wire.MatchList)
	return out, c.ask(ctx, "GET", "/"+url.PathEscape(game)+query, "", nil, out)
}

// Create creates a match. Its result has the token of the host, who can give seats to bots.
func (c *Client) Create(ctx context.Context, game string, how wire.Create) (*wire.Created, error) {
	out := new(wire.Created)
	return out, c.ask(ctx, "POST", "/"+url.PathEscape(game)+"/create", "", how, out)
}

// Match returns a match.
func (c *Client) Match(ctx context.Context, game, id string) (*wire.Match, error) {
	out := new(wire.Match)
	return out, c.ask(ctx, "GET", path(game, id, ""), "", nil, out)
}

// Join takes a seat. Its result has the seat token, which is needed to play.
func (c *Client) Join(ctx context.Context, game, id string, as wire.Join) (*wire.Joined, error) {
	out := new(wire.Joined)
	return out, c.ask(ctx, "POST", path(game, id, "/join"), "", as, out)
}

// Leave frees the seat with this token.
func (c *Client) Leave(ctx context.Context, game, id, token string) (*wire.Done, error) {
	out := new(wire.Done)
	return out, c.ask(ctx, "POST", path(game, id, "/leave"), token, nil, out)
}

// Bot gives a free seat to a bot, or frees a seat. It needs the token of the host.
func (c *Client) Bot(ctx context.Context, game, id, host string, bot wire.Bot) (*wire.Done, error) {
	out := new(wire.Done)
	return out, c.ask(ctx, "POST", path(game, id, "/bot"), host, bot, out)
}

// Renew returns the token that replaces the one of a seat or of the host. The old one stays valid until the new one is
// used; to renew a new token uses it, and returns it as it is.
func (c *Client) Renew(ctx context.Context, game, id, token string) (string, error) {
	out := new(wire.Renewed)
	err := c.ask(ctx, "POST", path(game, id, "/renew"), token, nil, out)
	return out.Token, err
}

// Again returns the rematch of a finished match. It needs the token of a seat or the host. The first call creates the
// rematch and gets the token of its host.
func (c *Client) Again(ctx context.Context, game, id, token string) (*wire.Created, error) {
	out := new(wire.Created)
	return out, c.ask(ctx, "POST", path(game, id, "/again"), token, nil, out)
}

// Record returns the record of a finished match, including everything that was hidden.
func (c *Client) Record(ctx context.Context, game, id string) (string, error) {
	out := new(bytes.Buffer)
	err := c.ask(ctx, "GET", path(game, id, "/record"), "", nil, out)
	return out.String(), err
}

func path(game, id, what string) string {
	return "/" + url.PathEscape(game) + "/" + url.PathEscape(id) + what
}

func (c *Client) base() string { return strings.TrimRight(c.URL, "/") }

func (c *Client) http() *http.Client {
	if c.HTTP == nil {
		return http.DefaultClient
	}
	return c.HTTP
}

// ask sends a request to a path below /api/games and reads the answer into out.
func (c *Client) ask(ctx context.Context, method, path, token string, in, out any) error {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	q, err := http.NewRequestWithContext(ctx, method, c.base()+"/api/games"+path, body)
	if err != nil {
		return err
	}
	if in != nil {
		q.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		q.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := c.http().Do(q)
	if _, is := errors.AsType[*tls.CertificateVerificationError](err); is {
		return fmt.Errorf("the certificate of the server cannot be trusted: %w", err)
	}
	if err != nil {
		return words.Unreachable(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("the server's response is incomplete: %w", err)
	}
	return c.decode(res, text, out)
}

// decode reads an answer into out, or returns its refusal.
func (c *Client) decode(res *http.Response, text []byte, out any) error {
	if res.StatusCode != http.StatusOK {
		var refused struct{ Refusal *wire.Refusal }
		if json.Unmarshal(text, &refused) == nil && refused.Refusal != nil && refused.Refusal.Code != "" {
			return refused.Refusal
		}
		return fmt.Errorf("%s returned %s: it may not be a Ply server", c.base(), res.Status)
	}
	if raw, is := out.(*bytes.Buffer); is {
		raw.Write(text)
		return nil
	}
	if err := json.Unmarshal(text, out); err != nil {
		return fmt.Errorf("cannot read the response of %s; it may not be a Ply server: %w", c.base(), err)
	}
	return nil
}
