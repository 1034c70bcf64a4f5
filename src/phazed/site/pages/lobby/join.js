// The page for joining a table with a code, which is typed in or part of the address, and a name.

/** @import { FoundTable } from "../../answers.js" */
import { byId, h, messageOf } from "../../components/dom.js";
import { plural } from "../../components/numbers.js";
import { ask } from "../../shell/ask.js";
import { join, playerName, setPlayerName } from "../../shell/games.js";

const LENGTH = 5;
const root = byId("join");

/** The code from the address, after `/join/` or `#`. */
function codeInAddress() {
  const [, , inPath = ""] = location.pathname.split("/");
  return decodeURIComponent(inPath || location.hash.slice(1));
}

/** Ask for the code. @param {string} [code] @param {string} [problem] */
function askCode(code = "", problem = "") {
  const input = h("input", {
    name: "code",
    value: code,
    class: "code-box",
    maxlength: String(LENGTH + 3),
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    placeholder: "KDFGH",
    "aria-describedby": "code-problem",
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    find(input.value);
  };
  root.replaceChildren(
    h(
      "form",
      { class: "join-form", onsubmit: submit },
      h("label", { class: "field" }, h("span", null, "Table code"), input),
      h("p", { class: "note" }, "Five letters, shown on the host's screen."),
      h("p", { class: "problem", id: "code-problem", role: "alert" }, problem),
      h("button", { type: "submit", class: "button primary big" }, "Find the table"),
    ),
  );
  input.focus();
}

/** @param {string} code */
async function find(code) {
  try {
    /** @type {FoundTable} */
    const table = await ask(`/api/join/${encodeURIComponent(code.trim() || "?")}`);
    history.replaceState(null, "", `/join/${table.code}`);
    if (table.own || (!table.started && table.free)) askName(table);
    else showFull(table);
  } catch (error) {
    askCode(code, messageOf(error));
  }
}

/** @param {FoundTable} table */
const title = ({ host, title }) => h("h2", null, host ? `${host}'s table` : "A table", h("small", null, ` ${title}`));

/** Ask for a name and take a seat. @param {FoundTable} table */
function askName(table) {
  const input = h("input", { name: "name", maxlength: "24", autocomplete: "nickname", value: playerName() });
  const problem = h("p", { class: "problem", role: "alert" });
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.value.trim()) setPlayerName(input.value);
    try {
      location.assign(await join(table.code));
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  root.replaceChildren(
    h(
      "form",
      { class: "join-form", onsubmit: sit },
      title(table),
      h("p", { class: "note" }, table.own ? "You have a seat at this table." : `${plural(table.free, "free seat")}.`),
      table.own ? null : h("label", { class: "field" }, h("span", null, "Your name"), input),
      problem,
      h("button", { type: "submit", class: "button primary big" }, table.own ? "Continue" : "Take a seat"),
    ),
  );
  if (!table.own) input.focus();
}

/** Explain why there is no free seat, and offer to watch if spectators are allowed. @param {FoundTable} table */
function showFull(table) {
  root.replaceChildren(
    h(
      "section",
      { class: "join-form" },
      title(table),
      h(
        "p",
        { role: "status" },
        table.started ? "The game at this table has already started." : "All seats at this table are taken.",
        table.spectators ? " You can watch it." : " Spectators are not allowed.",
      ),
      h(
        "p",
        { class: "join-ways" },
        table.spectators &&
          h("a", { class: "button primary", href: `/table/${encodeURIComponent(table.id)}` }, "Watch"),
        h("button", { type: "button", class: "button", onclick: () => askCode() }, "Another code"),
        h("a", { class: "button", href: "/" }, "Back to the lobby"),
      ),
    ),
  );
}

function begin() {
  const code = codeInAddress();
  if (code) find(code);
  else askCode();
}

addEventListener("hashchange", begin);
begin();
