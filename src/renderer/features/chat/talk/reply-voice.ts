import { SpeechReader } from '../aloud/reader.ts';
import { sentencesOf, toSpeechText } from '../aloud/speech-text.ts';

interface ReplyVoiceEvents {
  readonly onSentence: (sentence: string) => void;
  readonly onEnd: () => void;
  readonly onReplaced: () => void;
  readonly onFail: () => void;
}

/** Reads a reply aloud while it is being written. */
export class ReplyVoice {
  readonly #sentences: string[] = [];
  readonly #reader: SpeechReader;
  readonly #events: ReplyVoiceEvents;
  #next = 0;
  #isReading = false;
  #isWhole = false;

  constructor(voice: SpeechSynthesisVoice, events: ReplyVoiceEvents) {
    this.#events = events;
    this.#reader = new SpeechReader(this.#sentences, voice, {
      onPlace: (place) => {
        this.#next = place + 1;
        events.onSentence(this.#sentences[place] ?? '');
      },
      onEnd: () => {
        this.#isReading = false;
        this.#go();
      },
      onReplaced: events.onReplaced,
      onFail: events.onFail,
    });
  }

  /** @param isWhole false while the reply is being written, when its last sentence may still grow */
  update(markdown: string, isWhole: boolean): void {
    if (this.#isWhole) return;
    const all = sentencesOf(toSpeechText(markdown));
    if (!isWhole) all.pop();
    this.#sentences.push(...all.slice(this.#sentences.length));
    this.#isWhole = isWhole;
    this.#go();
  }

  /** Call when the reply is complete. */
  end(): void {
    this.#isWhole = true;
    this.#go();
  }

  stop(): void {
    this.#reader.stop();
  }

  #go(): void {
    if (this.#isReading) return;
    if (this.#next < this.#sentences.length) {
      this.#isReading = true;
      this.#reader.read(this.#next);
    } else if (this.#isWhole) this.#events.onEnd();
  }
}
