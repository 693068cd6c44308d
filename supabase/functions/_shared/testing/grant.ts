import { encryptKey, readKeyRing } from '../envelope.ts';

export const encryptionKeys = `one:${btoa('0123456789abcdef0123456789abcdef')}`;
export const vendorKey = 'sk-test-0123456789';
export const failoverKey = 'sk-failover-9876543210';
export const vendorId = 'c0000000-0000-4000-8000-000000000001';
export const failoverId = 'c0000000-0000-4000-8000-000000000002';

async function vendorRow(
  id: string,
  name: string,
  endpointUrl: string | null,
  key: string,
  config: Readonly<Record<string, unknown>>,
) {
  const ring = await readKeyRing(encryptionKeys);
  const envelope =
    endpointUrl && (await encryptKey(ring, key, { vendorId: id, origin: new URL(endpointUrl).origin }));
  return {
    id,
    name,
    display_name: 'The Vendor',
    endpoint_url: endpointUrl,
    api_key_encrypted: envelope,
    is_active: true,
    config,
  };
}

/** Builds the result of begin_completion for a vendor with this URL and an encrypted key. */
export async function grantFor(
  name: string,
  endpointUrl: string | null,
  config: Readonly<Record<string, unknown>> = {},
) {
  return {
    ok: true,
    user_id: 'a0000000-0000-4000-8000-000000000001',
    plan: 'starter',
    vendor: await vendorRow(vendorId, name, endpointUrl, vendorKey, config),
    model: { id: 'granted-model', fallback_from: null, context_length: null, config: {}, is_known: true },
    failover: null,
    reservation: { message_id: 'd0000000-0000-4000-8000-000000000001', attempt: 1, state: 'reserved' },
  };
}

/** Builds the failover vendor in that result. */
export async function failoverFor(
  name: string,
  endpointUrl: string,
  config: Readonly<Record<string, unknown>> = {},
) {
  const vendor = await vendorRow(failoverId, name, endpointUrl, failoverKey, config);
  return {
    vendor: { ...vendor, display_name: 'The Failover Vendor', is_active: false },
    model: { id: 'failover-model', fallback_from: 'granted-model', context_length: null, config: {} },
  };
}
