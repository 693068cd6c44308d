import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { log } from '../log.ts';
import { moveAsideUnreadable } from '../settings/move-aside.ts';
import { replaceFile } from '../settings/replace-file.ts';

/** The part of Electron's `safeStorage` that the app uses. */
export interface Cipher {
  readonly isEncryptionAvailable: () => boolean;
  /** Linux only. `basic_text` encrypts with a key that every copy of Chromium contains. */
  readonly getSelectedStorageBackend?: () => string;
  readonly encryptString: (text: string) => Buffer;
  readonly decryptString: (encrypted: Buffer) => string;
}

/**
 * Vendor keys in a file, encrypted with a key that the system stores for this app. Used only if the keychain is
 * unavailable and the user agrees.
 */
export interface EncryptedKeys {
  /** False if the system stores no key for this app: then anyone could decrypt the file. */
  readonly isAvailable: () => boolean;
  /** Null if the file cannot be read: it may still contain keys. */
  readonly names: () => readonly string[] | null;
  readonly get: (name: string) => string | null;
  /** False if the key could not be stored. */
  readonly set: (name: string, key: string) => boolean;
  /** False if the file cannot be read or written: it may still contain the key. */
  readonly delete: (name: string) => boolean;
}

/** The file's name in the app's data folder. */
export const keysFile = 'keys.json';

const schema = z.record(z.string(), z.base64());
type Keys = z.infer<typeof schema>;

function parse(text: string): Keys | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function createEncryptedKeys(
  directory: string,
  platform: NodeJS.Platform,
  cipher: Cipher,
): EncryptedKeys {
  const path = join(directory, keysFile);
  /** Returns null if the file cannot be read; it must not be overwritten then. Renames a damaged file. */
  const read = (): Keys | null => {
    try {
      const keys = parse(readFileSync(path, 'utf8'));
      if (keys !== null) return keys;
      moveAsideUnreadable(path, (value) => schema.safeParse(value).success);
      log('keys.set-aside');
      return {};
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      log('keys.not-read');
      return null;
    }
  };
  const write = (keys: Keys): boolean => {
    try {
      if (Object.keys(keys).length === 0) rmSync(path, { force: true });
      else replaceFile(path, JSON.stringify(keys));
      return true;
    } catch {
      log('keys.not-saved');
      return false;
    }
  };
  const isAvailable = (): boolean =>
    cipher.isEncryptionAvailable() &&
    (platform !== 'linux' ||
      !['basic_text', 'unknown', undefined].includes(cipher.getSelectedStorageBackend?.()));
  return {
    isAvailable,
    names: () => {
      const keys = read();
      return keys && Object.keys(keys);
    },
    get: (name) => {
      const encrypted = read()?.[name];
      if (encrypted === undefined || !isAvailable()) return null;
      try {
        return cipher.decryptString(Buffer.from(encrypted, 'base64'));
      } catch {
        // The key was encrypted for another user or on another computer.
        return null;
      }
    },
    set: (name, key) => {
      if (!isAvailable()) return false;
      const keys = read();
      return keys !== null && write({ ...keys, [name]: cipher.encryptString(key).toString('base64') });
    },
    delete: (name) => {
      const keys = read();
      if (keys === null) return false;
      const { [name]: found, ...others } = keys;
      return found === undefined || write(others);
    },
  };
}
