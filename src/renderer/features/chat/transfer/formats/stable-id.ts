import { isUuid } from '../../../../../shared/domain/uuid.ts';

/**
 * Returns the same UUID each time a message or chat is imported: its own id if that is a UUID, or else a UUID
 * derived from it.
 */
export async function stableId(id: string): Promise<string> {
  if (isUuid(id)) return id.toLowerCase();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id));
  const bytes = new Uint8Array(digest).slice(0, 16);
  // UUID version 8 is reserved for custom ids.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
