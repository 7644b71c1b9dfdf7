// Plays a match against a bot, at random, and prints what happens:
//
//   go run ./cmd/ply &                       # in the root of the repository
//   npm run build                            # here, once
//   node --experimental-websocket example.js http://localhost:8080 gofish
//
// Node 22 and later need no flag. What a player must know is in the match, what they choose is in its draft.
import { eventTexts, Match, resultText, Server } from "@plygame/client";

const [url = "http://localhost:8080", game = "tictactoe"] = process.argv.slice(2);
const any = (list) => list[Math.floor(Math.random() * list.length)];

const server = new Server(url);
const created = await server.create(game, { seats: 2, bots: [1], bot: "gentle", unlisted: true });
const { token } = await server.join(game, created.match, { name: "Ada" });
const match = new Match(server, game, created.match, token, { trouble: console.error });
void match.open();

let printed = 0;
function print() {
  for (const e of match.events.filter((e) => e.n > printed)) {
    for (const line of eventTexts(e, match.seating, match.events)) console.log(line);
    printed = e.n;
  }
}

for (;;) {
  await match.until(() => match.over || (match.myTurn && !match.draft.busy && match.draft.asked !== "nothing"));
  print();
  if (match.over) break;
  await chooseNext(match.draft);
}
console.log(`${resultText(match.outcome, match.seating, match.seat)}.`);
match.close();

/** chooseNext makes the next choice of a move: an action, a value, or that the move is complete. */
async function chooseNext(draft) {
  if (draft.asked === "action") return draft.act(any(draft.open).action);
  if (draft.asked === "confirm") return draft.confirm();
  const values = (draft.offer.values ?? []).filter((v) => !v.why && !draft.here.includes(v.value));
  return values.length ? draft.choose(any(values).value) : draft.stop();
}
