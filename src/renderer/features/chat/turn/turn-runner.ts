import type { CompletionMessage } from '../../../../shared/completion/completion.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { splitSystemPrompt } from '../../../../shared/domain/system-prompt.ts';
import { toStorable } from '../../../../shared/domain/text.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Message } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import type { NewMessage } from '../data/messages.ts';
import { StoreError } from '../data/store-error.ts';
import { createFramePainter } from './frame-painter.ts';
import { canStop, type ChatModel, isBusy, type LiveTurn, type TurnReply } from './live-turn.ts';
import { LiveTurns } from './live-turns.ts';
import { holdReply } from './reply-lock.ts';
import type { ReplyMirror } from './reply-mirror.ts';
import type { SendRequest, TurnOutcome } from './sending.ts';

/** What a turn needs from outside. */
export interface TurnServices {
  readonly insertChat: (chat: { id: string; userId: string; title: string }) => Promise<void>;
  readonly deleteChat: (chatId: string) => Promise<void>;
  readonly insertMessages: (messages: readonly NewMessage[]) => Promise<Message[]>;
  readonly insertMessageOnLeave: (message: NewMessage, accessToken: string) => Promise<void>;
  readonly completeChat: Platform['completeChat'];
  readonly readAccessToken: () => Promise<string>;
  /** What goes upstream: the system prompt and the newest messages that fit the model. */
  readonly readContext: (
    turn: LiveTurn,
    model: ChatModel,
  ) => Promise<{ messages: readonly CompletionMessage[]; isCut: boolean }>;
  readonly mirror: ReplyMirror;
  /** Rows that the service has now, for the cache. */
  readonly onStored: (turn: LiveTurn, rows: readonly Message[]) => void;
  /** A chat that never reached the service is given up; its text goes back to the draft [CHAT-063]. */
  readonly onExpired: (turn: LiveTurn) => void;
  readonly now?: () => number;
}

interface Run {
  readonly controller: AbortController;
  /** Brings the turn up to date with all text that has arrived. */
  readonly flush: () => void;
  token: string;
}

/**
 * Takes a message from key press to database and its reply back. One turn a chat at a time; it goes on while the
 * person looks at another chat or page.
 */
export class TurnRunner {
  readonly turns = new LiveTurns();
  readonly #userId: string;
  readonly #services: TurnServices;
  readonly #now: () => number;
  readonly #runs = new Map<string, Run>();

  constructor(userId: string, services: TurnServices) {
    this.#userId = userId;
    this.#services = services;
    this.#now = services.now ?? Date.now;
  }

  /** Sends a message. Ignored while the chat is busy. */
  async send(request: SendRequest): Promise<TurnOutcome> {
    if (isBusy(this.turns.get(request.chatId)?.phase)) return { kind: 'ignored' };
    // Read order is the order of arrival: what is not stored of the turn before goes first.
    const earlier = this.turns.get(request.chatId);
    if (earlier && hasUnstored(earlier) && !(await this.#storeEarlier(earlier)))
      return { kind: 'held', text: request.text };
    const { systemPrompt, text } = splitSystemPrompt(request.text);
    const turn: LiveTurn = {
      chatId: request.chatId,
      title: request.title,
      isChatStored: !request.isNewChat || (this.turns.get(request.chatId)?.isChatStored ?? false),
      isMessageStored: false,
      startedAt: this.#now(),
      messageId: crypto.randomUUID(),
      systemMessageId: crypto.randomUUID(),
      typed: request.text,
      text,
      systemPrompt,
      phase: 'storing',
      ...unanswered(request.model),
    };
    this.turns.set(turn);
    return this.#run(turn, request.model);
  }

  /** Tries a failed turn again under the same message id, so that it is neither stored nor counted twice [CHAT-051]. */
  async retry(chatId: string, model: ChatModel): Promise<TurnOutcome> {
    const turn = this.turns.get(chatId);
    if (turn?.phase !== 'failed') return { kind: 'ignored' };
    const again: LiveTurn = {
      ...turn,
      phase: turn.isMessageStored ? 'waiting' : 'storing',
      ...unanswered(model),
    };
    this.turns.set(again);
    return this.#run(again, model);
  }

  /** Answers a stored message of the user that has no reply, e.g. after a reload [CHAT-051, MODEL-037]. */
  async answer(message: Message, title: string, model: ChatModel): Promise<TurnOutcome> {
    if (isBusy(this.turns.get(message.chatId)?.phase)) return { kind: 'ignored' };
    const turn: LiveTurn = {
      chatId: message.chatId,
      title,
      isChatStored: true,
      isMessageStored: true,
      startedAt: this.#now(),
      messageId: message.id,
      systemMessageId: crypto.randomUUID(),
      typed: message.content,
      text: message.content,
      systemPrompt: null,
      phase: 'waiting',
      ...unanswered(model),
    };
    this.turns.set(turn);
    return this.#run(turn, model);
  }

  /** Ends the reply under way, upstream too; what has arrived is kept. */
  stop(chatId: string): void {
    if (canStop(this.turns.get(chatId)?.phase)) this.#runs.get(chatId)?.controller.abort();
  }

  /** Stores a reply that could not be stored before. True when nothing is left to store. */
  async saveReply(chatId: string): Promise<boolean> {
    const turn = this.turns.get(chatId);
    if (turn?.phase !== 'unsaved') return true;
    this.turns.change(chatId, { phase: 'saving' });
    return this.#save({ ...turn, phase: 'saving' });
  }

  /** Tries all unsaved replies again, e.g. when the network is back. */
  async saveReplies(): Promise<void> {
    for (const chatId of this.turns.all().keys()) await this.saveReply(chatId);
  }

  /** Stores what has arrived while the page closes (pagehide). The copies on the device stay until the next visit. */
  leave(): void {
    for (const [chatId, run] of this.#runs) {
      run.flush();
      const turn = this.turns.get(chatId);
      this.#runs.delete(chatId);
      run.controller.abort();
      if (!turn) continue;
      // A page that the browser keeps for the way back has no reply to wait for any more, but can ask again.
      if (turn.reply.text === '') {
        this.#stopUnanswered(chatId);
        continue;
      }
      const reply: TurnReply = turn.phase === 'saving' ? turn.reply : { ...turn.reply, end: 'interrupted' };
      void this.#services.mirror.write(this.#mirrored(turn, reply));
      this.#services.insertMessageOnLeave(this.#newReply(turn, reply), run.token).catch(() => {});
      // Such a page shows what was stored.
      this.turns.change(chatId, { phase: 'done', reply });
    }
  }

  /** Gives up everything under way, because the person has left; nothing of theirs stays on the device. */
  dispose(): void {
    for (const chatId of this.turns.all().keys()) this.discard(chatId);
    void this.#services.mirror.clear(this.#userId);
  }

  /** Gives up what is under way in a chat that is gone; nothing of it stays on the device. */
  discard(chatId: string): void {
    const turn = this.turns.get(chatId);
    if (!turn) return;
    const controller = this.#runs.get(chatId)?.controller;
    this.#runs.delete(chatId);
    controller?.abort();
    this.turns.remove(chatId);
    void this.#services.mirror.remove(turn.reply.id);
  }

  /** Stores what an earlier turn left unstored. False: its message is still not stored, and would be lost. */
  async #storeEarlier(turn: LiveTurn): Promise<boolean> {
    const { chatId } = turn;
    if (turn.phase === 'unsaved') {
      // The device keeps a copy of a reply.
      await this.saveReply(chatId);
      return true;
    }
    this.turns.change(chatId, { phase: 'storing' });
    try {
      await this.#store(turn);
      return true;
    } catch {
      this.turns.change(chatId, { phase: 'failed' });
      return false;
    }
  }

  async #run(turn: LiveTurn, model: ChatModel): Promise<TurnOutcome> {
    try {
      if (!turn.isMessageStored) await this.#store(turn);
    } catch (error) {
      if (error instanceof StoreError && error.code === 'refused') {
        if (!turn.isChatStored) await this.#services.deleteChat(turn.chatId).catch(() => {});
        this.turns.remove(turn.chatId);
        return { kind: 'refused', message: error.message, text: turn.typed };
      }
      return this.#fail(turn.chatId, messageOf(error));
    }
    return this.#ask(turn.chatId, model);
  }

  async #store(turn: LiveTurn): Promise<void> {
    const { chatId, title, messageId, systemMessageId, systemPrompt, text } = turn;
    if (!turn.isChatStored) await this.#services.insertChat({ id: chatId, userId: this.#userId, title });
    const user: NewMessage = { id: messageId, chatId, userId: this.#userId, role: 'user', content: text };
    const system: NewMessage = {
      id: systemMessageId,
      chatId,
      userId: this.#userId,
      role: 'system',
      content: systemPrompt ?? '',
    };
    const rows = await this.#services.insertMessages(
      systemPrompt === null ? [user] : [system, { ...user, parentId: system.id }],
    );
    this.#services.onStored(turn, rows);
    this.turns.change(chatId, { isChatStored: true, isMessageStored: true, phase: 'waiting' });
  }

  async #ask(chatId: string, model: ChatModel): Promise<TurnOutcome> {
    const turn = this.turns.get(chatId);
    if (!turn) return { kind: 'ignored' };
    let reply = turn.reply;
    let mirroredAt = 0;
    const controller = new AbortController();
    const painter = createFramePainter(() => {
      const repliedAt = this.turns.get(chatId)?.repliedAt;
      const first = repliedAt ? {} : { repliedAt: this.#now(), firstLength: reply.text.length };
      this.turns.change(chatId, { phase: 'streaming', reply, ...first });
    });
    const run: Run = { controller, flush: painter.flush, token: '' };
    this.#runs.set(chatId, run);
    const letGo = holdReply(reply.id);
    let failure: unknown = null;
    try {
      const [token, context] = await Promise.all([
        this.#services.readAccessToken(),
        this.#services.readContext(turn, model),
      ]);
      run.token = token;
      controller.signal.throwIfAborted();
      this.turns.change(chatId, { isContextCut: context.isCut });
      const result = await this.#services.completeChat(
        {
          messageId: turn.messageId,
          ...(model.vendor && { vendor: model.vendor.name }),
          model: model.id,
          messages: context.messages,
          maxTokens: chatLimits.maxTokens,
        },
        {
          signal: controller.signal,
          accessToken: token,
          ...(model.vendor?.endpointOrigin && { endpointOrigin: model.vendor.endpointOrigin }),
          onDelta: (delta) => {
            if (controller.signal.aborted) return;
            reply = {
              ...reply,
              text: reply.text + delta.text,
              modelId: delta.model ?? reply.modelId,
              ...(delta.vendor !== undefined && { vendorId: delta.vendor }),
            };
            if (delta.text === '') return;
            painter.request();
            if (this.#now() - mirroredAt < chatLimits.mirrorEvery) return;
            mirroredAt = this.#now();
            void this.#services.mirror.write(this.#mirrored(turn, { ...reply, end: 'interrupted' }));
          },
        },
      );
      reply = { ...reply, end: result.finishReason === 'length' ? 'length' : 'complete' };
    } catch (error) {
      failure = error;
      reply = { ...reply, end: controller.signal.aborted ? 'stopped' : 'interrupted' };
    }
    painter.flush();
    painter.cancel();
    const isOurs = this.#runs.get(chatId) === run;
    try {
      // `leave` and `dispose` have already dealt with it.
      return isOurs ? await this.#end(chatId, reply, failure) : { kind: 'stopped' };
    } finally {
      if (this.#runs.get(chatId) === run) this.#runs.delete(chatId);
      letGo();
    }
  }

  async #end(chatId: string, reply: TurnReply, failure: unknown): Promise<TurnOutcome> {
    const isStopped = reply.end === 'stopped';
    if (reply.text === '')
      return isStopped ? this.#stopUnanswered(chatId) : this.#fail(chatId, messageOf(failure));
    this.turns.change(chatId, { phase: 'saving', reply });
    const turn = this.turns.get(chatId);
    const isSaved = turn ? await this.#save(turn) : false;
    if (failure !== null && !isStopped)
      return { kind: 'failed', message: messageOf(failure), isChatStored: true };
    if (!isSaved) return { kind: 'unsaved' };
    return { kind: isStopped ? 'stopped' : 'answered' };
  }

  async #save(turn: LiveTurn): Promise<boolean> {
    const { chatId, reply } = turn;
    try {
      const rows = await this.#services.insertMessages([this.#newReply(turn, reply)]);
      this.#services.onStored(turn, rows);
      this.turns.change(chatId, { phase: 'done' });
      await this.#services.mirror.remove(reply.id);
      return true;
    } catch {
      // Discarded meanwhile: its text must not come back to the device.
      if (!this.turns.get(chatId)) return false;
      await this.#services.mirror.write(this.#mirrored(turn, reply));
      this.turns.change(chatId, { phase: 'unsaved' });
      return false;
    }
  }

  #stopUnanswered(chatId: string): TurnOutcome {
    this.turns.change(chatId, { phase: 'failed', failure: '' });
    return { kind: 'stopped' };
  }

  #fail(chatId: string, message: string): TurnOutcome {
    this.turns.change(chatId, { phase: 'failed', failure: message });
    const turn = this.turns.get(chatId);
    if (turn && !turn.isChatStored)
      setTimeout(() => this.#expire(chatId), turn.startedAt + chatLimits.optimisticLife - this.#now());
    return { kind: 'failed', message, isChatStored: turn?.isChatStored ?? true };
  }

  #expire(chatId: string): void {
    const turn = this.turns.get(chatId);
    if (turn?.phase !== 'failed' || turn.isChatStored) return;
    this.turns.remove(chatId);
    this.#services.onExpired(turn);
  }

  #newReply(turn: LiveTurn, reply: TurnReply): NewMessage {
    return {
      id: reply.id,
      chatId: turn.chatId,
      userId: this.#userId,
      role: 'assistant',
      content: toStorable(reply.text),
      parentId: turn.messageId,
      end: reply.end,
      modelId: reply.modelId,
      ...(reply.vendorId !== undefined && { vendorId: reply.vendorId }),
    };
  }

  #mirrored(turn: LiveTurn, reply: TurnReply) {
    const { id, text, modelId, vendorId, end } = reply;
    return {
      id,
      userId: this.#userId,
      chatId: turn.chatId,
      messageId: turn.messageId,
      text,
      modelId,
      vendorId,
      end,
      writtenAt: this.#now(),
    };
  }
}

function hasUnstored({ phase, isMessageStored }: LiveTurn): boolean {
  return phase === 'unsaved' || (phase === 'failed' && !isMessageStored);
}

/** The part of a turn that begins anew with each try. */
function unanswered(
  model: ChatModel,
): Pick<LiveTurn, 'reply' | 'repliedAt' | 'firstLength' | 'failure' | 'isContextCut'> {
  const reply: TurnReply = { id: crypto.randomUUID(), text: '', end: 'interrupted', modelId: model.id };
  return { reply, repliedAt: null, firstLength: 0, failure: '', isContextCut: false };
}

/** The sentence for the user; empty for failures whose text is not meant for them (network, database). */
function messageOf(error: unknown): string {
  return error instanceof CompletionError ? error.message : '';
}
