import type { QueryClient } from '@tanstack/react-query';
import {
  areSameParameters,
  type ChatParameters,
  type ChatSummary,
  withSummary,
} from '../../../../shared/chats/chat-parameters.ts';
import { cleanText } from '../../../../shared/domain/text.ts';
import { isSameModel, type ModelChoice } from '../../../lib/model-choice.ts';
import { showToast, type Toast } from '../../../lib/toast.ts';
import { archiveToasts } from '../archive/texts.ts';
import type { Chat, ChatSettings } from '../chat.ts';
import { findCachedChat } from '../data/cache.ts';
import { parametersToasts } from '../parameters/button-texts.ts';
import { chatQueries } from '../data/queries.ts';
import type { UndoableChanges } from '../data/undoable-changes.ts';
import { chatToasts, messageToasts } from '../texts.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import { Deletions } from './deletions.ts';
import { executeChange } from './execute.ts';
import type { ChatOperation, ExecuteResult, OperationOutcome, Refusal } from './operation.ts';
import type { Outbox } from './outbox.ts';
import { chatsWith } from './overlay.ts';

type Change = Exclude<ChatOperation, { readonly kind: 'send' }>;
type NewChange = Change extends infer Kind
  ? Kind extends Change
    ? Omit<Kind, 'id' | 'createdAt'>
    : never
  : never;

/** Toasts for the result of a change's first attempt [CHAT-092, CHAT-096]. */
interface ChangeToasts {
  readonly succeeded?: Toast;
  readonly failed: Toast;
}

const renameToasts = (): ChangeToasts => ({
  succeeded: chatToasts.renamed,
  failed: chatToasts.renameFailed,
});

interface ChatChangesOptions {
  readonly client: QueryClient;
  readonly userId: string;
  readonly outbox: Outbox;
  readonly undoable: UndoableChanges;
}

/**
 * Applies changes to stored chats. Each change is shown immediately, and saved as soon as the service is
 * reachable.
 */
export class ChatChanges {
  readonly outbox: Outbox;
  readonly #options: ChatChangesOptions;
  readonly #deletions: Deletions;

  constructor(options: ChatChangesOptions) {
    this.#options = options;
    const { outbox, undoable, userId } = options;
    this.outbox = outbox;
    this.#deletions = new Deletions({
      userId,
      undoable,
      cancel: (id) => outbox.cancel(id),
      run: () => void outbox.run(),
    });
  }

  async rename(chatId: string, title: string, toasts = renameToasts()): Promise<void> {
    await this.add({ kind: 'rename', chatId, title: cleanText(title) }, toasts);
  }

  /** Null unpins the chat. */
  async pin(chatId: string, pinnedAt: string | null): Promise<void> {
    await this.add({ kind: 'pin', chatId, pinnedAt }, { failed: chatToasts.pinFailed });
  }

  /** Applies on all of the user's devices. */
  async chooseModel(chatId: string, model: ModelChoice): Promise<void> {
    const chosenModel = this.#find(chatId)?.model;
    if (chosenModel && isSameModel(chosenModel, model)) return;
    await this.add({ kind: 'model', chatId, model }, { failed: chatToasts.modelFailed });
  }

  /** Sets the chat's parameters for all of the user's devices. Null resets them. */
  async setParameters(chatId: string, parameters: ChatParameters | null): Promise<void> {
    if (areSameParameters(this.#find(chatId)?.parameters ?? null, parameters)) return;
    await this.add({ kind: 'parameters', chatId, parameters }, parametersToasts);
  }

  /**
   * Sets the summary that is sent instead of the chat's older messages. Null removes the summary, so that as
   * many messages as fit are sent again.
   */
  async setSummary(chatId: string, summary: ChatSummary | null): Promise<void> {
    const chat = this.#find(chatId) ?? (await this.#options.client.fetchQuery(chatQueries.one(chatId)));
    await this.setParameters(chatId, withSummary(chat?.parameters ?? null, summary));
  }

  /**
   * Sets the chat's model if it has none yet. The chat then keeps this model when the user selects another
   * one elsewhere.
   */
  async keepModel(chatId: string, model: ModelChoice): Promise<void> {
    if (this.#find(chatId)?.model === null) await this.chooseModel(chatId, model);
  }

  /** Returns the settings of a turn's chat, which may not be stored yet. */
  async settingsOf({ chatId, isChatStored, ...turn }: LiveTurn): Promise<ChatSettings> {
    const { parameters = null, projectId = null } = turn;
    const chat = this.#find(chatId);
    if (chat) return chat;
    if (!isChatStored) return { parameters, projectId };
    const storedChat = await this.#options.client.fetchQuery(chatQueries.one(chatId));
    return storedChat ?? { parameters: null, projectId: null };
  }

  /**
   * Archives a chat. The user can undo this.
   *
   * @param isOpen true if the chat is open
   * @param actionId the same for all chats that are archived with one action
   */
  async archive(chatId: string, isOpen: boolean, actionId: string = crypto.randomUUID()): Promise<void> {
    const archivedAt = new Date().toISOString();
    const change = newChange({ kind: 'archive', chatId, archivedAt });
    this.#options.undoable.add(
      { actionId, kind: 'archived' },
      { chatId, title: this.#titleOf(chatId), wasOpen: isOpen, undo: () => this.unarchive(chatId) },
    );
    const end = await this.#addChange(change, { failed: archiveToasts.archiveFailed });
    if (isRefusal(end)) this.#options.undoable.forgetChat(chatId);
  }

  async unarchive(chatId: string): Promise<void> {
    this.#options.undoable.forgetChat(chatId);
    await this.add({ kind: 'archive', chatId, archivedAt: null }, { failed: archiveToasts.unarchiveFailed });
  }

  /**
   * Deletes a chat with its messages [CHAT-091, CHAT-095].
   *
   * @param isOpen true if the chat is open
   * @param onDeclined called if the user decides to keep the chat
   */
  async delete(chatId: string, isOpen: boolean, onDeclined: () => void): Promise<void> {
    const change = newChange({ kind: 'delete', chatId });
    this.#deletions.begin(change, { title: this.#titleOf(chatId), wasOpen: isOpen, onDeclined });
    const end = await this.#addChange(change, { failed: chatToasts.deleteFailed });
    // If the chat can be restored, the undo notice already confirms that it was deleted.
    if (end === 'done' && !this.#options.undoable.has(chatId)) showToast(chatToasts.deleted);
  }

  /** Deletes several chats that the user has confirmed. A single undo restores all of them. */
  async deleteAll(chatIds: readonly string[]): Promise<void> {
    const actionId = crypto.randomUUID();
    const addedOperations = chatIds.map((chatId) => {
      const change = newChange({ kind: 'delete', chatId });
      const title = this.#titleOf(chatId);
      this.#deletions.begin(change, { title, wasOpen: false, actionId, onDeclined: () => {} });
      return change;
    });
    const deletions = addedOperations.map(async (change) => {
      await this.#addChange(change, { failed: chatToasts.deleteFailed });
      this.#deletions.end(change.id, actionId);
    });
    await Promise.all(deletions);
  }

  async showVersion(chatId: string, messageId: string): Promise<void> {
    await this.add({ kind: 'show-version', chatId, messageId }, { failed: messageToasts.versionNotShown });
  }

  /** Deletes a version with all messages that follow it. Resolves with false if the service refuses. */
  async deleteVersion(chatId: string, messageId: string): Promise<boolean> {
    const end = await this.add(
      { kind: 'delete-version', chatId, messageId },
      { failed: messageToasts.notDeleted },
    );
    return !isRefusal(end);
  }

  cancel(chatId: string): void {
    for (const change of this.outbox.waiting())
      if (change.kind !== 'library' && change.chatId === chatId && change.kind !== 'send')
        this.outbox.cancel(change.id);
  }

  async execute(change: Change): Promise<ExecuteResult> {
    const { client } = this.#options;
    if (change.kind !== 'delete') return executeChange(client, change);
    const result = await this.#deletions.execute(change);
    if (result === 'offline') this.#deletions.wait(change);
    return result;
  }

  #titleOf(chatId: string): string {
    return this.#find(chatId)?.title ?? '';
  }

  /** Returns the chat with the user's unconfirmed changes. Undefined if it is not in the cache. */
  #find(chatId: string): Chat | undefined {
    const { client, userId } = this.#options;
    const chat = findCachedChat(client, userId, chatId);
    return chat && chatsWith([chat], this.outbox.all())[0];
  }

  add(change: NewChange, toasts: ChangeToasts): Promise<OperationOutcome | 'waiting'> {
    return this.#addChange(newChange(change), toasts);
  }

  async #addChange(
    change: Change,
    { succeeded, failed }: ChangeToasts,
  ): Promise<OperationOutcome | 'waiting'> {
    const outcome = this.outbox.outcome(change.id);
    await this.outbox.add(change);
    const end = await outcome;
    if (end === 'done' && succeeded) showToast(succeeded);
    if (isRefusal(end)) showToast(failed);
    return end;
  }
}

const newChange = (change: NewChange): Change => ({
  ...change,
  id: crypto.randomUUID(),
  createdAt: Date.now(),
});

const isRefusal = (end: OperationOutcome | 'waiting'): end is Refusal => typeof end !== 'string';
