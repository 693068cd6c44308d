import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * `accept` accepts every email, `busy` refuses each one temporarily (451), `refuse-sender` and `refuse-recipient`
 * permanently (550), `silent` accepts the connection and sends nothing.
 */
export type SmtpBehavior = 'accept' | 'busy' | 'refuse-sender' | 'refuse-recipient' | 'silent';

export interface TestSmtpServer {
  readonly url: string;
  /** Complete emails with their headers, oldest first. */
  readonly mails: readonly string[];
  readonly connections: () => number;
  readonly behave: (behavior: SmtpBehavior) => void;
  readonly close: () => Promise<void>;
}

/** Starts a mail server on a free loopback port, for tests and proofs. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  let behavior: SmtpBehavior = 'accept';
  let connections = 0;

  const answer = (line: string): string => {
    const verb = line.toUpperCase();
    if (verb.startsWith('MAIL FROM'))
      return behavior === 'busy'
        ? '451 try again later'
        : behavior === 'refuse-sender'
          ? '550 sender not allowed'
          : '250 ok';
    if (verb.startsWith('RCPT TO')) return behavior === 'refuse-recipient' ? '550 no such mailbox' : '250 ok';
    if (verb === 'DATA') return '354 start mail input';
    if (verb === 'QUIT') return '221 bye';
    return '250 ok';
  };

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    if (behavior === 'silent') return;
    let text = '';
    let isData = false;
    socket.write('220 test\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (;;) {
        const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        if (isData) mails.push(part);
        socket.write(isData ? '250 ok\r\n' : `${answer(part)}\r\n`);
        isData = !isData && part.toUpperCase() === 'DATA';
        if (part.toUpperCase() === 'QUIT') socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    connections: () => connections,
    behave: (next) => {
      behavior = next;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
