import type { ObjectAddress } from './object-rows.ts';
import { StorageRefusal } from './refusal.ts';

export type Route =
  | { readonly kind: 'upload'; readonly address: ObjectAddress; readonly replaces: boolean }
  | { readonly kind: 'download-signed'; readonly address: ObjectAddress }
  | { readonly kind: 'download' | 'info' | 'sign' | 'remove-one'; readonly address: ObjectAddress }
  | { readonly kind: 'list' | 'remove'; readonly bucket: string }
  /** `token` is null to start an upload. */
  | { readonly kind: 'resumable'; readonly token: string | null }
  | { readonly kind: 'list-buckets' | 'bucket' | 'change-bucket' | 'not-offered' };

/** The characters that the hosted service allows in an object's name. */
const namePattern = /^[\w/!\-.*'() &$@=;:+,?]{1,1024}$/;

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StorageRefusal('400', 'InvalidKey', 'Invalid key');
  }
}

/** Throws if the hosted service doesn't allow the name. */
export function checkAddress(address: ObjectAddress): ObjectAddress {
  if (!namePattern.test(address.name)) throw new StorageRefusal('400', 'InvalidKey', 'Invalid key');
  return address;
}

const addressOf = ([bucket = '', ...parts]: readonly string[]): ObjectAddress =>
  checkAddress({ bucket: decode(bucket), name: decode(parts.join('/')) });

function resumableRoute(method: string, [area, token, ...rest]: readonly string[]): Route {
  if (area !== 'resumable' || rest.length > 0) return { kind: 'not-offered' };
  if (token === undefined || token === '')
    return method === 'POST' ? { kind: 'resumable', token: null } : { kind: 'not-offered' };
  return /^(?:HEAD|PATCH|DELETE)$/.test(method) ? { kind: 'resumable', token } : { kind: 'not-offered' };
}

function objectRoute(method: string, parts: readonly string[], isUpsert: boolean): Route {
  const [first = '', ...rest] = parts;
  if (first === 'authenticated' && isRead(method) && rest.length > 1)
    return { kind: 'download', address: addressOf(rest) };
  if (first === 'info' && isRead(method) && rest.length > 1)
    return { kind: 'info', address: addressOf(rest[0] === 'authenticated' ? rest.slice(1) : rest) };
  if (first === 'sign' && rest.length > 1 && (isRead(method) || method === 'POST'))
    return isRead(method)
      ? { kind: 'download-signed', address: addressOf(rest) }
      : { kind: 'sign', address: addressOf(rest) };
  if (first === 'list' && method === 'POST' && rest.length === 1)
    return { kind: 'list', bucket: decode(rest[0] ?? '') };
  // This service has no public buckets.
  if (first === 'public' && isRead(method)) return { kind: 'bucket' };
  if (/^(authenticated|info|sign|list|list-v2|public|upload|move|copy)$/.test(first))
    return { kind: 'not-offered' };
  if (method === 'DELETE' && rest.length === 0) return { kind: 'remove', bucket: decode(first) };
  if (rest.length === 0) return { kind: 'not-offered' };
  const address = addressOf(parts);
  if (isRead(method)) return { kind: 'download', address };
  if (method === 'DELETE') return { kind: 'remove-one', address };
  if (method === 'PUT') return { kind: 'upload', address, replaces: true };
  if (method === 'POST') return { kind: 'upload', address, replaces: isUpsert };
  return { kind: 'not-offered' };
}

export function routeOf({ url, method, headers }: Request): Route {
  const [area, ...parts] = new URL(url).pathname.slice('/storage/v1/'.length).split('/');
  if (area === 'object') return objectRoute(method, parts, headers.get('x-upsert') === 'true');
  if (area === 'upload') return resumableRoute(method, parts);
  if (area !== 'bucket') return { kind: 'not-offered' };
  if (!isRead(method)) return { kind: 'change-bucket' };
  return { kind: parts.length === 0 ? 'list-buckets' : 'bucket' };
}
