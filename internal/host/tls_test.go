package host

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// issue writes a self-signed certificate with a serial number.
func issue(t *testing.T, dir string, serial int64, at time.Time) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// A certificate is read again when its files change, and a broken one leaves the old one in use.
func TestCertificateIsRenewed(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	cert, key := issue(t, dir, 1, now.Add(-2*time.Hour))
	said := new(strings.Builder)
	c, err := newCertificate(cert, key, slog.New(slog.NewTextHandler(said, nil)))
	if err != nil {
		t.Fatal(err)
	}
	serial := func() int64 {
		c.looked = time.Time{}
		pair, err := c.get(nil)
		if err != nil {
			t.Fatal(err)
		}
		return pair.Leaf.SerialNumber.Int64()
	}
	if n := serial(); n != 1 {
		t.Errorf("the certificate is number %d, want 1", n)
	}
	issue(t, dir, 2, now.Add(-time.Hour))
	if n := serial(); n != 2 {
		t.Errorf("the certificate is number %d, want 2", n)
	}
	if err := os.WriteFile(key, []byte("broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if n := serial(); n != 2 {
			t.Errorf("with a broken key, the certificate is number %d, want 2", n)
		}
	}
	if n := strings.Count(said.String(), "cannot read the new certificate"); n != 1 {
		t.Errorf("the log says %d times that the key is broken: %s", n, said)
	}
	if _, err := newCertificate(cert, key, slog.Default()); err == nil {
		t.Error("a server starts with a broken key")
	}
}
