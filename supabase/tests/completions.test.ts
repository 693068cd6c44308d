import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { serviceClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, type AccountOptions } from './testing/accounts.ts';

interface CompletionStart {
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly plan?: string;
  readonly vendor?: { readonly id: string; readonly name: string; readonly api_key_encrypted: string | null };
  readonly model?: {
    readonly id: string;
    readonly fallback_from: string | null;
    readonly context_length: number | null;
    readonly is_known: boolean;
  };
}

const [dolphin, llama, maverick] = [
  'cognitivecomputations/dolphin-mixtral-8x22b',
  'meta-llama/Meta-Llama-3.1-8B-Instruct',
  'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8',
];

describeSchema('completions', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });
  afterEach(async () => {
    await activate('demo');
  });

  /** Makes a vendor the active one, with a key, without an administrator's action. */
  const activate = async (name: string | null) => {
    await database.query(`update public.api_vendors set is_active = false where is_active`);
    await database.query(
      `update public.api_vendors set is_active = true, api_key_encrypted = case when name <> 'demo' then 'encrypted' end
       where name = $1`,
      [name],
    );
  };
  const begin = async (
    account: Account,
    {
      message = randomUUID(),
      vendor = null,
      model = null,
      address = null,
    }: Record<string, string | null> = {},
  ) =>
    (
      await as<{ answer: CompletionStart }>(
        database,
        { claims: serviceClaims },
        `select public.begin_completion($1, $2, $3, $4, $5) as answer`,
        [account.id, message, vendor, model, address],
      )
    )[0]!.answer;
  const used = async ({ id }: Account) =>
    (
      await database.query<{ used: number }>(`select used from private.message_counts where user_id = $1`, [
        id,
      ])
    )[0]?.used ?? 0;
  const answerOf = async (options: AccountOptions, model: string | null) =>
    (await begin(await makeAccount(database, options), { model })).model;

  it('returns the active vendor with its key, plan and model in one call', async () => {
    await activate('deepinfra');
    const answer = await begin(await makeAccount(database), { model: llama });
    expect(answer).toMatchObject({
      ok: true,
      plan: 'starter',
      vendor: {
        name: 'deepinfra',
        endpoint_url: 'https://api.deepinfra.com/v1/openai/chat/completions',
        api_key_encrypted: 'encrypted',
      },
      model: { id: llama, fallback_from: null, context_length: 131_072 },
      reservation: { attempt: 1, state: 'reserved' },
    });
  });

  it('is closed to clients', async () => {
    const account = await makeAccount(database, { roles: ['admin'] });
    await expect(
      as(database, account, `select public.begin_completion($1)`, [account.id]),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      as(database, account, `select public.finish_completion($1, $1, 'failed')`, [account.id]),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it.each<[string, AccountOptions]>([
    ['banned', { roles: ['banned'] }],
    ['restricted', { roles: ['restricted'] }],
  ])('refuses a %s user without counting [ROLE-011]', async (_, options) => {
    const account = await makeAccount(database, options);
    expect(await begin(account)).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await used(account)).toBe(0);
  });

  it.each(['ban', 'restrict'])('refuses during a temporary %s, until it ends [ROLE-012]', async (type) => {
    const account = await makeAccount(database);
    await database.query(
      `insert into public.temporary_restrictions (user_id, restriction_type, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [account.id, type],
    );
    expect(await begin(account)).toMatchObject({ ok: false, code: 'forbidden' });
    await database.query(`update public.temporary_restrictions set expires_at = now() where user_id = $1`, [
      account.id,
    ]);
    expect(await begin(account)).toMatchObject({ ok: true });
  });

  it('refuses a deleted account', async () => {
    expect(await begin({ id: randomUUID(), claims: serviceClaims })).toMatchObject({
      ok: false,
      code: 'forbidden',
    });
  });

  it('reports if no vendor is active, and refunds the reservation [VENDOR-023]', async () => {
    const account = await makeAccount(database);
    const message = randomUUID();
    await as(database, account, `select public.reserve_message($1)`, [message]);
    await activate(null);
    expect(await begin(account, { message })).toEqual({
      ok: false,
      code: 'no_vendor',
      message: 'No active API vendor found. Please configure a vendor in admin settings.',
    });
    expect(await used(account)).toBe(0);
  });

  it("never returns an inactive vendor's key", async () => {
    await activate('deepinfra');
    await database.query(
      `update public.api_vendors set api_key_encrypted = 'encrypted' where name = 'openai'`,
    );
    expect(await begin(await makeAccount(database), { vendor: 'openai' })).toEqual({
      ok: false,
      code: 'missing_key',
      message: 'API key not configured for OpenAI. Please set it in the admin settings.',
    });
    expect(await begin(await makeAccount(database), { vendor: 'unknown' })).toMatchObject({
      ok: false,
      code: 'unsupported_vendor',
    });
  });

  it.each<[AccountOptions]>([[{}], [{ isGuest: true }]])(
    'gives %j the first two models that are not pro, and no other [ROLE-014] [ROLE-022]',
    async (options) => {
      expect((await answerOf(options, dolphin!))?.id).toBe(dolphin);
      expect((await answerOf(options, llama!))?.id).toBe(llama);
      const account = await makeAccount(database, options);
      expect(await begin(account, { model: maverick! })).toMatchObject({ ok: false, code: 'forbidden' });
      expect(await used(account)).toBe(0);
    },
  );

  it('skips pro models when counting the two', async () => {
    await database.query(`update public.ai_models set is_pro = true where model_id = $1`, [dolphin]);
    try {
      expect(await answerOf({}, dolphin!)).toBeUndefined();
      expect((await answerOf({}, maverick!))?.id).toBe(maverick);
    } finally {
      await database.query(`update public.ai_models set is_pro = false where model_id = $1`, [dolphin]);
    }
  });

  it('gives Professional every model of the vendor [ROLE-017]', async () => {
    await activate('deepinfra');
    for (const model of [maverick!, 'meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo'])
      expect(await answerOf({ plan: 'professional' }, model)).toMatchObject({
        id: model,
        fallback_from: null,
        is_known: true,
      });
  });

  it("uses the vendor's default for a model that it lacks, and names both [MODEL-025] [MODEL-026]", async () => {
    await activate('deepinfra');
    // The model picker's default comes first if the vendor has it.
    expect(await answerOf({ plan: 'professional' }, dolphin)).toMatchObject({
      id: dolphin,
      fallback_from: null,
    });
    await activate('openai');
    expect(await answerOf({ plan: 'professional' }, 'unheard/of')).toMatchObject({
      id: 'gpt-4.1-2025-04-14',
      fallback_from: 'unheard/of',
    });
    await activate('demo');
    expect(await answerOf({ plan: 'professional' }, 'unheard/of')).toMatchObject({
      id: dolphin,
      fallback_from: 'unheard/of',
    });
  });

  it('keeps a plan with two models to those two if the model is unknown', async () => {
    await activate('deepinfra');
    expect(await answerOf({}, 'unheard/of')).toMatchObject({ id: dolphin, fallback_from: 'unheard/of' });
    expect(await answerOf({}, null)).toMatchObject({ id: dolphin, fallback_from: null });
  });

  it('accepts any model of a vendor without a list, such as a local server, and marks it as unknown [MODEL-027]', async () => {
    await activate('ollama');
    expect(await answerOf({ plan: 'professional' }, 'mistral:7b')).toMatchObject({
      id: 'mistral:7b',
      is_known: false,
    });
    expect(await answerOf({}, 'mistral:7b')).toMatchObject({
      id: 'llama3.1:8b',
      fallback_from: 'mistral:7b',
    });
  });

  it('ignores the row dummy_preserve_table [MODEL-007]', async () => {
    await database.query(
      `insert into public.ai_models (model_id, display_name, "order") values ('dummy_preserve_table', 'x', 0)`,
    );
    expect(await answerOf({}, 'dummy_preserve_table')).toMatchObject({ id: dolphin });
    await database.query(`delete from public.ai_models where model_id = 'dummy_preserve_table'`);
  });

  it('counts all guests of one network address on a paid vendor', async () => {
    await activate('deepinfra');
    const address = randomUUID();
    const answers: { code: string | undefined; used: number }[] = [];
    for (let index = 0; index < 4; index += 1) {
      const guest = await makeAccount(database, { isGuest: true });
      const { code } = await begin(guest, { address });
      answers.push({ code, used: await used(guest) });
    }
    const through = { code: undefined, used: 1 };
    expect(answers).toEqual([through, through, through, { code: 'quota', used: 0 }]);
    expect(await begin(await makeAccount(database), { address })).toMatchObject({ ok: true });
    await activate('demo');
    expect(await begin(await makeAccount(database, { isGuest: true }), { address })).toMatchObject({
      ok: true,
    });
  });

  it('gives a guest three messages on a paid vendor', async () => {
    await activate('deepinfra');
    const guest = await makeAccount(database, { isGuest: true });
    const codes: (string | undefined)[] = [];
    for (let index = 0; index < 4; index += 1)
      codes.push((await begin(guest, { address: randomUUID() })).code);
    expect(codes).toEqual([undefined, undefined, undefined, 'quota']);
  });

  it('records requests, tokens and cost only if something was delivered', async () => {
    await activate('openai');
    const account = await makeAccount(database, { plan: 'professional' });
    const model = 'gpt-4o-mini';
    for (const outcome of ['answered', 'answered', 'failed']) {
      const message = randomUUID();
      const { vendor } = await begin(account, { message, model });
      await as(
        database,
        { claims: serviceClaims },
        `select public.finish_completion($1, $2, $3, $4, $5, 1000, 500)`,
        [account.id, message, outcome, vendor?.id, model],
      );
    }
    expect(
      await as(
        database,
        account,
        `select model_id, requests, prompt_tokens, completion_tokens, cost::float8 from public.message_usage`,
      ),
    ).toEqual([
      // The cost is 2 × (1000 × 0.00015 + 500 × 0.0006) / 1000.
      { model_id: model, requests: 2, prompt_tokens: 2000, completion_tokens: 1000, cost: 0.0009 },
    ]);
  });

  it('refuses an unknown outcome', async () => {
    const account = await makeAccount(database);
    await expect(
      as(database, { claims: serviceClaims }, `select public.finish_completion($1, $1, 'maybe')`, [
        account.id,
      ]),
    ).rejects.toMatchObject({ code: '22023' });
  });
});
