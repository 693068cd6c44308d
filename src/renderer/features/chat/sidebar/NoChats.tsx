import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useChatEngine } from '../chat-context.ts';
import { listedChats } from '../data/cache.ts';
import { noFilters, toSearchParams } from '../history/filters.ts';
import { historyQuery } from '../history/query.ts';
import { chatsWith } from '../outbox/overlay.ts';
import { useOperations } from '../outbox/use-operations.ts';
import { allProjects, projectPath } from '../projects/project-paths.ts';
import styles from './ChatList.module.css';
import { emptyTexts } from './empty-texts.ts';

const archivedPath = `${paths.history}?${toSearchParams('', { ...noFilters, state: 'archived' })}`;

/** Shown if there are no chats [CHAT-015], or if all of them are archived or in projects. */
export function NoChats({ userId }: { readonly userId: string }) {
  const { store } = useChatEngine();
  const operations = useOperations();
  const { data, isLoading } = useInfiniteQuery(historyQuery(userId, noFilters, store));
  const isArchiving = operations.some(({ kind }) => kind === 'archive');
  // Remembered, because an archive operation is removed once it is saved, and the list of archived chats may still be
  // loading then.
  const [hasArchivedHere, setHasArchivedHere] = useState(isArchiving);
  if (isArchiving && !hasArchivedHere) setHasArchivedHere(true);
  if (isLoading && !hasArchivedHere) return null;
  const otherChats = chatsWith(listedChats(data), operations);
  const hasArchived =
    isArchiving || (isLoading ? hasArchivedHere : otherChats.some(({ archivedAt }) => archivedAt !== null));
  const isInProjects = otherChats.some(({ projectId, archivedAt }) => projectId && archivedAt === null);
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>
        {hasArchived || isInProjects ? emptyTexts.noneOpen : emptyTexts.none}
      </p>
      {isInProjects && (
        <p>
          <Link to={projectPath(allProjects)}>{emptyTexts.inProjects}</Link>
        </p>
      )}
      {hasArchived && (
        <p>
          <Link to={archivedPath}>{emptyTexts.archived}</Link>
        </p>
      )}
      {!hasArchived && !isInProjects && <p>{emptyTexts.start}</p>}
    </div>
  );
}
