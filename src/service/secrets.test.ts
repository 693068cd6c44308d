import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecrets, loadSecrets, SecretsUnreadable } from './secrets.ts';

let directory: string;
beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'clover-secrets-'))));
afterEach(() => rm(directory, { recursive: true, force: true }));

describe("an installation's keys", () => {
  it('are created once, differ between installations, and only their owner may read the file', async () => {
    const path = join(directory, 'nested', 'secrets.json');
    const first = await loadSecrets(path);
    expect(await loadSecrets(path)).toEqual(first);
    expect(await loadSecrets(join(directory, 'other.json'))).not.toEqual(first);
    // Windows has no such file mode, so the user's folder protects the file.
    const mode = process.platform === 'win32' ? 0o600 : (await stat(path)).mode & 0o777;
    expect(mode).toBe(0o600);
  });

  it('are not silently replaced if a database in use has lost them', async () => {
    const path = join(directory, 'secrets.json');
    await expect(loadSecrets(path, false)).rejects.toThrow(`Put your copy of secrets.json back: ${path}.`);
    const created = await createSecrets(path);
    expect(await loadSecrets(path, false)).toEqual(created);
    await expect(createSecrets(path)).rejects.toThrow('Nothing was changed.');
    expect(await loadSecrets(path, false)).toEqual(created);
  });

  it.each(['', '{', '{"jwtSecret":"short"}', '[]'])(
    'are never replaced if the file contains %j',
    async (text) => {
      const path = join(directory, 'secrets.json');
      await writeFile(path, text);
      const loading = loadSecrets(path);
      await expect(loading).rejects.toBeInstanceOf(SecretsUnreadable);
      await expect(loading).rejects.toThrow(/Restore the file from a backup/);
      expect(await readFile(path, 'utf8')).toBe(text);
    },
  );
});
