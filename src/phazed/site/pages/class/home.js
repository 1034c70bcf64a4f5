// The home page of a class: for students, their bot, its check and versions, and a link to their table.

/** @import { CurrentRound, Me, Version } from "../../answers.js" */
import { byId, h, messageOf } from "../../components/dom.js";
import { get } from "./class-api.js";
import { showFeedback } from "./feedback.js";
import { handInForm } from "./hand-in.js";
import { nicknameForm } from "./nickname.js";
import { copyBox, panel } from "../../components/panels.js";
import { poll } from "./polling.js";
import { isStaff, session } from "./session.js";
import { moment, remaining } from "./times.js";
import { versionList } from "./versions.js";

const ROUND_TIME = 5000;
const root = byId("class");

/** Return the deadline with a countdown. @param {number | null} deadline */
function deadlineText(deadline) {
  if (deadline === null) return [h("p", null, "There is no deadline yet.")];
  const left = h("p", { class: "countdown", role: "timer" });
  const show = () => {
    left.textContent = remaining(deadline);
  };
  show();
  setInterval(show, 1000);
  const closed = deadline < Date.now() / 1000;
  const late = closed
    ? "The deadline has passed. The version that played then is ranked and plays in the final; what you hand in now plays beside it, outside of the ranking."
    : "The final is played with the version that plays then.";
  return [left, h("p", null, moment(deadline, true)), h("p", { class: "note" }, late)];
}

/** Return a link to the table in the current round, updated by polling, which also marks the student as present. */
function tableNotice() {
  const title = document.title;
  const notice = h("div", { class: "round", role: "status" });
  let shown = "";
  poll(
    ROUND_TIME,
    async () => {
      /** @type {CurrentRound} */
      const { round, address, over } = await get("/api/class/round");
      const now = round !== null && !over && address ? address : "";
      if (now === shown) return;
      shown = now;
      document.title = now ? `Your table is ready · ${title}` : title;
      notice.replaceChildren(
        ...(now
          ? [
              h("p", null, h("b", null, `Round ${round} has begun.`), " The others are at your table."),
              h("a", { class: "button primary big", href: now }, "Go to your table"),
            ]
          : []),
      );
    },
    { background: true },
  );
  return notice;
}

const HAND_IN = "It is checked at once. If it can play, it takes the place of the version before on the ladder.";
const LINKS = [
  ["/scoreboard", "Scoreboard", "how the bots of the class do on the ladder"],
  ["/league", "League", "how the people do in the rounds at the tables"],
  ["/", "Lobby", "play at a table of your own, with others or against bots"],
  ["/rules", "Rules", "of the game, with examples"],
];

/** @param {typeof LINKS} [links] */
const linkList = (links = LINKS) =>
  h(
    "ul",
    { class: "links" },
    links.map(([href, label, about]) => h("li", null, h("a", { href }, label), `: ${about}`)),
  );

/** @param {unknown} error */
const showProblem = (error) => {
  byId("problem").textContent = messageOf(error);
};

/** @param {Me} me */
function studentPage(me) {
  const feedbackPlace = h("div", { class: "stack" });
  const feedbackPanel = panel("feedback", "What the check says", feedbackPlace);
  feedbackPanel.hidden = true;
  const versionPlace = h("div");
  /** @param {number} id */
  const show = (id) => {
    feedbackPanel.hidden = false;
    void showFeedback(feedbackPlace, id, update);
  };

  /** Fetch the versions and show them. @returns {Promise<Version[]>} */
  async function refresh() {
    /** @type {Version[]} */
    const versions = await get("/api/class/submissions");
    const choose = (/** @type {Version} */ version) => {
      show(version.id);
      feedbackPanel.scrollIntoView({ block: "start" });
    };
    versionPlace.replaceChildren(versionList(versions, choose, refresh));
    return versions;
  }

  const update = () => void refresh().catch(showProblem);

  const nickname = panel(
    "nickname-panel",
    me.nickname ? "Your nickname" : "Choose a nickname first",
    h("p", null, "The others see your nickname on the scoreboard and at the tables. Only the teacher sees your name."),
    nicknameForm(me.nickname ?? null, (name) => {
      nickname.classList.remove("first");
      if (!me.nickname) side.append(nickname);
      me.nickname = name;
      nickname.querySelector("h2")?.replaceChildren("Your nickname");
    }),
  );
  const command = `phazed submit my_bot.py --to "${location.origin}/sign-in#${me.key}"`;
  const side = h(
    "div",
    { class: "side" },
    panel("deadline", "Deadline", deadlineText(me.deadline)),
    panel("versions", "Your versions", versionPlace),
    panel("more", "More of the class", linkList()),
  );
  const main = h(
    "div",
    { class: "main" },
    panel(
      "hand-in",
      "Hand in your bot",
      h("p", { class: "note" }, HAND_IN),
      handInForm((version) => {
        show(version.id);
        update();
      }),
      h(
        "details",
        null,
        h("summary", null, "Hand in from the command line instead"),
        h("p", { class: "note" }, "The link in this command is your key to the class: keep it to yourself."),
        copyBox(command),
      ),
    ),
    feedbackPanel,
  );
  if (me.nickname) side.append(nickname);
  else nickname.classList.add("first");
  root.replaceChildren(tableNotice(), ...(me.nickname ? [] : [nickname]), h("div", { class: "columns" }, main, side));
  return refresh().then(([latest]) => latest && show(latest.id));
}

/** Return the content for visitors who are not signed in. @param {Me} me */
function guestPage(me) {
  const links = me.guests ? LINKS : LINKS.slice(2);
  root.replaceChildren(
    panel(
      "about",
      "What this is",
      h(
        "p",
        null,
        `In this class, students write bots that play ${me.game_title}. The bots play against each other on a ladder, all ` +
          "the time; the scoreboard shows how they do. Now and then the people play against each other, too.",
      ),
      h("p", null, "To take part, open the personal link that your teacher has given you."),
      h("p", null, h("a", { class: "button primary", href: "/sign-in" }, "Sign in")),
    ),
    panel("more", "What you may see", linkList(links)),
  );
}

async function page() {
  try {
    const me = await session();
    if (isStaff(me.role)) return location.replace("/teacher");
    byId("title").textContent = me.title;
    document.title = `${me.title} · Phazed`;
    const closes = me.deadline === null ? [] : [`deadline ${moment(me.deadline)}`];
    byId("facts").textContent = [me.game_title, ...closes].join(" · ");
    if (me.role === null) guestPage(me);
    else await studentPage(me);
  } catch (error) {
    showProblem(error);
  }
}

void page();
