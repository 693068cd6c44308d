import { useEffect, useMemo, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { useLibraryChanges } from '../../../lib/library-changes.ts';
import { libraryTexts } from '../../../lib/library-texts.ts';
import { useChatEngine } from '../chat-context.ts';
import type { ChatFrame } from '../ChatPane.tsx';
import { ChatBrowser } from '../history/ChatBrowser.tsx';
import { ExportMenu } from '../history/ExportMenu.tsx';
import { SidebarOpener } from '../history/SidebarOpener.tsx';
import { noFilters } from '../history/filters.ts';
import historyStyles from '../history/HistoryPage.module.css';
import type { FoundMessage } from '../search/found-message.ts';
import { useExport } from '../history/use-export.ts';
import { useHistory } from '../history/use-history.ts';
import { readAllChats } from '../transfer/read-chats.ts';
import { ProjectFiles } from './files/ProjectFiles.tsx';
import type { Project } from './project.ts';
import { newChatPath } from './project-paths.ts';
import { ProjectMark } from './ProjectMark.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import { ProjectSettings } from './ProjectSettings.tsx';
import styles from './ProjectsPage.module.css';
import { projectPageTexts as pageTexts, projectTexts as texts } from './texts.ts';
import { useProjectChanges } from './use-projects.ts';

interface ProjectPageProps {
  readonly project: Project;
  readonly frame: ChatFrame;
  readonly onOpen: (chatId: string, isOptimistic: boolean, found?: FoundMessage) => void;
}

/** Shows a project's settings and chats. */
export function ProjectPage({ project, frame, onOpen }: ProjectPageProps) {
  const { id, name, color, archivedAt } = project;
  const { userId } = useChatEngine();
  const { change } = useProjectChanges();
  const { waitingIds } = useLibraryChanges(userId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [typed, setTyped] = useState('');
  const filters = useMemo(() => ({ ...noFilters, project: id }), [id]);
  const history = useHistory(userId, typed, filters);
  const { isExporting, save } = useExport((signal) => readAllChats(userId, signal, id));
  return (
    <>
      <header className={`${historyStyles.header} ${styles.head}`}>
        <SidebarOpener frame={frame} />
        <ProjectMark color={color} size={22} />
        <h1
          ref={heading}
          tabIndex={-1}
          className={`${historyStyles.title} ${styles.name} ${styles.title}`}
          dir="auto"
        >
          {name}
        </h1>
        <div className={styles.actions}>
          <ButtonLink size="small" to={newChatPath(id)}>
            {texts.newChat}
          </ButtonLink>
          <ExportMenu isExporting={isExporting} onSave={(format) => void save(format)} />
          <ProjectMenu project={project} className={styles.menu} />
        </div>
      </header>
      {waitingIds.has(id) && <p className={styles.note}>{libraryTexts.waiting}</p>}
      {archivedAt !== null && (
        <p className={styles.note}>
          {texts.isArchived}{' '}
          <Button look="plain" size="small" onClick={() => void change(id, { archivedAt: null })}>
            {texts.unarchive}
          </Button>
        </p>
      )}
      <ProjectSettings project={project} />
      <ProjectFiles projectId={id} />
      <ChatBrowser
        history={history}
        filters={filters}
        isInProject
        typed={typed}
        onType={setTyped}
        searchLabel={pageTexts.search}
        emptyText={pageTexts.noChats}
        onOpen={onOpen}
      />
    </>
  );
}
