package game

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// codec reads and writes plain data field by field, by name: integers, bools, strings, IDs, Seats, and arrays
// and structs of those.
type codec struct {
	fields []field
	scalar bool // one value, not a struct or array
	hasIDs bool
}

type field struct {
	name string
	key  uint64
	off  uintptr
	size uintptr
	kind reflect.Kind
	id   bool
}

func pointer[T any](v *T) unsafe.Pointer { return unsafe.Pointer(v) }

var (
	idType   = reflect.TypeFor[ID]()
	seatType = reflect.TypeFor[Seat]()
	kindType = reflect.TypeFor[*Kind]()
)

// compileCodec returns the codec of a plain type, or why the type is not plain.
func compileCodec(t reflect.Type) (*codec, string) {
	c := &codec{}
	if why := c.add(t, "", 0); why != "" {
		return nil, why
	}
	c.scalar = t.Kind() != reflect.Struct && t.Kind() != reflect.Array
	return c, ""
}

func (c *codec) add(t reflect.Type, name string, off uintptr) string {
	switch k := t.Kind(); k {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" {
				return fmt.Sprintf("%s has a blank field", t)
			}
			if why := c.add(f.Type, join(name, f.Name), off+f.Offset); why != "" {
				return why
			}
		}
	case reflect.Array:
		if t.Len() > 4096 {
			return fmt.Sprintf("%s has more than 4096 entries", t)
		}
		for i := range t.Len() {
			if why := c.add(t.Elem(), join(name, strconv.Itoa(i)), off+uintptr(i)*t.Elem().Size()); why != "" {
				return why
			}
		}
	case reflect.Bool, reflect.String,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		c.hasIDs = c.hasIDs || t == idType
		c.fields = append(c.fields, field{name, hashText(name), off, t.Size(), k, t == idType})
	default:
		where := ""
		if name != "" {
			where = " (field " + name + ")"
		}
		return fmt.Sprintf("%s%s is a %s; a Part holds integers, bools, strings, IDs, Seats, and arrays and structs of those",
			t, where, k)
	}
	return ""
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// number returns a field that is not a string as 64 bits.
func (f *field) number(p unsafe.Pointer) uint64 {
	p = unsafe.Add(p, f.off)
	switch f.kind {
	case reflect.Bool:
		if *(*bool)(p) {
			return 1
		}
		return 0
	case reflect.Int:
		return uint64(*(*int)(p))
	case reflect.Int8:
		return uint64(*(*int8)(p))
	case reflect.Int16:
		return uint64(*(*int16)(p))
	case reflect.Int32:
		return uint64(*(*int32)(p))
	case reflect.Int64:
		return uint64(*(*int64)(p))
	case reflect.Uint:
		return uint64(*(*uint)(p))
	case reflect.Uint8:
		return uint64(*(*uint8)(p))
	case reflect.Uint16:
		return uint64(*(*uint16)(p))
	case reflect.Uint32:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

func (f *field) text(p unsafe.Pointer) string { return *(*string)(unsafe.Add(p, f.off)) }

// plus adds the number at q to the one at p. It returns false and changes nothing if they are not numbers, or
// the type cannot hold the sum.
func (c *codec) plus(p, q unsafe.Pointer) bool {
	if len(c.fields) != 1 || c.fields[0].id || c.fields[0].kind < reflect.Int || c.fields[0].kind > reflect.Uint64 {
		return false
	}
	f := &c.fields[0]
	x, y := f.number(p), f.number(q)
	sum := x + y
	wrapped := sum < x
	if f.kind <= reflect.Int64 {
		wrapped = int64((x^sum)&(y^sum)) < 0
	}
	if wrapped {
		return false
	}
	c.unpack(p, int64(sum))
	if f.number(p) != sum {
		c.unpack(p, int64(x))
		return false
	}
	return true
}

// unknown returns an element among the fields that never existed, 0 if there is none.
func (c *codec) unknown(p unsafe.Pointer, n ID) ID {
	for i := range c.fields {
		if f := &c.fields[i]; f.id && ID(f.number(p)) >= n {
			return ID(f.number(p))
		}
	}
	return 0
}

// names reports whether one of the fields is an element from first on.
func (c *codec) names(p unsafe.Pointer, first ID) bool {
	for i := range c.fields {
		if f := &c.fields[i]; f.id && ID(f.number(p)) >= first {
			return true
		}
	}
	return false
}

// mapIDs replaces the elements among the fields.
func (c *codec) mapIDs(p unsafe.Pointer, to func(ID) ID) {
	for i := range c.fields {
		if f := &c.fields[i]; f.id {
			id := (*ID)(unsafe.Add(p, f.off))
			if *id != 0 {
				*id = to(*id)
			}
		}
	}
}

// hash sums over the nonzero fields, so that adding a field later changes nothing.
func (c *codec) hash(s *State, p unsafe.Pointer) uint64 {
	var sum uint64
	for i := range c.fields {
		f := &c.fields[i]
		if f.kind == reflect.String {
			if t := f.text(p); t != "" {
				sum += mix(f.key, hashText(t))
			}
			continue
		}
		if n := f.number(p); n != 0 {
			if f.id {
				n = s.key(ID(n))
			}
			sum += mix(f.key, n)
		}
	}
	return sum
}

// encode appends the value as JSON: one value, or an object of the nonzero fields.
func (c *codec) encode(dst []byte, s *State, p unsafe.Pointer) []byte {
	if c.scalar {
		return c.fields[0].append(dst, s, p)
	}
	dst = append(dst, '{')
	empty := true
	for i := range c.fields {
		f := &c.fields[i]
		if f.kind == reflect.String && f.text(p) == "" || f.kind != reflect.String && f.number(p) == 0 {
			continue
		}
		if !empty {
			dst = append(dst, ',')
		}
		empty = false
		dst = append(dst, '"')
		dst = append(dst, f.name...)
		dst = append(dst, '"', ':')
		dst = f.append(dst, s, p)
	}
	return append(dst, '}')
}

func (f *field) append(dst []byte, s *State, p unsafe.Pointer) []byte {
	switch f.kind {
	case reflect.String:
		quoted, _ := json.Marshal(armored(f.text(p)))
		return append(dst, quoted...)
	case reflect.Bool:
		return strconv.AppendBool(dst, f.number(p) != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, int64(f.number(p)), 10)
	}
	n := f.number(p)
	if f.id && n != 0 {
		return strconv.AppendQuote(dst, s.Name(ID(n)))
	}
	return strconv.AppendUint(dst, n, 10)
}

// decode reads what encode wrote; an unknown field or a value that does not fit is an error.
func (c *codec) decode(s *State, p unsafe.Pointer, text []byte) error {
	if c.scalar {
		return c.fields[0].parse(s, p, text)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return err
	}
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		i := slices.IndexFunc(c.fields, func(f field) bool { return f.name == name })
		if i < 0 {
			return fmt.Errorf("there is no field %q", name)
		}
		if err := c.fields[i].parse(s, p, object[name]); err != nil {
			return fmt.Errorf("field %s: %w", name, err)
		}
	}
	return nil
}

func (f *field) parse(s *State, p unsafe.Pointer, text []byte) error {
	if f.id && len(text) > 0 && text[0] == '"' {
		var name string
		if err := json.Unmarshal(text, &name); err != nil {
			return err
		}
		id := s.nameToID(name)
		if id == 0 {
			return fmt.Errorf("there is no element %q", name)
		}
		*(*ID)(unsafe.Add(p, f.off)) = id
		return nil
	}
	if f.id && string(text) != "0" {
		return fmt.Errorf("%s is not the name of an element", text)
	}
	if f.kind == reflect.String {
		return unarmor((*string)(unsafe.Add(p, f.off)), text)
	}
	if f.parseNumber(p, text) {
		return nil
	}
	v := reflect.NewAt(kindTypes[f.kind], unsafe.Add(p, f.off))
	return json.Unmarshal(text, v.Interface())
}

// parseNumber reads the most common form of a number: digits without a sign. It reports whether the text has
// that form.
func (f *field) parseNumber(p unsafe.Pointer, text []byte) bool {
	if f.kind == reflect.Bool || len(text) == 0 || text[0] < '0' || text[0] > '9' || text[0] == '0' && len(text) > 1 {
		return false
	}
	n, err := strconv.ParseInt(string(text), 10, int(8*f.size))
	if err != nil {
		return false
	}
	switch p = unsafe.Add(p, f.off); f.size {
	case 1:
		*(*int8)(p) = int8(n)
	case 2:
		*(*int16)(p) = int16(n)
	case 4:
		*(*int32)(p) = int32(n)
	default:
		*(*int64)(p) = n
	}
	return true
}

// armor begins a text that is not valid Unicode and so cannot be JSON; hex digits follow.
const armor = "\x00hex:"

func armored(text string) string {
	if utf8.ValidString(text) && !strings.HasPrefix(text, armor) {
		return text
	}
	return armor + hex.EncodeToString([]byte(text))
}

func unarmor(to *string, text []byte) error {
	if err := json.Unmarshal(text, to); err != nil {
		return err
	}
	if rest, ok := strings.CutPrefix(*to, armor); ok {
		raw, err := hex.DecodeString(rest)
		*to = string(raw)
		return err
	}
	return nil
}

var kindTypes = map[reflect.Kind]reflect.Type{
	reflect.Bool: reflect.TypeFor[bool](), reflect.String: reflect.TypeFor[string](),
	reflect.Int: reflect.TypeFor[int](), reflect.Int8: reflect.TypeFor[int8](), reflect.Int16: reflect.TypeFor[int16](),
	reflect.Int32: reflect.TypeFor[int32](), reflect.Int64: reflect.TypeFor[int64](),
	reflect.Uint: reflect.TypeFor[uint](), reflect.Uint8: reflect.TypeFor[uint8](),
	reflect.Uint16: reflect.TypeFor[uint16](),
	reflect.Uint32: reflect.TypeFor[uint32](), reflect.Uint64: reflect.TypeFor[uint64](),
}

// nameToID reads the name of an element that may have left the game.
func (s *State) nameToID(name string) ID {
	if s.view != nil && s.view.names != nil {
		return s.view.find(s, name)
	}
	if len(name) > 1 && name[0] == '#' {
		n, err := strconv.ParseUint(name[1:], 10, 31)
		if err != nil || n == 0 || s.rules.c.first+ID(n)-1 >= s.n {
			return 0
		}
		return s.rules.c.first + ID(n) - 1
	}
	return s.rules.c.byName[name]
}
