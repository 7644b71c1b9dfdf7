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
	"github.com/plygame/ply/internal/replay"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/terminal"
	"github.com/plygame/ply/wire"
)

type verifyCommand struct {
	format
	Record     string `arg:"" help:"The record of a match: a file, the address of the match (http://HOST/GAME/MATCH or HOST/GAME/MATCH), or - for the input."`
	Commitment string `placeholder:"HEX" help:"What the server published when the match began, as you have noted it."`
}

func (verifyCommand) Help() string {
	return `A server publishes a commitment to the seed when a match begins, and the seed when it is over. So it cannot choose cards and dice to somebody's advantage later on: the seed must fit the commitment, and all chance must follow from the seed. The record has everything that is needed to check that, and to play the match again.

If it is not true, the exit code is 1.

Examples:

    ply verify http://127.0.0.1:8080/gofish/abcdefghijklmnop
    ply verify 127.0.0.1:8080/gofish/abcdefghijklmnop`
}

func (c *verifyCommand) Validate() error {
	c.Commitment = strings.ToLower(strings.TrimSpace(c.Commitment))
	if c.Commitment != "" && !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(c.Commitment) {
		return errors.New("--commitment: it is 64 hexadecimal digits")
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
		return errTold
	case !v.True:
		return fmt.Errorf("%s is not a true record: %s", c.Record, words.Tame(v.Why))
	}
	v.Write(con)
	return nil
}

// read reads the record from where it is.
func (c *verifyCommand) read(con *console.Console) ([]byte, error) {
	if !strings.Contains(c.Record, "://") && !c.remote() {
		return con.Read(c.Record)
	}
	p, err := terminal.ParsePlace(strings.TrimSuffix(strings.TrimSuffix(c.Record, "/"), "/record"))
	if err == nil && p.Match == "" {
		err = fmt.Errorf("%q is no address of a match: that is HOST/GAME/MATCH", words.Clip(c.Record))
	}
	if err != nil {
		return nil, misuse{err}
	}
	return fetched(c.Record, p)
}

// remote reports whether HOST/GAME/MATCH is meant: there is no such file, and it begins like a host.
func (c *verifyCommand) remote() bool {
	if _, err := os.Stat(c.Record); err == nil {
		return false
	}
	host, rest, _ := strings.Cut(c.Record, "/")
	begins := host == "localhost" || strings.Contains(host, ":") || strings.Contains(strings.Trim(host, "."), ".")
	return begins && strings.Contains(rest, "/")
}

// fetched gets the record of a match from its server.
func fetched(address string, p terminal.Place) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	text, err := (&client.Client{URL: p.Server}).Record(ctx, p.Game, p.Match)
	if r := wire.RefusalOf(err); r != nil {
		return nil, fmt.Errorf("%s: %s", address, words.Tame(r.Why))
	}
	if err != nil {
		return nil, fmt.Errorf("the record cannot be fetched: %w", err)
	}
	return []byte(text), nil
}
