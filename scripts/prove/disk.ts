// Fills the disk under the embedded service while it stores messages, then frees space: the service must recover and
// lose nothing. `npm run prove -- disk` prints the responses that clients received. Needs a small disk, which only root
// on Linux can create.
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureBuilt } from '../lib/build.mjs';
import { withFolder } from './lib/databases.ts';
import { secondsSince } from './lib/figures.ts';
import { builtService, startServiceProcess } from './lib/service-process.ts';

const run = promisify(execFile);
const megabyte = 1024 * 1024;

async function prove(disk: string): Promise<boolean> {
  const service = await startServiceProcess(builtService, { CLOVER_DATA_DIR: join(disk, 'data') });
  try {
    const { admin } = service;
    const { data, error } = await admin.auth.admin.createUser({ email: 'ada@example.test' });
    if (error) throw error;
    const chat = { id: randomUUID(), user_id: data.user.id, title: 'A long chat' };
    await admin.from('chat_history').insert(chat).throwOnError();
    const { bavail, bsize } = await statfs(disk);
    const ballast = join(disk, 'ballast');
    await writeFile(ballast, Buffer.alloc(bavail * bsize - 8 * megabyte));

    const storedIds: string[] = [];
    let refusal = '';
    while (refusal === '' && storedIds.length < 100) {
      const id = randomUUID();
      const content = randomBytes(400_000).toString('base64');
      const row = { id, chat_id: chat.id, user_id: chat.user_id, role: 'assistant', content };
      const response = await admin.from('chat_messages').insert(row);
      if (response.error) refusal = `${response.status} ${response.error.message}`;
      else storedIds.push(id);
    }
    const statusWhenFull = (await fetch(`${service.url}/readyz`)).status;
    console.log(
      `${storedIds.length} messages acknowledged until the disk was full\nto the app: ${refusal}\n/readyz: ${statusWhenFull}`,
    );

    await rm(ballast);
    const freedAt = performance.now();
    while (!(await service.readyz()).startsWith('200') && secondsSince(freedAt) < 30) await pause(100);
    console.log(`ready again ${secondsSince(freedAt).toFixed(1)} s after space was freed`);
    const { data: rows } = await admin.from('chat_messages').select('id').throwOnError();
    const stored = new Set(rows.map(({ id }) => String(id)));
    const lost = storedIds.filter((id) => !stored.has(id));
    console.log(`afterwards: ${stored.size} stored, ${lost.length} lost`);
    return storedIds.length > 0 && refusal.startsWith('503') && lost.length === 0 && service.isRunning();
  } finally {
    await service.stop();
  }
}

if (process.platform === 'linux' && process.getuid?.() === 0) {
  await ensureBuilt('web', 'service');
  await withFolder('disk', async (disk) => {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=110m', 'tmpfs', disk]);
    try {
      process.exitCode = (await prove(disk)) ? 0 : 1;
    } finally {
      await run('umount', [disk]);
    }
  });
} else console.log('not run here: only root on Linux can create a small disk');
