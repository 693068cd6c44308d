import { execFile } from 'node:child_process';
import { chmod, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { openDatabase } from '../../../src/service/database/open.ts';
import { platformRole, prepareHostedProject } from '../../../src/service/testing/hosted-project.ts';
import { startPostgres } from '../../../src/service/testing/postgres-server.ts';
import { root } from '../../lib/run.mjs';

const pushSchema = z.object({ upToDate: z.boolean(), migrations: z.array(z.string()) });
const listSchema = z.object({ migrations: z.array(z.object({ local: z.string(), remote: z.string() })) });
const advisorsSchema = z.object({
  results: z.array(z.object({ name: z.string(), level: z.string(), detail: z.string() })),
});

export interface HostedPush {
  readonly migrations: number;
  /** The CLI's warnings about config.toml. */
  readonly warnings: readonly string[];
  /** The findings of Supabase's security and performance checks, and whether these found a planted fault. */
  readonly findings: readonly string[];
  readonly foundPlanted: boolean;
}

/**
 * Deploys migrations and seed to an empty project with the Supabase CLI, then checks the history and runs the
 * advisors. Nothing leaves this machine.
 * @param folder empty folder for the project
 */
export async function pushToHosted(supabase: string, folder: string): Promise<HostedPush> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
  const server = await startPostgres(join(folder, 'postgres'), platformRole);
  if (!server) throw new Error('PostgreSQL is not installed here.');
  try {
    const administration = await openDatabase({ url: `${server.url}/postgres`, isShared: true });
    await administration.execute('create database project owner postgres');
    await administration.close();
    await prepareHostedProject(`${server.url}/project`);

    // A copy, because the CLI writes into its working folder.
    const work = join(folder, 'work');
    await cp(join(root, 'supabase'), join(work, 'supabase'), { recursive: true });
    const warnings: string[] = [];
    const cli = async <Schema extends z.ZodType>(schema: Schema, ...args: string[]) => {
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [
          supabase,
          ...args,
          `--db-url=${server.ownerUrl}/project?sslmode=disable`,
          `--workdir=${work}`,
          '--output-format=json',
          '--yes',
        ],
        {
          timeout: 300_000,
          maxBuffer: 16_000_000,
          env: {
            PATH: process.env['PATH'],
            // The CLI reads its settings from this folder, so it uses no account.
            HOME: folder,
            USERPROFILE: folder,
            DO_NOT_TRACK: '1',
            SUPABASE_TELEMETRY_DISABLED: '1',
            CLOVER_PUBLIC_URL: 'https://chat.example.org',
          },
        },
      );
      warnings.push(...stderr.split('\n').filter((line) => /^(warn|error)/i.test(line)));
      return schema.parse(JSON.parse(stdout));
    };
    const pushed = await cli(pushSchema, 'db', 'push', '--include-seed');
    const again = await cli(pushSchema, 'db', 'push', '--include-seed');
    const { migrations } = await cli(listSchema, 'migration', 'list');
    if (
      pushed.migrations.length === 0 ||
      !again.upToDate ||
      migrations.some((row) => row.local !== row.remote)
    )
      throw new Error("The database's history differs from the pushed migrations.");

    const advise = async () =>
      (await cli(advisorsSchema, 'db', 'advisors', '--type=all', '--level=warn')).results;
    const findings = (await advise()).map(({ level, name, detail }) => `${level} ${name}: ${detail}`);
    const database = await openDatabase({ url: `${server.ownerUrl}/project`, isShared: true });
    await database.execute(
      'create view public.planted as select * from auth.users; grant select on public.planted to anon',
    );
    await database.close();
    const foundPlanted = (await advise()).some(({ name }) => name === 'auth_users_exposed');
    return { migrations: pushed.migrations.length, warnings: [...new Set(warnings)], findings, foundPlanted };
  } finally {
    await server.stop();
  }
}
