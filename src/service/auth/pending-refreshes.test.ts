import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { createPendingRefreshes, type PendingRefreshes } from './pending-refreshes.ts';

describe.runIf(inject('databases').postgres)('pending refreshes of two instances', () => {
  let database: OpenedDatabase;
  let one: PendingRefreshes;
  let two: PendingRefreshes;
  const undo: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    [one, two] = [createPendingRefreshes(database), createPendingRefreshes(database)];
    undo.push(await one.listen(), await two.listen());
  });
  afterAll(async () => {
    await Promise.all(undo.map((stop) => stop()));
    await database.close();
  });

  it('are shared by both until the new access token is used', async () => {
    one.add('a-session', 1_000);
    await expect.poll(() => two.has('a-session')).toBe(true);
    // An access token that was issued before the refresh confirms nothing.
    two.confirm({ session_id: 'a-session', iat: 999 });
    expect(two.has('a-session')).toBe(true);
    two.confirm({ session_id: 'a-session', iat: 1_000 });
    await expect.poll(() => one.has('a-session')).toBe(false);
  });
});
