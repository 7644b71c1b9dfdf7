// A position: what is seen, on the table that the rules declare, in the words that people use.

import type { Kind, Part, Place, Seat, Spot, Table } from "../wire";
import { words } from "../words";
import { faceless, Seen } from "./seen";

/** Thing is something that lies somewhere. */
export interface Thing {
  name: string; // as drafts and the server name it
  kind: string; // "?" for what has no face
  in: string;
  owner?: Seat;
  text: string; // what people call it; empty for what has no face
}

/** Fact is a value in words. */
export interface Fact {
  label: string;
  value: string;
}

export class Position {
  private readonly kinds: Map<string, Kind>;
  private readonly spots = new Map<string, { place: Place; spot: Spot }>();

  constructor(
    readonly table: Table,
    readonly seen: Seen,
    readonly labels: Record<string, string>,
  ) {
    this.kinds = new Map(table.kinds.map((k) => [k.name, k]));
    for (const place of table.places) for (const spot of place.spots) this.spots.set(spot.name, { place, spot });
  }

  /** after is the position on the same table when something else is seen. */
  after(seen: Seen, labels: Record<string, string>): Position {
    return new Position(this.table, seen, labels);
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

  /** things are what lies in a holder; where the order means nothing, what is alike lies together. Package order of the server has the same order. */
  things(holder: string): Thing[] {
    const all = this.seen.names(holder).map((name) => this.thing(name, holder));
    return this.place(holder)?.order === "unordered"
      ? all
          .map((t) => ({ t, key: this.rank(t) }))
          .sort((a, b) => compare(a.key, b.key) || byName.compare(a.t.text, b.t.text))
          .map((x) => x.t)
      : all;
  }

  /** rank is what things are sorted by: their kind, then their Parts in the order in which they are declared. */
  private rank(t: Thing): unknown[] {
    if (t.kind === faceless) return [Infinity];
    return [
      this.table.kinds.findIndex((k) => k.name === t.kind),
      ...this.table.parts.map((p) => this.seen.field(t.name, p.name) ?? 0),
    ];
  }

  /** backs is the shape of things in a place whose faces are not seen: that of others that lie in a place of the sort. */
  backs(spot: string): string | undefined {
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
      text: kind === faceless ? "" : this.call(name),
      ...(owner !== undefined && { owner }),
    };
  }

  /** named reports whether the rules say what a thing is called. */
  named(thing: Thing): boolean {
    const kind = this.kinds.get(thing.kind);
    return Boolean(this.labels[thing.name] || kind?.look?.label || kind?.label);
  }

  /** call is what people call a thing or a place. */
  call(name: string): string {
    const label = this.labels[name];
    if (label) return label;
    const kind = this.kinds.get(this.seen.kind(name));
    if (kind) return kind.look?.label || kind.label || kind.name;
    const at = this.spots.get(name);
    if (at && at.place.spots.length === 1) return at.place.label || at.place.name;
    return name;
  }

  /** facts are the values on something that the rules have a label for, in the order in which they are declared. */
  facts(name: string, seats: readonly string[]): Fact[] {
    return this.table.parts.flatMap((p) => (p.label ? this.fact(p, name, seats) : []));
  }

  /** factsOf are the values of a seat: of all Parts that any seat has. */
  factsOf(seat: Seat, seats: readonly string[]): Fact[] {
    return this.table.parts.flatMap((part) => {
      const own = this.fact(part, `seat/${seat}`, seats);
      if (own.length || part.hidden) return own;
      const known = seats.map((_, s) => this.seen.text(`seat/${s}`, part.name)).find((v) => v !== undefined);
      const blank = typeof known === "number" ? 0 : typeof known === "boolean" ? false : undefined;
      return blank === undefined ? [] : [this.say(part, blank, seats)];
    });
  }

  /** fact is a value, if there is one: a missing one is zero where the game has such values. */
  private fact(part: Part, name: string, seats: readonly string[]): Fact[] {
    if (part.hidden) return [];
    const home = name === "table" ? name : name.startsWith("seat/") ? "seats" : `kind/${this.seen.kind(name)}`;
    const value = this.seen.text(name, part.name) ?? (part.on?.includes(home) ? (part.zero ?? 0) : undefined);
    if (value === undefined || (typeof value === "object" && !Array.isArray(value))) return [];
    return [this.say(part, value, seats)];
  }

  private say(part: Part, value: unknown, seats: readonly string[]): Fact {
    return { label: part.label || part.name, value: this.worded(part, value, seats) };
  }

  /** worded is a value in the words that the terminal has for it, too. */
  private worded(part: Part, value: unknown, seats: readonly string[]): string {
    if (Array.isArray(value)) return value.map((v) => this.worded(part, v, seats)).join(" ");
    if (typeof value === "boolean") return value ? words.table.yes : words.table.no;
    const text = `${value as string | number}`;
    if (part.sort === "seat") return seats[Number(text)] ?? words.table.nobody;
    if (part.sort === "kind") return this.kinds.get(text)?.look?.label || text;
    return part.sort === "element" ? this.call(text) : text;
  }

  /** about is what players should know of a thing: what its kind is for, and the values on it. */
  about(thing: Thing, seats: readonly string[]): string {
    if (thing.kind === faceless) return "";
    return [
      this.kinds.get(thing.kind)?.description ?? "",
      ...this.facts(thing.name, seats).map((f) => `${f.label} ${f.value}`),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  /** holder is what a thing lies in. */
  holder(name: string): string | undefined {
    return this.seen.holder(name);
  }

  /** within are the places that lie in a spot; those on the table itself without one. */
  within(spot?: string): Place[] {
    return this.table.places.filter((p) => (p.in ?? "") === (spot ?? ""));
  }
}

const byName = new Intl.Collator("en", { numeric: true }); // 2 before 10

/** compare puts numbers and texts in order, the first difference counting. */
function compare(a: unknown[], b: unknown[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i], b[i]];
    if (x === y) continue;
    if (typeof x === "number" && typeof y === "number") return x - y;
    if (typeof x === "string" && typeof y === "string") return x < y ? -1 : 1;
  }
  return 0;
}
