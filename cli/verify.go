package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
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
	rec, r, err := all.Record(data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Record, err)
	}
	v := proof{Game: rec.Game, Match: rec.Match, Commitment: rec.Commitment, Noted: c.Commitment != "", Entries: len(rec.Moves), Result: rec.Result, names: rec.Names}
	v.title, v.Seats = words.Title(r), rec.Seats
	if err := match.Verify(r, rec, c.Commitment); err != nil {
		v.Why = err.Error()
	}
	v.True = v.Why == ""
	v.count(rec)
	return v.report(con, c.JSON, c.Record)
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
	return fetched(c.Record, p.URL()+"/record")
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
func fetched(address, record string) ([]byte, error) {
	client := &http.Client{Timeout: time.Minute}
	res, err := client.Get(record)
	if err != nil {
		return nil, fmt.Errorf("the record cannot be fetched: %w", err)
	}
	defer res.Body.Close()
	data, err := console.ReadAll(res.Body, record, "the record of a match")
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		var no struct{ Refusal wire.Refusal }
		if json.Unmarshal(data, &no) == nil && no.Refusal.Why != "" {
			return nil, fmt.Errorf("%s: %s", address, words.Tame(no.Refusal.Why))
		}
		return nil, fmt.Errorf("%s: the server answers %s", address, res.Status)
	}
	return data, nil
}

// proof is what came out.
type proof struct {
	True       bool   `json:"true"`
	Why        string `json:"why,omitempty"` // what is not as it should be
	Game       string `json:"game"`
	Match      string `json:"match"`
	Seats      int    `json:"seats"`
	Commitment string `json:"commitment"`
	Noted      bool   `json:"noted"` // it was compared with what was noted when the match began
	Entries    int    `json:"entries"`
	Moves      int    `json:"moves"`
	Undone     int    `json:"undone"`   // how often moves were taken back
	Reseeded   int    `json:"reseeded"` // how often chance went on with other numbers, after an undo
	Over       bool   `json:"over"`
	Result     string `json:"result"`

	title string
	names []string
}

func (v *proof) count(rec *game.Record) {
	for _, e := range rec.Moves {
		switch word, _, _ := strings.Cut(e.Text, " "); {
		case e.Seat != game.Nobody:
			v.Moves++
		case word == "undo":
			v.Undone++
		case word == "reseed":
			v.Reseeded++
		}
	}
	v.Over = rec.Result != ""
}

// report says what was checked, and how it came out.
func (v *proof) report(con *console.Console, asJSON bool, file string) error {
	if asJSON {
		if err := con.JSON(v); err != nil || v.True {
			return err
		}
		return errTold
	}
	if !v.True {
		return fmt.Errorf("%s is not a true record: %s", file, words.Tame(v.Why))
	}
	con.Printf("%s, match %s, %s\n\n", con.Bold(v.title), words.Tame(v.Match), v.players())
	for _, line := range v.checked() {
		con.Printf("- %s\n", line)
	}
	con.Printf("\n%s\n", con.Good("The record is true."))
	if !v.Noted {
		con.Printf("It says itself that this is what was published of the seed when the match began:\n  %s\nIf you noted it then, compare, or say it by --commitment.\n", v.Commitment)
	}
	return nil
}

func (v *proof) players() string {
	var named []string
	for _, name := range v.names {
		if name != "" {
			named = append(named, words.Tame(name))
		}
	}
	if len(named) == 0 {
		return words.Plural(v.Seats, "seat")
	}
	return strings.Join(named, ", ")
}

// checked says in words what holds.
func (v *proof) checked() []string {
	lines := []string{"The seed is the one that the commitment was made of."}
	if v.Noted {
		lines = append(lines, "The commitment is the one that you noted.")
	}
	moves := fmt.Sprintf("All %d moves are legal, and the state after each is the one that was recorded.", v.Moves)
	switch {
	case v.Undone > 0:
		moves += fmt.Sprintf(" Moves were taken back %s.", often(v.Undone))
	case v.Moves == 0:
		moves = "Nothing was played."
	}
	lines = append(lines, moves)
	if v.Reseeded > 0 {
		lines = append(lines, fmt.Sprintf("Chance went on with other numbers %s, those that the seed says.", often(v.Reseeded)))
	}
	if v.Over {
		return append(lines, "The result follows from the moves: "+words.Tame(v.Result)+".")
	}
	return append(lines, "The match is not over.")
}

// often counts.
func often(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
