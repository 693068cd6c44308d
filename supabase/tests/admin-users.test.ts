import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { userClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { openConsole, type SignedIn, signIn } from './testing/callers.ts';
import { makeAccount, makeChat, refusalOf, type Account } from './testing/accounts.ts';

const soon = (minutes = 60) => new Date(Date.now() + minutes * 60_000).toISOString();
const password = 'a good long password';
const accountOf = ({ id }: SignedIn): Account => ({ id, claims: userClaims(id) });

describeSchema('accounts for administrators', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;

  beforeAll(async () => {
    ({ database, service, admin } = await openConsole(open));
  });
  afterAll(() => service.close());

  const act = (action: string, body: unknown = {}) => admin.post(`admin/users/${action}`, body);
  const rolesOf = async (user: string) =>
    (
      await database.query<{ role: string }>(
        `select role from public.user_roles where user_id = $1 order by role`,
        [user],
      )
    ).map(({ role }) => role);
  const logOf = (user: string) =>
    database.query<{ admin_id: string; action_type: string; action_details: unknown }>(
      `select admin_id, action_type, action_details from public.user_activity_logs
       where user_id = $1 order by created_at`,
      [user],
    );
  const bannedUntil = async (user: string) =>
    (
      await database.query<{ banned_until: string | null }>(
        `select banned_until from auth.users where id = $1`,
        [user],
      )
    )[0]?.banned_until;

  describe('the list', () => {
    const marker = `m${randomUUID().slice(0, 8)}`;
    const ids: string[] = [];
    beforeAll(async () => {
      for (const [index, name] of ['Ada', 'Grace', 'Edsger'].entries()) {
        const id = randomUUID();
        ids.push(id);
        await database.query(
          `insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at)
           values ($1, 'authenticated', 'authenticated', $2, $3::text::jsonb, now() - make_interval(days => $4))`,
          [id, `${name.toLowerCase()}.${marker}@example.test`, JSON.stringify({ name }), index],
        );
      }
      await database.query(`insert into public.user_roles (user_id, role) values ($1, 'restricted')`, [
        ids[1],
      ]);
      await database.query(
        `insert into public.subscriptions (user_id, plan, source) values ($1, 'professional', 'admin')`,
        [ids[2]],
      );
    });
    const list = async (body: Record<string, unknown>) => {
      const answer = await act('list', body);
      expect(answer.status).toBe(200);
      return answer.body as { users: { id: string; name: string }[]; total: number; total_is_exact: boolean };
    };
    const names = async (body: Record<string, unknown>) =>
      (await list({ search: marker, ...body })).users.map(({ name }) => name);

    it('shows accounts with their role, plan and access, and nothing from their chats [ADMIN-010] [ADMIN-029]', async () => {
      const { users, total, total_is_exact } = await list({ search: marker });
      expect([total, total_is_exact]).toEqual([3, true]);
      expect(users[1]).toEqual({
        id: ids[1],
        email: `grace.${marker}@example.test`,
        name: 'Grace',
        is_guest: false,
        email_verified: false,
        created_at: expect.any(String),
        last_sign_in_at: null,
        plan: 'starter',
        plan_ends_at: null,
        roles: ['restricted'],
        access: 'restricted',
        restrictions: [],
        forced_password_reset: false,
        requests: 0,
      });
    });

    it('sorts and pages on the server', async () => {
      expect(await names({})).toEqual(['Ada', 'Grace', 'Edsger']);
      expect(await names({ sort: 'name', direction: 'asc' })).toEqual(['Ada', 'Edsger', 'Grace']);
      expect(await names({ sort: 'email', direction: 'desc' })).toEqual(['Grace', 'Edsger', 'Ada']);
      expect(await names({ page_size: 2, page: 2 })).toEqual(['Edsger']);
      expect((await list({ search: marker, page_size: 2, page: 9 })).total).toBe(3);
    });

    it('searches emails and names by prefix and part, and ids, without wildcards', async () => {
      expect(await names({ search: `GRACE.${marker}` })).toEqual(['Grace']);
      expect(await names({ search: ids[0] })).toEqual(['Ada']);
      expect((await list({ search: 'gr' })).users.map(({ name }) => name)).toContain('Grace');
      expect(await names({ search: `%${marker}` })).toEqual([]);
      expect(await names({ search: `___.${marker}` })).toEqual([]);
      expect(await names({ search: `'; drop table x; --` })).toEqual([]);
      expect(await names({ role: 'restricted' })).toEqual(['Grace']);
      expect(await names({ plan: 'professional' })).toEqual(['Edsger']);
      expect(await names({ plan: 'starter' })).toEqual(['Ada', 'Grace']);
      expect(await names({ plan: 'guest' })).toEqual([]);
    });

    it('shows changes to an account', async () => {
      await database.query(`update auth.users set raw_user_meta_data = '{"name": "Augusta"}' where id = $1`, [
        ids[0],
      ]);
      expect(await names({ search: ids[0] })).toEqual(['Augusta']);
      await database.query(`update auth.users set raw_user_meta_data = '{"name": "Ada"}' where id = $1`, [
        ids[0],
      ]);
    });

    it('refuses unknown pages and sort orders', async () => {
      for (const wrong of [{ page: 0 }, { page_size: 101 }, { sort: 'password' }, { plan: 'gold' }])
        expect((await act('list', wrong)).status).toBe(400);
    });
  });

  describe('roles', () => {
    it('are granted and revoked, each logged once [ADMIN-030] [ADMIN-043] [ADMIN-044] [DATA-009]', async () => {
      const { id } = await makeAccount(database);
      const { body } = await act('set-role', { user: id, role: 'admin', granted: true });
      expect(body.user).toMatchObject({ id, roles: ['admin'] });
      await act('set-role', { user: id, role: 'admin', granted: false });
      expect(await rolesOf(id)).toEqual([]);
      expect(await logOf(id)).toEqual([
        { admin_id: admin.id, action_type: 'user.grant-role', action_details: { role: 'admin' } },
        { admin_id: admin.id, action_type: 'user.revoke-role', action_details: { role: 'admin' } },
      ]);
    });

    it('can be granted twice and revoked twice, even in parallel [DATA-039]', async () => {
      const { id } = await makeAccount(database);
      const grant = () => act('set-role', { user: id, role: 'restricted', granted: true });
      const answers = await Promise.all([grant(), grant(), grant()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await rolesOf(id)).toEqual(['restricted']);
      expect(await logOf(id)).toHaveLength(1);
      for (let round = 0; round < 2; round += 1)
        expect((await act('set-role', { user: id, role: 'restricted', granted: false })).status).toBe(200);
    });

    it('cannot make a guest an administrator', async () => {
      const { id } = await makeAccount(database, { isGuest: true });
      expect(await act('set-role', { user: id, role: 'admin', granted: true })).toMatchObject({
        status: 409,
        body: { error: { code: 'guest', message: 'A guest cannot be an administrator.' } },
      });
    });

    it('cannot be changed for oneself or the last administrator [ADMIN-056]', async () => {
      for (const body of [
        { role: 'admin', granted: false },
        { role: 'banned', granted: true },
      ])
        expect(await act('set-role', { user: admin.id, ...body })).toMatchObject({
          status: 409,
          body: { error: { code: 'self' } },
        });
      expect((await act('delete', { user: admin.id })).status).toBe(409);
      expect(await rolesOf(admin.id)).toEqual(['admin']);
    });
  });

  describe('bans and restrictions', () => {
    let person: SignedIn;
    beforeAll(async () => {
      person = await signIn(service);
    });
    const enter = async () => {
      const { data } = await service.admin.auth.admin.getUserById(person.id);
      return service.client().auth.signInWithPassword({ email: data.user!.email!, password });
    };

    it('block the account and its sign-in immediately, until they are lifted [ADMIN-031] [ROLE-011]', async () => {
      const { body } = await act('set-role', {
        user: person.id,
        role: 'banned',
        granted: true,
        reason: 'Spam',
      });
      expect(body.user).toMatchObject({ access: 'banned', roles: ['banned'] });
      expect(new Date((await bannedUntil(person.id))!).getFullYear()).toBeGreaterThan(2100);
      expect((await refusalOf(makeChat(database, accountOf(person)))).hint).toBe('banned');
      expect((await enter()).error?.code).toBe('user_banned');
      await act('set-role', { user: person.id, role: 'banned', granted: false });
      expect(await bannedUntil(person.id)).toBeNull();
      expect((await enter()).error).toBeNull();
      await makeChat(database, accountOf(person));
    });

    it('last until they expire, with reason and author, and are lifted one by one or together [ADMIN-032] [ADMIN-039] [ROLE-012]', async () => {
      const restrict = (type: string) =>
        act('restrict', {
          user: person.id,
          restriction_type: type,
          reason: 'Too many requests',
          expires_at: soon(),
        });
      const first = (await restrict('restrict')).body.user;
      expect(first.access).toBe('restricted');
      expect(first.restrictions[0]).toMatchObject({
        restriction_type: 'restrict',
        reason: 'Too many requests',
        created_by: admin.id,
      });
      expect((await restrict('ban')).body.user.access).toBe('banned');
      expect(new Date((await bannedUntil(person.id))!).getTime()).toBeGreaterThan(Date.now());
      const { restrictions } = (await act('list', { search: person.id })).body.users[0];
      const ban = restrictions.find(
        ({ restriction_type }: { restriction_type: string }) => restriction_type === 'ban',
      );
      const lifted = (await act('lift', { user: person.id, restriction: ban.id })).body.user;
      expect(lifted.access).toBe('restricted');
      expect(await bannedUntil(person.id)).toBeNull();
      expect((await act('lift', { user: person.id, restriction: ban.id })).status).toBe(404);
      await act('set-role', { user: person.id, role: 'restricted', granted: true });
      expect((await act('lift', { user: person.id })).body.user).toMatchObject({
        access: 'active',
        roles: [],
        restrictions: [],
      });
    });

    it.each([
      ['in the past', soon(-1)],
      ['within a minute', soon(0.5)],
      ['in eleven years', soon(11 * 366 * 24 * 60)],
      ['that is not a time', 'tomorrow'],
      ['without a time zone', '2030-01-01T00:00:00'],
    ])('refuse an end %s', async (_, expires_at) => {
      const body = { user: person.id, restriction_type: 'ban', reason: 'Spam', expires_at };
      expect((await act('restrict', body)).status).toBe(400);
      expect(await bannedUntil(person.id)).toBeNull();
    });

    it('refuse a reason with an email', async () => {
      const body = { user: person.id, restriction_type: 'ban', expires_at: soon() };
      const answer = await act('restrict', { ...body, reason: 'Asked by boss@example.test' });
      expect(answer.body.error.message).toContain('Remove email addresses');
      expect((await act('restrict', { ...body, reason: ' ' })).status).toBe(400);
    });
  });

  describe('plans, passwords and addresses', () => {
    it('are set by admin actions [ROLE-023]', async () => {
      const { id } = await makeAccount(database);
      expect((await act('set-plan', { user: id, plan: 'professional' })).body.user.plan).toBe('professional');
      const ends = soon(1440);
      const { user } = (await act('set-plan', { user: id, plan: 'professional', ends_at: ends })).body;
      expect(new Date(user.plan_ends_at).toISOString()).toBe(ends);
      expect((await act('set-plan', { user: id, plan: 'starter' })).body.user.plan).toBe('starter');
      expect((await act('set-plan', { user: id, plan: 'professional', ends_at: soon(-5) })).status).toBe(400);
    });

    it('end every session and block the account until a new password is chosen [ADMIN-035]', async () => {
      const person = await signIn(service);
      expect((await act('reset-password', { user: person.id })).body.user.forced_password_reset).toBe(true);
      expect(await database.query(`select from auth.sessions where user_id = $1`, [person.id])).toEqual([]);
      const account = accountOf(person);
      expect((await refusalOf(makeChat(database, account))).message).toContain('new password');
      await service.admin.auth.admin.updateUserById(person.id, { password: 'another long password' });
      expect((await act('list', { search: person.id })).body.users[0].forced_password_reset).toBe(false);
      await makeChat(database, account);
    });

    it('set whether an address is verified, in the account and in its record [ADMIN-036]', async () => {
      const { id } = await makeAccount(database);
      expect((await act('set-verified', { user: id, verified: true })).body.user.email_verified).toBe(true);
      const record = () =>
        database.query(
          `select email_verified, email_verified_at is not null as has_time
           from public.user_verification_status where user_id = $1`,
          [id],
        );
      expect(await record()).toEqual([{ email_verified: true, has_time: true }]);
      expect((await act('set-verified', { user: id, verified: false })).body.user.email_verified).toBe(false);
      expect(await record()).toEqual([{ email_verified: false, has_time: false }]);
    });

    it("keep an administrator's address verified, because sign-in needs it", async () => {
      const colleague = await makeAccount(database, { roles: ['admin'] });
      for (const user of [colleague.id, admin.id])
        expect((await act('set-verified', { user, verified: false })).body.error.code).toBe('admin');
      expect((await act('list', { search: admin.id })).body.users[0].email_verified).toBe(true);
      await act('delete', { user: colleague.id });
    });

    it('are refused for a guest', async () => {
      const { id } = await makeAccount(database, { isGuest: true });
      for (const [action, body] of [
        ['set-plan', { plan: 'professional' }],
        ['reset-password', {}],
        ['set-verified', { verified: true }],
      ] as const)
        expect((await act(action, { user: id, ...body })).body.error.code).toBe('guest');
    });
  });

  describe('creation and deletion', () => {
    const create = (body: Record<string, unknown> = {}) =>
      act('create', { id: randomUUID(), email: `${randomUUID()}@example.test`, ...body });

    it('create an account with roles and plan, whose password only its owner chooses [ADMIN-034]', async () => {
      const email = `${randomUUID()}@example.test`;
      const { status, body } = await create({
        email,
        name: 'Ada',
        roles: ['admin', 'restricted'],
        plan: 'professional',
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        roles_error: null,
        user: {
          email,
          name: 'Ada',
          email_verified: true,
          roles: ['admin', 'restricted'],
          plan: 'professional',
        },
      });
      expect((await service.client().auth.signInWithPassword({ email, password })).error?.code).toBe(
        'invalid_credentials',
      );
      const { data: mail } = await service.admin.auth.admin.generateLink({ type: 'recovery', email });
      const token = mail.properties!.email_otp;
      const opened = await service.client().auth.verifyOtp({ email, token, type: 'recovery' });
      expect(opened.data.user?.id).toBe(body.user.id);
      expect((await logOf(body.user.id)).map(({ action_type }) => action_type).slice(0, 2)).toEqual([
        'user.create-started',
        'user.create',
      ]);
      await act('delete', { user: body.user.id });
    });

    it('refuse an address that exists, with the documented message [ADMIN-052]', async () => {
      const email = `${randomUUID()}@example.test`;
      await create({ email });
      const id = randomUUID();
      expect((await create({ id, email })).body.error).toMatchObject({
        code: 'email_exists',
        message: `A user with email ${email} already exists. Please use a different email address.`,
      });
      expect((await logOf(id)).map(({ action_type }) => action_type)).toEqual([
        'user.create-started',
        'user.create-failed',
      ]);
      expect(JSON.stringify(await logOf(id))).not.toContain(email);
    });

    it('create one account if the request is repeated, and never change another one', async () => {
      const request = { id: randomUUID(), email: `${randomUUID()}@example.test` };
      expect((await create(request)).status).toBe(200);
      expect((await create(request)).body.user.id).toBe(request.id);
      const { id } = await makeAccount(database);
      expect(await create({ id, roles: ['admin'] })).toMatchObject({
        status: 409,
        body: { error: { code: 'conflict' } },
      });
      expect(await rolesOf(id)).toEqual([]);
    });

    it.each([{ email: 'no-address' }, { roles: ['root'] }, { id: '1' }])('refuse %j', async (wrong) => {
      expect((await create(wrong)).status).toBe(400);
    });

    it('delete an account with all its data, and keep the log [ADMIN-033]', async () => {
      const leaver = await makeAccount(database);
      const chat = await makeChat(database, leaver);
      expect((await act('delete', { user: leaver.id })).body).toEqual({ id: leaver.id });
      expect(await database.query(`select from public.chat_history where id = $1`, [chat])).toEqual([]);
      expect((await logOf(leaver.id)).map(({ action_type }) => action_type)).toEqual(['user.delete']);
      expect((await act('delete', { user: leaver.id })).status).toBe(404);
    });
  });
});
