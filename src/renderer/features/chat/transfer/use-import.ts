import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { chatQueries } from '../data/queries.ts';
import { importChats, type ImportProgress } from './import-chats.ts';
import { openFile, type OpenedFile } from './open-file.ts';
import { sendImport } from './read-chats.ts';
import { transferTexts as texts } from './texts.ts';
import { TransferError } from './transfer-error.ts';

export type ImportState =
  | { readonly kind: 'idle' | 'reading' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'opened'; readonly file: OpenedFile }
  | { readonly kind: 'running'; readonly progress: ImportProgress }
  | { readonly kind: 'done' | 'stopped' | 'failed'; readonly progress: ImportProgress };

/** One import: choose a file, look at what is in it, begin, stop. Ends with the dialog. */
export function useImport(userId: string) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const choose = async (file: Blob) => {
    setState({ kind: 'reading' });
    try {
      setState({ kind: 'opened', file: await openFile(file) });
    } catch (error) {
      const message = error instanceof TransferError ? error.message : texts.failed;
      setState({ kind: 'refused', message });
    }
  };
  const start = async (file: OpenedFile) => {
    const controller = new AbortController();
    running.current = controller;
    let progress: ImportProgress = {
      total: file.count,
      imported: 0,
      present: 0,
      refused: 0,
      overLimit: 0,
      hidden: 0,
    };
    const onProgress = (next: ImportProgress) => {
      progress = next;
      setState({ kind: 'running', progress });
    };
    onProgress(progress);
    try {
      await importChats(file, sendImport, onProgress, controller.signal);
      setState({ kind: 'done', progress });
    } catch {
      setState({ kind: controller.signal.aborted ? 'stopped' : 'failed', progress });
    }
    await client.invalidateQueries({ queryKey: chatQueries.lists(userId) });
  };
  return {
    state,
    choose,
    start,
    stop: () => running.current?.abort(),
    reset: () => setState({ kind: 'idle' }),
  };
}
