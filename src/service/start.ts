import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { demoAccount } from '../shared/demo.ts';
import { finishReplies, startSettlingReplies } from './abandoned-replies.ts';
import { authSchema } from './auth/schema.ts';
import { newestBackupTime } from './database/backup.ts';
import { bootstrap } from './database/bootstrap.ts';
import type { Database } from './database/database.ts';
import { migrate, newestVersion, readMigrations } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import type { OpenedDatabase } from './database/opened-database.ts';
import { runExclusively } from './database/run-once.ts';
import { readHistory } from './database/schema-history.ts';
import { findTemplate } from './database/template.ts';
import { createDatabaseHealth } from './database-health.ts';
import { EnvironmentError, type Environment } from './environment.ts';
import { prepareFirstStart } from './first-start.ts';
import { json } from './http/json.ts';
import { createWebApp } from './http/web-app.ts';
import { noKeepAwake, type KeepAwake } from './keep-awake.ts';
import type { Log } from './log.ts';
import { createMailbox } from './mailbox/mailbox.ts';
import { createMail } from './mail/outbox.ts';
import { startMaintenance } from './maintenance.ts';
import { requireNoMove } from './move/progress.ts';
import { createOwnerMode } from './owner/owner-mode.ts';
import { beginRun } from './run-record.ts';
import { loadSecrets } from './secrets.ts';
import { localUrl, startServer, type Routes } from './server.ts';
import { createService } from './service.ts';
import { startObjectCleanUp } from './storage/clean-up.ts';
import { createObjectFiles, objectFolder, objectsOf } from './storage/object-files.ts';
import { createRemovalQueue, type Removals } from './storage/removals.ts';
import { startWebOnly } from './web-only.ts';

/** The product's files and folders that the service reads. */
export interface ProductFiles {
  readonly web: string;
  readonly migrations: string;
  readonly seed: string;
  /** Folder of a prepared database, which makes the first start fast. */
  readonly template: string;
}

export interface RunningService {
  /** The URL for a browser on this machine. */
  readonly url: string;
  readonly publishableKey: string;
  /** Set only at the first start, if the password was generated. */
  readonly adminPassword: string | null;
  /** Opens the local mailbox, if there is one. */
  readonly mailboxToken: string | null;
  /** Makes a backup. Null if PostgreSQL or the hosted service has its own backups. */
  readonly backUp: (() => Promise<unknown>) | null;
  /** Ends streams, closes the database and unlocks the data directory. */
  readonly close: () => Promise<void>;
}

/** Time limit (ms) for SQL statements, the same as the hosted service's default for signed-in users. */
const statementLimit = 8_000;

const respondStopping = () => {
  const message = 'The service is restarting. Try again in a moment.';
  return json({ code: '57P03', message, error: { code: '57P03', message } }, 503, { 'retry-after': '5' });
};

export interface StartOptions {
  /** The desktop app opens the service in owner mode with this secret. */
  readonly ownerSecret?: string | null;
  readonly keepAwake?: KeepAwake;
}

/** Checks whether the database has any account. The first start creates the administrator. */
async function isInUse(database: Database): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }>(
    `select to_regclass('auth.users') is not null as found`,
  );
  if (!row?.found) return false;
  return (await database.query('select from auth.users limit 1')).length > 0;
}

const backupsOf = ({ dataDir }: Pick<Environment, 'dataDir'>): string => join(dataDir, 'backups');

async function openServiceDatabase(
  { databaseUrl, dataDir }: Environment,
  files: ProductFiles,
  { onProblem, onBackup }: ReturnType<typeof createDatabaseHealth>,
  { keepDuring }: Removals,
): Promise<OpenedDatabase> {
  const rules = { limitMs: statementLimit, onProblem };
  if (databaseUrl) return openDatabase({ url: databaseUrl, isService: true }, rules);
  const schema = await newestVersion(files.migrations);
  return openDatabase(
    { dataDir: join(dataDir, 'database') },
    {
      ...rules,
      template: await findTemplate(files.template, { authSchema, ...files }),
      backups: {
        directory: backupsOf({ dataDir }),
        schema,
        objects: { directory: objectsOf(dataDir), keepDuring },
      },
      onBackup,
    },
  );
}

/**
 * Opens the data, and serves the app and the service on one port. Rejects with an error whose message says what to do.
 */
async function startEmbedded(
  environment: Environment,
  files: ProductFiles,
  log: Log,
  { ownerSecret = null, keepAwake = noKeepAwake }: StartOptions,
): Promise<RunningService> {
  if (environment.ownerMode && ownerSecret === null)
    throw new EnvironmentError(['CLOVER_OWNER can only be set by the desktop app']);
  const health = createDatabaseHealth(environment.databaseUrl ? 'postgres' : 'pglite', log);
  const removals = createRemovalQueue();
  const database = await openServiceDatabase(environment, files, health, removals);
  const closers: (() => Promise<void> | void)[] = [];
  /** Ready once there is an administrator, until the service stops. */
  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  let settle = () => Promise.resolve();
  const close = async () => {
    state = 'stopping';
    await settle();
    // Runs all closers in parallel, because the server waits for open websockets, which the service closes. Errors are
    // ignored, because the data directory must always be unlocked. The database is closed last, because the other parts
    // still write to it.
    await Promise.allSettled(
      closers
        .splice(0)
        .reverse()
        .map(async (closer) => closer()),
    );
    await database.close();
  };
  try {
    // Requires the lock of the data directory: if two first starts ran at the same time, one could overwrite the
    // other's keys.
    const secrets = await loadSecrets(join(environment.dataDir, 'secrets.json'), !(await isInUse(database)));
    const run = await beginRun(environment.dataDir);
    closers.push(run.end);
    await requireNoMove(database);
    // Checked before the bootstrap, so that data of another version stays unchanged.
    await readHistory(database, await readMigrations(files.migrations));
    await bootstrap(database, { authSchema });
    await migrate(database, files);

    // Emails contain one-time codes, so the mailbox shows them only to the user of this machine, and only if no emails
    // are sent.
    const isMailboxOpen =
      !environment.mailServer && !environment.publicUrl && environment.isLoopback && !environment.ownerMode;
    const mailboxToken = isMailboxOpen ? randomBytes(16).toString('base64url') : null;
    const mailbox = mailboxToken === null ? null : createMailbox(mailboxToken);
    const mail = await createMail(database, environment.mailServer, secrets.jwtSecret, log);
    const objectFiles = createObjectFiles(
      await objectFolder(database, objectsOf(environment.dataDir)),
      removals,
    );
    let { port } = environment;
    const service = await createService({
      database,
      environment,
      secrets,
      objectFiles,
      mailer: mail?.send ?? mailbox?.send ?? null,
      hostHealth: async () => ({
        is_damaged: health.isDamaged(),
        backup: environment.databaseUrl
          ? null
          : {
              last_at: await newestBackupTime(backupsOf(environment)),
              has_failed: health.hasBackupFailed(),
            },
        unclean_starts: run.uncleanStarts(),
      }),
      publicOrigin: () => environment.publicUrl ?? localUrl(environment, port),
      log,
    });
    closers.push(service.close);
    const owner =
      ownerSecret === null ? null : createOwnerMode({ database, auth: service.auth, secret: ownerSecret });
    const webApp = createWebApp(files.web, null);
    const prepared = Promise.withResolvers<void>();
    const handle: Routes['handle'] = async (request, visitor) => {
      const { pathname } = new URL(request.url);
      // Responds without waiting for the start, because load balancers use `/readyz` to distribute requests.
      if (pathname === '/readyz' && state !== 'ready') return json({ status: state }, 503);
      if (pathname === '/healthz') return json({ status: 'ok' });
      if (state === 'stopping' && pathname.startsWith('/functions/v1/')) return respondStopping();
      await prepared.promise;
      const ownerResponse = await owner?.handle(request);
      if (ownerResponse) return ownerResponse;
      if (pathname === '/readyz') return health.readiness(database);
      if (pathname === '/config.json')
        return json({
          supabaseUrl: visitor.origin,
          supabaseKey: secrets.publishableKey,
          demo: demoAccount,
          keepsMails: mailbox !== null,
        });
      if (mailbox && pathname === '/_mailbox') return mailbox.handle(request);
      return (await service.handle(request, visitor)) ?? webApp(request);
    };
    const server = await startServer(
      environment,
      {
        handle,
        handleUpgrade: (request, socket, head, address) => {
          if (state === 'stopping')
            socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
          else service.handleUpgrade(request, socket, head, address);
        },
        ...(owner && { admits: owner.admits }),
        keepAwake,
      },
      log,
    );
    port = server.port;
    settle = async () => void (await Promise.all([server.settle(), finishReplies(service.replies)]));
    closers.push(server.close);
    // Creates the administrator only once the port is open. If the start failed after that, the generated password
    // would be lost.
    const { adminPassword } = await runExclusively(environment.databaseUrl, 'first start', () =>
      prepareFirstStart(database, service.auth, environment),
    );
    // Settles abandoned replies before the first request, so that an open page shows how its reply ended.
    closers.push(await startSettlingReplies(database, log));
    state = 'ready';
    prepared.resolve();
    closers.push(startMaintenance(database, log));
    closers.push(await startObjectCleanUp(database, objectFiles, log));
    if (mail) {
      closers.push(mail.stop);
      await mail.start();
    }
    return {
      url: localUrl(environment, port),
      publishableKey: secrets.publishableKey,
      adminPassword,
      mailboxToken,
      backUp: database.backUp ?? null,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts the embedded service, or only the web app if the environment names a hosted service. */
export const start = (
  environment: Environment,
  files: ProductFiles,
  log: Log,
  options: StartOptions = {},
): Promise<RunningService> =>
  environment.hosted
    ? startWebOnly(environment, environment.hosted, files, log)
    : startEmbedded(environment, files, log, options);
