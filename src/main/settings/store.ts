import { basename, join } from 'node:path';
import ElectronStore from 'electron-store';
import type { z } from 'zod';
import { log } from '../log.ts';
import { NotKept } from './not-kept.ts';
import { replaceFile } from './replace-file.ts';
import { setAsideUnreadable } from './set-aside.ts';

/** A small JSON file of main, read once and written whole. */
export interface Store<Value> {
  readonly read: () => Value;
  /** @throws NotKept when the disk did not take it; the old value then holds, here and on the disk */
  readonly write: (value: Value) => void;
}

/** Takes a sentence for the person about what went wrong with a file. */
export type TellTrouble = (sentence: string) => void;

/**
 * Opens `<directory>/<name>.json` with electron-store. A crash leaves the old content or the new one, never half of
 * either. What does not fit `schema` is set aside; where even that is not possible, the file is left alone and nothing
 * is kept until the next start. The app runs in any case.
 *
 * @param schema gives the defaults by parsing `{}`
 */
export function openStore<Schema extends z.ZodType<Record<string, unknown>>>(
  directory: string,
  name: string,
  schema: Schema,
  tell: TellTrouble = () => undefined,
): Store<z.infer<Schema>> {
  const path = join(directory, `${name}.json`);
  let current: z.infer<Schema>;
  let blocked: unknown;
  try {
    const aside = setAsideUnreadable(path, (value) => schema.safeParse(value).success);
    if (aside !== null) {
      log('settings.set-aside', { name });
      tell(
        `The file ${name}.json could not be read. It is kept as ${basename(aside)}; a new one takes its place.`,
      );
    }
    const file = new ElectronStore<Record<string, unknown>>({ cwd: directory, name });
    current = schema.parse(file.store);
  } catch (error) {
    log('settings.unreadable', { name });
    tell(
      `The file ${name}.json can be neither read nor moved aside. It stays as it is, and nothing new is kept in it.`,
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
        log('settings.not-kept', { name });
        throw new NotKept(error);
      }
      current = next;
    },
  };
}
