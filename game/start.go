package game

// Start checks the rules if necessary and returns the first state of a game. For tests, next fixes the first
// draws of Setup in advance.
func (r *Rules) Start(seats int, seed Seed, next ...Chance) (*State, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	if why := r.Unfit(seats); why != nil {
		return nil, &Refusal{Code: NoSeat, Why: *why}
	}
	f := blank(r, seats, seed).Fork()
	if len(next) > 0 {
		f.s.rng.script = append([]Chance(nil), next...)
	}
	if err := f.setup(r.Setup); err != nil {
		return nil, err
	}
	return f.freeze(), nil
}

// StartAt is Start from a position in the game's own notation, which Position.Read sets up. A notation that
// cannot be read is a Refusal, and so is one for a game that has none.
func (r *Rules) StartAt(seats int, seed Seed, notation string) (*State, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	if r.Position.Read == nil {
		return nil, refuse(Malformed, "{0} has no notation for positions", r.Name)
	}
	if why := r.Unfit(seats); why != nil {
		return nil, &Refusal{Code: NoSeat, Why: *why}
	}
	f := blank(r, seats, seed).Fork()
	err := f.setup(func(t *Tx) {
		if err := r.Position.Read(t, notation); err != nil {
			panic(refuse(Malformed, "{0}", err.Error()))
		}
	})
	if err != nil {
		return nil, err
	}
	return f.freeze(), nil
}

func (f *Fork) setup(set func(*Tx)) (err error) {
	t := &f.t
	defer t.guard(&err)
	t.begin(Nobody)
	t.talking = true
	t.trackMemory()
	t.lay(set)
	t.remember(true)
	t.sum, t.kept = t.tableHash(), true
	return nil
}

// setupInPlace is setup for a fork that plays on without being read.
func (f *Fork) setupInPlace() (err error) {
	t := &f.t
	defer t.guard(&err)
	t.begin(Nobody)
	t.lay(t.rules.Setup)
	t.stale = true
	return nil
}

// lay sets up the table and begins the flow.
func (t *Tx) lay(set func(*Tx)) {
	if set != nil {
		set(t)
	}
	if t.rules.c.nodes == nil {
		t.flowing = true
		t.upkeep()
		t.flowing = false
		t.passAgain()
	}
	if t.over != running {
		t.turn, t.follows = Nobody, Nobody
	}
	if t.rules.c.nodes != nil && t.over == running {
		t.startFlow()
		if t.over != running {
			t.closeFlow()
		}
	}
	t.keepPosition()
	t.settle()
}

// blank returns the table with nothing on it.
func blank(r *Rules, seats int, seed Seed) *State {
	c := r.c
	s := &State{rules: r, n: c.first, rng: newSource(seed)}
	s.seats, s.follows, s.flowMover = int8(seats), Nobody, Nobody
	for id := ID(0); id < c.first; id += pageSize {
		p := &page{}
		copy(p.r[:], c.base[id:])
		s.rows = append(s.rows, p)
	}
	for id := Root; id < c.first; id++ {
		if owner := s.at(id).owner; owner >= Seat(seats) {
			*s.at(id) = row{owner: Nobody} // places of seats that do not play
		}
	}
	for _, p := range c.parts {
		s.cols = append(s.cols, p.column())
	}
	s.span = int(c.first>>6) + 1
	if c.piles > 0 {
		s.piles = make([]uint64, 2*c.piles)
	}
	s.occ = make([]uint64, s.span*(1+seats))
	s.lasting = newLastingValues(r)
	return s
}

// Play plays a move and returns the state after it. If the move is refused (a *Refusal) or the rules fail (a
// *Fault), it returns s itself and the error.
func (s *State) Play(m Move) (*State, error) {
	f := s.rules.borrow(s)
	f.t.logging, f.t.talking = true, true
	f.t.trackMemory()
	if err := f.Play(m); err != nil {
		s.rules.giveBack(f)
		return s, err
	}
	f.s.sum, f.s.kept = s.sum, s.kept
	if !s.kept {
		f.s.sum = s.tableHash()
	}
	f.t.rehash()
	next := f.freeze()
	s.rules.giveBack(f)
	return next, nil
}

// borrow returns a fork at s, reused if possible.
func (r *Rules) borrow(s *State) *Fork {
	if f, ok := r.forks.Get().(*Fork); ok {
		f.Reset(s)
		return f
	}
	return s.Fork()
}

func (r *Rules) giveBack(f *Fork) {
	f.drop()
	r.forks.Put(f)
}
