import { CompletionError } from '../completion/error.ts';
import type { Dialect } from './dialects.ts';
import { unreachable } from './failures.ts';
import { secretsOf, usableKey, type Vendor } from './vendor.ts';

/** What every call to an OpenAI-style vendor needs. */
interface PreparedCall {
  /** The address of completions. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Must not be quoted in errors. */
  readonly secrets: readonly string[];
}

/** Throws `missing_key` without a usable key, `network` without an address. Sends nothing. */
export function prepareCall(
  vendor: Vendor,
  dialect: Dialect,
  requestId: string = crypto.randomUUID(),
): PreparedCall {
  const key = usableKey(vendor);
  // Some vendors take their key in a header of another name.
  const needsKey = dialect.needsKey && vendor.config.needs_key !== false && !vendor.headers;
  if (key === null && (needsKey || vendor.apiKey)) {
    throw new CompletionError('missing_key', dialect.missingKey(vendor.displayName));
  }
  if (!URL.canParse(vendor.endpointUrl)) throw unreachable();
  return {
    endpoint: dialect.address(vendor.endpointUrl),
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...dialect.headers(requestId),
    },
    secrets: secretsOf(vendor),
  };
}

const completions = /\/chat\/completions\/?$/;

/**
 * The address of another resource next to the completions, e.g. `models`. Throws `not_found` if the endpoint does not
 * end like OpenAI-style ones, because the address could only be guessed.
 */
export function siblingOf(endpoint: string, name: string): string {
  const url = new URL(endpoint);
  if (!completions.test(url.pathname)) {
    throw new CompletionError('not_found', 'The endpoint of this vendor does not end in /chat/completions');
  }
  url.pathname = url.pathname.replace(completions, `/${name}`);
  return url.href;
}
