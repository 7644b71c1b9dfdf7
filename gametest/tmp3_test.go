package gametest

import "testing"

func TestTmpSnap(t *testing.T) {
	Config{Games: 20, Laws: Secrecy()}.Check(t, &newSnap().Rules)
}
