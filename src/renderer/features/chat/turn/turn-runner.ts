import type { Delta } from '../../../../shared/completion/completion.ts';
import { type PromptedText, splitSystemPrompt } from '../../../../shared/domain/system-prompt.ts';
import type { Message } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import { createFramePainter } from './frame-painter.ts';
import {
  type Answerer,
  canStop,
  type ChatModel,
  hasReplied,
  isAction,
  isAgain,
  isBusy,
  type LiveTurn,
  type TurnReply,
} from './live-turn.ts';
import { LiveTurns } from './live-turns.ts';
import { holdReply } from './reply-lock.ts';
import { sentTurn, storedTurn } from './new-turn.ts';
import { hasUnstored, notStored } from './not-stored.ts';
import { messageRows, mirrorReply, replyRow } from './reply-rows.ts';
import type { ActRequest, AgainRequest, SendRequest, TurnOutcome } from './sending.ts';
import type { TurnAction } from './turn-action.ts';
import { failureOf, unanswered, withDelta } from './turn-reply.ts';
import type { TurnServices } from './turn-services.ts';

interface Run {
  readonly controller: AbortController;
  /** Updates the turn with all text received. */
  readonly flush: () => void;
  token: string;
}

/**
 * Sends a message, stores it and its reply. One turn per chat; it continues while the user looks at another chat or
 * page.
 */
export class TurnRunner {
  readonly turns = new LiveTurns();
  readonly #userId: string;
  readonly #services: TurnServices;
  readonly #now: () => number;
  readonly #runs = new Map<string, Run>();
  readonly #begunHere = new Set<string>();
  /** Which action answered a message in this visit; later, a model answers again. */
  readonly #actions = new Map<string, TurnAction>();

  constructor(userId: string, services: TurnServices) {
    this.#userId = userId;
    this.#services = services;
    this.#now = services.now ?? Date.now;
  }

  /** Sends a message to a model, or queues it until there is one. Ignored while the chat is busy. */
  send(request: SendRequest): Promise<TurnOutcome> {
    return this.#begin(request, splitSystemPrompt(request.text), request.model);
  }

  /** Sends a message to an action. Its text is the action's input and sets no system prompt. */
  act(request: ActRequest): Promise<TurnOutcome> {
    return this.#begin(request, { systemPrompt: null, text: request.text }, request.action);
  }

  /**
   * Retries a failed turn under the same message id, so that it is neither stored nor counted twice [CHAT-051]. An
   * action is called again; otherwise `model` answers, and without one it is ignored.
   */
  async retry(chatId: string, model: ChatModel | null): Promise<TurnOutcome> {
    const turn = this.turns.get(chatId);
    const answerer = turn?.action ?? model;
    if ((turn?.phase !== 'failed' && turn?.phase !== 'queued') || !answerer) return { kind: 'ignored' };
    const again: LiveTurn = {
      ...turn,
      phase: turn.isMessageStored ? 'waiting' : 'storing',
      ...unanswered(answerer, turn.seed),
    };
    this.turns.set(again);
    return this.#run(again, answerer);
  }

  /** Answers a stored message of the user that has no reply, e.g. after a reload [CHAT-051, MODEL-037]. */
  async answer(message: Message, title: string, model: ChatModel): Promise<TurnOutcome> {
    if (isBusy(this.turns.get(message.chatId)?.phase)) return { kind: 'ignored' };
    return this.#run(this.#turnOf(message, title, model), model);
  }

  /** Answers a message that has a reply already. Counts as a message; when it fails, the earlier reply stays. */
  async again({ question, title, model, seed = '' }: AgainRequest): Promise<TurnOutcome> {
    const answerer = this.actionOf(question.id) ?? model;
    if (!answerer || isBusy(this.turns.get(question.chatId)?.phase)) return { kind: 'ignored' };
    if (!(await this.settle(question.chatId))) return { kind: 'held', text: '' };
    const turn = this.#turnOf(question, title, answerer, { requestId: crypto.randomUUID(), seed });
    return this.#run(turn, answerer);
  }

  actionOf(messageId: string): TurnAction | null {
    return this.#actions.get(messageId) ?? null;
  }

  /** Removes a finished turn before another branch is shown. False if it is not finished or not stored. */
  async settle(chatId: string): Promise<boolean> {
    const turn = this.turns.get(chatId);
    if (isBusy(turn?.phase)) return false;
    if (turn && hasUnstored(turn) && !(await this.#storeEarlier(turn))) return false;
    if (this.turns.get(chatId)?.phase === 'unsaved') return false;
    this.turns.remove(chatId);
    return true;
  }

  /** Stops the running reply, also at the vendor. Text that has arrived is saved. */
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
      // A page in the back/forward cache can retry.
      if (!hasReplied(turn)) {
        this.#stopUnanswered(chatId);
        continue;
      }
      const reply: TurnReply = turn.phase === 'saving' ? turn.reply : { ...turn.reply, end: 'interrupted' };
      const mirrored = this.#mirrored(turn, reply);
      void this.#services.mirror.write(mirrored);
      this.#services.insertMessageOnLeave(replyRow(mirrored), run.token).catch(() => {});
      this.turns.change(chatId, { phase: 'done', reply });
    }
  }

  /** Cancels everything and deletes it from the device when the user signs out. */
  dispose(): void {
    for (const chatId of this.turns.all().keys()) this.discard(chatId);
    void this.#services.mirror.clear(this.#userId);
  }

  /** Cancels the turn of a deleted chat and deletes it from the device. */
  discard(chatId: string): void {
    const turn = this.turns.get(chatId);
    if (!turn) return;
    const controller = this.#runs.get(chatId)?.controller;
    this.#runs.delete(chatId);
    controller?.abort();
    this.turns.remove(chatId);
    void this.#services.mirror.remove(turn.reply.id);
  }

  async #begin(
    { chatId, title, isNewChat, text: typed, after }: Omit<SendRequest, 'model'>,
    { systemPrompt, text }: PromptedText,
    answerer: Answerer | null,
  ): Promise<TurnOutcome> {
    const earlier = this.turns.get(chatId);
    if (isBusy(earlier?.phase)) return { kind: 'ignored' };
    // Messages are ordered by arrival, so the previous turn is stored first.
    if (earlier && hasUnstored(earlier) && !(await this.#storeEarlier(earlier)))
      return { kind: 'held', text: typed };
    if (isNewChat) this.#begunHere.add(chatId);
    const turn = sentTurn(answerer, {
      chatId,
      title,
      isBegunHere: this.#begunHere.has(chatId),
      isChatStored: !isNewChat || (this.turns.get(chatId)?.isChatStored ?? false),
      startedAt: this.#now(),
      typed,
      text,
      systemPrompt,
      ...(after !== undefined && { after }),
    });
    if (isAction(answerer)) this.#actions.set(turn.messageId, answerer);
    this.turns.set(turn);
    return answerer ? this.#run(turn, answerer) : this.#queue(turn, null);
  }

  #queue(turn: LiveTurn, model: ChatModel | null): TurnOutcome {
    this.turns.set({ ...turn, phase: 'queued' });
    this.#services.onQueued(turn, model);
    return { kind: 'queued' };
  }

  #turnOf(
    message: Message,
    title: string,
    answerer: Answerer,
    again: Partial<Pick<LiveTurn, 'requestId' | 'seed'>> = {},
  ): LiveTurn {
    const isBegunHere = this.#begunHere.has(message.chatId);
    const turn = storedTurn(answerer, message, { title, isBegunHere, startedAt: this.#now(), ...again });
    this.turns.set(turn);
    return turn;
  }

  /** False if the previous message could not be stored. */
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

  async #run(turn: LiveTurn, answerer: Answerer): Promise<TurnOutcome> {
    try {
      if (!turn.isMessageStored) await this.#store(turn);
    } catch (error) {
      const outcome = notStored(turn, error);
      if (!outcome) return this.#fail(turn.chatId, error);
      if (outcome.kind === 'queued') return this.#queue(turn, isAction(answerer) ? null : answerer);
      if (!turn.isChatStored) await this.#services.deleteChat(turn.chatId).catch(() => {});
      this.turns.remove(turn.chatId);
      return outcome;
    }
    return this.#ask(turn.chatId, answerer);
  }

  async #store(turn: LiveTurn): Promise<void> {
    const { chatId, title } = turn;
    if (!turn.isChatStored) await this.#services.insertChat({ id: chatId, userId: this.#userId, title });
    const rows = await this.#services.insertMessages(messageRows(this.#userId, turn));
    this.#services.onStored(turn, rows);
    this.turns.change(chatId, { isChatStored: true, isMessageStored: true, phase: 'waiting' });
  }

  async #ask(chatId: string, answerer: Answerer): Promise<TurnOutcome> {
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
    const onDelta = (delta: Delta) => {
      if (controller.signal.aborted) return;
      reply = withDelta(reply, delta);
      if (delta.text === '') return;
      painter.request();
      if (this.#now() - mirroredAt < chatLimits.mirrorEvery) return;
      mirroredAt = this.#now();
      void this.#services.mirror.write(this.#mirrored(turn, { ...reply, end: 'interrupted' }));
    };
    let failure: unknown = null;
    try {
      const end = await this.#answer(turn, answerer, run, onDelta);
      reply = { ...reply, end };
    } catch (error) {
      failure = error;
      reply = { ...reply, end: controller.signal.aborted ? 'stopped' : 'interrupted' };
    }
    painter.flush();
    painter.cancel();
    const isOurs = this.#runs.get(chatId) === run;
    try {
      // `leave` or `dispose` has handled it.
      return isOurs ? await this.#end(chatId, reply, failure) : { kind: 'stopped' };
    } finally {
      if (this.#runs.get(chatId) === run) this.#runs.delete(chatId);
      letGo();
    }
  }

  /** Calls the model or the action; resolves with how the reply ended. */
  async #answer(
    turn: LiveTurn,
    answerer: Answerer,
    run: Run,
    onDelta: (delta: Delta) => void,
  ): Promise<'complete' | 'length'> {
    const { readAccessToken, readContext, completeChat } = this.#services;
    const { signal } = run.controller;
    const { requestId: messageId } = turn;
    if (isAction(answerer)) {
      run.token = await readAccessToken();
      signal.throwIfAborted();
      onDelta(await answerer.ask(turn.text, { messageId, signal }));
      return 'complete';
    }
    const [token, context] = await Promise.all([readAccessToken(), readContext(turn, answerer)]);
    run.token = token;
    signal.throwIfAborted();
    this.turns.change(turn.chatId, { isContextCut: context.isCut });
    const { id: model, vendor } = answerer;
    const { finishReason } = await completeChat(
      {
        messageId,
        ...(vendor && { vendor: vendor.name }),
        model,
        messages: context.messages,
        maxTokens: chatLimits.maxTokens,
      },
      {
        signal,
        accessToken: token,
        ...(vendor?.endpointOrigin && { endpointOrigin: vendor.endpointOrigin }),
        onDelta,
      },
    );
    return finishReason === 'length' ? 'length' : 'complete';
  }

  async #end(chatId: string, reply: TurnReply, failure: unknown): Promise<TurnOutcome> {
    const isStopped = reply.end === 'stopped';
    const seed = this.turns.get(chatId)?.seed ?? '';
    if (!hasReplied({ reply, seed }))
      return isStopped ? this.#stopUnanswered(chatId) : this.#fail(chatId, failure);
    this.turns.change(chatId, { phase: 'saving', reply });
    const turn = this.turns.get(chatId);
    const isSaved = turn ? await this.#save(turn) : false;
    if (failure !== null && !isStopped)
      return { kind: 'failed', message: failureOf(failure).message, isChatStored: true };
    if (!isSaved) return { kind: 'unsaved' };
    return { kind: isStopped ? 'stopped' : 'answered' };
  }

  async #save(turn: LiveTurn): Promise<boolean> {
    const { chatId, reply } = turn;
    try {
      const rows = await this.#services.insertMessages([replyRow(this.#mirrored(turn, reply))]);
      this.#services.onStored(turn, rows);
      this.turns.change(chatId, { phase: 'done' });
      await this.#services.mirror.remove(reply.id);
      return true;
    } catch {
      // Discarded in the meantime: don't save it on the device again.
      if (!this.turns.get(chatId)) return false;
      await this.#services.mirror.write(this.#mirrored(turn, reply));
      this.turns.change(chatId, { phase: 'unsaved' });
      return false;
    }
  }

  #stopUnanswered(chatId: string): TurnOutcome {
    if (this.#leaveEarlier(chatId)) return { kind: 'stopped' };
    this.turns.change(chatId, { phase: 'failed', failure: null });
    return { kind: 'stopped' };
  }

  #leaveEarlier(chatId: string): boolean {
    const turn = this.turns.get(chatId);
    if (!turn || !isAgain(turn)) return false;
    this.turns.remove(chatId);
    return true;
  }

  #fail(chatId: string, error: unknown): TurnOutcome {
    const failure = failureOf(error);
    if (this.#leaveEarlier(chatId)) return { kind: 'failed', message: failure.message, isChatStored: true };
    this.turns.change(chatId, { phase: 'failed', failure });
    const turn = this.turns.get(chatId);
    if (turn && !turn.isChatStored)
      setTimeout(() => this.#expire(chatId), turn.startedAt + chatLimits.optimisticLife - this.#now());
    return { kind: 'failed', message: failure.message, isChatStored: turn?.isChatStored ?? true };
  }

  #expire(chatId: string): void {
    const turn = this.turns.get(chatId);
    if (turn?.phase !== 'failed' || turn.isChatStored) return;
    this.turns.remove(chatId);
    this.#services.onExpired(turn);
  }

  #mirrored(turn: LiveTurn, reply: TurnReply) {
    return mirrorReply(this.#userId, turn, reply, this.#now());
  }
}
