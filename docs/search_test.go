package docs_test

import (
	"context"
	"fmt"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/breakthrough"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/lab"
)

func Example_think() {
	s, _ := tictactoe.New().Start(2, game.SeedOf(1))
	for _, text := range []string{"place a1", "place b2", "place a2"} {
		m, _ := s.Parse(s.Turn(), text)
		s, _ = s.Play(m)
	}
	search, err := bot.NewSearch("sharp") // or "300", for 300 simulations
	if err != nil {
		fmt.Println(err)
		return
	}
	thought, err := search.Think(context.Background(), bot.NewTurn(s, s.Turn(), 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	best := thought.Choices[0]
	fmt.Println(s.Text(best.Move), best.Visits > thought.Simulations/2)
	// Output: place a3 true
}

// Material is an evaluator: it counts pawns.
type Material struct{ Board *board.Grid }

func (m Material) Value(s *game.State, seat game.Seat) int {
	lead := m.Board.Held(s, seat).Len() - m.Board.Held(s, 1-seat).Len()
	return 500 + min(max(80*lead, -400), 400)
}

func Example_evaluator() {
	rules := breakthrough.New(6)
	pawns := Material{rules.Layout[0].(*board.Grid)}
	againstPlain(rules, "material", &bot.Search{Simulations: 50, Evaluator: pawns})
	// Output: material beats plain, beyond doubt: true
}

// againstPlain lets a search play 40 games against a plain one with as many simulations.
func againstPlain(rules *game.Rules, name string, search *bot.Search) {
	a := &lab.Arena{Rules: rules, Seats: 2, Games: 40, Seed: 1, Bots: []lab.Entrant{
		{Name: name, Player: search},
		{Name: "plain", Player: &bot.Search{Simulations: search.Simulations}},
	}}
	standings, err := a.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	p := standings.Pairings[0] // the stronger bot comes first
	fmt.Printf("%s beats %s, beyond doubt: %t\n", p.Bots[0], p.Bots[1], p.Low > 0.5)
}

func Example_objectives() {
	rules := breakthrough.New(6)
	b := rules.Layout[0].(*board.Grid)
	pawns := bot.Objective{Weight: 4, Of: func(s *game.State, seat game.Seat) int { return b.Held(s, seat).Len() }}
	againstPlain(rules, "objectives", &bot.Search{Simulations: 50, Evaluator: bot.Objectives{pawns}})
	// Output: objectives beats plain, beyond doubt: true
}

// Eager is a policy: it reaches the far row if it can, and likes captures.
type Eager struct{ Board *board.Grid }

func (e Eager) Weight(f *game.Fork, h game.Handle) int {
	var m game.Move
	f.Decode(h, &m)
	to := game.ID(m.Picks[1][0].N)
	_, y := e.Board.XY(to)
	switch {
	case y == 0 || y == 5: // the far row of a board of 6
		return 1000
	case e.Board.Held(f.State(), 1-m.Seat).Has(to):
		return 10
	}
	return 1
}

func Example_policy() {
	rules := breakthrough.New(6)
	eager := Eager{rules.Layout[0].(*board.Grid)}
	againstPlain(rules, "eager", &bot.Search{Simulations: 50, Policy: eager})
	// Output: eager beats plain, beyond doubt: true
}

func Example_rulesForBots() {
	rules := breakthrough.New(6)
	b := rules.Layout[0].(*board.Grid)
	rules.Value = Material{b}.Value
	rules.Levels = [4]int{0, 100, 500, 2500} // gentle as usual

	sharp, _ := bot.NewSearch("sharp")
	s, _ := rules.Start(2, game.SeedOf(1))
	thought, err := sharp.Think(context.Background(), bot.NewTurn(s, s.Turn(), 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(thought.Simulations, "simulations")
	// Output: 500 simulations
}
