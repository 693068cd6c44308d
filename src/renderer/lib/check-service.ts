import type { AppConfig } from '../platform/platform.ts';
import type { Connection } from './connection.ts';

/** Milliseconds to wait for a response. */
const timeout = 5_000;

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Returns a response's status, or null without a response. */
const statusOf = (address: string, init: RequestInit = {}): Promise<number | null> =>
  fetch(address, { ...init, cache: 'no-store', signal: AbortSignal.timeout(timeout) }).then(
    ({ status }) => status,
    () => null,
  );

/**
 * Checks the connection to the service. If the service doesn't respond, the result is `service` if it runs on
 * this computer or if the app's own host responds, else `network`.
 */
export async function checkService({ supabaseUrl, supabaseKey }: AppConfig): Promise<Connection> {
  const { origin, hostname } = new URL(supabaseUrl);
  const isLoopback = loopback.test(hostname);
  if (!isLoopback && !navigator.onLine) return 'network';
  // `/readyz` also reports the state of the embedded service's database.
  const status =
    origin === location.origin
      ? await statusOf('/readyz')
      : await statusOf(`${supabaseUrl}/auth/v1/health`, { headers: { apikey: supabaseKey } });
  if (status !== null) return status >= 500 ? 'service' : 'online';
  if (isLoopback) return 'service';
  // The query string prevents the service worker from responding.
  const isHostThere = origin !== location.origin && (await statusOf('/config.json?connection')) !== null;
  return isHostThere ? 'service' : 'network';
}
