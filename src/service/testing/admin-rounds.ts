import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';

const attacks = [
  { type: 'set-role', role: 'admin', granted: false },
  { type: 'set-role', role: 'banned', granted: true },
  { type: 'delete' },
  {
    type: 'restrict',
    restriction_type: 'ban',
    reason: 'Round',
    expires_at: '2035-01-01T00:00:00Z',
  },
] as const;

export interface AdminRoundsReport {
  readonly left: readonly number[];
  readonly bothDone: number;
  readonly refusals: ReadonlyMap<string, number>;
}

async function makeAdmin(database: Database): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into auth.users (id, aud, role, email, created_at) values ($1, 'authenticated', 'authenticated', $2, now())`,
    [id, `${id}@example.test`],
  );
  await database.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [id]);
  return id;
}

/** Makes the only two administrators demote, ban or delete each other at the same moment, again and again. */
export async function runAdminRounds(database: Database, rounds: number): Promise<AdminRoundsReport> {
  const left: number[] = [];
  const refusals = new Map<string, number>();
  let bothDone = 0;
  const admins = () => database.query<{ id: string }>(`select private.live_admins() as id`);

  const attack = async (from: string, to: string, action: (typeof attacks)[number]): Promise<boolean> => {
    const outcome = await database
      .query<{ answer: { ok: boolean; code?: string } }>(
        `select public.act_on_user($1::text::jsonb, $2, $3::text::jsonb) as answer`,
        [JSON.stringify({ user_id: from, aal: 'aal1' }), to, JSON.stringify(action)],
      )
      .then(
        ([row]) => (row?.answer.ok ? null : (row?.answer.code ?? 'nothing')),
        (error: { readonly code?: string }) => error.code ?? 'unknown',
      );
    if (outcome !== null) refusals.set(outcome, (refusals.get(outcome) ?? 0) + 1);
    return outcome === null;
  };

  for (let round = 0; round < rounds; round += 1) {
    const pair = (await admins()).map(({ id }) => id);
    while (pair.length < 2) pair.push(await makeAdmin(database));
    const [one = '', other = ''] = pair;
    const done = await Promise.all([
      attack(one, other, attacks[round % attacks.length] ?? attacks[0]),
      attack(other, one, attacks[Math.floor(round / attacks.length) % attacks.length] ?? attacks[0]),
    ]);
    if (done.every(Boolean)) bothDone += 1;
    left.push((await admins()).length);
  }
  return { left, bothDone, refusals };
}
