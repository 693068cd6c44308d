import { chooseLoopbackPort } from './loopback-port.ts';
import { openOwnerSession } from './owner-session.ts';
import type { Service } from './service.ts';
import { superviseService, type ServiceProcess } from './supervisor.ts';
import { serviceEnvironment } from './environment.ts';

export interface EmbeddedServiceOptions {
  readonly installationId: string;
  readonly ownerPassword: string;
  /** Where the database and the service's keys live. */
  readonly dataDirectory: string;
  readonly preferredPort: number | undefined;
  /** Told once the port is chosen, to prefer it at the next start. */
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
 * @throws Error when the computer has no free port
 */
export async function startEmbeddedService(options: EmbeddedServiceOptions): Promise<Service> {
  const { installationId, ownerPassword, dataDirectory, fetch } = options;
  const port = await chooseLoopbackPort(options.preferredPort);
  options.onPort(port);
  // Not the address that the service tells: the page may reach exactly the origin that its policy names.
  const origin = `http://127.0.0.1:${port}`;
  const environment = serviceEnvironment(options.environment, { port, dataDirectory, ownerPassword });
  const supervisor = superviseService(() => options.fork(environment));

  return {
    identity: `embedded:${installationId}`,
    origin,
    connect: async () => ({ url: origin, publishableKey: (await supervisor.ready()).publishableKey }),
    state: supervisor.state,
    onState: supervisor.onState,
    openOwnerSession: async () => {
      const { ownerEmail: email, publishableKey } = await supervisor.ready();
      if (email === undefined) return null;
      return openOwnerSession({ url: origin, publishableKey }, { email, password: ownerPassword }, fetch);
    },
    stop: supervisor.stop,
  };
}
