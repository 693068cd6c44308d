import { CompletionError } from '../completion/error.ts';
import { unreachableError } from './failures.ts';
import { secretsOf, usableKey, type Vendor } from './vendor.ts';

/** How to call a vendor. The same for all dialects. */
export interface Access {
  readonly needsKey: boolean;
  readonly missingKey: (displayName: string) => string;
  /** Returns the URL of completions, from the endpoint that administrators entered. */
  readonly address: (endpointUrl: string) => string;
  readonly headers: (requestId: string) => Readonly<Record<string, string>>;
  /** Returns the headers with the key. By default, `Authorization`. */
  readonly keyHeaders?: (key: string) => Readonly<Record<string, string>>;
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** The parts that every call to a vendor needs. */
interface PreparedCall {
  /** The URL of completions. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Secrets that errors must not quote. */
  readonly secrets: readonly string[];
}

/** Throws `missing_key` without a usable key, and `network` without an endpoint. Sends nothing. */
export function prepareCall(
  vendor: Vendor,
  access: Access,
  requestId: string = crypto.randomUUID(),
): PreparedCall {
  const key = usableKey(vendor);
  // The vendor's extra headers may contain its key.
  const needsKey = access.needsKey && vendor.config.needs_key !== false && !vendor.headers;
  if (key === null && (needsKey || vendor.apiKey)) {
    throw new CompletionError('missing_key', access.missingKey(vendor.displayName));
  }
  if (!URL.canParse(vendor.endpointUrl)) throw unreachableError();
  return {
    endpoint: access.address(vendor.endpointUrl),
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(key !== null && (access.keyHeaders ?? bearer)(key)),
      ...access.headers(requestId),
    },
    secrets: secretsOf(vendor),
  };
}

/**
 * Returns the URL of a resource next to the completions, e.g. `models`. Throws `not_found` if the endpoint does not end
 * in the dialect's path, because the resource's URL is then unknown.
 */
export function siblingUrl(endpoint: string, name: string, completions = '/chat/completions'): string {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith(completions)) {
    throw new CompletionError('not_found', `The endpoint of this provider does not end in ${completions}`);
  }
  url.pathname = `${path.slice(0, -completions.length)}/${name}`;
  return url.href;
}
