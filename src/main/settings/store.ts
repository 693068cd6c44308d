import { join } from 'node:path';
import ElectronStore from 'electron-store';
import type { z } from 'zod';
import { log } from '../log.ts';
import { setAsideUnreadable } from './set-aside.ts';

/** A small JSON file of main, read once and written whole. */
export interface Store<Value> {
  readonly read: () => Value;
  readonly write: (value: Value) => void;
}

/** Readable by this user alone: the files name the installation and hold its credential. */
const fileMode = 0o600;

/**
 * Opens `<directory>/<name>.json` through electron-store, which writes to a temporary file, syncs it and renames it, so
 * that a crash leaves the old content or the new one, never half of either. What does not fit `schema` is set aside.
 *
 * @param schema gives the defaults by parsing `{}`
 */
export function openStore<Schema extends z.ZodType<Record<string, unknown>>>(
  directory: string,
  name: string,
  schema: Schema,
): Store<z.infer<Schema>> {
  const aside = setAsideUnreadable(
    join(directory, `${name}.json`),
    (value) => schema.safeParse(value).success,
  );
  if (aside) log('settings.set-aside', { name });
  const file = new ElectronStore<Record<string, unknown>>({
    cwd: directory,
    name,
    configFileMode: fileMode,
    accessPropertiesByDotNotation: false,
  });
  let current = schema.parse(file.store);
  return {
    read: () => current,
    write: (value) => {
      const next = schema.parse(value);
      file.store = next;
      current = next;
    },
  };
}
