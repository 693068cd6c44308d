import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { serviceClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat } from './testing/accounts.ts';
import { replyCalls } from './testing/replies.ts';

/** Prices in dollars per 1,000 tokens. */
const prices = { cost_per_1k_input: 0.0025, cost_per_1k_output: 0.01 };

describeSchema("a reply's usage", (open) => {
  let database: Database;
  let vendor: string;
  let calls: ReturnType<typeof replyCalls>;
  beforeAll(async () => {
    database = await open({ migrated: true });
    calls = replyCalls(database);
    vendor = (
      await database.query<{ id: string }>(`select id from public.api_vendors where name = 'openai'`)
    )[0]!.id;
    await setPrice('priced', prices);
    await setPrice('local', { cost_per_1k_input: 0, cost_per_1k_output: 0 });
    await setPrice('unpriced', {});
  });

  const setPrice = (model: string, config: Readonly<Record<string, number>>) =>
    database.query(
      `insert into public.api_vendor_models (vendor_id, model_id, display_name, config) values ($1, $2, $2, $3)
       on conflict (vendor_id, model_id) do update set config = excluded.config`,
      [vendor, model, config],
    );

  interface Finish {
    readonly model?: string;
    readonly requested?: string;
    readonly tokens?: readonly [number, number];
    readonly cached?: number;
    readonly reasoning?: number;
    readonly isEstimated?: boolean;
    readonly isOwnKey?: boolean;
    /** The unavailable vendor, and why it was unavailable. */
    readonly unavailable?: readonly [vendor: string | null, reason: string | null];
  }

  /** Stores a reply in the chat, and returns the usage in its row. */
  const reply = async (account: Account, chat: string, finish: Finish = {}): Promise<unknown> => {
    const question = await calls.ask(account, chat);
    const id = randomUUID();
    await calls.begin(account, { question, reply: id });
    if (finish.isOwnKey)
      await database.query(`update public.message_reservations set is_own_key = true where message_id = $1`, [
        question,
      ]);
    const {
      model = 'priced',
      requested = null,
      tokens = [1000, 500],
      cached,
      reasoning,
      isEstimated,
      unavailable = [null, null],
    } = finish;
    const [row] = await as<{ row: { usage: unknown } }>(
      database,
      { claims: serviceClaims },
      `select public.finish_completion($1, $2, 'answered', $3, $4, $5, $6, $7, $8, 'Yes.', requested_model => $9,
         cached_tokens => $10, reasoning_tokens => $11, reply_ms => 1500,
         unavailable_vendor => $12, unavailable_reason => $13) as row`,
      [
        account.id,
        question,
        vendor,
        model,
        ...tokens,
        isEstimated ?? false,
        id,
        requested,
        cached ?? null,
        reasoning ?? null,
        ...unavailable,
      ],
    );
    return row!.row.usage;
  };
  const counted = async ({ id }: Account) =>
    (
      await database.query(
        `select sum(cost * 1000000000)::bigint::text as cost, sum(prompt_tokens + completion_tokens)::integer as tokens
         from public.message_usage where user_id = $1`,
        [id],
      )
    )[0];
  const monthOf = async (account: Account) => {
    const [row] = await as<{ month: Readonly<Record<string, unknown>> }>(
      database,
      account,
      `select public.get_usage_budget() as month`,
    );
    const { tokens_used, cost_used, own_tokens, own_cost } = row!.month;
    return { tokens_used, cost_used, own_tokens, own_cost };
  };
  const newChat = async () => {
    const account = await makeAccount(database);
    return { account, chat: await makeChat(database, account) };
  };

  it('stores time, tokens and the current price', async () => {
    const { account, chat } = await newChat();
    const usage = { milliseconds: 1500, prompt_tokens: 1000, completion_tokens: 500, cost: 7_500_000 };
    expect(await reply(account, chat)).toEqual(usage);
    await setPrice('priced', { ...prices, cost_per_1k_output: 0.02 });
    expect(await reply(account, chat)).toEqual({ ...usage, cost: 12_500_000 });
    await setPrice('priced', prices);
    const branch = await as<{ usage: unknown }>(
      database,
      account,
      `select usage from public.list_branch($1)`,
      [chat],
    );
    expect(branch.map((row) => row.usage)).toEqual([null, usage, null, { ...usage, cost: 12_500_000 }]);
  });

  it('stores why another vendor answered, as one word', async () => {
    const finish = async (vendor: string | null, reason: string | null) => {
      const { account, chat } = await newChat();
      return reply(account, chat, { unavailable: [vendor, reason] });
    };
    expect(await finish('OpenAI', '503')).toMatchObject({ cost: 7_500_000, unavailable_reason: '503' });
    for (const [vendor, reason] of [
      [null, '503'],
      ['OpenAI', null],
      ['OpenAI', 'Key sk-1 is wrong'],
    ] as const)
      expect(await finish(vendor, reason)).not.toHaveProperty('unavailable_reason');
  });

  it('stores no price and no tokens that are unknown', async () => {
    const { account, chat } = await newChat();
    expect(await reply(account, chat, { model: 'unpriced' })).not.toHaveProperty('cost');
    expect(await reply(account, chat, { tokens: [0, 0] })).toEqual({ milliseconds: 1500 });
    expect(await reply(account, chat, { model: 'local' })).toMatchObject({ cost: 0 });
  });

  it('uses the price of the requested model if the vendor names a version of it', async () => {
    const { account, chat } = await newChat();
    const finish = { model: 'priced-2026-01-01', requested: 'priced' };
    expect(await reply(account, chat, finish)).toMatchObject({ cost: 7_500_000 });
  });

  it('marks what is estimated', async () => {
    const { account, chat } = await newChat();
    const about = { is_cost_estimated: true };
    expect(await reply(account, chat, { isEstimated: true })).toMatchObject({ ...about, is_estimated: true });
    // The price of cached input is unknown, so the price of normal input applies.
    const cached = await reply(account, chat, { cached: 400, reasoning: 100 });
    expect(cached).toMatchObject({ ...about, cached_tokens: 400, reasoning_tokens: 100, cost: 7_500_000 });
    expect(cached).not.toHaveProperty('is_estimated');
    await setPrice('exact', { ...prices, cost_per_1k_cached: 0.00025 });
    const exact = await reply(account, chat, { model: 'exact', cached: 400 });
    expect(exact).toMatchObject({ cost: 6_600_000 });
    expect(exact).not.toHaveProperty('is_cost_estimated');
  });

  it('adds up exactly in the chat and in the month', async () => {
    const { account, chat } = await newChat();
    // This is 0.000000075 dollars per token.
    await setPrice('fine', { cost_per_1k_input: 0.000075, cost_per_1k_output: 0.0003 });
    for (let count = 0; count < 3; count += 1) await reply(account, chat, { model: 'fine', tokens: [3, 1] });
    const [sum] = await as(database, account, `select public.get_chat_usage($1) as usage`, [chat]);
    expect(sum).toEqual({
      usage: {
        tokens: 12,
        cost: 3 * 525,
        is_estimated: false,
        is_cost_estimated: false,
        priced: 3,
        unpriced: 0,
        own_tokens: 0,
        own_cost: 0,
      },
    });
    expect(await counted(account)).toEqual({ cost: String(3 * 525), tokens: 12 });
  });

  it("shows a chat's total to its owner only", async () => {
    const { account, chat } = await newChat();
    await reply(account, chat);
    const stranger = await makeAccount(database);
    const [sum] = await as(database, stranger, `select public.get_chat_usage($1) as usage`, [chat]);
    expect(sum).toMatchObject({ usage: { tokens: 0, cost: 0, priced: 0 } });
  });

  it('stores what the desktop app reports for a reply with an own key, and charges nothing', async () => {
    const { account, chat } = await newChat();
    const question = await calls.ask(account, chat);
    const id = randomUUID();
    const request = randomUUID();
    await as(database, account, `select public.begin_reply($1, $2, null, $3)`, [id, question, request]);
    const [row] = await as<{ row: { usage: unknown } }>(
      database,
      account,
      `select public.finish_reply($1, 'Yes.', 'complete', 'priced', 'openai', prompt_tokens => 1000,
         completion_tokens => 500, reply_ms => 800) as row`,
      [id],
    );
    expect(row!.row.usage).toEqual({
      milliseconds: 800,
      prompt_tokens: 1000,
      completion_tokens: 500,
      cost: 7_500_000,
      is_own_key: true,
    });
    expect(await counted(account)).toEqual({ cost: null, tokens: null });
    expect(await monthOf(account)).toEqual({
      tokens_used: 0,
      cost_used: 0,
      own_tokens: 1500,
      own_cost: 0.0075,
    });
    const again = `select public.finish_reply($1, 'Yes.', 'complete', 'priced', 'openai', prompt_tokens => 1000)`;
    await as(database, account, again, [id]);
    expect(await monthOf(account)).toMatchObject({ own_tokens: 1500 });
  });

  it('with an own key through the gateway is part of the month, but not of the budget', async () => {
    const { account, chat } = await newChat();
    await reply(account, chat, { tokens: [10, 5] });
    expect(await reply(account, chat, { isOwnKey: true })).toMatchObject({
      cost: 7_500_000,
      is_own_key: true,
    });
    expect(await monthOf(account)).toEqual({
      tokens_used: 15,
      cost_used: 0.000075,
      own_tokens: 1500,
      own_cost: 0.0075,
    });
    const [sum] = await as(database, account, `select public.get_chat_usage($1) as usage`, [chat]);
    expect(sum).toMatchObject({
      usage: { tokens: 1515, cost: 7_575_000, own_tokens: 1500, own_cost: 7_500_000 },
    });
    const other = await makeAccount(database);
    await database.query(`select private.move_content($1, $2)`, [account.id, other.id]);
    expect(await monthOf(other)).toMatchObject({ tokens_used: 15, own_tokens: 1500, own_cost: 0.0075 });
  });

  it('is written by the service only', async () => {
    const { account, chat } = await newChat();
    const insert = as(
      database,
      account,
      `insert into public.chat_messages (chat_id, role, content, usage) values ($1, 'user', 'Hi', '{"cost": 1}')`,
      [chat],
    );
    await expect(insert).rejects.toMatchObject({ code: '42501' });
  });
});
