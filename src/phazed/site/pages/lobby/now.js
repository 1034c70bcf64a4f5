// Redirects to a table with the latest unfinished game or, if there is none, a new one.

import { byId, messageOf } from "../../components/dom.js";
import { address, createQuick, existingGames } from "../../shell/games.js";

async function sitDown() {
  const unfinished = (await existingGames()).find(({ game, known }) => game.token && !known.over);
  location.replace(unfinished ? address(unfinished.game) : await createQuick());
}

sitDown().catch((error) => {
  byId("status").textContent = messageOf(error);
  byId("links").hidden = false;
});
