import { join } from 'node:path';
import { announcement } from './announcement.ts';
import { parseEnvironment } from './environment.ts';
import { createHostLink } from './host-link.ts';
import { createKeepAwake, noKeepAwake } from './keep-awake.ts';
import { createLog } from './log.ts';
import { restoreChosenBackup } from './owner/restore-chosen-backup.ts';
import { messageForOperator, messageForOwner } from './start-failure.ts';
import { start } from './start.ts';

const root = join(import.meta.dirname, '..', '..');
const files = {
  web: join(root, 'out', 'web'),
  migrations: join(root, 'supabase', 'migrations'),
  seed: join(root, 'supabase', 'seed.sql'),
  template: join(root, 'out', 'template'),
};

const host = createHostLink();

/** Reports the error to the host and ends the process. The host only gets the message, never a stack trace. */
function reportFailure(sentence: string, details: string): void {
  process.stderr.write(`${details}\n`);
  host.send({ type: 'failed', message: sentence });
  setTimeout(() => process.exit(1), 250);
}

async function run(): Promise<void> {
  const keepAwake = host.isElectron ? createKeepAwake() : noKeepAwake;
  const endStart = keepAwake();
  const environment = parseEnvironment(process.env);
  const log = createLog((line) => void process.stderr.write(line));
  const owner = environment.ownerMode ? await host.ownerRequest() : null;
  if (owner?.restore) {
    host.send({ type: 'restoring' });
    const problem = await restoreChosenBackup(environment.dataDir, owner.restore, files.migrations, log);
    host.send({ type: 'restored', problem });
  }
  const service = await start(environment, files, log, { ownerSecret: owner?.secret ?? null, keepAwake });
  endStart();
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  host.onStop(stop);
  // Lets operators make a backup before they copy it elsewhere. Windows has no such signal.
  if (process.platform !== 'win32') process.on('SIGUSR2', () => void service.backUp?.());
  for (const line of announcement(environment, service)) process.stdout.write(`${line}\n`);
  host.send({ type: 'ready', url: service.url, publishableKey: service.publishableKey });
}

run().catch((error: unknown) =>
  reportFailure(
    host.isElectron ? messageForOwner(error) : String(error instanceof Error ? error.message : error),
    messageForOperator(error),
  ),
);
