import { withPersonaParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { CompletionResult, Delta, ReplyTarget } from '../../../../shared/completion/completion.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { estimatePrompt } from '../../../../shared/domain/context-window.ts';
import { type Message, messageRow } from '../chat.ts';
import { createFramePainter } from './frame-painter.ts';
import { type Answerer, isAction, type LiveTurn } from './live-turn.ts';
import type { LiveTurns } from './live-turns.ts';
import { pause } from './pause.ts';
import { readReply } from './read-reply.ts';
import type { Reasonings } from './reasonings.ts';
import { settingsFor } from './settings.ts';
import { type EndedReply, failureOf, addDelta } from './turn-reply.ts';
import { learnScale } from './token-scale.ts';
import type { TurnServices } from './turn-services.ts';

/**
 * The pause between stop requests (ms). They are repeated until the reply has ended, because it may not have started
 * yet, or the connection may be lost.
 */
const STOP_AGAIN = 1_000;

interface Reading {
  readonly replyId: string;
  /** Aborts when this page stops reading the reply. The reply itself continues. */
  readonly controller: AbortController;
  /** Aborts when the user stops the reply or this page stops reading it. */
  readonly stopping: AbortController;
  isStopped: boolean;
  sent?: { readonly model: string; readonly tokens: number };
}

/** Reads at most one reply per chat and updates its turn as text arrives. */
export class ReplyReader {
  readonly #turns: LiveTurns;
  readonly #reasonings: Reasonings;
  readonly #services: TurnServices;
  readonly #readings = new Map<string, Reading>();

  constructor(turns: LiveTurns, reasonings: Reasonings, services: TurnServices) {
    this.#turns = turns;
    this.#reasonings = reasonings;
    this.#services = services;
  }

  /**
   * Requests a reply and reads it to its end. Without an answerer, the reply is already running. Resolves
   * with null if this page stops reading the reply.
   */
  async read(turn: LiveTurn, answerer: Answerer | null): Promise<EndedReply | null> {
    const { chatId } = turn;
    const reading: Reading = {
      replyId: turn.reply.id,
      controller: new AbortController(),
      stopping: new AbortController(),
      isStopped: false,
    };
    const { signal } = reading.controller;
    this.#readings.set(chatId, reading);
    this.#services.running.begin({ id: reading.replyId, chatId, questionId: turn.messageId });
    let { reply } = turn;
    const painter = createFramePainter(() => {
      if (signal.aborted) return;
      const isFirst = this.#turns.get(chatId)?.phase === 'waiting';
      const first = isFirst && { firstLength: reply.text.length };
      this.#turns.change(chatId, { phase: 'streaming', reply, ...first });
    });
    let hasBegun = false;
    const onDelta = (delta: Delta) => {
      if (signal.aborted) return;
      if (!hasBegun) this.#services.unrequested.remove(turn.messageId);
      hasBegun = true;
      const { thinking } = reply;
      reply = addDelta(reply, delta);
      if (delta.reasoning !== undefined) this.#reasonings.set(reply.id, reply.reasoning);
      if (this.#turns.get(chatId)?.isCutOff) this.#turns.change(chatId, { isCutOff: false });
      if (delta.text !== '' || reply.thinking !== thinking) painter.request();
    };
    try {
      const { stored, failure } = await readReply({
        start: answerer && (() => this.#request(turn, answerer, reading, onDelta)),
        resume: async () => {
          const accessToken = await this.#services.readAccessToken();
          const position = { from: reply.text.length, reasoningFrom: reply.reasoning.length };
          return this.#services.resumeReply(
            { replyId: reply.id, ...position },
            { signal, accessToken, onDelta },
          );
        },
        length: () => reply.text.length + reply.reasoning.length,
        onCutOff: (isCutOff) => this.#turns.change(chatId, { isCutOff }),
        signal,
      });
      const row = messageRow.parse(stored);
      compareWithReport(row, reading);
      return { row, failure: failure === null ? null : failureOf(failure) };
    } catch (failure) {
      if (signal.aborted) return null;
      return { row: null, failure: reading.isStopped ? null : failureOf(failure) };
    } finally {
      painter.flush();
      if (!signal.aborted) this.#services.running.end(reading.replyId);
      reading.controller.abort();
      if (this.#readings.get(chatId) === reading) this.#readings.delete(chatId);
    }
  }

  /** Asks the service to stop the reply and store its text so far. */
  async stop(chatId: string): Promise<void> {
    const reading = this.#readings.get(chatId);
    if (!reading || reading.isStopped) return;
    reading.isStopped = true;
    reading.stopping.abort();
    const { readAccessToken, stopReply } = this.#services;
    while (!reading.controller.signal.aborted) {
      await readAccessToken()
        .then((accessToken) => stopReply(reading.replyId, { accessToken }))
        .catch(() => {});
      await pause(STOP_AGAIN, reading.controller.signal).catch(() => {});
    }
  }

  /** Stops reading a reply, which continues on the service. */
  leave(chatId: string): void {
    const reading = this.#readings.get(chatId);
    if (!reading) return;
    reading.controller.abort();
    reading.stopping.abort();
    this.#reasonings.delete(reading.replyId);
  }

  async #request(
    turn: LiveTurn,
    answerer: Answerer,
    reading: Reading,
    onDelta: (delta: Delta) => void,
  ): Promise<Pick<CompletionResult, 'stored'>> {
    const { readAccessToken, readSettings, readContext, completeChat } = this.#services;
    const { signal } = reading.controller;
    const { requestId: messageId, continues } = turn;
    const reply: ReplyTarget = {
      replyId: reading.replyId,
      questionId: turn.messageId,
      ...(continues?.content && { continues: continues.id }),
    };
    if (isAction(answerer)) {
      onDelta(await answerer.ask(turn.text, { messageId, reply, signal }));
      return {};
    }
    const settings = await readSettings(turn);
    const { oneTimeParameters: oneTime } = turn;
    const chat = oneTime
      ? { ...settings, parameters: withPersonaParameters(settings.parameters ?? {}, oneTime) }
      : settings;
    const [accessToken, { messages, isCut, instructions }, controls] = await Promise.all([
      readAccessToken(),
      readContext(turn, answerer, chat, {
        signal: reading.stopping.signal,
        onFiles: () => this.#turns.change(turn.chatId, { isReadingFiles: true }),
      }),
      settingsFor(answerer, chat.parameters),
    ]).catch((error: unknown) => {
      throw reading.isStopped ? new CompletionError('aborted', '') : error;
    });
    if (reading.isStopped) throw new CompletionError('aborted', '');
    this.#turns.change(turn.chatId, { isContextCut: isCut, isReadingFiles: false });
    const { id: model, vendor } = answerer;
    reading.sent = {
      model,
      tokens: estimatePrompt(messages),
    };
    const endpointOrigin = vendor?.endpointOrigin;
    return completeChat(
      {
        messageId,
        ...(vendor && { vendor: vendor.name }),
        model,
        messages,
        ...controls,
        reply: { ...reply, ...(instructions.length > 0 && { instructions }) },
      },
      { signal, accessToken, ...(endpointOrigin && { endpointOrigin }), onDelta },
    );
  }
}

/** Improves later token estimates with the count that the vendor reported. */
function compareWithReport({ usage, unavailableVendor }: Message, { sent }: Reading): void {
  const reported = usage?.is_estimated ? undefined : usage?.prompt_tokens;
  // After a failover, the count is from another model.
  if (sent && reported !== undefined && unavailableVendor === null)
    learnScale(sent.model, sent.tokens, reported);
}
