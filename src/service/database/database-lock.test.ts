import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { describe, expect, inject, it } from 'vitest';
import { expiredCertificate, trustExpiredCertificate } from '../testing/expired-certificate.ts';
import { DatabaseInUse } from './database-lock.ts';
import { DatabaseUnreachable } from './database-unreachable.ts';
import { openDatabase } from './open.ts';

const { postgres } = inject('databases');

// If PostgreSQL is not installed, the global setup reports it.
describe.runIf(postgres)('a PostgreSQL server by URL', () => {
  // The other tests use different databases on the same server.
  const url = `${postgres?.url}/postgres`;

  it('allows several services, and a command only while none is running', async () => {
    const services = await Promise.all([1, 2].map(() => openDatabase({ url, isService: true })));
    const refused = openDatabase({ url });
    await expect(refused).rejects.toThrow(DatabaseInUse);
    await expect(refused).rejects.toThrow(
      /^A service is using the database postgres at 127\.0\.0\.1:\d+\. Stop/,
    );
    await Promise.all(services.map((service) => service.close()));

    const command = await openDatabase({ url });
    await expect(openDatabase({ url, isService: true })).rejects.toThrow(
      /^A command such as a move is using/,
    );
    await expect(openDatabase({ url })).rejects.toThrow(DatabaseInUse);
    await command.close();
    await (await openDatabase({ url, isService: true })).close();
  });

  it.each([
    ['no server is listening there', 'postgres://clover:hunter2@127.0.0.1:1/chats'],
    ['it refuses the user or the password', url.replace(/:[^:@]+@/, ':hunter2@')],
    ['the database does not exist there', url.replace(/postgres$/, 'chats')],
  ])('reports that %s, without the password', async (reason, wrong) => {
    const error: unknown = await openDatabase({ url: wrong }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseUnreachable);
    expect((error as Error).message).toContain(`can't be used: ${reason}. Check CLOVER_DATABASE_URL`);
    expect((error as Error).message).not.toContain('hunter2');
  });
});

describe('connecting to PostgreSQL', () => {
  /** The messages that a client may send first. */
  const requests: Readonly<Record<number, string>> = { 80_877_103: 'encryption', 196_608: 'startup' };
  const refusal = Buffer.from('E....SFATAL\0C28P01\0Mno\0\0');
  refusal.writeInt32BE(refusal.length - 1, 1);

  /** Opens a database on a server that refuses every sign-in. Resolves to what the client sent and the error. */
  async function openAt(parameters: string, encrypt: ((socket: Socket) => void) | null) {
    const requested: (string | undefined)[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      const answer = (bytes: Buffer) => {
        // Ignores the terminate message, which is shorter.
        if (bytes.length < 8) return;
        const request = requests[bytes.readInt32BE(4)];
        requested.push(request);
        if (request === 'startup') socket.end(refusal);
        else if (encrypt) {
          socket.off('data', answer);
          socket.write('S');
          encrypt(socket);
        } else socket.write('N');
      };
      socket.on('data', answer);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `postgres://clover:hunter2@127.0.0.1:${port}/chats${parameters}`;
    try {
      const error: unknown = await openDatabase({ url }).catch((thrown: unknown) => thrown);
      return { requested, reason: (error as DatabaseUnreachable).reason };
    } finally {
      server.close();
    }
  }

  it.each([
    ['is encrypted if the server can, and unencrypted otherwise', '', ['encryption', 'startup']],
    ['is unencrypted if the URL says so', '?sslmode=disable', ['startup']],
  ])('%s', async (_fact, parameters, requested) => {
    expect(await openAt(parameters, null)).toEqual({
      requested,
      reason: 'it refuses the user or the password',
    });
  });

  it('refuses an expired certificate if the URL requests verification', async () => {
    const encrypt = (socket: Socket) =>
      void new TLSSocket(socket, { isServer: true, ...expiredCertificate }).on('error', () => {});
    expect(await trustExpiredCertificate(() => openAt('?sslmode=verify-full', encrypt))).toEqual({
      requested: ['encryption'],
      reason: 'its certificate has expired or is not trusted',
    });
  });
});
