import type { Message } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import type { ExecuteResult, SendOperation } from '../outbox/operation.ts';
import {
  type Answerer,
  canStop,
  type ChatModel,
  choiceOf,
  hasReplied,
  hasUnstored,
  isRegenerating,
  isBusy,
  type LiveTurn,
} from './live-turn.ts';
import { LiveTurns } from './live-turns.ts';
import { sentTurn, storedTurn } from './new-turn.ts';
import { Reasonings } from './reasonings.ts';
import { CurrentModels, replyModel } from './reply-model.ts';
import { ReplyReader } from './reply-reader.ts';
import { actionOperation } from '../outbox/send-operation.ts';
import type { ActRequest, AgainRequest, StoredQuestion } from './sending.ts';
import { storeMessage } from './store-message.ts';
import type { TurnAction } from './turn-action.ts';
import { outcomeOf, storedReply, newAttempt } from './turn-reply.ts';
import type { TurnServices } from './turn-services.ts';

/**
 * Sends messages and reads their replies, which the service writes and stores. There is one turn per chat. It
 * continues while the user looks at another chat or page.
 */
export class TurnRunner {
  readonly turns = new LiveTurns();
  readonly reasonings = new Reasonings();
  /** The model that answers messages whose own model is unknown or no longer offered. */
  readonly offered = new CurrentModels();
  readonly #userId: string;
  readonly #services: TurnServices;
  readonly #now: () => number;
  readonly #reader: ReplyReader;
  readonly #chatsCreatedHere = new Set<string>();
  /** This visit's quick actions by message id. After a reload they are lost, and a model replies instead. */
  readonly #actions = new Map<string, TurnAction>();
  readonly #isBeside: boolean;
  #all: readonly TurnRunner[] = [this];

  constructor(userId: string, services: TurnServices, isBeside = false) {
    this.#isBeside = isBeside;
    this.#userId = userId;
    this.#services = services;
    this.#now = services.now ?? Date.now;
    this.#reader = new ReplyReader(this.turns, this.reasonings, services);
  }

  /**
   * Shows a message before it is stored. Returns false if the chat is busy, so that the message must wait.
   */
  show(operation: SendOperation): boolean {
    if (!this.#isFree(operation.chatId)) return false;
    this.turns.set(this.#turnOf(operation, operation.model));
    return true;
  }

  /** Stores a message, then reads its reply in the background. If the message is refused, the caller ends the turn. */
  async deliver(operation: SendOperation): Promise<ExecuteResult> {
    const { id, chatId, isHeld = false } = operation;
    const model = replyModel(operation.model, this.offered.get());
    const earlier = this.turns.get(chatId);
    const isShown = earlier?.messageId === id;
    if (isShown && earlier.isMessageStored) return 'done';
    if (isHeld || (!isShown && !this.#isFree(chatId))) return 'busy';
    const shown = isShown ? earlier : this.#turnOf(operation, model);
    if (!model) {
      this.turns.set({ ...shown, phase: 'queued' });
      return 'busy';
    }
    const turn: LiveTurn = {
      ...shown,
      phase: 'storing',
      chatModel: shown.chatModel ?? choiceOf(model),
      ...newAttempt(model, null, operation.replyId),
    };
    const result = await this.#store(turn, isShown && hasUnstored(earlier));
    if (result === 'done') {
      this.#services.unrequested.add({ ...operation, model });
      void this.#readStored(turn, model);
    }
    return result;
  }

  /** Ends the turn of a message that another tab has stored. Its running reply can then be joined. */
  leaveDelivered({ id, chatId }: SendOperation): void {
    const turn = this.turns.get(chatId);
    if (turn?.messageId === id && !turn.isMessageStored)
      this.turns.change(chatId, { isChatStored: true, isMessageStored: true, phase: 'done' });
  }

  /** Stores a message and runs a quick action that replies to it. Returns false if the chat is busy. */
  act(request: ActRequest): boolean {
    if (!this.#isFree(request.chatId)) return false;
    const operation = actionOperation(request);
    this.#actions.set(operation.id, request.action);
    const turn = this.#turnOf(operation, request.action);
    this.turns.set(turn);
    void this.#services.addDefaults(operation).then(() => {
      const shown = this.turns.get(turn.chatId);
      if (shown?.messageId === turn.messageId) void this.#act(shown, request.action);
    });
    return true;
  }

  /**
   * Retries a failed turn under the same message id, so that it is neither stored nor counted twice
   * [CHAT-051]. If the turn has an action, it runs again. Otherwise, `model` replies. Returns false if the
   * outbox must deliver the message first.
   */
  retry(chatId: string, model: ChatModel | null): boolean {
    const turn = this.turns.get(chatId);
    if (turn?.phase !== 'failed') return false;
    const nextTurn = { ...turn, ...newAttempt(turn.action ?? model, turn.continues) };
    if (turn.action) void this.#act(nextTurn, turn.action);
    else if (!turn.isMessageStored) return false;
    else if (model) void this.#read({ ...nextTurn, phase: 'waiting' }, model);
    return true;
  }

  /** Requests a reply to a message that has none, for example after a reload [CHAT-051, MODEL-037]. */
  answer(message: Message, title: string, model: ChatModel, replyId?: string): void {
    if (!this.#isFree(message.chatId)) return;
    const turn = this.#storedTurn(message, title, model);
    void this.#read({ ...turn, ...newAttempt(model, null, replyId) }, model);
  }

  /**
   * Requests another reply to a message, which counts as one more message. If the new reply fails, the
   * earlier one stays.
   */
  again({ question, title, model, continues = null }: AgainRequest): void {
    const answerer = this.actionOf(question.id) ?? model;
    if (!answerer || !this.#isFree(question.chatId)) return;
    const requestId = crypto.randomUUID();
    void this.#read(this.#storedTurn(question, title, answerer, { requestId, continues }), answerer);
  }

  /** Reads a reply that another page or device requested, unless this page is reading or has read it. */
  join(replyId: string, question: StoredQuestion, title: string): void {
    const earlier = this.turns.get(question.chatId);
    const isRead = earlier?.reply.id === replyId && (hasReplied(earlier) || earlier.phase === 'failed');
    if (isRead || !this.#isFree(question.chatId)) return;
    if (this.#all.some((runner) => runner !== this && runner.reads(question.chatId, replyId))) return;
    const turn = this.#storedTurn(question, title, null, { requestId: replyId });
    void this.#read({ ...turn, ...newAttempt(null, null, replyId) }, null);
  }

  /** Returns a runner without a turn in the chat. A comparison needs one for each reply that it reads. */
  beside(chatId: string): TurnRunner {
    const free = this.#all.slice(1).find(({ turns }) => turns.get(chatId) === undefined);
    if (free) return free;
    const runner = new TurnRunner(this.#userId, this.#services, true);
    this.#all = [...this.#all, runner];
    this.turns.notify();
    return runner;
  }

  /** Returns this runner and those of comparisons. `turns` notifies its subscribers when one is added. */
  readonly all = (): readonly TurnRunner[] => this.#all;

  /** True if a turn of this runner or of a comparison reads the reply. */
  reads(chatId: string, replyId: string): boolean {
    return this.all().some(({ turns }) => turns.get(chatId)?.reply.id === replyId);
  }

  /** True if another reply of the same comparison is still running. */
  isBusyBeside({ chatId, messageId, reply }: LiveTurn): boolean {
    return this.all().some(({ turns }) => {
      const otherTurn = turns.get(chatId);
      return otherTurn?.messageId === messageId && otherTurn.reply.id !== reply.id && isBusy(otherTurn.phase);
    });
  }

  actionOf(messageId: string): TurnAction | null {
    return this.#actions.get(messageId) ?? null;
  }

  /** Stops the running reply on the service, which stores the text so far. */
  stop(chatId: string): void {
    if (canStop(this.turns.get(chatId)?.phase)) void this.#reader.stop(chatId);
  }

  /** Removes a finished turn. Returns false if the turn has not ended or its message is not stored. */
  clear(chatId: string): boolean {
    if (!this.#isFree(chatId)) return false;
    this.turns.remove(chatId);
    return true;
  }

  /** Ends the turn of a deleted chat or a canceled message. */
  end(chatId: string): void {
    this.#reader.leave(chatId);
    this.turns.remove(chatId);
    for (const runner of this.#all.slice(1)) runner.end(chatId);
  }

  /** Ends all turns on this device when the user signs out. The service continues to write their replies. */
  endAll(): void {
    for (const { turns } of this.all()) for (const chatId of turns.all().keys()) this.end(chatId);
  }

  #isFree(chatId: string): boolean {
    const turn = this.turns.get(chatId);
    return !turn || (!isBusy(turn.phase) && !hasUnstored(turn));
  }

  #turnOf(operation: SendOperation, answerer: Answerer | null): LiveTurn {
    const { chatId, isNewChat } = operation;
    if (isNewChat) this.#chatsCreatedHere.add(chatId);
    return sentTurn(operation, answerer, this.#chatsCreatedHere.has(chatId));
  }

  #storedTurn(
    message: StoredQuestion,
    title: string,
    answerer: Answerer | null,
    again: Partial<Pick<LiveTurn, 'requestId' | 'continues'>> = {},
  ): LiveTurn {
    const isCreatedHere = this.#chatsCreatedHere.has(message.chatId);
    return storedTurn(answerer, message, {
      title,
      isCreatedHere,
      isBeside: this.#isBeside,
      startedAt: this.#now(),
      ...again,
    });
  }

  async #act(turn: LiveTurn, action: TurnAction): Promise<void> {
    const result = turn.isMessageStored ? 'done' : await this.#store({ ...turn, phase: 'storing' });
    if (result === 'done') return this.#readStored(turn, action);
    // The action only exists in this page, so its message can't wait in the outbox or for another device's reply.
    if (result === 'offline') this.#leaveUnstored(turn);
    if (result === 'busy' && !this.turns.get(turn.chatId)) this.#services.onExpired(turn);
    if (typeof result !== 'object') return;
    this.turns.refuse();
    this.turns.remove(turn.chatId);
    this.#services.onEnded(turn, { kind: 'refused', ...result });
  }

  /** @param isReported true if the user has already seen that storing failed */
  async #store(turn: LiveTurn, isReported = false): Promise<ExecuteResult> {
    this.turns.set(turn);
    const result = await storeMessage(this.#services, this.#userId, turn);
    if (result === 'offline') this.#queueAll();
    else if (result === null) this.#leaveUnstored(turn, isReported);
    // The message waits in the outbox, so that the other device's reply can be shown.
    else if (result === 'busy') this.turns.remove(turn.chatId);
    return result ?? 'busy';
  }

  /** Queues the messages that are being stored, because the device is offline. */
  #queueAll(): void {
    for (const { chatId, phase, action } of this.turns.all().values())
      if (phase === 'storing' && !action) this.turns.change(chatId, { phase: 'queued' });
  }

  #leaveUnstored(turn: LiveTurn, isReported = false): void {
    this.turns.change(turn.chatId, { phase: 'failed' });
    if (isReported) return;
    this.#services.onEnded(turn, { kind: 'unstored' });
    if (turn.isChatStored) return;
    const expire = () => {
      const latest = this.turns.get(turn.chatId);
      if (!latest || !hasUnstored(latest) || latest.messageId !== turn.messageId) return;
      this.turns.remove(turn.chatId);
      this.#services.onExpired(turn);
    };
    setTimeout(expire, turn.startedAt + chatLimits.optimisticLife - this.#now());
  }

  /** Reads the reply to a message that was just stored, unless its chat was deleted meanwhile. */
  async #readStored(turn: LiveTurn, answerer: Answerer): Promise<void> {
    const isOurs = this.turns.get(turn.chatId)?.messageId === turn.messageId;
    if (isOurs) await this.#read(turn, answerer);
  }

  /** Reads the reply to a stored message. Without an answerer, the reply is already running. */
  async #read(given: LiveTurn, answerer: Answerer | null): Promise<void> {
    const turn: LiveTurn = { ...given, isChatStored: true, isMessageStored: true, phase: 'waiting' };
    const { chatId } = turn;
    this.turns.set(turn);
    const ended = await this.#reader.read(turn, answerer);
    this.#services.unrequested.remove(turn.messageId);
    if (!ended) return;
    const { row, failure } = ended;
    if (row) {
      this.#services.onStored(turn, [row]);
      this.turns.change(chatId, { phase: 'done', reply: storedReply(row) });
    } else if (isRegenerating(turn) && !this.#isBeside) this.turns.remove(chatId);
    else this.turns.change(chatId, { phase: 'failed', failure });
    this.#services.onEnded(turn, outcomeOf(ended));
  }
}
