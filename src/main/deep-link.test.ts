import { describe, expect, it } from 'vitest';
import { pageFromCommandLine, pageFromDeepLink } from './deep-link.ts';

const id = '3F2504E0-4F89-41D3-9A0C-0305E82C3301';

describe('a link from outside', () => {
  it.each([
    [`clover://chat/${id}`, `/chat?id=${id.toLowerCase()}`],
    [`clover://chat/${id}/`, `/chat?id=${id.toLowerCase()}`],
    ['clover://chat', '/chat'],
    ['clover://auth/callback?code=abc-1', '/auth/callback?code=abc-1'],
    [
      `clover://auth/callback?redirectTo=${encodeURIComponent(`/chat?id=${id}`)}&code=abc-1`,
      `/auth/callback?code=abc-1&redirectTo=${encodeURIComponent(`/chat?id=${id}`)}`,
    ],
    [
      'clover://auth/callback?error=access_denied&error_description=No%20%26%20never&redirectTo=//evil.example',
      '/auth/callback?error=access_denied&error_description=No+%26+never',
    ],
  ])('%s opens %s', (address, path) => {
    expect(pageFromDeepLink(address)).toBe(path);
  });

  it.each([
    'clover://chat/nonsense',
    `clover://chat/${id}/delete`,
    `clover://chat/${id}%2F..%2Fadmin`,
    'clover://admin/users',
    'clover://settings',
    'clover://auth/callback',
    'clover://auth/callback?access_token=planted&refresh_token=planted',
    'clover:chat',
    'app://clover/chat',
    'https://chat/' + id,
    'javascript:alert(1)',
    'file:///etc/passwd',
    'clover://',
    '',
    `clover://auth/callback?code=${'x'.repeat(5000)}`,
    'clover://auth/callback?redirectTo=%2Fadmin',
  ])('%s opens no page', (address) => {
    expect(pageFromDeepLink(address)).toBeNull();
  });
});

it('a start opens only the last link among its arguments', () => {
  expect(pageFromCommandLine(['/opt/Clover/clover', '--no-sandbox', `clover://chat/${id}`])).toBe(
    `/chat?id=${id.toLowerCase()}`,
  );
  expect(pageFromCommandLine(['clover', '--load=clover://chat', '/home/me/clover.txt'])).toBeNull();
  expect(pageFromCommandLine(['clover', 'clover://admin/users'])).toBeNull();
  expect(pageFromCommandLine([])).toBeNull();
});
