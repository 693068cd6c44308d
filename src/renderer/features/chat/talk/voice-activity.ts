/** Levels are from 0 to 1, times in ms. */
const limits = {
  /** A voice is at least this loud in a silent room. */
  quietest: 0.25,
  /** A voice is at least this much louder than the noise of the room. */
  aboveNoise: 0.15,
  /** Shorter sounds, for example a click, are no speech. */
  onset: 80,
  /** A pause of this length ends what the person says. */
  pause: 1_000,
  /** How long the estimated noise takes to rise from 0 to 1. */
  noiseRise: 6_000,
};

/**
 * Finds out from a series of levels whether a person is speaking. Pauses between words count as speech; constant noise does
 * not, after a few seconds.
 */
export class VoiceActivity {
  #noise = 0;
  #updatedAt: number | null = null;
  /** When the level rose above the threshold. Null while it is below. */
  #loudSince: number | null = null;
  /** When the level was above the threshold for the last time. */
  #loudAt = 0;
  #isSpeaking = false;

  /** Call it with each new level. Returns whether a person is speaking. */
  update(level: number, now: number): boolean {
    const elapsed = now - (this.#updatedAt ?? now);
    this.#updatedAt = now;
    const isLoud = level > Math.max(limits.quietest, this.#noise + limits.aboveNoise);
    // Falls immediately and rises slowly, because words have quiet moments, but noise has none.
    this.#noise = Math.min(level, this.#noise + elapsed / limits.noiseRise);
    if (isLoud) {
      this.#loudSince ??= now;
      this.#loudAt = now;
    } else this.#loudSince = null;
    if (this.#isSpeaking) this.#isSpeaking = now - this.#loudAt < limits.pause;
    else this.#isSpeaking = this.#loudSince !== null && now - this.#loudSince >= limits.onset;
    return this.#isSpeaking;
  }
}
