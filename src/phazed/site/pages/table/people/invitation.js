// The invitation to a table: its code, and a link with a QR code.

/** @import { Table } from "../parts.js" */
import { copyFrom, h } from "../../../components/dom.js";
import { qrCode, sharedOrigin } from "../../../shell/share.js";

/** The address at which others can reach this server, if known; empty if they cannot. @type {string | null} */
let origin = null;
let asking = false;

/** The address at which others can reach this server; null until the server has answered. @param {Table} t */
export function knownOrigin(t) {
  if (origin === null && !asking) {
    asking = true;
    sharedOrigin().then((found) => {
      origin = found;
      t.view.draw();
    });
  }
  return origin;
}

/** A link to this server that works for others. @param {Table} t @param {string} path */
export const linkFor = (t, path) => new URL(path, knownOrigin(t) || location.href).href;

/** Instructions for joining the table. @param {Table} t */
export function invitation(t) {
  const { code } = t.game.known;
  if (!code) return null;
  const link = linkFor(t, `/join/${code}`);
  return h(
    "div",
    { class: "invitation" },
    h(
      "div",
      null,
      h("p", { class: "lead" }, "Others join with the code"),
      h("p", { class: "code", "data-key": "code" }, code),
      h(
        "p",
        { class: "join-link" },
        h("span", null, link.replace(/^https?:\/\//, "")),
        h(
          "button",
          { type: "button", class: "button small", "data-key": "copy-join", onclick: (event) => copy(event, link) },
          "Copy link",
        ),
      ),
    ),
    knownOrigin(t) ? qrCode(link, "QR code for the link") : null,
  );
}

/** @param {any} event @param {string} link */
const copy = (event, link) => copyFrom(event.currentTarget, link);

/** A note for the host of a table that others cannot reach. */
export const hereOnly = () =>
  h(
    "p",
    { class: "lead" },
    "These links work only on this computer. To let others join, start the server with ",
    h("code", null, "phazed play --host 0.0.0.0"),
    ".",
  );
