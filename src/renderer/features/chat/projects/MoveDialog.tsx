import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconFolderOff, IconFolderPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { useChatEngine } from '../chat-context.ts';
import { chatQueries } from '../data/queries.ts';
import { moveChat, readChat } from './move-chat.ts';
import styles from './MoveDialog.module.css';
import { moveTexts as texts } from './move-texts.ts';
import { ProjectMark } from './ProjectMark.tsx';
import { useProjects } from './use-projects.ts';

/** The search field appears if there are more projects than fit the dialog without scrolling. */
const maxWithoutSearch = 8;

interface MoveDialogProps {
  readonly chatId: string;
  readonly onClose: () => void;
  readonly onCreate: () => void;
}

export function MoveDialog({ chatId, onClose, onCreate }: MoveDialogProps) {
  const engine = useChatEngine();
  const client = useQueryClient();
  const { projects } = useProjects();
  const [typed, setTyped] = useState('');
  const { data: chat } = useQuery({
    queryKey: [...chatQueries.all(), 'moved', chatId],
    queryFn: () => readChat(engine, client, chatId),
    staleTime: 0,
    gcTime: 0,
  });
  const words = typed.trim().toLowerCase();
  const active = projects.filter(({ archivedAt }) => archivedAt === null);
  const shown = active.filter(({ name }) => name.toLowerCase().includes(words));
  const current = chat?.projectId ?? null;
  const move = (projectId: string | null) => {
    void moveChat(engine, client, chatId, projectId);
    onClose();
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {active.length > maxWithoutSearch && (
        <input
          type="search"
          className={styles.search}
          dir="auto"
          autoComplete="off"
          data-autofocus
          placeholder={texts.search}
          aria-label={texts.search}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <ul className={styles.list}>
        {shown.map(({ id, name, color }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.option}
              disabled={id === current}
              onClick={() => move(id)}
            >
              <ProjectMark color={color} />
              <span className={styles.name} dir="auto">
                {name}
              </span>
              {id === current && <span className={styles.note}>{texts.current}</span>}
            </button>
          </li>
        ))}
        {words !== '' && shown.length === 0 && <li className={styles.note}>{texts.noMatch}</li>}
        {current !== null && (
          <li>
            <button type="button" className={styles.option} onClick={() => move(null)}>
              <IconFolderOff size={18} stroke={1.75} aria-hidden />
              <span className={styles.name}>{texts.noProject}</span>
            </button>
          </li>
        )}
        <li>
          <button type="button" className={styles.option} onClick={onCreate}>
            <IconFolderPlus size={18} stroke={1.75} aria-hidden />
            <span className={styles.name}>{texts.create}</span>
          </button>
        </li>
      </ul>
    </Dialog>
  );
}
