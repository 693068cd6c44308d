import { expect, it } from 'vitest';
import { localServers, localVendor } from './local-servers.ts';

it('are called without a key, and only on this computer', () => {
  for (const { name } of localServers) {
    const vendor = localVendor(name);
    expect(new URL(vendor?.endpointUrl ?? '').hostname).toBe('127.0.0.1');
    expect(vendor).toMatchObject({
      name,
      apiKey: null,
      config: { dialect: 'openai-style', needs_key: false },
    });
  }
});

it("are never the service's vendors, whose names contain no colon", () => {
  for (const name of [undefined, 'ollama', 'openai', 'local', 'local:', 'constructor'])
    expect(localVendor(name)).toBeUndefined();
  for (const { name } of localServers) expect(name).toContain(':');
});
