import { z } from 'zod';
import { remainingPart } from '../data/import-parts.ts';
import type { ImportBatch, ImportRow } from './batches.ts';

export interface ImportProgress {
  readonly total: number;
  readonly imported: number;
  /** Already imported by an earlier attempt. */
  readonly present: number;
  /** Unreadable, or refused by the service. */
  readonly refused: number;
  /** Refused, because the plan's limit is reached. */
  readonly overLimit: number;
  /** Imported but hidden, because they are older than the plan allows. */
  readonly hidden: number;
}

const resultsSchema = z.array(
  z.object({
    outcome: z.enum(['imported', 'partial', 'present', 'refused']),
    code: z.string().optional(),
    next: z.number().optional(),
    is_hidden: z.boolean().optional(),
  }),
);

export interface ImportSource {
  readonly count: number;
  readonly batches: () => AsyncIterable<ImportBatch>;
}

/**
 * Imports chats in batches, and long chats in parts. Each chat is imported completely or not at all, and only
 * once, so that an interrupted import can be repeated.
 *
 * @param send calls the service. If it rejects, the import ends
 */
export async function importChats(
  source: ImportSource,
  send: (chats: readonly ImportRow[]) => Promise<unknown>,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportProgress> {
  let progress = { total: source.count, imported: 0, present: 0, refused: 0, overLimit: 0, hidden: 0 };
  const add = (change: Partial<ImportProgress>) => {
    const sum = { ...progress };
    for (const key of Object.keys(change) as (keyof ImportProgress)[]) sum[key] += change[key] ?? 0;
    progress = sum;
    onProgress(progress);
  };
  // The long chat that is being imported. `done` is the number of messages that the service has, or null if
  // the chat is complete or was refused.
  let long: { readonly id: string; readonly done: number | null } = { id: '', done: null };
  for await (const { rows, unreadable } of source.batches()) {
    signal.throwIfAborted();
    if (unreadable > 0) add({ refused: unreadable });
    const missing = rows.flatMap((row) => {
      if (row.total === undefined || row.id !== long.id) return [row];
      const remaining = long.done === null ? null : remainingPart(row, long.done);
      return remaining ? [remaining] : [];
    });
    if (missing.length === 0) continue;
    const results = resultsSchema.parse(await send(missing));
    const [first] = missing;
    if (first?.total !== undefined) {
      const isUnderWay = results[0]?.outcome === 'partial';
      long = { id: first.id, done: isUnderWay ? (results[0]?.next ?? 0) : null };
    }
    const count = (isCounted: (answer: (typeof results)[number]) => boolean) =>
      results.filter(isCounted).length;
    add({
      imported: count(({ outcome }) => outcome === 'imported'),
      present: count(({ outcome }) => outcome === 'present'),
      refused: count(({ outcome, code }) => outcome === 'refused' && code !== 'limit'),
      overLimit: count(({ code }) => code === 'limit'),
      hidden: count((answer) => answer.is_hidden === true),
    });
  }
  signal.throwIfAborted();
  return progress;
}
