import { describe, expect, it } from "vitest";
import { Following } from "./following";

describe("Following", () => {
  it("follows while only the page scrolls the list", () => {
    const f = new Following();
    f.put(100);
    f.scrolled(100, 0);
    f.scrolled(60, 80); // what is beside the list has grown
    expect(f.on).toBe(true);
  });

  it("stops when the reader scrolls back, and goes on at the end", () => {
    const f = new Following();
    f.put(100);
    f.moved(true);
    f.scrolled(0, 100);
    expect(f.on).toBe(false);
    f.scrolled(100, 0);
    expect(f.on).toBe(true);
  });

  it("stops even if the event of its own scrolling comes after the key", () => {
    const f = new Following();
    f.put(100);
    f.moved(true);
    f.scrolled(100, 0);
    f.scrolled(0, 100);
    expect(f.on).toBe(false);
  });
});
