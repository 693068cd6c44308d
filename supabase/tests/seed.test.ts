import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount } from './testing/accounts.ts';

const seed = await readFile(fileURLToPath(new URL('../seed.sql', import.meta.url)), 'utf8');

describeSchema('the seed', (open) => {
  let database: Database;
  let user: Account;
  beforeAll(async () => {
    database = await open({ migrated: true });
    user = await makeAccount(database);
  });

  it('has the six vendors by priority, with demo active and no key [DATA-004] [DATA-017] [VENDOR-002] [VENDOR-012]', async () => {
    const vendors = await as<Record<string, unknown>>(
      database,
      user,
      `select name, is_active, has_key, endpoint_url is not null as has_endpoint from public.api_vendors order by priority_order`,
    );
    expect(vendors).toEqual(
      ['demo', 'deepinfra', 'openrouter', 'modelslab', 'openai', 'ollama'].map((name) => ({
        name,
        is_active: name === 'demo',
        has_key: false,
        has_endpoint: name !== 'demo',
      })),
    );
    const settings = `select setting_value from public.system_settings where setting_key = 'active_vendor'`;
    expect(await as(database, user, settings)).toEqual([{ setting_value: 'demo' }]);
  });

  it('gives vendors their default models [VENDOR-014]', async () => {
    const defaults = await database.query(
      `select name, config ->> 'default_model' as model from public.api_vendors where name in ('openai', 'deepinfra') order by name`,
    );
    expect(defaults).toEqual([
      { name: 'deepinfra', model: 'meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo' },
      { name: 'openai', model: 'gpt-4.1-2025-04-14' },
    ]);
  });

  it('has the eight built-in models in order, all new [DATA-008] [DATA-025] [MODEL-008]', async () => {
    const models = await as<Record<string, unknown>>(
      database,
      user,
      `select model_id, display_name, is_default, supports_images, is_new from public.ai_models order by "order"`,
    );
    expect(models.map(({ display_name }) => display_name)).toEqual([
      'Dolphin Mixtral 8x22B',
      'Llama 3.1 8B Instruct',
      'Llama 4 Maverick 17B',
      'Llama 4 Scout 17B',
      'DeepSeek V3',
      'Qwen 2.5 VL 72B',
      'Gemma 3 27B',
      'DeepSeek R1 Turbo',
    ]);
    expect(models.every(({ is_new }) => is_new === true)).toBe(true);
    expect(models.filter(({ is_default }) => is_default).map(({ model_id }) => model_id)).toEqual([
      'cognitivecomputations/dolphin-mixtral-8x22b',
    ]);
    expect(
      models.flatMap(({ supports_images }, index) => (supports_images === true ? [index + 1] : [])),
    ).toEqual([3, 6]);
  });

  it('lists every built-in model for the vendor that publishes it [MODEL-017]', async () => {
    expect(
      await as(
        database,
        user,
        `select m.model_id from public.ai_models m
         where not exists (
           select from public.api_vendor_models o join public.api_vendors v on v.id = o.vendor_id
           where v.name = 'deepinfra' and o.model_id = m.model_id and o.is_available
         )`,
      ),
    ).toEqual([]);
  });

  it('has the documented columns of vendors, models and settings [DATA-005] [DATA-006] [DATA-007]', async () => {
    const [row] = await as<Record<string, unknown>>(
      database,
      user,
      `select o.vendor_id, o.model_id, o.display_name, o.is_available, o.config
       from public.api_vendor_models o where o.model_id = 'gpt-4o'`,
    );
    expect(row?.['config']).toMatchObject({
      context_length: 128_000,
      supports_vision: true,
      cost_per_1k_input: 0.0025,
    });
    expect(
      await as(database, user, `select setting_key, setting_value from public.system_settings limit 1`),
    ).toHaveLength(1);
  });

  it('shows visitors only the public settings', async () => {
    const rows = await database.asCaller({ role: 'anon' }, (tx) =>
      tx.query<{ setting_key: string; is_public: boolean }>(
        `select setting_key, is_public from public.system_settings`,
      ),
    );
    expect(rows.map(({ setting_key }) => setting_key)).toContain('signup_open');
    expect(rows.filter(({ is_public }) => !is_public)).toEqual([]);
  });

  it('can run again and keeps what an administrator has changed', async () => {
    await database.query(`update public.ai_models set display_name = 'Mine' where "order" = 1`);
    await database.query(`update public.api_vendors set is_active = name = 'ollama' where name = 'demo'`);
    await database.query(`update public.api_vendors set is_active = true where name = 'ollama'`);
    await database.query(`delete from public.api_vendors where name = 'demo'`);
    await database.execute(seed);
    expect(await database.query(`select name from public.api_vendors where is_active`)).toEqual([
      { name: 'ollama' },
    ]);
    expect(await database.query(`select display_name from public.ai_models where "order" = 1`)).toEqual([
      { display_name: 'Mine' },
    ]);
    expect(await database.query(`select from public.ai_models`)).toHaveLength(8);
  });
});
