import { expect, it } from 'vitest';
import { parseVendorConfig } from './vendor.ts';

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
