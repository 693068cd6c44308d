import { FileRefused } from '../reading/refusal.ts';
import type { RecognizerFile } from '../../../../../shared/recognizer.ts';
import { recognitionTexts as texts } from './texts.ts';

interface DownloadOptions {
  readonly signal: AbortSignal;
  /** Called with the number of new bytes. */
  readonly onBytes: (count: number) => void;
}

/** Downloads a file of the recognizer. Throws FileRefused, or the signal's reason. */
export async function download(
  { url, bytes }: RecognizerFile,
  { signal, onBytes }: DownloadOptions,
): Promise<Blob> {
  try {
    const response = await fetch(url, { signal });
    const reader = response.ok ? response.body?.getReader() : undefined;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
      chunks.push(piece.value);
      onBytes(piece.value.length);
    }
    const file = new Blob(chunks);
    // Some hosts respond to a missing file with a page.
    if (file.size === bytes) return file;
  } catch {
    signal.throwIfAborted();
  }
  throw new FileRefused(texts.unloaded);
}
