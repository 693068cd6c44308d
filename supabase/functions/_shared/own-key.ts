import { CompletionError } from '../../../src/shared/completion/error.ts';
import type { EncryptedVendor } from './encrypted-vendor.ts';
import { invalidRequest } from './http.ts';

/** A user's own key. It is used for one call only and neither stored nor logged. */
export interface OwnKey {
  /** Name of the vendor, e.g. `openai`. */
  readonly vendor: string;
  readonly key: string;
  /** Origin of the endpoint that the key was entered for, e.g. `https://api.openai.com`. */
  readonly origin: string;
}

const longestKey = 4096;
const longestName = 63;

/**
 * Reads the user's own key from `x-provider-key`, `x-clover-vendor` and `x-provider-origin`. Returns null if there is
 * no key. Throws Refusal 400 if one of the three is missing or invalid. The message never quotes the key.
 */
export function readOwnKey({ headers }: Request): OwnKey | null {
  const key = headers.get('x-provider-key')?.trim();
  if (key === undefined) return null;
  // Headers contain bytes, so any other character would be corrupted on the way to the vendor.
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > longestKey)
    throw invalidRequest('x-provider-key: must be a key of printable characters');
  const vendor = headers.get('x-clover-vendor')?.trim() ?? '';
  if (vendor === '' || vendor.length > longestName)
    throw invalidRequest('x-clover-vendor: must name the vendor that the key is for');
  const origin = headers.get('x-provider-origin')?.trim() ?? '';
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw invalidRequest('x-provider-origin: must be the origin that the key was entered for');
  return { vendor, key, origin };
}

/** Reads the vendor's name from `x-clover-vendor`, or null for the active one. Throws Refusal 400 if it is too long. */
export function readVendorName({ headers }: Request): string | null {
  const name = headers.get('x-clover-vendor')?.trim() ?? '';
  if (name.length > longestName) throw invalidRequest('x-clover-vendor: must be the name of a vendor');
  return name === '' ? null : name;
}

/**
 * Throws unless a key goes to the origin that its user has seen, because the vendor's endpoint may have changed since
 * then: CompletionError `forbidden`, or `bad_request` for a vendor without an endpoint.
 */
export function requireKeyOrigin(row: EncryptedVendor, { origin }: OwnKey): void {
  if (row.endpoint_url === null)
    throw new CompletionError('bad_request', `${row.display_name} doesn't need an API key.`);
  if (new URL(row.endpoint_url).origin === origin) return;
  throw new CompletionError(
    'forbidden',
    `The URL of ${row.display_name} has changed since you entered your API key. Please enter the key again.`,
  );
}
