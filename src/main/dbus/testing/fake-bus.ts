// A message bus for unit tests. Tests define its replies and can send signals.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeMessage } from '../message.ts';

const reply = 2;
const error = 3;
const signal = 4;

/** Encodes a reply to `serial`, or a signal, with a body of type `b` or `v`. */
function encode(
  kind: number,
  field: { readonly serial: number } | { readonly member: string },
  body: Buffer,
) {
  const list = Buffer.alloc(8 + ('member' in field ? field.member.length + 1 : 0));
  list.writeUInt8('member' in field ? 3 : 5, 0);
  list.write('member' in field ? '\u0001s\0' : '\u0001u\0', 1, 'latin1');
  list.writeUInt32LE('member' in field ? field.member.length : field.serial, 4);
  if ('member' in field) list.write(field.member, 8);
  const head = Buffer.alloc(16);
  head.set([0x6c, kind, 0, 1]);
  head.writeUInt32LE(body.length, 4);
  head.writeUInt32LE(1, 8);
  head.writeUInt32LE(list.length, 12);
  return Buffer.concat([head, list, Buffer.alloc(-(16 + list.length) & 7), body]);
}

export const boolean = (value: boolean): Buffer => Buffer.from([value ? 1 : 0, 0, 0, 0]);
export const variant = (value: boolean): Buffer =>
  Buffer.concat([Buffer.from('\u0001b\0\0'), boolean(value)]);

export interface FakeBus {
  readonly environment: NodeJS.ProcessEnv;
  readonly calls: readonly string[];
  readonly send: (member: string) => void;
  readonly drop: () => void;
  readonly close: () => Promise<void>;
}

/** @param answer returns the body of the reply to a call of this member; null refuses the call */
export async function startFakeBus(answer: (member: string) => Buffer | null): Promise<FakeBus> {
  const folder = mkdtempSync(join(tmpdir(), 'bus-'));
  const path = join(folder, 'bus');
  const calls: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let isSignedIn = false;
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (!isSignedIn) {
        if (!received.includes('BEGIN\r\n')) {
          if (received.includes('AUTH EXTERNAL')) socket.write('OK 0123456789abcdef\r\n');
          return;
        }
        isSignedIn = true;
        received = received.subarray(received.indexOf('BEGIN\r\n') + 7);
      }
      for (let next = decodeMessage(received); next; next = decodeMessage(received)) {
        const serial = received.readUInt32LE(8);
        received = received.subarray(next.length);
        const member = next.message.member ?? '';
        calls.push(member);
        const body = answer(member);
        socket.write(encode(body ? reply : error, { serial }, body ?? Buffer.alloc(0)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    environment: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path},guid=0123` },
    calls,
    send: (member) => sockets.forEach((socket) => socket.write(encode(signal, { member }, Buffer.alloc(0)))),
    drop: () => sockets.forEach((socket) => socket.destroy()),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
