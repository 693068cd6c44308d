import { expect, it } from 'vitest';
import type { Claims } from '../database/database.ts';
import { userClaims, restClient, serviceClaims, visitorClaims } from '../testing/clients.ts';
import { describeDatabases } from '../testing/databases.ts';
import type { Rest } from './rest.ts';
import { adaId, graceId, openLibrary } from './testing/library.ts';

interface Outcome {
  readonly claims: Claims;
  readonly status: number;
  readonly readers: readonly string[];
}

/** Sends requests of four callers at the same time, and returns the rows that each received. */
function sendTogether(rest: Rest, rounds: number): Promise<Outcome[]> {
  const callers = [visitorClaims, userClaims(adaId), serviceClaims, userClaims(graceId)];
  return Promise.all(
    Array.from({ length: rounds }, () => callers)
      .flat()
      .map(async (claims) => {
        const { data, status } = await restClient(rest, claims).from('books').select('reader_id');
        return { claims, status, readers: (data ?? []).map(({ reader_id }) => reader_id as string) };
      }),
  );
}

function isWrong({ claims, status, readers }: Outcome): boolean {
  if (claims.role === 'anon') return status !== 401 || readers.length > 0;
  if (claims.role === 'service_role') return readers.length !== 4;
  return readers.length === 0 || readers.some((reader) => reader !== claims.sub);
}

describeDatabases('160 simultaneous requests', (open) => {
  it('return no rows of other users', async () => {
    const outcomes = await sendTogether(await openLibrary(await open()), 40);
    expect(outcomes).toHaveLength(160);
    expect(outcomes.filter(isWrong)).toEqual([]);
  });
});
