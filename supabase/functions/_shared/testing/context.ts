import { createCircuits } from '../circuits.ts';
import type { Caller, FunctionContext } from '../context.ts';
import { identifySender } from '../sender.ts';
import { createRunningReplies } from '../running-replies.ts';
import { callThroughRest } from '../service.ts';

export interface ServiceCall {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface TestContext extends FunctionContext {
  readonly calls: readonly ServiceCall[];
  readonly logged: readonly string[];
}

export interface TestContextOptions {
  /** The service's responses by path below `/rest/v1/`. A Response object is returned unchanged. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly encryptionKeys?: string;
  readonly clientAddress?: string | null;
}

export const testSessionId = 'e0000000-0000-4000-8000-000000000001';

export const testCaller: Caller = {
  userId: 'a0000000-0000-4000-8000-000000000001',
  sessionId: testSessionId,
  role: 'authenticated',
  token: 'user-token',
  isAnonymous: false,
  aal: 'aal1',
};

/**
 * Creates a host for functions under test. Its service returns fixed responses and accepts one token. Requests to the
 * outside use the real network.
 */
export function createTestContext(options: TestContextOptions): TestContext {
  const calls: ServiceCall[] = [];
  const logged: string[] = [];
  const supabaseUrl = 'http://service.test';
  const secretKey = 'secret-key';
  const serviceFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace('/rest/v1/', '');
    const text = await request.text();
    calls.push({
      path,
      authorization: request.headers.get('authorization'),
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    });
    const answer = options.answers[path];
    return answer instanceof Response ? answer.clone() : Response.json(answer ?? null);
  };
  const callAsService: FunctionContext['callAsService'] = (name, parameters) =>
    callThroughRest({ serviceFetch, supabaseUrl }, name, parameters, { apiKey: secretKey, token: secretKey });
  const log: FunctionContext['log'] = (event, fields) =>
    void logged.push(JSON.stringify({ event, ...fields }));
  return {
    requestId: 'b0000000-0000-4000-8000-000000000001',
    supabaseUrl,
    publishableKey: 'publishable-key',
    secretKey,
    serviceFetch,
    callAsService,
    circuits: createCircuits(),
    replies: createRunningReplies({ save: (pieces) => callAsService('save_replies', { pieces }), log }),
    fetch: (input, init) => fetch(input, init),
    verifyBearer: async (request) =>
      request.headers.get('authorization') === `Bearer ${testCaller.token}` ? testCaller : null,
    identifySender: (request) =>
      identifySender(request, async (token) =>
        token === testCaller.token ? { userId: testCaller.userId, sessionId: testSessionId } : null,
      ),
    clientAddress: options.clientAddress ?? null,
    env: (name) => (name === 'CLOVER_ENCRYPTION_KEYS' ? options.encryptionKeys : undefined),
    log,
    calls,
    logged,
  };
}
