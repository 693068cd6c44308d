import type { CompletionMessage } from '../../../../shared/completion/completion.ts';
import { defaultContextLength, fitContext } from '../../../../shared/domain/context-window.ts';
import type { Message } from '../chat.ts';
import { Drafts } from '../composer/drafts.ts';
import { chatLimits } from '../constants.ts';
import type { NewMessage } from '../data/messages.ts';
import type { ChatEngine } from '../engine.ts';
import { DeletedChats } from '../sidebar/deleted-chats.ts';
import { FailureCount } from '../turn/failure-count.ts';
import type { ChatModel, LiveTurn } from '../turn/live-turn.ts';
import type { ReplyMirror } from '../turn/reply-mirror.ts';
import { TurnRunner } from '../turn/turn-runner.ts';
import type { TurnServices } from '../turn/turn-services.ts';

/** What a temporary chat needs from outside: someone who answers, and nothing that writes. */
export interface TemporaryServices extends Pick<TurnServices, 'completeChat' | 'readAccessToken'> {
  readonly readDefaultPrompt: () => Promise<string | null>;
}

/** A chat that lives in this window's memory: neither the database nor the disk gets a word of it. */
export interface TemporaryChat {
  readonly id: string;
  /** Runs its turns; the parts of the screen use it in place of the person's own. */
  readonly engine: ChatEngine;
  /** Its messages; the same array as long as there is no new one. */
  readonly rows: () => readonly Message[];
  readonly subscribe: (listener: () => void) => () => void;
  /** True when something would be lost with it. */
  readonly hasText: () => boolean;
}

const noMirror: ReplyMirror = {
  write: async () => {},
  remove: async () => {},
  list: async () => [],
  clear: async () => {},
};

export function createTemporaryChat(userId: string, services: TemporaryServices): TemporaryChat {
  const id = crypto.randomUUID();
  const listeners = new Set<() => void>();
  let rows: readonly Message[] = [];
  const keep = async (messages: readonly NewMessage[]): Promise<Message[]> => {
    const kept = messages.map((message, index) => rowOf(message, rows.length + index));
    rows = [...rows, ...kept];
    for (const listener of listeners) listener();
    return kept;
  };
  const runner = new TurnRunner(userId, {
    insertChat: async () => {},
    deleteChat: async () => {},
    insertMessages: keep,
    insertMessageOnLeave: async () => {},
    completeChat: services.completeChat,
    readAccessToken: services.readAccessToken,
    readContext: async (turn, model) => contextOf(rows, turn, model, await services.readDefaultPrompt()),
    mirror: noMirror,
    onStored: () => {},
    onQueued: () => {},
    onExpired: () => {},
  });
  const drafts = new Drafts();
  const engine: ChatEngine = {
    userId,
    runner,
    drafts,
    failures: new FailureCount(),
    deleted: new DeletedChats(),
    temporary: null,
    outbox: null,
    recover: async () => {},
    dispose: () => runner.dispose(),
  };
  return {
    id,
    engine,
    rows: () => rows,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hasText: () => rows.length > 0 || runner.turns.get(id) !== undefined || drafts.get(id).trim() !== '',
  };
}

function rowOf(message: NewMessage, seq: number): Message {
  return {
    id: message.id,
    chatId: message.chatId,
    role: message.role,
    content: message.content,
    end: message.end ?? 'complete',
    modelId: message.modelId ?? null,
    vendorId: message.vendorId ?? null,
    unavailableVendor: message.unavailableVendor ?? null,
    createdAt: new Date().toISOString(),
    seq,
  };
}

/** What goes upstream: as for every chat, from the messages in memory. */
function contextOf(
  rows: readonly Message[],
  turn: LiveTurn,
  model: ChatModel,
  defaultPrompt: string | null,
): { messages: readonly CompletionMessage[]; isCut: boolean } {
  const conversation = rows.flatMap(({ id, role, content }): CompletionMessage[] =>
    role === 'system' || id === turn.messageId ? [] : [{ role, content }],
  );
  const { messages, leftOut } = fitContext([...conversation, { role: 'user', content: turn.text }], {
    systemPrompt: rows.findLast(({ role }) => role === 'system')?.content ?? defaultPrompt,
    contextLength: model.contextLength ?? defaultContextLength,
    maxTokens: chatLimits.maxTokens,
  });
  return { messages, isCut: leftOut > 0 };
}
