import { IconLayoutSidebar, IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/use-page.ts';
import type { ChatFrame } from '../ChatPane.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import type { FoundMessage } from '../search/found-message.ts';
import { searchTexts } from '../store/texts.ts';
import { chatToasts, sidebarTexts } from '../texts.ts';
import { type ChatState, isFiltered, isShown, readFilters, toSearchParams } from './filters.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryList } from './HistoryList.tsx';
import styles from './HistoryPage.module.css';
import { SelectionBar } from './SelectionBar.tsx';
import { historyTexts as texts } from './texts.ts';
import { useHistory } from './use-history.ts';
import { useSelection } from './use-selection.ts';

interface HistoryPageProps {
  readonly userId: string;
  readonly frame: ChatFrame;
  readonly onOpen: (chatId: string, isOptimistic: boolean, found?: FoundMessage) => void;
}

/** Search and list of all chats. The URL contains the search words and the filters. */
export function HistoryPage({ userId, frame, onOpen }: HistoryPageProps) {
  const { isInert, onOpenSidebar, openerRef } = frame;
  usePageTitle(texts.title);
  const heading = useRef<HTMLHeadingElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isNarrow = onOpenSidebar !== null;
  // On narrow screens, focusing the field would open the on-screen keyboard.
  useEffect(() => (isNarrow ? heading : input).current?.focus(), [isNarrow]);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [{ words: firstWords, filters: firstFilters }] = useState(() => readFilters(query));
  const [typed, setTyped] = useState(firstWords);
  const [filters, setFilters] = useState(firstFilters);
  const history = useHistory(userId, typed, filters);
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
  const address = toSearchParams(words, filters).toString();
  useEffect(() => {
    void navigate({ pathname: paths.history, search: address }, { replace: true });
  }, [address, navigate]);
  return (
    <section id="conversation" className={styles.page} inert={isInert} aria-label={texts.title} tabIndex={-1}>
      <header className={styles.header}>
        {isNarrow && (
          <button
            ref={openerRef}
            type="button"
            className={styles.opener}
            aria-label={sidebarTexts.open}
            onClick={onOpenSidebar ?? undefined}
          >
            <IconLayoutSidebar size={20} stroke={1.6} aria-hidden />
          </button>
        )}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {texts.title}
        </h1>
      </header>
      <search className={styles.tools}>
        <label className={styles.search}>
          <IconSearch size={18} stroke={1.75} aria-hidden />
          <input
            ref={input}
            type="search"
            dir="auto"
            value={typed}
            placeholder={texts.search}
            aria-label={texts.search}
            autoComplete="off"
            maxLength={500}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <HistoryFilters filters={filters} onChange={setFilters} />
      </search>
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
            : words === '' && !isFiltered(filters)
              ? texts.none
              : texts.noMatch}
        </output>
      ) : (
        <HistoryList
          lines={lines}
          isSelected={selection.has}
          isKept={isKept}
          onSelect={selection.toggle}
          onLeave={selection.clear}
          onOpen={(chatId, found) => onOpen(chatId, false, found)}
          onExpand={history.expand}
          onEndNear={history.loadMore}
        />
      )}
    </section>
  );
}
