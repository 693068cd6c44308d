import { useMemo, useSyncExternalStore } from 'react';
import { filesDraftOf } from '../../../lib/storage.ts';
import type { Drafts } from '../drafts.ts';
import { type Attachment, attachmentSchema } from './attachment.ts';

/**
 * Returns the attached files of a draft. Their descriptions are saved with the draft, their contents in the account's
 * file database.
 */
export function useDraftFiles(drafts: Drafts, draftKey: string): readonly Attachment[] {
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(filesDraftOf(draftKey)));
  return useMemo(() => parseFiles(text), [text]);
}

export const readDraftFiles = (drafts: Drafts, draftKey: string): readonly Attachment[] =>
  parseFiles(drafts.get(filesDraftOf(draftKey)));

export const writeDraftFiles = (drafts: Drafts, draftKey: string, files: readonly Attachment[]): void =>
  drafts.set(filesDraftOf(draftKey), files.length === 0 ? '' : JSON.stringify(files));

/** Adds files to a draft. Also used to restore the files of an unsent message. */
export function addDraftFiles(drafts: Drafts, draftKey: string, files: readonly Attachment[] = []): void {
  if (files.length === 0) return;
  const earlier = readDraftFiles(drafts, draftKey);
  const isNew = ({ path }: Attachment) => !earlier.some((file) => file.path === path);
  writeDraftFiles(drafts, draftKey, [...earlier, ...files.filter(isNew)]);
}

/** Moves a file to another position. 0 is the first. */
export function moveDraftFile(drafts: Drafts, draftKey: string, path: string, place: number): void {
  const files = readDraftFiles(drafts, draftKey);
  const moved = files.find((file) => file.path === path);
  if (!moved || place < 0 || place >= files.length) return;
  const others = files.filter((file) => file !== moved);
  writeDraftFiles(drafts, draftKey, [...others.slice(0, place), moved, ...others.slice(place)]);
}

/** Removes all files from the draft and returns them for sending. */
export function takeDraftFiles(drafts: Drafts, draftKey: string): readonly Attachment[] {
  const files = readDraftFiles(drafts, draftKey);
  if (files.length > 0) writeDraftFiles(drafts, draftKey, []);
  return files;
}

const noFiles: readonly Attachment[] = [];

function parseFiles(text: string): readonly Attachment[] {
  if (text === '') return noFiles;
  try {
    return attachmentSchema.array().parse(JSON.parse(text));
  } catch {
    return noFiles;
  }
}
