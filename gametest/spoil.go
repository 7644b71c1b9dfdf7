package gametest

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// source is what inputs are made from: the states up to this one, with their moves.
type source struct {
	g    *trail
	at   int
	s    *game.State
	r    *rand.Rand
	good []game.Move // moves of this state, if they can be listed
	old  []game.Move // moves made before

	unlisted bool // the moves cannot be listed
}

// any returns a copy of some move, a good one if possible.
func (in *source) any() game.Move {
	from := in.good
	if len(from) == 0 {
		from = in.old
	}
	if len(from) == 0 {
		return game.Move{Seat: max(in.s.Turn(), 0), Action: in.g.rules.Actions[0].Name}
	}
	m := from[in.r.IntN(len(from))]
	m.Picks = slices.Clone(m.Picks)
	for i := range m.Picks {
		m.Picks[i] = slices.Clone(m.Picks[i])
	}
	return m
}

// spoil makes a bad input from a good one. Some turn out to be good after all.
type spoil struct {
	kind string
	make func(*source) input
}

func moveInput(m game.Move) input { return input{move: m} }

func textInput(seat game.Seat, text string) input {
	return input{move: game.Move{Seat: seat}, text: text, isText: true}
}

var spoils = []spoil{
	{"no such seat", func(in *source) input {
		m := in.any()
		m.Seat = []game.Seat{-1, -128, 127, game.Seat(in.s.Seats())}[in.r.IntN(4)]
		return moveInput(m)
	}},
	{"another seat", func(in *source) input {
		m := in.any()
		m.Seat = game.Seat(in.r.IntN(in.s.Seats()))
		return moveInput(m)
	}},
	{"unknown action", func(in *source) input {
		m := in.any()
		m.Action = []string{"", "?", "no-such-thing", m.Action + "x", strings.ToUpper(m.Action), "\x00"}[in.r.IntN(6)]
		return moveInput(m)
	}},
	{"another action", func(in *source) input {
		m := in.any()
		names := flowActions(in.g.rules)
		for _, a := range in.g.rules.Actions {
			names = append(names, a.Name)
		}
		m.Action = names[in.r.IntN(len(names))]
		return moveInput(m)
	}},
	{"random bytes", func(in *source) input {
		return textInput(in.any().Seat, string(randomBytes(in.r, in.r.IntN(60))))
	}},
	{"garbled text", func(in *source) input {
		m := in.any()
		return textInput(m.Seat, string(garble(in.r, []byte(in.s.Text(m)))))
	}},
	{"odd text", func(in *source) input {
		m := in.any()
		return textInput(m.Seat, m.Action+[]string{"", " ", " -", " +", ` "`, ` ""`, " a+", " \"\\x00\"", " -1",
			" 99999999999999999999", " #0", " #1", " #+1", " ?", "\n", " table", " seat/0"}[in.r.IntN(17)])
	}},
	{"huge text", func(in *source) input {
		m := in.any()
		return textInput(m.Seat, m.Action+strings.Repeat([]string{" a", "+a", "a", `"`, "\x00", "é"}[in.r.IntN(6)],
			1<<in.r.IntN(15)))
	}},
	{"missing pick", func(in *source) input {
		m := in.any()
		m.Picks = m.Picks[:in.r.IntN(len(m.Picks)+1)]
		return moveInput(m)
	}},
	{"empty pick", func(in *source) input {
		m := in.any()
		if len(m.Picks) > 0 {
			m.Picks[in.r.IntN(len(m.Picks))] = nil
		}
		return moveInput(m)
	}},
	{"extra pick", func(in *source) input {
		m := in.any()
		for range 1 + in.r.IntN(3) {
			m.Picks = append(m.Picks, []game.Value{randomValue(in)})
		}
		return moveInput(m)
	}},
	{"extra value", func(in *source) input {
		m := in.any()
		if len(m.Picks) > 0 {
			i := in.r.IntN(len(m.Picks))
			m.Picks[i] = append(m.Picks[i], randomValue(in))
		}
		return moveInput(m)
	}},
	{"doubled value", func(in *source) input {
		m := in.any()
		if len(m.Picks) > 0 {
			i := in.r.IntN(len(m.Picks))
			m.Picks[i] = append(m.Picks[i], m.Picks[i]...)
		}
		return moveInput(m)
	}},
	{"random value", func(in *source) input {
		m := in.any()
		if len(m.Picks) > 0 {
			m.Picks[in.r.IntN(len(m.Picks))] = []game.Value{randomValue(in)}
		}
		return moveInput(m)
	}},
	{"value of another pick", func(in *source) input {
		m, other := in.any(), in.any()
		if len(m.Picks) > 0 && len(other.Picks) > 0 {
			m.Picks[in.r.IntN(len(m.Picks))] = other.Picks[in.r.IntN(len(other.Picks))]
		}
		return moveInput(m)
	}},
	{"picks in disorder", func(in *source) input {
		m := in.any()
		in.r.Shuffle(len(m.Picks), func(a, b int) { m.Picks[a], m.Picks[b] = m.Picks[b], m.Picks[a] })
		return moveInput(m)
	}},
	{"stale move", func(in *source) input {
		if len(in.old) == 0 {
			return moveInput(game.Move{})
		}
		return moveInput(in.old[in.r.IntN(len(in.old))])
	}},
	{"huge move", func(in *source) input {
		m := in.any()
		m.Picks = append(m.Picks, slices.Repeat([]game.Value{randomValue(in)}, 1<<in.r.IntN(14)))
		if in.r.IntN(2) == 0 {
			m.Picks = slices.Repeat(m.Picks, 1<<in.r.IntN(10))
		}
		return moveInput(m)
	}},
}

// randomValue is sometimes plausible, and sometimes far out of range.
func randomValue(in *source) game.Value {
	switch in.r.IntN(7) {
	case 0:
		return game.Value{N: []int64{0, -1, math.MaxInt64, math.MinInt64, math.MaxUint32, 1 << 31, 1 << 32}[in.r.IntN(7)]}
	case 1:
		return game.Value{Text: string(randomBytes(in.r, in.r.IntN(300)))}
	case 2:
		return game.Value{N: in.r.Int64N(100), Text: "a"}
	case 3:
		return game.Value{N: in.r.Int64()}
	case 4, 5:
		return game.Value{N: in.r.Int64N(10)}
	}
	return game.Value{N: in.r.Int64N(200)}
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// garble changes, drops, doubles or inserts a few bytes.
func garble(r *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	for range 1 + r.IntN(3) {
		at := r.IntN(len(text) + 1)
		to := min(len(text), at+1+r.IntN(8))
		switch r.IntN(4) {
		case 0:
			text = slices.Insert(text, at, randomBytes(r, 1+r.IntN(3))...)
		case 1:
			text = slices.Delete(text, at, to)
		case 2:
			text = slices.Insert(text, at, text[at:to]...)
		case 3:
			if at < len(text) {
				text[at] = "0123456789abcxyz-+#\"{}[],: "[r.IntN(27)]
			}
		}
	}
	return text
}
