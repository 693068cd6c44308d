import { randomBytes } from 'node:crypto';
import { embeddedIdentity, ownerHeader } from '../../shared/service/owner.ts';
import { serviceEnvironment } from './environment.ts';
import { findFreePort } from './loopback-port.ts';
import { ownerMessage } from './messages.ts';
import { openOwnerSession } from './owner-session.ts';
import type { Service } from './service.ts';
import { superviseService, type ServiceProcess } from './supervisor.ts';

export interface EmbeddedServiceOptions {
  readonly installationId: string;
  /** Where the database and the service's keys live. */
  readonly dataDirectory: string;
  readonly preferredPort: number | undefined;
  /** Told which port the service has got, to prefer it at the next start. */
  readonly onPort: (port: number) => void;
  readonly environment: NodeJS.ProcessEnv;
  /** Starts the service's entry as its own process. */
  readonly fork: (environment: Record<string, string>) => ServiceProcess;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Starts the service inside the app, for the owner of this computer. Returns at once with its address; whether it
 * answers is for `connect` to say.
 *
 * Each of its processes gets a secret of its own, by message: arguments and environment are there for others to read.
 * It answers only requests that carry the secret, and they carry it only while that process is the one that listens.
 *
 * @throws Error when the computer has no free port
 */
export async function startEmbeddedService(options: EmbeddedServiceOptions): Promise<Service> {
  const { installationId, dataDirectory, fetch } = options;
  const movedListeners = new Set<() => void>();
  let port = options.preferredPort ?? (await findFreePort());
  let secret = '';
  // Not the address that the service tells: the page may reach exactly the origin that its policy names.
  const origin = () => `http://127.0.0.1:${port}`;
  const supervisor = superviseService(
    () => {
      secret = randomBytes(32).toString('base64url');
      const child = options.fork(serviceEnvironment(options.environment, { port, dataDirectory }));
      child.postMessage(ownerMessage(secret));
      return child;
    },
    ({ url }) => {
      const got = Number(new URL(url).port);
      options.onPort(got);
      if (got === port) return;
      port = got;
      for (const listener of movedListeners) listener();
    },
  );
  const accessHeaders = () => (supervisor.state().kind === 'ready' ? { [ownerHeader]: secret } : null);

  return {
    identity: embeddedIdentity(installationId),
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
