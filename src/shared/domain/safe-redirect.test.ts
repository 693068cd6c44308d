import { describe, expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

const fallback = '/chat';

describe('safeRedirect', () => {
  it.each([
    '/',
    '/chat?id=1&x=%2F#end',
    '/admin/users',
    '/pricing?plan=professional&billing=annual',
    '/chat?redirectTo=https://evil.example',
    '/ü?q=ä b',
  ])('accepts the path %s [ACCT-007]', (target) => {
    const url = new URL(target, 'https://product.example');
    expect(safeRedirect(target, fallback)).toBe(url.pathname + url.search + url.hash);
  });

  it.each([
    null,
    undefined,
    '',
    'chat',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    `/${'a'.repeat(3000)}`,
  ])('refuses %j [ACCT-007]', (target) => {
    expect(safeRedirect(target, fallback)).toBe(fallback);
  });

  it('never leaves the origin for 20,000 random URLs [ACCT-007]', () => {
    const parts = [
      '/',
      '\\',
      '.',
      '..',
      '//',
      'evil.example',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      '%00',
      '\t',
      '\n',
      '\r',
      '\0',
      ' ',
      'a',
      'https:',
      'javascript:',
      '。',
      '／',
      '⁄',
      '\u200b',
      '[::1]',
      ';',
      '&',
    ];
    let seed = 42;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    let followed = 0;
    const escaped: string[] = [];
    for (let round = 0; round < 20_000; round += 1) {
      const start = round % 2 === 0 ? '/' : '';
      const target =
        start + Array.from({ length: 1 + random(6) }, () => parts[random(parts.length)]).join('');
      const result = safeRedirect(target, fallback);
      // Expected result: the URL that a browser would load from our page.
      const destination = new URL(result, 'https://product.example/signin');
      const isInside = destination.origin === 'https://product.example' && destination.username === '';
      // A router parses the path again, which must not turn it into a host either.
      if (!isInside || safeRedirect(result, '!') !== result) escaped.push(target);
      if (result !== fallback) followed += 1;
    }
    expect(escaped).toEqual([]);
    expect(followed).toBeGreaterThan(500);
  });
});
