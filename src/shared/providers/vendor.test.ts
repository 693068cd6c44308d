import { describe, expect, it } from 'vitest';
import { createRedactor } from '../domain/redactor.ts';
import { vendorAt } from './testing/vendors.ts';
import { clientOf, fetchFor, parseVendorConfig, secretsOf } from './vendor.ts';

it('reads a config as JSON and as a string of JSON [VENDOR-013]', () => {
  const config = { stream: false, needs_key: false, default_model: 'a', fallback_models: ['b'] };
  expect(parseVendorConfig(config)).toEqual(config);
  expect(parseVendorConfig(JSON.stringify(config))).toEqual(config);
});

it('treats unreadable fields as missing [VENDOR-013]', () => {
  expect(parseVendorConfig({ stream: 'yes', default_model: 'a', other: 1 })).toEqual({
    stream: undefined,
    default_model: 'a',
  });
  for (const broken of ['{', '[]', 'null', null, undefined, 7, []])
    expect(parseVendorConfig(broken)).toEqual({});
});

it('uses the client of its dialect, or of its name if it is documented', () => {
  expect(clientOf({ name: 'openai', config: {} })).toBe('openai');
  expect(clientOf({ name: 'hub', config: { dialect: 'openai-style' } })).toBe('openai-style');
  expect(clientOf({ name: 'hub', config: {} })).toBeNull();
  expect(parseVendorConfig({ dialect: 'telnet' })).toEqual({});
});

describe('extra headers', () => {
  const headers = { 'X-Team': 'team-0123456789abcdef', Accept: 'text/plain' };

  it("are sent with each call, and never replace the dialect's headers", async () => {
    let sent = new Headers();
    const fetch = fetchFor(vendorAt('hub', 'https://hub.example', { headers }), async (input, init) => {
      sent = new Request(input, init).headers;
      return new Response();
    });
    await fetch('https://hub.example/models', { headers: { accept: 'application/json' } });
    expect(Object.fromEntries(sent)).toEqual({
      accept: 'application/json',
      'x-team': 'team-0123456789abcdef',
    });
  });

  it('contain secrets, which replies must not quote', () => {
    const secrets = secretsOf(vendorAt('hub', 'https://hub.example', { headers, apiKey: null }));
    const { take, end } = createRedactor(secrets);
    expect(take('Your header is team-0123456789abcdef.') + end()).not.toContain('team-0123456789');
  });
});
