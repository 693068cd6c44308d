import { Menu } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useChatEngine } from '../../chat-context.ts';
import type { ContextSource } from '../../turn/context-use.ts';
import type { ChatModel } from '../../turn/live-turn.ts';
import styles from './FilesNote.module.css';
import { PassagePreview } from './lazy-preview.ts';
import type { PreviewedQuestion } from './previewed-question.ts';
import { tokensOf } from './project-file.ts';
import { projectFilesQuery } from './queries.ts';
import { filesNoteTexts as texts } from './reply-texts.ts';

function useFiles(projectId: string) {
  const { store, files: openFiles } = useChatEngine();
  return useQuery(projectFilesQuery(projectId, store, openFiles)).data ?? [];
}

export interface FilesNoteProps {
  readonly projectId: string;
  readonly question: PreviewedQuestion;
  readonly source: ContextSource;
  readonly models: readonly ChatModel[];
  /** Called with the estimated tokens of all files. */
  readonly onTokens?: (tokens: number) => void;
  readonly onToggle?: (isOpen: boolean) => void;
}

/** Shows next to a question that the project's files are used, and which parts would be sent. */
export function FilesNote({ onTokens, onToggle, ...preview }: FilesNoteProps) {
  const files = useFiles(preview.projectId);
  const [isOpen, setIsOpen] = useState(false);
  const toggle = (next: boolean) => {
    setIsOpen(next);
    onToggle?.(next);
  };
  const tokens = tokensOf(files);
  useEffect(() => {
    onTokens?.(tokens);
    return () => onTokens?.(0);
  }, [onTokens, tokens]);
  // An open preview stays, because the user closes it.
  if (files.length === 0 && !isOpen) return null;
  return (
    <>
      <button type="button" className={styles.open} onClick={() => toggle(true)}>
        {texts.open}
      </button>
      {isOpen && <PassagePreview {...preview} onClose={() => toggle(false)} />}
    </>
  );
}

export interface FilesItemProps {
  readonly projectId: string;
  readonly onOpen: () => void;
}

/** Opens the same preview from a reply's menu. */
export function FilesItem({ projectId, onOpen }: FilesItemProps) {
  if (useFiles(projectId).length === 0) return null;
  return (
    <Menu.Item leftSection={<IconFileSearch size={16} />} onClick={onOpen}>
      {texts.open}
    </Menu.Item>
  );
}
