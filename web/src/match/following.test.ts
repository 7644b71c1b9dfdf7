import { describe, expect, it } from "vitest";
import { Following } from "./following";

describe("Following", () => {
  it("follows while only the page scrolls the list", () => {
    const f = new Following();
    f.pageScrolled(100);
    f.scrolled(100, 0);
    f.scrolled(60, 80); // a neighbouring element has grown
    expect(f.on).toBe(true);
  });

  it("stops when the reader scrolls back, and resumes at the end", () => {
    const f = new Following();
    f.pageScrolled(100);
    f.readerActed(true);
    f.scrolled(0, 100);
    expect(f.on).toBe(false);
    f.scrolled(100, 0);
    expect(f.on).toBe(true);
  });

  it("stops even if its own scroll event arrives after the key press", () => {
    const f = new Following();
    f.pageScrolled(100);
    f.readerActed(true);
    f.scrolled(100, 0);
    f.scrolled(0, 100);
    expect(f.on).toBe(false);
  });
});
