package wire

import (
	"encoding/json"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Request is what a client sends over the WebSocket, one in each message.
type Request struct {
	ID    json.RawMessage `json:"id,omitempty" doc:"Anything; the answer has it as re."`
	Do    string          `json:"do" enum:"watch,offers,play,undo,agree,resign,history,view,leave,ping" doc:"What is asked for."`
	Match string          `json:"match,omitempty" doc:"watch: the id of the match."`
	Token string          `json:"token,omitempty" doc:"watch: the secret of a seat, the host or the judge; none for a spectator."`
	Since *int            `json:"since,omitempty" doc:"watch: the last entry that is known already; history: the entry to begin after."`
	Seq   *int            `json:"seq,omitempty" doc:"play: the last entry that the player has seen."`
	Move  json.RawMessage `json:"move,omitempty" doc:"play: a text such as \"place a1\", or an object with action and picks."`
	Draft json.RawMessage `json:"draft,omitempty" doc:"offers: what is chosen so far, in the form of a move."`
	Yes   *bool           `json:"yes,omitempty" doc:"agree: whether the moves may be taken back."`
}

// Message is what the server sends over the WebSocket.
type Message struct {
	Type string          `json:"type" enum:"welcome,update,answer,refusal,presence,asked,farewell" doc:"What it is."`
	Re   json.RawMessage `json:"re,omitempty" doc:"The id of the request it answers."`

	Seq      *int        `json:"seq,omitempty" doc:"How many entries the match has."`
	From     *int        `json:"from,omitempty" doc:"The entry that events and changes begin after."`
	ToAct    []game.Seat `json:"toAct,omitempty" doc:"The seats that the match waits for."`
	Over     *bool       `json:"over,omitempty" doc:"Whether the match has ended."`
	Outcome  *Outcome    `json:"outcome,omitempty" doc:"How it ended."`
	Resigned *game.Seat  `json:"resigned,omitempty" doc:"The seat that has ended the match by giving up."`

	Role    string            `json:"role,omitempty" enum:"spectator,seat,host,judge" doc:"welcome: what the token gives."`
	Seat    *game.Seat        `json:"seat,omitempty" doc:"welcome: the seat."`
	Listing *match.Listing    `json:"match,omitempty" doc:"welcome: the match and who plays."`
	View    json.RawMessage   `json:"view,omitempty" doc:"What is seen, in the form of a save."`
	Labels  map[string]string `json:"labels,omitempty" doc:"What people call the things in the view."`
	Changes []game.Change     `json:"changes,omitempty" doc:"What is seen to change."`
	Events  []match.Event     `json:"events,omitempty" doc:"What has happened."`

	Offers  []Offer  `json:"offers,omitempty" doc:"What can be chosen next."`
	Refusal *Refusal `json:"refusal,omitempty" doc:"Why it was not done. Nothing has changed."`

	Here       []bool `json:"here,omitempty" doc:"presence: which seats are connected."`
	Spectators *int   `json:"spectators,omitempty" doc:"presence: how many others watch."`

	Asked *Asked `json:"asked,omitempty" doc:"asked: a request to take moves back; none if it is settled."`

	Code string `json:"code,omitempty" doc:"farewell: why the connection ends: restart, slow, gone, left, misuse."`
	Why  string `json:"why,omitempty" doc:"farewell: the reason in words."`
}

// Asked is a request to take moves back that seats have to agree to.
type Asked struct {
	Seat game.Seat   `json:"seat" doc:"Who asks."`
	Back int         `json:"back" doc:"The entry to go back to."`
	Why  string      `json:"why" doc:"Why it needs consent."`
	Need []game.Seat `json:"need" doc:"Who has not agreed yet."`
}
