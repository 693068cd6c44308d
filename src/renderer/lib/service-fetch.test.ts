import { createClient } from '@supabase/supabase-js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testConfig } from '../platform/test.ts';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { setChosenLanguage } from './language.ts';
import { createServiceFetch } from './service-fetch.ts';
import type { ServiceProblem } from './service-problem.ts';

const migrations = ['20260101000000_make_trees.sql', '20260102000000_make_bushes.sql'];
const unknownFunction = { status: 404, body: { code: 'PGRST202', message: 'Could not find the function' } };

function start(token: string | null = 'token') {
  const service = startFakeService();
  const problems: ServiceProblem[] = [];
  const client = createClient(testConfig.supabaseUrl, testConfig.supabaseKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
      fetch: createServiceFetch({
        url: testConfig.supabaseUrl,
        key: testConfig.supabaseKey,
        migrations,
        onProblem: (problem) => problems.push(problem),
        onSessionEnded: () => {},
        isSessionExpired: () => false,
      }),
    },
  });
  return { service, client, problems };
}

describe('a database older than the app', () => {
  it('is reported with its missing migration instead of the unknown name', async () => {
    const { service, client, problems } = start();
    service.answer('POST /rest/v1/rpc/fly', unknownFunction);
    service.answer('POST /rest/v1/rpc/schema_version', { body: '20260101000000' });
    const { error } = await client.rpc('fly');
    expect(error?.message).toContain('it lacks the migration 20260102000000_make_bushes.');
    expect(error?.code).toBe('PGRST202');
    expect(problems.map(({ message }) => message)).toEqual([error?.message]);
  });

  it('is also reported if it has no version', async () => {
    const { service, client } = start();
    service.answer('GET /rest/v1/birds', {
      status: 404,
      body: { code: 'PGRST205', message: 'no such table' },
    });
    service.answer('POST /rest/v1/rpc/schema_version', unknownFunction);
    expect((await client.from('birds').select()).error?.message).toContain('20260101000000');
  });

  it('is not reported for errors that no migration fixes, nor queried without an error', async () => {
    const { service, client, problems } = start();
    service.answer('POST /rest/v1/rpc/fly', unknownFunction);
    service.answer('POST /rest/v1/rpc/schema_version', { body: '20260102000000' });
    service.answer('POST /rest/v1/rpc/refuse', { status: 400, body: { code: 'P0001', message: 'No.' } });
    expect((await client.rpc('fly')).error?.message).toBe('Could not find the function');
    expect((await client.rpc('refuse')).error?.message).toBe('No.');
    expect(service.to('/rest/v1/rpc/schema_version')).toHaveLength(1);
    expect(problems).toEqual([]);
  });
});

it('explains a refused API key in the message that forms and lists show', async () => {
  const { service, client, problems } = start(null);
  const refused = { status: 401, body: { message: 'Invalid API key' } };
  service.answer('POST /auth/v1/token', refused);
  const signIn = await client.auth.signInWithPassword({ email: 'ada@example.com', password: 'secret-words' });
  expect(signIn.error?.message).toContain("doesn't accept this app's key");
  expect(problems).toHaveLength(1);
});

it('asks for emails in the chosen language', async () => {
  const { service, client } = start(null);
  onTestFinished(() => setChosenLanguage('en'));
  setChosenLanguage('pt-BR');
  service.answer('POST /auth/v1/recover', { body: {} });
  await client.auth.resetPasswordForEmail('ada@example.com');
  const [request] = service.to('/auth/v1/recover');
  expect(request?.headers.get('accept-language')).toBe('pt-BR');
  expect(request?.headers.get('apikey')).toBe(testConfig.supabaseKey);
});

it('sends no request for a screen whose session has ended', async () => {
  const { service, client } = start(null);
  expect((await client.rpc('own_standing')).error?.message).toBe('Sign in to continue.');
  expect(service.requests).toEqual([]);
});

describe('a device with a wrong clock', () => {
  it.each([
    ['three hours ahead', 3],
    ['three hours behind', -3],
  ])('%s keeps its session for as long as the service does', async (_, hours) => {
    const { service, client } = start(null);
    const session = fakeSession({ email: 'ada@example.com' });
    const serverTime = Math.floor(Date.now() / 1000);
    service.answer('POST /auth/v1/token', {
      body: { ...session, expires_in: 3600, expires_at: serverTime + 3600 },
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    await client.auth.signInWithPassword({ email: 'ada@example.com', password: 'secret-words' });
    const initialCount = service.to('/auth/v1/token').length;
    const isRenewedAfter = async (minutes: number) => {
      vi.setSystemTime(Date.now() + minutes * 60_000);
      await client.auth.getSession();
      return service.to('/auth/v1/token').length > initialCount;
    };
    expect(await isRenewedAfter(0)).toBe(false);
    expect(await isRenewedAfter(50)).toBe(false);
    expect(await isRenewedAfter(15)).toBe(true);
  });
});
