import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import type { Thing as Lying } from "@plygame/client";
import { preferences } from "../preferences.svelte";
import Card from "./Card.svelte";

afterEach(() => preferences.setDisplay({ four: false }));

test("a deck of four colours has other pictures, if the player has chosen it", async () => {
  const thing: Lying = { name: "#1", kind: "card", in: "hand/0", text: "7♦" };
  const card = mount(Card, {
    target: document.body,
    props: { thing, kind: undefined, picture: "/art/7-diamonds.svg" },
  });
  const source = () => document.querySelector("img")?.getAttribute("src");
  flushSync();
  expect(source()).toBe("/art/7-diamonds.svg");
  preferences.setDisplay({ four: true });
  flushSync();
  expect(source()).toBe("/art/7-diamonds.svg#four");
  await unmount(card);
});
