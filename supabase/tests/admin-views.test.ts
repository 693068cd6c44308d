import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { openConsole, type SignedIn, signIn } from './testing/callers.ts';
import { as, makeAccount, makeChat, send, type Account } from './testing/accounts.ts';

describeSchema('the read-only view of an account', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;
  let person: Account;
  let chat: string;

  beforeAll(async () => {
    ({ database, service, admin } = await openConsole(open));
    person = await makeAccount(database, { plan: 'professional' });
    chat = await makeChat(database, person, 'A secret title');
    await send(database, person, chat, { content: 'A secret message' });
  });
  afterAll(() => service.close());
  beforeEach(() => admin.post('admin/users/end-impersonation'));

  const act = (action: string, body: unknown = {}, by = admin) => by.post(`admin/users/${action}`, body);
  const begin = async () =>
    (await act('impersonate', { user: person.id })).body.session as { id: string; expires_at: string };
  const consent = (given: boolean) => as(database, person, `select public.set_support_consent($1)`, [given]);

  it('lasts an hour, is recorded, and logs each page [ADMIN-037] [ROLE-006]', async () => {
    const session = await begin();
    const minutes = (Date.parse(session.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    expect((await act('view', { session: session.id, page: 'account' })).body).toMatchObject({
      page: 'account',
      consents: false,
      chats: 1,
      messages: 1,
      user: { id: person.id },
    });
    await act('view', { session: session.id, page: 'chats' });
    await act('end-impersonation');
    expect(
      await database.query(
        `select admin_id, session_type, is_active, ended_at is not null as has_ended
         from public.user_sessions where id = $1`,
        [session.id],
      ),
    ).toEqual([{ admin_id: admin.id, session_type: 'impersonation', is_active: false, has_ended: true }]);
    const receipts = await as<{ action_type: string }>(
      database,
      person,
      `select action_type from public.my_access_receipts(max_results => 4)`,
    );
    expect(receipts.map(({ action_type }) => action_type)).toEqual([
      'user.end-impersonation',
      'user.view',
      'user.view',
      'user.impersonate',
    ]);
  });

  it('withholds titles and texts unless the user consents, with immediate effect', async () => {
    const { id } = await begin();
    const pages = async () => [
      await act('view', { session: id, page: 'chats' }),
      await act('view', { session: id, page: 'messages', chat }),
    ];
    for (const { text } of await pages()) expect(text).not.toContain('secret');
    expect((await pages())[1]!.body.messages[0]).toMatchObject({ role: 'user', content: null, length: 16 });
    await consent(true);
    const [chats, messages] = await pages();
    expect(chats!.body.chats[0]).toMatchObject({ id: chat, title: 'A secret title', messages: 1 });
    expect(messages!.body.messages[0].content).toBe('A secret message');
    await consent(false);
    for (const { text } of await pages()) expect(text).not.toContain('secret');
  });

  it('shows only the chats of this account, fifty at a time', async () => {
    const other = await makeAccount(database);
    const foreign = await makeChat(database, other);
    await send(database, other, foreign);
    const { id } = await begin();
    expect((await act('view', { session: id, page: 'messages', chat: foreign })).body.messages).toEqual([]);
    await database.query(
      `insert into public.chat_history (user_id, title) select $1, 'Chat ' || n from generate_series(1, 60) n`,
      [person.id],
    );
    const first = (await act('view', { session: id, page: 'chats' })).body;
    expect([first.chats.length, first.has_more]).toEqual([50, true]);
    const second = (await act('view', { session: id, page: 'chats', before: first.chats.at(-1).id })).body;
    expect([second.chats.length, second.has_more]).toEqual([11, false]);
    const seen = [...first.chats, ...second.chats].map((each: { id: string }) => each.id);
    expect(new Set(seen).size).toBe(61);
    await database.query(`delete from public.chat_history where user_id = $1 and id <> $2`, [
      person.id,
      chat,
    ]);
  });

  it('is refused for oneself, for administrators, for missing accounts and while another is open, even in parallel', async () => {
    const colleague = await makeAccount(database, { roles: ['admin'] });
    const code = async (user: string) => (await act('impersonate', { user })).body.error.code;
    expect(await code(admin.id)).toBe('self');
    expect(await code(colleague.id)).toBe('admin');
    expect(await code('00000000-0000-4000-8000-000000000008')).toBe('not_found');
    const answers = await Promise.all([1, 2, 3].map(() => act('impersonate', { user: person.id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await act('current-impersonation')).body.session.user_id).toBe(person.id);
  });

  it('ends after an hour or when the role is revoked, and is refused to everyone else', async () => {
    const { id } = await begin();
    const colleague = await signIn(service, { roles: ['admin'] });
    const view = { session: id, page: 'chats' };
    expect((await act('view', view, colleague)).body.error.code).toBe('view_over');
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [person.id]);
    expect((await act('view', view)).body.error.code).toBe('view_over');
    await database.query(`delete from public.user_roles where user_id = $1`, [person.id]);
    expect((await act('view', view)).status).toBe(200);
    await database.query(`update public.user_sessions set expires_at = now() where id = $1`, [id]);
    expect((await act('view', view)).status).toBe(410);
    expect((await act('current-impersonation')).body).toEqual({ session: null, user: null });
    expect((await begin()).id).not.toBe(id);
  });

  it('cannot write: pages are the only action', async () => {
    const { id } = await begin();
    expect((await act('view', { session: id, page: 'send', content: 'Hello' })).status).toBe(400);
    expect(
      await as(
        database,
        { claims: { role: 'authenticated', sub: admin.id, aal: 'aal1' } },
        `select from public.chat_messages`,
      ),
    ).toEqual([]);
  });
});
