import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FunctionContext } from '../../supabase/functions/_shared/context.ts';
import type { RunningReplies } from '../../supabase/functions/_shared/running-replies.ts';
import { createAuth, type Auth } from './auth/auth.ts';
import type { Mailer } from './auth/mails.ts';
import { overrideLimits } from './auth/settings.ts';
import { createCallerCheck, createKeyCheck } from './callers.ts';
import type { Environment } from './environment.ts';
import { createFunctionsHost, createReplies } from './functions/functions-host.ts';
import { functions } from './functions/registry.ts';
import { limitKey } from './http/address.ts';
import { answerUnlessUnavailable } from './http/availability.ts';
import { bearerOf } from './http/credentials.ts';
import type { Visitor } from './http/hosts.ts';
import { json } from './http/json.ts';
import type { Log } from './log.ts';
import { createOutboundFetch } from './outbound/outbound-fetch.ts';
import type { OpenedDatabase } from './database/opened-database.ts';
import { serviceCaller } from './database/request-caller.ts';
import { createRealtime } from './realtime/realtime.ts';
import { createRest } from './rest/rest.ts';
import type { Secrets } from './secrets.ts';
import type { ObjectFiles } from './storage/object-files.ts';
import { createStorage } from './storage/storage.ts';

export interface ServiceOptions {
  readonly database: OpenedDatabase;
  readonly environment: Environment;
  readonly secrets: Secrets;
  readonly objectFiles: ObjectFiles;
  /** Null if no emails are sent. */
  readonly mailer: Mailer | null;
  /** The state of the database and its backups, for administrators. */
  readonly hostHealth: NonNullable<FunctionContext['hostHealth']>;
  /** Origin for links in emails and for the issuer of tokens. A function, because the port is not known yet. */
  readonly publicOrigin: () => string;
  readonly log: Log;
}

export interface Service {
  readonly auth: Auth;
  /** Responds to a request for one of these paths. Resolves to null for any other path. */
  readonly handle: (request: Request, visitor: Visitor) => Promise<Response | null>;
  readonly handleUpgrade: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    address: string | null,
  ) => void;
  readonly replies: Pick<RunningReplies, 'idle' | 'interrupt'>;
  readonly close: () => Promise<void>;
}

/** Auth paths that browsers open from links, so without an API key. */
const authPathsWithoutKey = /^\/auth\/v1\/(verify|authorize|callback|health|\.well-known\/.*)$/;

/** Creates the parts of the service and connects them. The HTTP server calls `handle`. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { database, environment, secrets, log } = options;
  const keyRole = createKeyCheck(secrets);
  const auth = createAuth({
    database,
    jwtSecret: secrets.jwtSecret,
    siteUrl: options.publicOrigin,
    mailer: options.mailer,
    confirmEmail: environment.confirmEmail,
    settings: {
      limits: overrideLimits(environment.addressLimits),
      ...(environment.ownerMode && { signupOpen: false, guestsAllowed: false }),
    },
    log,
  });
  const rest = createRest(database);
  const realtime = createRealtime({
    database,
    verifyToken: auth.verifyAccessToken,
    apiKeyRole: keyRole,
    isSessionLive: auth.isSessionLive,
    log,
  });
  const stopListening = await auth.listen();
  await realtime.start();
  await rest.warmUp();
  const identify = createCallerCheck(keyRole, auth.verifyToken);
  const answerStorage = createStorage({
    database,
    files: options.objectFiles,
    jwtSecret: secrets.jwtSecret,
    identify,
  });

  const restAs = async (request: Request): Promise<Response> => {
    const caller = await identify(request);
    return caller instanceof Response ? caller : rest.handle(request, caller.claims);
  };
  const authAs = async (request: Request, address: string | null): Promise<Response> => {
    if (authPathsWithoutKey.test(new URL(request.url).pathname))
      return auth.handle(request, { address, role: 'anon' });
    // The auth service checks the token itself, because users with an expired token must still be able to sign out.
    const key = request.headers.get('apikey');
    const role = key ? keyRole(key) : null;
    return role ? auth.handle(request, { address, role }) : json({ message: 'Invalid API key' }, 401);
  };
  const replies = createReplies(database, log);
  const backgroundWork = new Set<Promise<unknown>>();
  const runFunction = createFunctionsHost({
    waitUntil: (work) => {
      const ended = work.catch(() => {}).finally(() => backgroundWork.delete(ended));
      backgroundWork.add(ended);
    },
    replies,
    hostHealth: options.hostHealth,
    functions,
    database,
    secrets,
    encryptionKeys: environment.encryptionKeys ?? secrets.encryptionKeys,
    allowsPrivateEndpoints: environment.allowPrivateEndpoints,
    // As on the hosted service, a token is not valid after its session has ended. Tokens of banned users are valid,
    // because the database refuses these users and gives the reason.
    verifyAccessToken: auth.verifyAccessToken,
    hasSession: auth.hasSession,
    serviceFetch: (request) =>
      new URL(request.url).pathname.startsWith('/auth/v1/') ? authAs(request, null) : restAs(request),
    outboundFetch: createOutboundFetch({ allowPrivate: environment.allowPrivateEndpoints }),
    log,
  });

  /**
   * Returns the caller that a request's database work counts for: the account, or the network of a visitor without one.
   */
  const callerOf = async (request: Request, { address }: Visitor): Promise<string> => {
    const bearer = bearerOf(request);
    // Only the operator's own programs have the secret key.
    if (keyRole(request.headers.get('apikey') ?? bearer ?? '') === 'service_role') return serviceCaller;
    const claims = bearer && keyRole(bearer) === null ? await auth.verifyAccessToken(bearer) : null;
    return claims?.sub ?? (address === null ? 'unknown' : limitKey(address));
  };
  const answer = async (request: Request, visitor: Visitor, pathname: string): Promise<Response | null> => {
    if (pathname.startsWith('/rest/v1/')) return restAs(request);
    if (pathname.startsWith('/auth/v1/')) return authAs(request, visitor.address);
    if (pathname.startsWith('/storage/v1/')) return answerStorage(request);
    if (pathname.startsWith('/functions/v1/')) return runFunction(request, visitor);
    return null;
  };

  return {
    auth,
    replies,
    handle: async (request, visitor) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/realtime/v1/api/'))
        return json(
          { message: 'Realtime over HTTP is not available: send broadcasts through a channel.' },
          501,
        );
      if (!/^\/(?:rest|auth|storage|functions)\/v1\//.test(pathname)) return null;
      return answerUnlessUnavailable(await callerOf(request, visitor), () =>
        answer(request, visitor, pathname),
      );
    },
    handleUpgrade: realtime.handleUpgrade,
    close: async () => {
      await Promise.all([realtime.close(), auth.settle(), stopListening(), ...backgroundWork]);
    },
  };
}
