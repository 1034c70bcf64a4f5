// What every page is made of: elements, drawings, numbers with their nouns, buttons that copy. Everything that
// strangers wrote (names, tracebacks) becomes text nodes, never markup.

export const many = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** An element with attributes, listeners (`onclick`) and children; texts become text nodes. */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Words for those who hear the page; nobody sees them. */
export const spoken = (...words) => h("span", { class: "visually-hidden" }, ...words);

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

export function copyButton(text) {
  return h(
    "button",
    { type: "button", class: "copy", onclick: (event) => copyFrom(event.currentTarget, text) },
    "Copy",
  );
}

/** Copy the text, and let the button say for a moment whether it worked. */
export async function copyFrom(button, text) {
  if (button.dataset.label === undefined) button.dataset.label = button.textContent;
  button.textContent = (await copied(text)) ? "Copied" : "Select and copy by hand";
  setTimeout(() => (button.textContent = button.dataset.label), 2000);
}

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
