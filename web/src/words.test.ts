// @vitest-environment node

import { expect, test } from "vitest";
import { homeWords as words } from "./home/words";

test.each([
  [words.players([2]), "2 players"],
  [words.players([1]), "1 player"],
  [words.players([2, 3, 4]), "2–4 players"],
  [words.players([2, 4]), "2 or 4 players"],
  [words.match.turnOf(["Ann"]), "Ann's turn"],
  [words.match.turnOf(["Ann", "Bob", "Cleo"]), "Waiting for Ann, Bob and Cleo"],
  [words.match.inviteAs(["White"]), "White is free"],
  [words.match.inviteAs(["White", "Black"]), "White and Black are free"],
  [words.match.asks("Ann", 1, ""), "Ann asks to undo the last move."],
  [words.match.asks("Ann", 3, "a slip"), "Ann asks to undo the last 3 moves (a slip)."],
  [words.table.yours("Hand"), "Your hand"],
  [words.table.yours("To place"), "To place (yours)"],
  [words.table.yours("Won"), "Won (yours)"],
  [words.table.yours("Tools"), "Your tools"],
  [words.choose.of(1, 0, 0), "1 chosen"],
  [words.choose.of(1, 2, 2), "1 of 2"],
  [words.choose.of(1, 2, 4), "1 of 2 to 4"],
  [words.homePage.ago(59), "just now"],
  [words.homePage.ago(60), "1 min ago"],
  [words.homePage.ago(7200), "2 h ago"],
  [words.homePage.ago(86400), "1 day ago"],
  [words.homePage.ago(200000), "2 days ago"],
])("%s", (text, want) => {
  expect(text).toBe(want);
});
