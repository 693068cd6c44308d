import type { QueryClient } from '@tanstack/react-query';
import { noProject } from '../../../../shared/brand.ts';
import { areSameParameters, storedParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { LiveTurns } from '../turn/live-turns.ts';
import { findListedChat } from './cache.ts';
import { chatQueries } from './queries.ts';

/** The changed row. Null after a disconnection, because events may have been missed. */
export type RealtimeHint = Readonly<Record<string, unknown>> | null;

/** Marks a changed chat's loaded messages as outdated, so that they are reloaded when the chat is opened. */
export function markOutdated(client: QueryClient, hint: RealtimeHint): void {
  const { queryKey } = hint ? chatQueries.messages(String(hint.id)) : chatQueries.allMessages();
  // Nothing is loaded here, because another channel updates the open chat's messages.
  void client.invalidateQueries({ queryKey, refetchType: 'none' });
  // A response to a running request may be older than this event, but would count as up to date.
  for (const { queryKey: loading, promise } of client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' }))
    void promise?.then(() => client.invalidateQueries({ queryKey: loading })).catch(() => {});
  const openedChat = hint ? chatQueries.one(String(hint.id)) : chatQueries.allOpened();
  void client.invalidateQueries({ queryKey: openedChat.queryKey });
}

/** True if the list already shows the row. Always false for deleted rows, which arrive without content. */
export function isKnownChat(
  client: QueryClient,
  userId: string,
  turns: LiveTurns,
  row: RealtimeHint,
): boolean {
  if (!row) return false;
  const id = String(row.id);
  const turn = turns.get(id);
  const listedChat = findListedChat(client, userId, id);
  // Archived chats are not listed. A chat that is being stored is shown by its turn.
  if (!listedChat)
    return (
      typeof row['archived_at'] === 'string' || (turn?.isChatStored === false && turn.title === row.title)
    );
  return (
    listedChat.title === row.title &&
    (listedChat.pinnedAt === null) === (row.pinned_at === null) &&
    (listedChat.archivedAt === null) === (row.archived_at === null) &&
    (listedChat.projectId ?? noProject) === row['project_id'] &&
    (listedChat.model?.id ?? null) === row.model_id &&
    (listedChat.model?.vendorName ?? null) === row.vendor_id &&
    areSameParameters(listedChat.parameters, storedParameters.parse(row['parameters'])) &&
    Date.parse(listedChat.updatedAt) >= Date.parse(String(row.updated_at))
  );
}
