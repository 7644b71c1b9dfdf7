package heap

import (
	"runtime"
	rtm "runtime/metrics"
	"sync"
	"time"
)

// Limit watches how much memory the process uses.
type Limit struct {
	Most int64 // 0 means no limit

	mu        sync.Mutex
	looked    time.Time
	over      bool
	collected time.Time
}

const (
	lookEvery    = 50 * time.Millisecond
	collectEvery = time.Second
)

// Crowded reports whether more memory is in use than allowed. The answer may be a moment old.
func (m *Limit) Crowded() bool {
	if m.Most <= 0 {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if time.Since(m.looked) < lookEvery {
		return m.over
	}
	live, all := inUse()
	if all > m.Most && time.Since(m.collected) > collectEvery { // see how much of it is garbage
		m.collected = time.Now()
		runtime.GC()
		live, _ = inUse()
	}
	m.looked, m.over = time.Now(), live > m.Most
	return m.over
}

// inUse returns the bytes of objects that were reachable at the last garbage collection, and of all objects.
func inUse() (live, all int64) {
	samples := []rtm.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	rtm.Read(samples)
	return int64(samples[0].Value.Uint64()), int64(samples[1].Value.Uint64())
}
