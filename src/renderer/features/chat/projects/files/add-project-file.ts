import { joinPages, pageBreak } from '../../../../../shared/passages/chunks.ts';
import { LoadFailure } from '../../../../lib/load-module.ts';
import { readingLimits } from '../../attachments/reading/limits.ts';
import { readFile } from '../../attachments/reading/read-file.ts';
import type { OnProgress } from '../../attachments/reading/reading.ts';
import { FileRefused } from '../../attachments/reading/refusal.ts';
import { readingTexts } from '../../attachments/reading/texts.ts';
import { fileTexts } from '../../attachments/texts.ts';
import { StoreError } from '../../data/store-error.ts';
import { insertProjectFile, refusalOf } from './data.ts';
import type { ProjectFile } from './project-file.ts';
import { projectFileTexts as texts } from './texts.ts';

export interface AddedFile {
  readonly row: ProjectFile;
  /** Notes for the user about how the file was read. */
  readonly notes: readonly string[];
}

/** Cuts a text to the table's limit, because joining pages adds a byte for each. */
function cut(text: string): string {
  const space = new Uint8Array(Math.min(text.length * 3, readingLimits.textBytes));
  return text.slice(0, new TextEncoder().encodeInto(text, space).read);
}

/**
 * Reads a document on this device and stores its text for the chats of a project.
 *
 * @throws FileRefused with a message for the user, or the signal's reason
 */
export async function addProjectFile(
  projectId: string,
  id: string,
  file: File,
  options: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
): Promise<AddedFile> {
  try {
    const read = await readFile(file, options);
    if (read.kind !== 'document') throw new FileRefused(texts.image);
    const whole = read.parts.length > 0 ? joinPages(read.parts) : read.text.replaceAll(pageBreak, '\n');
    const text = cut(whole);
    const missing = whole.length - text.length;
    const row: ProjectFile = {
      id,
      name: read.name,
      media_type: read.mediaType,
      size: file.size,
      pages: read.pages,
      characters: text.length,
      created_at: new Date().toISOString(),
    };
    options.signal.throwIfAborted();
    await insertProjectFile(projectId, row, text);
    const { cut: describeCut } = readingTexts.notes;
    return { row, notes: missing > 0 ? [...read.notes, describeCut({ count: missing })] : read.notes };
  } catch (error) {
    throw asRefusal(error);
  }
}

function asRefusal(error: unknown): unknown {
  if (error instanceof LoadFailure) return new FileRefused(error.message);
  if (error instanceof StoreError && error.code === 'gone') return new FileRefused(texts.projectGone);
  if (error instanceof StoreError) return new FileRefused(refusalOf(error) ?? texts.notStored);
  const isAborted = error instanceof DOMException && error.name === 'AbortError';
  return error instanceof FileRefused || isAborted ? error : new FileRefused(fileTexts.unread);
}
