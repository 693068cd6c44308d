import { expect, it } from 'vitest';
import { externalUrl } from './external-url.ts';

it.each([
  ['https://example.com/', 'https://example.com/'],
  ['HTTPS://Good.Example\\path\t', 'https://good.example/path'],
  ['http://localhost:3000/a', 'http://localhost:3000/a'],
  ['mailto:a@b.c', 'mailto:a@b.c'],
])('%j is opened as %j', (given, expected) => {
  expect(externalUrl(given)).toBe(expected);
});

it.each([
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'vbscript:x',
  'app://clover/',
  'smb://host/share',
  'ms-msdt:/id',
  'vscode://x',
  'https://bank.example@evil.example/',
  'https://:p@evil.example/',
  '/relative',
  'not a URL',
  ' ',
  '',
])('%j does not leave the app', (address) => {
  expect(externalUrl(address)).toBeNull();
});
