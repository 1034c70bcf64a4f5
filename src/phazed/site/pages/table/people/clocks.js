// Descriptions of the clocks that can be chosen for a table.

/** @import { TableConditions } from "../../../answers.js" */

/** @type {Record<TableConditions["clock"], string>} */
export const CLOCKS = {
  off: "No clock",
  relaxed: "Relaxed: 90 seconds per turn",
  quick: "Quick: 30 seconds per turn",
};
