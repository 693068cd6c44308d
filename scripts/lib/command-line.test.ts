import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const commands = [
  'start.mjs',
  'test.mjs',
  'restore.ts',
  'rotate-keys.ts',
  'new-keys.ts',
  'move.ts',
  'icons.ts',
  join('package', 'sign-release.ts'),
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clover-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(commands)(
  '%s has --help, and only fails if an argument is unknown',
  (command) => {
    const run = (argument: string) =>
      spawnSync(process.execPath, [join(root, 'scripts', command), argument], {
        encoding: 'utf8',
        env: { ...process.env, CLOVER_DATA_DIR: folder },
        timeout: 20_000,
      });
    const help = run('--help');
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('Usage: npm ')]);
    const refused = run('--no-such-option');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("Unknown option '--no-such-option'");
    expect(refused.stderr).toContain('Usage: npm ');
    expect(readdirSync(folder)).toEqual([]);
  },
  30_000,
);
