// A position: what is visible on the table that the rules declare, with the names that players read.

import type { Kind, Part, Place, Seat, Spot, Table } from "./wire.js";
import { words } from "./words.js";
import { faceless, Seen } from "./seen.js";

/** Thing is a piece, card or die in some holder. */
export interface Thing {
  name: string; // as drafts and the server call it
  kind: string; // "?" for a thing without a face
  in: string;
  owner?: Seat;
  text: string; // its label; empty for a thing without a face
  known?: string; // the label of a thing without a face, if the viewer knows that it, or one like it, is here
}

/** Fact is a labelled value as text. */
export interface Fact {
  label: string;
  value: string;
}

/** asDealt leaves things in the order in which they came. */
export const asDealt = "dealt";

export class Position {
  constructor(
    readonly table: Table,
    readonly seen: Seen,
    readonly labels: Record<string, string>,
    private readonly kinds: ReadonlyMap<string, Kind> = new Map(table.kinds.map((k) => [k.name, k])),
    private readonly spots: ReadonlyMap<string, { place: Place; spot: Spot }> = new Map(
      table.places.flatMap((place) => place.spots.map((spot) => [spot.name, { place, spot }])),
    ),
  ) {}

  /** after returns the position on the same table with another view. */
  after(seen: Seen, labels: Record<string, string>): Position {
    return new Position(this.table, seen, labels, this.kinds, this.spots);
  }

  kind(name: string): Kind | undefined {
    return this.kinds.get(name);
  }

  place(spot: string): Place | undefined {
    return this.spots.get(spot)?.place;
  }

  spot(name: string): Spot | undefined {
    return this.spots.get(name)?.spot;
  }

  /** things returns the contents of a holder. If their order means nothing, they are sorted, by default in the same order as the server's package order. */
  things(holder: string, by = ""): Thing[] {
    const here = [...this.seen.known(holder)]; // it does not matter which of the things they are
    const all = this.seen.names(holder).map((name) => {
      const thing = this.thing(name, holder);
      const known = thing.kind === faceless && (this.seen.known(name)[0] ?? here.shift());
      return known ? { ...thing, known } : thing;
    });
    return this.place(holder)?.order === "unordered" && by !== asDealt
      ? all
          .map((t) => ({ t, key: this.rank(t, by) }))
          .sort((a, b) => compare(a.key, b.key) || byName.compare(a.t.text, b.t.text))
          .map((x) => x.t)
      : all;
  }

  /** rank is the sort key of a thing: a Part if one is named, its kind, then its Parts in the order of their declaration. */
  private rank(t: Thing, by: string): unknown[] {
    if (t.kind === faceless) return [Infinity];
    const part = (name: string) => this.seen.field(t.name, name) ?? 0;
    return [
      ...(by && this.table.parts.some((p) => p.name === by) ? [part(by)] : []),
      this.table.kinds.findIndex((k) => k.name === t.kind),
      ...this.table.parts.map((p) => part(p.name)),
    ];
  }

  /** orders returns the ways to sort the contents of a holder: the default "", other Parts that differ, and as dealt. */
  orders(holder: string): string[] {
    const names = this.seen.list(holder).filter((n) => n !== faceless);
    if (this.place(holder)?.order !== "unordered" || names.length < 3) return [];
    const differs = (of: (name: string) => unknown) => new Set(names.map(of)).size > 1;
    const parts = this.table.parts.filter((p) => differs((n) => this.seen.field(n, p.name) ?? 0)).map((p) => p.name);
    const kinds = differs((n) => this.seen.kind(n));
    if (!kinds && !parts.length) return [];
    return ["", ...(kinds ? parts : parts.slice(1)), asDealt];
  }

  /** partLabel is what players call a Part. */
  partLabel(name: string): string {
    const part = this.table.parts.find((p) => p.name === name);
    return part?.label || name;
  }

  /** backShape is the shape of face-down things in a place: the one the place declares, or that of visible things in places of the same sort, or that of the only kind. */
  backShape(spot: string): string | undefined {
    const place = this.place(spot);
    if (place?.look?.shape) return place.look.shape;
    for (const s of place?.spots ?? []) {
      const seen = this.seen.list(s.name).find((n) => n !== faceless);
      if (seen) return this.kinds.get(this.seen.kind(seen))?.look?.shape;
    }
    return this.table.kinds.length === 1 ? this.table.kinds[0]!.look?.shape : undefined;
  }

  thing(name: string, holder: string): Thing {
    const kind = this.seen.kind(name);
    const owner = this.seen.owner(name);
    return {
      name,
      kind,
      in: holder,
      text: kind === faceless ? "" : this.label(name),
      ...(owner !== undefined && { owner }),
    };
  }

  /** hasLabel reports whether the rules give a thing a label. */
  hasLabel(thing: Thing): boolean {
    const kind = this.kinds.get(thing.kind);
    return Boolean(this.labels[thing.name] || kind?.look?.label || kind?.label);
  }

  /** label is the label of a thing or a place. */
  label(name: string): string {
    const label = this.labels[name];
    if (label) return label;
    const kind = this.kinds.get(this.seen.kind(name));
    if (kind) return kind.look?.label || kind.label || kind.name;
    const at = this.spots.get(name);
    if (at && at.place.spots.length === 1) return at.place.label || at.place.name;
    return name;
  }

  /** facts are the labelled values of something, in the order of their declaration. */
  facts(name: string, seats: readonly string[]): Fact[] {
    return this.table.parts.flatMap((p) => (p.label ? this.fact(p, name, seats) : []));
  }

  /** derivedFacts are the computed values of something, such as what a seat remembers of a cell. */
  derivedFacts(name: string, seats: readonly string[]): Fact[] {
    return this.table.parts.flatMap((p) => (p.label && p.derived ? this.fact(p, name, seats) : []));
  }

  /** factsOf are a seat's values for all Parts that any seat has. */
  factsOf(seat: Seat, seats: readonly string[]): Fact[] {
    return this.table.parts.flatMap((part) => {
      const own = this.fact(part, `seat/${seat}`, seats);
      if (own.length || part.hidden) return own;
      const known = seats.map((_, s) => this.seen.text(`seat/${s}`, part.name)).find((v) => v !== undefined);
      const blank = typeof known === "number" ? 0 : typeof known === "boolean" ? false : undefined;
      return blank === undefined ? [] : [this.toFact(part, blank, seats)];
    });
  }

  /** fact is a value, if any; a missing value is zero if the Part applies here. */
  private fact(part: Part, name: string, seats: readonly string[]): Fact[] {
    const value = part.hidden ? undefined : this.value(part, name);
    if (value === undefined || (typeof value === "object" && !Array.isArray(value))) return [];
    return [this.toFact(part, value, seats)];
  }

  /** value is the value of a Part; zero if it is missing but the Part applies here. */
  value(part: Part, name: string): unknown {
    const home = name === "table" ? name : name.startsWith("seat/") ? "seats" : `kind/${this.seen.kind(name)}`;
    return this.seen.text(name, part.name) ?? (part.on?.includes(home) ? (part.zero ?? 0) : undefined);
  }

  private toFact(part: Part, value: unknown, seats: readonly string[]): Fact {
    return { label: part.label || part.name, value: this.valueText(part, value, seats) };
  }

  /** valueText is the text of a value, the same as in the terminal. */
  private valueText(part: Part, value: unknown, seats: readonly string[]): string {
    if (Array.isArray(value)) return value.map((v) => this.valueText(part, v, seats)).join(" ");
    if (typeof value === "boolean") return value ? words.yes : words.no;
    const text = `${value as string | number}`;
    if (part.sort === "seat") return seats[Number(text)] ?? words.nobody;
    if (part.sort === "kind") return this.kinds.get(text)?.look?.label || text;
    return part.sort === "element" ? this.label(text) : text;
  }

  /** about explains a thing to players: the purpose of its kind, and its values. */
  about(thing: Thing, seats: readonly string[]): string {
    if (thing.kind === faceless) return "";
    return [
      this.kinds.get(thing.kind)?.description ?? "",
      ...this.facts(thing.name, seats).map((f) => `${f.label} ${f.value}`),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  holder(name: string): string | undefined {
    return this.seen.holder(name);
  }

  /** within returns the places inside a spot; without one, those on the table itself. */
  within(spot?: string): Place[] {
    return this.table.places.filter((p) => (p.in ?? "") === (spot ?? ""));
  }
}

const byName = new Intl.Collator("en", { numeric: true }); // 2 before 10

/** compare orders two keys by their first difference. */
function compare(a: unknown[], b: unknown[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i], b[i]];
    if (x === y) continue;
    if (typeof x === "number" && typeof y === "number") return x - y;
    if (typeof x === "string" && typeof y === "string") return x < y ? -1 : 1;
  }
  return 0;
}
