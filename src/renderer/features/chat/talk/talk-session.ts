import { aloudTexts } from '../aloud/texts.ts';
import type { LiveTurn, TurnReply } from '../turn/live-turn.ts';
import type { Listening } from '../voice/listening.ts';
import type { Microphone } from '../voice/microphone.ts';
import { voiceFailureOf } from '../voice/voice-error.ts';
import { ReplyVoice } from './reply-voice.ts';
import { VoiceActivity } from './voice-activity.ts';

/**
 * `listening`: no one speaks. `hearing`: the user speaks. `waiting`: the message is sent, and the reply has no whole
 * sentence yet. `speaking`: the reply is read aloud.
 */
export type TalkState = 'listening' | 'hearing' | 'transcribing' | 'waiting' | 'speaking';

export interface TalkParts {
  readonly microphone: Microphone;
  readonly voice: SpeechSynthesisVoice;
  /**
   * Begins to record or recognize speech.
   *
   * @param onEnd called if the recognizer ends by itself
   */
  readonly listen: (onEnd: () => void) => Listening;
  /** True if recordings are sent as a whole, so that one may begin before the speech in it. */
  readonly isRecorded: boolean;
  readonly send: (text: string) => void;
  /** Ends the reply that is being written. */
  readonly stop: () => void;
}

/** What a conversation needs to know of the chat's turn. */
type RunningTurn = Pick<LiveTurn, 'messageId' | 'phase'> & { readonly reply: Pick<TurnReply, 'text'> };

interface TalkEvents {
  readonly onState: (state: TalkState) => void;
  /** Called with each sentence when it begins to be read. */
  readonly onSentence: (sentence: string) => void;
  /** Called if no words were recognized in what the user said. */
  readonly onSilence: () => void;
  /** The conversation has ended by itself. The reason is null if the chat shows it. */
  readonly onEnd: (reason: string | null) => void;
}

/** Times in ms. */
const limits = {
  /** How often the level is measured. */
  tick: 20,
  /** A recording begins at most this long before the speech in it. A recognizer that has ended begins again after it. */
  lead: 2_000,
  /** The longest speech without a pause. */
  speech: 120_000,
};

/**
 * A conversation by voice: what the user says is sent after a pause, and the reply is read aloud. If the user speaks
 * meanwhile, the reply is stopped.
 */
export class TalkSession {
  readonly #parts: TalkParts;
  readonly #events: TalkEvents;
  readonly #activity = new VoiceActivity();
  readonly #timer: ReturnType<typeof setInterval>;
  #state: TalkState = 'listening';
  #listening: Listening | null = null;
  /** When the current recording, or what the user is saying, began. */
  #since = 0;
  #reply: ReplyVoice | null = null;
  /** The id of the message before. Its turn may still be the chat's latest. */
  #lastMessage: string | null = null;
  /** The id of the message whose reply is read. Null until the chat has a turn for it. */
  #message: string | null = null;
  #isOver = false;

  constructor(parts: TalkParts, events: TalkEvents) {
    this.#parts = parts;
    this.#events = events;
    this.#listen();
    this.#timer = setInterval(() => this.#tick(), limits.tick);
  }

  /** Call it whenever the chat's turn changes. */
  follow(turn: RunningTurn | undefined): void {
    if (!this.#isReplying()) {
      this.#lastMessage = turn?.messageId ?? this.#lastMessage;
      return;
    }
    if (turn && turn.messageId !== this.#lastMessage) this.#message = turn.messageId;
    if (this.#message === null || turn?.phase === 'queued' || turn?.phase === 'storing') return;
    // Without a turn, the message was refused, unless its reply has begun.
    if (turn?.phase === 'failed' || !(turn ?? this.#reply)) return this.#end(null);
    this.#reply ??= new ReplyVoice(this.#parts.voice, {
      onSentence: (sentence) => {
        this.#become('speaking');
        this.#events.onSentence(sentence);
      },
      onEnd: () => this.#becomeReady(),
      onFail: () => this.#end(aloudTexts.failed),
    });
    if (turn) this.#reply.update(turn.reply.text, turn.phase === 'done');
    else this.#reply.end();
  }

  /** Stops the reply, and its voice. */
  interrupt(): void {
    if (!this.#isReplying()) return;
    this.#silence();
    this.#parts.stop();
    this.#becomeReady();
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#silence();
    this.#listening?.cancel();
    this.#parts.microphone.close();
  }

  #isReplying(): boolean {
    return this.#state === 'waiting' || this.#state === 'speaking';
  }

  #tick(): void {
    const now = performance.now();
    const isSpeaking = this.#activity.update(this.#parts.microphone.readLevel(), now);
    if (this.#state === 'transcribing') return;
    if (this.#state === 'hearing') {
      if (!isSpeaking || now - this.#since > limits.speech) void this.#finish();
    } else if (isSpeaking) this.#hear();
    else if (now - this.#since > limits.lead && this.#mustListenAgain()) this.#listen();
  }

  #mustListenAgain(): boolean {
    return this.#parts.isRecorded || (this.#state === 'listening' && this.#listening === null);
  }

  #hear(): void {
    this.interrupt();
    this.#since = performance.now();
    this.#become('hearing');
  }

  /** Turns what the user has said into text, and sends it. */
  async #finish(): Promise<void> {
    const recording = this.#listening;
    this.#listening = null;
    this.#become('transcribing');
    try {
      const text = ((await recording?.finish()) ?? '').trim();
      if (this.#isOver) return;
      if (text === '') {
        this.#events.onSilence();
        return this.#becomeReady();
      }
      // Not for a recognizer, which would hear the reply's voice.
      if (this.#parts.isRecorded) this.#listen();
      this.#lastMessage = this.#message ?? this.#lastMessage;
      this.#message = null;
      this.#become('waiting');
      this.#parts.send(text);
    } catch (error) {
      if (!this.#isOver) this.#end(voiceFailureOf(error));
    }
  }

  #listen(): void {
    this.#listening?.cancel();
    this.#since = performance.now();
    const listening = this.#parts.listen(() => {
      if (this.#listening !== listening) return;
      if (this.#state === 'hearing') void this.#finish();
      else this.#listening = null;
    });
    this.#listening = listening;
  }

  #becomeReady(): void {
    this.#reply = null;
    if (this.#listening === null) this.#listen();
    this.#become('listening');
  }

  #become(state: TalkState): void {
    if (this.#isOver || this.#state === state) return;
    this.#state = state;
    this.#events.onState(state);
  }

  #silence(): void {
    this.#reply?.stop();
    this.#reply = null;
  }

  #end(reason: string | null): void {
    this.close();
    this.#events.onEnd(reason);
  }
}
