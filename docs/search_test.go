package docs_test

import (
	"context"
	"fmt"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/breakthrough"
	"github.com/plygame/ply/games/gofish"
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

// Collector is a policy for go fish: it prefers ranks that the player holds many cards of.
type Collector struct{ Hands, Books *game.Place }

func (c Collector) Weight(f *game.Fork, h game.Handle) int {
	var m game.Move
	f.Decode(h, &m)
	s, book, cards := f.State(), game.ID(m.Picks[1][0].N), 0
	for id := range s.In(c.Hands.Of(m.Seat)) {
		if c.Books.At(int(gofish.Ranks.Of(s, id))) == book {
			cards++
		}
	}
	return cards * cards
}

func Example_cardPolicy() {
	rules := gofish.New()
	rules.Weight = Collector{rules.Layout[1].(*game.Place), rules.Layout[2].(*game.Place)}.Weight
	s, _ := rules.Start(2, game.SeedOf(1))
	f := s.Fork()
	all, _ := f.Handles(nil)
	for _, h := range all {
		fmt.Println(s.Text(f.Move(h)), "- weight", rules.Weight(f, h))
	}
	// Output:
	// ask 1 2 - weight 1
	// ask 1 4 - weight 1
	// ask 1 6 - weight 1
	// ask 1 8 - weight 1
	// ask 1 10 - weight 1
	// ask 1 J - weight 4
}

// forEachBoard is a bot with an evaluator that is made for the board of the match.
func forEachBoard() bot.Bot {
	return bot.Bot{Name: "material", Takes: "SIMULATIONS", About: "Counts pawns.",
		New: func(parameter string) (bot.Player, error) {
			search, err := bot.NewSearch(parameter)
			if err != nil {
				return nil, err
			}
			return bot.Func(func(ctx context.Context, t bot.Turn) (game.Move, error) {
				own := *search
				own.Evaluator = Material{t.View.Rules().Layout[0].(*board.Grid)}
				return own.Choose(ctx, t)
			}), nil
		}}
}

func Example_botWithOptions() {
	player, err := bot.Bots{forEachBoard()}.Player("material:20")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, size := range []string{"5", "8"} {
		rules, _ := breakthrough.New(6).With(game.Values{"size": size})
		s, _ := rules.Start(2, game.SeedOf(1))
		_, err := bot.Choose(context.Background(), player, s, s.Turn(), 1)
		fmt.Println("a board of", size, "- error:", err)
	}
	// Output:
	// a board of 5 - error: <nil>
	// a board of 8 - error: <nil>
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
