package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/place"
	"github.com/plygame/ply/internal/replay"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/wire"
)

type verifyCommand struct {
	format
	Record     string `arg:"" help:"The record of a match: a file, the address of the match (http://HOST/GAME/MATCH or HOST/GAME/MATCH), or - for standard input."`
	Commitment string `placeholder:"HEX" help:"The commitment that the server published when the match began, if you noted it."`
}

func (verifyCommand) Help() string {
	return `A server publishes a commitment to the random seed when a match begins, and the seed itself when the match is over. So it cannot choose cards or dice in anyone's favour during the match: the seed must match the commitment, and every random event must follow from the seed. A record has everything needed to check this.

If the check fails, the exit code is 1.

Examples:

    ply verify game.ply
    ply verify http://127.0.0.1:8080/{game:gofish}/abcdefghijklmnop
    ply verify 127.0.0.1:8080/{game:gofish}/abcdefghijklmnop`
}

func (c *verifyCommand) Validate() error {
	c.Commitment = strings.ToLower(strings.TrimSpace(c.Commitment))
	if c.Commitment != "" && !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(c.Commitment) {
		return errors.New("--commitment must be 64 hexadecimal digits")
	}
	return nil
}

func (c *verifyCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	data, err := c.read(con)
	if err != nil {
		return err
	}
	rec, r, err := replay.Read(all, data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Record, err)
	}
	v := replay.Verify(r, rec, c.Commitment)
	switch {
	case c.JSON:
		if err := con.JSON(v); err != nil || v.True {
			return err
		}
		return errReported
	case !v.True:
		return fmt.Errorf("%s is not genuine: %s", c.Record, words.Tame(v.Why))
	}
	v.Write(con)
	return nil
}

// read reads the record from its file or server.
func (c *verifyCommand) read(con *console.Console) ([]byte, error) {
	if !strings.Contains(c.Record, "://") && !c.remote() {
		return con.Read(c.Record)
	}
	p, err := place.Parse(strings.TrimSuffix(strings.TrimSuffix(c.Record, "/"), "/record"))
	if err == nil && p.Match == "" {
		err = fmt.Errorf("%q is not the address of a match (HOST/GAME/MATCH)", words.Clip(c.Record))
	}
	if err != nil {
		return nil, misuse{err}
	}
	return fetch(c.Record, p)
}

// remote reports whether the record looks like HOST/GAME/MATCH: there is no such file, and it begins with a host.
func (c *verifyCommand) remote() bool {
	if _, err := os.Stat(c.Record); err == nil {
		return false
	}
	host, rest, _ := strings.Cut(c.Record, "/")
	isHost := host == "localhost" || strings.Contains(host, ":") || strings.Contains(strings.Trim(host, "."), ".")
	return isHost && strings.Contains(rest, "/")
}

// fetch gets the record of a match from its server.
func fetch(address string, p place.Place) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	text, err := (&client.Client{URL: p.Server}).Record(ctx, p.Game, p.Match)
	if r := wire.RefusalOf(err); r != nil {
		return nil, fmt.Errorf("%s: %s", address, words.Tame(r.Why))
	} else if err != nil {
		return nil, fmt.Errorf("cannot fetch the record: %w", err)
	}
	return []byte(text), nil
}
