import type { ComposedPrompt } from '../../../../shared/domain/compose-prompt.ts';
import { defaultContextLength, fitContext } from '../../../../shared/domain/context-window.ts';
import { reservedReplyTokens } from '../../../../shared/domain/output-limit.ts';
import type { ModelPrice } from '../../../lib/model-choice.ts';
import { AttachingFiles } from '../attachments/attaching.ts';
import type { OpenFiles } from '../attachments/chat-files.ts';
import { readDraftFiles } from '../attachments/draft-files.ts';
import { openMemoryFiles } from '../attachments/device/memory-files.ts';
import type { Message } from '../chat.ts';
import type { ChatEngine, TemporaryChat } from '../chat-context.ts';
import { UndoableChanges } from '../data/undoable-changes.ts';
import type { NewMessage } from '../data/messages.ts';
import { readDraftParameters } from '../draft-parameters.ts';
import { Drafts } from '../drafts.ts';
import { FailureCount } from '../turn/failure-count.ts';
import type { ChatModel, LiveTurn } from '../turn/live-turn.ts';
import { MessageQueue } from '../outbox/message-queue.ts';
import { type OperationStorage, Outbox } from '../outbox/outbox.ts';
import { reportOutcome } from '../turn/report-outcome.ts';
import { RunningReplies } from '../marks/running-replies.ts';
import { UnreadChats } from '../marks/unread.ts';
import { MessageTree } from './message-tree.ts';
import { createTemporaryReplies } from './temporary-replies.ts';
import { rowsBefore } from '../turn/shown-messages.ts';
import { TurnRunner } from '../turn/turn-runner.ts';
import { scaleOf } from '../turn/token-scale.ts';
import { questionOf, unsentRows, withFiles } from '../turn/with-files.ts';
import type { ReplyContext, TurnServices } from '../turn/turn-services.ts';

/** The services of a temporary chat. It can call models, but can't store anything. */
export interface TemporaryServices extends Pick<TurnServices, 'completeChat' | 'readAccessToken'> {
  /** Composes the system prompt. The account's instructions are only used if the user turned them on. */
  readonly readPrompt: (chat: string | undefined, usesAccount: boolean) => Promise<ComposedPrompt>;
  readonly onEnded: () => void;
}

const noStorage: OperationStorage = {
  list: async () => null,
  unsaved: () => [],
  add: async () => false,
  replace: async () => {},
  remove: async () => {},
};

export function createTemporaryChat(userId: string, services: TemporaryServices): TemporaryChat {
  const id = crypto.randomUUID();
  const listeners = new Set<() => void>();
  const tree = new MessageTree(() => {
    for (const listener of listeners) listener();
  });
  const prices = new Map<string, ModelPrice>();
  const running = new RunningReplies(() => {});
  const attaching = new AttachingFiles();
  const memory = openMemoryFiles();
  const files = async () => memory;
  const runner = new TurnRunner(userId, {
    insertChat: async () => null,
    addDefaults: async (operation) => operation,
    deleteEmptyChat: async () => {},
    deleteMessage: async () => {},
    files,
    insertMessages: async (messages) => {
      const last = tree.branch().at(-1)?.id ?? null;
      return messages.map((message) => toMessage(message, last));
    },
    ...createTemporaryReplies(services.completeChat, (replyId) => prices.get(replyId)),
    running,
    unrequested: { add: () => {}, remove: () => {} },
    readAccessToken: services.readAccessToken,
    readSettings: async () => ({ parameters: readDraftParameters(drafts, id), projectId: null }),
    readContext: async (turn, model, { parameters }) => {
      if (model.price) prices.set(turn.reply.id, model.price);
      const rows = rowsBefore(tree.branch(), turn);
      const chat =
        turn.oneTimeParameters?.instructions ??
        turn.systemPrompt ??
        rows.findLast(({ role }) => role === 'system')?.content;
      return contextOf(rows, turn, model, {
        prompt: await services.readPrompt(
          chat ?? parameters?.instructions,
          parameters?.accountInstructions === true,
        ),
        maxTokens: reservedReplyTokens(model, parameters?.maxTokens),
        files,
      });
    },
    onStored: (_turn, added) => tree.add(added),
    onEnded: (turn, outcome) => {
      reportOutcome({ drafts, failures, isShown: true }, turn, outcome);
      queue.onEnded(turn.chatId, outcome);
      services.onEnded();
    },
    onExpired: () => {},
  });
  const drafts = new Drafts();
  const failures = new FailureCount();
  const outbox: Outbox = new Outbox({
    userId: id,
    store: noStorage,
    execute: async (operation) => (operation.kind === 'send' ? runner.deliver(operation) : 'done'),
    onEnd: (operation, end, { isHere }) => {
      if (operation.kind === 'send') queue.onDelivered(operation, end, isHere);
    },
  });
  const queue = new MessageQueue({ outbox, runner, drafts, isShown: () => true });
  const engine: ChatEngine = {
    userId,
    runner,
    drafts,
    attaching,
    files,
    failures,
    undoable: new UndoableChanges(),
    store: null,
    changes: null,
    versions: {
      showVersion: async (_chatId, messageId) => tree.showVersion(messageId),
      deleteVersion: async (_chatId, messageId) => {
        tree.deleteVersion(messageId);
        return true;
      },
    },
    temporary: null,
    outbox,
    queue,
    running,
    unread: new UnreadChats(),
    disposeSignal: new AbortController().signal,
    recover: async () => {},
    dispose: () => {
      attaching.dispose();
      memory.close();
      outbox.dispose();
      runner.endAll();
    },
  };
  return {
    id,
    engine,
    rows: tree.branch,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hasText: () =>
      tree.count() > 0 ||
      runner.turns.get(id) !== undefined ||
      drafts.get(id).trim() !== '' ||
      readDraftFiles(drafts, id).length > 0,
  };
}

/** @param last the id of the last message, which the new one follows unless it is an edited message */
const toMessage = (message: NewMessage, last: string | null): Message => ({
  id: message.id,
  chatId: message.chatId,
  role: message.role,
  content: message.content,
  end: 'complete',
  modelId: null,
  vendorId: null,
  unavailableVendor: null,
  createdAt: new Date().toISOString(),
  // The tree numbers its messages.
  seq: 0,
  parentId: parentOf(message, last),
  ...(message.parameters && { parameters: message.parameters }),
});

/** As in the database, a message with its own id as parent is the first one of its chat. */
const parentOf = ({ id, parentId }: NewMessage, last: string | null): string | null =>
  parentId === id ? null : (parentId ?? last);

/** Builds the model's context from the rows before the turn's message, in the same way as for a stored chat. */
async function contextOf(
  rows: readonly Message[],
  turn: LiveTurn,
  model: ChatModel,
  { prompt, maxTokens, files }: TemporaryContext,
): Promise<ReplyContext> {
  const window = fitContext([...unsentRows(rows), ...questionOf(turn)], {
    systemPrompt: prompt.text,
    contextLength: model.contextLength ?? defaultContextLength,
    maxTokens,
    scale: scaleOf(model.id),
  });
  const { messages, isCut } = await withFiles(window.messages, files, model);
  return { messages, isCut: isCut || window.leftOut > 0, instructions: prompt.sources };
}

interface TemporaryContext {
  readonly prompt: ComposedPrompt;
  readonly maxTokens: number;
  readonly files: OpenFiles;
}
