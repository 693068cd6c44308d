import {
  type ChatDocument,
  type SourceMessage,
  toMessageDocument,
} from '../../../../shared/search/documents.ts';
import type { Changes, ChangeSource } from './changes.ts';

export interface OrderedMessage extends SourceMessage {
  /** The position in order of arrival. */
  readonly seq: number;
}

/** Reads the account's decrypted rows. A page that is shorter than the limit is the last one. */
export interface AccountReader {
  /** In order of arrival, including all versions. `after` is exclusive. */
  readonly readMessages: (
    after: number,
    limit: number,
    signal: AbortSignal,
  ) => Promise<readonly OrderedMessage[]>;
  /** Ordered by id. `after` is exclusive. */
  readonly readChats: (
    after: string | null,
    limit: number,
    signal: AbortSignal,
  ) => Promise<readonly ChatDocument[]>;
}

const messagesPerPage = 200;
const chatsPerPage = 500;
/** How many messages are read again. A message can become visible after one that arrived later. */
const overlap = 50;

type Phase =
  | { readonly kind: 'start' }
  | { readonly kind: 'messages'; readonly after: number }
  | { readonly kind: 'chats'; readonly after: string | null; readonly ids: readonly string[] }
  | { readonly kind: 'end' };

/**
 * Reads messages after the last indexed one, then all chats, because titles and states change and deletions leave no
 * trace. The cursor is the last message's `seq`.
 */
export function createAccountSource(reader: AccountReader): ChangeSource {
  let phase: Phase = { kind: 'start' };
  /** The cursor after the last page. A different one means that another tab has changed the index. */
  let expected: string | null = null;

  const readMessages = async (after: number, cursor: string, signal: AbortSignal): Promise<Changes> => {
    const page = await reader.readMessages(after, messagesPerPage, signal);
    const last = page.at(-1)?.seq ?? after;
    phase =
      page.length < messagesPerPage
        ? { kind: 'chats', after: null, ids: [] }
        : { kind: 'messages', after: last };
    return {
      documents: page.map(toMessageDocument),
      removedIds: [],
      cursor: String(Math.max(Number(cursor), last)),
    };
  };

  const readChats = async (
    { after, ids }: Extract<Phase, { readonly kind: 'chats' }>,
    cursor: string,
    signal: AbortSignal,
  ): Promise<Changes> => {
    const page = await reader.readChats(after, chatsPerPage, signal);
    const all = [...ids, ...page.map(({ id }) => id)];
    const isLast = page.length < chatsPerPage;
    phase = isLast ? { kind: 'end' } : { kind: 'chats', after: all.at(-1) ?? null, ids: all };
    return { documents: page, removedIds: [], cursor, ...(isLast && { chatIds: all }) };
  };

  const startOf = (current: Phase, position: string): number =>
    current.kind === 'messages' && position === expected
      ? current.after
      : Math.max(Number(position) - overlap, 0);

  return {
    async readChanges(cursor, signal) {
      const position = cursor ?? '0';
      if (phase.kind === 'end' && position === expected) {
        phase = { kind: 'start' };
        return null;
      }
      const changes =
        phase.kind === 'chats' && position === expected
          ? await readChats(phase, position, signal)
          : await readMessages(startOf(phase, position), position, signal);
      expected = changes.cursor;
      return changes;
    },
  };
}
