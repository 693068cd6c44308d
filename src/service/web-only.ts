import { demoAccount } from '../shared/demo.ts';
import { readMigrations } from './database/migrate.ts';
import type { Environment } from './environment.ts';
import { checkHosted } from './hosted-check.ts';
import { json } from './http/json.ts';
import { createWebApp } from './http/web-app.ts';
import type { Log } from './log.ts';
import { localUrl, startServer } from './server.ts';

/** How long (ms) to reuse the last check of the hosted service. Anyone may request `/readyz`. */
const checkInterval = 10_000;

export async function startWebOnly(
  environment: Environment,
  hosted: NonNullable<Environment['hosted']>,
  folders: { readonly web: string; readonly migrations: string },
  log: Log,
) {
  const webApp = createWebApp(folders.web, hosted.url);
  const migrations = (await readMigrations(folders.migrations)).map(({ file }) => file);
  let last: { readonly at: number; readonly problem: ReturnType<typeof checkHosted> } | null = null;
  const check = async () => {
    if (last && Date.now() - last.at < checkInterval) return last.problem;
    last = { at: Date.now(), problem: checkHosted(hosted, migrations) };
    const problem = await last.problem;
    if (problem) log('hosted-problem', { ...problem });
    return problem;
  };
  // Serves the app even if the check fails: the app shows the problem to users, and the hosted service may recover.
  void check();
  const handle = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/healthz') return json({ status: 'ok' });
    if (pathname === '/readyz') {
      const problem = await check();
      return problem ? json({ status: problem.kind }, 503) : json({ status: 'ready' });
    }
    if (pathname === '/config.json')
      return json({ supabaseUrl: hosted.url, supabaseKey: hosted.key, demo: demoAccount });
    return webApp(request);
  };
  const server = await startServer(
    environment,
    { handle, handleUpgrade: (_request, socket) => socket.destroy() },
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
