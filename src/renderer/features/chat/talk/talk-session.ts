import { splitReply } from '../../../lib/memory-lines.ts';
import { stopReading } from '../aloud/reader.ts';
import { aloudTexts } from '../aloud/texts.ts';
import { canStop, type LiveTurn, type TurnReply } from '../turn/live-turn.ts';
import type { Listening } from '../voice/listening.ts';
import type { Microphone } from '../voice/microphone.ts';
import { voiceFailureOf } from '../voice/voice-error.ts';
import { ReplyVoice } from './reply-voice.ts';
import { talkTexts } from './texts.ts';
import { VoiceActivity } from './voice-activity.ts';

/**
 * `listening`: no one speaks. `hearing`: the user speaks. `failed`: the recording could not be turned into text, and is
 * kept. `waiting`: the message is sent, and the reply has no whole sentence yet. `speaking`: the reply is read aloud.
 */
export type TalkState = 'listening' | 'hearing' | 'transcribing' | 'failed' | 'waiting' | 'speaking';

export interface TalkParts {
  readonly microphone: Microphone;
  readonly voice: SpeechSynthesisVoice;
  /**
   * Starts recording or recognizing speech.
   *
   * @param onEnd called if the recognizer ends by itself
   */
  readonly listen: (onEnd: () => void) => Listening;
  /** True if recordings are sent as a whole. They may start before the speech in them, and can be sent again. */
  readonly isRecorded: boolean;
  readonly send: (text: string) => void;
  /** Ends the reply that is being written. */
  readonly stop: () => void;
}

type RunningTurn = Pick<LiveTurn, 'messageId' | 'phase'> & { readonly reply: Pick<TurnReply, 'text'> };

interface TalkEvents {
  readonly onState: (state: TalkState) => void;
  /** Called with each sentence when its reading starts. */
  readonly onSentence: (sentence: string) => void;
  /** Called with the reason why a recording or its text could not be used. */
  readonly onFailure: (reason: string) => void;
  /** Called if no words were recognized in what the user said. */
  readonly onSilence: () => void;
  /** Called when the conversation has ended by itself. The reason is null if the chat shows it. */
  readonly onEnd: (reason: string | null) => void;
}

/** Times in ms. */
const limits = {
  /** The level is measured this often. */
  tick: 20,
  /** A recording starts at most this long before its speech. A recognizer that has ended restarts after this time. */
  lead: 2_000,
  /** Longer speech is sent without waiting for a pause. */
  speech: 120_000,
  /** After this time without speech, the user may have forgotten the open microphone. */
  idle: 180_000,
};

/**
 * A conversation by voice. What the user says is sent after a pause, and the reply is read aloud. If the user starts to
 * speak, the reply is stopped.
 */
export class TalkSession {
  readonly #parts: TalkParts;
  readonly #events: TalkEvents;
  readonly #activity = new VoiceActivity();
  readonly #timer: ReturnType<typeof setInterval>;
  #state: TalkState = 'listening';
  /** Null while a reply is expected or read, because the microphone would hear it. */
  #listening: Listening | null = null;
  /** The start of the current recording or, while the user speaks, of the speech. */
  #since = 0;
  #changedAt = performance.now();
  #reply: ReplyVoice | null = null;
  #turn: RunningTurn | undefined;
  /** The id of the previous message, whose turn may still be the chat's latest. */
  #lastMessage: string | null = null;
  /** The id of the message whose reply is read. Null until the chat has a turn for it. */
  #message: string | null = null;
  /** True if the reply must be stopped as soon as it is requested. */
  #mustStop = false;
  #isOver = false;

  /** @param turn the chat's latest turn */
  constructor(parts: TalkParts, turn: RunningTurn | undefined, events: TalkEvents) {
    this.#parts = parts;
    this.#events = events;
    this.#turn = turn;
    this.#lastMessage = turn?.messageId ?? null;
    this.#timer = setInterval(() => this.#tick(), limits.tick);
    stopReading();
    this.#listen();
  }

  /** Must be called whenever the chat's turn changes. */
  follow(turn: RunningTurn | undefined): void {
    this.#turn = turn;
    if (turn && turn.messageId !== this.#lastMessage) this.#message = turn.messageId;
    if (this.#message === null) return;
    if (this.#mustStop) return this.#stopLater(turn);
    if (!this.#isReplying() || turn?.phase === 'queued' || turn?.phase === 'storing') return;
    // Without a turn, the message was refused, unless its reply has started.
    if (turn?.phase === 'failed' || !(turn ?? this.#reply)) return this.#end(null);
    this.#reply ??= new ReplyVoice(this.#parts.voice, {
      onSentence: (sentence) => {
        this.#become('speaking');
        this.#events.onSentence(sentence);
      },
      onEnd: () => this.#becomeReady(),
      onReplaced: () => this.#end(null),
      onFail: () => this.#end(aloudTexts.failed),
    });
    if (turn)
      this.#reply.update(
        splitReply({ content: turn.reply.text }, { isGrowing: turn.phase !== 'done', isStored: false }).text,
        turn.phase === 'done',
      );
    else this.#reply.end();
  }

  /** Stops the reply and its voice. */
  interrupt(): void {
    if (!this.#isReplying()) return;
    this.#silence();
    this.#stop();
    this.#becomeReady();
  }

  /** `mustMute` also drops what the user is saying. */
  mute(mustMute: boolean): void {
    for (const track of this.#parts.microphone.stream.getAudioTracks()) track.enabled = !mustMute;
    if (mustMute && this.#state === 'hearing') {
      this.#activity.endSpeech();
      this.#listen();
      this.#become('listening');
    }
  }

  /** Retries turning the recording into text. */
  retry(): void {
    if (this.#state === 'failed') void this.#finish();
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
    const level = this.#parts.microphone.readLevel();
    const activity = this.#activity.update(level, now, this.#state === 'speaking');
    if (this.#state === 'transcribing' || this.#state === 'failed') return;
    if (this.#state === 'hearing') {
      if (activity !== 'speaking' || now - this.#since > limits.speech) void this.#finish();
    } else if (activity === 'speaking') this.#hear();
    else if (this.#state === 'listening') {
      if (now - this.#changedAt > limits.idle) return this.#end(talkTexts.idle);
      const mustListenAgain = this.#parts.isRecorded || this.#listening === null;
      if (mustListenAgain && activity === 'silent' && now - this.#since > limits.lead) this.#listen();
    }
  }

  #hear(): void {
    this.interrupt();
    this.#since = performance.now();
    this.#become('hearing');
  }

  async #finish(): Promise<void> {
    this.#activity.endSpeech();
    this.#become('transcribing');
    try {
      const text = ((await this.#listening?.finish()) ?? '').trim();
      if (this.#isOver) return;
      this.#listening = null;
      if (text === '') {
        this.#events.onSilence();
        return this.#becomeReady();
      }
      this.#lastMessage = this.#message ?? this.#lastMessage;
      this.#message = null;
      this.#become('waiting');
      this.#parts.send(text);
    } catch (error) {
      if (this.#isOver) return;
      // A recognizer keeps no recording, so there can be no second attempt.
      if (!this.#parts.isRecorded) return this.#end(voiceFailureOf(error));
      this.#events.onFailure(voiceFailureOf(error));
      this.#become('failed');
    }
  }

  #listen(): void {
    this.#listening?.cancel();
    this.#since = performance.now();
    try {
      const listening = this.#parts.listen(() => void this.#onRecognizerEnd(listening));
      this.#listening = listening;
    } catch (error) {
      this.#end(voiceFailureOf(error));
    }
  }

  /** Some recognizers end after a long silence. The next one starts shortly afterwards. */
  async #onRecognizerEnd(ended: Listening): Promise<void> {
    if (this.#listening !== ended) return;
    if (this.#state === 'hearing') return this.#finish();
    try {
      await ended.finish();
      if (this.#listening === ended) this.#listening = null;
    } catch (error) {
      if (!this.#isOver) this.#end(voiceFailureOf(error));
    }
  }

  #becomeReady(): void {
    this.#reply = null;
    if (this.#listening === null) this.#listen();
    this.#become('listening');
  }

  /** Stops the reply now or, if it isn't requested yet, once it is. */
  #stop(): void {
    const phase = this.#message === null ? 'queued' : this.#turn?.phase;
    if (canStop(phase)) this.#parts.stop();
    else this.#mustStop = phase === 'queued' || phase === 'storing';
  }

  #stopLater(turn: RunningTurn | undefined): void {
    if (turn?.phase === 'queued' || turn?.phase === 'storing') return;
    this.#mustStop = false;
    this.#lastMessage = this.#message;
    this.#message = null;
    if (canStop(turn?.phase)) this.#parts.stop();
  }

  #become(state: TalkState): void {
    if (this.#isOver || this.#state === state) return;
    this.#state = state;
    this.#changedAt = performance.now();
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
