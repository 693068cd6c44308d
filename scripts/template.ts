// Creates the template for new databases, so that the first start needs no PostgreSQL setup and no migrations.
import { join } from 'node:path';
import { authSchema } from '../src/service/auth/schema.ts';
import { ensureTemplate } from '../src/service/database/template.ts';
import { installCapture } from '../src/service/realtime/capture.ts';
import { readCatalog } from '../src/service/realtime/catalog.ts';

const root = join(import.meta.dirname, '..');
await ensureTemplate(join(root, 'out', 'template'), {
  authSchema,
  migrations: join(root, 'supabase', 'migrations'),
  seed: join(root, 'supabase', 'seed.sql'),
  finish: async (database) => installCapture(database, await readCatalog(database)),
});
