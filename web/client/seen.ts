// What an observer sees, stored by name as the server sends it. docs/protocol.md, "A view" and "Changes".

import type { Change, Derived, Seat, View } from "./wire.js";

export type Fields = Readonly<Record<string, unknown>>;

/** faceless is the entry in a list for a thing about which nothing is known but its presence. */
export const faceless = "?";

/** Seen is what is visible at one moment. It is immutable: with returns the next moment. */
export class Seen {
  private constructor(
    private readonly fields: ReadonlyMap<string, Fields>,
    private readonly holders: ReadonlyMap<string, readonly string[]>,
  ) {}

  static readonly nothing = new Seen(new Map(), new Map());

  static of(view: View): Seen {
    const fields = new Map<string, Fields>();
    const holders = new Map<string, string[]>();
    const set = (of: string, field: string, value: unknown) => fields.set(of, { ...fields.get(of), [field]: value });
    set("", "@turn", view.turn);
    set("", "@out", view.out ?? 0);
    set("", "@away", view.away ?? 0);
    set("", "@by", view.by ?? "");
    for (const e of view.elements) {
      const list = holders.get(e.in) ?? [];
      holders.set(e.in, list);
      list.push(e.kind === faceless ? faceless : e.id);
      if (e.kind !== faceless) set(e.id, "@kind", e.kind);
      if (e.owner !== undefined) set(e.id, "@owner", e.owner);
    }
    for (const [part, values] of Object.entries(view.parts ?? {}))
      for (const [of, value] of Object.entries(values)) set(of, part, value);
    for (const [of, labels] of Object.entries(view.known ?? {})) set(of, "@known", JSON.stringify(labels));
    return new Seen(fields, holders);
  }

  with(changes: readonly Change[]): Seen {
    const fields = new Map(this.fields);
    const holders = new Map(this.holders);
    for (const c of changes) {
      const of = c.of ?? "";
      if (c.field === "@holds") holders.set(of, splice(holders.get(of) ?? [], c));
      else fields.set(of, withField(fields.get(of) ?? {}, c));
    }
    return new Seen(fields, holders);
  }

  /** derive adds values that the server derives from the position, and texts of values. */
  derive(derived: Derived | undefined): Seen {
    if (!derived) return this;
    const fields = new Map(this.fields);
    for (const [name, values] of Object.entries(derived)) {
      for (const [of, value] of Object.entries(values)) {
        const { [derivedField(name)]: _, ...rest } = fields.get(of) ?? {};
        fields.set(of, value === null ? rest : { ...rest, [derivedField(name)]: value });
      }
    }
    return new Seen(fields, this.holders);
  }

  /** renamed gives things other names. */
  renamed(names: ReadonlyMap<string, string>): Seen {
    const name = (n: string) => names.get(n) ?? n;
    return new Seen(
      new Map([...this.fields].map(([of, fields]) => [name(of), fields])),
      new Map([...this.holders].map(([of, list]) => [name(of), list.map(name)])),
    );
  }

  /** list is the contents of a holder, with faceless entries. */
  list(holder: string): readonly string[] {
    return this.holders.get(holder) ?? [];
  }

  /** names is the contents of a holder, with a unique name for each faceless thing. */
  names(holder: string): string[] {
    let hidden = 0;
    return this.list(holder).map((n) => (n === faceless ? `${holder}:${++hidden}` : n));
  }

  /** holder returns what contains a thing that has a face. */
  holder(name: string): string | undefined {
    for (const [holder, list] of this.holders) if (list.includes(name)) return holder;
    return undefined;
  }

  field(of: string, field: string): unknown {
    return this.fields.get(of)?.[field] ?? this.fields.get(of)?.[derivedField(field)];
  }

  /** text is the game's text for a value, or else the value. */
  text(of: string, field: string): unknown {
    return this.fields.get(of)?.[derivedField(field)] ?? this.fields.get(of)?.[field];
  }

  kind(name: string): string {
    return (this.field(name, "@kind") as string | undefined) ?? faceless;
  }

  owner(name: string): Seat | undefined {
    return number(this.field(name, "@owner"));
  }

  /** known are the labels of things that the viewer knows to be there without seeing them: a faceless thing itself, or things in a place where they cannot be told apart. */
  known(of: string): readonly string[] {
    return JSON.parse((this.field(of, "@known") as string | undefined) ?? "[]") as string[];
  }

  turn(): Seat {
    return number(this.field("", "@turn")) ?? -1;
  }

  out(seat: Seat): boolean {
    return this.bit("@out", seat);
  }

  sitsOut(seat: Seat): boolean {
    return this.bit("@away", seat);
  }

  private bit(field: string, seat: Seat): boolean {
    return ((number(this.field("", field)) ?? 0) >> seat) % 2 === 1;
  }

  /** won returns the places and things that won the match, if the rules mark them. */
  won(): ReadonlySet<string> {
    return new Set(((this.field("", "@by") as string | undefined) ?? "").split(" ").filter(Boolean));
  }
}

/** derivedField is the key of a derived value, distinct from a Part of the same name. */
const derivedField = (name: string) => `=${name}`;

function number(v: unknown): number | undefined {
  return v === undefined ? undefined : Number(v);
}

function withField(fields: Fields, { field, is }: Change): Fields {
  if (is === undefined || is === "") {
    const { [field]: _, ...rest } = fields;
    return rest;
  }
  return { ...fields, [field]: field.startsWith("@") ? is : (JSON.parse(is) as unknown) };
}

/** entriesOf returns the entries in the text of a @holds change, which follow a number. */
export function entriesOf(text: string): string[] {
  return text
    .split(" ")
    .slice(1)
    .flatMap((w) => (w.startsWith(faceless) ? Array<string>(Number(w.slice(1) || 1)).fill(faceless) : [w]));
}

function splice(list: readonly string[], { was = "0", is = "0" }: Change): string[] {
  const next = [...list];
  next.splice(parseInt(was), entriesOf(was).length, ...entriesOf(is));
  return next;
}
