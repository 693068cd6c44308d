// npm run build:static: builds the web app for a static host in out/web, with the host's headers and redirects. The
// page connects to CLOVER_SUPABASE_URL with CLOVER_SUPABASE_KEY.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnvironment } from '../../src/service/environment.ts';
import { readRoutes } from '../../src/service/http/web-routes.ts';
import { ensureBuilt } from '../lib/build.mjs';
import { root } from '../lib/run.mjs';
import { hostFiles } from './host-files.ts';

try {
  const { hosted } = parseEnvironment(process.env);
  if (!hosted)
    throw new Error('Set CLOVER_SUPABASE_URL and CLOVER_SUPABASE_KEY: a static host has no service.');
  await ensureBuilt('web');
  const web = join(root, 'out', 'web');
  const routes = readRoutes(await readFile(join(web, '.vite', 'routes.json'), 'utf8'));
  if (!routes) throw new Error('The build has no list of its pages. Run: npm run build:web');
  const files = hostFiles(hosted, routes);
  const servers = join(root, 'out', 'host');
  await mkdir(servers, { recursive: true });
  for (const [name, text] of Object.entries(files.site)) await writeFile(join(web, name), text);
  for (const [name, text] of Object.entries(files.server)) await writeFile(join(servers, name), text);
  console.log(
    `out/web is ready for Netlify, Cloudflare Pages and Vercel.\n` +
      `For nginx and Caddy, out/host has ${Object.keys(files.server).join(' and ')}.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
