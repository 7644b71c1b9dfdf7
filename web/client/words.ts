// The words of this package, in English. For another language, replace its members: Object.assign(words, german).

const list = (names: string[]) =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

export const words = {
  unreachable: "The server cannot be reached.",
  refused: { taken: "Someone else has taken this seat." } as Record<string, string>,
  notSent: "Your last move did not arrive. Please choose again.",
  player: (seat: number) => `Player ${seat + 1}`,
  bot: "Bot",
  withSuffix: (name: string, by: string) => `${name} (${by})`,
  yes: "yes",
  no: "no",
  nobody: "nobody",
  events: {
    unseen: (who: string) => `${who} moves out of your sight`,
    undo: (who: string) => `${who} undoes a move`,
    undone: "A move was undone",
    resign: (who: string) => `${who} resigns`,
    bot: (seat: string) => `A bot joins as ${seat}`,
    sits: (name: string, seat: string) => `${name} joins as ${seat}`,
    free: (seat: string) => `${seat} is free`,
    rules: "The match continues with newer rules",
    restored: "The server was restored from a backup; chance continues with new random numbers",
    looked: "The operator of the server looked at what is hidden",
    closed: "The operator of the server ended the match",
  },
  result: {
    draw: "A draw",
    youWin: "You win",
    youWinToo: (others: string[]) => `You win, with ${list(others)}`,
    wins: (names: string[]) => (names.length === 1 ? `${names[0]} wins` : `${list(names)} win`),
    nobodyWins: "Nobody wins",
  },
  hint: (level: string, best: { text: string; value: number }, others: { text: string; value: number }[]) =>
    [
      `${level.charAt(0).toUpperCase()}${level.slice(1)} suggests ${best.text} (wins ${best.value} of 100)`,
      ...others.map((o) => `then ${o.text} (${o.value})`),
    ].join(", "),
};
