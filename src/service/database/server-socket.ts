import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { userInfo } from 'node:os';

/** Time limit (ms) for connecting to PostgreSQL, including the TLS handshake. */
const timeout = 8_000;

const encryptionRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const acceptsEncryption = 'S'.charCodeAt(0);

/**
 * Thrown if the server accepts the connection, then closes it or sends nothing. `code` is one of the driver's error
 * codes.
 */
class ServerSilent extends Error {
  readonly code: string;

  constructor(code: 'CONNECT_TIMEOUT' | 'CONNECTION_CLOSED') {
    super(code);
    this.code = code;
  }
}

const encryptionParameters = ['sslmode', 'ssl', 'sslrootcert', 'sslnegotiation'];

/**
 * Reads from the URL whether to encrypt the connection. By default it is encrypted if the server supports that, as in
 * PostgreSQL's own programs.
 */
function encryptionOf({ searchParams }: URL): 'none' | 'prefer' | 'require' | 'verify' {
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl') ?? 'prefer';
  if (searchParams.get('sslrootcert') === 'system') return 'verify';
  if (mode === 'disable' || mode === 'false') return 'none';
  if (mode === 'prefer' || mode === 'allow') return 'prefer';
  return mode === 'require' ? 'require' : 'verify';
}

/** Requests encryption. The server responds with one letter. */
async function supportsEncryption(socket: Socket): Promise<boolean> {
  const answer = once(socket, 'data') as Promise<[Buffer]>;
  socket.write(encryptionRequest);
  const [[letter]] = (await answer) as [[number]] | [Buffer];
  return letter === acceptsEncryption;
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

async function open(url: URL, abort: AbortSignal, onSocket: (socket: Socket) => void): Promise<Socket> {
  const host = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost';
  const port = Number(url.port || 5432);
  const socket = host.startsWith('/')
    ? connect({ path: `${host}/.s.PGSQL.${port}` })
    : connect({ host, port });
  // Without a listener, an error would end the process before the driver adds its own.
  socket.on('error', () => {});
  onSocket(socket);
  socket.setNoDelay(true);
  await once(socket, 'connect', { signal: abort });
  const mode = encryptionOf(url);
  if (mode === 'none' || host.startsWith('/')) return socket;
  if (await supportsEncryption(socket)) return encrypt(socket, host, mode === 'verify');
  if (mode === 'prefer') return socket;
  throw Object.assign(new Error('no encryption'), { code: 'NO_ENCRYPTION' });
}

/**
 * Connects to the server of a PostgreSQL URL. The driver alone would wait forever for a server that accepts the
 * connection and then closes it or sends nothing.
 */
export async function connectServer(address: string): Promise<Socket> {
  const url = new URL(address);
  const closing = new AbortController();
  let first: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lost = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServerSilent('CONNECT_TIMEOUT')), timeout);
    // Also rejects if the server closes the connection while encryption is negotiated.
    closing.signal.addEventListener('abort', () => reject(new ServerSilent('CONNECTION_CLOSED')));
  });
  lost.catch(() => {});
  const closed = () => closing.abort();
  try {
    const socket = await Promise.race([
      open(url, closing.signal, (socket) => {
        first = socket;
        socket.once('close', closed);
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

/** Removes the encryption parameters from the URL, because the driver would send them to the server. */
export function driverUrl(address: string): string {
  const url = new URL(address);
  for (const name of encryptionParameters) url.searchParams.delete(name);
  if (url.username === '') url.username = process.env['PGUSER'] ?? userInfo().username;
  return url.href;
}
