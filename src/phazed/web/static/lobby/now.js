// Straight to a table: the latest game that still goes on, or a new one.

import { QUICK, address, create, stillThere } from "../site/games.js";

async function sitDown() {
  const going = (await stillThere()).find(({ game, known }) => game.token && !known.over);
  location.replace(going ? address(going.game) : await create(QUICK));
}

sitDown().catch((error) => {
  document.getElementById("said").textContent = error.message;
  document.getElementById("ways").hidden = false;
});
