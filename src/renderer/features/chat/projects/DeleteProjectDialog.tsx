import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { useIsOnline } from '../../../lib/use-is-online.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatQueries } from '../data/queries.ts';
import { countProjectChats } from './data.ts';
import type { Project } from './project.ts';
import styles from './ProjectDialog.module.css';
import { deleteProjectTexts as texts } from './texts.ts';
import { useProjectChanges } from './use-projects.ts';

interface DeleteProjectDialogProps {
  readonly project: Project;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks whether the chats of the project should be kept or deleted with it. */
export function DeleteProjectDialog({ project, onClose, onDeleted }: DeleteProjectDialogProps) {
  const { userId } = useChatEngine();
  const { remove } = useProjectChanges();
  const [isBusy, setBusy] = useState(false);
  const { data: count, isError } = useQuery({
    queryKey: [...chatQueries.all(), 'project-count', project.id],
    queryFn: () => countProjectChats(userId, project.id),
    staleTime: 0,
    gcTime: 0,
  });
  const isOnline = useIsOnline();
  const hasChats = count !== undefined && count > 0;
  const run = async (withChats: boolean) => {
    setBusy(true);
    const isDeleted = await remove(project.id, withChats);
    setBusy(false);
    if (isDeleted) onDeleted();
    onClose();
  };
  return (
    <Dialog title={texts.title({ name: project.name })} isBusy={isBusy} onClose={onClose}>
      <div className={styles.form}>
        <output>
          {isBusy
            ? texts.deleting
            : !isOnline
              ? texts.needsConnection
              : isError
                ? texts.countFailed
                : count === undefined
                  ? texts.counting
                  : hasChats
                    ? texts.text({ count })
                    : texts.empty}
        </output>
        {hasChats && <p>{texts.permanent}</p>}
        <DialogActions>
          <Button look="plain" disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </Button>
          {hasChats && (
            <Button look="outlined" disabled={isBusy || !isOnline} onClick={() => void run(true)}>
              {texts.deleteAll({ count })}
            </Button>
          )}
          <Button
            disabled={isBusy || !isOnline || (count === undefined && !isError)}
            data-autofocus
            onClick={() => void run(false)}
          >
            {hasChats || isError ? texts.keep : texts.delete}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
