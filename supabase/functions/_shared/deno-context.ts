import { z } from 'zod';
import { readClaims } from '../../../src/shared/domain/token-claims.ts';
import { isApiKey } from './api-key.ts';
import type { Caller, FunctionContext, FunctionHandler } from './context.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { bearerOf, identifySender } from './sender.ts';
import { createCircuits } from './circuits.ts';
import { createRunningReplies } from './running-replies.ts';
import { callThroughRest } from './service.ts';

// Any origin is allowed, because every call needs a bearer token, which browsers never add automatically.
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, apikey, content-type, x-client-info, x-clover-continues, x-clover-instructions, x-clover-message-id, x-clover-question-id, x-clover-reply-id, x-clover-vendor, x-provider-key, x-provider-origin',
  'access-control-expose-headers':
    'x-clover-message-id, x-clover-vendor, x-clover-unavailable-vendor, x-request-id',
  'access-control-max-age': '7200',
};

function requiredVariable(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`Set the environment variable ${name}`);
  return value;
}

const isSet = (name: string) => ['true', '1'].includes(Deno.env.get(name) ?? '');

/** Reads an API key. Newer projects have one variable with all keys as JSON, older ones have one variable per key. */
function keyOf(listName: string, singleName: string): string {
  const list = z.record(z.string(), z.string()).safeParse(JSON.parse(Deno.env.get(listName) ?? 'null'));
  return list.data?.['default'] ?? requiredVariable(singleName);
}

const userSchema = z.object({ id: z.uuid(), is_anonymous: z.boolean().nullish() });
const claimsSchema = z.object({ aal: z.enum(['aal1', 'aal2']).catch('aal1'), session_id: z.uuid() });

/** Globals that exist only on the hosted runtime. */
const hostedRuntime = globalThis as {
  readonly EdgeRuntime?: { readonly waitUntil: (work: Promise<unknown>) => void };
  readonly addEventListener?: (event: 'beforeunload', listener: () => void) => void;
};

/** Calls a SQL function with the secret key. */
const callAsService: FunctionContext['callAsService'] = (name, parameters) => {
  const secretKey = keyOf('SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY');
  return callThroughRest(
    { serviceFetch: fetch, supabaseUrl: requiredVariable('SUPABASE_URL') },
    name,
    parameters,
    {
      apiKey: secretKey,
      token: secretKey,
    },
  );
};

const circuits = createCircuits();

/** One process serves many requests, so they share its running replies. */
const replies = createRunningReplies({
  save: (pieces) => callAsService('save_replies', { pieces }),
  // oxlint-disable-next-line no-console -- the hosted runtime collects its log from the console
  log: (event, fields) => console.log(JSON.stringify({ event, ...fields })),
});

function createContext(request: Request): FunctionContext {
  const requestId = crypto.randomUUID();
  const supabaseUrl = requiredVariable('SUPABASE_URL');
  const publishableKey = keyOf('SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY');

  // The auth service verifies the token, because its signature stays valid after the session has ended.
  const verifyToken = async (token: string): Promise<Caller | null> => {
    const response = await fetch(`${supabaseUrl}/auth/v1/user`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
    });
    if (!response.ok) return null;
    const user = userSchema.parse(await response.json());
    const claims = claimsSchema.parse(readClaims(token));
    return {
      userId: user.id,
      sessionId: claims.session_id,
      role: 'authenticated',
      token,
      isAnonymous: user.is_anonymous === true,
      aal: claims.aal,
    };
  };

  const resolve = async (hostname: string) => {
    const answers = await Promise.allSettled([
      Deno.resolveDns(hostname, 'A'),
      Deno.resolveDns(hostname, 'AAAA'),
    ]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };

  const secretKey = keyOf('SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY');
  return {
    requestId,
    supabaseUrl,
    publishableKey,
    secretKey,
    serviceFetch: fetch,
    callAsService,
    circuits,
    replies,
    fetch: guardedFetch({ fetch, resolve, allowPrivate: isSet('CLOVER_ALLOW_PRIVATE_ENDPOINTS') }),
    verifyBearer: async (incoming) => {
      const token = bearerOf(incoming);
      return token === null || isApiKey(token) ? null : verifyToken(token);
    },
    identifySender: (incoming) =>
      identifySender(incoming, async (token) => {
        const caller = await verifyToken(token);
        return caller && { userId: caller.userId, sessionId: caller.sessionId };
      }),
    // The platform's proxy appends the client's IP address. Clients can forge everything before it.
    clientAddress: request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || null,
    env: (name) => Deno.env.get(name),
    // oxlint-disable-next-line no-console -- the hosted runtime collects its log from the console
    log: (event, fields) => console.log(JSON.stringify({ event, requestId, ...fields })),
    ...(hostedRuntime.EdgeRuntime && {
      waitUntil: (work: Promise<unknown>) => hostedRuntime.EdgeRuntime?.waitUntil(work),
    }),
  };
}

/** Serves a function on the hosted service: adds the context and CORS, and turns unexpected errors into a 500. */
export function serveFunction(handler: FunctionHandler): void {
  // The platform ends a worker at its time limit. Its replies are then stored with their text so far.
  hostedRuntime.addEventListener?.('beforeunload', replies.interrupt);
  Deno.serve(async (request) => {
    const context = createContext(request);
    const started = performance.now();
    let response: Response;
    try {
      response = await handler(request, context);
    } catch (error) {
      context.log('function-failed', { error: error instanceof Error ? error.name : 'unknown' });
      const message = `Something went wrong. Try again. If it keeps failing, report the request id ${context.requestId}.`;
      response = Response.json({ code: 'INTERNAL', message }, { status: 500 });
    }
    context.log('function', {
      status: response.status,
      milliseconds: Math.round(performance.now() - started),
    });
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(corsHeaders)) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  });
}
