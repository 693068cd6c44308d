const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A key of printable ASCII in every form in which a vendor might send it back: as it is, in JSON, URLs, base64, hex. */
export function secretForms(key: string): readonly string[] {
  const forms = [
    key,
    JSON.stringify(key).slice(1, -1),
    encodeURIComponent(key),
    btoa(key).replace(/=+$/, ''),
    toHex(new TextEncoder().encode(key)),
  ];
  return [...new Set(forms)];
}
