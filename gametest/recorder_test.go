package gametest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// recorder is a testing.TB whose failures do not fail the surrounding test.
type recorder struct {
	testing.TB
	failures []string
	logs     []string
}

// watch runs f with a recorder and returns it.
func watch(t *testing.T, f func(testing.TB)) *recorder {
	t.Helper()
	r := &recorder{TB: t}
	done := make(chan bool)
	go func() {
		defer close(done)
		f(r)
	}()
	<-done
	return r
}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

func (r *recorder) Fatal(args ...any) { r.Fatalf("%s", fmt.Sprint(args...)) }

func (r *recorder) Logf(format string, args ...any) {
	r.logs = append(r.logs, fmt.Sprintf(format, args...))
}

func (r *recorder) SkipNow() { runtime.Goexit() }

// wants fails the real test unless a recorded failure has all these words.
func (r *recorder) wants(words ...string) {
	r.Helper()
	for _, f := range r.failures {
		has := true
		for _, w := range words {
			has = has && strings.Contains(f, w)
		}
		if has {
			return
		}
	}
	r.TB.Errorf("no failure says %q; the failures are:\n%s", words, strings.Join(r.failures, "\n"))
}

// wantsNone fails the real test if a failure was recorded.
func (r *recorder) wantsNone() {
	r.Helper()
	if len(r.failures) > 0 {
		r.TB.Errorf("it failed:\n%s", strings.Join(r.failures, "\n"))
	}
}
