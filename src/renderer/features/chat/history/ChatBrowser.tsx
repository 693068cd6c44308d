import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useCallback, useMemo } from 'react';
import { LoadFailure } from '../LoadFailure.tsx';
import type { FoundMessage } from '../search/found-message.ts';
import { searchTexts } from '../store/texts.ts';
import { chatToasts } from '../texts.ts';
import { type ChatFilters, type ChatState, isFiltered, isShown } from './filters.ts';
import { HistoryList } from './HistoryList.tsx';
import styles from './HistoryPage.module.css';
import { SelectionBar } from './SelectionBar.tsx';
import { historyTexts as texts } from './texts.ts';
import type { useHistory } from './use-history.ts';
import { useSelection } from './use-selection.ts';

interface ChatBrowserProps {
  readonly history: ReturnType<typeof useHistory>;
  readonly filters: ChatFilters;
  /** True on the page of a project, which contains all of the chats. */
  readonly isInProject?: boolean;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly searchLabel: string;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  /** Shown if there are no chats, although nothing is searched or filtered. */
  readonly emptyText: string;
  readonly onOpen: (chatId: string, isOptimistic: boolean, found?: FoundMessage) => void;
  /** Shown below the search field. */
  readonly children?: ReactNode;
}

export function ChatBrowser({
  history,
  filters,
  isInProject = false,
  typed,
  onType,
  searchLabel,
  inputRef,
  emptyText,
  onOpen,
  children,
}: ChatBrowserProps) {
  const { lines, words } = history;
  const shown = useMemo(
    () => lines.flatMap((line) => (line.kind === 'chat' ? [line.chat.chatId] : [])),
    [lines],
  );
  const selection = useSelection(shown);
  const archived = useMemo(
    () => new Set(lines.flatMap((line) => (line.kind === 'chat' && line.chat.isArchived ? [line.id] : []))),
    [lines],
  );
  // Changed chats stay in the search results until the next search.
  const isKept = useCallback(
    (state: ChatState) => words !== '' || isShown(state, filters.state),
    [filters.state, words],
  );
  const isUnused = lines.length === 0 && typed === '' && words === '';
  const isEmptyProject = isInProject && isUnused && !history.isLoading && !history.hasFailed;
  return (
    <>
      {!isEmptyProject && (
        <search className={styles.tools}>
          <label className={styles.search}>
            <IconSearch size={18} stroke={1.75} aria-hidden />
            <input
              ref={inputRef}
              type="search"
              dir="auto"
              value={typed}
              placeholder={searchLabel}
              aria-label={searchLabel}
              autoComplete="off"
              maxLength={500}
              onChange={(event) => onType(event.currentTarget.value)}
            />
          </label>
          {children}
        </search>
      )}
      {shown.length > 0 && (
        <SelectionBar
          ids={selection.ids}
          shown={shown.length}
          isArchived={selection.ids.every((id) => archived.has(id))}
          onToggleAll={selection.toggleAll}
          onClear={selection.clear}
        />
      )}
      {history.isDeviceOnly && <output className={styles.note}>{searchTexts.deviceOnly}</output>}
      {history.hasFailed && lines.length === 0 ? (
        <div className={styles.empty}>
          <LoadFailure notice={chatToasts.historyNotLoaded} onRetry={history.retry} />
        </div>
      ) : lines.length === 0 ? (
        <output className={styles.empty}>
          {history.isLoading
            ? texts.loading
            : words === '' && (isInProject || !isFiltered(filters))
              ? emptyText
              : texts.noMatch}
        </output>
      ) : (
        <HistoryList
          lines={lines}
          showsProjects={!isInProject}
          isSelected={selection.has}
          isKept={isKept}
          onSelect={selection.toggle}
          onLeave={selection.clear}
          onOpen={(chatId, found) => onOpen(chatId, false, found)}
          onExpand={history.expand}
          onEndNear={history.loadMore}
        />
      )}
    </>
  );
}
