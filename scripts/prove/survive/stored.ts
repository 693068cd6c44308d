import type { SupabaseClient } from '@supabase/supabase-js';
import { readData } from './answers.ts';
import type { ScreenChat, ScreenMessage } from './screen.ts';

export interface StoredMessage {
  readonly id: string;
  readonly chat_id: string;
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string;
  readonly status: string;
  readonly parent_id: string | null;
  readonly created_at: string;
  readonly seq: number;
}

interface StoredChat {
  readonly id: string;
  readonly title: string;
  readonly active_message_id: string | null;
  readonly pinned_at: string | null;
  readonly archived_at: string | null;
  readonly updated_at: string;
}

export interface StoredAccount {
  readonly chats: readonly StoredChat[];
  readonly messages: readonly StoredMessage[];
  readonly reservations: readonly {
    readonly message_id: string;
    readonly state: string;
    readonly attempts: number;
  }[];
  readonly runningReplies: number;
}

export async function readStored(admin: SupabaseClient, userId: string): Promise<StoredAccount> {
  const rowsOf = <Row>(table: string, columns: string) =>
    readData<Row[]>(() => admin.from(table).select(columns).eq('user_id', userId));
  const [chats, messages, reservations, running] = await Promise.all([
    rowsOf<StoredChat>('chat_history', 'id, title, active_message_id, pinned_at, archived_at, updated_at'),
    rowsOf<StoredMessage>('chat_messages', 'id, chat_id, role, content, status, parent_id, created_at, seq'),
    rowsOf<StoredAccount['reservations'][number]>('message_reservations', 'message_id, state, attempts'),
    rowsOf<{ readonly id: string }>('running_replies', 'id'),
  ]);
  return { chats, messages, reservations, runningReplies: running.length };
}

const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Compares by code units, because localeCompare puts a time without a fraction of a second after those with one. */
const compareTimes = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Sorts by arrival, as the product orders versions. */
const byArrival = (one: StoredMessage, other: StoredMessage) =>
  compareTimes(one.created_at, other.created_at) || one.seq - other.seq;

function branchOf(chat: StoredChat, messages: readonly StoredMessage[]): StoredMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: StoredMessage[] = [];
  for (let id = chat.active_message_id; id !== null;) {
    const message = byId.get(id);
    if (!message || branch.includes(message)) break;
    branch.unshift(message);
    id = message.parent_id;
  }
  return branch;
}

/** Returns the chats that every device should show. */
export function expectedChats({ chats, messages }: StoredAccount): ScreenChat[] {
  const show = (message: StoredMessage): ScreenMessage => {
    const versions = messages
      .filter(({ chat_id, parent_id }) => chat_id === message.chat_id && parent_id === message.parent_id)
      .toSorted(byArrival);
    const place = versions.findIndex(({ id }) => id === message.id) + 1;
    const isCut = message.role === 'assistant' && message.status !== 'complete';
    return {
      id: message.id,
      role: message.role === 'user' ? 'user' : 'assistant',
      text: words(message.content),
      end: isCut
        ? message.status === 'failed'
          ? 'interrupted'
          : (message.status as ScreenMessage['end'])
        : null,
      version: versions.length > 1 ? `${place} of ${versions.length}` : null,
    };
  };
  const order = (chat: StoredChat) => [chat.pinned_at ?? '', chat.updated_at].join(' ');
  return chats
    .filter(({ archived_at }) => archived_at === null)
    .toSorted((one, other) => compareTimes(order(other), order(one)) || other.id.localeCompare(one.id))
    .map((chat) => ({
      id: chat.id,
      title: words(chat.title),
      isPinned: chat.pinned_at !== null,
      messages: branchOf(chat, messages)
        .filter(({ role }) => role !== 'system')
        .map(show),
    }));
}
