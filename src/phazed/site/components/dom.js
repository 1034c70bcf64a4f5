// Elements, drawings and copy buttons. User content (names, tracebacks) is always inserted as text nodes, never as
// markup.

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => unknown)>} Props */

/** @param {string} text */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/**
 * An element with attributes, listeners (such as `onclick`) and children; strings become text nodes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...present(children.flat()));
  return element;
}

/** The children without empty ones. @param {Child[]} children @returns {(Node | string)[]} */
const present = (children) =>
  children.flatMap((child) => (child === null || child === undefined || child === false ? [] : [child]));

/** The element with this id, which must exist. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found;
}

/**
 * The first element that matches, which must exist.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function query(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no element ${selector}`);
  return found;
}

/** All HTML elements that match. @param {ParentNode} root @param {string} selector @returns {HTMLElement[]} */
export const queryAll = (root, selector) => [...root.querySelectorAll(selector)].filter(isHtml);

/** @param {unknown} value @returns {value is HTMLElement} */
export const isHtml = (value) => value instanceof HTMLElement;

/** The focused element. @returns {HTMLElement | null} */
export const focused = () => (isHtml(document.activeElement) ? document.activeElement : null);

/**
 * The event's target or its nearest ancestor that matches.
 * @param {EventTarget | null} target
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closest(target, selector) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return isHtml(found) ? found : null;
}

/** The message of a thrown value. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Text for screen readers only. @param {...Child} words */
export const spoken = (...words) => h("span", { class: "visually-hidden" }, ...words);

/** An SVG drawing of a path. @param {string} path @param {string} box @param {string} name */
export function drawing(path, box, name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/** @param {string} text */
export function copyButton(text) {
  return h(
    "button",
    { type: "button", class: "copy", onclick: (event) => copyFrom(event.currentTarget, text) },
    "Copy",
  );
}

/**
 * Copy the text, and briefly show on the button whether it worked.
 * @param {HTMLElement} button
 * @param {string} text
 */
export async function copyFrom(button, text) {
  button.dataset.label ??= button.textContent ?? "";
  button.textContent = (await copied(text)) ? "Copied" : "Select and copy by hand";
  setTimeout(() => {
    button.textContent = button.dataset.label ?? "";
  }, 2000);
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = h("textarea", { class: "offscreen", readonly: true });
    box.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}
