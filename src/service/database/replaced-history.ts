import { createHash } from 'node:crypto';
import { bootstrapLock } from './bootstrap.ts';
import { quoteLiteral } from './quote.ts';
import { historyRow, historySchema, type HistoryRow, type Migration } from './migration.ts';

/**
 * Identifies the migrations that the baseline has replaced, by the version of the last one and the SHA-256 of all
 * versions and texts. A database with all of them has the baseline's tables, except for the order of columns.
 */
export const replacedMigrations = {
  newest: '20261128160200',
  digest: '53560fe11f2671df5c2187186291afa8ae63354b122addcd4ba5ae417525708c',
};

/** Version of the baseline's last file. Later migrations are appended. */
export const endOfBaseline = '20261129100900';

/** Checks that the database was made by exactly the replaced migrations, all of them and unchanged. */
export function isReplacedHistory(history: readonly HistoryRow[]): boolean {
  if (history.at(-1)?.version !== replacedMigrations.newest) return false;
  const hash = createHash('sha256');
  for (const { version, statements } of history) hash.update(`${version}\0${statements?.join('\n')}\0`);
  return hash.digest('hex') === replacedMigrations.digest;
}

/** Statements to run again, because some functions and comments differ from the replaced migrations. */
const repeatable = /^(?:create function [^]*?\$\$|comment on [^]*?'|grant [^]*?);$/gm;

const statementsToRepeat = ({ sql }: Migration): string =>
  [...sql.matchAll(repeatable)]
    .map(([statement]) => statement.replace(/^create function/, 'create or replace function'))
    .join('\n');

/**
 * Returns two scripts that turn the replaced history into the baseline's: one for the history rows, one for functions,
 * comments and grants.
 */
export function adoptBaseline(migrations: readonly Migration[]): {
  readonly rows: string;
  readonly statements: string;
} {
  const baseline = migrations.filter(({ version }) => version <= endOfBaseline);
  return {
    rows: [
      bootstrapLock,
      // Keeps later rows, because another instance may already have adopted the baseline and applied more migrations.
      `delete from ${historySchema}.schema_migrations where version <= ${quoteLiteral(replacedMigrations.newest)};`,
      ...baseline.map(historyRow),
    ].join('\n'),
    statements: baseline.map(statementsToRepeat).join('\n'),
  };
}
