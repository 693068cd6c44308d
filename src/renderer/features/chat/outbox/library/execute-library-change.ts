import { z } from 'zod';
import type { LibraryChange } from '../../../../lib/library-changes.ts';
import { refusedTexts } from '../../../../lib/refused-texts.ts';
import { StoreError } from '../../data/store-error.ts';
import { resultOf } from '../execute.ts';
import type { ExecuteResult } from '../operation.ts';
import { libraryTables, type Row } from './library-tables.ts';

/** Attempts, if other devices change the item between the two requests. */
const MAX_ATTEMPTS = 3;

/**
 * Saves the change unless another device has changed or deleted the item. Compares values, not revisions, so that a
 * repeated attempt and later changes of the same item succeed.
 */
export async function executeLibraryChange(userId: string, change: LibraryChange): Promise<ExecuteResult> {
  const table = libraryTables[change.list];
  try {
    const value = change.value && table.toRow(change.value);
    const seen = change.seen && table.toRow(change.seen);
    const source = table.toSource(change.value ?? {});
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const stored = await table.read(change.itemId);
      if (contains(stored?.values ?? null, value)) return 'done';
      if (!contains(stored?.values ?? null, seen))
        return {
          refused: stored ? refusedTexts.reasons.changed : refusedTexts.reasons.gone,
          isConflict: true,
        };
      const revision = stored?.revision ?? null;
      if (await table.write({ userId, id: change.itemId, values: value, source, revision })) return 'done';
    }
    return 'offline';
  } catch (error) {
    return refusalOf(error);
  }
}

/** True if the row has all expected values. Null for a row that doesn't exist. */
function contains(row: Row | null, expected: Row | null): boolean {
  if (!row || !expected) return row === expected;
  return Object.keys(expected).every((name) => JSON.stringify(row[name]) === JSON.stringify(expected[name]));
}

function refusalOf(error: unknown): ExecuteResult {
  // Damaged values can't be saved later either, and must not block the operations that follow.
  if (error instanceof z.ZodError) return { refused: refusedTexts.reasons.failed };
  const result = resultOf(error);
  if (!(error instanceof StoreError) || typeof result === 'string' || error.code === 'refused') return result;
  return {
    refused: error.code === 'duplicate' ? refusedTexts.reasons.nameTaken : refusedTexts.reasons.failed,
  };
}
