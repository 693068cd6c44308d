import { openPageDrawer } from '../../../../src/renderer/features/chat/attachments/pages/draw-pages.ts';
import {
  readFile,
  type ReadFile,
} from '../../../../src/renderer/features/chat/attachments/reading/read-file.ts';
import { isVideo } from '../../../../src/renderer/features/chat/attachments/video/detect-video.ts';
import { readFrames } from '../../../../src/renderer/features/chat/attachments/video/read-frames.ts';
import { readSound } from '../../../../src/renderer/features/chat/attachments/video/read-sound.ts';

export interface PageReading {
  readonly outcome: 'read' | 'refused' | 'failed';
  /** The text, an image's type and size, or the error message. */
  readonly text: string;
  readonly name: string;
  readonly longestTask: number;
}

let longestTask = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
}).observe({ entryTypes: ['longtask'] });

/** Waits, because the browser reports a long task some time after its end. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

/** Reads a file as the app does. The frames of a video are returned as one document, a scan as its first page. */
async function read(file: File): Promise<ReadFile> {
  const { signal } = new AbortController();
  if (!(await isVideo(file))) {
    const found = await readFile(file, { signal });
    const [first] = found.kind === 'scan' ? found.images : [found];
    if (!first) throw new Error('A scan has no pages.');
    return first;
  }
  const { frames, duration } = await readFrames(file, { count: 8, signal, onProgress: () => {} });
  const { pieces } = await readSound(file, duration, signal);
  const text = `${frames.map(({ name }) => name).join(', ')}; ${pieces.length} pieces of sound`;
  const none = { pages: null, parts: [], notes: [] };
  return { kind: 'document', name: file.name, mediaType: 'video/webm', blob: file, text, ...none };
}

/** Shows the first page of a PDF as the viewer does. */
async function draw(file: File): Promise<string> {
  const drawer = openPageDrawer(file);
  try {
    const { image, pages } = await drawer.draw(1, 1_360, new AbortController().signal);
    const canvas = document.querySelector('canvas');
    if (!canvas) throw new Error('There is no canvas.');
    const { width, height } = image;
    Object.assign(canvas, { width, height });
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(image);
    return `${width}x${height}, ${pages} pages`;
  } finally {
    drawer.close();
  }
}

async function drawOnPage(file: File): Promise<PageReading> {
  await settle();
  longestTask = 0;
  const result = await draw(file).then(
    (text) => ({ outcome: 'read' as const, text }),
    (error: unknown) => ({ outcome: refusalOf(error), text: String(error) }),
  );
  await settle();
  return { ...result, name: file.name, longestTask };
}

const refusalOf = (error: unknown): 'refused' | 'failed' =>
  error instanceof Error && error.name === 'FileRefused' ? 'refused' : 'failed';

async function readOnPage(file: File): Promise<PageReading> {
  await settle();
  longestTask = 0;
  const result = await read(file).then(
    (reading) => ({ outcome: 'read' as const, reading }),
    (error: unknown) => ({ outcome: 'thrown' as const, error }),
  );
  await settle();
  const measured = { longestTask };
  if (result.outcome === 'thrown')
    return { ...measured, outcome: refusalOf(result.error), text: String(result.error), name: '' };
  const { reading } = result;
  if (reading.kind === 'document')
    return { ...measured, outcome: 'read', text: reading.text, name: reading.name };
  const bytes = new TextDecoder('latin1').decode(await reading.blob.arrayBuffer());
  const text = `${reading.mediaType} ${reading.width}x${reading.height} ${reading.notes.join(' ')} ${bytes}`;
  return { ...measured, outcome: 'read', text, name: reading.name };
}

let served: File | null = null;
let last: PageReading | null = null;

export async function loadServedFile(number: number, name: string): Promise<void> {
  const response = await fetch(`/files/${number}`);
  served = new File([await response.arrayBuffer()], name);
}

/** Loading the file and returning its text are not measured, because the app does neither. */
export async function readServedFile(): Promise<void> {
  if (!served) throw new Error('No file is loaded.');
  last = await readOnPage(served);
}

export async function drawServedFile(): Promise<void> {
  if (!served) throw new Error('No file is loaded.');
  last = await drawOnPage(served);
}

export const takeReading = (): PageReading | null => last;

export async function readChosenFile(): Promise<PageReading> {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('No file is chosen.');
  return readOnPage(file);
}

Object.assign(globalThis, { loadServedFile, readServedFile, drawServedFile, takeReading, readChosenFile });
