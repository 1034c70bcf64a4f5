// Links for others: the address at which they can reach this server, and QR codes.

import { h } from "../components/dom.js";
import { RequestError, serverOptions } from "./ask.js";

/** Whether the page was opened with a host name that works only on this computer. */
const isLocal = /^(localhost|127\.|\[::1)/.test(location.hostname);

/** The address at which others can reach this server; empty if they cannot. */
export async function sharedOrigin() {
  if (!isLocal) return location.origin;
  const options = await serverOptions().catch(() => null);
  return options?.share[0] ?? "";
}

/** The requested QR codes, as addresses of images. @type {Map<string, Promise<string>>} */
const pictures = new Map();

/** @param {string} link */
async function picture(link) {
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ link }) };
  const answer = await fetch("/api/qr", request);
  if (!answer.ok) throw new RequestError("There is no QR code for this link.");
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}

/** The link as a QR code, which is empty until the server has drawn it. @param {string} link @param {string} label */
export function qrCode(link, label) {
  const image = h("img", { class: "qr", alt: label, width: "148", height: "148" });
  if (!pictures.has(link)) pictures.set(link, picture(link));
  pictures.get(link)?.then(
    (address) => {
      image.src = address;
    },
    () => {
      pictures.delete(link);
      image.remove();
    },
  );
  return image;
}
