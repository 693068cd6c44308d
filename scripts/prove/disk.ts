// Fills the disk under the embedded service while it stores messages, then makes room. The service must go on by itself.
// `npm run prove:disk` prints what people were told and ends with 1 when anything acknowledged is lost, or nobody was
// told. It needs a disk of its own, which only root on Linux can make.
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { ensureBuilt } from '../lib/build.mjs';
import { root } from '../lib/run.mjs';
import { startProcess, stopProcess } from './lib/service-process.ts';

const run = promisify(execFile);
const megabyte = 1024 * 1024;
if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.log('not run here: only root on Linux can make a small disk');
  process.exit(0);
}

await ensureBuilt('web', 'service');
const disk = await mkdtemp(join(tmpdir(), 'clover-disk-'));
await run('mount', ['-t', 'tmpfs', '-o', 'size=110m', 'tmpfs', disk]);
const dataDir = join(disk, 'data');
const ready = /^Clover is ready at (\S+)$/;
const begin = async () => {
  const environment = { PORT: '0', HOST: '127.0.0.1', CLOVER_DATA_DIR: dataDir };
  const started = await startProcess(join(root, 'out/service/main.js'), environment, (line) =>
    ready.test(line),
  );
  const { secretKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
    readonly secretKey: string;
  };
  const url = ready.exec(started.line)?.[1] ?? '';
  const admin = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  return { process: started.process, admin, url };
};

const service = await begin();
try {
  const { data, error } = await service.admin.auth.admin.createUser({ email: 'ada@example.test' });
  if (error) throw error;
  const chat = { id: randomUUID(), user_id: data.user.id, title: 'A long chat' };
  await service.admin.from('chat_history').insert(chat).throwOnError();
  const { bavail, bsize } = await statfs(disk);
  const ballast = join(disk, 'ballast');
  await writeFile(ballast, Buffer.alloc(bavail * bsize - 8 * megabyte));

  const acknowledged: string[] = [];
  let refusal = '';
  while (refusal === '' && acknowledged.length < 100) {
    const id = randomUUID();
    const content = randomBytes(400_000).toString('base64');
    const row = { id, chat_id: chat.id, user_id: chat.user_id, role: 'assistant', content };
    const answer = await service.admin.from('chat_messages').insert(row);
    if (answer.error) refusal = `${answer.status} ${answer.error.message}`;
    else acknowledged.push(id);
  }
  const readyz = async () => (await fetch(`${service.url}/readyz`)).status;
  const whileFull = await readyz();
  console.log(
    `${acknowledged.length} messages acknowledged until the disk was full\nto the app: ${refusal}\n/readyz: ${whileFull}`,
  );

  await rm(ballast);
  const freed = performance.now();
  while ((await readyz()) !== 200 && performance.now() - freed < 30_000) await pause(100);
  console.log(`ready again ${((performance.now() - freed) / 1000).toFixed(1)} s after there was room`);
  const { data: rows } = await service.admin.from('chat_messages').select('id').throwOnError();
  const kept = new Set(rows.map(({ id }) => String(id)));
  const lost = acknowledged.filter((id) => !kept.has(id));
  console.log(`with room again: ${kept.size} kept, ${lost.length} lost`);
  process.exitCode =
    acknowledged.length > 0 &&
    refusal.startsWith('503') &&
    lost.length === 0 &&
    service.process.exitCode === null
      ? 0
      : 1;
} finally {
  await stopProcess(service.process);
  await run('umount', [disk]);
  await rm(disk, { recursive: true });
}
