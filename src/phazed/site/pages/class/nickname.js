// Choosing the nickname that other people see.

import { h } from "../../components/dom.js";
import { post } from "./class-api.js";
import { attempt, problemLine } from "../../components/panels.js";
import { showName } from "./session.js";

const MAX_LENGTH = 24;

/**
 * Return the form for choosing a nickname; `chosen` is called with the new nickname.
 * @param {string | null} nickname @param {(nickname: string) => void} chosen
 */
export function nicknameForm(nickname, chosen) {
  const problem = problemLine();
  const status = h("p", { class: "note", role: "status" });
  /** @type {HTMLInputElement} */
  const field = h("input", {
    id: "nickname",
    value: nickname ?? "",
    maxlength: MAX_LENGTH,
    required: true,
    autocomplete: "off",
    spellcheck: "false",
  });
  /** @type {HTMLButtonElement} */
  const button = h(
    "button",
    { type: "submit", class: `button${nickname ? "" : " primary"}` },
    nickname ? "Change" : "Choose",
  );
  const form = h(
    "form",
    {
      class: "in-a-row",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        status.textContent = "";
        await attempt(button, save, problem);
      },
    },
    h("label", { class: "field" }, h("span", null, "Nickname"), field),
    button,
  );
  async function save() {
    const { nickname: now } = await post("/api/class/nickname", { nickname: field.value });
    field.value = now;
    status.textContent = `The others see you as ${now}.`;
    showName(now);
    chosen(now);
  }
  return h("div", { class: "stack" }, form, problem, status);
}
