// @vitest-environment node

import { expect, test } from "vitest";
import { shortened } from "./shortened";

test("a long text ends after a sentence, or else after a word", () => {
  expect(shortened("Ann asks Bob", 20)).toBe("Ann asks Bob");
  expect(shortened("Ann plays Q. Bob plays K. Cleo plays A", 30)).toBe("Ann plays Q. Bob plays K");
  expect(shortened("Ann moves something to somewhere", 20)).toBe("Ann moves something …");
});
