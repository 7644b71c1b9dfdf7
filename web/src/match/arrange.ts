// Dragging a thing along the player's own hand, to put the hand in order.

import type { Table } from "@plygame/client";
import { arrangement } from "../table/arrangement.svelte";

const sortable = "[data-sortable]";

/** sortableAt returns the thing of a hand that the player may move along it. */
export const sortableAt = (target: Element): string | undefined =>
  target.closest(sortable) ? target.closest<HTMLElement>("[data-thing]")?.dataset["thing"] : undefined;

/** Gap is where a thing would be put: before another one, or at the end. */
interface Gap {
  spot: string;
  order: string[];
  before: HTMLElement | undefined;
}

/** gapAt finds where a thing goes that is dropped at a point over its own hand. */
export function gapAt(thing: string, x: number, y: number, root: Element): Gap | undefined {
  const own = root.querySelector(`${sortable} [data-thing="${CSS.escape(thing)}"]`)?.closest<HTMLElement>(sortable);
  const box = own?.getBoundingClientRect();
  if (!own || !box || x < box.left || x > box.right || y < box.top || y > box.bottom) return undefined;
  const all = [...own.querySelectorAll<HTMLElement>("[data-thing]")];
  const before = all.find((e) => {
    const b = e.getBoundingClientRect();
    return y < b.bottom && x < b.left + b.width / 3; // cards cover each other: what shows is their left
  });
  const others = all.filter((e) => e.dataset["thing"] !== thing);
  const names = others.map((e) => e.dataset["thing"]!);
  const next = before?.dataset["thing"] === thing ? all[all.indexOf(before) + 1] : before;
  const at = next ? others.indexOf(next) : -1;
  names.splice(at < 0 ? names.length : at, 0, thing);
  const spot = own.closest<HTMLElement>("[data-place]")?.dataset["place"] ?? "";
  return { spot, order: names, before: next };
}

/** arrange puts the hand in the order of a gap. */
export const arrange = (table: Table, { spot, order }: Gap) => arrangement.set(table, spot, order);
