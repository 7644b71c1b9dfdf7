package host

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certificate is a TLS certificate in two files, read again when they change.
type certificate struct {
	cert, key string
	log       *slog.Logger

	mu     sync.Mutex
	looked time.Time
	times  [2]time.Time // when the files were last changed
	pair   *tls.Certificate
	failed string // why the files could not be read the last time
}

// lookEvery is how often the files are looked at.
const lookEvery = time.Second

// newCertificate reads a certificate, which must be valid.
func newCertificate(cert, key string, log *slog.Logger) (*certificate, error) {
	c := &certificate{cert: cert, key: key, log: log}
	if err := c.read(); err != nil {
		return nil, fmt.Errorf("cannot use the certificate: %w", err)
	}
	return c, nil
}

// read reads the files if they have changed.
func (c *certificate) read() error {
	var times [2]time.Time
	for i, path := range []string{c.cert, c.key} {
		x, err := os.Stat(path)
		if err != nil {
			return err
		}
		times[i] = x.ModTime()
	}
	if c.pair != nil && times == c.times {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return err
	}
	if c.pair != nil {
		c.log.Info("the certificate was renewed", "until", pair.Leaf.NotAfter)
	}
	c.pair, c.times = &pair, times
	return nil
}

// get returns the certificate for a new connection. If the new files cannot be read, the old certificate stays in use.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) >= lookEvery {
		c.looked = time.Now()
		switch err := c.read(); {
		case err == nil:
			c.failed = ""
		case err.Error() != c.failed: // log it only once, however many connections come
			c.failed = err.Error()
			c.log.Error("cannot read the new certificate; the old one stays in use", "until", c.pair.Leaf.NotAfter, "reason", err)
		}
	}
	return c.pair, nil
}

// config returns the configuration of a listener.
func (c *certificate) config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: c.get, NextProtos: []string{"http/1.1"}}
}
