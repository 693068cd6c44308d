import { connect, type Socket } from 'node:net';
import { decodeMessage, encodeCall, type MethodCall } from './message.ts';

/** A connection to the message bus of the user's session on Linux. */
export interface SessionBus {
  /** Resolves to the body of the reply. Rejects if the bus refuses the call or the connection breaks. */
  readonly call: (call: MethodCall) => Promise<Buffer>;
  /** Calls the listener for every signal that matches an added rule. */
  readonly onSignal: (listener: (member: string) => void) => void;
  readonly onClosed: (listener: () => void) => void;
  readonly close: () => void;
}

export const busCall = (member: string, ...texts: readonly string[]): MethodCall => ({
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member,
  texts,
});

/** Returns the sockets of an address such as `unix:path=/run/user/1000/bus,guid=…;unix:abstract=/tmp/x`. */
export function socketsOf(address: string): readonly string[] {
  return address.split(';').flatMap((one) => {
    const [transport, values = ''] = one.split(/:(.*)/s);
    if (transport !== 'unix') return [];
    const named = new Map(values.split(',').map((pair) => pair.split(/=(.*)/s) as [string, string]));
    const path = named.get('path');
    const abstract = named.get('abstract');
    if (path !== undefined) return [decodeURIComponent(path)];
    return abstract === undefined ? [] : [`\0${decodeURIComponent(abstract)}`];
  });
}

/**
 * Authenticates with the user id, which the bus compares with the socket's owner. Resolves when messages may be sent.
 */
function authenticate(socket: Socket, user: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let answer = '';
  const read = (chunk: Buffer): void => {
    answer += chunk.toString('latin1');
    if (!answer.includes('\r\n') && answer.length < 1000) return;
    socket.off('data', read);
    if (!answer.startsWith('OK ')) return reject(new Error('The message bus refused the connection.'));
    socket.write('BEGIN\r\n');
    resolve();
  };
  socket.on('data', read);
  socket.once('close', () => reject(new Error('The message bus closed the connection.')));
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(user)).toString('hex')}\r\n`);
  return promise;
}

function open(path: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(path);
  socket.once('error', reject);
  socket.once('connect', () => {
    socket.off('error', reject);
    // `close` reports a broken connection.
    socket.on('error', () => undefined);
    resolve(socket);
  });
  return promise;
}

/**
 * Connects to the session's message bus.
 * @throws Error if there is none, or if it refuses the connection
 */
export async function openSessionBus(environment: NodeJS.ProcessEnv): Promise<SessionBus> {
  const { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder } = environment;
  const [path] = socketsOf(address ?? (folder === undefined ? '' : `unix:path=${folder}/bus`));
  const user = process.getuid?.();
  if (path === undefined || user === undefined) throw new Error('This session has no message bus.');
  const socket = await open(path);
  await authenticate(socket, user);

  const pendingCalls = new Map<number, PromiseWithResolvers<Buffer>>();
  const signalListeners = new Set<(member: string) => void>();
  let serial = 0;
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    try {
      for (let next = decodeMessage(received); next; next = decodeMessage(received)) {
        received = received.subarray(next.length);
        const { kind, replySerial, member, body } = next.message;
        if (kind === 'signal' && member !== null) for (const listener of signalListeners) listener(member);
        const caller = replySerial === null ? undefined : pendingCalls.get(replySerial);
        if (replySerial !== null) pendingCalls.delete(replySerial);
        if (kind === 'reply') caller?.resolve(body);
        else caller?.reject(new Error('The message bus refused the call.'));
      }
    } catch {
      socket.destroy();
    }
  });
  socket.once('close', () => {
    for (const caller of pendingCalls.values())
      caller.reject(new Error('The message bus closed the connection.'));
    pendingCalls.clear();
  });
  const call = (message: MethodCall): Promise<Buffer> => {
    if (socket.destroyed) return Promise.reject(new Error('The message bus closed the connection.'));
    serial += 1;
    const caller = Promise.withResolvers<Buffer>();
    pendingCalls.set(serial, caller);
    socket.write(encodeCall(message, serial));
    return caller.promise;
  };
  await call(busCall('Hello'));
  // An open connection must not keep the app running.
  socket.unref();
  return {
    call,
    onSignal: (listener) => void signalListeners.add(listener),
    onClosed: (listener) => void socket.once('close', listener),
    close: () => socket.destroy(),
  };
}
