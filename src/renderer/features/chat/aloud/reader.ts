interface ReaderEvents {
  /** Called when a sentence begins. */
  readonly onPlace: (place: number) => void;
  /** Called at the end, or when another reply is read. */
  readonly onEnd: () => void;
  /** Called when the voice fails. */
  readonly onFail: () => void;
}

/** The page has one voice, so that only one reply is read. */
let speaking: SpeechReader | null = null;

/**
 * Reads sentences aloud, one at a time: some voices stop within long texts, and the browser's own pause never ends with
 * network voices and on Android.
 */
export class SpeechReader {
  readonly #sentences: readonly string[];
  readonly #voice: SpeechSynthesisVoice;
  readonly #events: ReaderEvents;
  /** Kept, because Chromium doesn't send the events of an utterance that has been garbage collected. */
  #current: SpeechSynthesisUtterance | null = null;

  constructor(sentences: readonly string[], voice: SpeechSynthesisVoice, events: ReaderEvents) {
    this.#sentences = sentences;
    this.#voice = voice;
    this.#events = events;
  }

  /** Also ends another reply that is being read. */
  read(place: number): void {
    if (speaking && speaking !== this) speaking.#end();
    // Always, because the browser may still be speaking, for example for a page that was replaced.
    speaking = this;
    this.stop();
    const sentence = this.#sentences[place];
    if (sentence === undefined) return this.#end();
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.voice = this.#voice;
    utterance.lang = this.#voice.lang;
    utterance.onend = () => {
      if (this.#current === utterance) this.read(place + 1);
    };
    utterance.onerror = () => {
      if (this.#current !== utterance) return;
      this.stop();
      this.#events.onFail();
    };
    this.#current = utterance;
    speaking = this;
    this.#events.onPlace(place);
    window.speechSynthesis.speak(utterance);
  }

  #end(): void {
    this.#current = null;
    this.#events.onEnd();
  }

  /** Does nothing if another reply is being read. */
  stop(): void {
    if (speaking !== this) return;
    speaking = null;
    this.#current = null;
    window.speechSynthesis.cancel();
  }
}
