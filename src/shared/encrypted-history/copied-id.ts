/** Derives the id of a copy in another chat. It is always the same id, so that an interrupted copy can be continued. */
export async function copiedId(newChat: string, id: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${newChat} ${id}`));
  const bytes = new Uint8Array(digest, 0, 16);
  // The version and variant bits of UUID version 8, whose other bits are free.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
