import { loadFailureTexts } from '../../../../lib/load-failure-texts.ts';
import { FileRefused } from '../reading/refusal.ts';
import type { DrawingReply, DrawingRequest } from './drawing-protocol.ts';
import { type DrawingWorker, startDrawingWorker } from './start-drawing-worker.ts';
import { pageTexts } from './texts.ts';

export const drawingLimits = {
  /** The time for loading the code (ms), over a slow network. */
  loadMilliseconds: 30_000,
  /** The time for one page (ms). The worker is then terminated. */
  pageMilliseconds: 4_500,
} as const;

export interface DrawnPage {
  readonly image: ImageBitmap;
  /** The number of pages of the document. */
  readonly pages: number;
}

export interface PageDrawer {
  /**
   * Draws a page with this width (in pixels). Pages are drawn one after the other, and a page whose signal is aborted
   * before its turn isn't drawn.
   *
   * @throws FileRefused with a message for the user, or the signal's reason
   */
  readonly draw: (page: number, width: number, signal: AbortSignal) => Promise<DrawnPage>;
  /** Ends the worker. A later page starts another one. */
  readonly close: () => void;
}

/** Draws pages of a PDF on the device. After a page that can't be drawn, the others still can. */
export function openPageDrawer(file: Blob): PageDrawer {
  let worker: DrawingWorker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let cancel: (() => void) | null = null;
  const stop = () => {
    worker?.terminate();
    worker = null;
  };
  const drawNow = (page: number, width: number): Promise<DrawnPage> => {
    const { promise, resolve, reject } = Promise.withResolvers<DrawnPage>();
    const isNew = worker === null;
    worker ??= startDrawingWorker();
    const fail = (message: string) => {
      stop();
      reject(new FileRefused(message));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startTimer = (milliseconds: number, message: string) => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(message), milliseconds);
    };
    const startDrawing = () => startTimer(drawingLimits.pageMilliseconds, pageTexts.tooSlow);
    if (isNew) startTimer(drawingLimits.loadMilliseconds, loadFailureTexts.message);
    else startDrawing();
    worker.onmessage = ({ data: reply }: MessageEvent<DrawingReply>) => {
      if (reply.kind === 'ready') startDrawing();
      else if (reply.kind === 'drawn') resolve(reply);
      else if (reply.kind === 'failed') fail(pageTexts.failed);
      // Any other message is ignored, because the PDF library also posts some when it loads.
      else if (reply.kind === 'unloaded') fail(loadFailureTexts.message);
    };
    worker.onerror = () => fail(loadFailureTexts.message);
    cancel = () => fail(pageTexts.failed);
    const request: DrawingRequest = { page, width, ...(isNew && { file }) };
    worker.postMessage(request);
    return promise.finally(() => {
      clearTimeout(timer);
      cancel = null;
    });
  };
  return {
    draw: (page, width, signal) => {
      const drawn = last.then(() => {
        signal.throwIfAborted();
        return drawNow(page, width);
      });
      last = drawn.catch(() => {});
      return drawn;
    },
    close: () => {
      cancel?.();
      stop();
    },
  };
}
