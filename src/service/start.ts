import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { demoAccount } from '../shared/demo.ts';
import { authSchema } from './auth/schema.ts';
import { DatabaseDamaged } from './database/backup.ts';
import { bootstrap } from './database/bootstrap.ts';
import type { Database } from './database/database.ts';
import { migrate, newestVersion, readMigrations } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { inTurn } from './database/run-once.ts';
import { readHistory } from './database/schema-history.ts';
import type { SessionRules } from './database/session-pool.ts';
import { findTemplate } from './database/template.ts';
import { EnvironmentError, type Environment } from './environment.ts';
import { prepareFirstStart } from './first-start.ts';
import { checkHosted } from './hosted-check.ts';
import { json } from './http/json.ts';
import { createMetrics } from './http/metrics.ts';
import { createWebApp } from './http/web-app.ts';
import type { Log } from './log.ts';
import { createMailbox } from './mailbox/mailbox.ts';
import { createMail } from './mail/mail.ts';
import { startMaintenance } from './maintenance.ts';
import { requireWhole } from './move/progress.ts';
import { createOwnerMode } from './owner/owner-mode.ts';
import { loadSecrets } from './secrets.ts';
import { startServer, type Routes } from './server.ts';
import { createService } from './service.ts';

/** Folders of the product that the service reads. */
export interface Places {
  /** The built web app. */
  readonly web: string;
  readonly migrations: string;
  readonly seed: string;
  /** A prepared database, which makes the first start fast. */
  readonly template: string;
}

export interface RunningService {
  /** Where a browser on this machine reaches it. */
  readonly url: string;
  readonly publishableKey: string;
  /** Only at the first start, when it was generated. */
  readonly adminPassword: string | null;
  /** Opens the mailbox, while there is one. */
  readonly mailboxToken: string | null;
  /** Makes a backup now; null where PostgreSQL or the hosted service has its own. */
  readonly backUp: (() => Promise<unknown>) | null;
  /** Ends streams, closes the database and gives the data directory free. */
  readonly close: () => Promise<void>;
}

/** The routes with their figures counted, where the environment names who may read them. */
function withMetrics(handle: Routes['handle'], token: string | null): Routes['handle'] {
  if (token === null) return handle;
  const metrics = createMetrics(token);
  return async (request, visitor) =>
    new URL(request.url).pathname === '/metrics'
      ? metrics.page(request)
      : metrics.count(request, () => handle(request, visitor));
}

const localUrl = (environment: Environment, port: number) =>
  `http://${environment.isLoopback || environment.host === '0.0.0.0' || environment.host === '::' ? 'localhost' : environment.host}:${port}`;

/** How long (ms) an answer of the hosted service is believed. */
const lookEvery = 10_000;

/** Only the web app, in front of a hosted service. */
async function startWebOnly(
  environment: Environment,
  hosted: { readonly url: string; readonly key: string },
  places: Places,
  log: Log,
): Promise<RunningService> {
  const webApp = createWebApp(places.web, hosted.url);
  const migrations = (await readMigrations(places.migrations)).map(({ file }) => file);
  let last: { readonly at: number; readonly found: ReturnType<typeof checkHosted> } | null = null;
  const look = async () => {
    // Anybody may ask whether we are ready: the hosted service is not asked each time.
    if (last && Date.now() - last.at < lookEvery) return last.found;
    last = { at: Date.now(), found: checkHosted(hosted, migrations) };
    const problem = await last.found;
    if (problem) log('hosted-problem', { ...problem });
    return problem;
  };
  // The app is served all the same: it tells people, and the service may come back.
  void look();
  const handle: Routes['handle'] = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/healthz') return json({ status: 'ok' });
    if (pathname === '/readyz') {
      const problem = await look();
      return problem ? json({ status: problem.kind }, 503) : json({ status: 'ready' });
    }
    if (pathname === '/config.json')
      return json({ supabaseUrl: hosted.url, supabaseKey: hosted.key, demo: demoAccount });
    return webApp(request);
  };
  const server = await startServer(
    environment,
    {
      handle: withMetrics(handle, environment.metricsToken),
      handleUpgrade: (_request, socket) => socket.destroy(),
    },
    log,
  );
  return {
    url: localUrl(environment, server.port),
    publishableKey: hosted.key,
    adminPassword: null,
    mailboxToken: null,
    backUp: null,
    close: server.close,
  };
}

/** Longest time (ms) of a statement, as hosted has it for signed-in people. */
const statementLimit = 8_000;

/** How long (ms) `/readyz` waits for the database: whoever asks must know within 2 s that it is away. */
const readyPatience = 1_500;

async function answersWithin(database: Database, patience: number): Promise<boolean> {
  const tooLate = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => tooLate.resolve(false), patience);
  const answered = database.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, tooLate.promise]).finally(() => clearTimeout(timer));
}

const stopping = () => {
  const message = 'The service is restarting. Try again in a moment.';
  return json({ code: '57P03', message, error: { code: '57P03', message } }, 503, { 'retry-after': '5' });
};

/** What the process must be told from within. */
export interface StartOptions {
  /** Opens the service to the desktop app, in owner mode. */
  readonly ownerSecret?: string | null;
}

/** PostgreSQL's codes for a page that isn't as it was written. */
const damagedPage = /^XX00[12]$/;

/** Whether somebody has an account in the database; a first start creates the administrator. */
async function isInUse(database: Database): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }>(
    `select to_regclass('auth.users') is not null as found`,
  );
  if (!row?.found) return false;
  return (await database.query('select from auth.users limit 1')).length > 0;
}

/** Opens the data directory and serves app and service on one port. Rejects with an error whose message says what to do. */
async function startEmbedded(
  environment: Environment,
  places: Places,
  log: Log,
  { ownerSecret = null }: StartOptions,
): Promise<RunningService> {
  if (environment.ownerMode && ownerSecret === null)
    throw new EnvironmentError(['CLOVER_OWNER is set by the desktop app alone']);
  const sources = { authSchema, migrations: places.migrations, seed: places.seed };
  let isDamaged = false;
  const noteDamage = (found: string) => {
    isDamaged = true;
    log('database-damaged', { found, remedy: 'Stop the service, then run: npm run restore' });
  };
  const newest = await newestVersion(places.migrations);
  const rules: SessionRules = {
    limitMs: statementLimit,
    onTrouble: (event, reason) => {
      if (damagedPage.test(reason)) noteDamage(reason);
      else log(event, { reason });
    },
  };
  const database = environment.databaseUrl
    ? await openDatabase({ url: environment.databaseUrl, isService: true }, rules)
    : await openDatabase(
        { dataDir: join(environment.dataDir, 'database') },
        {
          template: await findTemplate(places.template, sources),
          ...rules,
          backups: { directory: join(environment.dataDir, 'backups'), schema: newest },
          onBackupFailed: (error) => {
            if (error instanceof DatabaseDamaged) noteDamage(error.file);
            else log('backup-failed', { error: error instanceof Error ? error.name : 'unknown' });
          },
        },
      );
  const closers: (() => Promise<void> | void)[] = [];
  /** Ready from the first administrator on, until the first sign of the end. */
  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  let settle = () => Promise.resolve();
  const close = async () => {
    state = 'stopping';
    await settle();
    // Side by side, the server first: it takes nobody in any more, and waits for the websockets to which the service
    // says goodbye. Whatever fails, the data directory must be given free. The database is last: the others settle in it.
    await Promise.allSettled(
      closers
        .splice(0)
        .reverse()
        .map(async (closer) => closer()),
    );
    await database.close();
  };
  try {
    // Behind the lock of the data directory: two first starts at once would each make keys, and one lose its own.
    const secrets = await loadSecrets(join(environment.dataDir, 'secrets.json'), !(await isInUse(database)));
    await requireWhole(database);
    // Before the bootstrap, so that data of another version stays as it is.
    await readHistory(database, await readMigrations(places.migrations));
    await bootstrap(database, { authSchema });
    await migrate(database, sources);

    // Mails hold one-time codes: they are shown only to the one person at this machine, and only while none are sent.
    const isMailboxOpen =
      !environment.mailServer && !environment.publicUrl && environment.isLoopback && !environment.ownerMode;
    const mailboxToken = isMailboxOpen ? randomBytes(16).toString('base64url') : null;
    const mailbox = mailboxToken === null ? null : createMailbox(mailboxToken);
    const mail = await createMail(database, environment.mailServer, secrets.jwtSecret, log);
    let port = environment.port;
    const service = await createService({
      database,
      environment,
      secrets,
      mailer: mail?.send ?? mailbox?.send ?? null,
      publicOrigin: () => environment.publicUrl ?? localUrl(environment, port),
      log,
    });
    closers.push(service.close);
    const owner =
      ownerSecret === null ? null : createOwnerMode({ database, auth: service.auth, secret: ownerSecret });
    const webApp = createWebApp(places.web, null);
    const prepared = Promise.withResolvers<void>();
    const handle: Routes['handle'] = async (request, visitor) => {
      const { pathname } = new URL(request.url);
      // Answered at once, unlike all else: who asks decides whether to send people here.
      if (pathname === '/readyz' && state !== 'ready') return json({ status: state }, 503);
      if (pathname === '/healthz') return json({ status: 'ok' });
      if (state === 'stopping' && pathname.startsWith('/functions/v1/')) return stopping();
      await prepared.promise;
      const answered = await owner?.handle(request);
      if (answered) return answered;
      if (pathname === '/readyz' && isDamaged) return json({ status: 'damaged' }, 503);
      if (pathname === '/readyz')
        return (await answersWithin(database, readyPatience))
          ? json({ status: 'ready' })
          : json({ status: 'no database' }, 503, { 'retry-after': '2' });
      if (pathname === '/config.json')
        return json({ supabaseUrl: visitor.origin, supabaseKey: secrets.publishableKey, demo: demoAccount });
      if (mailbox && pathname === '/_mailbox') return mailbox.handle(request);
      return (await service.handle(request, visitor)) ?? webApp(request);
    };
    const server = await startServer(
      environment,
      {
        handle: withMetrics(handle, environment.metricsToken),
        handleUpgrade: (request, socket, head, address) => {
          if (state === 'stopping')
            socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
          else service.handleUpgrade(request, socket, head, address);
        },
        ...(owner && { admits: owner.admits }),
      },
      log,
    );
    port = server.port;
    settle = server.settle;
    closers.push(server.close);
    // Only once the port is ours: a start that fails after making the administrator would take the password with it.
    const { adminPassword } = await inTurn(environment.databaseUrl, 'first start', () =>
      prepareFirstStart(database, service.auth, environment),
    );
    state = 'ready';
    prepared.resolve();
    closers.push(startMaintenance(database, log));
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

/** Starts what the environment asks for. */
export const start = (
  environment: Environment,
  places: Places,
  log: Log,
  options: StartOptions = {},
): Promise<RunningService> =>
  environment.hosted
    ? startWebOnly(environment, environment.hosted, places, log)
    : startEmbedded(environment, places, log, options);
