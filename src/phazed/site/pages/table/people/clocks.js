// The clocks that a table can have, in words.

/** @import { TableConditions } from "../../../answers.js" */

/** @type {Record<TableConditions["clock"], string>} */
export const CLOCKS = {
  off: "No clock",
  relaxed: "Relaxed: 90 seconds for a turn",
  quick: "Quick: 30 seconds for a turn",
};
