package bot

import "github.com/plygame/ply/game"

// mostExpected is how many moves Thought.Line has at most.
const mostExpected = 8

// viewOf is State.View.
func viewOf(s *game.State, seat game.Seat) *game.State { return s.View(seat) }

// expected returns how the game continues if every seat makes the move that was tried most often.
func (t *openTree) expected(first game.Move) (lines []game.Line) {
	s, m, n := t.root, first, int32(openRoot)
	for range mostExpected {
		next, err := s.Play(m)
		if err != nil {
			break
		}
		lines = append(lines, s.MoveLine(viewOf, t.turn.Seat, m, next))
		n = t.follow(n, m)
		node := &t.nodes[n]
		if n == 0 || node.last == 0 || next.Over() {
			break
		}
		best := openEdge{}
		for _, e := range t.edges[node.first:node.last] {
			if e.visits > best.visits {
				best = e
			}
		}
		if best.visits == 0 {
			break
		}
		s, m = next, t.book.Move(best.move)
	}
	return lines
}

// follow returns the node that a move leads to, 0 if it is not known.
func (t *openTree) follow(n int32, m game.Move) int32 {
	node := &t.nodes[n]
	text := t.root.Text(m)
	for _, e := range t.edges[node.first:node.last] {
		if t.root.Text(t.book.Move(e.move)) == text {
			return e.to
		}
	}
	return 0
}

// expected returns how the game continues in a re-deal if every seat makes the move that was tried most often.
func (t *hiddenTree) expected(first game.Move) (lines []game.Line) {
	f := t.workers[0].fork
	if t.turn.Redeal(f, mixed(t.turn.Seed, 0x11E)) != nil {
		return nil
	}
	s, err := f.Freeze()
	if err != nil {
		return nil
	}
	var p path
	p.begin(t.seats)
	want := mixed(hiddenRoot, t.turn.View.MoveKey(first))
	for range mostExpected {
		seat, together := t.next(s), s.ToAct().Len() > 1
		m, key := t.likeliest(s, p.node(seat), want)
		if m.Action == "" {
			break
		}
		next, err := s.Play(m)
		if err != nil {
			break
		}
		lines = append(lines, s.MoveLine(viewOf, t.turn.Seat, m, next))
		p.add(seat, key, together)
		if s, want = next, 0; s.Over() {
			break
		}
	}
	return lines
}

// likeliest returns the move that was tried most often at a node, or the one with the wanted key.
func (t *hiddenTree) likeliest(s *game.State, node, want uint64) (best game.Move, key uint64) {
	moves, err := s.MovesUpTo(mostListed)
	if err != nil {
		return best, 0
	}
	seat, most := t.next(s), 0
	for _, m := range moves {
		k := mixed(node, s.MoveKey(m))
		if m.Seat != seat || want != 0 && k != want {
			continue
		}
		if c := t.choice(m, k); want != 0 || c.Visits > most {
			best, key, most = m, k, c.Visits
		}
	}
	return best, key
}
