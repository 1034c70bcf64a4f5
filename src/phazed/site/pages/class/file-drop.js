// A drop zone for a file, with a button for choosing one.

/** @import { Child } from "../../components/dom.js" */
import { h } from "../../components/dom.js";
import { attempt } from "../../components/panels.js";

/**
 * Return the drop zone; `send` is called with each file, and if it fails, the reason is shown in `problem`.
 * @param {{ label: string, accept: string, kind?: string }} how  label for screen readers, accepted types of files, and
 *   style of the button
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
    chooser.value = ""; // allow choosing the same file again
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
