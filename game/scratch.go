package game

import "unsafe"

// scratch is memory for reuse. No function relies on what another has left in it.
type scratch struct {
	arena   arena // of the Sets of the present move
	ids     []ID
	touched []uint64
	seatBuf [maxSeats]Seat
}

// block is memory that is handed out in small pieces, for data that many states share.
type block[T any] struct {
	all  []T
	used int
}

// take returns n zero values that nothing else refers to.
func (b *block[T]) take(n int) []T {
	if b.used+n > len(b.all) {
		b.all, b.used = make([]T, max(n, 64)), 0
	}
	b.used += n
	return b.all[b.used-n : b.used : b.used]
}

// giveBack takes back everything that was taken since the block was like was. Nothing may refer to it.
func (b *block[T]) giveBack(was *block[T]) {
	from := 0
	if unsafe.SliceData(b.all) == unsafe.SliceData(was.all) {
		from = was.used
	}
	clear(b.all[from:b.used])
	b.used = from
}

func (x *scratch) reset() {
	x.arena.release()
	x.arena.reset()
}
