import { addReadFiles, type AttachingEngine, keepFile, roomFor, roomReplacing } from '../keep-file.ts';
import { cleanFileName } from '../reading/file-name.ts';
import { FileRefused } from '../reading/refusal.ts';
import { readFrames } from './read-frames.ts';
import { readSound } from './read-sound.ts';
import { videoTexts as texts } from './texts.ts';
import { timeCode } from './time-code.ts';
import { videoLimits } from './video-limits.ts';

/** Videos are read one at a time, because decoded sound takes memory. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Adds frames of a video to the draft as images, and offers to turn its sound into text. The video itself is not kept or
 * sent. Throws FileRefused, or the signal's reason.
 */
export function addVideo(
  engine: AttachingEngine,
  id: string,
  file: File,
  signal: AbortSignal,
): Promise<void> {
  const added = queue.then(() => readVideo(engine, id, file, signal));
  queue = added.catch(() => {});
  return added;
}

async function readVideo(
  engine: AttachingEngine,
  id: string,
  file: File,
  signal: AbortSignal,
): Promise<void> {
  const { attaching } = engine;
  signal.throwIfAborted();
  if (file.size > videoLimits.fileBytes) throw new FileRefused(texts.refused.tooLarge);
  // The row of the video counts as one file. The transcript needs another one.
  const room = roomFor(engine, attaching.draftOf(id) ?? '');
  const count = Math.max(1, Math.min(videoLimits.frames, room));
  const onProgress = (done: number, total: number) => attaching.change(id, { progress: { done, total } });
  const { frames, duration } = await readFrames(file, { count, signal, onProgress });
  const { pieces, isTooLong } = await readSound(file, duration, signal);
  // The user may have attached other files meanwhile.
  const fitting = frames.slice(0, roomReplacing(engine, id));
  const files = await Promise.all(fitting.map((frame) => keepFile(engine, crypto.randomUUID(), frame)));
  const notesOf = (count: number) =>
    [
      texts.frames({ count, time: timeCode(duration) }),
      isTooLong && texts.soundTooLong,
      !isTooLong && pieces.length === 0 && texts.noSound,
    ].filter((part) => part !== false);
  const draftKey = addReadFiles(engine, id, files, notesOf);
  if (draftKey === null || pieces.length === 0) return;
  const controller = new AbortController();
  attaching.add(draftKey, [
    {
      id: crypto.randomUUID(),
      name: cleanFileName(file.name),
      progress: null,
      refusal: null,
      cancel: () => controller.abort(),
      sound: {
        pieces,
        texts: [],
        duration,
        isBeingRead: false,
        failure: null,
        signal: controller.signal,
      },
    },
  ]);
}
