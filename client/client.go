package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/plygame/ply/wire"
)

// Client asks a server. It has no connection of its own and needs not be closed.
type Client struct {
	URL  string       // of the server, such as http://localhost:8080
	HTTP *http.Client // http.DefaultClient, if nil

	Wait    time.Duration // before a match is watched again after the connection was lost: 100 ms, then twice as long each time
	MaxWait time.Duration // but no longer than this: 5 s
}

// maxAnswer is how long an answer may be.
const maxAnswer = 64 << 20

// Games lists the games of the server.
func (c *Client) Games(ctx context.Context) ([]wire.Game, error) {
	var out wire.GameList
	err := c.ask(ctx, "GET", "", "", nil, &out)
	return out.Games, err
}

// Matches tells of a game and its latest matches: all that are listed, or only those that can be
// joined.
func (c *Client) Matches(ctx context.Context, game string, open bool) (*wire.MatchList, error) {
	query := ""
	if open {
		query = "?open=true"
	}
	out := new(wire.MatchList)
	return out, c.ask(ctx, "GET", "/"+url.PathEscape(game)+query, "", nil, out)
}

// Create makes a match. Its secret is that of the host, who gives seats to bots.
func (c *Client) Create(ctx context.Context, game string, how wire.Create) (*wire.Created, error) {
	out := new(wire.Created)
	return out, c.ask(ctx, "POST", "/"+url.PathEscape(game)+"/create", "", how, out)
}

// Match tells of one match.
func (c *Client) Match(ctx context.Context, game, id string) (*wire.Match, error) {
	out := new(wire.Match)
	return out, c.ask(ctx, "GET", path(game, id, ""), "", nil, out)
}

// Join takes a seat. Its token is the seat: whoever has it plays.
func (c *Client) Join(ctx context.Context, game, id string, as wire.Join) (*wire.Joined, error) {
	out := new(wire.Joined)
	return out, c.ask(ctx, "POST", path(game, id, "/join"), "", as, out)
}

// Leave frees the seat of a token.
func (c *Client) Leave(ctx context.Context, game, id, token string) (*wire.Done, error) {
	out := new(wire.Done)
	return out, c.ask(ctx, "POST", path(game, id, "/leave"), token, nil, out)
}

// Bot gives a free seat to a bot, or takes it back. It needs the secret of the host.
func (c *Client) Bot(ctx context.Context, game, id, host string, bot wire.Bot) (*wire.Done, error) {
	out := new(wire.Done)
	return out, c.ask(ctx, "POST", path(game, id, "/bot"), host, bot, out)
}

// Again returns the match after one that is over, for its seats and its host; it is made when it is
// first asked for. Who has made it gets the secret of its host.
func (c *Client) Again(ctx context.Context, game, id, token string) (*wire.Created, error) {
	out := new(wire.Created)
	return out, c.ask(ctx, "POST", path(game, id, "/again"), token, nil, out)
}

// Record returns the record of a match that is over, with everything that was secret.
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

// ask makes a request below /api/games and reads the answer.
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
	if err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("the server does not finish its answer: %w", err)
	}
	return c.understand(res, text, out)
}

// understand makes sense of an answer.
func (c *Client) understand(res *http.Response, text []byte, out any) error {
	if res.StatusCode != http.StatusOK {
		var no struct{ Refusal *wire.Refusal }
		if json.Unmarshal(text, &no) == nil && no.Refusal != nil && no.Refusal.Code != "" {
			return no.Refusal
		}
		return fmt.Errorf("%s answers %s: it may be no server of Ply", c.base(), res.Status)
	}
	if raw, is := out.(*bytes.Buffer); is {
		raw.Write(text)
		return nil
	}
	if err := json.Unmarshal(text, out); err != nil {
		return fmt.Errorf("the answer of %s cannot be read, it may be no server of Ply: %w", c.base(), err)
	}
	return nil
}
