import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FunctionHandler } from './context.ts';
import { serveFunction } from './deno-context.ts';

const sessionId = 'e0000000-0000-4000-8000-000000000001';
const token = `head.${btoa(JSON.stringify({ aal: 'aal2', session_id: sessionId })).replaceAll('=', '')}.signature`;
const userId = 'a0000000-0000-4000-8000-000000000001';

let answer: ((request: Request) => Promise<Response>) | undefined;
const environment = new Map<string, string>();
const requests: Request[] = [];
const logged = vi.spyOn(console, 'log').mockImplementation(() => {});

beforeEach(() => {
  environment.clear();
  environment.set('SUPABASE_URL', 'https://project.example').set('SUPABASE_ANON_KEY', 'anon');
  environment.set('SUPABASE_SERVICE_ROLE_KEY', 'service').set('OTHER', 'value');
  requests.length = 0;
  logged.mockClear();
  vi.stubGlobal('Deno', {
    env: { get: (name: string) => environment.get(name) },
    serve: (handler: typeof answer) => void (answer = handler),
    resolveDns: async (_name: string, type: string) => {
      if (type === 'AAAA') throw new Error('no such record');
      return ['10.0.0.1'];
    },
  });
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push(request);
    const isKnown = request.headers.get('authorization') === `Bearer ${token}`;
    return isKnown ? Response.json({ id: userId, is_anonymous: true }) : Response.json({}, { status: 403 });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Serves a handler like the hosted runtime and calls it once. */
async function ask(handler: FunctionHandler, headers: Readonly<Record<string, string>> = {}) {
  serveFunction(handler);
  return answer!(new Request('https://project.example/chat/completions', { headers }));
}

describe('the context on the hosted service', () => {
  it('verifies a token with the auth service and reads its assurance level', async () => {
    const response = await ask(
      async (request, context) => Response.json(await context.verifyBearer(request)),
      { authorization: `Bearer ${token}` },
    );
    expect(await response.json()).toEqual({
      userId,
      sessionId,
      role: 'authenticated',
      token,
      isAnonymous: true,
      aal: 'aal2',
    });
    expect(requests[0]?.url).toBe('https://project.example/auth/v1/user');
    expect(requests[0]?.headers.get('apikey')).toBe('anon');
  });

  it('passes the session of a token to the grant, which then checks the session requirement', async () => {
    const sender: FunctionHandler = async (request, context) =>
      Response.json(await context.identifySender(request));
    const ofToken = await ask(sender, { authorization: `Bearer ${token}` });
    expect(await ofToken.json()).toEqual({ userId, sessionId });
    expect(await (await ask(sender, { authorization: 'Bearer forged' })).json()).toBeNull();
    const ofKey = await ask(sender, { authorization: `Bearer clv_${'a'.repeat(43)}` });
    expect(await ofKey.json()).toEqual({ apiKeyHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  });

  it.each(['', 'Bearer forged', 'Basic dXNlcjpwYXNz'])('finds no caller in %j', async (authorization) => {
    const whoami: FunctionHandler = async (request, context) =>
      Response.json(await context.verifyBearer(request));
    expect(await (await ask(whoami, { authorization })).json()).toBeNull();
  });

  it('prefers the newer keys and uses the last forwarded IP address', async () => {
    environment.set('SUPABASE_PUBLISHABLE_KEYS', '{"default":"sb_publishable"}');
    environment.set('SUPABASE_SECRET_KEYS', '{"default":"sb_secret"}');
    const response = await ask(
      async (_, { publishableKey, secretKey, clientAddress, env }) =>
        Response.json([publishableKey, secretKey, clientAddress, env('OTHER')]),
      { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' },
    );
    expect(await response.json()).toEqual(['sb_publishable', 'sb_secret', '203.0.113.9', 'value']);
  });

  it('allows no requests to private IP addresses', async () => {
    let refusal: unknown;
    await ask(async (_, context) => {
      refusal = await context.fetch('https://vendor.example/').catch((error: unknown) => error);
      return new Response();
    });
    expect(refusal).toMatchObject({ name: 'OutboundRefused' });
    expect(requests).toEqual([]);
  });

  it.each(['true', '1'])('allows requests to private IP addresses if the operator sets %j', async (value) => {
    environment.set('CLOVER_ALLOW_PRIVATE_ENDPOINTS', value);
    const status = async (_: Request, context: Parameters<FunctionHandler>[1]) =>
      Response.json((await context.fetch('http://127.0.0.1:11434/')).status);
    expect(await (await ask(status)).json()).toBe(403);
    expect(requests.map(({ url }) => url)).toEqual(['http://127.0.0.1:11434/']);
  });

  it('adds CORS to every response and keeps its status, headers and stream', async () => {
    const body = new Blob(['data: x\n\n']).stream();
    const response = await ask(async () => new Response(body, { status: 201, headers: { 'x-own': '1' } }));
    expect(response.status).toBe(201);
    expect(response.headers.get('x-own')).toBe('1');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toContain('x-clover-message-id');
    expect(await response.text()).toBe('data: x\n\n');
  });

  it('responds to an error with its id and logs its class, never its text', async () => {
    const response = await ask(async () => {
      throw new TypeError('Bearer sk-secret is not a header');
    });
    expect(response.status).toBe(500);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const lines = logged.mock.calls.flat().join('\n');
    expect(lines).toContain('TypeError');
    expect(lines + (await response.text())).not.toContain('sk-secret');
  });
});
