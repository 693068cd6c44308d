import { invalidRequest } from './failure.ts';

/** Additional user data: `user_metadata` (the user's own) or `app_metadata` (the service's). */
export type Metadata = Readonly<Record<string, unknown>>;

/**
 * Maximum size of each kind of metadata, as JSON. Both are part of the access token, which every request sends in a
 * header, and Node limits headers to 16 KiB.
 */
const maximumBytes = 4096;
const maximumDepth = 16;

/** Replaces or removes what PostgreSQL's jsonb refuses: unpaired surrogates and NUL. */
const toStorable = (text: string) => text.toWellFormed().replaceAll('\0', '');

function toStorableValue(value: unknown, depth: number): unknown {
  if (depth > maximumDepth)
    throw invalidRequest(`Metadata may be nested ${maximumDepth} levels deep at most`, 422);
  if (typeof value === 'string') return toStorable(value);
  if (Array.isArray(value)) return value.map((entry) => toStorableValue(entry, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [toStorable(key), toStorableValue(entry, depth + 1)]),
  );
}

/**
 * Merges `changes` into `current` like the hosted service: by top-level key, and null removes a key. Throws
 * validation_failed if the result is too large or too deeply nested.
 */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  const storable = toStorableValue(changes, 0) as Metadata;
  const merged = Object.fromEntries(
    Object.entries({ ...current, ...storable }).filter(([, value]) => value !== null),
  );
  if (Buffer.byteLength(JSON.stringify(merged)) > maximumBytes)
    throw invalidRequest(`Metadata can have at most ${maximumBytes} bytes`, 422);
  return merged;
}
