import { basename, join } from 'node:path';
import ElectronStore from 'electron-store';
import type { z } from 'zod';
import { log } from '../log.ts';
import { SaveError } from './save-error.ts';
import { replaceFile } from './replace-file.ts';
import { moveAsideUnreadable } from './move-aside.ts';

/** A small JSON file. It is read once and always written completely. */
export interface Store<Value> {
  readonly read: () => Value;
  /** @throws SaveError if the value could not be written; then the old value stays, in memory and on disk */
  readonly write: (value: Value) => void;
}

/** Receives a message for the user about a problem with a file. */
export type ReportProblem = (sentence: string) => void;

/**
 * Opens `<directory>/<name>.json` with electron-store. After a crash, the file has either the old or the new content. A
 * file that does not match `schema` is renamed. If it cannot be renamed either, the app runs, but saves nothing until
 * the next start.
 * @param schema must return the defaults for `{}`
 */
export function openStore<Schema extends z.ZodType<Record<string, unknown>>>(
  directory: string,
  name: string,
  schema: Schema,
  report: ReportProblem = () => undefined,
): Store<z.infer<Schema>> {
  const path = join(directory, `${name}.json`);
  let current: z.infer<Schema>;
  let blocked: unknown;
  try {
    const aside = moveAsideUnreadable(path, (value) => schema.safeParse(value).success);
    if (aside !== null) {
      log('settings.set-aside', { name });
      report(
        `The file ${name}.json could not be read. It was renamed to ${basename(aside)}, and a new one was created.`,
      );
    }
    const file = new ElectronStore<Record<string, unknown>>({ cwd: directory, name });
    current = schema.parse(file.store);
  } catch (error) {
    log('settings.unreadable', { name });
    report(
      `The file ${name}.json can't be read or renamed. It stays unchanged, and new settings can't be saved.`,
    );
    blocked = error;
    current = schema.parse({});
  }
  return {
    read: () => current,
    write: (value) => {
      const next = schema.parse(value);
      try {
        if (blocked !== undefined) throw blocked;
        replaceFile(path, JSON.stringify(next, undefined, '\t'));
      } catch (error) {
        log('settings.not-saved', { name });
        throw new SaveError(error);
      }
      current = next;
    },
  };
}
