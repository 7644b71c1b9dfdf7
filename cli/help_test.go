package cli

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
)

// helpTexts returns the welcome and the help of every command.
func helpTexts(t *testing.T, all catalogue.Catalogue) string {
	t.Helper()
	var out, problems bytes.Buffer
	con := &console.Console{Out: &out, Err: &problems}
	welcome(all, con)
	parser, err := kong.New(new(commands), kong.Name("ply"), kong.Vars{"game": all[0].Name}, kong.Bind(all, bot.Bots{}, con))
	if err != nil {
		t.Fatal(err)
	}
	adapt(parser.Model.Node, all)
	for _, c := range parser.Model.Children {
		out.WriteString(c.Detail + "\n")
		for _, p := range c.Positional {
			out.WriteString(p.Help + "\n")
		}
		for _, f := range c.Flags {
			out.WriteString(f.Help + "\n")
		}
	}
	return out.String()
}

// A program shows only its own games in its help texts.
func TestHelpOfOneGame(t *testing.T) {
	mine := &game.Rules{Name: "mine", Seats: game.Exactly(2)}
	text := helpTexts(t, catalogue.Catalogue{mine})
	for _, r := range games.All() {
		if found := regexp.MustCompile(`.*\b` + r.Name + `\b.*`).FindString(text); found != "" {
			t.Errorf("the help of a program without %s mentions it: %s", r.Name, found)
		}
	}
	for _, want := range []string{
		"ply play mine --bots 1", "ply explain mine", "ply check mine", "ply leaks mine", "ply flow mine", "ply perft mine --depth 5",
		"ply record mine --seed 7 --out game.ply", "ply simulate mine -n 10000", "ply arena mine --bots sharp,steady,random", "localhost:8080/mine/ID",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the help lacks %q", want)
		}
	}
	if found := regexp.MustCompile(`.*(--option \w+=|--seats \d|--preset \w+$|\{(game|seats|option)).*`).FindAllString(text, -1); found != nil {
		t.Errorf("examples with options that the game does not have: %q", found)
	}
}

// The welcome shows every command.
func TestWelcomeIsComplete(t *testing.T) {
	var out bytes.Buffer
	con := &console.Console{Out: &out}
	welcome(games.All(), con)
	parser, err := kong.New(new(commands), kong.Name("ply"), kong.Vars{"game": "hex"}, kong.Bind(catalogue.Catalogue(games.All()), bot.Bots{}, con))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range parser.Model.Children {
		if c.Name != "help" && !c.Hidden && !regexp.MustCompile(` ply `+c.Name+`\b`).Match(out.Bytes()) {
			t.Errorf("the welcome does not show ply %s", c.Name)
		}
	}
}

// The examples in the help texts parse, and their options, presets and seats exist in the game they use, no matter
// which games the program has.
func TestHelpExamples(t *testing.T) {
	t.Parallel()
	programs := []catalogue.Catalogue{games.All()}
	for _, r := range games.All() {
		if !testing.Short() {
			programs = append(programs, catalogue.Catalogue{r})
		}
	}
	for _, all := range programs {
		examples := regexp.MustCompile(`(?m)^    ply (play|explain|check|leaks|flow|perft|record|simulate|arena) .*`).FindAllString(helpTexts(t, all), -1)
		if len(examples) < 10 {
			t.Errorf("%s: only %d examples", all.Names(), len(examples))
		}
		for _, example := range examples {
			if args := strings.Fields(example); !slices.Contains(args, "--resume") {
				valid(t, all, args[1:])
			}
		}
	}
}

// valid checks a command line without running it.
func valid(t *testing.T, all catalogue.Catalogue, args []string) {
	t.Helper()
	if i := slices.IndexFunc(args, func(a string) bool { return a == ">" || a == "--position" }); i >= 0 {
		args = args[:i] // there is no such file
	}
	var cli commands
	parser, err := kong.New(&cli, kong.Vars{"game": "hex"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		t.Errorf("%q: %v", args, err)
		return
	}
	var made newGame
	switch args[0] {
	case "play":
		made = newGame{variant{cli.Play.Game, cli.Play.settings}, cli.Play.Seats}
	case "explain":
		made = newGame{cli.Explain.variant, cli.Explain.Seats}
	case "check":
		made = newGame{variant: cli.Check.variant}
	case "leaks":
		made = newGame{cli.Leaks.variant, cli.Leaks.Seats}
	case "flow":
		made = cli.Flow.newGame
	case "perft":
		made = cli.Perft.newGame
	case "record":
		made = cli.Record.newGame
	case "simulate":
		made = cli.Simulate.newGame
	case "arena":
		made = cli.Arena.newGame
	}
	made.Scenario = "" // there is no such file
	r, seats, err := made.set(all)
	if err == nil && args[0] == "play" {
		var bots []bool
		if bots, err = cli.Play.Bots.of(r, seats); err == nil && !slices.Contains(bots, false) {
			t.Errorf("%q: only bots play", args)
		}
	}
	if err != nil {
		t.Errorf("%q: %v", args, err)
	}
}

// What the parser says about a wrong command line is put in words for people.
func TestMisread(t *testing.T) {
	for line, want := range map[string]string{
		"plya":                        "unknown command or argument plya; did you mean play?",
		"gomoku":                      "unknown command or argument gomoku",
		"join":                        "<url> is missing",
		"admin":                       `which command? There are "list", "inspect", "look", "close", "delete" and more`,
		"admin delete ID":             "--why is missing",
		"simulate hex -n x":           `--games needs a whole number, not "x"`,
		"simulate hex -n -5":          "--games: a value with a minus needs a =, as in --games=-5",
		"check hex --time 1":          `--time needs a time such as 5m, not "1"`,
		"play hex --option size":      `--option needs NAME=VALUE, not "size"`,
		"flow hex --position":         "--position needs a value",
		"serve --rate x":              `--rate needs a number, not "x"`,
		"serve --unlisted-flag-of-no": "unknown flag --unlisted-flag-of-no",
	} {
		var problems bytes.Buffer
		code := run(strings.Fields(line), games.All(), &console.Console{Out: &problems, Err: &problems})
		if first, _, _ := strings.Cut(problems.String(), "\n"); code != misused || first != console.Command()+": "+want {
			t.Errorf("%s: %d, %s", line, code, first)
		}
	}
}
