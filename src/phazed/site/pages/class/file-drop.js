// A place onto which a file is dropped, with a button that chooses one.

/** @import { Child } from "../../components/dom.js" */
import { h } from "../../components/dom.js";
import { attempt } from "../../components/panels.js";

/**
 * The place; `send` is called with each file, and the reason why it fails is shown in `problem`.
 * @param {{ label: string, accept: string, kind?: string }} how  the name of the file for screen readers, which files are
 *   offered, and the kind of the button
 * @param {(file: File) => Promise<unknown>} send @param {HTMLElement} problem @param {...Child} about
 */
export function fileDrop({ label, accept, kind = "" }, send, problem, ...about) {
  const chooser = h("input", { type: "file", accept, class: "visually-hidden", tabindex: "-1", "aria-label": label });
  const choose = () => chooser.click();
  const button = h("button", { type: "button", class: `button ${kind}`, onclick: choose }, "Choose a file");
  /** @param {FileList | null | undefined} files */
  const take = (files) => {
    const file = files?.[0];
    if (file) void attempt(button, () => send(file), problem);
  };
  chooser.addEventListener("change", () => {
    take(chooser.files);
    chooser.value = ""; // so that the same file can be chosen again
  });
  const place = h("div", { class: "drop-place" }, h("p", null, ...about), button, chooser);
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    take(event.dataTransfer?.files);
  });
  return place;
}
