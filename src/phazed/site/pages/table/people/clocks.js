// The clocks that a table can have, in words.

/** @import { TableSettings } from "../messages.js" */

/** @type {Record<TableSettings["clock"], string>} */
export const CLOCKS = {
  off: "No clock",
  relaxed: "Relaxed: 90 seconds for a turn",
  quick: "Quick: 30 seconds for a turn",
};
