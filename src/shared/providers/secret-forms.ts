import { encodeHex } from '../domain/encoding.ts';

/** Returns all forms in which a vendor may repeat a key of printable ASCII: plain, in JSON, URLs, base64 and hex. */
export function secretForms(key: string): readonly string[] {
  const forms = [
    key,
    JSON.stringify(key).slice(1, -1),
    encodeURIComponent(key),
    btoa(key).replace(/=+$/, ''),
    encodeHex(new TextEncoder().encode(key)),
  ];
  return [...new Set(forms)];
}
