// Makes the template of a fresh database, which spares the first start PostgreSQL's own set-up and every migration.
import { join } from 'node:path';
import { authSchema } from '../src/service/auth/schema.ts';
import { ensureDump, templateDump } from '../src/service/database/template.ts';

const root = join(import.meta.dirname, '..');
const dump = await templateDump({
  authSchema,
  migrations: join(root, 'supabase', 'migrations'),
  seed: join(root, 'supabase', 'seed.sql'),
});
await ensureDump(join(root, 'out', 'template'), dump);
