// The type of the table page's parts, used only by the type checker. No page loads this module, since it contains no
// code.

/** @import { BotTurns } from "./bot-turns.js" */
/** @import { Builder } from "./hand/builder.js" */
/** @import { Connection } from "./connection.js" */
/** @import { Drag } from "./hand/dropping.js" */
/** @import { EndDialog } from "./end/end-dialog.js" */
/** @import { Flow } from "./flow.js" */
/** @import { Focus } from "./view/focus.js" */
/** @import { Game } from "./game.js" */
/** @import { Hints } from "./view/hints.js" */
/** @import { Inbox } from "./inbox.js" */
/** @import { Lesson } from "./help/lesson.js" */
/** @import { LogPanel } from "./view/log-panel.js" */
/** @import { Menu } from "./help/menu.js" */
/** @import { OwnHand } from "./hand/own-hand.js" */
/** @import { PeopleDialog } from "./people/people.js" */
/** @import { Plays } from "./plays.js" */
/** @import { Reactions } from "./people/reactions.js" */
/** @import { TabMemory } from "./tab-memory.js" */
/** @import { View } from "./view/view.js" */

/**
 * @typedef {object} Table  The parts of the page, each of which accesses the others through this object.
 * @property {Game} game  the browser's copy of the game
 * @property {Connection} connection  the socket to the server
 * @property {Inbox} inbox  the server's messages
 * @property {Flow} flow  shows the steps one by one
 * @property {BotTurns} botTurns  requests the turns at a table with bots only
 * @property {Plays} plays  the player's requests to the server
 * @property {View} view  draws the table
 * @property {OwnHand} hand  the player's cards, their order and the selected one
 * @property {Drag} drag  drag and drop
 * @property {Builder} builder  puts a phase together
 * @property {Hints} hints
 * @property {LogPanel} log
 * @property {Focus} focus
 * @property {Menu} menu
 * @property {PeopleDialog} people  the players and the table's settings
 * @property {Reactions} reactions
 * @property {Lesson} lesson  the guided first hand
 * @property {EndDialog} endDialog
 * @property {TabMemory} memory  data kept across a reload of the tab
 */

export {};
