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

// drivenRules are the rules that were used last: programs often start the same game again.
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

// start begins a game. Until that has succeeded, the old one goes on.
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
		return refuse(string(game.NoSeat), "%s is for %s, not %d", r.Name, words.Players(r.Seats), seats).About("seats")
	}
	for _, x := range d.mine {
		if int(x) >= seats {
			return refuse(string(game.NoSeat), "%d play, and seat %d is one of the program", seats, x).About("seats")
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

// options reads the options of a game: texts, numbers and bools.
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
			return nil, refuse(string(game.Malformed), "option %q is a text, a number, true or false, not %s", words.Clip(name), words.Clip(string(raw))).About("options")
		default:
			text = string(raw)
		}
		v[name] = text
	}
	return v, nil
}

// preset reads the name of a preset and returns its options, and those given besides.
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

// seedFor returns the seed of the next game: what is asked for, else one of the command or the
// system.
func (d *driver) seedFor(q *request) (seed game.Seed, err error) {
	switch {
	case q.has("seed") && d.fair:
		return seed, refuse("not-fair", "who knows the seed knows everything").About("seed")
	case q.has("seed"):
		return q.seedGiven()
	case d.seed != nil:
		return game.SeedOf(random.Seed(*d.seed, d.games)), nil
	}
	_, err = rand.Read(seed[:])
	return seed, err
}

// seedGiven reads a seed: a number, or all of it as a record writes it.
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
	return seed, refuse(string(game.Malformed), `"seed" is a whole number from 0 on, or a text of %d hexadecimal digits, not %s`, 2*len(seed), words.Clip(raw)).About("seed")
}

// script reads what chance is to decide: numbers, and lists of names for a choice or a shuffle.
func (q *request) script(d *driver) (script []game.Chance, err error) {
	if !q.has("script") {
		return nil, nil
	}
	if d.fair {
		return nil, refuse("not-fair", "chance is not for a player to set").About("script")
	}
	const what = `a list of numbers, and of lists of names, such as [6,["#3"]]`
	var all []json.RawMessage
	if err := q.read("script", &all, what); err != nil {
		return nil, err
	}
	for _, raw := range all {
		var c game.Chance
		if json.Unmarshal(raw, &c.Number) != nil && json.Unmarshal(raw, &c.Order) != nil || string(raw) == "null" {
			return nil, refuse(string(game.Malformed), `"script" is %s, not %s`, what, words.Clip(string(raw))).About("script")
		}
		script = append(script, c)
	}
	return script, nil
}

// chance sets what chance decides next.
func (d *driver) chance(q *request, _ *answer) error {
	if !q.has("script") {
		return refuse(string(game.Missing), `there is no "script"; it is a list, [] to leave chance alone`).About("script")
	}
	script, err := q.script(d)
	if err != nil {
		return err
	}
	d.track.Rig(script...)
	return nil
}

// save gives the game away: its state, and how it came there.
func (d *driver) save(_ *request, a *answer) error {
	a.put("save", string(d.track.State().Save()))
	a.put("record", d.track.Record().String())
	return nil
}

// load goes on with a save or a record.
func (d *driver) load(q *request, _ *answer) error {
	switch {
	case q.has("save") && q.has("position"):
		return refuse(string(game.Surplus), `"save" and "position" are two ways to say it; leave one out`).About("position")
	case q.has("position") && d.track == nil:
		return refuse("no-start", "no game is being played whose notation it could be; start one first").About("position")
	case q.has("position"):
		return refuse("no-notation", "%s has no notation of positions; load a save or a record", d.gameName()).About("position")
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

// saved reads a save, as an object or a text, or the text of a record.
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
			return nil, damaged("it is of a match in which moves were taken back, or somebody has given up")
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
		return nil, damaged("it is not a save of Ply: %v", err)
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
		return nil, damaged("it is what %s sees, and not the whole game", observerText(x))
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

// drivenLuck draws the moves of the seats that are not the program's.
type drivenLuck struct{ *mathrand.Rand }

// luckFrom begins with a seed; the game draws other numbers from it.
func luckFrom(seed game.Seed) drivenLuck {
	at := func(i int) uint64 { return random.Mix(binary.LittleEndian.Uint64(seed[i:])) }
	return drivenLuck{mathrand.New(mathrand.NewPCG(at(0), at(8)))}
}
