import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { userInfo } from 'node:os';

/** A connection to PostgreSQL's server: found, encrypted and ready to be spoken to within this time (ms). */
const patience = 8_000;

const encryptionRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const yes = 'S'.charCodeAt(0);

/** The server took the connection and closed it, or said nothing; `code` as the driver has it. */
class NoServer extends Error {
  readonly code: string;

  constructor(code: 'CONNECT_TIMEOUT' | 'CONNECTION_CLOSED') {
    super(code);
    this.code = code;
  }
}

/** Parameters by which a URL decides about encryption. */
const decisions = ['sslmode', 'ssl', 'sslrootcert', 'sslnegotiation'];

/**
 * How much encryption the URL asks for. Without a word it is encrypted where the server can, as PostgreSQL's own
 * programs do.
 */
function encryptionOf({ searchParams }: URL): 'none' | 'prefer' | 'require' | 'verify' {
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl') ?? 'prefer';
  if (searchParams.get('sslrootcert') === 'system') return 'verify';
  if (mode === 'disable' || mode === 'false') return 'none';
  if (mode === 'prefer' || mode === 'allow') return 'prefer';
  return mode === 'require' ? 'require' : 'verify';
}

/** Asks whether the server encrypts; it answers with one letter. */
async function doesEncrypt(socket: Socket): Promise<boolean> {
  const answer = once(socket, 'data') as Promise<[Buffer]>;
  socket.write(encryptionRequest);
  const [[letter]] = (await answer) as [[number]] | [Buffer];
  return letter === yes;
}

async function encrypt(socket: Socket, host: string, isVerified: boolean): Promise<Socket> {
  const secure = connectTls({
    socket,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    rejectUnauthorized: isVerified,
  });
  await once(secure, 'secureConnect');
  secure.on('error', () => {});
  return secure;
}

async function open(url: URL, abort: AbortSignal, keep: (socket: Socket) => void): Promise<Socket> {
  const host = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost';
  const port = Number(url.port || 5432);
  const socket = host.startsWith('/')
    ? connect({ path: `${host}/.s.PGSQL.${port}` })
    : connect({ host, port });
  // Until the driver listens, and once it has stopped, an error must not end the process.
  socket.on('error', () => {});
  keep(socket);
  socket.setNoDelay(true);
  await once(socket, 'connect', { signal: abort });
  const wanted = encryptionOf(url);
  if (wanted === 'none' || host.startsWith('/')) return socket;
  if (await doesEncrypt(socket)) return encrypt(socket, host, wanted === 'verify');
  if (wanted === 'prefer') return socket;
  throw Object.assign(new Error('no encryption'), { code: 'NO_ENCRYPTION' });
}

/**
 * Connects to the server of a PostgreSQL URL. The driver's own way never ends where a server takes the connection and
 * then closes it or says nothing.
 */
export async function connectServer(address: string): Promise<Socket> {
  const url = new URL(address);
  const given = new AbortController();
  let first: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lost = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoServer('CONNECT_TIMEOUT')), patience);
    // Also said when the server closes the connection in the middle of an agreement on encryption.
    given.signal.addEventListener('abort', () => reject(new NoServer('CONNECTION_CLOSED')));
  });
  lost.catch(() => {});
  const closed = () => given.abort();
  try {
    const socket = await Promise.race([
      open(url, given.signal, (made) => {
        first = made;
        made.once('close', closed);
      }),
      lost,
    ]);
    first?.off('close', closed);
    return socket;
  } catch (error) {
    first?.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The URL as the driver needs it: encryption is decided here, and the driver would pass the words on to the server. */
export function driverUrl(address: string): string {
  const url = new URL(address);
  for (const name of decisions) url.searchParams.delete(name);
  if (url.username === '') url.username = process.env['PGUSER'] ?? userInfo().username;
  return url.href;
}
