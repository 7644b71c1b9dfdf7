// The order into which players drag the things of their hands. It lasts as long as the page of the match.

import type { Table, Thing } from "@plygame/client";

class Arrangement {
  private readonly orders = new WeakMap<Table, Map<string, readonly string[]>>();
  private version = $state(0); // changes with every order

  /** has reports whether the player has arranged a place. */
  has(table: Table, spot: string): boolean {
    return this.version >= 0 && this.orders.get(table)?.has(spot) === true;
  }

  /** arranged returns the things of a place in the player's order; what has come since is at the end. */
  arranged(table: Table, spot: string, things: Thing[]): Thing[] {
    const order = this.has(table, spot) ? this.orders.get(table)!.get(spot)! : [];
    const rank = new Map(order.map((name, i) => [name, i]));
    const at = (t: Thing) => rank.get(t.name) ?? order.length;
    return order.length ? things.toSorted((a, b) => at(a) - at(b)) : things;
  }

  set(table: Table, spot: string, names: readonly string[]) {
    if (!this.orders.has(table)) this.orders.set(table, new Map());
    this.orders.get(table)!.set(spot, names);
    this.version++;
  }

  /** clear sorts a place by its values again. */
  clear(table: Table, spot: string) {
    if (this.orders.get(table)?.delete(spot)) this.version++;
  }
}

export const arrangement = new Arrangement();
