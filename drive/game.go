package drive

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	mathrand "math/rand/v2"
	"slices"
	"strconv"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/random"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// drivenRules caches the last rules: programs often start the same game again.
type drivenRules struct {
	name   string
	values game.Values
	rules  *game.Rules
}

// rulesOf finds a game and sets its options.
func (d *driver) rulesOf(name string, v game.Values) (*game.Rules, error) {
	if u := d.rules; u.rules != nil && u.name == name && maps.Equal(u.values, v) {
		return u.rules, nil
	}
	r, err := d.all.Find(words.Clip(name))
	if err != nil {
		return nil, refuse("no-game", "%v", err).About("game")
	}
	if r, err = r.With(v); err != nil {
		return nil, err
	}
	d.rules = drivenRules{name, v, r}
	return r, nil
}

// start starts a game. If that fails, the old one continues.
func (d *driver) start(q *request, _ *answer) error {
	var name string
	if err := q.read("game", &name, "the name of a game"); err != nil {
		return err
	}
	values, err := q.options()
	if err != nil {
		return err
	}
	if q.has("preset") {
		if values, err = q.preset(d, name, values); err != nil {
			return err
		}
	}
	r, err := d.rulesOf(name, values)
	if code := game.CodeOf(err); code != "" {
		return refuse(string(code), "%v", err).About("options")
	} else if err != nil {
		return err
	}
	seats := r.Seats.Min
	if q.has("seats") {
		if err := q.read("seats", &seats, "how many play"); err != nil {
			return err
		}
	}
	if seats < r.Seats.Min || seats > r.Seats.Max {
		return refuse(string(game.NoSeat), "%s is for %s, not %d", r.Name, words.Players(r), seats).About("seats")
	}
	for _, x := range d.mine {
		if int(x) >= seats {
			return refuse(string(game.NoSeat), "seat %[2]d of the program does not exist with %[1]d seats", seats,
				x).About("seats")
		}
	}
	seed, err := d.seedFor(q)
	if err != nil {
		return err
	}
	script, err := q.script(d)
	if err != nil {
		return err
	}
	s, err := r.Start(seats, seed, script...)
	if err != nil {
		return err
	}
	t := newTrack(match.Begin(s))
	d.luck = luckFrom(seed)
	batch, err := d.others(t, nil)
	if err != nil {
		return err
	}
	t.commit(batch)
	d.games++
	d.track = t
	return nil
}

// options parses the options of a game: strings, numbers and booleans.
func (q *request) options() (game.Values, error) {
	v := game.Values{}
	if !q.has("options") {
		return v, nil
	}
	var all map[string]json.RawMessage
	if err := q.read("options", &all, `an object such as {"size":7}`); err != nil {
		return nil, err
	}
	for name, raw := range all {
		var text string
		switch {
		case json.Unmarshal(raw, &text) == nil && string(raw) != "null":
		case raw[0] == '{' || raw[0] == '[' || raw[0] == 'n':
			return nil, refuse(string(game.Malformed), "option %q must be a string, a number, true or false, not %s",
				words.Clip(name), words.Clip(string(raw))).About("options")
		default:
			text = string(raw)
		}
		v[name] = text
	}
	return v, nil
}

// preset parses the name of a preset, and returns its options overridden by the given ones.
func (q *request) preset(d *driver, of string, besides game.Values) (game.Values, error) {
	var name string
	if err := q.read("preset", &name, "the name of a preset"); err != nil {
		return nil, err
	}
	r, err := d.all.Find(words.Clip(of))
	if err != nil {
		return nil, refuse("no-game", "%v", err).About("game")
	}
	v, err := catalogue.WithPreset(r, name, besides)
	if err != nil {
		return nil, refuse("no-preset", "%v", err).About("preset")
	}
	return v, nil
}

// seedFor returns the seed of the next game: from the request, the command line or the system.
func (d *driver) seedFor(q *request) (seed game.Seed, err error) {
	switch {
	case q.has("seed") && d.fair:
		return seed, refuse("not-fair", "the seed reveals everything").About("seed")
	case q.has("seed"):
		return q.seedGiven()
	case d.seed != nil:
		return game.SeedOf(random.Seed(*d.seed, d.games)), nil
	}
	_, err = rand.Read(seed[:])
	return seed, err
}

// seedGiven parses a seed: a number, or the hexadecimal digits of a record.
func (q *request) seedGiven() (seed game.Seed, err error) {
	raw := string(q.fields["seed"])
	if n, err := strconv.ParseUint(raw, 10, 64); err == nil {
		return game.SeedOf(n), nil
	}
	var text string
	if json.Unmarshal([]byte(raw), &text) == nil && len(text) == 2*len(seed) {
		if _, err := hex.Decode(seed[:], []byte(text)); err == nil {
			return seed, nil
		}
	}
	return seed, refuse(string(game.Malformed),
		`"seed" must be a whole number of at least 0 or a string of %d hexadecimal digits, not %s`, 2*len(seed),
		words.Clip(raw)).About("seed")
}

// script parses results of chance: numbers, and lists of names for a choice or a shuffle.
func (q *request) script(d *driver) (script []game.Chance, err error) {
	if !q.has("script") {
		return nil, nil
	}
	if d.fair {
		return nil, refuse("not-fair", "players must not set chance").About("script")
	}
	const what = `a list of numbers, and of lists of names, such as [6,["#3"]]`
	var all []json.RawMessage
	if err := q.read("script", &all, what); err != nil {
		return nil, err
	}
	for _, raw := range all {
		var c game.Chance
		if json.Unmarshal(raw, &c.Number) != nil && json.Unmarshal(raw, &c.Order) != nil || string(raw) == "null" {
			return nil, refuse(string(game.Malformed), `"script" must be %s, not %s`, what,
				words.Clip(string(raw))).About("script")
		}
		script = append(script, c)
	}
	return script, nil
}

// chance sets the next results of chance.
func (d *driver) chance(q *request, _ *answer) error {
	if !q.has("script") {
		return refuse(string(game.Missing),
			`"script" is missing; it must be a list, [] to leave chance alone`).About("script")
	}
	script, err := q.script(d)
	if err != nil {
		return err
	}
	d.track.Rig(script...)
	return nil
}

// save returns the state and the record of the game.
func (d *driver) save(_ *request, a *answer) error {
	a.put("save", string(d.track.State().Save()))
	a.put("record", d.track.Record().String())
	return nil
}

// load continues from a save or a record.
func (d *driver) load(q *request, _ *answer) error {
	switch {
	case q.has("save") && q.has("position"):
		return refuse(string(game.Surplus), `use either "save" or "position"`).About("position")
	case q.has("position") && d.track == nil:
		return refuse("no-start", "a position needs a game: start one first").About("position")
	case q.has("position"):
		return d.loadPosition(q)
	}
	text, err := q.saved()
	if err != nil {
		return err
	}
	t, err := d.loaded(text)
	if err != nil {
		return err
	}
	d.track = t
	return nil
}

// loadPosition begins again from a position in the notation of the game that is being played.
func (d *driver) loadPosition(q *request) error {
	was := d.track.State()
	r := was.Rules()
	if r.Position.Read == nil {
		return refuse("no-notation", "%s has no notation for positions; load a save or a record",
			d.gameName()).About("position")
	}
	var text string
	if err := q.read("position", &text, "a position in the notation of the game"); err != nil {
		return err
	}
	s, err := r.StartAt(was.Seats(), was.Seed(), text)
	if game.CodeOf(err) == game.Malformed {
		return refuse(string(game.Malformed), "%v", err).About("position")
	}
	if err != nil {
		return err
	}
	d.track = newTrack(match.Begin(s))
	return nil
}

// saved parses a save, as an object or a string, or the text of a record.
func (q *request) saved() ([]byte, error) {
	if raw := q.fields["save"]; len(raw) > 0 && raw[0] == '{' {
		return raw, nil
	}
	var text string
	err := q.read("save", &text, "the text of a save or of a record")
	return []byte(text), err
}

func (d *driver) loaded(text []byte) (*track, error) {
	damaged := func(why string, args ...any) error { return refuse(string(game.Damaged), why, args...).About("save") }
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		rec, err := match.ReadRecord(text)
		if err != nil {
			return nil, err
		}
		r, err := d.rulesOf(rec.Game, rec.Options)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(rec.Moves, func(e match.Entry) bool { return e.Kind != match.Moved }) {
			return nil, damaged("moves were undone or a player resigned in this match")
		}
		m, err := match.Replay(r, rec, -1)
		if err != nil {
			return nil, err
		}
		return newTrack(m), nil
	}
	var head struct {
		Game    string
		Options game.Values
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, damaged("it is not a Ply save: %v", err)
	}
	if head.Options == nil {
		head.Options = game.Values{}
	}
	r, err := d.rulesOf(head.Game, head.Options)
	if err != nil {
		return nil, err
	}
	s, err := r.Load(text)
	if err != nil {
		return nil, err
	}
	if x, is := s.Viewer(); is {
		return nil, damaged("it is the view of %s, not the whole game", observerText(x))
	}
	return newTrack(match.Begin(s)), nil
}

func observerText(x game.Seat) string {
	switch x {
	case game.Nobody:
		return "a spectator"
	case game.Judge:
		return "the judge"
	}
	return fmt.Sprintf("seat %d", x)
}

// drivenLuck is the randomness of the bot.
type drivenLuck struct{ *mathrand.Rand }

// luckFrom derives the bot's randomness from a seed, independently of the game's.
func luckFrom(seed game.Seed) drivenLuck {
	at := func(i int) uint64 { return random.Mix(binary.LittleEndian.Uint64(seed[i:])) }
	return drivenLuck{mathrand.New(mathrand.NewPCG(at(0), at(8)))}
}
