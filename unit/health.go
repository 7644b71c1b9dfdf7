package unit

import "github.com/plygame/ply/game"

// Hurt takes health from a unit, down to 0, and reports whether it is dead. [Bury] removes the dead.
func Hurt(t *game.Tx, id game.ID, n int) (dead bool) {
	Health.Set(t, id, max(0, Health.Of(t, id)-n))
	return Dead(t, id)
}

// Heal gives health back, up to the unit's MaxHealth. The dead stay dead.
func Heal(t *game.Tx, id game.ID, n int) {
	if n > 0 && !Dead(t, id) {
		Health.Set(t, id, min(MaxHealth.Of(t, id), Health.Of(t, id)+n))
	}
}

// Wounded reports whether a unit has less than its MaxHealth.
func Wounded(r game.Reader, id game.ID) bool { return Health.Of(r, id) < MaxHealth.Of(r, id) }

// Dead reports whether a unit has no health left. A unit without MaxHealth cannot die, nor one that waits in a reserve.
func Dead(r game.Reader, id game.ID) bool {
	return Health.Of(r, id) == 0 && MaxHealth.Of(r, id) > 0 && Arrives.Of(r, id) == 0
}

// Bury returns a function for Rules.Settle: it takes dead units out of the game, oldest first. They drop what they
// carry. The function, if not nil, is called for each of them first.
func Bury(fallen func(t *game.Tx, id game.ID), kinds ...*game.Kind) func(*game.Tx) {
	return func(t *game.Tx) { bury(t, fallen, kinds) }
}

func bury(t *game.Tx, fallen func(t *game.Tx, id game.ID), kinds []*game.Kind) {
	for id := range t.All(kinds...) {
		if !Dead(t, id) || !t.Alive(id) {
			continue
		}
		if fallen != nil {
			fallen(t, id)
		}
		Drop(t, id)
		t.Remove(id)
	}
}

// Drop puts everything that a unit carries into the unit's place; there must be room for it.
func Drop(t *game.Tx, id game.ID) {
	for item := range t.In(id) {
		Held.Set(t, item, false)
		t.Give(item, game.Nobody)
		t.Move(item, t.Parent(id))
	}
}

// Carry puts an item into the pack of a unit, without holding it.
func Carry(t *game.Tx, item, id game.ID) {
	Held.Set(t, item, false)
	t.Give(item, t.Owner(id))
	t.Move(item, id)
}

// Take is [Carry]; the unit holds the item if there is [Room].
func Take(t *game.Tx, item, id game.ID) {
	Carry(t, item, id)
	Equip(t, item)
}

// Outfit makes items for a unit, which holds those that it has [Room] for. They are made in a place that allows them.
func Outfit(t *game.Tx, id game.ID, kinds []*game.Kind, names []string, in game.Holder) {
	for _, name := range names {
		Take(t, t.Create(Named(kinds, name), in), id)
	}
}

// Stock makes as many things of each kind as its Trait says.
func Stock(t *game.Tx, kinds []*game.Kind, copies *game.Trait[int], in game.Holder) {
	for _, k := range kinds {
		t.CreateMany(copies.On(k), k, in)
	}
}

// Room reports whether the unit that carries the item has a free slot for it, and gives the reason if not.
func Room(t *game.Tx, item game.ID) bool {
	id, slot := t.Parent(item), Fits.Of(t, item)
	if slot == "" {
		return t.Refuse("{0} cannot be held", item)
	}
	free := 0
	for _, s := range Slots.Of(t, id) {
		if s == slot {
			free++
		}
	}
	if free == 0 {
		return t.Refuse("{0} has no {1} for {2}", id, slot, item)
	}
	for other := range t.In(id) {
		if other != item && Held.Of(t, other) && Fits.Of(t, other) == slot {
			free--
		}
	}
	return free > 0 || t.Refuse("{0} has no free {1}", id, slot)
}

// Equip lets a unit hold an item that it carries, if there is [Room], and reports whether it does.
func Equip(t *game.Tx, item game.ID) bool {
	if !Room(t, item) {
		return false
	}
	Held.Set(t, item, true)
	return true
}

// Ready lets a unit hold an item that it carries. If there is no room, it puts the first item of that slot back into
// the pack.
func Ready(t *game.Tx, item game.ID) {
	if Equip(t, item) {
		return
	}
	if held := Holding(t, t.Parent(item), Fits.Of(t, item)); len(held) > 0 {
		Stow(t, held[0])
		Equip(t, item)
	}
}

// Items returns the items that a unit holds, or those in its pack, of kinds for which fit returns true.
func Items(r game.Reader, id game.ID, held bool, fit func(k *game.Kind) bool) game.Set[game.ID] {
	s := r.Read()
	return s.Contents(id).Where(func(item game.ID) bool { return Held.Of(s, item) == held && fit(s.Kind(item)) })
}

// Holdable reports whether things of a kind can be held in a slot.
func Holdable(k *game.Kind) bool { return Fits.On(k) != "" }

// Carries returns the first item of a unit whose kind fits, 0 if there is none; with held, only items that it holds
// count.
func Carries(r game.Reader, id game.ID, held bool, fit func(k *game.Kind) bool) game.ID {
	s := r.Read()
	for item := range s.In(id) {
		if (Held.Of(s, item) || !held) && fit(s.Kind(item)) {
			return item
		}
	}
	return 0
}

// Stow puts a held item back into the pack.
func Stow(t *game.Tx, item game.ID) { Held.Set(t, item, false) }

// Holding returns the items that a unit holds in slots with this name, in the order in which it took them.
func Holding(r game.Reader, id game.ID, slot string) (items []game.ID) {
	s := r.Read()
	for item := range s.In(id) {
		if Held.Of(s, item) && Fits.Of(s, item) == slot {
			items = append(items, item)
		}
	}
	return items
}
