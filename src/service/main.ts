import { join } from 'node:path';
import { announcement } from './announcement.ts';
import { DataDirectoryCorrupt } from './database/data-directory.ts';
import { DataFromNewerVersion } from './database/schema-history.ts';
import { parseEnvironment } from './environment.ts';
import { createHostLink } from './host-link.ts';
import { createKeepAwake, noKeepAwake } from './keep-awake.ts';
import { createLog } from './log.ts';
import { restoreRequested } from './owner/restore-requested.ts';
import { start } from './start.ts';

const root = join(import.meta.dirname, '..', '..');
const files = {
  web: join(root, 'out', 'web'),
  migrations: join(root, 'supabase', 'migrations'),
  seed: join(root, 'supabase', 'seed.sql'),
  template: join(root, 'out', 'template'),
};

const host = createHostLink();

/** Whether the user can continue by restoring a backup. */
const needsBackup = (error: Error): boolean =>
  error instanceof DataDirectoryCorrupt ? error.backup !== undefined : error instanceof DataFromNewerVersion;

/**
 * Errors with a specific name have messages for the operator. Any other error is a bug, so its stack trace is printed.
 */
const messageFor = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (needsBackup(error)) return `${error.message} To restore a backup, run: npm run restore`;
  const isNamed =
    error.name !== 'Error' && !(error instanceof TypeError) && !(error instanceof ReferenceError);
  return isNamed ? error.message : (error.stack ?? error.message);
};

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
    const problem = await restoreRequested(environment.dataDir, owner.restore, files.migrations, log);
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
  // For operators who copy backups elsewhere on a schedule. Windows has no such signal.
  if (process.platform !== 'win32') process.on('SIGUSR2', () => void service.backUp?.());
  for (const line of announcement(environment, service)) process.stdout.write(`${line}\n`);
  host.send({ type: 'ready', url: service.url, publishableKey: service.publishableKey });
}

/** For the owner's window, which has no command line. */
const messageForOwner = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (host.isElectron && needsBackup(error))
    return `${error.message} Choose “Restore a Backup…” in the File menu.`;
  return error.message;
};

run().catch((error: unknown) => reportFailure(messageForOwner(error), messageFor(error)));
