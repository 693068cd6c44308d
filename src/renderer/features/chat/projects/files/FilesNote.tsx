import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyComponent } from '../../../../components/lazy-component.tsx';
import { useChatEngine } from '../../chat-context.ts';
import styles from './FilesNote.module.css';
import { projectFilesQuery } from './queries.ts';
import { filesNoteTexts as texts } from './reply-texts.ts';

const PassagePreview = lazyComponent(async () => (await import('./PassagePreview.tsx')).PassagePreview, {
  look: 'dialog',
});

interface FilesNoteProps {
  readonly projectId: string;
  readonly draftKey: string;
  /** In tokens, see `choosePassages`. */
  readonly room: number;
}

/** Says below the input that the project's files are used. Shows what would be sent of them. */
export function FilesNote({ projectId, draftKey, room }: FilesNoteProps) {
  const { store } = useChatEngine();
  const { data: files } = useQuery(projectFilesQuery(projectId, store));
  const [isOpen, setIsOpen] = useState(false);
  if (!files || files.length === 0) return null;
  return (
    <>
      <button type="button" className={styles.open} onClick={() => setIsOpen(true)}>
        {texts.open}
      </button>
      {isOpen && (
        <PassagePreview
          projectId={projectId}
          draftKey={draftKey}
          room={room}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
