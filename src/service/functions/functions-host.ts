import { randomUUID } from 'node:crypto';
import type {
  Caller,
  FunctionContext,
  FunctionHandler,
} from '../../../supabase/functions/_shared/context.ts';
import { identifySender } from '../../../supabase/functions/_shared/sender.ts';
import type { Claims } from '../database/database.ts';
import { bearerOf } from '../http/credentials.ts';
import { json } from '../http/json.ts';
import type { Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';

export interface FunctionsHostOptions {
  readonly functions: ReadonlyMap<string, FunctionHandler>;
  readonly secrets: Secrets;
  readonly encryptionKeys: string;
  /** Whether vendors may live on this machine or a private network. */
  readonly allowsPrivateEndpoints: boolean;
  /** The claims of a token with a good signature; its session may have ended since. */
  readonly verifyAccessToken: (token: string) => Promise<Claims | null>;
  readonly hasSession: (claims: Claims) => Promise<boolean>;
  /** Answers a request to our own `/rest/v1` or `/auth/v1` without leaving the process. */
  readonly serviceFetch: (request: Request) => Promise<Response>;
  /** Calls a SQL function as the service in one statement, or gives null where it takes the way through `/rest/v1`. */
  readonly callDirectly: NonNullable<FunctionContext['callDirectly']>;
  readonly outboundFetch: typeof fetch;
  /** Told of work that goes on after its reply; the database must not be closed before it has ended. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
  readonly log: Log;
}

const toCaller = (claims: Claims | null, token: string): Caller | null =>
  claims?.sub && claims.session_id && claims.role !== 'anon'
    ? {
        userId: claims.sub,
        sessionId: claims.session_id,
        role: claims.role,
        token,
        isAnonymous: claims.is_anonymous === true,
        aal: claims.aal ?? 'aal1',
      }
    : null;

/** Runs the functions of `supabase/functions` in this process, with the same handlers that Deno serves on the hosted service. */
export function createFunctionsHost(options: FunctionsHostOptions) {
  const { functions, secrets, verifyAccessToken, hasSession, outboundFetch, log } = options;
  const environment = new Map([
    ['CLOVER_ENCRYPTION_KEYS', options.encryptionKeys],
    ['CLOVER_ALLOW_PRIVATE_ENDPOINTS', String(options.allowsPrivateEndpoints)],
  ]);

  return async (
    request: Request,
    visitor: { readonly origin: string; readonly address: string | null },
  ): Promise<Response> => {
    const [, , , name = ''] = new URL(request.url).pathname.split('/');
    const handler = functions.get(name);
    if (!handler) return json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404);
    const requestId = randomUUID();
    const started = performance.now();
    const context: FunctionContext = {
      requestId,
      supabaseUrl: visitor.origin,
      publishableKey: secrets.publishableKey,
      secretKey: secrets.secretKey,
      serviceFetch: (input, init) => options.serviceFetch(new Request(input, init)),
      callDirectly: options.callDirectly,
      fetch: outboundFetch,
      verifyBearer: async (asked) => {
        const token = bearerOf(asked);
        const claims = token && (await verifyAccessToken(token));
        return token && claims && (await hasSession(claims)) ? toCaller(claims, token) : null;
      },
      // No query: the grant asks for the session in its own round trip.
      identifySender: (asked) =>
        identifySender(asked, async (token) => {
          const claims = await verifyAccessToken(token);
          return claims?.sub && claims.session_id
            ? { userId: claims.sub, sessionId: claims.session_id }
            : null;
        }),
      clientAddress: visitor.address,
      env: (variable) => environment.get(variable),
      ...(options.waitUntil ? { waitUntil: options.waitUntil } : {}),
      log: (event, fields) => log(event, { requestId, ...fields }),
    };
    try {
      const answer = await handler(request, context);
      log('function', {
        requestId,
        name,
        status: answer.status,
        milliseconds: Math.round(performance.now() - started),
      });
      return answer;
    } catch (error) {
      // What was thrown may quote a key or a message, so only its class is logged, and the caller learns only the id.
      log('function-failed', { requestId, name, error: error instanceof Error ? error.name : 'unknown' });
      return json(
        {
          code: 'INTERNAL',
          message: `Something went wrong on our side. Try again; the request's id is ${requestId}.`,
        },
        500,
      );
    }
  };
}
