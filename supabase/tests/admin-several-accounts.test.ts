import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { openConsole, type SignedIn } from './testing/callers.ts';
import { as, makeAccount, makeChat, send } from './testing/accounts.ts';

const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describeSchema('admin actions on several accounts', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;

  beforeAll(async () => {
    ({ database, service, admin } = await openConsole(open));
  });
  afterAll(() => service.close());

  const act = (action: string, body: unknown = {}) => admin.post(`admin/users/${action}`, body);
  const make = (options: Parameters<typeof makeAccount>[1] = {}) => makeAccount(database, options);

  describe('a merge', () => {
    const agree = async (source: string, target: string) => {
      await act('merge-ask', { source, target });
      const claims = { role: 'authenticated', sub: source } as const;
      await as(database, { claims }, `select public.answer_merge_request($1, true)`, [target]);
    };
    const merge = async (source: string, target: string) => {
      const preview = await act('merge-preview', { source, target });
      return { preview, done: await act('merge', { source, target }) };
    };

    it("previews and moves chats, messages, usage and the day's count, and deletes the source [ADMIN-038]", async () => {
      const [source, target] = [await make(), await make()];
      const chat = await makeChat(database, source, 'Of the source');
      const message = await send(database, source, chat, { content: 'findable words' });
      await send(database, target, await makeChat(database, target));
      await database.query(
        `insert into public.message_usage (user_id, usage_day, model_id, requests, cost)
         values ($1, '2026-11-01', 'm', 2, 1), ($2, '2026-11-01', 'm', 3, 2)`,
        [source.id, target.id],
      );
      await agree(source.id, target.id);
      const { preview, done } = await merge(source.id, target.id);
      const moved = { chats: 1, messages: 1, images: 0, usage_rows: 1 };
      expect(preview.body).toMatchObject({
        consent: 'given',
        moves: moved,
        access: 'active',
        plan: 'starter',
      });
      expect(done.body.moved).toEqual(moved);
      expect(await database.query(`select from auth.users where id = $1`, [source.id])).toEqual([]);
      expect(
        await as(database, target, `select id from public.chat_messages where id = $1`, [message]),
      ).toEqual([{ id: message }]);
      const found = await as<{ message_id: string }>(
        database,
        target,
        `select message_id from public.search_messages('findable')`,
      );
      expect(found.map(({ message_id }) => message_id)).toContain(message);
      expect(
        (await as<{ quota: object }>(database, target, `select public.get_message_quota() as quota`))[0]!
          .quota,
      ).toMatchObject({ used: 2 });
      expect(
        await database.query(
          `select requests::int, cost::float from public.message_usage where user_id = $1`,
          [target.id],
        ),
      ).toEqual([{ requests: 5, cost: 3 }]);
      expect(
        await database.query(
          `select action_type from public.user_activity_logs where user_id = any ($1) and admin_id = $2 order by 1`,
          [[source.id, target.id], admin.id],
        ),
      ).toEqual([
        { action_type: 'user.ask-merge' },
        { action_type: 'user.merge' },
        { action_type: 'user.merged-away' },
      ]);
    });

    it('keeps the strictest restriction and the better plan, and moves no other role', async () => {
      const [source, target] = [await make({ plan: 'professional' }), await make()];
      await act('restrict', {
        user: source.id,
        restriction_type: 'ban',
        reason: 'Spam',
        expires_at: soon(60),
      });
      await act('restrict', {
        user: target.id,
        restriction_type: 'restrict',
        reason: 'Noise',
        expires_at: soon(90),
      });
      const { preview, done } = await merge(source.id, target.id);
      expect(preview.body.access).toBe('banned');
      expect(done.body.target).toMatchObject({ access: 'banned', plan: 'professional', roles: [] });
      expect(done.body.target.restrictions).toHaveLength(2);
      const [{ until } = { until: null }] = await database.query<{ until: string | null }>(
        `select banned_until as until from auth.users where id = $1`,
        [target.id],
      );
      expect(Date.parse(until!)).toBeGreaterThan(Date.now());
    });

    it('shows support no chats that were withheld before, unless both owners have consented', async () => {
      const pair = async (sourceConsents: boolean) => {
        const [source, target] = [await make(), await make()];
        if (sourceConsents) await as(database, source, `select public.set_support_consent(true)`);
        await as(database, target, `select public.set_support_consent(true)`);
        await act('merge', { source: source.id, target: target.id });
        return (await act('show', { user: target.id })).body.consents_to_support;
      };
      expect(await pair(false)).toBe(false);
      expect(await pair(true)).toBe(true);
    });

    it('is refused for the same account, oneself, administrators, guests and deleted accounts', async () => {
      const [one, boss, guest] = [
        await make(),
        await make({ roles: ['admin'] }),
        await make({ isGuest: true }),
      ];
      const code = async (source: string, target: string) => {
        const { preview, done } = await merge(source, target);
        expect(preview.body.error).toEqual(done.body.error);
        return done.body.error.code;
      };
      expect(await code(one.id, one.id)).toBe('bad_request');
      expect(await code(admin.id, one.id)).toBe('self');
      expect(await code(one.id, admin.id)).toBe('self');
      expect(await code(boss.id, one.id)).toBe('admin');
      expect(await code(one.id, boss.id)).toBe('admin');
      expect(await code(one.id, guest.id)).toBe('guest');
      expect(await code(randomUUID(), one.id)).toBe('not_found');
    });

    it("moves no chat until the source's owner has agreed to this target [ADMIN-038]", async () => {
      const [source, target, other] = [await make(), await make(), await make()];
      const chat = await makeChat(database, source);
      const { preview, done } = await merge(source.id, target.id);
      expect(preview.body.consent).toBe('needed');
      expect([done.status, done.body.error.code]).toEqual([409, 'consent_needed']);
      const ask = await act('merge-ask', { source: source.id, target: target.id });
      expect(ask.body).toEqual({ consent: 'asked' });
      expect((await merge(source.id, target.id)).done.status).toBe(409);

      const answer = (who: typeof source, to: string, agrees: boolean) =>
        as<{ done: boolean }>(database, who, `select public.answer_merge_request($1, $2) as done`, [
          to,
          agrees,
        ]);
      // Only the owner of the source can answer, and the consent is for one target only.
      expect(await answer(target, target.id, true)).toEqual([{ done: false }]);
      expect(await answer(source, other.id, true)).toEqual([{ done: false }]);
      expect(
        await as(database, source, `select public.my_merge_request() ->> 'target_email' as email`),
      ).toEqual([{ email: `${target.id}@example.test` }]);
      await answer(source, target.id, true);
      expect((await merge(source.id, other.id)).done.status).toBe(409);
      await act('merge-ask', { source: source.id, target: other.id });
      expect((await merge(source.id, target.id)).done.status).toBe(409);

      // The owner declined, consented too long ago, or the target's email has changed since.
      await agree(source.id, target.id);
      await answer(source, target.id, false);
      expect((await merge(source.id, target.id)).done.status).toBe(409);
      await agree(source.id, target.id);
      await database.query(`update private.merge_requests set agreed_at = now() - interval '31 days'`);
      expect((await merge(source.id, target.id)).done.status).toBe(409);
      await agree(source.id, target.id);
      await database.query(`update auth.users set email = 'other-' || email where id = $1`, [target.id]);
      expect((await merge(source.id, target.id)).done.status).toBe(409);
      expect(await as(database, source, `select id from public.chat_history`)).toEqual([{ id: chat }]);

      await agree(source.id, target.id);
      expect((await merge(source.id, target.id)).done.status).toBe(200);
      expect(await as(database, target, `select id from public.chat_history`)).toEqual([{ id: chat }]);
    });

    it.each([
      `public.account_instructions (user_id, about) values ($1, 'I am a nurse.')`,
      `public.personas (user_id, name) values ($1, 'Teacher')`,
      `public.saved_prompts (user_id, name, text) values ($1, 'short', 'Shorten this.')`,
      `public.projects (user_id, name) values ($1, 'Garden')`,
    ])("needs the consent of the source's owner also without chats: %s", async (row) => {
      const [source, target] = [await make(), await make()];
      await database.query(`insert into ${row}`, [source.id]);
      const { preview, done } = await merge(source.id, target.id);
      expect(preview.body.consent).toBe('needed');
      expect([done.status, done.body.error.code]).toEqual([409, 'consent_needed']);
      await agree(source.id, target.id);
      expect((await merge(source.id, target.id)).done.status).toBe(200);
      const table = row.slice(0, row.indexOf(' '));
      expect(await as(database, target, `select user_id from ${table}`)).toEqual([{ user_id: target.id }]);
    });

    it('moves or refuses what the source sends during the merge, and loses nothing', async () => {
      const [source, target] = [await make({ plan: 'professional' }), await make({ plan: 'professional' })];
      const chats = await Promise.all([1, 2, 3].map(() => makeChat(database, source)));
      await agree(source.id, target.id);
      const sent = Array.from({ length: 24 }, (_, index) =>
        send(database, source, chats[index % 3]!).then(
          (id) => id,
          () => null,
        ),
      );
      const started = Promise.all([...sent, makeChat(database, source).catch(() => null)]);
      const { status } = await act('merge', { source: source.id, target: target.id });
      expect(status).toBe(200);
      const acknowledged = (await started).slice(0, 24).filter((id) => id !== null);
      const stored = await database.query<{ id: string }>(
        `select id from public.chat_messages where user_id = $1`,
        [target.id],
      );
      expect(stored.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
    });
  });

  describe('a bulk operation', () => {
    const start = (
      targets: unknown,
      operation: object = { type: 'set-role', role: 'restricted', granted: true },
    ) => act('bulk-start', { id: randomUUID(), operation, targets });
    const step = (id: string, count = 2) => act('bulk-step', { id, count });

    it('processes each account once, in steps, and shows the progress [ADMIN-040] [ADMIN-041] [ADMIN-042] [DATA-011]', async () => {
      const accounts = await Promise.all([1, 2, 3, 4, 5].map(() => make()));
      const ids = accounts.map(({ id }) => id);
      const { body } = await start([...ids, ids[0]]);
      expect(body.operation).toMatchObject({
        status: 'in_progress',
        total_count: 5,
        progress: 0,
        refused: 0,
      });
      const { id } = body.operation;
      expect((await step(id)).body.operation).toMatchObject({
        progress: 2,
        status: 'in_progress',
        completed_at: null,
      });
      // Two administrators continue the operation at the same time.
      await Promise.all([step(id), step(id)]);
      expect((await step(id)).body.operation).toMatchObject({
        progress: 5,
        status: 'completed',
        completed_at: expect.any(String),
      });
      const roles = await database.query<{ acts: number }>(
        `select count(*)::int as acts from public.user_activity_logs
         where user_id = any ($1) and action_type = 'user.grant-role'`,
        [ids],
      );
      expect(roles).toEqual([{ acts: 5 }]);
      const [row] = await database.query<{
        target_user_ids: string[];
        total_count: number;
        progress: number;
      }>(`select target_user_ids, total_count, progress from public.bulk_operations where id = $1`, [id]);
      expect(row).toEqual({ target_user_ids: ids, total_count: 5, progress: 5 });
    });

    it('names the refused accounts, and continues with the others', async () => {
      const [person, gone] = [await make(), randomUUID()];
      const { body } = await start([admin.id, gone, person.id], { type: 'delete' });
      const done = (await step(body.operation.id, 50)).body;
      expect(done.operation).toMatchObject({ status: 'completed', progress: 3, refused: 2 });
      expect(done.refusals).toEqual([
        { user_id: admin.id, message: 'You cannot do this to your own account.' },
        { user_id: gone, message: 'This account no longer exists.' },
      ]);
      expect(await database.query(`select from auth.users where id = $1`, [person.id])).toEqual([]);
      expect((await act('bulk-status', { id: body.operation.id })).body).toEqual(done);
    });

    it('accepts a filter, and a repeated request has no effect', async () => {
      const marker = `b${randomUUID().slice(0, 8)}`;
      for (const index of [1, 2, 3])
        await database.query(
          `insert into auth.users (id, aud, role, email, created_at) values (gen_random_uuid(), 'a', 'a', $1, now())`,
          [`${marker}.${index}@example.test`],
        );
      const request = {
        id: randomUUID(),
        operation: { type: 'set-verified', verified: true },
        targets: { filter: { search: marker } },
      };
      const [first, second] = await Promise.all([act('bulk-start', request), act('bulk-start', request)]);
      expect(first.body.operation).toMatchObject({ total_count: 3 });
      expect(second.body.operation.id).toBe(first.body.operation.id);
      await step(request.id, 50);
      const listed = (await act('list', { search: marker })).body.users;
      expect(listed.every((user: { email_verified: boolean }) => user.email_verified)).toBe(true);
      expect((await act('bulk-list', {})).body.operations[0]).toMatchObject({
        id: request.id,
        status: 'completed',
      });
    });

    it('refuses an empty selection, too many accounts, a million ids, and unknown actions', async () => {
      expect((await start([])).status).toBe(400);
      expect((await start({ filter: { search: 'no one has this name' } })).status).toBe(400);
      expect((await start(Array.from({ length: 10_001 }, () => randomUUID()))).status).toBe(400);
      const million = Array.from({ length: 1_000_000 }, () => admin.id);
      expect((await start(million)).status).toBe(413);
      expect((await start([admin.id], { type: 'merge' })).status).toBe(400);
      expect((await start([admin.id], { type: 'set-role', role: 'root', granted: true })).status).toBe(400);
      expect((await act('bulk-step', { id: randomUUID() })).status).toBe(404);
      const late = await start([(await make()).id], {
        type: 'restrict',
        restriction_type: 'ban',
        reason: 'Spam',
        expires_at: soon(-1),
      });
      expect((await step(late.body.operation.id)).body.operation).toMatchObject({
        refused: 1,
        status: 'completed',
      });
    });
  });
});
