import { expect, it } from 'vitest';
import { toInet, limitKey } from './address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unix', 'unix'],
])('counts %s as the client %s', (address, key) => {
  expect(limitKey(address)).toBe(key);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::1', '::1'],
  ['unix', null],
  ['', null],
  [null, null],
])('stores the IP address %j as %j', (address, stored) => {
  expect(toInet(address)).toBe(stored);
});
