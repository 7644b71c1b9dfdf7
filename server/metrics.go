package server

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/plygame/ply/match"
)

// metrics holds the metrics of a server.
type metrics struct {
	registry *prometheus.Registry

	live, connections, stuck, bans, draining                      prometheus.Gauge
	stuckEver, archived                                           prometheus.Counter
	created, deleted, renewed, requests, slow, turnedAway, panics prometheus.Counter
	entries, refusals                                             *prometheus.CounterVec
	moves                                                         prometheus.Counter // the one of entries
	keeping                                                       prometheus.Histogram
}

func newMetrics() *metrics {
	m := &metrics{
		registry:    prometheus.NewRegistry(),
		live:        prometheus.NewGauge(prometheus.GaugeOpts{Name: "ply_matches_in_memory", Help: "Matches in memory."}),
		connections: prometheus.NewGauge(prometheus.GaugeOpts{Name: "ply_connections", Help: "Open WebSockets."}),
		stuck:       prometheus.NewGauge(prometheus.GaugeOpts{Name: "ply_stuck_matches", Help: "Matches whose rules run for too long."}),
		stuckEver:   prometheus.NewCounter(prometheus.CounterOpts{Name: "ply_stuck_total", Help: "How often the rules of a match ran for too long."}),
		bans:        prometheus.NewGauge(prometheus.GaugeOpts{Name: "ply_bans", Help: "Banned networks, including expired bans until the next change."}),
		draining:    prometheus.NewGauge(prometheus.GaugeOpts{Name: "ply_draining", Help: "Whether the server accepts no new matches."}),
		created:     prometheus.NewCounter(prometheus.CounterOpts{Name: "ply_matches_created_total", Help: "Matches created."}),
		deleted:     prometheus.NewCounter(prometheus.CounterOpts{Name: "ply_matches_deleted_total", Help: "Matches deleted because of their age."}),
		archived:    prometheus.NewCounter(prometheus.CounterOpts{Name: "ply_matches_archived_total", Help: "Records of deleted matches written to the archive."}),
		renewed:     prometheus.NewCounter(prometheus.CounterOpts{Name: "ply_tokens_renewed_total", Help: "Renewed tokens of seats and hosts."}),
		requests:    prometheus.NewCounter(prometheus.CounterOpts{Name: "ply_requests_total", Help: "Messages read from WebSockets."}),
		slow:        prometheus.NewCounter(prometheus.CounterOpts{Name: "ply_slow_readers_total", Help: "Connections closed because the client read too slowly."}),
		turnedAway:  prometheus.NewCounter(prometheus.CounterOpts{Name: "ply_turned_away_total", Help: "Connections refused because there were too many."}),
		panics:      prometheus.NewCounter(prometheus.CounterOpts{Name: "ply_failures_total", Help: "Panics recovered by the server."}),
		entries:     prometheus.NewCounterVec(prometheus.CounterOpts{Name: "ply_entries_total", Help: "Entries stored, by kind."}, []string{"kind"}),
		refusals:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "ply_refusals_total", Help: "Requests refused, by code."}, []string{"code"}),
		keeping: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "ply_keep_seconds", Help: "Time to write entries to disk.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}}),
	}
	m.moves = m.entries.WithLabelValues(match.Moved)
	m.registry.MustRegister(m.stuckEver, m.bans, m.draining, m.archived, m.live, m.connections, m.stuck, m.created, m.deleted, m.renewed, m.requests, m.slow, m.turnedAway, m.panics, m.entries, m.refusals, m.keeping,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Register adds metrics to those of the server.
func (s *Server) Register(all ...prometheus.Collector) { s.metrics.registry.MustRegister(all...) }

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// countBatch counts a batch written to disk.
func (m *metrics) countBatch(batch *match.Batch, took time.Duration) {
	for _, e := range batch.Entries {
		if e.Kind == match.Moved {
			m.moves.Inc() // without looking for its label
		} else {
			m.entries.WithLabelValues(e.Kind).Inc()
		}
	}
	m.keeping.Observe(took.Seconds())
}
