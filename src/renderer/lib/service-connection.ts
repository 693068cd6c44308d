import { platform } from '../platform/index.ts';
import { checkService } from './check-service.ts';
import { type Connection, createConnection } from './connection.ts';

/** Checks only the browser's state, because the service's URL is unknown without the configuration. */
const connectionWithoutConfig = (): Connection => (navigator.onLine ? 'service' : 'network');

export const connection = createConnection(async () => {
  const config = await platform.loadConfig().catch(() => null);
  return config ? checkService(config) : connectionWithoutConfig();
});

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Reports the result of a request, which decides whether the app counts as connected. */
export async function reportResult(request: Promise<Response>): Promise<Response> {
  try {
    const response = await request;
    connection.reportResponse(response.status);
    return response;
  } catch (error) {
    if (!isAborted(error)) connection.reportFailure();
    throw error;
  }
}
