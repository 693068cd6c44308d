import { readFile } from '../../../../src/renderer/features/chat/attachments/reading/read-file.ts';

export interface PageReading {
  readonly outcome: 'read' | 'refused' | 'failed';
  /** The text, the type and size of an image, or the error message. */
  readonly text: string;
  readonly name: string;
  readonly milliseconds: number;
  readonly longestTask: number;
}

let longestTask = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
}).observe({ entryTypes: ['longtask'] });

/** The browser reports a long task some time after its end. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

async function readOnPage(file: File): Promise<PageReading> {
  await settle();
  longestTask = 0;
  const start = performance.now();
  const result = await readFile(file, { signal: new AbortController().signal }).then(
    (read) => ({ outcome: 'read' as const, read }),
    (error: unknown) => ({ outcome: 'thrown' as const, error }),
  );
  const milliseconds = performance.now() - start;
  await settle();
  const measured = { milliseconds, longestTask };
  if (result.outcome === 'thrown') {
    const isSentence = result.error instanceof Error && result.error.name === 'FileRefused';
    return { ...measured, outcome: isSentence ? 'refused' : 'failed', text: String(result.error), name: '' };
  }
  const { read } = result;
  if (read.kind === 'document') return { ...measured, outcome: 'read', text: read.text, name: read.name };
  const bytes = new TextDecoder('latin1').decode(await read.blob.arrayBuffer());
  const text = `${read.mediaType} ${read.width}x${read.height} ${read.notes.join(' ')} ${bytes}`;
  return { ...measured, outcome: 'read', text, name: read.name };
}

export async function readServedFile(number: number, name: string): Promise<PageReading> {
  const response = await fetch(`/files/${number}`);
  return readOnPage(new File([await response.arrayBuffer()], name));
}

export async function readChosenFile(): Promise<PageReading> {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('No file is chosen.');
  return readOnPage(file);
}

Object.assign(globalThis, { readServedFile, readChosenFile });
