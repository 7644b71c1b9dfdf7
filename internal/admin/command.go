package admin

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
)

// Command is the command for the operator of a running server.
type Command struct {
	URL string `name:"url" default:"http://127.0.0.1:8081" env:"PLY_ADMIN_URL" placeholder:"URL" help:"The admin address of the server (${default})."`

	List    list    `cmd:"" help:"List matches, including unlisted ones."`
	Inspect inspect `cmd:"" help:"Describe a match, without hidden information."`
	Look    look    `cmd:"" help:"Show what a seat sees, or everything. The players are told."`
	Close   shut    `cmd:"" help:"End a match, as a draw."`
	Delete  remove  `cmd:"" help:"Delete a match permanently."`
	Bans    bans    `cmd:"" help:"List the bans."`
	Ban     ban     `cmd:"" help:"Ban an address or a network for some time."`
	Unban   unban   `cmd:"" help:"Lift a ban."`
	Drain   drain   `cmd:"" help:"Accept no new matches; running ones continue."`
}

// Help implements the help of the command.
func (Command) Help() string {
	return `Talks to a server that was started with admin-address and admin-secret. The secret is taken from PLY_ADMIN_SECRET.

Examples:

    ply admin list --over false
    ply admin delete abcdefghijklmnop --why spam
    ply admin ban 192.0.2.7 --for 24h --why flooding`
}

type (
	list struct {
		Game string `placeholder:"NAME" help:"Only of this game."`
		Over string `enum:"true,false," default:"" placeholder:"BOOL" help:"Only finished matches (true), or only unfinished ones (false)."`

		Limit  int    `default:"100" placeholder:"N" help:"At most N matches, up to 1000 (${default})."`
		Before string `placeholder:"TIME" help:"Only matches changed before this time. For the next page: the updated time of the last match."`
		After  string `placeholder:"ID" help:"With --before: the id of that match."`
	}
	one struct {
		ID string `arg:"" name:"match" help:"The id of the match."`
	}
	inspect struct{ one }
	look    struct {
		one
		Seat *int `placeholder:"N" help:"The seat, counted from 1; by default, everything."`
	}
	shut   struct{ one }
	remove struct {
		one
		Why string `required:"" placeholder:"TEXT" help:"The reason that players read."`
	}
	bans struct{}
	ban  struct {
		Network string `arg:"" help:"An address, or a network like 2001:db8::/64."`
		For     string `default:"24h" placeholder:"TIME" help:"How long, such as 24h or 30d (${default})."`
		Why     string `placeholder:"TEXT" help:"The reason, for you."`
	}
	unban struct {
		Network string `arg:"" help:"The network, as ply admin bans shows it."`
	}
	drain struct {
		Off bool `help:"Accept new matches again."`
	}
)

func (c *list) Run(of *Command, con *console.Console) error {
	return of.ask(con, "GET", "/matches", url.Values{"game": {c.Game}, "over": {c.Over}, "limit": {strconv.Itoa(c.Limit)},
		"before": {c.Before}, "after": {c.After}})
}

func (c *inspect) Run(of *Command, con *console.Console) error {
	return of.ask(con, "GET", "/matches/"+url.PathEscape(c.ID), nil)
}

func (c *look) Run(of *Command, con *console.Console) error {
	form := url.Values{}
	if c.Seat != nil {
		if *c.Seat < 1 {
			return errors.New("--seat is counted from 1")
		}
		form.Set("seat", strconv.Itoa(*c.Seat-1)) // the API counts from 0
	}
	return of.ask(con, "POST", "/matches/"+url.PathEscape(c.ID)+"/look", form)
}

func (c *shut) Run(of *Command, con *console.Console) error {
	return of.ask(con, "POST", "/matches/"+url.PathEscape(c.ID)+"/close", nil)
}

func (c *remove) Run(of *Command, con *console.Console) error {
	return of.ask(con, "POST", "/matches/"+url.PathEscape(c.ID)+"/delete", url.Values{"why": {c.Why}})
}

func (c *bans) Run(of *Command, con *console.Console) error { return of.ask(con, "GET", "/bans", nil) }

func (c *ban) Run(of *Command, con *console.Console) error {
	return of.ask(con, "POST", "/bans", url.Values{"network": {c.Network}, "for": {c.For}, "why": {c.Why}})
}

func (c *unban) Run(of *Command, con *console.Console) error {
	return of.ask(con, "POST", "/bans", url.Values{"network": {c.Network}, "for": {"0s"}})
}

func (c *drain) Run(of *Command, con *console.Console) error {
	return of.ask(con, "POST", "/drain", url.Values{"on": {fmt.Sprint(!c.Off)}})
}

// ask sends a request to the server and prints its answer.
func (c *Command) ask(con *console.Console, method, path string, form url.Values) error {
	secret := os.Getenv("PLY_ADMIN_SECRET")
	if secret == "" {
		return errors.New("set PLY_ADMIN_SECRET to the secret of the server's operator")
	}
	address := strings.TrimSuffix(c.URL, "/") + path + "?" + form.Encode()
	r, err := http.NewRequest(method, address, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	res, err := (&http.Client{Timeout: time.Minute}).Do(r)
	if err != nil {
		return words.Unreachable(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return errors.New(strings.TrimSpace(string(text)))
	}
	con.Printf("%s", text)
	return nil
}
