import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { createRest } from '../../src/service/rest/rest.ts';
import { restClient } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf } from './testing/accounts.ts';

describeSchema("a chat's model", (open) => {
  let database: OpenedDatabase;
  let user: Account;
  const client = () => restClient(createRest(database), user.claims);

  beforeAll(async () => {
    database = await open({ migrated: true });
    user = await makeAccount(database, { plan: 'professional' });
  });

  it('is stored with the chat, and changing it does not move the chat', async () => {
    const id = randomUUID();
    const columns = 'model_id, vendor_id, updated_at';
    const created = await client()
      .from('chat_history')
      .insert({ id, user_id: user.id, title: 'A question', model_id: 'one', vendor_id: 'openai' })
      .select(columns)
      .single();
    expect(created.data).toMatchObject({ model_id: 'one', vendor_id: 'openai' });
    const changed = await client()
      .from('chat_history')
      .update({ model_id: 'two', vendor_id: null })
      .eq('id', id)
      .select(columns)
      .single();
    expect(changed.data).toEqual({ ...created.data, model_id: 'two', vendor_id: null });
  });

  it.each([
    `model_id = ''`,
    `model_id = repeat('m', 201)`,
    `model_id = 'm', vendor_id = repeat('v', 101)`,
    `model_id = null, vendor_id = 'openai'`,
  ])('is refused with %s', async (change) => {
    const chat = await makeChat(database, user);
    const refusal = await refusalOf(
      as(database, user, `update public.chat_history set ${change} where id = $1`, [chat]),
    );
    expect(refusal.code).toBe('23514');
  });
});
