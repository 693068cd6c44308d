import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { startAuth, type AuthHarness } from '../auth/testing/harness.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { ensureOwner } from './owner-account.ts';

const ownerEmail = 'owner@clover.local';

describeDatabases('the owner of a computer', (open) => {
  let database: OpenedDatabase;
  let harness: AuthHarness;
  beforeEach(async () => {
    database = await open({ migrated: true });
    harness = startAuth(database);
  });

  const ensure = () => ensureOwner(database, harness.auth);
  const makeAdministrator = (id: string) =>
    database.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [id]);
  const addChat = (userId: string, title: string) =>
    database.query(
      `insert into public.chat_history (id, user_id, title, project_id) values ($1, $2, $3, 'blue_clover')`,
      [randomUUID(), userId, title],
    );
  /** Reads the owner's data in a new session, as the page does. */
  const readAsOwner = async () => {
    const { access_token: token } = await harness.auth.openSession(await ensure());
    const claims = await harness.auth.verifyAccessToken(token);
    return database.asCaller(claims!, async (tx) => {
      const [row] = await tx.query<Record<string, unknown>>(
        `select public.session_requirement() as requirement, public.has_role('admin') as is_admin,
           public.current_plan() as plan,
           (select array_agg(title order by title) from public.chat_history) as chats`,
      );
      return row;
    });
  };

  it('is created once, without a password', async () => {
    const id = await ensure();
    expect(await ensure()).toBe(id);
    const [owner] = await database.query(
      'select email, encrypted_password, (select count(*)::int from auth.users) as users from auth.users where id = $1',
      [id],
    );
    expect(owner).toEqual({ email: ownerEmail, encrypted_password: null, users: 1 });
    expect(await readAsOwner()).toEqual({
      requirement: null,
      is_admin: true,
      plan: 'professional',
      chats: null,
    });
  });

  it('can open their chats again after anything that locks an account', async () => {
    // An owner from an earlier version, with a password and without `ownerMark`.
    const { id } = await harness.auth.createUser({
      email: ownerEmail,
      password: 'the password of main',
      isEmailConfirmed: true,
    });
    await makeAdministrator(id);
    await addChat(id, 'Before');
    await database.query(
      `update auth.users set email = 'robin@example.org', encrypted_password = 'changed', email_change = 'x@example.org',
         created_at = now() - interval '1 day'
       where id = $1`,
      [id],
    );
    await database.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values ($1, $2, '', 'totp', 'verified', now(), now())`,
      [randomUUID(), id],
    );
    await database.query(
      `insert into public.user_verification_status (user_id, forced_password_reset) values ($1, true)
       on conflict (user_id) do update set forced_password_reset = true`,
      [id],
    );
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'restricted')`, [id]);
    await database.query(
      `insert into public.temporary_restrictions (user_id, restriction_type, expires_at)
       values ($1, 'restrict', now() + interval '1 day')`,
      [id],
    );
    // The owner had changed their email, so the next start created a second owner, which has been used since.
    const second = await harness.auth.createUser({ email: ownerEmail, isEmailConfirmed: true });
    await makeAdministrator(second.id);
    await addChat(second.id, 'Since');
    const { access_token: stored } = await harness.auth.openSession(second.id);

    expect(await readAsOwner()).toEqual({
      requirement: null,
      is_admin: true,
      plan: 'professional',
      chats: ['Before', 'Since'],
    });
    expect(await harness.auth.isSessionLive((await harness.auth.verifyAccessToken(stored))!)).toBe(false);
    expect(await ensure()).toBe(id);
    const [access] = await database.query<{ may_send: boolean }>(
      'select not private.is_restricted($1) and not private.is_banned($1) as may_send',
      [id],
    );
    expect(access?.may_send).toBe(true);
  });

  it('adds the role and plan that an interrupted start did not grant', async () => {
    const { id } = await harness.auth.createUser({ email: ownerEmail, isEmailConfirmed: true });
    expect(await ensure()).toBe(id);
    expect(await readAsOwner()).toMatchObject({ is_admin: true, plan: 'professional' });
  });

  it("is identified by ownerMark, not by the account's age", async () => {
    const id = await ensure();
    const older = await harness.auth.createUser({ email: 'older@example.org', isEmailConfirmed: true });
    await makeAdministrator(older.id);
    await database.query(`update auth.users set created_at = '2001-01-01' where id = $1`, [older.id]);
    expect(await ensure()).toBe(id);
  });
});
