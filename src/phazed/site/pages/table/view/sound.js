// Two synthesized soft ticks, which are played only if sound is turned on.

import { settings } from "../../../shell/settings.js";

/** @type {AudioContext | null} */
let context = null;

/** Play a soft tick when a card is played or the player's turn starts. @param {"card" | "turn"} kind */
export function tick(kind) {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    // Browsers allow no sound before the first click or key press; missed ticks must not all be played later.
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
    // the game works without sound
  }
}
