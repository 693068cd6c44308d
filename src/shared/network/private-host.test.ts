import { expect, it } from 'vitest';
import { isPrivateHost } from './private-host.ts';

const hostOf = (url: string) => new URL(url).hostname;

it.each([
  'http://localhost:11434',
  'http://127.1',
  'http://0x7f000001',
  'http://2130706433',
  'http://[::1]',
  'http://[::ffff:10.0.0.1]',
  'http://192.168.1.4',
  'http://169.254.169.254',
  'http://printer.local',
  'http://metadata.google.internal',
  'http://ollama.localhost.',
  'http://server',
  'http://server.',
])('recognizes %s as a private host', (url) => {
  expect(isPrivateHost(hostOf(url))).toBe(true);
});

it.each(['https://api.example.com', 'https://api.example.com.', 'https://9.9.9.9', 'https://[2606:4700::1]'])(
  'recognizes %s as a public host',
  (url) => {
    expect(isPrivateHost(hostOf(url))).toBe(false);
  },
);
