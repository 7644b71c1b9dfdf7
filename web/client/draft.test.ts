// Tests drafts with recorded answers of a real server: testdata/workshop.json, which the Go test TestDialogue checks.

import { beforeEach, describe, expect, test } from "vitest";
import { Refused } from "./refused.js";
import type { Message, Move, Offer, Request } from "./wire.js";
import { Draft, type Asker } from "./draft.js";
import workshop from "./testdata/workshop.json";

/** Server replays the recorded answers and stores the moves that are played. */
class Server implements Asker {
  played: Move[] = [];
  asked: Request[] = [];
  troubles: string[] = [];
  refusal: Refused | undefined; // refuses the next move
  first: Pick<Message, "offers" | "step"> | undefined;
  held: Promise<void> = Promise.resolve(); // answers wait for this

  async ask(request: Request): Promise<Message> {
    this.asked.push(request);
    const draft = JSON.stringify(request.draft ?? null);
    const known = workshop.drafts.find((d) => JSON.stringify(d.draft) === draft);
    await this.held;
    if (!known) throw new Error(`the dialogue has no draft ${draft}`);
    const answer = known.answer as unknown as Message;
    if (answer.refusal) throw new Refused(answer.refusal.code, answer.refusal.why);
    return answer;
  }

  offered() {
    return this.first;
  }

  async play(move: Move) {
    await this.held;
    const refusal = this.refusal;
    this.refusal = undefined;
    if (refusal) throw refusal;
    this.played.push(move);
  }

  trouble(e: unknown) {
    if (!(e instanceof Refused)) throw e;
    this.troubles.push(e.message || e.line?.text || e.code);
  }

  /** moves are the played moves in record notation. */
  get moves(): string[] {
    return this.played.map((move) => {
      const known = workshop.moves.find((m) => JSON.stringify(m.move) === JSON.stringify(move));
      if (!known) throw new Error(`the dialogue has no move ${JSON.stringify(move)}`);
      return known.text;
    });
  }
}

let server: Server;
let draft: Draft;

beforeEach(async () => {
  server = new Server();
  draft = new Draft(server);
  await draft.refresh();
});

/** named returns the thing with this label among the first choices. */
function named(label: string): string {
  const all = (workshop.drafts[0]!.answer.offers ?? []) as unknown as Offer[];
  const found = all.flatMap((o) => o.values ?? []).find((v) => v.label === label);
  if (!found) throw new Error(`there is no ${label}`);
  return found.value;
}

const point = (label: string) => draft.point(named(label));
const chosen = () => [...draft.chosen].sort();
const asks = () => draft.offer?.prompt?.text;

test("all actions are offered first", () => {
  expect(draft.asked).toBe("action");
  expect(draft.offers).toHaveLength(15);
  expect(draft.open.map((o) => o.action)).not.toContain("rest");
  expect(draft.begun).toBe(false);
});

describe("a thing that several actions begin with", () => {
  test("asks which action is meant, and can be deselected", async () => {
    await point("A2");
    expect(draft.asked).toBe("ambiguous");
    expect(chosen()).toEqual([named("A2")]);
    expect(draft.ambiguous?.offers.map((o) => o.action)).toEqual(["keep", "give", "swap", "paint"]);
    await draft.back();
    expect(draft.asked).toBe("action");
    expect(chosen()).toEqual([]);
  });

  test("is replaced by a click on another thing", async () => {
    await point("A2");
    await point("A3");
    expect(chosen()).toEqual([named("A3")]);
    await draft.chooseAction("give");
    expect(asks()).toBe("To whom?");
    expect(chosen()).toEqual([named("A3")]);
    await draft.back();
    expect(draft.asked).toBe("action");
  });

  test("continues with the next pick of the chosen action, here a seat", async () => {
    await point("A1");
    await draft.chooseAction("give");
    await draft.cancel();
    expect(draft.asked).toBe("action");
    await point("A4");
    await draft.chooseAction("give");
    await draft.point("seat/2");
    expect(server.moves).toEqual(["give #4 2"]);
  });

  test("is deselected by a second click", async () => {
    await point("A4");
    await point("A4");
    expect(draft.asked).toBe("action");
    expect(chosen()).toEqual([]);
  });
});

describe("targets of a thing that several actions begin with", () => {
  const pick = (action: string, at: number, ...values: string[]): Offer => {
    const last = action === "watch" || at === 1;
    return {
      action,
      complete: false,
      label: action,
      pick: "p",
      at,
      sort: "element",
      max: 1,
      last,
      values: values.map((value) => ({ value })),
    };
  };
  const first = [pick("move", 0, "ann", "bob"), pick("strike", 0, "ann", "bob"), pick("watch", 0, "ann", "bob")];
  const next: Record<string, Offer> = {
    move: pick("move", 1, "a1", "a2", "rat"),
    strike: pick("strike", 1, "cat", "rat", "bob"),
  };
  let units: Draft;

  beforeEach(async () => {
    server.ask = ({ draft }) =>
      Promise.resolve({ type: "answer", offers: [next[(draft as Move).action ?? ""]!] } as Message);
    server.first = { offers: first };
    units = new Draft(server);
    await units.refresh();
    await units.point("ann");
  });

  test("are offered, and a click on one chooses the action, too", async () => {
    expect(units.asked).toBe("ambiguous");
    expect([...units.values.keys()]).toEqual(["a1", "a2", "rat", "cat"]);
    await units.point("cat");
    expect(server.played).toEqual([{ action: "strike", picks: [["ann"], ["cat"]] }]);
  });

  test("are asked about if several actions have them", async () => {
    await units.point("rat");
    expect(units.ambiguous?.offers.map((o) => o.action)).toEqual(["move", "strike"]);
    expect([...units.chosen]).toEqual(["ann", "rat"]);
    await units.chooseAction("move");
    expect(server.played).toEqual([{ action: "move", picks: [["ann"], ["rat"]] }]);
  });

  test("do not hide what else an action can begin with", async () => {
    expect(units.changes("bob")).toBe(true);
    await units.point("bob");
    expect(units.ambiguous?.name).toBe("bob");
    expect(server.played).toEqual([]);
  });

  test("are confirmed on request", async () => {
    await units.point("a1", true);
    expect(units.asked).toBe("confirm");
    await units.back();
    expect(units.asked).toBe("pick");
    expect([...units.values.keys()]).toEqual(["a1", "a2", "rat"]);
    await units.back();
    expect(units.asked).toBe("action");
  });
});

test("clicks select and deselect values", async () => {
  await draft.act("swap");
  await point("A1");
  expect(chosen()).toEqual([named("A1")]);
  expect(draft.offer?.stop).toBeFalsy();
  await draft.choose(named("A3"));
  expect(draft.here).toEqual([named("A1"), named("A3")]);
  expect(draft.offer?.stop).toBe(true);
  await point("A1");
  expect(draft.here).toEqual([named("A3")]);
  await draft.choose(named("A3"));
  expect(draft.here).toEqual([]);
  await point("A5");
  await point("A2");
  await draft.back();
  expect(draft.here).toEqual([named("A5")]);
  await draft.choose(named("A4"));
  await draft.stop();
  expect(server.moves).toEqual(["swap #5+#4"]);
});

test("quick clicks are handled in order", async () => {
  await draft.act("swap");
  await Promise.all([draft.choose(named("A5")), draft.choose(named("A4"))]);
  expect(draft.here).toEqual([named("A5"), named("A4")]);
});

test("an optional pick can be skipped, and each step undone", async () => {
  await draft.act("paint");
  await point("A1");
  expect(asks()).toBe("Which colour?");
  await draft.stop();
  expect(asks()).toBe("How many coats?");
  await draft.back();
  expect(asks()).toBe("Which colour?");
  expect(chosen()).toEqual([named("A1")]);
  await draft.back();
  expect(asks()).toBe("Which card?");
  expect(chosen()).toEqual([]);
  await point("A2");
  await draft.choose("not blue");
  expect(asks()).toBe("How many coats?");
  await draft.choose("5");
  expect(server.moves).toEqual(['paint #2 "not blue" 5']);
});

test("a skipped pick stays empty in the move", async () => {
  await point("A3");
  await draft.chooseAction("paint");
  await draft.stop();
  await draft.choose("2");
  expect(server.moves).toEqual(["paint #3 - 2"]);
});

test("a full pick leads to the next one, and back again", async () => {
  await draft.act("mix");
  await draft.choose("slate");
  await draft.stop();
  expect(asks()).toBe("Which finish?");
  await draft.back();
  expect(asks()).toBe("Which shades?");
  expect(draft.here).toEqual(["slate"]);
  await draft.stop();
  await draft.choose("matt");
  expect(server.moves).toEqual(["mix slate matt"]);
});

test("the last choice is played without asking what follows", async () => {
  await draft.act("give");
  await point("A1");
  await draft.choose("1");
  expect(server.moves).toEqual(["give #1 1"]);
  expect(server.asked.map((r) => r.draft)).toEqual([undefined, { action: "give", picks: [[named("A1")]] }]);
});

test("a repeated pick ends when the player stops it", async () => {
  await draft.act("fetch");
  await point("file");
  expect(draft.offer?.values).toHaveLength(2);
  await point("saw");
  expect(draft.offer?.values).toHaveLength(1);
  await draft.back();
  expect(draft.offer?.values).toHaveLength(2);
  await draft.choose(draft.offer!.values![1]!.value);
  await draft.stop();
  expect(server.moves).toEqual(["fetch #17+#18"]);
});

test("if exactly two values are needed, the second plays the move", async () => {
  await draft.act("join");
  await draft.choose("oak");
  expect(draft.here).toEqual(["oak"]);
  await draft.choose("elm");
  expect(server.moves).toEqual(["join oak+elm"]);
});

test("clicking what a value points at chooses the value, unless several values point there", async () => {
  await draft.act("recast");
  expect(draft.values.has("shelf")).toBe(false);
  await point("saw");
  expect(asks()).toBe("As what?");
  await draft.choose("box");
  expect(server.moves).toEqual(["recast left box"]);
});

describe("what cannot be chosen", () => {
  test("an action shows the reason", async () => {
    await draft.act("rest");
    expect(server.troubles).toEqual(["{0} has no bed"]);
    expect(draft.asked).toBe("action");
  });

  test("a value shows the reason and is not taken", async () => {
    await draft.act("lay");
    await draft.choose("b2");
    await draft.point("b2");
    expect(server.troubles).toEqual(["the floor is wet at {0}", "the floor is wet at {0}"]);
    expect(server.played).toEqual([]);
    await draft.choose("c3");
    expect(server.moves).toEqual(["lay c3"]);
  });

  test("a malformed text is refused and can be corrected", async () => {
    await draft.act("name");
    await draft.choose("Hello");
    expect(server.troubles).toEqual(["the text does not match [a-z]+"]);
    expect(asks()).toBe("Which word?");
    await draft.choose("hello");
    expect(server.moves).toEqual(["name hello"]);
  });
});

describe("a move that waits for confirmation", () => {
  beforeEach(() => draft.act("lay"));

  test("is played when confirmed", async () => {
    await draft.point("c3", true);
    expect(draft.asked).toBe("confirm");
    expect(server.played).toEqual([]);
    await draft.confirm();
    expect(server.moves).toEqual(["lay c3"]);
  });

  test("may come from a list of choices", async () => {
    await draft.cancel();
    await draft.chooseAll(["lay", "c3"], true);
    expect(draft.asked).toBe("confirm");
    expect(server.played).toEqual([]);
  });

  test("can be replaced by another choice", async () => {
    await draft.point("a2", true);
    expect(chosen()).toEqual(["a2"]);
    await draft.point("c3", true);
    expect(chosen()).toEqual(["c3"]);
    await draft.confirm();
    expect(server.moves).toEqual(["lay c3"]);
  });
});

test("a refused move returns the player to the last choice", async () => {
  server.refusal = new Refused("stale", "too late");
  await draft.act("give");
  await point("A4");
  await draft.choose("2");
  expect(server.troubles).toEqual(["too late"]);
  expect(server.played).toEqual([]);
  expect(draft.busy).toBe(false);
});

describe("after an update", () => {
  test("choices that are still allowed are kept", async () => {
    await draft.act("paint");
    await point("A1");
    await draft.refresh();
    expect(asks()).toBe("Which colour?");
    expect(chosen()).toEqual([named("A1")]);
  });

  test("a draft that is no longer allowed starts over", async () => {
    await draft.act("paint");
    await point("A1");
    const ask = server.ask.bind(server);
    server.ask = (r) => (r.draft ? Promise.reject(new Refused("not-offered", "gone")) : ask(r));
    await draft.refresh();
    expect(draft.asked).toBe("action");
    expect(server.troubles).toEqual([]);
  });

  test("answers to older questions are dropped", async () => {
    let release = () => {};
    server.held = new Promise((done) => (release = done));
    const slow = draft.refresh();
    draft.clear();
    release();
    await slow;
    expect(draft.asked).toBe("nothing");
  });

  test("offers sent with the update are not requested", async () => {
    server.asked = [];
    server.first = workshop.drafts[0]!.answer as unknown as Message;
    await draft.refresh();
    expect(draft.asked).toBe("action");
    expect(server.asked).toEqual([{ do: "offers", then: true }]); // only what they change
  });
});

test("a pick with only one value is taken automatically", async () => {
  const ask = server.ask.bind(server);
  const only: Offer = {
    action: "paint",
    label: "paint",
    complete: false,
    pick: "work",
    at: 0,
    sort: "element",
    min: 1,
    max: 1,
    values: [{ value: named("A1") }],
  };
  server.ask = (r) => (r.draft ? ask(r) : Promise.resolve({ type: "answer", offers: [only] }));
  await draft.refresh();
  expect(asks()).toBe("Which colour?");
  expect(draft.begun).toBe(false);
});

describe("a click on a thing in a place that can be chosen", () => {
  const heap = { value: "A", points: [] };
  const first: Offer = {
    action: "take",
    label: "Take sticks",
    complete: false,
    pick: "heap",
    at: 0,
    sort: "element",
    min: 1,
    max: 1,
    values: [heap],
  };
  const second: Offer = {
    ...{
      action: "take",
      label: "Take sticks",
      complete: false,
      pick: "sticks",
      at: 1,
      sort: "number",
      min: 1,
      max: 1,
      last: true,
    },
    values: [
      { value: "1", points: ["s3"] },
      { value: "2", points: ["s2", "s3"] },
      { value: "3", points: ["s1", "s2", "s3"] },
    ],
  };
  let played: Move[];
  let sticks: Draft;

  beforeEach(async () => {
    played = [];
    sticks = new Draft({
      ask: (q) =>
        Promise.resolve({
          type: "answer",
          offers: [(q.draft as Move | undefined)?.picks?.length ? second : first],
        } as Message),
      offered: () => undefined,
      play: (move) => Promise.resolve(void played.push(move)),
      trouble: (e) => {
        throw e;
      },
    });
    await sticks.refresh();
  });

  test("answers the next question too, and waits for confirmation", async () => {
    await sticks.point("A", false, "s2");
    expect(sticks.asked).toBe("confirm");
    expect([...sticks.chosen].sort()).toEqual(["A", "s2", "s3"]);
    expect(played).toEqual([]);
    await sticks.confirm();
    expect(played).toEqual([{ action: "take", picks: [["A"], ["2"]] }]);
  });

  test("can be changed by a click on another thing, which plays the move", async () => {
    await sticks.point("A", false, "s2");
    await sticks.point("s1");
    expect(played).toEqual([{ action: "take", picks: [["A"], ["3"]] }]);
  });

  test("asks if the thing means nothing", async () => {
    await sticks.point("A", false, "other");
    expect(sticks.asked).toBe("pick");
  });
});
