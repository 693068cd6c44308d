/** Levels are from 0 to 1, times in ms. */
const limits = {
  /** A voice is at least this loud in a silent room. */
  quietest: 0.25,
  /** Replaces `quietest` while a reply is read aloud, because the microphone may also hear the reply. */
  quietestOverReply: 0.5,
  /** A voice is at least this much louder than the noise of the room. */
  aboveNoise: 0.15,
  /** Shorter sounds, such as a click, don't count as speech. */
  onset: 80,
  onsetOverReply: 100,
  /** A pause of this length ends the speech. */
  pause: 1_000,
  /** How long the estimated noise takes to rise from 0 to 1. */
  noiseRise: 6_000,
};

/** `beginning`: it is loud, but may be only a click. */
export type Activity = 'silent' | 'beginning' | 'speaking';

/**
 * Detects from a series of levels whether a person is speaking. Pauses between words count as speech; constant noise
 * does not, after a few seconds.
 */
export class VoiceActivity {
  #noise = 0;
  #updatedAt: number | null = null;
  /** When the level rose above the threshold. Null while it is below. */
  #loudSince: number | null = null;
  /** When the level was last above the threshold. */
  #loudAt = 0;
  #isSpeaking = false;

  /**
   * Must be called with each new level.
   * @param isReplying true while a reply is read aloud
   */
  update(level: number, now: number, isReplying: boolean): Activity {
    const elapsed = now - (this.#updatedAt ?? now);
    this.#updatedAt = now;
    const quietest = isReplying ? limits.quietestOverReply : limits.quietest;
    const isLoud = level > Math.max(quietest, this.#noise + limits.aboveNoise);
    // Falls immediately and rises slowly, because words have quiet moments, but noise has none.
    this.#noise = Math.min(level, this.#noise + elapsed / limits.noiseRise);
    if (isLoud) {
      this.#loudSince ??= now;
      this.#loudAt = now;
    } else this.#loudSince = null;
    const onset = isReplying ? limits.onsetOverReply : limits.onset;
    if (this.#isSpeaking) this.#isSpeaking = now - this.#loudAt < limits.pause;
    else this.#isSpeaking = this.#loudSince !== null && now - this.#loudSince >= onset;
    if (this.#isSpeaking) return 'speaking';
    return this.#loudSince === null ? 'silent' : 'beginning';
  }

  /** Ends the speech without waiting for a pause. */
  endSpeech(): void {
    this.#isSpeaking = false;
    this.#loudSince = null;
  }
}
