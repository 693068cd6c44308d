import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../lib/build.mjs';
import { startServiceProcess } from '../prove/lib/service-process.ts';
import { mayContain } from './contents.mjs';

const root = join(import.meta.dirname, '..', '..');
const folders = ['out/service', 'out/template', 'supabase', 'node_modules/@electric-sql/pglite'];

it('the service starts with only the files that a package may contain', { timeout: 120_000 }, async () => {
  await ensureBuilt('service');
  const copy = await mkdtemp(join(tmpdir(), 'clover-packed-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  for (const folder of folders)
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      if (mayContain(path)) await cp(join(root, path), join(copy, path));
    }
  await cp(join(root, 'package.json'), join(copy, 'package.json'));
  const service = await startServiceProcess(join(copy, 'out/service/main.js'));
  onTestFinished(() => service.stop().then(() => {}));
  expect(await service.readyz()).toMatch(/^200 /);
});
