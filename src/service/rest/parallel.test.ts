import { expect, it } from 'vitest';
import type { Claims } from '../database/database.ts';
import { person, restClient, service, visitor } from '../testing/clients.ts';
import { describeDatabases } from '../testing/databases.ts';
import type { Rest } from './rest.ts';
import { ada, grace, openLibrary } from './testing/library.ts';

interface Asked {
  readonly claims: Claims;
  readonly status: number;
  readonly readers: readonly string[];
}

/** Requests of four callers at once, with what each got to see. */
function askAtOnce(rest: Rest, rounds: number): Promise<Asked[]> {
  const callers = [visitor, person(ada), service, person(grace)];
  return Promise.all(
    Array.from({ length: rounds }, () => callers)
      .flat()
      .map(async (claims) => {
        const { data, status } = await restClient(rest, claims).from('books').select('reader_id');
        return { claims, status, readers: (data ?? []).map(({ reader_id }) => reader_id as string) };
      }),
  );
}

/** Whether a caller got anything but exactly what is his. */
function isWrong({ claims, status, readers }: Asked): boolean {
  if (claims.role === 'anon') return status !== 401 || readers.length > 0;
  if (claims.role === 'service_role') return readers.length !== 4;
  return readers.length === 0 || readers.some((reader) => reader !== claims.sub);
}

describeDatabases('160 requests at once', (open) => {
  it("never return another user's row", async () => {
    const answers = await askAtOnce(await openLibrary(await open()), 40);
    expect(answers).toHaveLength(160);
    expect(answers.filter(isWrong)).toEqual([]);
  });
});
