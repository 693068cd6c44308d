import { loadFailureTexts } from '../../../../lib/load-failure-texts.ts';
import { cleanFileName } from './file-name.ts';
import { readingLimits } from './limits.ts';
import type { DocumentPart, Note, OnProgress, Reading } from './reading.ts';
import { FileRefused, Refusal } from './refusal.ts';
import { readingTexts as texts } from './texts.ts';
import { takeTurn } from './turns.ts';
import type { ReadReply, ReadRequest } from './worker/protocol.ts';
import { startReadingWorker } from './worker/start.ts';

export type ReadFile = ReadImage | ReadDocument;

/** A document whose pages are images without text. */
export interface ReadScan {
  readonly kind: 'scan';
  /** The first pages, without those that could not be drawn. */
  readonly images: readonly ReadImage[];
  /** The number of pages of the document. */
  readonly pages: number;
}

export interface ReadImage {
  readonly kind: 'image';
  readonly name: string;
  readonly mediaType: 'image/jpeg' | 'image/png';
  /** The image as it is sent: scaled, and without metadata. */
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
  readonly notes: readonly string[];
}

export interface ReadDocument {
  readonly kind: 'document';
  readonly name: string;
  readonly mediaType: string;
  readonly blob: Blob;
  readonly text: string;
  /** The number of pages, slides or sheets. Null if the format has none. */
  readonly pages: number | null;
  /** The pages, slides or sheets that the user can choose from. */
  readonly parts: readonly DocumentPart[];
  readonly notes: readonly string[];
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Called with the number of pages, slides, sheets or chapters that have been read. */
  readonly onProgress?: OnProgress;
}

/**
 * Reads a file on the device. At most two files are read at the same time.
 *
 * @throws FileRefused with a message for the user, or the signal's reason
 */
export async function readFile(
  file: File,
  { signal, onProgress }: ReadOptions,
): Promise<ReadFile | ReadScan> {
  signal.throwIfAborted();
  if (file.size === 0) throw new FileRefused(texts.refused.empty);
  if (file.size > readingLimits.fileBytes) throw new FileRefused(texts.refused.tooLarge);
  const name = cleanFileName(file.name);
  const free = await takeTurn(signal);
  try {
    const { reading, mediaType } = await readInWorker({ file, name }, signal, onProgress);
    if (reading.kind === 'scan') {
      const title = name.replace(/\.pdf$/i, '');
      const images = reading.images.map((image, index) => ({
        ...image,
        name: cleanFileName(`${title} ${index + 1}.jpg`),
        notes: [],
      }));
      return { ...reading, images };
    }
    const notes = reading.notes.map(describeNote);
    if (reading.kind === 'image') return { ...reading, name, notes };
    const blob = file.slice(0, file.size, mediaType);
    const { text, pages, parts } = reading;
    return { kind: 'document', name, mediaType, blob, text, pages, parts, notes };
  } catch (error) {
    throw error instanceof Refusal ? new FileRefused(texts.refused[error.code]) : error;
  } finally {
    free();
  }
}

function readInWorker(
  request: ReadRequest,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<{ readonly reading: Reading; readonly mediaType: string }> {
  const worker = startReadingWorker();
  const { promise, resolve, reject } = Promise.withResolvers<{ reading: Reading; mediaType: string }>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  const startTimer = (milliseconds: number) => setTimeout(() => reject(new Refusal('tooSlow')), milliseconds);
  const timer = startTimer(readingLimits.milliseconds);
  let pageTimer: ReturnType<typeof startTimer> | undefined;
  const onReply = (reply: ReadReply) => {
    clearTimeout(pageTimer);
    if (reply.kind === 'page') pageTimer = startTimer(readingLimits.pageMilliseconds);
    else if (reply.kind === 'progress') onProgress?.(reply.done, reply.total);
    else if (reply.kind === 'read') resolve(reply);
    else if (reply.kind === 'refused') reject(new Refusal(reply.code));
    // Any other message is ignored, because the PDF library also posts some when it loads.
    else if (reply.kind === 'unloaded') reject(new FileRefused(loadFailureTexts.message));
  };
  worker.onmessage = ({ data }: MessageEvent<ReadReply>) => onReply(data);
  worker.onerror = () => reject(new FileRefused(loadFailureTexts.message));
  worker.postMessage(request);
  return promise.finally(() => {
    clearTimeout(timer);
    clearTimeout(pageTimer);
    signal.removeEventListener('abort', onAbort);
    worker.terminate();
  });
}

function describeNote(note: Note): string {
  const { notes } = texts;
  switch (note.code) {
    case 'cut':
      return notes.cut({ count: note.missing });
    case 'pages':
      return notes.pages({ read: note.read, total: note.total });
    case 'pagesWithoutText':
      return notes.pagesWithoutText({ pages: note.pages });
    case 'encoding':
      return notes.encoding({ encoding: note.encoding });
    case 'macros':
      return notes.macros;
    case 'firstFrame':
      return notes.firstFrame;
  }
}
