import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeCall } from './message.ts';
import { socketsOf } from './session-bus.ts';

const call = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'NameHasOwner',
  texts: ['org.kde.StatusNotifierWatcher'],
} as const;

describe('a D-Bus message', () => {
  const bytes = encodeCall(call, 2);

  it('has a header with byte order, kind and lengths, and a body aligned to eight bytes', () => {
    expect([...bytes.subarray(0, 4)]).toEqual([0x6c, 1, 0, 1]);
    const bodyLength = bytes.readUInt32LE(4);
    expect(bodyLength).toBe(4 + call.texts[0].length + 1);
    expect((bytes.length - bodyLength) % 8).toBe(0);
    expect(bytes.readUInt32LE(8)).toBe(2);
  });

  it('is decoded once all of its bytes have arrived', () => {
    for (let count = 0; count < bytes.length; count += 1)
      expect(decodeMessage(bytes.subarray(0, count))).toBeNull();
    const decoded = decodeMessage(Buffer.concat([bytes, Buffer.from('next')]));
    expect(decoded?.length).toBe(bytes.length);
    expect(decoded?.message).toMatchObject({ kind: 'other', member: 'NameHasOwner', replySerial: null });
    expect(decoded?.message.body.toString('utf8', 4, 33)).toBe(call.texts[0]);
  });

  it('is refused if it has another byte order or is too long', () => {
    const swapped = Buffer.from(bytes);
    swapped[0] = 0x42;
    expect(() => decodeMessage(swapped)).toThrow('byte order');
    const huge = Buffer.from(bytes);
    huge.writeUInt32LE(0xff_ff_ff, 4);
    expect(() => decodeMessage(huge)).toThrow('too long');
  });
});

it('the sockets of an address are decoded', () => {
  expect(socketsOf('unix:path=/run/user/1000/bus,guid=1f')).toEqual(['/run/user/1000/bus']);
  expect(socketsOf('tcp:host=x;unix:abstract=/tmp/a%20b')).toEqual(['\0/tmp/a b']);
  expect(socketsOf('')).toEqual([]);
});
