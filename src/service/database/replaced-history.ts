import { createHash } from 'node:crypto';
import { bootstrapLock } from './bootstrap.ts';
import { literal } from './quote.ts';
import { historyRow, historySchema, type HistoryRow, type Migration } from './migration.ts';

/**
 * The migrations that the baseline has replaced: the version of the last one, and the SHA-256 of all versions and texts.
 * A database that has all of them has the tables of the baseline, except for the order of columns.
 */
export const replaced = {
  newest: '20261128160200',
  digest: '53560fe11f2671df5c2187186291afa8ae63354b122addcd4ba5ae417525708c',
};

/** Version of the baseline's last file. Later ones are appended. */
export const endOfBaseline = '20261129100900';

/** Whether the database was made by the replaced migrations, all of them and unchanged. */
export function isReplaced(history: readonly HistoryRow[]): boolean {
  if (history.at(-1)?.version !== replaced.newest) return false;
  const hash = createHash('sha256');
  for (const { version, statements } of history) hash.update(`${version}\0${statements?.join('\n')}\0`);
  return hash.digest('hex') === replaced.digest;
}

/** What can be stated again: the texts of some functions and comments differ from those of the replaced migrations. */
const repeatable = /^(?:create function [^]*?\$\$|comment on [^]*?'|grant [^]*?);$/gm;

const repeat = ({ sql }: Migration): string =>
  [...sql.matchAll(repeatable)]
    .map(([statement]) => statement.replace(/^create function/, 'create or replace function'))
    .join('\n');

/** Two scripts that make a replaced history the one of the baseline: the rows, and the functions, comments and grants. */
export function adoptBaseline(migrations: readonly Migration[]): {
  readonly rows: string;
  readonly statements: string;
} {
  const baseline = migrations.filter(({ version }) => version <= endOfBaseline);
  return {
    rows: [
      bootstrapLock,
      // Not those after it: another instance may have adopted the baseline and continued meanwhile.
      `delete from ${historySchema}.schema_migrations where version <= ${literal(replaced.newest)};`,
      ...baseline.map(historyRow),
    ].join('\n'),
    statements: baseline.map(repeat).join('\n'),
  };
}
