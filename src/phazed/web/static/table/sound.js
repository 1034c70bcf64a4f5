// Two soft ticks, made here; nothing is loaded, and nothing sounds unless the settings say so.

import { settings } from "../site/settings.js";

let context = null;

/** A soft tick: "card" when one is laid, "turn" when it is one's turn. */
export function tick(kind) {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    // A browser lets nothing sound before the first click or key; what is missed till then must not sound all at once.
    if (context.state !== "running") {
      context.resume().catch(() => {});
      return;
    }
    const now = context.currentTime;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.setValueAtTime(kind === "turn" ? 660 : 220, now);
    if (kind === "turn") tone.frequency.setValueAtTime(880, now + 0.09);
    volume.gain.setValueAtTime(kind === "turn" ? 0.06 : 0.04, now);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + (kind === "turn" ? 0.28 : 0.07));
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.3);
  } catch {
    // a browser without sound plays as well
  }
}
