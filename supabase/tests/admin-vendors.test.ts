import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { openConsole, type SignedIn } from './testing/callers.ts';

const key = 'sk-admin-0123456789abcdef';

interface Row {
  readonly name: string;
  readonly has_key: boolean;
  readonly is_active: boolean;
  readonly priority_order: number;
  readonly api_key_encrypted: string | null;
  readonly id: string;
}

describeSchema('vendors for administrators', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let vendor: FakeVendor;
  let admin: SignedIn;
  const logged: string[] = [];

  beforeAll(async () => {
    vendor = await startVendor();
    ({ database, service, admin } = await openConsole(open, (event, fields) =>
      logged.push(JSON.stringify({ event, ...fields })),
    ));
  });
  afterAll(async () => {
    await service.close();
    await vendor.close();
  });
  beforeEach(async () => {
    vendor.reset();
    // Sets the fake vendor's URL for the seed's vendors.
    await database.query(
      `update public.api_vendors set api_key_encrypted = null, is_active = false,
         priority_order = coalesce(
           array_position(array['deepinfra', 'openrouter', 'modelslab', 'openai', 'ollama'], name), 0
         ),
         endpoint_url = $1::jsonb ->> name`,
      [vendor.endpoints],
    );
    await database.query(`update public.api_vendors set is_active = true where name = 'demo'`);
    await database.query(`delete from private.vendor_checks`);
  });

  const row = async (name: string) =>
    (await database.query<Row>(`select * from public.api_vendors where name = $1`, [name]))[0]!;
  const act = (action: string, body: unknown = {}) => admin.post(`admin/vendors/${action}`, body);

  it('lists vendors by priority, shows whether they have a key, but never the key [VENDOR-010] [VENDOR-011] [VENDOR-012]', async () => {
    await act('set-key', { vendor: 'openai', key });
    const { status, body, text } = await act('list');
    expect(status).toBe(200);
    expect(body.vendors.map(({ name }: { name: string }) => name)).toEqual([
      'demo',
      'deepinfra',
      'openrouter',
      'modelslab',
      'openai',
      'ollama',
    ]);
    expect(body.vendors[4]).toMatchObject({ has_key: true, key_last4: 'cdef' });
    expect(text).not.toContain('api_key_encrypted');
    expect(text).not.toContain(key);
  });

  it('encrypts a key for its vendor and origin, and responds without it', async () => {
    const { status, text, body } = await act('set-key', { vendor: 'openai', key: ` ${key} ` });
    expect(status).toBe(200);
    expect(body.vendor).toMatchObject({ name: 'openai', has_key: true, key_last4: 'cdef' });
    expect(text).not.toContain(key);
    const { api_key_encrypted: encrypted } = await row('openai');
    expect(encrypted).toMatch(/^v1\.test\./);
    expect(encrypted).not.toContain(key);
    await act('test', { vendor: 'openai' });
    expect(vendor.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it('does not decrypt a key that was copied to another vendor', async () => {
    await act('set-key', { vendor: 'openai', key });
    await database.query(
      `update public.api_vendors set api_key_encrypted = (select api_key_encrypted from public.api_vendors where name = 'openai') where name = 'openrouter'`,
    );
    const { body } = await act('test', { vendor: 'openrouter', model: 'x' });
    expect(vendor.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`]);
    expect(body).toMatchObject({
      vendor: 'openai',
      failure: expect.stringContaining('API key not configured'),
    });
    expect(logged.join('\n')).toContain('vendor-key-unusable');
  });

  it('refuses a key that is blank, has a line break, is not ASCII or has 1,001 characters', async () => {
    for (const wrong of ['   ', 'sk-1\nx-evil: 1', 'sk-ключ', 'k'.repeat(1001)]) {
      const { status, text } = await act('set-key', { vendor: 'openai', key: wrong });
      expect([wrong, status]).toEqual([wrong, 400]);
      expect(text).not.toContain('sk-');
    }
    expect((await row('openai')).has_key).toBe(false);
  });

  it("doesn't show a short key's last characters, and accepts no key for the demo", async () => {
    const { body } = await act('set-key', { vendor: 'ollama', key: 'short' });
    expect(body.vendor).toMatchObject({ has_key: true, key_last4: null });
    expect(await act('set-key', { vendor: 'demo', key })).toMatchObject({
      status: 400,
      body: { error: { message: "Demo doesn't need an API key." } },
    });
  });

  it('deletes a key', async () => {
    await act('set-key', { vendor: 'openai', key });
    const { body } = await act('clear-key', { vendor: 'openai' });
    expect(body.vendor).toMatchObject({ has_key: false, key_last4: null });
    expect((await row('openai')).api_key_encrypted).toBeNull();
  });

  it('saves name, address and config, and clears the key when the origin changes', async () => {
    await act('set-key', { vendor: 'openai', key });
    const renamed = await act('save', {
      vendor: 'openai',
      display_name: 'Ours',
      config: { default_model: 'gpt-4o', stream: null, needs_key: false },
    });
    expect(renamed.body).toMatchObject({
      key_cleared: false,
      vendor: { display_name: 'Ours', has_key: true, config: { default_model: 'gpt-4o' } },
    });
    expect(Object.keys(renamed.body.vendor.config)).toEqual(['default_model']);
    const moved = await act('save', { vendor: 'openai', endpoint_url: 'https://EU.example.com:443/v1' });
    expect(moved.body).toMatchObject({
      key_cleared: true,
      vendor: { endpoint_url: 'https://eu.example.com/v1', has_key: false, key_last4: null },
    });
    await act('save', {
      vendor: 'openai',
      display_name: 'OpenAI',
      config: { default_model: 'gpt-4.1-2025-04-14', stream: true },
    });
  });

  it('saves the image model, and cleans text that no database can store', async () => {
    const named = await act('save', {
      vendor: 'openai',
      display_name: ' Nul \0, half \ud800 ',
      config: { image_model: ' gpt-image ' },
    });
    expect(named.body.vendor).toMatchObject({
      display_name: 'Nul \ufffd, half \ufffd',
      config: { image_model: 'gpt-image' },
    });
    const cleared = await act('save', {
      vendor: 'openai',
      display_name: 'OpenAI',
      config: { image_model: null },
    });
    expect(cleared.body.vendor.config).not.toHaveProperty('image_model');
  });

  it('explains what is missing or too long', async () => {
    for (const [changes, message] of [
      [{ display_name: ' ' }, 'Enter a name.'],
      [{ display_name: 'x'.repeat(101) }, 'Use at most 100 characters for the name.'],
      [{ config: { default_model: 'x'.repeat(201) } }, "Use at most 200 characters for the model's name."],
    ] as const)
      expect(await act('save', { vendor: 'openai', ...changes })).toMatchObject({
        status: 400,
        body: { error: { message } },
      });
  });

  it('refuses private network addresses for internet vendors', async () => {
    for (const endpoint_url of ['http://127.0.0.1:1/v1', 'https://10.0.0.1/v1', 'http://api.example.com/v1'])
      expect((await act('save', { vendor: 'openai', endpoint_url })).status).toBe(400);
    expect(
      (await act('save', { vendor: 'ollama', endpoint_url: 'http://localhost:1234/v1' })).body.vendor
        .endpoint_url,
    ).toBe('http://localhost:1234/v1');
    expect((await act('save', { vendor: 'demo', endpoint_url: 'https://api.example.com' })).status).toBe(400);
  });

  it('reports that a vendor does not exist [VENDOR-021]', async () => {
    for (const action of ['save', 'set-key', 'clear-key', 'test', 'activate', 'list-models', 'remove'])
      expect(await act(action, { vendor: 'mystery', key })).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found', message: 'Vendor not found' } },
      });
  });

  it('refuses to activate a vendor without its key, and reports why [VENDOR-006] [VENDOR-022]', async () => {
    await act('clear-key', { vendor: 'openai' });
    expect(await act('activate', { vendor: 'openai' })).toMatchObject({
      status: 409,
      body: {
        error: {
          message: 'Cannot activate OpenAI: API key is required. Please set the API key first.',
        },
      },
    });
    expect(await row('openai')).toMatchObject({ is_active: false });
  });

  it('activates one vendor and deactivates the others [VENDOR-003] [VENDOR-004] [VENDOR-005]', async () => {
    await act('set-key', { vendor: 'openai', key });
    expect((await act('activate', { vendor: 'openai' })).body.vendor).toMatchObject({
      name: 'openai',
      is_active: true,
    });
    expect(
      await database.query(
        `select v.name, s.setting_value as setting from public.api_vendors v, public.system_settings s
         where v.is_active and s.setting_key = 'active_vendor'`,
      ),
    ).toEqual([{ name: 'openai', setting: 'openai' }]);
  });

  it('reports that a deleted vendor was not found [VENDOR-021]', async () => {
    const { id } = await row('modelslab');
    await database.query(`update public.api_vendors set name = 'elsewhere' where id = $1`, [id]);
    try {
      for (const action of ['save', 'set-key', 'clear-key', 'test', 'activate', 'list-models'])
        expect(await act(action, { vendor: 'modelslab', key })).toMatchObject({
          status: 404,
          body: { error: { message: 'Vendor not found' } },
        });
    } finally {
      await database.query(`update public.api_vendors set name = 'modelslab' where id = $1`, [id]);
    }
  });

  it('sets the failover order; omitted vendors are never used', async () => {
    const { body } = await act('reorder', { vendors: ['openai', 'deepinfra'] });
    expect(
      body.vendors
        .filter(({ priority_order }: Row) => priority_order !== 0)
        .map(({ name, priority_order }: Row) => [name, priority_order]),
    ).toEqual([
      ['openai', 1],
      ['deepinfra', 2],
    ]);
    expect((await act('reorder', { vendors: ['openai', 'openai'] })).status).toBe(400);
    expect((await act('reorder', { vendors: ['demo'] })).status).toBe(400);
  });

  describe('the connection test', () => {
    const hello = (model: string) => ({
      messages: [{ role: 'user', content: 'Hello' }],
      max_tokens: 1,
      model,
    });

    it('requests one token from the endpoint and shows how long it took [VENDOR-015] [VENDOR-017] [VENDOR-018]', async () => {
      await act('set-key', { vendor: 'openai', key });
      const { body } = await act('test', { vendor: 'openai' });
      expect(body).toMatchObject({
        success: true,
        latency: expect.any(Number),
        message: `Connection successful (${body.latency}ms)`,
        details: { vendor: 'openai', model: 'gpt-4.1-2025-04-14', status: 200 },
        vendor: 'openai',
        vendor_display_name: 'OpenAI',
      });
      expect(vendor.requests.map(({ path, body: sent }) => [path, sent])).toEqual([
        ['/v1/chat/completions', expect.objectContaining(hello('gpt-4.1-2025-04-14'))],
      ]);
    });

    it('requires a key if the vendor needs one [VENDOR-007] [VENDOR-025]', async () => {
      expect(await act('test', { vendor: 'openai' })).toMatchObject({
        status: 409,
        body: { error: { message: 'API key not configured for this vendor' } },
      });
      expect(vendor.requests).toEqual([]);
    });

    describe('without a default model and without available models, like a new vendor', () => {
      beforeEach(async () => {
        for (const name of ['openai', 'modelslab']) await act('set-key', { vendor: name, key });
        await database.query(`update public.api_vendors set config = config - 'default_model'`);
        await database.query('update public.api_vendor_models set is_available = false');
      });
      afterEach(async () => {
        await database.query('update public.api_vendor_models set is_available = true');
        await act('save', { vendor: 'openai', config: { default_model: 'gpt-4.1-2025-04-14' } });
      });

      it("uses a model of the vendor's own list", async () => {
        expect((await act('test', { vendor: 'openai' })).body.success).toBe(true);
        expect(vendor.requests).toMatchObject([
          { method: 'GET', path: '/v1/models' },
          { body: { model: 'cognitivecomputations/dolphin-mixtral-8x22b', max_tokens: 1 } },
        ]);
      });

      it('reports why the list could not be loaded', async () => {
        vendor.script({ kind: 'status', status: 401, body: { error: { message: 'Incorrect API key' } } });
        expect((await act('test', { vendor: 'openai' })).body).toMatchObject({
          success: false,
          details: { code: 'authentication', status: 401 },
        });
      });

      it('is refused if the vendor has no list [VENDOR-026]', async () => {
        const error = { message: 'No available models for this vendor' };
        expect(await act('test', { vendor: 'modelslab' })).toMatchObject({ status: 409, body: { error } });
      });
    });

    it("reports the next vendor's success under its name, and activates nothing [VENDOR-016]", async () => {
      for (const name of ['deepinfra', 'openrouter', 'openai']) await act('set-key', { vendor: name, key });
      await act('activate', { vendor: 'deepinfra' });
      await act('reorder', { vendors: ['modelslab', 'openrouter', 'openai'] });
      vendor.script({
        kind: 'status',
        status: 401,
        body: { error: { message: `Incorrect API key: ${key}` } },
      });
      const { body, text } = await act('test', { vendor: 'deepinfra' });
      expect(body).toMatchObject({
        success: true,
        message: expect.stringMatching(/^Connection successful \(\d+ms\)$/),
        vendor: 'openrouter',
        vendor_display_name: 'OpenRouter',
        failure: expect.stringMatching(/^Connection failed: 401 - /),
      });
      expect(text).not.toContain(key);
      expect(vendor.requests.map(({ path }) => path)).toEqual([
        '/v1/openai/chat/completions',
        '/api/v1/chat/completions',
      ]);
      expect((await row('deepinfra')).is_active).toBe(true);
    });

    it('reports the failure of the tested vendor if there is no failover vendor [VENDOR-019]', async () => {
      await act('set-key', { vendor: 'openai', key });
      await act('reorder', { vendors: [] });
      vendor.script({ kind: 'status', status: 503, body: 'overloaded' });
      expect((await act('test', { vendor: 'openai' })).body).toMatchObject({
        success: false,
        message: 'Connection failed: 503 - overloaded',
        vendor: 'openai',
      });
    });

    it('reports that nothing responds at the address [VENDOR-020]', async () => {
      await act('reorder', { vendors: [] });
      await act('save', { vendor: 'ollama', endpoint_url: 'http://127.0.0.1:9/v1' });
      expect((await act('test', { vendor: 'ollama' })).body).toMatchObject({
        success: false,
        message: expect.stringMatching(/^Connection error: \S/),
      });
    });

    it('runs once for all callers within 30 s, and again if the vendor has changed', async () => {
      await act('set-key', { vendor: 'openai', key });
      vendor.always({ kind: 'pace', first: 150 });
      const results = await Promise.all(Array.from({ length: 8 }, () => act('test', { vendor: 'openai' })));
      expect(new Set(results.map(({ text }) => text)).size).toBe(1);
      expect(vendor.requests).toHaveLength(1);
      await database.query(
        `update private.vendor_checks set finished_at = finished_at - interval '20 seconds'`,
      );
      await act('test', { vendor: 'openai' });
      expect(vendor.requests).toHaveLength(1);
      await database.query(
        `update private.vendor_checks set finished_at = finished_at - interval '11 seconds'`,
      );
      await act('test', { vendor: 'openai' });
      expect(vendor.requests).toHaveLength(2);
      await act('set-key', { vendor: 'openai', key: `${key}2` });
      await act('test', { vendor: 'openai' });
      expect(vendor.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}2`);
    });
  });

  it('lists the models that the vendor itself reports, with the stored key [VENDOR-026]', async () => {
    expect(await act('list-models', { vendor: 'openai' })).toMatchObject({
      status: 409,
      body: { error: { message: 'API key not configured for this vendor' } },
    });
    await act('set-key', { vendor: 'openai', key });
    const { body } = await act('list-models', { vendor: 'openai' });
    expect(body.models.map(({ id }: { id: string }) => id)).toContain('gpt-4o-mini');
    expect(vendor.requests[0]).toMatchObject({
      method: 'GET',
      path: '/v1/models',
      headers: { authorization: `Bearer ${key}` },
    });
    await act('set-key', { vendor: 'modelslab', key });
    expect((await act('list-models', { vendor: 'modelslab' })).body.error.message).toBe(
      'No available models for this vendor',
    );
  });
});
