package wire

import (
	"encoding/json"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Protocol is the version of what goes over the WebSocket. Clients of another version do not understand it.
const Protocol = 2

// Request is what a client sends over the WebSocket, one in each message.
type Request struct {
	ID    json.RawMessage `json:"id,omitempty" doc:"Anything; the answer has it as re."`
	Do    string          `json:"do" enum:"watch,offers,moves,play,undo,agree,resign,history,view,leave,ping" doc:"What is asked for."`
	Match string          `json:"match,omitempty" doc:"watch: the id of the match."`
	Token string          `json:"token,omitempty" doc:"watch: the secret of a seat, the host or the judge; none for a spectator."`
	Since *int            `json:"since,omitempty" doc:"watch: the last entry that is known already; history: the entry to begin after."`
	Mark  string          `json:"mark,omitempty" doc:"watch: the mark that came with that entry; if the match has another past by now, the whole view is sent."`
	Seq   *int            `json:"seq,omitempty" doc:"play: the last entry that the player has seen."`
	Move  json.RawMessage `json:"move,omitempty" is:"move" doc:"play: a text such as \"place a1\", or an object with action and picks."`
	Draft json.RawMessage `json:"draft,omitempty" is:"move" doc:"offers: what is chosen so far, in the form of a move."`
	Yes   *bool           `json:"yes,omitempty" doc:"agree: whether the moves may be taken back."`
}

// Message is what the server sends over the WebSocket.
type Message struct {
	Type string          `json:"type" enum:"welcome,update,answer,refusal,presence,asked,next,farewell" doc:"What it is."`
	Re   json.RawMessage `json:"re,omitempty" doc:"The id of the request it answers."`

	Seq      *int        `json:"seq,omitempty" doc:"How many entries the match has."`
	From     *int        `json:"from,omitempty" doc:"welcome, update: the entry that events, changes and labels begin after."`
	Mark     string      `json:"mark,omitempty" doc:"welcome and update: says nothing, and is said with since by who comes back."`
	ToAct    []game.Seat `json:"toAct,omitzero" nullable:"false" doc:"welcome, update: the seats that the match waits for."`
	Over     *bool       `json:"over,omitempty" doc:"welcome, update: whether the match has ended."`
	Outcome  *Outcome    `json:"outcome,omitempty" doc:"welcome, update: how it ended."`
	Resigned *game.Seat  `json:"resigned,omitempty" doc:"welcome, update: the seat that has ended the match by giving up."`

	Protocol int `json:"protocol,omitempty" doc:"welcome: the version of this protocol, 2."`

	Role    string            `json:"role,omitempty" enum:"spectator,seat,host,judge" doc:"welcome: what the token gives."`
	Seat    *game.Seat        `json:"seat,omitempty" doc:"welcome: the seat that the token gives."`
	Listing *match.Listing    `json:"match,omitempty" doc:"welcome: the match and who plays."`
	View    json.RawMessage   `json:"view,omitempty" is:"view" doc:"welcome, answer to view: all that is seen."`
	Labels  map[string]string `json:"labels,omitempty" doc:"With view: what people call the things in it, by name."`
	Derived Derived           `json:"derived,omitempty" doc:"With view: values that are computed from it, by their name, then by the name of what has it."`
	Stages  []Stage           `json:"stages,omitempty" nullable:"false" doc:"welcome, update: what is seen to change, if anything: one stage, or, if a move shows moments, one up to each of them and one to its end."`
	Events  []match.Event     `json:"events,omitzero" nullable:"false" doc:"welcome, update, answer to history: what has happened."`

	Step    *Progress `json:"step,omitempty" doc:"with offers: where in the order of play the seat is, if the game has one of its own."`
	Offers  []Offer   `json:"offers,omitzero" nullable:"false" doc:"answer to offers: what can be chosen next. welcome, update: what the seat can choose first; in an update only if it differs from what was sent before."`
	Ask     bool      `json:"ask,omitempty" doc:"welcome, update: there is too much that the seat can choose first to send it along; ask for offers."`
	First   First     `json:"-"` // step, offers and ask, if those are encoded already; for Encode alone
	Moves   []string  `json:"moves,omitzero" nullable:"false" doc:"answer to moves: complete moves."`
	More    bool      `json:"more,omitempty" doc:"answer to moves: there are others; to history: there is more."`
	Refusal *Refusal  `json:"refusal,omitempty" doc:"refusal: why it was not done. Nothing has changed."`

	Here       []bool `json:"here,omitzero" nullable:"false" doc:"presence: which seats are connected."`
	Spectators *int   `json:"spectators,omitempty" doc:"presence: how many others watch."`

	Asked *Asked `json:"asked,omitempty" doc:"asked: a request to take moves back; none if it is settled."`

	Next string `json:"next,omitempty" doc:"next, welcome: the id of the match that goes on where this one has ended, if there is one."`

	Code string `json:"code,omitempty" enum:"restart,slow,gone,left,misuse" doc:"farewell: why the connection ends."`
	Why  string `json:"why,omitempty" doc:"farewell: the reason in words."`
}

// Stage is what is seen to change: up to a moment that a move shows, from the last one to its end, or all of it.
type Stage struct {
	Changes []game.Change     `json:"changes,omitempty" nullable:"false" doc:"What is seen to change since the stage before."`
	Labels  map[string]string `json:"labels,omitempty" doc:"What people call something else than before; an empty text for what is not called anything any more."`
	Derived Derived           `json:"derived,omitempty" doc:"Computed values that are others than before, and null for what is not there any more."`
	Said    []match.Line      `json:"said,omitempty" nullable:"false" doc:"Of a move that shows moments: lines for the log, which the event has too."`
	Notices []match.Notice    `json:"notices,omitempty" nullable:"false" doc:"Of a move that shows moments: what is to be seen or heard, which the event has too."`
}

// Changes returns what is seen to change, stage by stage: for State.Apply.
func (m *Message) Changes() (all [][]game.Change) {
	for _, x := range m.Stages {
		all = append(all, x.Changes)
	}
	return all
}

// Asked is a request to take moves back that seats have to agree to.
type Asked struct {
	Seat game.Seat   `json:"seat" doc:"Who asks."`
	Back int         `json:"back" doc:"The entry to go back to."`
	Why  match.Line  `json:"why" doc:"Why it needs consent."`
	Need []game.Seat `json:"need" nullable:"false" doc:"Who has not agreed yet."`
}

// Move is a move or draft as an object. It can be a text, too: see ReadMove.
type Move struct {
	Action string   `json:"action,omitempty" doc:"Name of the action."`
	Picks  [][]any  `json:"picks,omitempty" is:"word" nullable:"false" doc:"For each pick in turn the values that are chosen: texts, or whole numbers."`
	_      struct{} `additionalProperties:"false"`
}

// View is what an observer sees, as game.State.Save writes it.
type View struct {
	Ply      int                                   `json:"ply" doc:"Version of the form: 1."`
	View     game.Seat                             `json:"view" doc:"Whose view it is: a seat, -1 for the spectators, -2 for the judge."`
	Game     string                                `json:"game" doc:"Name of the game."`
	Version  string                                `json:"version,omitempty" doc:"Version of the rules."`
	Digest   string                                `json:"digest,omitempty" doc:"A hash of what the rules declare."`
	Options  game.Values                           `json:"options,omitempty" doc:"The options of the game that are not as usual."`
	Seats    int                                   `json:"seats" doc:"How many play."`
	Turn     game.Seat                             `json:"turn" doc:"Whose turn it is, -1 when the game is over; changes name it @turn."`
	Moves    int                                   `json:"moves" doc:"How many moves were made; changes name it @moves."`
	Out      int                                   `json:"out,omitempty" doc:"Which seats are out, as bits: 1 for seat 0, 2 for seat 1, 4 for seat 2; changes name it @out."`
	Away     int                                   `json:"away,omitempty" doc:"Which seats sit out for now, as bits; changes name it @away."`
	Left     string                                `json:"left,omitempty" doc:"Those that are out in the order of leaving, such as 2 0+1: seat 2 first, then seats 0 and 1 together; changes name it @left."`
	Outcome  string                                `json:"outcome,omitempty" doc:"How it ended, in the form of a save; changes name it @outcome."`
	By       string                                `json:"by,omitempty" doc:"What has won, if the game names it, such as a line of cells: the names of places and things, with a space between two; changes name it @by."`
	Past     string                                `json:"past,omitempty" doc:"Keys of past positions; changes name it @past."`
	Flow     json.RawMessage                       `json:"flow,omitempty" doc:"Where the order of play has got to; changes name it @flow."`
	Elements []Element                             `json:"elements" nullable:"false" doc:"All things that are seen, those in one holder in their order."`
	Parts    map[string]map[string]json.RawMessage `json:"parts,omitempty" doc:"Values of Parts by the name of the Part, then by the name of what has it."`
	Hash     string                                `json:"hash" doc:"Hash of the view."`
	Check    string                                `json:"check" doc:"Checksum of this text."`
}

// Element is a thing in a view.
type Element struct {
	ID    string     `json:"id" doc:"Its name in this view."`
	Kind  string     `json:"kind" doc:"What it is; ? for what has no face."`
	In    string     `json:"in" doc:"The name of the place or thing it lies in."`
	Owner *game.Seat `json:"owner,omitempty" doc:"Whose it is; nobody's, if it is missing."`
}
