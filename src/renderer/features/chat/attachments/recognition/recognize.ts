import { readingLimits } from '../reading/limits.ts';
import { FileRefused } from '../reading/refusal.ts';
import { takeTurn } from '../reading/turns.ts';
import { download } from './download.ts';
import type { RecognizerFiles, RecognizerModel } from '../../../../../shared/recognizer.ts';
import { recognitionTexts as texts } from './texts.ts';
import type { RecognitionReply, RecognitionRequest } from './worker/protocol.ts';
import { startRecognitionWorker } from './worker/start.ts';

/** Counts bytes while the recognizer is downloaded, then images. */
export interface RecognitionProgress {
  readonly step: 'downloading' | 'recognizing';
  readonly done: number;
  readonly total: number;
}

export interface RecognitionOptions {
  readonly files: Pick<RecognizerFiles, 'script' | 'engine'>;
  readonly model: RecognizerModel;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RecognitionProgress) => void;
}

/**
 * Recognizes the texts of images on this device. Loads the recognizer from the app's origin first.
 *
 * @throws FileRefused with a message for the user, or the signal's reason
 */
export async function recognize(
  images: readonly Blob[],
  { files, model, signal, onProgress }: RecognitionOptions,
): Promise<readonly string[]> {
  const total = files.engine.bytes + model.bytes;
  let done = 0;
  onProgress({ step: 'downloading', done, total });
  const onBytes = (count: number) => {
    done += count;
    onProgress({ step: 'downloading', done, total });
  };
  const [engine, data] = await Promise.all(
    [files.engine, model].map((file) => download(file, { signal, onBytes })),
  );
  if (!engine || !data) throw new FileRefused(texts.unloaded);
  // The engine uses about as much memory as a file that is being read.
  const free = await takeTurn(signal);
  try {
    const request = { script: files.script, engine, model: data, name: model.name, images };
    return await recognizeInWorker(request, signal, onProgress);
  } finally {
    free();
  }
}

function recognizeInWorker(
  request: RecognitionRequest,
  signal: AbortSignal,
  onProgress: RecognitionOptions['onProgress'],
): Promise<readonly string[]> {
  const total = request.images.length;
  const found: string[] = [];
  const worker = startRecognitionWorker();
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  let timer: ReturnType<typeof setTimeout>;
  const awaitNext = () => {
    onProgress({ step: 'recognizing', done: found.length, total });
    timer = setTimeout(() => reject(new FileRefused(texts.tooSlow)), readingLimits.recognitionMilliseconds);
  };
  const onReply = (reply: RecognitionReply) => {
    if (reply.kind !== 'text') return reject(new FileRefused(texts[reply.kind]));
    clearTimeout(timer);
    found.push(reply.text);
    if (found.length === total) resolve(found);
    else awaitNext();
  };
  worker.onmessage = ({ data }: MessageEvent<RecognitionReply>) => onReply(data);
  worker.onerror = () => reject(new FileRefused(texts.unloaded));
  awaitNext();
  worker.postMessage(request);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    worker.terminate();
  });
}
