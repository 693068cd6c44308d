import { createServer } from 'node:net';

/**
 * A port of 127.0.0.1 that is free now, for a first start: the page's policy names the origin before the service
 * answers. A guess: the service takes another one when a program was faster.
 *
 * @throws Error when the computer has no free port
 */
export function findFreePort(): Promise<number> {
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
