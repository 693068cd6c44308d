import { IconPinned } from '@tabler/icons-react';
import { memo, type MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { relativeDate } from '../../../../shared/domain/relative-date.ts';
import { untitled } from '../../../../shared/domain/title.ts';
import { chatPath } from '../../../lib/paths.ts';
import { archiveTexts } from '../archive/texts.ts';
import type { FoundMessage } from '../search/found-message.ts';
import { foundMessage } from '../search/marked-pieces.ts';
import { MarkedExcerpt } from '../search/HitText.tsx';
import { plainExcerpt } from '../search/plain-excerpt.ts';
import { lineAttribute } from '../sidebar/use-line-focus.ts';
import { useNow } from '../use-now.ts';
import styles from './HistoryList.module.css';
import type { ChatState } from './filters.ts';
import { chatIdOf, type HistoryLine } from './lines.ts';
import { RowMenu } from './RowMenu.tsx';
import { ProjectMark } from '../projects/ProjectMark.tsx';
import { useProject } from '../projects/use-projects.ts';
import { historyTexts as texts } from './texts.ts';
import { locale } from '../../../lib/locale.ts';

interface HistoryRowProps {
  readonly line: HistoryLine;
  readonly isTabStop: boolean;
  readonly showsProject: boolean;
  readonly isSelected: boolean;
  readonly onFocus: (lineId: string) => void;
  readonly onSelect: (chatId: string, isRange: boolean) => void;
  readonly onOpen: (chatId: string, found?: FoundMessage) => void;
  readonly onExpand: (lineId: string, chatId: string) => void;
  /** Called before the chat changes. `after` is null if the chat will be deleted. */
  readonly onChange: (chatId: string, after: ChatState | null) => void;
}

export const HistoryRow = memo(function HistoryRow({
  line,
  isTabStop,
  showsProject,
  isSelected,
  onFocus,
  onSelect,
  onOpen,
  onExpand,
  onChange,
}: HistoryRowProps) {
  const now = useNow();
  const chatId = chatIdOf(line);
  const linkedMessage = line.kind === 'hit' ? foundMessage(line.hit) : undefined;
  const inList = {
    tabIndex: isTabStop ? 0 : -1,
    [lineAttribute]: line.id,
    onFocus: () => onFocus(line.id),
  };
  if (line.kind === 'more')
    return (
      <button {...inList} type="button" className={styles.more} onClick={() => onExpand(line.id, chatId)}>
        {texts.more({ count: line.count })}
      </button>
    );
  const open = {
    ...inList,
    to: chatPath(chatId, linkedMessage?.id),
    onClick: (event: MouseEvent) => {
      // The browser handles clicks that open a new tab.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onOpen(chatId, linkedMessage);
    },
  };
  if (line.kind === 'hit')
    return (
      <Link {...open} className={styles.hit} dir="auto">
        <MarkedExcerpt excerpt={plainExcerpt(line.hit.excerpt)} />
      </Link>
    );
  const { title, markedTitle, changedAt, isPinned, isArchived, projectId } = line.chat;
  const name = title.trim() || untitled;
  return (
    <div className={styles.row} data-selected={isSelected || undefined}>
      <label className={styles.box}>
        <input
          type="checkbox"
          tabIndex={isTabStop ? 0 : -1}
          aria-label={`${texts.select}: ${name}`}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            onSelect(chatId, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)
          }
        />
      </label>
      <Link {...open} className={styles.open} aria-keyshortcuts="Space">
        <span className={styles.title} dir="auto">
          {markedTitle === null ? name : <MarkedExcerpt excerpt={markedTitle} />}
        </span>
        {showsProject && projectId !== null && <RowProject id={projectId} />}
        {isPinned && <IconPinned size={16} stroke={1.75} aria-label={texts.pinned} />}
        {isArchived && <span className={styles.badge}>{archiveTexts.archived}</span>}
        <time className={styles.date} dateTime={changedAt}>
          {relativeDate(new Date(changedAt), new Date(now), locale())}
        </time>
      </Link>
      <RowMenu chat={line.chat} name={name} isTabStop={isTabStop} onChange={onChange} />
    </div>
  );
});

function RowProject({ id }: { readonly id: string }) {
  const project = useProject(id);
  return (
    project && (
      <span className={styles.project} title={project.name}>
        <ProjectMark color={project.color} size={14} />
        <span dir="auto">{project.name}</span>
      </span>
    )
  );
}
