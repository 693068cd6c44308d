import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { log } from '../log.ts';
import { replaceFile } from '../settings/replace-file.ts';
import { type EndedReply, endedReplySchema } from './ended-reply.ts';

export const unsavedFolder = 'unsaved-replies';

/**
 * The maximum number of files, each at most as long as a message. If there are more, the oldest are deleted. Far fewer
 * replies normally end while the service is unreachable.
 */
const maxFiles = 100;
/** In days. After this time, the account is probably no longer used on this computer. */
const maxAge = 30;
const dayMs = 86_400_000;

/**
 * Replies that the service could not store yet, one file each. Only this computer's user can read them. A file is
 * deleted when its reply is stored, when its user signs out, and after 30 days.
 */
export interface UnsavedReplies {
  /** A user's replies for the service in use, the oldest first. */
  readonly read: (userId: string) => readonly EndedReply[];
  /** Never throws: a full disk is only logged, because the reply is also in memory. */
  readonly write: (reply: EndedReply) => void;
  readonly delete: (replyId: string) => void;
  readonly deleteAllOf: (userId: string) => void;
  /** Deletes the replies of a service that the user removes from this computer. */
  readonly deleteAllOfService: (service: string) => void;
}

const fileSchema = z.object({ service: z.string(), endedAt: z.number(), reply: endedReplySchema });
type UnsavedFile = z.infer<typeof fileSchema>;

/**
 * @param directory the app's data folder
 * @param service the identity of the service in use
 */
export function createUnsavedReplies(
  directory: string,
  service: string,
  now: () => number = Date.now,
): UnsavedReplies {
  const folder = join(directory, unsavedFolder);
  const pathOf = (replyId: string): string => join(folder, `${replyId}.json`);
  const remove = (replyId: string): void => {
    try {
      rmSync(pathOf(replyId), { force: true });
    } catch {
      log('replies.not-deleted');
    }
  };
  /** Skips a file that cannot be read, e.g. one of a newer version. */
  const readFile = (name: string): readonly UnsavedFile[] => {
    try {
      const { data } = fileSchema.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      return data ? [data] : [];
    } catch {
      return [];
    }
  };
  const listFiles = (): readonly string[] => {
    try {
      return readdirSync(folder).filter((name) => name.endsWith('.json'));
    } catch {
      return [];
    }
  };
  const readAll = (): readonly UnsavedFile[] =>
    listFiles()
      .flatMap(readFile)
      .toSorted((one, other) => one.endedAt - other.endedAt);
  const deleteWhere = (isDeleted: (file: UnsavedFile) => boolean): void => {
    for (const file of readAll()) if (isDeleted(file)) remove(file.reply.replyId);
  };

  deleteWhere(({ endedAt }) => endedAt < now() - maxAge * dayMs);

  return {
    read: (userId) =>
      readAll()
        .filter((file) => file.service === service && file.reply.userId === userId)
        .map(({ reply }) => reply),
    write: (reply) => {
      const file: UnsavedFile = { service, endedAt: now(), reply };
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        replaceFile(pathOf(reply.replyId), JSON.stringify(file));
        if (listFiles().length > maxFiles)
          for (const { reply: oldest } of readAll().slice(0, -maxFiles)) remove(oldest.replyId);
      } catch {
        log('replies.not-written');
      }
    },
    delete: remove,
    deleteAllOf: (userId) => deleteWhere((file) => file.service === service && file.reply.userId === userId),
    deleteAllOfService: (identity) => deleteWhere((file) => file.service === identity),
  };
}
