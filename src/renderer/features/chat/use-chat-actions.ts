import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useCommands } from '../../../lib/commands.ts';
import { useChatEngine } from '../chat-context.ts';
import { archiveTexts } from './texts.ts';

export interface ArchiveAction {
  readonly label: string;
  readonly Icon: typeof IconArchive;
  readonly run: () => void;
}

interface OpenChat {
  /** Null until the service has stored the chat. */
  readonly storedId: string | null;
  readonly isArchived: boolean;
  /** Called when the open chat has been archived. */
  readonly onArchived: () => void;
}

/**
 * Returns the action that archives or unarchives the open chat, and adds it as a command. Null if the chat
 * isn't stored.
 */
export function useArchive({ storedId, isArchived, onArchived }: OpenChat): ArchiveAction | null {
  const { changes } = useChatEngine();
  const action = storedId !== null &&
    changes && {
      label: isArchived ? archiveTexts.unarchive : archiveTexts.archive,
      Icon: isArchived ? IconArchiveOff : IconArchive,
      run: () => {
        if (isArchived) return void changes.unarchive(storedId);
        void changes.archive(storedId, true);
        onArchived();
      },
    };
  useCommands(() => (action ? [{ ...action, id: 'archive', group: 'chat', words: 'hide restore' }] : []));
  return action || null;
}
