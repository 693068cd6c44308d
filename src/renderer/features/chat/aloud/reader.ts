import { speechRate } from './speech-rate.ts';

interface ReaderEvents {
  readonly onPlace: (place: number) => void;
  readonly onEnd: () => void;
  /** Called when another reply is read, or a conversation by voice begins. */
  readonly onReplaced: () => void;
  readonly onFail: () => void;
}

interface Speaking {
  readonly utterance: SpeechSynthesisUtterance;
  readonly events: ReaderEvents;
}

/**
 * The sentence that is being spoken. There is only one, because only one reply is read at a time. Without the
 * reference, the utterance could be garbage collected, and Chromium would no longer send its events.
 */
let speaking: Speaking | null = null;

export function stopReading(): void {
  const { events } = speaking ?? {};
  speaking = null;
  // Needed even if this page is not reading, because the browser may still be speaking for a page that was replaced.
  window.speechSynthesis.cancel();
  events?.onReplaced();
}

/**
 * Reads sentences aloud, one at a time, because some voices stop within long texts. With network voices and on Android,
 * the browser's own pause can't be ended.
 */
export class SpeechReader {
  readonly #sentences: readonly string[];
  readonly #voice: SpeechSynthesisVoice;
  readonly #events: ReaderEvents;

  constructor(sentences: readonly string[], voice: SpeechSynthesisVoice, events: ReaderEvents) {
    this.#sentences = sentences;
    this.#voice = voice;
    this.#events = events;
  }

  /** Stops any other reply that is being read. */
  read(place: number): void {
    const events = this.#events;
    if (speaking?.events === events) speaking = null;
    stopReading();
    const sentence = this.#sentences[place];
    if (sentence === undefined) return events.onEnd();
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.voice = this.#voice;
    utterance.lang = this.#voice.lang;
    utterance.rate = Number(speechRate.get());
    utterance.onend = () => {
      if (speaking?.utterance === utterance) this.read(place + 1);
    };
    utterance.onerror = () => {
      if (speaking?.utterance !== utterance) return;
      this.stop();
      events.onFail();
    };
    speaking = { utterance, events };
    events.onPlace(place);
    window.speechSynthesis.speak(utterance);
  }

  /** Does nothing if another reply is being read. */
  stop(): void {
    if (speaking?.events !== this.#events) return;
    speaking = null;
    window.speechSynthesis.cancel();
  }
}
