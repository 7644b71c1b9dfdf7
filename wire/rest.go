package wire

import (
	"encoding/json"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Game describes a game.
type Game struct {
	Name        string   `json:"name" doc:"Name of the game, as in paths."`
	Title       string   `json:"title" doc:"Title of the game, for people."`
	Description string   `json:"description" doc:"A description in one or two sentences."`
	Rules       string   `json:"rules,omitempty" doc:"How to play it."`
	Version     string   `json:"version" doc:"Version of the rules."`
	MinSeats    int      `json:"minSeats" doc:"Minimum number of seats."`
	MaxSeats    int      `json:"maxSeats" doc:"Maximum number of seats."`
	SeatCounts  []int    `json:"seatCounts" nullable:"false" doc:"The numbers of seats that can play with the default options, such as 2 and 4."`
	Roles       []Role   `json:"roles,omitempty" nullable:"false" doc:"The roles of the seats, such as White, by seat, if the game names them."`
	Minutes     int      `json:"minutes,omitempty" doc:"Duration of a game in minutes."`
	Complexity  int      `json:"complexity,omitempty" doc:"From 1, suitable for children, to 5."`
	Categories  []string `json:"categories,omitempty" nullable:"false" doc:"Categories of the game."`
	Picture     string   `json:"picture,omitempty" doc:"A character, or the name of a picture below the path art."`
	Art         string   `json:"art,omitempty" doc:"The path of its pictures and modules, which ends in a slash; if missing, it has none."`
	Options     []Option `json:"options,omitempty" nullable:"false" doc:"The options of the game."`
	Presets     []Preset `json:"presets,omitempty" nullable:"false" doc:"Sets of options that go well together."`
}

// Option is an option of a game, set when a match is created.
type Option struct {
	Name        string   `json:"name" doc:"Name of the option."`
	Label       string   `json:"label,omitempty" doc:"Its label for people."`
	Description string   `json:"description,omitempty" doc:"What it does."`
	Default     string   `json:"default" doc:"Its default value."`
	Values      []string `json:"values,omitempty" nullable:"false" doc:"Its possible values, if it is not a number."`
	Min         *int     `json:"min,omitempty" doc:"The lowest number."`
	Max         *int     `json:"max,omitempty" doc:"The highest number."`
}

// Preset is a set of options that go well together.
type Preset struct {
	Name   string      `json:"name" doc:"Name of the preset."`
	Label  string      `json:"label,omitempty" doc:"Its label for people."`
	Values game.Values `json:"values" doc:"The options it sets."`
}

// GameList is the answer to list-games.
type GameList struct {
	Games []Game `json:"games" nullable:"false" doc:"The games of this server."`
}

// MatchList is a game and its matches.
type MatchList struct {
	Game    Game            `json:"game" doc:"The game."`
	Matches []match.Listing `json:"matches" nullable:"false" doc:"Its matches, the most recently changed first."`
}

// Matches is a list of matches of all games.
type Matches struct {
	Matches []match.Listing `json:"matches" nullable:"false" doc:"The matches, the most recently changed first."`
}

// Sample is a sample position of a game, to show what the game looks like.
type Sample struct {
	Table  Table             `json:"table" doc:"What the rules declare."`
	View   json.RawMessage   `json:"view" is:"view" doc:"What seat 0 sees, in the format of a welcome."`
	Labels map[string]string `json:"labels,omitempty" doc:"The labels of things in the view for people, by name."`

	Derived Derived `json:"derived,omitempty" doc:"Values computed from the view, by the name of the value, then by the name of the element that has it."`
}

// Create is the request for a new match.
type Create struct {
	Seats    int            `json:"seats,omitempty" minimum:"0" maximum:"64" doc:"Number of seats; default: the minimum of the game."`
	Options  map[string]any `json:"options,omitempty" doc:"Options of the game: texts, numbers, true or false."`
	Preset   string         `json:"preset,omitempty" maxLength:"64" doc:"Name of a preset; options override it."`
	Bots     []int          `json:"bots,omitempty" nullable:"false" maxItems:"64" doc:"Seats that bots play."`
	Bot      string         `json:"bot,omitempty" maxLength:"100" doc:"The bot that plays them, one of /api/bots, with its parameter; default: the default bot."`
	Unlisted bool           `json:"unlisted,omitempty" doc:"Leave the match out of lists; players need its id."`
}

// Created is a new match.
type Created struct {
	Match      string        `json:"match" doc:"Id of the match."`
	Host       string        `json:"host,omitempty" doc:"The token of the host, who can give seats to bots; only for the creator of the match."`
	Commitment string        `json:"commitment" doc:"A hash of the seed, which is published when the match is over."`
	About      match.Listing `json:"about" doc:"The match, as in lists."`
}

// Match is one match.
type Match struct {
	Match      match.Listing `json:"match" doc:"The match, as in lists."`
	Commitment string        `json:"commitment" doc:"A hash of the seed, which is published when the match is over."`
	Seed       string        `json:"seed,omitempty" doc:"The seed, when the match is over."`
}

// Joined is a seat taken by a player.
type Joined struct {
	Seat  int           `json:"seat" doc:"The seat."`
	Token string        `json:"token" doc:"The token of the seat. Keep it secret: anyone who has it can play the seat."`
	Match match.Listing `json:"match" doc:"The match, as in lists."`
}

// Done is the match after a request has changed it.
type Done struct {
	Match match.Listing `json:"match" doc:"The match, as in lists."`
}

// Renewed is the answer to renew.
type Renewed struct {
	Token string `json:"token" doc:"The new token. The previous one stays valid until the new one is used."`
}

// Join is the request for a seat.
type Join struct {
	Seat *int   `json:"seat,omitempty" minimum:"0" maximum:"63" doc:"The seat; default: the first free one."`
	Name string `json:"name" maxLength:"40" doc:"The name that other players see."`
	Last string `json:"last,omitempty" maxLength:"100" doc:"The token of a seat in the previous match, to take the seat reserved for its player."`
}

// Bot is the request to give a seat to a bot, or to free a seat.
type Bot struct {
	Seat int  `json:"seat" minimum:"0" maximum:"63" doc:"The seat."`
	Off  bool `json:"off,omitempty" doc:"Free the seat. It must be the seat of a bot, a reserved seat, or the seat of a player who left some minutes ago."`

	Bot string `json:"bot,omitempty" maxLength:"100" doc:"The bot, one of /api/bots, with its parameter; default: the default bot."`
}

// BotList is the answer to list-bots.
type BotList struct {
	Default string     `json:"default" doc:"The bot that plays if none is named, and for players who have resigned."`
	Bots    []NamedBot `json:"bots" nullable:"false" doc:"The bots of this server: first the levels, from weakest to strongest."`

	Simulations int `json:"simulations" doc:"The highest number that can name a bot: 500 names a bot that makes 500 simulations for each move."`
}

// NamedBot describes a bot.
type NamedBot struct {
	Name  string `json:"name" doc:"Name of the bot."`
	Takes string `json:"takes,omitempty" doc:"The parameter it takes after a colon, such as SIMULATIONS for uct:1000."`
	About string `json:"about,omitempty" doc:"A description in one sentence."`
}
