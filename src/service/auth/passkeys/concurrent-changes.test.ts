import { beforeAll, expect, it, vi } from 'vitest';
import type { OpenedDatabase } from '../../database/opened-database.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { personWithPasskey, signInWithPasskey } from '../testing/passkeys.ts';

const failed = { status: 400, code: 'webauthn_verification_failed' };

describeDatabases('between the check of a passkey and the sign-in', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  it.each<[string, string, object]>([
    [
      'a ban',
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      { status: 403, code: 'user_banned' },
    ],
    [
      'an unconfirmed email',
      'update auth.users set email_confirmed_at = null where id = $1',
      { status: 403, code: 'email_not_confirmed' },
    ],
    ['a removal', 'delete from auth.webauthn_credentials where user_id = $1', failed],
    ['a deleted account', 'delete from auth.users where id = $1', failed],
    [
      'a use of a copy',
      'update auth.webauthn_credentials set sign_count = sign_count + 1 where user_id = $1',
      failed,
    ],
  ])('%s still counts', async (_name, change, refusal) => {
    const { client, authenticator, user } = await personWithPasskey(database);
    const transaction = database.transaction.bind(database);
    vi.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
      await database.query(change, [user.id]);
      return transaction(work);
    });
    const { data, error } = await signInWithPasskey(client(), authenticator);
    expect(error).toMatchObject(refusal);
    expect(data).toBeNull();
  });
});
