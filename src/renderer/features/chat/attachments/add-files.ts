import { LoadFailure, loadModule } from '../../../lib/load-module.ts';
import { maxFiles } from './attachment.ts';
import type { AttachingFile } from './attaching.ts';
import { NewerDatabaseError } from './device/newer-database-error.ts';
import { addReadFiles, type AttachingEngine, keepFile, roomFor, roomReplacing } from './keep-file.ts';
import { cleanFileName } from './reading/file-name.ts';
import { readFile } from './reading/read-file.ts';
import { FileRefused } from './reading/refusal.ts';
import { readingTexts } from './reading/texts.ts';
import { fileTexts } from './texts.ts';
import { isVideo } from './video/detect-video.ts';

/**
 * Reads files on the device and adds them to a draft. Nothing is sent. The reason for a refusal is shown in
 * the file's row.
 */
export async function addFiles(
  engine: AttachingEngine,
  draftKey: string,
  files: readonly File[],
): Promise<void> {
  const { attaching } = engine;
  const room = roomFor(engine, draftKey);
  const added = files.map((file, index) => {
    const controller = new AbortController();
    const entry: AttachingFile = {
      id: crypto.randomUUID(),
      name: cleanFileName(file.name),
      progress: null,
      refusal: index < room ? null : fileTexts.tooMany({ count: maxFiles }),
      cancel: () => controller.abort(),
    };
    return { file, entry, signal: controller.signal };
  });
  attaching.add(
    draftKey,
    added.map(({ entry }) => entry),
  );
  const accepted = added.filter(({ entry }) => entry.refusal === null);
  await Promise.all(accepted.map(({ file, entry, signal }) => addFile(engine, entry.id, file, signal)));
}

async function addFile(engine: AttachingEngine, id: string, file: File, signal: AbortSignal): Promise<void> {
  const { attaching } = engine;
  try {
    if (await isVideo(file)) {
      const { addVideo } = await loadModule(() => import('./video/add-video.ts'));
      return await addVideo(engine, id, file, signal);
    }
    const onProgress = (done: number, total: number) => attaching.change(id, { progress: { done, total } });
    const read = await readFile(file, { signal, onProgress });
    if (read.kind !== 'scan') return void addReadFiles(engine, id, [await keepFile(engine, id, read)]);
    const images = read.images.slice(0, roomReplacing(engine, id));
    const files = await Promise.all(images.map((image) => keepFile(engine, crypto.randomUUID(), image)));
    const scan = { id, name: cleanFileName(file.name), pages: read.pages };
    const pages = files.map((page, place) => ({ ...page, scan: { ...scan, page: place + 1 } }));
    addReadFiles(engine, id, pages, (drawn) => [readingTexts.notes.scan({ drawn, total: read.pages })]);
  } catch (error) {
    if (signal.aborted) attaching.remove(id);
    else attaching.change(id, { refusal: messageOf(error) });
  }
}

/** Returns the message for the user about a file that was not added. */
const messageOf = (error: unknown): string =>
  error instanceof Error && userErrors.some((kind) => error instanceof kind)
    ? error.message
    : fileTexts.unread;

const userErrors = [FileRefused, LoadFailure, NewerDatabaseError];
