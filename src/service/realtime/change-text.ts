import type { Change } from './capture.ts';
import type { PublishedTable } from './catalog.ts';
import type { Column } from './filters.ts';
import { limits } from './limits.ts';

const tooLargeErrors = ['Error 413: Payload Too Large'];

const byteLength = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Keeps only the columns to send. If the row is too long, keeps only the short ones. */
function trim(record: string, columns: readonly Column[], isComplete: boolean) {
  const isLong = record.length > limits.recordBytes;
  if (isComplete && !isLong) return { record, errors: null };
  const values = JSON.parse(record) as Record<string, unknown>;
  const selected = columns
    .map(({ name }) => [name, values[name]] as const)
    .filter(([, value]) => !isLong || byteLength(value) <= limits.shortColumnBytes);
  return { record: JSON.stringify(Object.fromEntries(selected)), errors: isLong ? tooLargeErrors : null };
}

/**
 * Writes the `data` of a change as JSON text.
 *
 * Old rows contain only their primary key: for updates because the queue contains only keys, for deletes because the
 * database can no longer decide who may see the row.
 *
 * @param record the row's columns that the subscriber may see, as JSON text; null for a delete
 * @param columns the columns to send
 * @param isComplete whether the record has exactly these columns
 */
export function changeText(
  table: PublishedTable,
  change: Change,
  record: string | null,
  columns: readonly Column[],
  isComplete: boolean,
): string {
  const trimmed = record === null ? null : trim(record, columns, isComplete);
  const head = JSON.stringify({
    schema: table.schema,
    table: table.name,
    commit_timestamp: change.committedAt,
    type: change.kind,
    columns,
    errors: trimmed?.errors ?? null,
  });
  const rows = [
    ...(trimmed === null ? [] : [`"record":${trimmed.record}`]),
    ...(change.kind === 'INSERT' ? [] : [`"old_record":${change.key}`]),
  ];
  return `${head.slice(0, -1)},${rows.join(',')}}`;
}
