import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasListChanged } from '../../lib/app-start.ts';
import { catchUp } from '../../lib/catch-up.ts';
import { followChannel } from '../../lib/follow-channel.ts';
import { createReloader } from '../../lib/reload.ts';
import { useSession } from '../../lib/session.tsx';
import type { Message } from './chat.ts';
import { useChatEngine } from './chat-context.ts';
import { replaceBranchEnd } from './data/cache.ts';
import { type RealtimeHint, isKnownChat, markOutdated } from './data/hints.ts';
import { listMessages } from './data/messages.ts';
import { runningReplyRow, runningReplyRows } from './data/running-replies.ts';
import { chatQueries } from './data/queries.ts';
import { deviceSearchOf } from './store/current-device-search.ts';

/**
 * Reloads the lists when other devices change chats [REAL-007]. Events are only hints. The data is read from
 * the service.
 */
export function useChatListRealtime(userId: string): void {
  const client = useQueryClient();
  const { turns } = useChatEngine().runner;
  const { refreshAccess } = useSession();
  useEffect(() => {
    let hints: RealtimeHint[] = [];
    const lists = createReloader(async () => {
      // Most events report this device's own changes, which need no reload.
      if (!hints.some((row) => !isKnownChat(client, userId, turns, row))) return void (hints = []);
      const hintCount = hints.length;
      await client.invalidateQueries({ queryKey: chatQueries.lists(userId) }, { throwOnError: true });
      hints = hints.slice(hintCount);
    });
    const onHint = (hint: RealtimeHint) => {
      markOutdated(client, hint);
      deviceSearchOf(userId)?.catchUp();
      hints.push(hint);
      lists.request();
    };
    const undo = subscribe(
      `chats:${userId}`,
      { event: '*', table: 'chat_history', filter: `user_id=eq.${userId}` },
      onHint,
      () => hasListChanged('chat_list', userId, refreshAccess),
    );
    return () => {
      lists.close();
      undo();
    };
  }, [client, refreshAccess, turns, userId]);
}

export function useRunningRealtime(userId: string): void {
  const { running } = useChatEngine();
  const { refreshAccess } = useSession();
  useEffect(() => {
    const replies = createReloader(async (signal) => {
      const runningRows = runningReplyRows.parse(Object(await catchUp(refreshAccess)).running);
      if (!signal.aborted) running.set(runningRows);
    });
    const undo = followChannel(`replies:${userId}`, {
      bind: (channel) =>
        channel
          .on(
            'postgres_changes',
            {
              event: 'INSERT',
              schema: 'public',
              table: 'running_replies',
              filter: `user_id=eq.${userId}`,
            },
            ({ new: row }) => {
              const reply = runningReplyRow.safeParse(row).data;
              if (reply) running.begin(reply);
            },
          )
          // Events of deleted rows can't be filtered, because they only contain the key.
          .on(
            'postgres_changes',
            { event: 'DELETE', schema: 'public', table: 'running_replies' },
            ({ old }) => running.end(String(old['id'])),
          ),
      onOpen: replies.request,
    });
    return () => {
      replies.close();
      undo();
    };
  }, [refreshAccess, running, userId]);
}

/** Updates the open chat when other devices store messages [REAL-008]. */
export function useMessagesRealtime(chatId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!chatId) return;
    const loaded = () =>
      client.getQueryData(chatQueries.messages(chatId).queryKey)?.pages.toReversed().flat() ?? [];
    const newest = createReloader(async (signal) => {
      replaceBranchEnd(client, chatId, await listMessages(chatId, null, signal));
    });
    const onHint = (isNews: boolean) => {
      if (isNews) newest.request();
    };
    const undoMessages = subscribe(
      `messages:${chatId}`,
      // Only the id is included. Texts and reasoning are read from the service.
      { event: 'INSERT', table: 'chat_messages', filter: `chat_id=eq.${chatId}`, select: ['id'] },
      (row) => onHint(!row || !isKnown(loaded(), row.id)),
      // The chat may have changed between loading its messages and opening this channel.
      () => client.getQueryState(chatQueries.messages(chatId).queryKey)?.isInvalidated === true,
    );
    // If another version was selected or messages were deleted, the branch ends with another message.
    const undoLeaf = subscribe(
      `leaf:${chatId}`,
      { event: 'UPDATE', table: 'chat_history', filter: `id=eq.${chatId}` },
      (row) => onHint(row !== null && row.active_message_id !== (loaded().at(-1)?.id ?? null)),
      // The messages' channel covers this.
      () => false,
    );
    return () => {
      newest.close();
      undoMessages();
      undoLeaf();
    };
  }, [client, chatId]);
}

function isKnown(messages: readonly Message[] | undefined, id: unknown): boolean {
  return messages?.some((message) => message.id === id) ?? false;
}

interface RowEvents {
  readonly event: '*' | 'INSERT' | 'UPDATE';
  readonly table: 'chat_history' | 'chat_messages';
  readonly filter: string;
  /** The columns to include. If absent, all of them. */
  readonly select?: string[];
}

function subscribe(
  name: string,
  events: RowEvents,
  onHint: (row: RealtimeHint) => void,
  hasMissed: () => boolean | Promise<boolean>,
): () => void {
  let isOver = false;
  const leave = followChannel(name, {
    bind: (channel) =>
      // The library has a separate overload for each event.
      channel.on(
        'postgres_changes',
        { ...events, event: events.event as 'INSERT', schema: 'public' },
        ({ new: row }) => onHint(row),
      ),
    onOpen: async (isReconnect) => {
      const mayHaveMissed = isReconnect || (await hasMissed());
      if (mayHaveMissed && !isOver) onHint(null);
    },
  });
  return () => {
    isOver = true;
    leave();
  };
}
