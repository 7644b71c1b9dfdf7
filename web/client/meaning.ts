// What clicks on the table mean, and what they will change: both follow from the offers.

import type { Change, Offer, Value } from "./wire.js";

/** Meaning is the value that something on the table stands for, and the actions that offer it. */
export interface Meaning {
  value: Value;
  offers: Offer[];
}

/** kindKey is the name under which meanings have a kind: anything of that kind on the table stands for it. */
export const kindKey = (kind: string) => `kind/${kind}`;

const prefixes: Partial<Record<NonNullable<Offer["sort"]>, string>> = { element: "", seat: "seat/", kind: kindKey("") };

export const isOnTable = (sort: Offer["sort"]) => sort !== undefined && prefixes[sort] !== undefined;

/** onTable is the name of a value on the table. */
export const onTable = (sort: Offer["sort"], value: string) => `${(sort && prefixes[sort]) ?? ""}${value}`;

const computed = new WeakMap<readonly Offer[], Map<string, Meaning>>();

/** At returns the names of the places that stand for an action. */
type At = (action: string) => readonly string[];

/** meaningsOf maps what can be clicked to what it means: values by their own names, things that a value points at, and places that stand for an action. It is computed once for a list of offers. */
export function meaningsOf(offers: readonly Offer[], at: At = () => []): ReadonlyMap<string, Meaning> {
  let meanings = computed.get(offers);
  if (!meanings) computed.set(offers, (meanings = meant(offers, at)));
  return meanings;
}

function meant(offers: readonly Offer[], at: At): Map<string, Meaning> {
  const all = new Map<string, Meaning>();
  for (const o of offers) {
    if (!isOnTable(o.sort)) continue;
    for (const v of o.values ?? []) {
      const name = onTable(o.sort, v.value);
      const known = all.get(name);
      if (known && !v.why === !known.value.why) known.offers.push(o);
      else if (!known || known.value.why) all.set(name, { value: v, offers: [o] });
    }
  }
  const others = offers.flatMap((o) => (o.pick ? [] : at(o.action).map((name) => [name, action(o)] as const)));
  for (const [name, meaning] of [...pointed(offers), ...others]) if (!all.has(name)) all.set(name, meaning);
  return all;
}

/** action is the meaning of a place that stands for an action without picks. */
const action = (o: Offer): Meaning => ({ value: { value: "", ...(o.why && { why: o.why }) }, offers: [o] });

/** pointed maps things to the value that points at them. Of several values, it is the one that points at the fewest things; a thing with two such values has no meaning. */
function pointed(offers: readonly Offer[]): Map<string, Meaning> {
  const all = new Map<string, Meaning>();
  const unclear = new Set<string>();
  for (const o of offers)
    for (const v of o.values ?? [])
      for (const name of v.why || o.why ? [] : (v.points ?? [])) {
        const fewest = all.get(name)?.value.points?.length ?? Infinity;
        if (v.points!.length === fewest) unclear.add(name);
        if (v.points!.length >= fewest) continue;
        unclear.delete(name);
        all.set(name, { value: v, offers: [o] });
      }
  for (const name of unclear) all.delete(name);
  return all;
}

/** completes reports whether a value completes the move. */
export const completes = (o: Offer, value: string) =>
  Boolean(!o.text && (!o.pick || o.last || o.values?.find((v) => v.value === value)?.last));

/** thenOf returns what a value that completes the move changes on the table, if the server has told. */
export function thenOf(o: Offer | undefined, value: string): Change[] | undefined {
  const then = o?.values?.find((v) => v.value === value)?.then;
  const stage = then === undefined ? undefined : o?.thens?.[then];
  return stage?.changes?.map((c) => (c.of === "*" ? { ...c, of: value } : c));
}
