// boardgame.io with Brouhaha's traffic: moves of any player at any time, an update to all of them.
// Its default store, which is memory, and its default updates, which are the whole state.
//   node boardgame.mjs PORT
import { createRequire } from "node:module";
import { move, newView } from "./view.mjs";

const require = createRequire(import.meta.url); // its ES modules are not ones that Node takes
const { Server } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

const any = (type) => ({
  move: ({ G, playerID }) => { move(G, Number(playerID), type); },
  ignoreStaleStateID: true, // else moves made at the same time are dropped
});

const Nimble = {
  name: "nimble",
  setup: newView,
  moves: { flip: any("flip"), back: any("back") },
  turn: { activePlayers: ActivePlayers.ALL },
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
};

Server({ games: [Nimble], origins: [] }).run(Number(process.argv[2]));
