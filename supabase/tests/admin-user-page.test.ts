import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { userClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { as, makeAccount, makeChat, send } from './testing/accounts.ts';
import { openConsole, signIn, type SignedIn } from './testing/callers.ts';

describeSchema("an account's page", (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;

  beforeAll(async () => {
    ({ database, service, admin } = await openConsole(open));
  });
  afterAll(() => service.close());

  const show = async (user: string) => (await admin.post('admin/users/show', { user })).body;
  const end = (user: string, session: string) => admin.post('admin/users/end-session', { user, session });

  it("shows the number of messages used today, and the plan's limit", async () => {
    const starter = await makeAccount(database);
    await send(database, starter, await makeChat(database, starter), { content: 'Hello' });
    expect((await show(starter.id)).messages).toEqual({ used: 1, allowed: 3 });
    const professional = await makeAccount(database, { plan: 'professional' });
    expect((await show(professional.id)).messages).toEqual({ used: 0, allowed: null });
  });

  it('shows usage by day of two years, in order', async () => {
    const { id } = await makeAccount(database);
    await database.query(
      `insert into public.message_usage (user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost)
       select $1, private.today() - back, model, 2, 10, 5, 0.25
       from unnest(array[0, 0, 400, 731], array['a', 'b', 'a', 'a']) as each (back, model)`,
      [id],
    );
    const { usage } = await show(id);
    expect(usage).toEqual([
      { day: expect.any(String), requests: 2, prompt_tokens: 10, completion_tokens: 5, cost: 0.25 },
      {
        day: new Date().toISOString().slice(0, 10),
        requests: 4,
        prompt_tokens: 20,
        completion_tokens: 10,
        cost: 0.5,
      },
    ]);
  });

  it('lists sessions without network addresses', async () => {
    const person = await signIn(service);
    const { sessions } = await show(person.id);
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        created_at: expect.any(String),
        last_active_at: expect.any(String),
        user_agent: expect.anything(),
      },
    ]);
  });

  it('ends one session, logs it and shows it to the owner', async () => {
    const person = await signIn(service);
    const [session] = (await show(person.id)).sessions;
    expect(await end(person.id, session.id)).toMatchObject({ status: 200, body: { id: session.id } });
    const refused = await fetch(`${service.url}/auth/v1/user`, {
      headers: { apikey: 'sb_publishable_test', authorization: `Bearer ${person.token}` },
    });
    expect(refused.status).toBe(403);
    expect((await show(person.id)).sessions).toEqual([]);
    const receipts = await as<{ action_type: string }>(
      database,
      { claims: userClaims(person.id) },
      `select action_type from public.my_access_receipts()`,
    );
    expect(receipts.map(({ action_type }) => action_type)).toContain('user.end-session');
  });

  it("ends no other account's session, no session twice and none of the administrator's own", async () => {
    const person = await signIn(service);
    const [session] = (await show(person.id)).sessions;
    const other = await makeAccount(database);
    expect((await end(other.id, session.id)).status).toBe(404);
    expect((await end(person.id, randomUUID())).status).toBe(404);
    expect((await show(person.id)).sessions).toHaveLength(1);
    const [own] = (await show(admin.id)).sessions;
    expect((await end(admin.id, own.id)).body.error.code).toBe('self');
    expect((await show(admin.id)).sessions).toHaveLength(1);
  });

  it('is refused to everyone except administrators', async () => {
    const person = await signIn(service);
    const target = await signIn(service);
    const [session] = (await show(target.id)).sessions;
    const answer = await person.post('admin/users/end-session', { user: target.id, session: session.id });
    expect(answer.status).toBe(403);
    expect((await show(target.id)).sessions).toHaveLength(1);
  });
});
