import type { Session } from 'electron';
import { describe, expect, it } from 'vitest';
import { denyPermissions } from './permissions.ts';

type Check = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type Request = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type Device = NonNullable<Parameters<Session['setDevicePermissionHandler']>[0]>;

const handlers: { check?: Check; request?: Request; device?: Device } = {};
denyPermissions({
  setPermissionCheckHandler: (handler: Check) => void (handlers.check = handler),
  setPermissionRequestHandler: (handler: Request) => void (handlers.request = handler),
  setDevicePermissionHandler: (handler: Device) => void (handlers.device = handler),
} as unknown as Session);

/** Some of Chromium's features only check a permission, others only request it. */
const ways = {
  check: (permission: string, url: string, isMainFrame = true, media: readonly string[] = []): boolean =>
    handlers.check!(null, permission as never, url, {
      isMainFrame,
      requestingUrl: url,
      ...(media[0] && { mediaType: media[0] as never }),
    }),
  request: (
    permission: string,
    url: string,
    isMainFrame = true,
    mediaTypes: readonly string[] = [],
  ): boolean => {
    let answer: boolean | undefined;
    handlers.request!({} as never, permission as never, (granted) => (answer = granted), {
      isMainFrame,
      requestingUrl: url,
      mediaTypes,
    } as never);
    return answer!;
  },
};

describe.each(['check', 'request'] as const)('the permission %s', (way) => {
  const ask = ways[way];

  it.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'display-capture',
    'fileSystem',
    'hid',
    'serial',
    'usb',
    'local-network',
    'openExternal',
    'unknown',
    'a-later-invention',
  ])('denies %s to our own page', (permission) => {
    expect(ask(permission, 'app://clover/')).toBe(false);
  });

  it.each(['loopback-network', 'clipboard-sanitized-write'])(
    'grants %s only to our own page',
    (permission) => {
      expect(ask(permission, 'app://clover/')).toBe(true);
      expect(ask(permission, 'app://clover')).toBe(true);
      expect(ask(permission, 'app://clover/', false)).toBe(false);
      for (const url of [
        'https://evil.example/',
        'http://127.0.0.1:3000/',
        'app://clover.evil.example/',
        'about:blank',
        '',
      ])
        expect(ask(permission, url)).toBe(false);
    },
  );
});

describe.each(['check', 'request'] as const)('the permission %s for media', (way) => {
  const ask = ways[way];
  const page = 'app://clover/';

  it('grants the microphone only to our own page', () => {
    expect(ask('media', page, true, ['audio'])).toBe(true);
    expect(ask('media', page, false, ['audio'])).toBe(false);
    expect(ask('media', 'https://evil.example/', true, ['audio'])).toBe(false);
  });

  it('denies the camera', () => {
    expect(ask('media', page, true, ['video'])).toBe(false);
    expect(ask('media', page, true, ['unknown'])).toBe(false);
  });
});

it('denies the camera together with the microphone', () => {
  expect(ways.request('media', 'app://clover/', true, ['audio', 'video'])).toBe(false);
});

it('grants no device', () => {
  expect(handlers.device!({} as never)).toBe(false);
});
