import { loadModule } from '../../../lib/load-module.ts';
import { askToConfirm } from '../../../lib/confirmation.ts';
import { deleteChat } from '../data/chats.ts';
import type { UndoableChange, UndoableChanges } from '../data/undoable-changes.ts';
import { deleteQuestions } from '../texts.ts';
import { resultOf } from './execute.ts';
import type { ChatOperation, ExecuteResult } from './operation.ts';

interface Deletion {
  readonly title: string;
  readonly wasOpen: boolean;
  readonly onDeclined: () => void;
  /** Set if the user has confirmed the deletion of several chats in one dialog. */
  readonly actionId?: string;
}

interface DeletionsOptions {
  readonly userId: string;
  readonly undoable: UndoableChanges;
  readonly cancel: (operationId: string) => void;
  readonly run: () => void;
}

interface DeletionGroup {
  /** The operations that have not ended. */
  readonly open: Map<string, DeletionTarget>;
  /** The deleted chats. Undo is offered once for all of them. */
  chats: readonly UndoableChat[];
}

type DeletionTarget = Pick<ChatOperation, 'id' | 'chatId'>;
type UndoableChat = UndoableChange['chats'][number];

/**
 * Deletes chats and keeps them restorable for a while. If a chat can't be restored, the user must confirm its
 * deletion first. Until then, `execute` resolves with `busy`.
 */
export class Deletions {
  readonly #options: DeletionsOptions;
  /** This visit's deletions, by operation id. Deletions of earlier visits can't be undone. */
  readonly #own = new Map<string, Deletion>();
  /** The ids of operations whose confirmation or undo notice has been shown. */
  readonly #shown = new Set<string>();
  readonly #confirmed = new Set<string>();
  /** Unfinished deletions of several chats, by action id. */
  readonly #groups = new Map<string, DeletionGroup>();

  constructor(options: DeletionsOptions) {
    this.#options = options;
  }

  begin({ id, chatId }: DeletionTarget, deletion: Deletion): void {
    this.#own.set(id, deletion);
    if (deletion.actionId === undefined) return;
    this.#confirmed.add(id);
    const group = this.#groups.get(deletion.actionId) ?? { open: new Map(), chats: [] };
    group.open.set(id, { id, chatId });
    this.#groups.set(deletion.actionId, group);
  }

  /** Must be called when an operation of a group has ended, even if the service refused it. */
  end(operationId: string, actionId: string): void {
    const group = this.#groups.get(actionId);
    group?.open.delete(operationId);
    if (group?.open.size === 0) this.#offerGroup(actionId);
  }

  async execute(operation: ChatOperation): Promise<ExecuteResult> {
    try {
      return await this.#delete(operation);
    } catch (error) {
      const result = resultOf(error);
      if (typeof result !== 'string') this.#own.delete(operation.id);
      return result;
    }
  }

  async #delete({ id, chatId }: ChatOperation): Promise<'done' | 'busy'> {
    const { undoable, userId } = this.#options;
    const deletion = this.#own.get(id);
    // If the code fails to load, the deletion waits, as it does without a connection.
    const { readFullChat, restoreChat } = await loadModule(() => import('../data/full-chat.ts'));
    const chat = await readFullChat(chatId);
    if (typeof chat === 'string' && !this.#confirmed.has(id)) {
      if (!this.#shown.has(id)) void this.#confirm(id, chat);
      return 'busy';
    }
    await deleteChat(chatId);
    this.#own.delete(id);
    const { title, wasOpen, actionId = id } = deletion ?? {};
    if (title !== undefined && chat !== null && typeof chat !== 'string')
      this.#offer(actionId, {
        chatId,
        title,
        wasOpen: wasOpen === true,
        undo: () => restoreChat(chat, userId),
      });
    else undoable.forgetChat(chatId);
    return 'done';
  }

  /**
   * Shows the undo notice while the service is unreachable. Undo then cancels the operation on this device.
   */
  wait(operation: ChatOperation): void {
    const deletion = this.#own.get(operation.id);
    if (!deletion || this.#shown.has(operation.id)) return;
    const { actionId = operation.id } = deletion;
    // The operations that follow in the group are not attempted without a connection.
    const waitingOperations = [...(this.#groups.get(actionId)?.open.values() ?? [operation])];
    this.#offerGroup(actionId);
    for (const { id, chatId } of waitingOperations) {
      const deletion = this.#own.get(id);
      if (!deletion) continue;
      this.#shown.add(id);
      const { title, wasOpen } = deletion;
      this.#offer(actionId, { chatId, title, wasOpen, undo: async () => this.#options.cancel(id) });
    }
  }

  #offer(actionId: string, chat: UndoableChat): void {
    const group = this.#groups.get(actionId);
    if (group) group.chats = [...group.chats, chat];
    else this.#options.undoable.add({ actionId, kind: 'deleted' }, chat);
  }

  #offerGroup(actionId: string): void {
    const { chats = [] } = this.#groups.get(actionId) ?? {};
    this.#groups.delete(actionId);
    for (const chat of chats) this.#offer(actionId, chat);
  }

  async #confirm(id: string, reason: keyof typeof deleteQuestions): Promise<void> {
    const deletion = this.#own.get(id);
    this.#shown.add(id);
    if (await askToConfirm({ ...deleteQuestions[reason], isDangerous: true })) {
      this.#confirmed.add(id);
      this.#options.run();
      return;
    }
    this.#options.cancel(id);
    deletion?.onDeclined();
  }
}
