import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/use-page.ts';
import type { ChatFrame } from '../ChatPane.tsx';
import type { FoundMessage } from '../search/found-message.ts';
import { ChatBrowser } from './ChatBrowser.tsx';
import { readFilters, toSearchParams } from './filters.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import styles from './HistoryPage.module.css';
import { SidebarOpener } from './SidebarOpener.tsx';
import { historyTexts as texts } from './texts.ts';
import { useHistory } from './use-history.ts';

const ProjectsPage = lazyComponent(async () => (await import('../projects/ProjectsPage.tsx')).ProjectsPage, {
  look: 'area',
});

interface HistoryPageProps {
  readonly userId: string;
  readonly frame: ChatFrame;
  readonly onOpen: (chatId: string, isOptimistic: boolean, found?: FoundMessage) => void;
}

/** Shows all chats, or the project in the URL. */
export function HistoryPage(props: HistoryPageProps) {
  const projectId = useSearchParams()[0].get('project');
  return projectId === null ? <AllChats {...props} /> : <ProjectsPage {...props} />;
}

/** Lists and searches all chats. The URL contains the search words and the filters. */
function AllChats({ userId, frame, onOpen }: HistoryPageProps) {
  const { isInert, onOpenSidebar } = frame;
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
  const { words } = history;
  const address = toSearchParams(words, filters).toString();
  useEffect(() => {
    void navigate({ pathname: paths.history, search: address }, { replace: true });
  }, [address, navigate]);
  return (
    <section id="conversation" className={styles.page} inert={isInert} aria-label={texts.title} tabIndex={-1}>
      <header className={styles.header}>
        <SidebarOpener frame={frame} />
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {texts.title}
        </h1>
      </header>
      <ChatBrowser
        history={history}
        filters={filters}
        typed={typed}
        onType={setTyped}
        searchLabel={texts.search}
        inputRef={input}
        emptyText={texts.none}
        onOpen={onOpen}
      >
        <HistoryFilters filters={filters} onChange={setFilters} />
      </ChatBrowser>
    </section>
  );
}
