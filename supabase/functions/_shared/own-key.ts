import { CompletionError } from '../../../src/shared/completion/error.ts';
import { invalidRequest } from './http.ts';
import type { SealedVendor } from './sealed-vendor.ts';

/** A user's own key for one call. It is used for that call alone: neither stored nor logged. */
export interface OwnKey {
  /** Name of the vendor, e.g. `openai`. */
  readonly vendor: string;
  readonly key: string;
  /** Origin of the endpoint for which the key was entered, e.g. `https://api.openai.com`. */
  readonly origin: string;
}

const longestKey = 4096;
const longestName = 63;

/**
 * The own key that a request brings in `x-provider-key`, `x-clover-vendor` and `x-provider-origin`; null without one.
 * Throws Refusal 400 when one of the three is missing or unusable; the text never quotes the key.
 */
export function readOwnKey({ headers }: Request): OwnKey | null {
  const key = headers.get('x-provider-key')?.trim();
  if (key === undefined) return null;
  // Headers are bytes: anything beyond ASCII was mangled on its way, and would be sent to the vendor mangled.
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

/**
 * A key goes only where its user has seen it go: the vendor's row may have got another address since. Throws
 * CompletionError `forbidden` then, `bad_request` for a vendor without an address.
 */
export function requireOrigin(row: SealedVendor, { origin }: OwnKey): void {
  if (row.endpoint_url === null)
    throw new CompletionError('bad_request', `${row.display_name} takes no API key.`);
  if (new URL(row.endpoint_url).origin === origin) return;
  throw new CompletionError(
    'forbidden',
    `The address of ${row.display_name} has changed since you entered your API key. Please enter the key again.`,
  );
}
