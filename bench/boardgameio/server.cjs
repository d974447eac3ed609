// boardgame.io's server with tic-tac-toe, in memory: `node server.cjs FOLDER` finds the package in FOLDER/node_modules.
const { createRequire } = require("node:module");
const path = require("node:path");
const { Server } = createRequire(path.resolve(process.argv[2], "package.json"))("boardgame.io/server");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

// As in ../load/tictactoe.py: a won or full board counts and is cleared, so that a match lasts as long as the benchmark.
const game = {
  name: "tictactoe",
  setup: () => ({ cells: Array(9).fill(null), won: [0, 0], tied: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place({ G, playerID }, cell) {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
      const won = LINES.some(line => line.every(one => G.cells[one] === playerID));
      if (won) G.won[playerID] += 1;
      else if (G.cells.every(one => one !== null)) G.tied += 1;
      else return;
      G.cells = Array(9).fill(null);
    },
  },
};

console.log = () => {}; // it tells every start by itself
Server({ games: [game], origins: ["*"] })
  .run({ port: 0 })
  .then(({ appServer }) => process.stdout.write(`http://127.0.0.1:${appServer.address().port}\n`));
