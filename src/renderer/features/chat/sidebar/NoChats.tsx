import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useChatEngine } from '../chat-context.ts';
import { listedChats } from '../data/cache.ts';
import { type ChatFilters, noFilters, toSearchParams } from '../history/filters.ts';
import { historyQuery } from '../history/query.ts';
import { chatsWith } from '../outbox/overlay.ts';
import { useOperations } from '../outbox/use-operations.ts';
import styles from './ChatList.module.css';
import { emptyTexts } from './empty-texts.ts';

const archivedOnly: ChatFilters = { ...noFilters, state: 'archived' };
const archivedPath = `${paths.history}?${toSearchParams('', archivedOnly)}`;

/** Shown if there are no chats [CHAT-015], or only archived ones. */
export function NoChats({ userId }: { readonly userId: string }) {
  const { store } = useChatEngine();
  const operations = useOperations();
  const { data, isLoading } = useInfiniteQuery(historyQuery(userId, archivedOnly, store));
  const isArchiving = operations.some(({ kind }) => kind === 'archive');
  // Remembered, because the archived chats may still be loading when the last one is saved.
  const [hasArchivedHere, setHasArchivedHere] = useState(isArchiving);
  if (isArchiving && !hasArchivedHere) setHasArchivedHere(true);
  if (isLoading && !hasArchivedHere) return null;
  const hasArchived =
    isArchiving || (isLoading ? hasArchivedHere : chatsWith(listedChats(data), operations).length > 0);
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{hasArchived ? emptyTexts.noneOpen : emptyTexts.none}</p>
      <p>{hasArchived ? <Link to={archivedPath}>{emptyTexts.archived}</Link> : emptyTexts.start}</p>
    </div>
  );
}
