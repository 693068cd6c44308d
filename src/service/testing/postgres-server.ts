import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';

const run = promisify(execFile);

export interface PostgresServer {
  /** URL of the superuser, without a database name. */
  readonly url: string;
  /** URL of the role `postgres`, which is the superuser unless the superuser has another name. */
  readonly ownerUrl: string;
  stop(): Promise<void>;
}

/**
 * Finds the folder of PostgreSQL's programs. Debian has one folder per version, none of them in PATH.
 * `CLOVER_TEST_POSTGRES` overrides the folder.
 */
export async function postgresPrograms(): Promise<string | undefined> {
  const { CLOVER_TEST_POSTGRES: chosen } = process.env;
  if (chosen) return chosen;
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
  if (newest !== undefined) return join(debian, newest, 'bin');
  return run('pg_config', ['--bindir']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

/** Finds the user of Debian's package if the tests run as root, because initdb refuses to run as root. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the system assigned no port');
  return address.port;
}

/** PostgreSQL never waits for the disk, because no one needs the data after the run. */
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=200',
  'shared_buffers=64MB',
];

/**
 * Starts PostgreSQL in `directory`, with the data of an earlier start in this directory. Resolves to undefined if
 * PostgreSQL is not installed.
 * @param superuser the superuser's name; if it is not `postgres`, a role `postgres` without rights is also created
 * @param more settings (`name=value`) that override `settings`
 */
export async function startPostgres(
  directory: string,
  superuser = 'postgres',
  more: readonly string[] = [],
): Promise<PostgresServer | undefined> {
  const bin = await postgresPrograms();
  if (bin === undefined) return undefined;
  const owner = await unprivilegedUser();
  const passwordFile = join(directory, 'password');
  const data = join(directory, 'data');
  const environment = { ...owner, cwd: directory, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  const known = await readFile(passwordFile, 'utf8').catch(() => undefined);
  const password = known ?? randomUUID();
  if (known === undefined) {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (owner) for (const path of [directory, passwordFile]) await chown(path, owner.uid, owner.gid);
    await run(
      join(bin, 'initdb'),
      [
        '-D',
        data,
        '-U',
        superuser,
        '-E',
        'UTF8',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--no-sync',
      ],
      environment,
    );
  }
  const port = await freePort();
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      directory,
      '-h',
      '127.0.0.1',
      ...[...settings, ...more].flatMap((each) => ['-c', each]),
    ],
    { ...environment, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const stopped = once(server, 'exit');
  // Kills the server if the run crashes. `exit` handlers must be synchronous, and sending a signal is.
  const kill = () => server.kill('SIGQUIT');
  process.once('exit', kill);

  await new Promise<void>((resolve, reject) => {
    let output = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('ready to accept connections')) resolve();
    });
    stopped.then(() => reject(new Error(`PostgreSQL did not start:\n${output}`)), reject);
  });

  const urlOf = (role: string) => `postgres://${role}:${password}@127.0.0.1:${port}`;
  if (superuser !== 'postgres') {
    const sql = postgres(`${urlOf(superuser)}/postgres`, { max: 1 });
    await sql.unsafe(`create role postgres login password '${password}'`);
    await sql.end();
  }
  return {
    url: urlOf(superuser),
    ownerUrl: urlOf('postgres'),
    async stop() {
      process.off('exit', kill);
      // A fast shutdown, which ends sessions that a failed test has left open.
      server.kill('SIGINT');
      await stopped;
    },
  };
}
