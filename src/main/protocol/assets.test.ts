import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveAsset } from './assets.ts';

const root = join('/app', 'out', 'renderer');
const resolve = (path: string) => resolveAsset(root, `app://clover${path}`);

describe('a URL of the app', () => {
  it.each(['/', '/chat', '/chat/1f0e', '/auth/callback?code=1', '/settings/keys/', '/a%20b'])(
    'returns the document for a route: %s [DESK-019]',
    (path) => {
      expect(resolve(path)).toStrictEqual({
        path: join(root, 'index.html'),
        type: 'text/html; charset=utf-8',
        isDocument: true,
      });
    },
  );

  it('returns a file with its type', () => {
    expect(resolve('/assets/app-1a2b.js')).toStrictEqual({
      path: join(root, 'assets/app-1a2b.js'),
      type: 'text/javascript; charset=utf-8',
      isDocument: false,
    });
    expect(resolve('/assets/inter.woff2')?.type).toBe('font/woff2');
    expect(resolve('/favicon.svg')?.type).toBe('image/svg+xml');
  });

  it('may contain encoded spaces', () => {
    expect(resolve('/assets/a%20b.png')?.path).toBe(join(root, 'assets/a b.png'));
  });

  it.each([
    '/..%2f..%2fsecret.json',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.json',
    '/..%5c..%5csecret.json',
    '/assets/..%5c..%5csecret.json',
    '/C:%5cWindows%5cwin.ini',
    '/C%3a/Windows/a.json',
    '/%00.js',
    '/a.js%00.png',
    '/%0a.js',
    '/%E0%A4%A.js',
    '/file.exe',
    '/.env.local',
    '//evil.example/%2e%2e%2fa.js',
  ])('returns nothing outside the folder or of an unknown type: %s', (path) => {
    expect(resolve(path)).toBeNull();
  });

  it('stays in the folder after its dots are resolved', () => {
    expect(resolve('/%2e%2e/%2e%2e/%2e%2e/secret.json')?.path).toBe(join(root, 'secret.json'));
    expect(resolve('/../../../etc/passwd.txt')?.path).toBe(join(root, 'etc/passwd.txt'));
  });

  it('returns nothing for an invalid URL', () => {
    expect(resolveAsset(root, 'not a URL')).toBeNull();
  });
});
