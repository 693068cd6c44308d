import { createServer } from 'node:net';

/** Listens for a moment to learn whether a port is free; 0 asks the system for any. */
function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === 'object' && address ? address.port : null;
      server.close(() => resolve(found));
    });
  });
}

/**
 * A free port of 127.0.0.1, the preferred one when it is. Chosen here and not by the service, so that the page's
 * policy can name the origin before the service answers, and a restarted service is found where it was.
 *
 * @throws Error when the computer has no free port
 */
export async function chooseLoopbackPort(preferred?: number): Promise<number> {
  const port = (preferred === undefined ? null : await tryPort(preferred)) ?? (await tryPort(0));
  if (port === null) throw new Error('This computer has no free network port for the service.');
  return port;
}
