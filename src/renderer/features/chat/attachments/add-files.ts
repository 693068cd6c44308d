import { LoadFailure } from '../../../lib/load-module.ts';
import type { ChatEngine } from '../chat-context.ts';
import { type Attachment, maxFiles } from './attachment.ts';
import type { AttachingFile } from './attaching.ts';
import { NewerDatabaseError } from './device/newer-database-error.ts';
import { addDraftFiles, readDraftFiles } from './draft-files.ts';
import { cleanFileName } from './reading/file-name.ts';
import { readFile } from './reading/read-file.ts';
import { FileRefused } from './reading/refusal.ts';
import { fileTexts } from './texts.ts';

/** The maximum total size of a message's images, so that they fit in one request. */
const maxImageBytes = 15 * 1_048_576;

type Engine = Pick<ChatEngine, 'userId' | 'drafts' | 'attaching' | 'files'>;

/**
 * Reads files on the device and adds them to a draft. Nothing is sent. The reason for a refusal is shown in
 * the file's row.
 */
export async function addFiles(engine: Engine, draftKey: string, files: readonly File[]): Promise<void> {
  const { drafts, attaching } = engine;
  const waiting = attaching.of(draftKey).filter(({ refusal }) => refusal === null).length;
  const room = maxFiles - readDraftFiles(drafts, draftKey).length - waiting;
  const added = files.map((file, index) => {
    const controller = new AbortController();
    const entry: AttachingFile = {
      id: crypto.randomUUID(),
      name: cleanFileName(file.name),
      progress: null,
      refusal: refusalOf(index, room),
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

const refusalOf = (index: number, room: number): string | null =>
  index < room ? null : fileTexts.tooMany({ count: maxFiles });

async function addFile(
  { userId, drafts, attaching, files }: Engine,
  id: string,
  file: File,
  signal: AbortSignal,
): Promise<void> {
  try {
    const onProgress = (done: number, total: number) => attaching.change(id, { progress: { done, total } });
    const { blob, notes, ...read } = await readFile(file, { signal, onProgress });
    const path = `${userId}/${crypto.randomUUID()}`;
    await (
      await files()
    ).keep(path, {
      blob,
      text: read.kind === 'document' ? read.text : null,
      ...(read.kind === 'document' && read.parts.length > 1 && { parts: read.parts }),
    });
    const draftKey = attaching.draftOf(id);
    if (draftKey === null) return;
    const earlier = readDraftFiles(drafts, draftKey);
    if (read.kind === 'image' && imageBytes(earlier) + blob.size > maxImageBytes)
      throw new FileRefused(fileTexts.tooMuch);
    const facts = { id, name: read.name, mediaType: read.mediaType, size: blob.size, path };
    const noted = notes.length > 0 && { notes: [...notes] };
    const attachment: Attachment =
      read.kind === 'image'
        ? { ...facts, kind: 'image', width: read.width, height: read.height, ...noted }
        : {
            ...facts,
            kind: 'document',
            pages: read.pages,
            ...(read.pages !== null && read.parts.length > 1 && { allPages: read.pages }),
            textLength: read.text.length,
            ...noted,
          };
    addDraftFiles(drafts, draftKey, [attachment]);
    attaching.remove(id);
  } catch (error) {
    if (signal.aborted) attaching.remove(id);
    else attaching.change(id, { refusal: hasUserMessage(error) ? error.message : fileTexts.unread });
  }
}

const hasUserMessage = (error: unknown): error is Error =>
  [FileRefused, LoadFailure, NewerDatabaseError].some((kind) => error instanceof kind);

const imageBytes = (files: readonly Attachment[]): number =>
  files.reduce((sum, { kind, size }) => sum + (kind === 'image' ? size : 0), 0);
