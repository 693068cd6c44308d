import type { ReactNode } from 'react';
import { usePageTitle } from '../../../lib/use-page.ts';
import type { ChatFrame } from '../ChatPane.tsx';
import historyStyles from '../history/HistoryPage.module.css';
import { SidebarOpener } from '../history/SidebarOpener.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import type { FoundMessage } from '../search/found-message.ts';
import { chatToasts } from '../texts.ts';
import { ProjectList } from './ProjectList.tsx';
import { allProjects } from './project-paths.ts';
import { ProjectPage } from './ProjectPage.tsx';
import styles from './ProjectsPage.module.css';
import { projectTexts as texts } from './texts.ts';
import { useProjectId } from './use-project-id.ts';
import { useProjects } from './use-projects.ts';

interface ProjectsPageProps {
  readonly frame: ChatFrame;
  readonly onOpen: (chatId: string, isOptimistic: boolean, found?: FoundMessage) => void;
}

/** Shows the project in the URL, or the list of all projects. */
export function ProjectsPage({ frame, onOpen }: ProjectsPageProps) {
  const { projects, isLoaded, hasFailed, retry } = useProjects();
  const id = useProjectId();
  const project = projects.find((other) => other.id === id) ?? null;
  const title = project?.name ?? texts.allTitle;
  usePageTitle(title);
  return (
    <section
      id="conversation"
      className={historyStyles.page}
      inert={frame.isInert}
      aria-label={title}
      tabIndex={-1}
    >
      {project ? (
        <ProjectPage key={project.id} project={project} frame={frame} onOpen={onOpen} />
      ) : (
        <>
          <header className={historyStyles.header}>
            <SidebarOpener frame={frame} />
            <h1 className={historyStyles.title}>{texts.allTitle}</h1>
          </header>
          {hasFailed && !isLoaded ? (
            <LoadFailure notice={chatToasts.historyNotLoaded} onRetry={() => void retry()} />
          ) : !isLoaded ? (
            <Note>{texts.loading}</Note>
          ) : (
            <>
              {id !== allProjects && <Note>{texts.gone}</Note>}
              <ProjectList projects={projects} />
            </>
          )}
        </>
      )}
    </section>
  );
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <output className={styles.note}>{children}</output>
);
