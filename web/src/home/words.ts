// The text of the home page and of the pages of games.

import { plural, words } from "../words";

export const homeWords = {
  ...words,
  homePage: {
    heading: "What shall we play?",
    welcome: "Choose a game, play against bots or send a friend a link. No account, nothing to install.",
    yours: "Your matches",
    games: "Games",
    noGames: "There are no games on this server.",
    search: "Find a game",
    noneFound: (text: string) => `No game matches “${text}”.`,
    open: "Open matches",
    noOpen: "No one is waiting for players. Start a match with friends, and it appears here.",
    join: "Join",
    joinMatch: (title: string, players: string) => `Join ${title}, ${players}`,
    forget: (title: string) => `Forget this match of ${title}`,
    forgetSign: "×",
    alone: "nobody else yet",
    nobody: "nobody yet",
    against: (names: string[]) => `with ${names.join(", ")}`,
    as: (role: string, others: string) => `as ${role}, ${others}`,
    bots: (n: number) => (n === 1 ? "a bot" : `${n} bots`),
    free: (n: number) => plural(n, "free seat", "free seats"),
    freeRoles: (roles: string[]) => `Free: ${roles.join(", ")}`,
    waiting: "Waiting for players",
    running: "In play",
    over: "Over",
    outcome: (result: string, scores: number[]) => (scores.length ? `${result} (${scores.join(" : ")})` : result),
    ago: (seconds: number) => {
      if (seconds < 60) return "just now";
      if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
      if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
      return `${plural(Math.floor(seconds / 86400), "day", "days")} ago`;
    },
  },
  gamePage: {
    noGame: "There is no such game here.",
    rules: "The rules",
    newMatch: "New match",
    name: "Your name",
    nameHint: "What the others call you.",
    madeUp: {
      first: ["Brave", "Calm", "Clever", "Gentle", "Happy", "Lucky", "Nimble", "Quiet", "Swift", "Witty"],
      last: ["Badger", "Crane", "Fox", "Hare", "Heron", "Lynx", "Otter", "Owl", "Robin", "Wren"],
    },
    badName: "The name contains characters that cannot be shown.",
    noName: "Please enter a name.",
    againstBots: "Play against bots",
    againstBotsHint: (bot?: { name: string; about?: string }) =>
      bot ? `Bots (${bot.name}) play the other seats. ${bot.about ?? ""}` : "Bots play the other seats.",
    bot: "Bots",
    botTakes: (what: string) => what.charAt(0) + what.slice(1).toLowerCase(),
    withFriends: "Play with friends",
    withFriendsHint: "The other seats stay open. You get a link to share.",
    starting: "Starting …",
    more: "More settings",
    seats: "Number of players",
    presets: "Presets",
    usual: "Standard",
    options: "Options",
    range: (low: number, high: number) => `From ${low} to ${high}.`,
    notInRange: (low: number, high: number) => `Please enter a whole number from ${low} to ${high}.`,
    plan: "Who plays what",
    yourSeat: "You",
    seatOpen: "Open: send a link",
    seatBot: "Bot",
    withPlan: "Start with these players",
    unlisted: "Invite only",
    unlistedHint: "The match is not listed among the open matches.",
  },
};
