package server

import (
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limits counts what each address uses.
type limits struct {
	config Config

	mu        sync.Mutex
	all       int
	addresses map[string]*usage
}

type usage struct {
	connections int
	creates     *rate.Limiter
	used        time.Time
}

func newLimits(c Config) *limits { return &limits{config: c, addresses: map[string]*usage{}} }

func (l *limits) usageOf(address string) *usage {
	u := l.addresses[address]
	if u == nil {
		u = &usage{creates: rate.NewLimiter(rate.Limit(l.config.CreateRate), int(10*l.config.CreateRate)+1)}
		l.addresses[address] = u
	}
	u.used = time.Now()
	return u
}

// enter reports whether there is room for another connection from an address.
func (l *limits) enter(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	u := l.usageOf(address)
	if l.all >= l.config.MaxConnections || u.connections >= l.config.MaxPerAddress {
		return false
	}
	l.all++
	u.connections++
	return true
}

func (l *limits) leave(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	l.usageOf(address).connections--
}

// allowCreate reports whether an address may create another match or take another seat.
func (l *limits) allowCreate(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.usageOf(address).creates.Allow()
}

// forget drops addresses without recent requests.
func (l *limits) forget(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for a, u := range l.addresses {
		if u.connections == 0 && now.Sub(u.used) > 10*time.Minute {
			delete(l.addresses, a)
		}
	}
}

// addressOf returns the address of the client of a request.
func (s *Server) addressOf(r *http.Request) string {
	if s.config.Proxied {
		all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if last := strings.TrimSpace(all[len(all)-1]); last != "" {
			return last
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
