import type { ChatEngine } from '../chat-context.ts';
import { type Attachment, maxFiles } from './attachment.ts';
import { isBeingRead } from './attaching.ts';
import { addDraftFiles, readDraftFiles } from './draft-files.ts';
import type { ReadFile } from './reading/read-file.ts';
import { FileRefused } from './reading/refusal.ts';
import { fileTexts } from './texts.ts';

/** The maximum total size of a message's images. More would not fit in one request. */
const maxImageBytes = 15 * 1_048_576;

export type AttachingEngine = Pick<ChatEngine, 'userId' | 'drafts' | 'attaching' | 'files'>;

/** Returns how many more files the message can have. */
export const roomFor = ({ drafts, attaching }: AttachingEngine, draftKey: string): number =>
  maxFiles - readDraftFiles(drafts, draftKey).length - attaching.of(draftKey).filter(isBeingRead).length;

/** Returns how many files can replace a file's row, which counts as one. */
export const roomReplacing = (engine: AttachingEngine, id: string): number =>
  Math.max(1, roomFor(engine, engine.attaching.draftOf(id) ?? '') + 1);

/** Keeps a file on this device until it is sent, and describes it. */
export async function keepFile(
  { userId, files }: AttachingEngine,
  id: string,
  { blob, notes, ...read }: ReadFile,
): Promise<Attachment> {
  const path = `${userId}/${crypto.randomUUID()}`;
  const opened = await files();
  await opened.keep(path, {
    blob,
    text: read.kind === 'document' ? read.text : null,
    ...(read.kind === 'document' && read.parts.length > 1 && { parts: read.parts }),
  });
  const facts = { id, name: read.name, mediaType: read.mediaType, size: blob.size, path };
  const noted = notes.length > 0 && { notes: [...notes] };
  return read.kind === 'image'
    ? { ...facts, kind: 'image', width: read.width, height: read.height, ...noted }
    : {
        ...facts,
        kind: 'document',
        pages: read.pages,
        ...(read.pages !== null && read.parts.length > 1 && { allPages: read.pages }),
        textLength: read.text.length,
        ...noted,
      };
}

/**
 * Replaces a file's row with files that were read on this device, as many as the draft has room for. Returns the key of
 * the draft, or null if the user has removed the row. Throws FileRefused.
 *
 * @param notesOf returns the notes of the first file, given the number of added files
 */
export function addReadFiles(
  engine: AttachingEngine,
  id: string,
  read: readonly Attachment[],
  notesOf?: (count: number) => string[],
): string | null {
  const { drafts, attaching } = engine;
  const draftKey = attaching.draftOf(id);
  if (draftKey === null) return null;
  // Another row may have been replaced by several files meanwhile.
  const fitting = read.slice(0, roomReplacing(engine, id));
  const files = fitting.map((file, place) =>
    place === 0 && notesOf ? { ...file, notes: notesOf(fitting.length) } : file,
  );
  const bytes = imageBytes([...readDraftFiles(drafts, draftKey), ...files]);
  if (files.some(({ kind }) => kind === 'image') && bytes > maxImageBytes)
    throw new FileRefused(fileTexts.tooMuch);
  addDraftFiles(drafts, draftKey, files);
  attaching.remove(id);
  return draftKey;
}

const imageBytes = (files: readonly Attachment[]): number =>
  files.reduce((sum, { kind, size }) => sum + (kind === 'image' ? size : 0), 0);
