package gametest

import (
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/game"
)

// mostFuzzed limits the moves of a fuzzed game, to keep it fast.
const mostFuzzed = 300

// Fuzz lets the fuzzer play: its bytes choose the moves, and sometimes send garbage instead. Each game is
// checked against the fast laws.
func Fuzz(f *testing.F, rules *game.Rules) {
	f.Helper()
	if err := rules.Check(); err != nil {
		f.Fatalf("%v", err)
	}
	for _, data := range [][]byte{nil, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, []byte("any bytes are a game"),
		{1, 0xff, 0, 0xfe, 7}} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := newChecker(t, rules, Config{Games: 1, Inputs: 40})
		c.fuzz(data)
	})
}

// quickLaws are the laws checked for every fuzzed game.
var quickLaws = map[string]bool{"determinism": true, "replay": true, "replay in place": true, "save and load": true,
	"changes": true, "what is offered is accepted": true, "conservation of elements": true, "bad input is refused": true,
	"offers on the view": true, "leaks": true,
	"somebody can act": true, "order of arrival": true, "what is scheduled": true}

func (c *checker) fuzz(data []byte) {
	c.t.Helper()
	seats, seed := c.rules.Seats.Min, uint64(0)
	if len(data) > 1 {
		seats += int(data[0]) % (c.rules.Seats.Max - seats + 1)
		seed, data = uint64(data[1]), data[2:]
	}
	setup := Setup{Seats: seats, Seed: seed}
	s, err := c.begin(c.rules, setup)
	if err != nil {
		c.t.Errorf("%v", cannotStart(c.rules, setup, err))
		return
	}
	g := newTrail(c.kernel, c.rules, setup, s)
	c.steer(g, data)
	for _, l := range laws {
		if quickLaws[l.name] {
			c.ask(l, g)
		}
	}
}

// steer plays by the bytes: each chooses a move, and large ones send the bytes after them as text.
func (c *checker) steer(g *trail, data []byte) {
	for len(data) > 0 && len(g.moves) < mostFuzzed && !g.last().Outcome().Over {
		b := data[0]
		data = data[1:]
		if b >= 0xf0 {
			n := min(len(data), int(b&15))
			c.sendText(g, string(data[:n]))
			data = data[n:]
			continue
		}
		m, next, stop := c.nth(g, int(b))
		if stop != nil {
			g.stop = stop
			return
		}
		g.add(c.kernel, m, next)
	}
}

// sendText sends garbage, every other time after the name of an action.
func (c *checker) sendText(g *trail, text string) {
	c.t.Helper()
	i := len(g.moves)
	in := &source{g: g, at: i, s: g.last()}
	if len(text)%2 == 1 {
		text = c.rules.Actions[0].Name + " " + text
	}
	bad := textInput(max(in.s.Turn(), 0), text)
	bad.kind = "fuzzed text"
	if why := c.send(in, &bad); why != "" {
		b := broken(i, "%s: %s", &bad, why)
		b.input = &bad
		c.reportBreach("bad input is refused", g, b)
	}
}

// nth plays the n-th move, or one chosen by n if the moves cannot be listed.
func (c *checker) nth(g *trail, n int) (game.Move, *game.State, *breach) {
	s := g.last()
	all, err := c.legal(s)
	if err != nil || len(all) == 0 {
		return c.playOneByOffers(g, rand.New(rand.NewPCG(uint64(n), 3)))
	}
	m := all[n%len(all)]
	next, err := c.play(s, m)
	return m, next, failedMove(g, m, err)
}
