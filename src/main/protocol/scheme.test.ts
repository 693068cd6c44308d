import { expect, it } from 'vitest';
import { recordedCalls, resetElectron } from '../testing/electron.ts';
import { isOwnUrl, registerScheme } from './scheme.ts';

it('registers one scheme with only the privileges of a web origin [DESK-019]', () => {
  resetElectron();
  registerScheme();
  expect(recordedCalls.schemes).toStrictEqual([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
});

it.each(['app://clover', 'app://clover/', 'app://clover/chat?x#y'])('accepts %s as our page', (url) => {
  expect(isOwnUrl(url)).toBe(true);
});

it.each([
  'app://clover:80/',
  'app://clover.x/',
  'app://clover@x/',
  'app://x@clover/',
  'app:clover',
  'apps://clover/',
  'https://clover/',
  'about:blank',
  '',
])('does not accept %j as our page', (url) => {
  expect(isOwnUrl(url)).toBe(false);
});
