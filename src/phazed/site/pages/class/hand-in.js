// Handing in a bot as a dropped or chosen file, or as pasted source code.

/** @import { Version } from "../../answers.js" */
import { h } from "../../components/dom.js";
import { upload } from "./class-api.js";
import { fileDrop } from "./file-drop.js";
import { attempt, problemLine } from "../../components/panels.js";

/** Return the form; `handedIn` is called with each new version. @param {(version: Version) => void} handedIn */
export function handInForm(handedIn) {
  const problem = problemLine();
  const status = h("p", { class: "note", role: "status" });

  /** @param {string} title @param {Blob | string} content */
  async function send(title, content) {
    status.textContent = `Handing in ${title}…`;
    try {
      handedIn(await upload(`/api/class/submissions?title=${encodeURIComponent(title)}`, content));
    } finally {
      status.textContent = "";
    }
  }

  const place = fileDrop(
    { label: "File of your bot", accept: ".py,.zip", kind: "primary" },
    (file) => send(file.name, file),
    problem,
    h("b", null, "Drop your bot here"),
    ", a .py file or a .zip archive",
  );
  return h("div", { class: "stack" }, place, pasteForm(send, problem), problem, status);
}

/** @param {(title: string, content: string) => Promise<void>} send @param {HTMLElement} problem */
function pasteForm(send, problem) {
  /** @type {HTMLTextAreaElement} */
  const text = h("textarea", { id: "source", rows: 10, spellcheck: "false", required: true });
  /** @type {HTMLButtonElement} */
  const button = h("button", { type: "submit", class: "button" }, "Hand in this text");
  const form = h(
    "form",
    {
      class: "stack",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (await attempt(button, () => send("bot.py", text.value), problem)) text.value = "";
      },
    },
    h("label", { class: "field" }, h("span", null, "Python source text of the bot"), text),
    h("div", null, button),
  );
  return h("details", null, h("summary", null, "Paste the source text instead"), form);
}
