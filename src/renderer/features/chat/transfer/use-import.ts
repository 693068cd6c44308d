import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Shell } from '../../../platform/shell.ts';
import { chatQueries } from '../data/queries.ts';
import { StoreError } from '../data/store-error.ts';
import { importChats, type ImportProgress } from './import-chats.ts';
import { openLocalChats } from './open-local-chats.ts';
import { sendImport } from './read-chats.ts';
import { transferTexts as texts } from './texts.ts';
import { TransferError } from './transfer-error.ts';
import { type ReadFile, readFile } from './worker/read-file.ts';

export type ImportState =
  | { readonly kind: 'idle' }
  /** `share` is between 0 and 1. */
  | { readonly kind: 'reading'; readonly share: number }
  | { readonly kind: 'opening' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'opened'; readonly file: ReadFile }
  | { readonly kind: 'running'; readonly progress: ImportProgress }
  | { readonly kind: 'done' | 'stopped'; readonly progress: ImportProgress }
  | { readonly kind: 'failed'; readonly message: string; readonly progress: ImportProgress };

/** Keeps the state of an import until the dialog closes. */
export function useImport(userId: string) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ kind: 'idle' });
  const runningImport = useRef<AbortController | null>(null);
  useEffect(() => () => runningImport.current?.abort(), []);

  /** Aborts the previous import and starts a new one. */
  const begin = (): AbortSignal => {
    runningImport.current?.abort();
    const controller = new AbortController();
    runningImport.current = controller;
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
    const controller = runningImport.current ?? new AbortController();
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
    } catch (error) {
      setState(
        controller.signal.aborted
          ? { kind: 'stopped', progress }
          : { kind: 'failed', message: failureOf(error), progress },
      );
    }
    await client.invalidateQueries({ queryKey: chatQueries.lists(userId) });
  };
  /** Starts immediately, because the app has already asked for confirmation. */
  const importLocalChats = async (shell: Shell) => {
    const signal = begin();
    setState({ kind: 'opening' });
    try {
      const chats = await openLocalChats(shell, signal);
      if (signal.aborted) return;
      if (chats) await start(chats);
      else setState({ kind: 'idle' });
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'refused', message: failureOf(error) });
    }
  };
  return {
    state,
    choose,
    bring: importLocalChats,
    start,
    stop: () => runningImport.current?.abort(),
    reset: () => {
      runningImport.current?.abort();
      setState({ kind: 'idle' });
    },
  };
}

/** Returns an error's message if it is meant for the user. */
function failureOf(error: unknown): string {
  const isForUser =
    error instanceof TransferError || (error instanceof StoreError && error.code === 'refused');
  return isForUser ? error.message : texts.failed;
}
