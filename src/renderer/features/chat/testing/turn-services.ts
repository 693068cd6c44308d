import type { ReplyTarget } from '../../../../shared/completion/completion.ts';
import { openMemoryFiles } from '../attachments/device/memory-files.ts';
import type { Message } from '../chat.ts';
import type { NewMessage } from '../data/messages.ts';
import type { ExecuteResult } from '../outbox/operation.ts';
import { RunningReplies } from '../marks/running-replies.ts';
import { sendOperation } from '../outbox/send-operation.ts';
import type { SendRequest, TurnOutcome } from '../turn/sending.ts';
import type { TurnRunner } from '../turn/turn-runner.ts';
import type { TurnServices } from '../turn/turn-services.ts';
import { createFakeGateway, type ReplyRow } from './fake-gateway.ts';

/** In-memory services for the runner. `replaced` contains those that the test provides itself. */
export function createTurnServices(replaced: Partial<TurnServices> = {}) {
  const rows: Message[] = [];
  const chats: string[] = [];
  const unrequested = new Set<string>();
  const parents = new Map<string, string | undefined>();
  let seq = 0;

  const store = (row: Omit<Message, 'createdAt' | 'seq' | 'parentId'>, parentId?: string): Message => {
    const earlier = rows.find(({ id }) => id === row.id);
    if (earlier) return earlier;
    seq += 1;
    const stored: Message = { ...row, createdAt: new Date(seq * 1_000).toISOString(), seq };
    rows.push(stored);
    parents.set(row.id, parentId);
    return stored;
  };
  const noReply = { end: 'complete', modelId: null, vendorId: null, unavailableVendor: null } as const;
  const storeMessage = ({ id, chatId, role, content, parentId }: NewMessage) =>
    store({ ...noReply, id, chatId, role, content }, parentId);
  const storeReply = (reply: ReplyRow) => {
    const chatId = rows.find(({ id }) => id === reply.question_id)?.chatId ?? '';
    const { id, content, status: end } = reply;
    const origin = {
      modelId: reply.model_id,
      vendorId: reply.vendor_id,
      unavailableVendor: reply.unavailable_vendor,
    };
    const { createdAt } = store(
      { ...origin, id, chatId, role: 'assistant', content, end },
      reply.question_id,
    );
    const { question_id: parent_id, ...columns } = reply;
    return { ...columns, chat_id: chatId, role: 'assistant', created_at: createdAt, seq, parent_id };
  };
  const gateway = createFakeGateway({
    store: storeReply,
    textOf: (replyId) => rows.find(({ id }) => id === replyId)?.content ?? '',
  });
  const services: TurnServices = {
    insertChat: async ({ id, projectId }) => {
      chats.push(id);
      return projectId;
    },
    addDefaults: async (operation) => operation,
    deleteEmptyChat: async (id) => {
      if (!rows.some(({ chatId }) => chatId === id)) chats.splice(chats.indexOf(id), 1);
    },
    insertMessages: async (messages) => messages.map(storeMessage),
    deleteMessage: async (id) =>
      void rows.splice(
        rows.findIndex((row) => row.id === id),
        1,
      ),
    files: async () => openMemoryFiles(),
    running: new RunningReplies(() => {}),
    unrequested: {
      add: ({ id }) => void unrequested.add(id),
      remove: (id) => void unrequested.delete(id),
    },
    readAccessToken: async () => 'token',
    readSettings: async () => ({ parameters: null, projectId: null }),
    readContext: async (turn) => ({
      messages: [{ role: 'user', content: turn.text }],
      isCut: false,
      instructions: [],
    }),
    ...gateway.platform,
    onStored: () => {},
    onEnded: (_turn, outcome) => waiting.shift()?.(outcome),
    onExpired: () => {},
    ...replaced,
  };
  let waiting: ((outcome: TurnOutcome | ExecuteResult) => void)[] = [];
  /** Resolves when the turn that `act` starts has ended. */
  const ended = (act: () => unknown): Promise<TurnOutcome | ExecuteResult> => {
    const { promise, resolve } = Promise.withResolvers<TurnOutcome | ExecuteResult>();
    waiting.push(resolve);
    act();
    return promise;
  };
  /** Sends a message as the outbox does. Resolves with the turn's outcome, or with the reason why there is no turn. */
  const send = async (runner: TurnRunner, request: SendRequest) => {
    const operation = sendOperation(request);
    runner.show(operation);
    const end = ended(() => {});
    const resolve = waiting.at(-1);
    const result = await runner.deliver(operation);
    if (result === 'done') return end;
    waiting = waiting.filter((other) => other !== resolve);
    if (typeof result === 'object') runner.end(operation.chatId);
    return result;
  };
  const actions = {
    /** Stores an action's reply as the action's function does. */
    store: ({ replyId, questionId }: ReplyTarget, text: string, vendor?: string) =>
      gateway.stored.set(
        replyId,
        storeReply({
          id: replyId,
          question_id: questionId,
          content: text,
          status: 'complete',
          model_id: null,
          vendor_id: vendor ?? null,
          unavailable_vendor: null,
        }),
      ),
  };
  return { services, send, ended, rows, chats, unrequested, parents, actions, ...gateway };
}
