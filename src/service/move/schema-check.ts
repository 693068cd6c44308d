import { authSchema } from '../auth/schema.ts';
import { bootstrap } from '../database/bootstrap.ts';
import type { Queryable } from '../database/database.ts';
import { DatabaseRightsMissing, insufficientPrivilege } from '../database/missing-rights.ts';
import { migrate, readMigrations, type MigrationSources } from '../database/migrate.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { MoveRefused } from './errors.ts';

/** Which auth service set up the database. The hosted one owns its schema and doesn't use our keys. */
export type DatabaseLayout = 'empty' | 'embedded' | 'hosted';

export async function detectLayout(database: Queryable): Promise<DatabaseLayout> {
  const [found] = await database.query<{ has_auth: boolean; note: string | null }>(
    `select to_regclass('auth.users') is not null as has_auth,
       obj_description(to_regnamespace('auth')::oid, 'pg_namespace') as note`,
  );
  if (!found?.has_auth) return 'empty';
  // Only `bootstrap` writes this comment.
  return found.note?.startsWith('bootstrap ') ? 'embedded' : 'hosted';
}

async function appliedVersions(database: Queryable): Promise<Set<string>> {
  const [found] = await database.query<{ exists: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as exists`,
  );
  if (!found?.exists) return new Set();
  const rows = await database.query<{ version: string }>(
    `select version from supabase_migrations.schema_migrations`,
  );
  return new Set(rows.map(({ version }) => version));
}

/** Maximum number of names to list in one sentence. */
const maxNames = 5;

const list = (names: readonly string[]) =>
  names.length > maxNames
    ? `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`
    : names.join(', ');

/** Throws MoveRefused unless the database has exactly this version's migrations. */
export async function requireSchema(
  database: Queryable,
  { migrations }: MigrationSources,
  { place, remedy }: { readonly place: string; readonly remedy: string },
): Promise<void> {
  const ours = await readMigrations(migrations);
  const applied = await appliedVersions(database);
  const missingFiles = ours.filter(({ version }) => !applied.has(version)).map(({ file }) => file);
  if (missingFiles.length > 0)
    throw new MoveRefused(
      `${place} is missing ${missingFiles.length} migrations: ${list(missingFiles)}. ${remedy}`,
    );
  const ownVersions = new Set(ours.map(({ version }) => version));
  const newer = [...applied].filter((version) => !ownVersions.has(version));
  if (newer.length > 0)
    throw new MoveRefused(
      `${place} has migrations that this version does not have: ${list(newer)}. Run the move with the newer version.`,
    );
}

/**
 * Creates the parts of the schema that the target doesn't have. A hosted target is only checked, because `supabase db
 * push` runs its migrations.
 */
export async function prepareSchema(
  database: OpenedDatabase,
  layout: DatabaseLayout,
  sources: MigrationSources,
  place: string,
): Promise<void> {
  if (layout === 'hosted')
    return requireSchema(database, sources, { place, remedy: 'Run supabase db push --include-seed first.' });
  try {
    await bootstrap(database, { authSchema });
    await migrate(database, sources);
  } catch (error) {
    if (error instanceof DatabaseRightsMissing) throw new MoveRefused(error.message, { cause: error });
    if ((error as { readonly code?: unknown }).code !== insufficientPrivilege) throw error;
    throw new MoveRefused(
      `${place} has no schema yet, and this role isn't allowed to create it. Connect as the owner of the database. Nothing was moved.`,
      { cause: error },
    );
  }
}
