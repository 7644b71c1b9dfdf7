package wire

import (
	"encoding/json"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Game is a game as the API tells of it.
type Game struct {
	Name        string   `json:"name" doc:"Name of the game, as paths have it."`
	Title       string   `json:"title" doc:"What people call it."`
	Description string   `json:"description" doc:"What it is, in a sentence or two."`
	Rules       string   `json:"rules,omitempty" doc:"How it is played."`
	Version     string   `json:"version" doc:"Version of the rules."`
	MinSeats    int      `json:"minSeats" doc:"How many play at least."`
	MaxSeats    int      `json:"maxSeats" doc:"How many play at most."`
	Roles       []Role   `json:"roles,omitempty" nullable:"false" doc:"What the players of the seats are called in the game, by seat, where it has names or colours for them."`
	Minutes     int      `json:"minutes,omitempty" doc:"How long a game takes."`
	Complexity  int      `json:"complexity,omitempty" doc:"From 1, a child plays it, to 5."`
	Categories  []string `json:"categories,omitempty" nullable:"false" doc:"What sort of game it is."`
	Picture     string   `json:"picture,omitempty" doc:"A picture of it."`
	Options     []Option `json:"options,omitempty" nullable:"false" doc:"What can be set before a match begins."`
	Presets     []Preset `json:"presets,omitempty" nullable:"false" doc:"Options that go well together."`
}

// Option is something that can be set before a match begins.
type Option struct {
	Name        string   `json:"name" doc:"Name of the option."`
	Label       string   `json:"label,omitempty" doc:"What people call it."`
	Description string   `json:"description,omitempty" doc:"What it does."`
	Default     string   `json:"default" doc:"What it is if nothing is said."`
	Values      []string `json:"values,omitempty" nullable:"false" doc:"What it can be, if that is not a number."`
	Min         *int     `json:"min,omitempty" doc:"The lowest number."`
	Max         *int     `json:"max,omitempty" doc:"The highest number."`
}

// Preset is options that go well together.
type Preset struct {
	Name   string      `json:"name" doc:"Name of the preset."`
	Label  string      `json:"label,omitempty" doc:"What people call it."`
	Values game.Values `json:"values" doc:"The options that it sets."`
}

// GameList is the answer to a request for the games.
type GameList struct {
	Games []Game `json:"games" nullable:"false" doc:"The games of this server."`
}

// MatchList is a game, and its matches.
type MatchList struct {
	Game    Game            `json:"game" doc:"The game."`
	Matches []match.Listing `json:"matches" nullable:"false" doc:"Its matches, what was changed last first."`
}

// Matches are matches of all games.
type Matches struct {
	Matches []match.Listing `json:"matches" nullable:"false" doc:"The matches, what was changed last first."`
}

// Sample is a moment of a game that nobody plays, to show what the game looks like.
type Sample struct {
	Table  Table             `json:"table" doc:"What the rules declare."`
	View   json.RawMessage   `json:"view" is:"view" doc:"What seat 0 sees, as a welcome has it."`
	Labels map[string]string `json:"labels,omitempty" doc:"What people call the things in the view, by name."`

	Derived Derived `json:"derived,omitempty" doc:"Values that are computed from the view, by their name, then by the name of what has it."`
}

// Create asks for a new match.
type Create struct {
	Seats    int            `json:"seats,omitempty" minimum:"0" maximum:"64" doc:"How many play; as few as can, if it is not said."`
	Options  map[string]any `json:"options,omitempty" doc:"Options of the game: texts, numbers, true or false."`
	Preset   string         `json:"preset,omitempty" maxLength:"64" doc:"Name of a preset; options change it."`
	Bots     []int          `json:"bots,omitempty" nullable:"false" maxItems:"64" doc:"Seats that bots play."`
	Bot      string         `json:"bot,omitempty" maxLength:"100" doc:"Which bot plays them, one of /api/bots, with its parameter; the default bot, if it is not said."`
	Unlisted bool           `json:"unlisted,omitempty" doc:"Only who knows its id finds it."`
}

// Created is the answer: a new match.
type Created struct {
	Match      string        `json:"match" doc:"Id of the match."`
	Host       string        `json:"host,omitempty" doc:"The secret of the host, who gives seats to bots; only for who has made the match."`
	Commitment string        `json:"commitment" doc:"A hash that the seed must fit which is published when the match is over."`
	About      match.Listing `json:"about" doc:"The match, as lists show it."`
}

// Match is one match.
type Match struct {
	Match      match.Listing `json:"match" doc:"The match, as lists show it."`
	Commitment string        `json:"commitment" doc:"A hash that the seed must fit which is published when the match is over."`
	Seed       string        `json:"seed,omitempty" doc:"The seed, when the match is over."`
}

// Joined is the answer: a seat.
type Joined struct {
	Seat  int           `json:"seat" doc:"The seat that was taken."`
	Token string        `json:"token" doc:"The secret of the seat. Whoever has it plays the seat."`
	Match match.Listing `json:"match" doc:"The match, as lists show it."`
}

// Done is the match after what was asked for.
type Done struct {
	Match match.Listing `json:"match" doc:"The match, as lists show it."`
}

// Join asks for a seat.
type Join struct {
	Seat *int   `json:"seat,omitempty" minimum:"0" maximum:"63" doc:"Which seat; the first free one, if it is not said."`
	Name string `json:"name" maxLength:"40" doc:"What the others call the player."`
	Last string `json:"last,omitempty" maxLength:"100" doc:"The token of a seat in the match before this one, to take the seat that is kept for its player."`
}

// Bot asks to give a seat to a bot, or to take it back.
type Bot struct {
	Seat int  `json:"seat" minimum:"0" maximum:"63" doc:"Which seat."`
	Off  bool `json:"off,omitempty" doc:"Free a seat: of a bot, of a player who has been gone for some minutes, or one that is kept for somebody."`

	Bot string `json:"bot,omitempty" maxLength:"100" doc:"Which bot, one of /api/bots, with its parameter; the default bot, if it is not said."`
}

// BotList is the answer to a request for the bots.
type BotList struct {
	Default string     `json:"default" doc:"The bot that plays where none is named, and on for players who resign."`
	Bots    []NamedBot `json:"bots" nullable:"false" doc:"The bots of this server."`
}

// NamedBot is a bot that can be chosen.
type NamedBot struct {
	Name  string `json:"name" doc:"Name of the bot."`
	Takes string `json:"takes,omitempty" doc:"The parameter it takes, after a colon: SIMULATIONS for uct:1000."`
	About string `json:"about,omitempty" doc:"What it does, in a sentence."`
}
