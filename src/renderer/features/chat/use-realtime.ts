import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChannel } from '../../lib/follow-channel.ts';
import type { Message } from './chat.ts';
import { useChatEngine } from './chat-context.ts';
import { findListedChat, replaceBranchEnd } from './data/cache.ts';
import { listMessages } from './data/messages.ts';
import type { LiveTurns } from './turn/live-turns.ts';
import { chatQueries } from './data/queries.ts';

/** Events of one deed come together; one question answers them all (ms). */
const TOGETHER = 100;

/**
 * Keeps the list in step with the user's other devices [REAL-007]. An event is a hint only: what it means is read
 * through the service's rules.
 */
export function useChatListRealtime(userId: string): void {
  const client = useQueryClient();
  const { turns } = useChatEngine().runner;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hints: Hint[] = [];
    const onHint = (hint: Hint) => {
      hints.push(hint);
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Most events are the echo of what this device has just done.
        const hasNews = hints.some((row) => !isKnownChat(client, userId, turns, row));
        hints = [];
        if (hasNews) void client.invalidateQueries({ queryKey: chatQueries.lists(userId) });
      }, TOGETHER);
    };
    const undo = subscribe(
      `chats:${userId}`,
      { event: '*', table: 'chat_history', filter: `user_id=eq.${userId}` },
      onHint,
    );
    return () => {
      clearTimeout(timer);
      undo();
    };
  }, [client, turns, userId]);
}

/** Brings messages of the chat on screen that other devices have stored [REAL-008]. */
export function useMessagesRealtime(chatId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!chatId) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loaded = () =>
      client.getQueryData(chatQueries.messages(chatId).queryKey)?.pages.toReversed().flat() ?? [];
    const fetchNewest = async () => {
      replaceBranchEnd(client, chatId, await listMessages(chatId, null));
    };
    const onHint = (isNews: boolean) => {
      if (!isNews) return;
      clearTimeout(timer);
      // A hint that could not be followed is made up for by the next one, or by the next visit.
      timer = setTimeout(() => void fetchNewest().catch(() => {}), TOGETHER);
    };
    const undoMessages = subscribe(
      `messages:${chatId}`,
      { event: 'INSERT', table: 'chat_messages', filter: `chat_id=eq.${chatId}` },
      (row) => onHint(!row || !isKnown(loaded(), row.id)),
    );
    // Another version was chosen, or messages were deleted: the branch ends elsewhere.
    const undoLeaf = subscribe(
      `leaf:${chatId}`,
      { event: 'UPDATE', table: 'chat_history', filter: `id=eq.${chatId}` },
      (row) => onHint(row !== null && row.active_message_id !== (loaded().at(-1)?.id ?? null)),
    );
    return () => {
      clearTimeout(timer);
      undoMessages();
      undoLeaf();
    };
  }, [client, chatId]);
}

function isKnown(messages: readonly Message[] | undefined, id: unknown): boolean {
  return messages?.some((message) => message.id === id) ?? false;
}

/**
 * True for a row that the list shows just so. A deleted row comes without its content, and is news. Of a chat in which
 * this device has had a turn, the time of its last change is: a turn moves it up by itself.
 */
function isKnownChat(client: QueryClient, userId: string, turns: LiveTurns, row: Hint): boolean {
  if (!row) return false;
  const id = String(row.id);
  const turn = turns.get(id);
  const listed = findListedChat(client, userId, id);
  if (!listed) return turn !== undefined && turn.title === row.title;
  return (
    listed.title === row.title &&
    (listed.pinnedAt === null) === (row.pinned_at === null) &&
    (turn !== undefined || Date.parse(listed.updatedAt) >= Date.parse(String(row.updated_at)))
  );
}

/** The row an event is about; null after a break, in which events may have been missed. */
type Hint = Readonly<Record<string, unknown>> | null;

interface Interest {
  readonly event: '*' | 'INSERT' | 'UPDATE';
  readonly table: 'chat_history' | 'chat_messages';
  readonly filter: string;
}

/** Listens on a channel. */
const subscribe = (name: string, interest: Interest, onHint: (row: Hint) => void): (() => void) =>
  followChannel(name, {
    bind: (channel) =>
      // The library has one overload an event; what they differ in is not used here.
      channel.on(
        'postgres_changes',
        { ...interest, event: interest.event as 'INSERT', schema: 'public' },
        ({ new: row }) => onHint(row),
      ),
    onOpen: (isAgain) => {
      if (isAgain) onHint(null);
    },
  });
