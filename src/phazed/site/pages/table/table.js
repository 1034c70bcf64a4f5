// The table page, which creates and connects its parts. Every play that the player tries is sent, legal or not, and the
// server's answer is shown where the player tried it.

/** @import { Table } from "./parts.js" */
import { byId } from "../../components/dom.js";
import { openRules } from "../rules.js";
import { playerName, remembered } from "../../shell/games.js";
import { changed } from "../../shell/settings.js";
import { BotTurns } from "./bot-turns.js";
import { Connection } from "./connection.js";
import { EndDialog } from "./end/end-dialog.js";
import { Flow } from "./flow.js";
import { Focus } from "./view/focus.js";
import { Game } from "./game.js";
import { Builder } from "./hand/builder.js";
import { Drag } from "./hand/dropping.js";
import { OwnHand } from "./hand/own-hand.js";
import { Hints } from "./view/hints.js";
import { Inbox } from "./inbox.js";
import { listenToKeys } from "./help/keys.js";
import { Lesson } from "./help/lesson.js";
import { LogPanel } from "./view/log-panel.js";
import { Menu } from "./help/menu.js";
import { PeopleDialog } from "./people/people.js";
import { Plays } from "./plays.js";
import { Reactions } from "./people/reactions.js";
import { TabMemory } from "./tab-memory.js";
import { actionButton, View } from "./view/view.js";
import { askName } from "./people/waiting.js";

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
const token = new URLSearchParams(location.hash.slice(1)).get("seat");

function makeTable() {
  const table = /** @type {Table} */ ({});
  table.memory = new TabMemory(id);
  table.game = new Game((hand) => table.memory.shownOf(hand));
  table.inbox = new Inbox(table, id, token);
  table.connection = new Connection(id, {
    join: () => ({ do: "join", token, name: playerName() || null }),
    onMessage: (message) => table.inbox.receive(message),
    onState: (state) => table.inbox.showConnection(state),
  });
  table.plays = new Plays(table);
  table.hand = new OwnHand(table, byId("hand"));
  table.drag = new Drag(table, byId("table"));
  table.hints = new Hints(table);
  table.builder = new Builder(table, byId("builder"));
  table.endDialog = new EndDialog(table);
  table.log = new LogPanel(table);
  table.focus = new Focus(table);
  table.menu = new Menu(table, actionButton("menu"), byId("menu"));
  table.people = new PeopleDialog(table);
  table.reactions = new Reactions(table);
  table.flow = new Flow(table);
  table.botTurns = new BotTurns(table);
  table.lesson = new Lesson(table);
  table.view = new View(table);
  return table;
}

/** Whether the player has followed an invitation and has no name yet. */
async function isInvited() {
  if (!token || playerName() || remembered().some((each) => each.id === id)) return false;
  try {
    const known = await (await fetch(`/api/games/${encodeURIComponent(id)}`)).json();
    return known.full === false && known.names.some(isNameless); // otherwise the seat already has a name
  } catch {
    return false;
  }
}

/** Whether a seat waits for anybody, under no name. @param {string} name */
const isNameless = (name) => /^Player \d$/.test(name);

async function begin() {
  const table = makeTable();
  actionButton("rules").addEventListener("click", () => openRules());
  listenToKeys(table);
  changed.addEventListener("change", () => {
    if (table.game.table) table.view.draw();
    table.botTurns.schedule();
  });
  addEventListener("hashchange", () => location.reload());
  if (await isInvited()) await askName(byId("waiting"));
  table.connection.open();
}
begin();
