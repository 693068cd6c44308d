import { invalidRequest } from './failure.ts';

/** Free data about a user: `user_metadata` (the user's own) or `app_metadata` (the service's). */
export type Metadata = Readonly<Record<string, unknown>>;

/**
 * Bytes of each kind of metadata, as JSON. Both are part of the access token, which is in a header of every request, and
 * Node takes 16 KiB of headers.
 */
const maximumBytes = 4096;
const maximumDepth = 16;

/** PostgreSQL's jsonb stores neither NUL nor half of a surrogate pair. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '');

function clean(value: unknown, depth: number): unknown {
  if (depth > maximumDepth)
    throw invalidRequest(`Metadata may be nested ${maximumDepth} levels deep at most`, 422);
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map((entry) => clean(entry, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [storable(key), clean(entry, depth + 1)]),
  );
}

/**
 * Merges `changes` into `current` as the hosted service does: key by key at the top level, null removes a key. Throws
 * validation_failed if the result is larger or deeper than metadata may be.
 */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  const cleaned = clean(changes, 0) as Metadata;
  const merged = Object.fromEntries(
    Object.entries({ ...current, ...cleaned }).filter(([, value]) => value !== null),
  );
  if (Buffer.byteLength(JSON.stringify(merged)) > maximumBytes)
    throw invalidRequest(`Metadata can have at most ${maximumBytes} bytes`, 422);
  return merged;
}
