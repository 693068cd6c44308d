import { randomUUID } from 'node:crypto';
import type {
  Caller,
  FunctionContext,
  FunctionHandler,
} from '../../../supabase/functions/_shared/context.ts';
import {
  createRunningReplies,
  type RunningReplies,
} from '../../../supabase/functions/_shared/running-replies.ts';
import { createCircuits } from '../../../supabase/functions/_shared/circuits.ts';
import { bearerOf, identifySender } from '../../../supabase/functions/_shared/sender.ts';
import { SqlError } from '../../../supabase/functions/_shared/service.ts';
import type { Claims, Database } from '../database/database.ts';
import { serviceCaller, runAs } from '../database/request-caller.ts';
import { json } from '../http/json.ts';
import type { Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';

interface FunctionsHostOptions {
  readonly functions: ReadonlyMap<string, FunctionHandler>;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly encryptionKeys: string;
  readonly allowsPrivateEndpoints: boolean;
  /** Returns the claims of a correctly signed token. Its session may already have ended. */
  readonly verifyAccessToken: (token: string) => Promise<Claims | null>;
  readonly hasSession: (claims: Claims) => Promise<boolean>;
  /** Handles requests to our own `/rest/v1` or `/auth/v1` in this process. */
  readonly serviceFetch: (request: Request) => Promise<Response>;
  readonly outboundFetch: typeof fetch;
  /** Receives work that continues after the response. The database must stay open until it ends. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly replies: RunningReplies;
  readonly hostHealth: NonNullable<FunctionContext['hostHealth']>;
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

/** Calls SQL functions as the service role directly, instead of through our own REST interface. */
const callAsService =
  (database: Database): FunctionContext['callAsService'] =>
  async (name, parameters) => {
    const entries = Object.entries(parameters).filter(([, value]) => value !== undefined);
    const list = entries.map(([parameter], index) => `"${parameter}" => $${index + 1}`).join(', ');
    const values = entries.map(([, value]) => value);
    try {
      const [row] = await database.asCaller({ role: 'service_role' }, (tx) =>
        tx.query<{ result: unknown }>(`select public.${name}(${list}) as result`, values),
      );
      return row?.result ?? null;
    } catch (error) {
      throw new SqlError(error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
    }
  };

/** Manages the replies that this process writes. Their checkpoints count as the service's work, not as an account's. */
export const createReplies = (database: Database, log: Log): RunningReplies =>
  createRunningReplies({
    save: (pieces) => runAs(serviceCaller, () => callAsService(database)('save_replies', { pieces })),
    log,
  });

/** Runs the functions of `supabase/functions` in this process. The hosted service runs the same handlers in Deno. */
export function createFunctionsHost(options: FunctionsHostOptions) {
  const { functions, secrets, verifyAccessToken, hasSession, log } = options;
  const environment = new Map([
    ['CLOVER_ENCRYPTION_KEYS', options.encryptionKeys],
    ['CLOVER_ALLOW_PRIVATE_ENDPOINTS', String(options.allowsPrivateEndpoints)],
  ]);
  const shared = {
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    serviceFetch: (input, init) => options.serviceFetch(new Request(input, init)),
    callAsService: callAsService(options.database),
    fetch: options.outboundFetch,
    verifyBearer: async (incoming) => {
      const token = bearerOf(incoming);
      const claims = token && (await verifyAccessToken(token));
      return token && claims && (await hasSession(claims)) ? toCaller(claims, token) : null;
    },
    // Needs no query, because the grant checks the session in the same round trip.
    identifySender: (incoming) =>
      identifySender(incoming, async (token) => {
        const claims = await verifyAccessToken(token);
        return claims?.sub && claims.session_id ? { userId: claims.sub, sessionId: claims.session_id } : null;
      }),
    env: (variable) => environment.get(variable),
    waitUntil: options.waitUntil,
    circuits: createCircuits(),
    replies: options.replies,
    hostHealth: options.hostHealth,
  } satisfies Partial<FunctionContext>;

  return async (
    request: Request,
    visitor: { readonly origin: string; readonly address: string | null },
  ): Promise<Response> => {
    const [, , , name = ''] = new URL(request.url).pathname.split('/');
    const handler = functions.get(name);
    if (!handler) return json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404);
    const requestId = randomUUID();
    const startedAt = performance.now();
    try {
      const response = await handler(request, {
        ...shared,
        requestId,
        supabaseUrl: visitor.origin,
        clientAddress: visitor.address,
        log: (event, fields) => log(event, { requestId, ...fields }),
      });
      log('function', {
        requestId,
        name,
        status: response.status,
        milliseconds: Math.round(performance.now() - startedAt),
      });
      return response;
    } catch (error) {
      // The error may quote a key or a message, so only its class is logged, and the client gets only the request id.
      log('function-failed', { requestId, name, error: error instanceof Error ? error.name : 'unknown' });
      return json(
        {
          code: 'INTERNAL',
          message: `Something went wrong. Try again. If it keeps failing, report the request id ${requestId}.`,
        },
        500,
      );
    }
  };
}
