// Pictures and faces: which files of the game a thing, a place or the table is drawn with, and what is printed on things.

import type { Badge, Kind, Part, Table } from "./wire.js";
import type { Position, Thing } from "./position.js";
import { faceless } from "./seen.js";

/** isFile reports whether a picture is the name of a file, not a character. */
export const isFile = (picture: string | undefined): boolean => /\.(svg|png|webp)$/i.test(picture ?? "");

/** isModule reports whether a name is that of an ES module. */
export const isModule = (name: string | undefined): boolean => /\.js$/i.test(name ?? "");

/** Printed is what is printed on the face of a thing. */
export interface Printed {
  title: string;
  titles: readonly string[]; // of all kinds, whose letters should look alike
  corner: string;
  text: string;
  turned: boolean;
  badges: PrintedBadge[];
}

/** PrintedBadge is a value at the edge of a thing. With max it is drawn as a bar that is full at max. */
export interface PrintedBadge {
  value: string;
  label: string;
  at: string;
  picture: string;
  max?: number;
}

/** urlOf is the address of a file of the game, empty if there is none. */
export function urlOf(table: Table, name: string | undefined): string {
  return table.art && isFile(name) ? table.art + encodeURI(name!) : "";
}

/** pictureOf is the address of a thing's picture, empty if it has none. Things without a face have the picture of their back. */
export function pictureOf(position: Position, thing: Thing): string {
  if (thing.kind === faceless) return backOf(position, thing.in);
  return filled(position, position.kind(thing.kind)?.look?.picture, thing);
}

/** signOf is the address of the picture that stands for a seat: that of its pieces, empty if they have none. */
export function signOf(table: Table | undefined, seat: number): string {
  const kind = table?.kinds.find((k) => k.look?.bySeat?.length);
  return table && kind ? kindPicture(table, kind, seat) : "";
}

/** kindPicture is the address of the picture of a kind for an owner, empty if it depends on something else. */
export function kindPicture(table: Table, kind: Kind, owner: number | undefined): string {
  const name = (kind.look?.picture ?? "")
    .replaceAll("{kind}", kind.name)
    .replaceAll("{owner}", ownerWord(table, owner));
  return name.includes("{") ? "" : urlOf(table, name);
}

/** backOf is the picture of faceless things in a place: that of the place, of the only kind that has one, or of the table. */
export function backOf(position: Position, holder: string): string {
  const { table } = position;
  const kinds = new Set(table.kinds.map((k) => k.look?.back ?? ""));
  const kind = kinds.size === 1 ? [...kinds][0] : "";
  return urlOf(table, position.place(holder)?.look?.back || kind || table.theme?.back);
}

/** groundOf is the picture under the things of a place or the cells of a board, or of one cell. */
export function placePictureOf(position: Position, spot: string): string {
  return filled(position, position.place(spot)?.look?.picture, { name: spot, kind: "", in: "", text: "" });
}

/** overOf is the address of the faint picture over that of a place, empty if there is none. */
export function overOf(position: Position, spot: string): string {
  return filled(position, position.place(spot)?.look?.over, { name: spot, kind: "", in: "", text: "" });
}

function filled(position: Position, template: string | undefined, thing: Thing): string {
  if (!template || !isFile(template)) return "";
  const unknown: string[] = [];
  const name = template.replace(/\{([^{}]*)\}/g, (_, word: string) => {
    const value = wordOf(position, thing, word);
    if (value === undefined) unknown.push(word);
    return value ?? "";
  });
  return unknown.length ? "" : urlOf(position.table, name);
}

/** wordOf is what a word in braces stands for, undefined if it has no meaning for the thing. */
function wordOf(position: Position, thing: Thing, word: string): string | undefined {
  const { table, seen } = position;
  if (word === "kind") return thing.kind;
  if (word === "owner") return ownerWord(table, thing.owner);
  const part = table.parts.find((p) => p.name === word);
  if (part) return partWord(part, seen.field(thing.name, word));
  return position.kind(thing.kind)?.traits?.[word];
}

function ownerWord(table: Table, owner: number | undefined): string {
  if (owner === undefined) return "nobody";
  return fileWord(table.roles?.[owner]?.name) || `${owner + 1}`;
}

/** fileWord is a word as it appears in the names of pictures. */
const fileWord = (word = ""): string => word.toLowerCase().replaceAll(" ", "-");

function partWord(part: Part, value: unknown): string | undefined {
  if (part.words) return fileWord(part.words[Number(value ?? 0)]) || undefined;
  if (typeof value === "boolean" || value === undefined) return `${value ?? false}`;
  return undefined;
}

/** printedOn is what is printed on a thing, undefined if its kind declares no face. */
export function printedOn(position: Position, thing: Thing): Printed | undefined {
  const kind = position.kind(thing.kind);
  const face = kind?.look?.face;
  if (!face) return undefined;
  const value = (name: string | undefined) => (name ? valueText(position, thing, kind, name) : "");
  return {
    titles: titlesOf(position.table),
    title: face.noTitle ? "" : face.title ? value(face.title) : thing.text,
    corner: value(face.corner),
    text: face.text ? value(face.text) : (kind.description ?? ""),
    turned: !isZero(value(face.turned)),
    badges: (face.badges ?? []).flatMap((b) => badgeOf(position, b, value(b.of), Number(value(b.max)) || 0)),
  };
}

const titles = new WeakMap<Table, string[]>();

/** titlesOf are the titles that kinds have on all their things. */
function titlesOf(table: Table): string[] {
  let all = titles.get(table);
  if (!all) {
    const titled = table.kinds.filter(({ look }) => look?.face && !look.face.noTitle && !look.face.title);
    titles.set(table, (all = titled.map((k) => k.look?.label || k.label || k.name)));
  }
  return all;
}

function badgeOf(position: Position, badge: Badge, value: string, max: number): PrintedBadge[] {
  if (isZero(value) && !max) return [];
  const label = position.table.parts.find((p) => p.name === badge.of)?.label ?? badge.of;
  const shown = { value: value || "0", label, at: badge.at ?? "right", picture: urlOf(position.table, badge.picture) };
  return [max ? { ...shown, max } : shown];
}

/** shareOf is how full the bar of a badge is, from 0 to 1. */
export const shareOf = ({ value, max }: PrintedBadge): number =>
  max ? Math.min(1, Math.max(0, Number(value) / max)) : 0;

const isZero = (value: string) => ["", "0", "false"].includes(value);

/** valueText is a value of a thing as text: of a Part, a derived value, or a trait of its kind. */
function valueText(position: Position, thing: Thing, kind: Kind, name: string): string {
  const value = position.seen.text(thing.name, name);
  const part = position.table.parts.find((p) => p.name === name);
  if (part?.words && (typeof value === "number" || value === undefined)) return part.words[value ?? 0] ?? "";
  if (value === undefined) return part ? "" : (kind.traits?.[name] ?? "");
  return typeof value === "object" ? "" : `${value as string | number | boolean}`;
}
