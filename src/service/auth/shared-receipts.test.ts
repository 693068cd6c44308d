import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { createReceipts } from './receipts.ts';
import { shareReceipts, type SharedReceipts } from './shared-receipts.ts';

describe.runIf(inject('databases').postgres)('receipts of two instances', () => {
  let database: OpenedDatabase;
  let one: SharedReceipts;
  let two: SharedReceipts;
  const undo: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    [one, two] = [shareReceipts(createReceipts(), database), shareReceipts(createReceipts(), database)];
    undo.push(await one.listen(), await two.listen());
  });
  afterAll(async () => {
    await Promise.all(undo.map((stop) => stop()));
    await database.close();
  });

  it('show at either that an answer has not arrived, and that it has', async () => {
    one.expect('a-session', 1_000);
    await expect.poll(() => two.isOutstanding('a-session')).toBe(true);
    // An access token of before the refresh shows nothing.
    two.confirm({ session_id: 'a-session', iat: 999 });
    expect(two.isOutstanding('a-session')).toBe(true);
    two.confirm({ session_id: 'a-session', iat: 1_000 });
    await expect.poll(() => one.isOutstanding('a-session')).toBe(false);
  });
});
