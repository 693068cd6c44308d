import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyComponent } from '../../../../components/lazy-component.tsx';
import { useChatEngine } from '../../chat-context.ts';
import type { ContextSource } from '../../turn/context-use.ts';
import type { ChatModel } from '../../turn/live-turn.ts';
import styles from './FilesNote.module.css';
import { tokensOf } from './project-file.ts';
import { projectFilesQuery } from './queries.ts';
import { filesNoteTexts as texts } from './reply-texts.ts';

const PassagePreview = lazyComponent(async () => (await import('./PassagePreview.tsx')).PassagePreview, {
  look: 'dialog',
});

interface FilesNoteProps {
  readonly projectId: string;
  readonly draftKey: string;
  readonly source: ContextSource;
  readonly model: ChatModel;
  /** Called with the estimated tokens of all files. */
  readonly onTokens: (tokens: number) => void;
}

/** Says below the input that the project's files are used. Shows what would be sent of them. */
export function FilesNote({ projectId, draftKey, source, model, onTokens }: FilesNoteProps) {
  const { store, files: openFiles } = useChatEngine();
  const { data: files } = useQuery(projectFilesQuery(projectId, store, openFiles));
  const [isOpen, setIsOpen] = useState(false);
  const tokens = files ? tokensOf(files) : 0;
  useEffect(() => {
    onTokens(tokens);
    return () => onTokens(0);
  }, [onTokens, tokens]);
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
          source={source}
          model={model}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
