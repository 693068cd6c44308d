import { readKeyRing, seal } from '../envelope.ts';

export const encryptionKeys = `one:${btoa('0123456789abcdef0123456789abcdef')}`;
export const vendorKey = 'sk-test-0123456789';
const vendorId = 'c0000000-0000-4000-8000-000000000001';

/** What begin_completion answers for a vendor at an address, its key sealed as the service stores it. */
export async function grantFor(
  name: string,
  endpointUrl: string | null,
  config: Readonly<Record<string, unknown>> = {},
) {
  const ring = await readKeyRing(encryptionKeys);
  const sealed =
    endpointUrl && (await seal(ring, vendorKey, { vendorId, origin: new URL(endpointUrl).origin }));
  return {
    ok: true,
    plan: 'starter',
    user_id: 'a0000000-0000-4000-8000-000000000001',
    vendor: {
      id: vendorId,
      name,
      display_name: 'The Vendor',
      endpoint_url: endpointUrl,
      api_key_encrypted: sealed,
      is_active: true,
      config,
    },
    model: { id: 'granted-model', fallback_from: null, context_length: null, config: {} },
    reservation: { message_id: 'd0000000-0000-4000-8000-000000000001', attempt: 1, state: 'reserved' },
  };
}
