import { expect, it } from 'vitest';
import { createShareLink, readShareId, readShareKey, shareUrl } from './share-link.ts';

it('makes links from which id and key are read again, with the key in the fragment only', () => {
  const link = createShareLink();
  const url = new URL(shareUrl('https://clover.test', link));
  expect(url.href).toMatch(/^https:\/\/clover\.test\/share\/[\w-]{22}#[\w-]{43}$/);
  expect(readShareId(url.pathname.slice('/share/'.length))).toBe(link.id);
  expect(readShareKey(url.hash)).toEqual(link.key);
});

it('never makes the same id or key twice', () => {
  const links = Array.from({ length: 200 }, createShareLink);
  expect(new Set(links.map(({ id }) => id)).size).toBe(200);
  expect(new Set(links.map(({ key }) => String(key))).size).toBe(200);
  // Unlike in a version 4 UUID, no bits are fixed.
  expect(new Set(links.map(({ id }) => id[14])).size).toBeGreaterThan(4);
});

it.each([
  '',
  'short',
  'A'.repeat(21),
  'A'.repeat(23),
  `${'A'.repeat(21)}B`,
  `${'A'.repeat(21)}=`,
  `${'A'.repeat(21)}/`,
  '../../admin/AAAAAAAAAA',
])('reads no id from %j', (segment) => {
  expect(readShareId(segment)).toBeNull();
});

it.each(['', '#', `#${'A'.repeat(42)}`, `#${'A'.repeat(44)}`, `#${'A'.repeat(42)}B`, `#${'A'.repeat(42)}%`])(
  'reads no key from %j',
  (hash) => {
    expect(readShareKey(hash)).toBeNull();
  },
);
