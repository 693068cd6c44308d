import { createTokens } from '../../../../src/service/auth/tokens.ts';
import { findUserById } from '../../../../src/service/auth/users.ts';
import type { OpenedDatabase } from '../../../../src/service/database/opened-database.ts';
import type { ServiceProcess } from '../service-process.ts';

export interface LoadUser {
  readonly id: string;
  readonly chat: string;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs in users of a filled database (`fill`). They have a plan without a daily limit. */
export async function signInUsers(
  database: OpenedDatabase,
  service: ServiceProcess,
  most: number,
): Promise<LoadUser[]> {
  await database.query(
    `insert into public.subscriptions (user_id, plan, source)
     select u.id, 'professional', 'admin' from auth.users u where not u.is_anonymous on conflict (user_id) do nothing`,
  );
  const rows = await database.query<{ id: string; session: string; chat: string }>(
    `select u.id, s.id as session, c.id as chat
     from auth.users u
     cross join lateral (select id from auth.sessions where user_id = u.id limit 1) s
     cross join lateral (
       select id from public.chat_history where user_id = u.id order by updated_at desc limit 1
     ) c
     where not u.is_anonymous and not private.is_banned(u.id) and not private.is_restricted(u.id)
     order by u.id limit $1`,
    [most],
  );
  const tokens = createTokens({
    secret: service.jwtSecret,
    issuer: () => `${service.url}/auth/v1`,
    clock: () => new Date(),
    onVerified: () => {},
  });
  return Promise.all(
    rows.map(async ({ id, session, chat }) => {
      const user = await findUserById(database, id);
      if (!user) throw new Error('the user does not exist');
      const { token } = await tokens.sign(user, { id: session, aal: 'aal1', amr: [] });
      const headers = {
        apikey: service.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      };
      return { id, chat, token, headers };
    }),
  );
}
