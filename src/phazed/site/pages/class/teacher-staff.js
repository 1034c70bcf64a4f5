// The accounts of teachers and assistants, each with a sign-in link.

/** @import { StaffMember } from "../../answers.js" */
/** @import { Part } from "./teacher.js" */
import { h } from "../../components/dom.js";
import { get, post } from "./class-api.js";
import { action, attempt, copyBox, dataTable, panel, problemLine } from "../../components/panels.js";
import { moment } from "./times.js";

const ABOUT =
  "Teachers may do everything. Assistants see everything, help students with links, nicknames and resting bots, and start " +
  "rounds; they change no settings, grades or finals. A new link makes the old one invalid, and signs the person out everywhere.";

/** @returns {Part} */
export function staffPart() {
  const problem = problemLine();
  const place = h("div", { class: "stack" });
  const name = h("input", { required: true, maxlength: 200, autocomplete: "off" });
  const role = h(
    "select",
    null,
    h("option", { value: "assistant" }, "Assistant"),
    h("option", { value: "teacher" }, "Teacher"),
  );
  /** @type {HTMLButtonElement} */
  const button = h("button", { type: "submit", class: "button primary" }, "Add");

  async function refresh() {
    /** @type {StaffMember[]} */
    const members = await get("/api/class/staff");
    place.replaceChildren(
      dataTable(
        "Teachers and assistants",
        ["Name", "Role", "First sign-in", "Link"],
        members.map((each) => [
          h("span", { class: "name" }, each.name),
          each.role,
          each.joined ? moment(each.joined) : "not yet",
          links(each),
        ]),
      ),
    );
  }

  /** @param {StaffMember} member */
  function links({ id, link, own }) {
    const box = h("div", null, copyBox(link));
    const renew = async () => {
      const { link: now } = await post(`/api/class/staff/${id}/renew`);
      box.replaceChildren(copyBox(now));
      if (own)
        box.append(h("p", { class: "problem" }, "Your old link has ended: keep this one, and open it to go on."));
    };
    const remove = async () => {
      await post(`/api/class/staff/${id}/remove`);
      await refresh();
    };
    return h(
      "div",
      { class: "stack" },
      box,
      h(
        "p",
        { class: "tools" },
        action("Make a new link", renew, problem, "small"),
        !own && action("Remove", remove, problem, "small danger"),
      ),
    );
  }

  const form = h(
    "form",
    {
      class: "in-a-row",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const add = async () => {
          await post("/api/class/staff", { name: name.value, role: role.value });
          await refresh();
        };
        if (await attempt(button, add, problem)) name.value = "";
      },
    },
    h("label", { class: "field" }, h("span", null, "Name"), name),
    h("label", { class: "field" }, h("span", null, "Role"), role),
    button,
  );
  refresh().catch((error) => {
    problem.textContent = error.message;
  });
  const element = panel("staff", "Teachers and assistants", h("p", { class: "note" }, ABOUT), place, form, problem);
  return { element, show: () => {} };
}
