import { CompletionError } from '../completion/error.ts';
import type { Dialect } from './dialects.ts';
import { unreachable } from './failures.ts';
import { secretForms } from './secret-forms.ts';
import { usableKey, type Vendor } from './vendor.ts';

/** What every call to an OpenAI-style vendor shares: where it is made, and as whom. */
export interface Approach {
  /** Where completions are posted to. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What must not be quoted back. */
  readonly secrets: readonly string[];
}

/** Throws `missing_key` without a key that can be sent, `network` without an address. Sends nothing. */
export function approach(
  vendor: Vendor,
  dialect: Dialect,
  requestId: string = crypto.randomUUID(),
): Approach {
  const key = usableKey(vendor);
  if (key === null && (dialect.needsKey || vendor.apiKey)) {
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
    secrets: key === null ? [] : secretForms(key),
  };
}

const completions = /\/chat\/completions\/?$/;

/**
 * The address of another resource beside the completions, e.g. `models`. Throws `not_found` where the endpoint does not
 * end as OpenAI-style ones do, because its siblings can then only be guessed.
 */
export function siblingOf(endpoint: string, name: string): string {
  const url = new URL(endpoint);
  if (!completions.test(url.pathname)) {
    throw new CompletionError('not_found', 'The endpoint of this vendor does not end in /chat/completions');
  }
  url.pathname = url.pathname.replace(completions, `/${name}`);
  return url.href;
}
