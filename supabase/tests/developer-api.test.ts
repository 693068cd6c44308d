import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { openConsole, signIn, type SignedIn } from './testing/callers.ts';

describeSchema("the developer API through OpenAI's own client", (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let vendor: FakeVendor;
  let user: SignedIn;
  let client: OpenAI;
  /** Name of an enabled vendor that is not the active one. */
  let hub: string;

  const clientOf = (apiKey: string) =>
    new OpenAI({ baseURL: `${service.url}/functions/v1`, apiKey, maxRetries: 0 });

  beforeAll(async () => {
    vendor = await startVendor();
    const opened = await openConsole(open);
    ({ database, service } = opened);
    user = await signIn(service, { plan: 'professional' });
    const key = (await user.post('account/api-keys/create', { name: 'A key' })).body.key as string;
    client = clientOf(key);
    await database.query('update public.api_vendors set is_active = false where is_active');
    await database.query(
      `update public.api_vendors set is_active = true, endpoint_url = $1 where name = 'ollama'`,
      [vendor.endpoints.ollama],
    );
    const added = await opened.admin.post('admin/vendors/add', {
      display_name: 'Hub',
      dialect: 'openai-style',
      endpoint_url: `${vendor.url}/v1`,
      needs_key: true,
      key: 'sk-hub-0123456789abcdef',
    });
    hub = added.body.vendor.name as string;
    await opened.admin.post('admin/vendors/enable', { vendor: hub, is_enabled: true });
    for (const [name, ...models] of [
      ['ollama', 'common', 'own'],
      [hub, 'common', 'hub/large'],
    ] as const) {
      await opened.admin.post('admin/models/save-vendor-models', {
        vendor: name,
        models: models.map((id) => ({ model_id: id, display_name: id })),
      });
    }
  });
  beforeEach(() => vendor.reset());
  afterAll(async () => {
    await service.close();
    await vendor.close();
  });

  const messages = [{ role: 'user' as const, content: 'Hello there' }];
  const keySent = () => vendor.requests.at(-1)?.headers.authorization;

  it('lists the models of all enabled vendors, to users whose plan has them', async () => {
    const list = async (who: OpenAI) =>
      (await who.models.list()).data.map(({ id, owned_by }) => `${id} of ${owned_by}`);
    expect(await list(client)).toEqual(['common of ollama', 'own of ollama', `hub/large of ${hub}`]);
    const starter = await signIn(service, { plan: 'starter' });
    expect(await list(clientOf(starter.token))).toEqual(['common of ollama', 'own of ollama']);
  });

  it('calls the vendor that has the model, the active one first', async () => {
    const ask = async (model: string, headers = {}) =>
      (await client.chat.completions.create({ model, messages }, { headers })).model;
    expect(await ask('hub/large')).toBe('hub/large');
    expect(keySent()).toBe('Bearer sk-hub-0123456789abcdef');
    expect(await ask('common')).toBe('common');
    expect(keySent()).toBeUndefined();
    expect(await ask('common', { 'x-clover-vendor': hub })).toBe('common');
    expect(keySent()).toBe('Bearer sk-hub-0123456789abcdef');
  });

  describe('embeddings', () => {
    const create = (who: OpenAI, model = 'text-embedding') =>
      who.embeddings.create({ model, input: ['Hello', 'Hi'], dimensions: 2 });

    it('are passed through, decoded or as numbers, and counted like a message', async () => {
      const before = await database.query<{ used: number }>(
        'select count(*)::integer as used from public.message_reservations where user_id = $1',
        [user.id],
      );
      const { data, usage, model } = await create(client);
      expect(data.map(({ index, embedding }) => [index, embedding])).toEqual([
        [0, [5, 0.5]],
        [1, [2, 0.5]],
      ]);
      expect({ model, usage }).toEqual({
        model: 'text-embedding',
        usage: { prompt_tokens: 2, total_tokens: 2 },
      });
      expect(vendor.requests.at(-1)?.body).toEqual({
        model: 'text-embedding',
        input: ['Hello', 'Hi'],
        dimensions: 2,
        encoding_format: 'base64',
      });
      const numbers = await client.embeddings.create({ model: 'm', input: 'Hi', encoding_format: 'float' });
      expect(numbers.data[0]?.embedding).toEqual([2, 0.5]);
      const [after] = await database.query<{ used: number }>(
        'select count(*)::integer as used from public.message_reservations where user_id = $1',
        [user.id],
      );
      expect((after?.used ?? 0) - (before[0]?.used ?? 0)).toBe(2);
    });

    it("fail with the catalog's errors", async () => {
      vendor.script({ kind: 'status', status: 401 }, { kind: 'html', status: 200 });
      await expect(create(client)).rejects.toThrow('Authentication error (401)');
      await expect(create(client)).rejects.toThrow('Invalid JSON response from API');
      await expect(client.embeddings.create({ model: 'm', input: '' })).rejects.toBeInstanceOf(
        OpenAI.BadRequestError,
      );
      await expect(create(clientOf('clv_wrong'))).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    });

    it('are refused to a session for models outside the list, and for dialects without embeddings', async () => {
      const starter = await signIn(service, { plan: 'starter' });
      await expect(create(clientOf(starter.token))).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError);
      const setDialect = (dialect: string) =>
        database.query(
          `update public.api_vendors set config = config || jsonb_build_object('dialect', $1::text) where name = $2`,
          [dialect, hub],
        );
      await setDialect('anthropic');
      await expect(create(client, 'hub/large')).rejects.toThrow(
        '400 Bad request (400): embeddings are not supported for models of Hub',
      );
      await setDialect('openai-style');
      expect(vendor.requests).toEqual([]);
    });
  });
});
