import type { CompletionRequest, CompletionResult, Delta } from '../../../../shared/completion/completion.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import type { CompleteChatOptions } from '../../../platform/platform.ts';
import type { Message } from '../chat.ts';
import type { NewMessage } from '../data/messages.ts';
import type { MirroredReply, ReplyMirror } from '../turn/reply-mirror.ts';
import type { TurnServices } from '../turn/turn-services.ts';

/** A completion that the test controls. */
export interface FakeCompletion {
  readonly request: CompletionRequest;
  readonly options: CompleteChatOptions;
  readonly say: (text: string, news?: Partial<Delta>) => void;
  readonly end: (result?: Partial<CompletionResult>) => void;
  readonly fail: (error: unknown) => void;
}

/** The runner's services, in memory. `replaced` overrides some of them. */
export function createTurnServices(replaced: Partial<TurnServices> = {}) {
  const rows: Message[] = [];
  const chats: string[] = [];
  /** The parent of each row, by id. */
  const parents = new Map<string, string | undefined>();
  const mirrored = new Map<string, MirroredReply>();
  const completions: FakeCompletion[] = [];
  const left: NewMessage[] = [];
  let seq = 0;

  const mirror: ReplyMirror = {
    write: async (reply) => void mirrored.set(reply.id, reply),
    remove: async (id) => void mirrored.delete(id),
    list: async () => [...mirrored.values()],
    clear: async () => mirrored.clear(),
  };
  const services: TurnServices = {
    insertChat: async ({ id }) => void chats.push(id),
    deleteChat: async (id) => void chats.splice(chats.indexOf(id), 1),
    insertMessages: async (messages) => messages.map((message) => store(message)),
    insertMessageOnLeave: async (message) => void left.push(message),
    readAccessToken: async () => 'token',
    readContext: async (turn) => ({ messages: [{ role: 'user', content: turn.text }], isCut: false }),
    completeChat: (request, options) =>
      new Promise((resolve, reject) => {
        let text = '';
        options.signal.addEventListener('abort', () => reject(new CompletionError('aborted', 'Stopped')));
        completions.push({
          request,
          options,
          say: (piece, news) => {
            text += piece;
            options.onDelta({ text: piece, ...news });
          },
          end: (result) => resolve({ text, finishReason: 'stop', model: request.model, ...result }),
          fail: reject,
        });
      }),
    mirror,
    onStored: () => {},
    onQueued: () => {},
    onExpired: () => {},
    ...replaced,
  };
  const store = (message: NewMessage): Message => {
    const earlier = rows.find(({ id }) => id === message.id);
    if (earlier) return earlier;
    seq += 1;
    const row: Message = {
      id: message.id,
      chatId: message.chatId,
      role: message.role,
      content: message.content,
      end: message.end ?? 'complete',
      modelId: message.modelId ?? null,
      vendorId: message.vendorId ?? null,
      unavailableVendor: message.unavailableVendor ?? null,
      createdAt: new Date(seq * 1_000).toISOString(),
      seq,
    };
    rows.push(row);
    parents.set(row.id, message.parentId);
    return row;
  };
  return { services, rows, chats, parents, mirrored, completions, left };
}
