// Leaving the table: moving to another device, and resigning.

/** @import { Table } from "../parts.js" */
import { copyFrom, h } from "../../../components/dom.js";
import { makeDialog } from "../../../shell/dialog.js";
import { qrCode } from "../../../shell/share.js";
import { sentence } from "../view/bubbles.js";
import { linkFor } from "./invitation.js";

/** Show a one-time link for continuing on another device. @param {Table} t */
export async function openTransfer(t) {
  const status = h("p", { role: "status" }, "Creating a link…");
  const dialog = makeDialog("Continue on another device", "transfer", status);
  document.body.append(dialog);
  dialog.showModal();
  const answer = await t.connection.ask({ do: "transfer" });
  if (answer.kind !== "transfer") {
    status.textContent = answer.kind === "error" ? sentence(answer.reason) : "";
    return;
  }
  const link = linkFor(t, answer.address);
  status.textContent =
    "Open this link on the other device within ten minutes. It works once and moves your seat to that device.";
  dialog.append(
    qrCode(link, "QR code for the link to your seat"),
    h(
      "p",
      { class: "join-link" },
      h("input", { readonly: true, value: link, "aria-label": "Link to your seat" }),
      h("button", { type: "button", class: "button", onclick: (event) => copyFrom(event.currentTarget, link) }, "Copy"),
    ),
  );
}

/** Ask for confirmation before the player resigns. @param {Table} t */
export function openResign(t) {
  const problem = h("p", { class: "problem", role: "alert" });
  const resign = async () => {
    const answer = await t.connection.ask({ do: "resign" });
    if (answer.kind === "error") problem.textContent = sentence(answer.reason);
    else dialog.close();
  };
  const dialog = makeDialog(
    "Resign?",
    "resign",
    h("p", null, "A bot will play for you until the end of the game. You cannot take your seat back."),
    problem,
    h(
      "p",
      { class: "dialog-buttons" },
      h("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Keep playing"),
      h("button", { type: "button", class: "button primary", "data-action": "resign-now", onclick: resign }, "Resign"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
