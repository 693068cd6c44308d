import { z } from 'zod';
import {
  vendorReplySchemas,
  type AdminVendor,
  type vendorRequestSchemas,
} from '../../../../src/shared/admin/vendors.ts';
import { readCredentials, writeCredentials, type Credentials } from '../../_shared/credentials.ts';
import { encryptedVendorSchema } from '../../_shared/encrypted-vendor.ts';
import { decryptKey, encryptKey, EnvelopeError, type KeyRing } from '../../_shared/envelope.ts';
import { invalidRequest, Refusal } from '../../_shared/http.ts';
import { readResult } from '../../_shared/service.ts';
import type { ActionContext } from '../action.ts';
import { keyRingOf } from './key-ring.ts';

/** Keys shorter than this don't show their last four characters, because that would reveal too much. */
const minimumLengthForLast4 = 12;

export const last4Of = (key: string | null): string | null =>
  key === null || key.length < minimumLengthForLast4 ? null : key.slice(-4);

const encryptedSchema = z.object({ vendors: z.array(encryptedVendorSchema) });

/** Reads the stored credentials. If they can't be decrypted, they count as missing and must be entered again. */
async function readStored(
  ring: KeyRing,
  envelope: string,
  binding: { readonly vendorId: string; readonly origin: string },
): Promise<Credentials> {
  try {
    return readCredentials(await decryptKey(ring, envelope, binding));
  } catch (error) {
    if (error instanceof EnvelopeError) return { key: null, headers: {} };
    throw error;
  }
}

/** Changes a vendor's key or headers and encrypts both for its id and origin. No action ever returns them. */
async function setCredentials(
  name: string,
  change: (stored: Credentials) => Credentials,
  { context, call }: ActionContext,
): Promise<unknown> {
  const listed = readResult(await call('list_vendors', { vendor_name: name }), vendorReplySchemas.list);
  const vendor: AdminVendor | undefined = listed.vendors[0];
  if (!vendor) throw new Refusal(404, 'not_found', 'Vendor not found');
  const { id, endpoint_url: endpoint, display_name, has_key } = vendor;
  if (endpoint === null) throw invalidRequest(`${display_name} doesn't need an API key.`);
  const ring = await keyRingOf(context);
  const binding = { vendorId: id, origin: new URL(endpoint).origin };
  const encrypted = has_key ? readResult(await call('list_encrypted_keys', {}), encryptedSchema).vendors : [];
  const old = encrypted.find((row) => row.id === id)?.api_key_encrypted ?? null;
  const stored = old === null ? { key: null, headers: {} } : await readStored(ring, old, binding);
  const credentials = change(stored);
  const text = writeCredentials(credentials);
  return call('set_vendor_key', {
    vendor_name: name,
    endpoint_url: endpoint,
    encrypted_key: text === null ? null : await encryptKey(ring, text, binding),
    key_last4: last4Of(credentials.key),
    header_names: Object.keys(credentials.headers),
    old_key: old,
  });
}

type Requests = typeof vendorRequestSchemas;

export const setKey = ({ vendor, key }: z.infer<Requests['set-key']>, context: ActionContext) =>
  setCredentials(vendor, ({ headers }) => ({ key, headers }), context);

export const setHeaders = ({ vendor, headers }: z.infer<Requests['set-headers']>, context: ActionContext) =>
  setCredentials(
    vendor,
    (stored) => ({
      key: stored.key,
      headers: Object.fromEntries(
        headers.map(({ name, value }) => {
          const text = value ?? stored.headers[name];
          if (text === undefined) throw invalidRequest(`Enter a value for the header ${name}.`);
          return [name, text];
        }),
      ),
    }),
    context,
  );
