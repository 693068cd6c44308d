import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { serviceClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount } from './testing/accounts.ts';

const used = /^You have used your budget for this month\. It resets on 1 [A-Z][a-z]+\.$/;
const tooMuch = /^This message could exceed your budget for this month, which resets on 1 [A-Z][a-z]+\./;
const serviceUsed = /^This service has used its budget for this month\./;
const serviceTooMuch = /^This message could exceed the budget of this service for this month,/;

describeSchema('a budget', (open) => {
  let database: Database;
  let vendor: string;
  beforeAll(async () => {
    database = await open({ migrated: true });
    await database.query(`update public.api_vendors set is_active = false where is_active`);
    [{ id: vendor }] = (await database.query<{ id: string }>(
      `update public.api_vendors set api_key_encrypted = 'x', is_active = true where name = 'openai' returning id`,
    )) as [{ id: string }];
    // One dollar per 1,000 tokens, for input and output.
    await setModel('dollar', { cost_per_1k_input: 1, cost_per_1k_output: 1 });
    await setModel('unpriced', {});
  });
  afterEach(() => setService('none'));

  const setModel = (model: string, config: object) =>
    database.query(
      `insert into public.api_vendor_models (vendor_id, model_id, display_name, config) values ($1, $2, $2, $3)`,
      [vendor, model, config],
    );
  const setService = (value: string) =>
    database.query(
      `insert into public.system_settings (setting_key, setting_value) values ('service_cost_per_month', $1)
       on conflict (setting_key) do update set setting_value = excluded.setting_value`,
      [value],
    );
  const spentByAll = async () =>
    Number(
      (
        await database.query<{ cost: string }>(
          `select coalesce(sum(cost), 0)::text as cost from private.completion_statistics`,
        )
      )[0]!.cost,
    );
  const person = async (budget: { readonly tokens?: number; readonly cost?: number } = {}) => {
    const account = await makeAccount(database, { plan: 'professional' });
    await database.query(`insert into private.user_budgets values ($1, $2, $3)`, [
      account.id,
      budget.tokens ?? null,
      budget.cost ?? null,
    ]);
    return account;
  };

  interface Request {
    readonly message?: string;
    readonly model?: string;
    readonly vendor?: string;
    readonly prompt?: number;
    readonly reply?: number | null;
    readonly isOwnKey?: boolean;
  }

  /** Resolves to null if the request is granted, otherwise to the reason. */
  const begin = async (account: Account, request: Request = {}): Promise<string | null> => {
    const { message = randomUUID(), model = 'dollar', prompt = 500, reply = 500, isOwnKey = false } = request;
    const { vendor: vendorName = null } = request;
    const [row] = await as<{ result: { ok: boolean; code?: string; message?: string } }>(
      database,
      { claims: serviceClaims },
      `select public.begin_completion($1, $2, $7, $3, prompt_tokens => $4, reply_tokens => $5, is_own_key => $6) as result`,
      [account.id, message, model, prompt, reply, isOwnKey, vendorName],
    );
    const { ok, code, message: text } = row!.result;
    if (!ok) expect(code).toBe('budget');
    return ok ? null : text!;
  };
  const finish = (account: Account, message: string, outcome: string, tokens: readonly [number, number]) =>
    as(
      database,
      { claims: serviceClaims },
      `select public.finish_completion($1, $2, $3, $4, 'dollar', $5, $6)`,
      [account.id, message, outcome, vendor, ...tokens],
    );
  const holdOf = async (account: Account) =>
    (
      await database.query(
        `select sum(held_cost)::float8 as cost, sum(held_tokens)::integer as tokens
         from public.message_reservations where user_id = $1`,
        [account.id],
      )
    )[0];

  it('of dollars refuses a message that could exceed it, before the vendor is called', async () => {
    const account = await person({ cost: 2 });
    expect(await begin(account, { prompt: 1500, reply: 501 })).toMatch(tooMuch);
    expect(await holdOf(account)).toEqual({ cost: 0, tokens: 0 });
    expect(await begin(account, { prompt: 1500, reply: 500 })).toBeNull();
    expect(await holdOf(account)).toEqual({ cost: 2, tokens: 2000 });
  });

  it('is reserved while a request runs, and settled with the actual usage', async () => {
    const account = await person({ cost: 2 });
    const message = randomUUID();
    expect(await begin(account, { message, prompt: 1000, reply: 1000 })).toBeNull();
    expect(await begin(account, { prompt: 1, reply: 0 })).toMatch(tooMuch);
    await finish(account, message, 'answered', [300, 200]);
    expect(await holdOf(account)).toEqual({ cost: 0, tokens: 0 });
    expect(await begin(account, { prompt: 1000, reply: 501 })).toMatch(tooMuch);
    expect(await begin(account, { prompt: 1000, reply: 500 })).toBeNull();
  });

  it('is released after a failed request', async () => {
    const account = await person({ cost: 1 });
    const message = randomUUID();
    expect(await begin(account, { message })).toBeNull();
    await finish(account, message, 'failed', [0, 0]);
    expect(await begin(account)).toBeNull();
  });

  it('is released 15 minutes after a process was killed', async () => {
    const account = await person({ cost: 1 });
    expect(await begin(account)).toBeNull();
    await database.query(
      `update public.message_reservations set last_attempt_at = now() - interval '16 minutes' where user_id = $1`,
      [account.id],
    );
    expect(await begin(account)).toBeNull();
  });

  it('reports when it is used up', async () => {
    const account = await person({ cost: 1 });
    const message = randomUUID();
    expect(await begin(account, { message })).toBeNull();
    await finish(account, message, 'answered', [600, 400]);
    expect(await begin(account, { model: 'unpriced' })).toMatch(used);
  });

  it('of tokens also counts models without a price', async () => {
    const account = await person({ tokens: 1000 });
    expect(await begin(account, { model: 'unpriced', prompt: 600, reply: 401 })).toMatch(tooMuch);
    expect(await begin(account, { model: 'unpriced', prompt: 600, reply: 400 })).toBeNull();
  });

  it('of dollars reserves nothing if the price is unknown', async () => {
    const account = await person({ cost: 0.01 });
    expect(await begin(account, { model: 'unpriced', prompt: 1e6 })).toBeNull();
    expect(await holdOf(account)).toMatchObject({ cost: 0 });
  });

  it("takes the model's limit for a request without one", async () => {
    await setModel('long', { cost_per_1k_input: 1, cost_per_1k_output: 1, max_output: 3000 });
    const account = await person({ cost: 3 });
    expect(await begin(account, { model: 'long', prompt: 1, reply: null })).toMatch(tooMuch);
    expect(await begin(account, { model: 'long', prompt: 0, reply: null })).toBeNull();
  });

  it('includes the tokens that a model needs for reasoning, up to its maximum output', async () => {
    const prices = { cost_per_1k_input: 1, cost_per_1k_output: 1 };
    await setModel('thinker', { ...prices, reasoning_model: true });
    await setModel('short-thinker', { ...prices, reasoning_model: true, max_output: 3000 });
    const account = await person({ cost: 17.383 });
    expect(await begin(account, { model: 'thinker', prompt: 500, reply: 500 })).toMatch(tooMuch);
    expect(await begin(account, { model: 'thinker', prompt: 499, reply: 500 })).toBeNull();
    const other = await person({ cost: 3.5 });
    expect(await begin(other, { model: 'short-thinker', prompt: 501, reply: 500 })).toMatch(tooMuch);
    expect(await begin(other, { model: 'short-thinker', prompt: 500, reply: 500 })).toBeNull();
  });

  it('counts the built-in fallback models', async () => {
    const [deepinfra] = await database.query<{ id: string }>(
      `update public.api_vendors set config = config - 'fallback_models', api_key_encrypted = 'x', is_enabled = true
       where name = 'deepinfra' returning id`,
    );
    await database.query(
      `update public.api_vendor_models set config = '{"cost_per_1k_input": 10, "cost_per_1k_output": 10}'
       where vendor_id = $1 and model_id = 'mistralai/Mixtral-8x7B-Instruct-v0.1'`,
      [deepinfra!.id],
    );
    const account = await person({ cost: 9 });
    const model = 'meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo';
    expect(await begin(account, { model, vendor: 'deepinfra' })).toMatch(tooMuch);
    await database.query(
      `update public.api_vendors set config = config || '{"fallback_models": []}' where id = $1`,
      [deepinfra!.id],
    );
    expect(await begin(account, { model, vendor: 'deepinfra' })).toBeNull();
  });

  it('counts the most expensive model that may answer', async () => {
    await setModel('dear', { cost_per_1k_input: 10, cost_per_1k_output: 10 });
    await database.query(
      `update public.api_vendors set config = config || '{"fallback_models": ["dear"]}' where id = $1`,
      [vendor],
    );
    expect(await begin(await person({ cost: 9 }))).toMatch(tooMuch);
    await database.query(`update public.api_vendors set config = config - 'fallback_models' where id = $1`, [
      vendor,
    ]);
    expect(await begin(await person({ cost: 9 }))).toBeNull();
  });

  it('of one account is never exceeded by requests at the same time', async () => {
    const account = await person({ cost: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin(account)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    expect(answers.filter((answer) => answer && tooMuch.test(answer))).toHaveLength(5);
  });

  it('of the installation is never exceeded by accounts at the same time', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => person()));
    await database.query(`update public.message_reservations set in_flight = 0`);
    await setService(((await spentByAll()) + 3).toFixed(6));
    const answers = await Promise.all(accounts.map((account) => begin(account)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    expect(answers.filter((answer) => answer && serviceTooMuch.test(answer))).toHaveLength(5);
  });

  it('of the installation reports when it is used up, and does not apply to own keys', async () => {
    await setService('0');
    const account = await person();
    expect(await begin(account)).toMatch(serviceUsed);
    expect(await begin(account, { isOwnKey: true })).toBeNull();
    expect(await holdOf(account)).toEqual({ cost: 0, tokens: 0 });
  });

  it('is unlimited by default', async () => {
    expect(await begin(await person(), { prompt: 1e9 })).toBeNull();
  });
});
