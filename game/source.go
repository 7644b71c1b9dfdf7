package game

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// savedStream and savedSource are the random numbers in the form of a save.
type savedStream struct {
	Name  string `json:"name,omitempty"`
	Seed  string `json:"seed"`
	Drawn uint64 `json:"drawn"`
	State string `json:"state"`
}

type savedSource struct {
	Seed    string        `json:"seed"`
	Streams []savedStream `json:"streams"`
	Script  []Chance      `json:"script,omitempty"`
}

func (s *source) text() string {
	out := savedSource{Seed: hex.EncodeToString(s.seed[:]), Script: s.script}
	for i := range s.streams {
		st := &s.streams[i]
		state, _ := st.gen.MarshalBinary()
		out.Streams = append(out.Streams,
			savedStream{st.name, hex.EncodeToString(st.seed[:]), st.drawn, hex.EncodeToString(state)})
	}
	text, _ := json.Marshal(out)
	return string(text)
}

func readSource(text []byte) (*source, error) {
	var in savedSource
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	s := &source{script: in.Script}
	if err := readSeed(&s.seed, in.Seed); err != nil {
		return nil, err
	}
	if len(in.Streams) == 0 || in.Streams[0].Name != "" {
		return nil, fmt.Errorf("the random numbers have no main stream")
	}
	for i, st := range in.Streams {
		if i > 0 && st.Name <= in.Streams[i-1].Name {
			return nil, fmt.Errorf("the random streams are out of order")
		}
		n := stream{name: st.Name, drawn: st.Drawn}
		if err := readSeed(&n.seed, st.Seed); err != nil {
			return nil, err
		}
		state, err := hex.DecodeString(st.State)
		if err == nil {
			err = n.gen.UnmarshalBinary(state)
		}
		if err != nil {
			return nil, fmt.Errorf("random stream %q: %w", st.Name, err)
		}
		s.streams = append(s.streams, n)
	}
	return s, nil
}

func readSeed(to *Seed, text string) error {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(to) {
		return fmt.Errorf("a seed is %d hexadecimal digits", 2*len(to))
	}
	copy(to[:], b)
	return nil
}
