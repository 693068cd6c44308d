import { describe, expect, inject, it } from 'vitest';
import { DatabaseInUse, DatabaseUnreachable } from './database-lock.ts';
import { openDatabase } from './open.ts';

const { postgres } = inject('databases');

// Where PostgreSQL is missing, the global setup has said so.
describe.runIf(postgres)('a PostgreSQL by URL', () => {
  // Everybody else in these tests shares it.
  const url = `${postgres?.url}/postgres`;

  it("is one service's alone, until that closes", async () => {
    const first = await openDatabase({ url });
    const second = openDatabase({ url });
    await expect(second).rejects.toThrow(DatabaseInUse);
    await expect(second).rejects.toThrow(
      /^Another service works on the database postgres at 127\.0\.0\.1:\d+\. Stop/,
    );
    await first.close();
    await (await openDatabase({ url })).close();
  });

  it.each([
    ['nothing listens there', 'postgres://clover:hunter2@127.0.0.1:1/chats'],
    ['it refuses the user or the password', url.replace(/:[^:@]+@/, ':hunter2@')],
    ['it has no such database', url.replace(/postgres$/, 'chats')],
  ])('says that %s, and no password', async (reason, wrong) => {
    const error: unknown = await openDatabase({ url: wrong }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseUnreachable);
    expect((error as Error).message).toContain(`cannot be used: ${reason}. Check CLOVER_DATABASE_URL`);
    expect((error as Error).message).not.toContain('hunter2');
  });
});
