interface ReaderEvents {
  /** Called when a sentence begins. */
  readonly onPlace: (place: number) => void;
  /** Called at the end, or when the voice fails or another reply is read. */
  readonly onEnd: () => void;
}

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

  read(place: number): void {
    this.stop();
    const sentence = this.#sentences[place];
    if (sentence === undefined) return this.#events.onEnd();
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.voice = this.#voice;
    utterance.lang = this.#voice.lang;
    utterance.onend = () => {
      if (this.#current === utterance) this.read(place + 1);
    };
    utterance.onerror = () => {
      if (this.#current === utterance) this.#events.onEnd();
    };
    this.#current = utterance;
    this.#events.onPlace(place);
    window.speechSynthesis.speak(utterance);
  }

  /** Also stops another reply that is being read. */
  stop(): void {
    this.#current = null;
    window.speechSynthesis.cancel();
  }
}
