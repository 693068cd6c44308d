import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { chatQueries } from '../data/queries.ts';
import { importChats, type ImportProgress } from './import-chats.ts';
import { sendImport } from './read-chats.ts';
import { transferTexts as texts } from './texts.ts';
import { TransferError } from './transfer-error.ts';
import { type ReadFile, readFile } from './worker/read-file.ts';

export type ImportState =
  | { readonly kind: 'idle' }
  /** `share`: how much of the file has been read, 0 to 1. */
  | { readonly kind: 'reading'; readonly share: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'opened'; readonly file: ReadFile }
  | { readonly kind: 'running'; readonly progress: ImportProgress }
  | { readonly kind: 'done' | 'stopped' | 'failed'; readonly progress: ImportProgress };

/** One import: choose a file, look at what is in it, begin, stop. Ends with the dialog. */
export function useImport(userId: string) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** What was begun before is given up. */
  const begin = (): AbortSignal => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    return controller.signal;
  };
  const choose = async (file: Blob) => {
    const signal = begin();
    setState({ kind: 'reading', share: 0 });
    try {
      const onRead = (share: number) => setState({ kind: 'reading', share });
      setState({ kind: 'opened', file: await readFile(file, onRead, signal) });
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof TransferError ? error.message : texts.unreadable;
      setState({ kind: 'refused', message });
    }
  };
  const start = async (file: ReadFile) => {
    const controller = running.current ?? new AbortController();
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
    reset: () => {
      running.current?.abort();
      setState({ kind: 'idle' });
    },
  };
}
