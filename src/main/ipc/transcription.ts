import type { WebContents } from 'electron';
import { CompletionError } from '../../shared/completion/error.ts';
import { channels } from '../../shared/ipc/channels.ts';
import type { TranscribeRequest } from '../providers/transcribe.ts';
import { handle } from './handle.ts';
import { createPageWatch } from './page-watch.ts';

type Transcribe = (request: TranscribeRequest, signal: AbortSignal) => Promise<string>;

/**
 * Turns recorded speech into text. Closing the page, or sending another recording, cancels its current transcription.
 */
export function registerTranscription(transcribe: Transcribe): void {
  const running = new Map<number, AbortController>();
  const watch = createPageWatch((pageId) => running.get(pageId)?.abort());

  handle(channels.transcribe, async (request, contents: WebContents) => {
    watch(contents);
    running.get(contents.id)?.abort();
    const controller = new AbortController();
    running.set(contents.id, controller);
    try {
      return { text: await transcribe(request, controller.signal) };
    } catch (error) {
      if (!(error instanceof CompletionError)) throw error;
      const { code, message, status } = error;
      return { error: { code, message, ...(status !== undefined && { status }) } };
    } finally {
      if (running.get(contents.id) === controller) running.delete(contents.id);
    }
  });
}
