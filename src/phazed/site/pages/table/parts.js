// The type of the table page's parts, for the type checker. There is no code here, so no page loads this module.

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
 * @typedef {object} Table  The parts of the page. Each has one job, and reaches the others through this object.
 * @property {Game} game  what this browser knows about the game
 * @property {Connection} connection  the socket to the server
 * @property {Inbox} inbox  the server's messages
 * @property {Flow} flow  shows the steps one after the other
 * @property {BotTurns} botTurns  asks for the turns at a table of bots
 * @property {Plays} plays  what the player asks the server for
 * @property {View} view  draws the table
 * @property {OwnHand} hand  the player's cards, their order and the selected one
 * @property {Drag} drag  what is being dragged
 * @property {Builder} builder  puts a phase together
 * @property {Hints} hints
 * @property {LogPanel} log
 * @property {Focus} focus
 * @property {Menu} menu
 * @property {PeopleDialog} people  the players and the conditions of the table
 * @property {Reactions} reactions
 * @property {Lesson} lesson  the guided first hand
 * @property {EndDialog} endDialog
 * @property {TabMemory} memory  what a reload of the tab needs
 */

export {};
