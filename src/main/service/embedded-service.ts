import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { z } from 'zod';
import { embeddedIdentity, ownerHeader, ownerSessionPath } from '../../shared/service/owner.ts';
import type { RestoreRequest } from '../restore/restore-request.ts';
import { serviceEnvironment } from './environment.ts';
import { ownerMessage } from './messages.ts';
import type { OwnerSession, Service } from './service.ts';
import { superviseService, type ServiceProcess } from './supervisor.ts';

export interface EmbeddedServiceOptions {
  readonly installationId: string;
  /** The directory of the database and the service's keys. */
  readonly dataDirectory: string;
  readonly preferredPort: number | undefined;
  /** Receives the service's port, so that the next start can use it again. */
  readonly onPort: (port: number) => void;
  readonly restore: Pick<RestoreRequest, 'read' | 'clear'>;
  /** Receives a message for the owner if the requested backup was not restored. */
  readonly onNotRestored: (problem: string) => void;
  /** Whether the service starts, and creates its database, only when it is first needed. */
  readonly isDeferred?: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly fork: (environment: Record<string, string>) => ServiceProcess;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Starts the embedded service for the owner of this computer. Resolves with its URL immediately; `connect` waits
 * until it is ready.
 *
 * Each process of the service receives a new secret by message, because others could read arguments and environment.
 * The service accepts only requests with the secret, and requests contain it only while that process runs.
 *
 * @throws Error if the computer has no free port
 */
export async function startEmbeddedService(options: EmbeddedServiceOptions): Promise<Service> {
  const { installationId, dataDirectory, fetch } = options;
  const movedListeners = new Set<() => void>();
  let port = options.preferredPort ?? (await findFreePort());
  let secret = '';
  // The URL that the service reports is not used, because the page may connect only to the origin in its Content
  // Security Policy.
  const origin = () => `http://127.0.0.1:${port}`;
  const supervisor = superviseService(
    () => {
      secret = randomBytes(32).toString('base64url');
      const child = options.fork(serviceEnvironment(options.environment, { port, dataDirectory }));
      child.postMessage(ownerMessage(secret, options.restore.read()));
      return child;
    },
    ({ url }) => {
      const actualPort = Number(new URL(url).port);
      options.onPort(actualPort);
      if (actualPort === port) return;
      port = actualPort;
      for (const listener of movedListeners) listener();
    },
    (problem) => {
      options.restore.clear();
      if (problem !== null) options.onNotRestored(problem);
    },
    options.isDeferred,
  );
  // If every restore crashes the process, the next start must open the database without restoring.
  supervisor.onState(({ kind }) => kind === 'failed' && options.restore.clear());
  const accessHeaders = () => (supervisor.state().kind === 'ready' ? { [ownerHeader]: secret } : null);

  return {
    identity: embeddedIdentity(installationId),
    endsWithApp: true,
    origin,
    onMoved: (listener) => void movedListeners.add(listener),
    accessHeaders,
    connect: async () => {
      const { publishableKey } = await supervisor.ready();
      return { url: origin(), publishableKey };
    },
    state: supervisor.state,
    onState: supervisor.onState,
    openOwnerSession: async () => {
      await supervisor.ready();
      return openOwnerSession(origin(), accessHeaders() ?? {}, fetch);
    },
    stop: supervisor.stop,
  };
}

const tokensSchema = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1) });

/**
 * Requests a session for the owner of this computer, who has no password.
 * @throws Error whose message quotes nothing from the response, which might repeat the secret
 */
async function openOwnerSession(
  origin: string,
  headers: Readonly<Record<string, string>>,
  fetch: typeof globalThis.fetch,
): Promise<OwnerSession> {
  const response = await fetch(origin + ownerSessionPath, { method: 'POST', headers, redirect: 'error' });
  if (!response.ok) throw new Error(`The owner's session was refused (${response.status}).`);
  const tokens = tokensSchema.safeParse(await response.json().catch(() => null));
  if (!tokens.success) throw new Error("The owner's session was returned in an unknown format.");
  return { accessToken: tokens.data.access_token, refreshToken: tokens.data.refresh_token };
}

/**
 * Finds a free port for the first start: the page's Content Security Policy needs the origin before the service is
 * ready. If another program takes the port first, the service uses another one.
 */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error('This computer has no free network port for the service.'));
    const server = createServer();
    server.once('error', refuse);
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : refuse()));
    });
  });
}
