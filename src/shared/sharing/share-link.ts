import { decodeBase64Url, encodeBase64Url, encodeHex } from '../domain/encoding.ts';

/** The contents of a link to a shared chat. */
export interface ShareLink {
  /** The id of the stored snapshot, 128 random bits in the form of a UUID. */
  readonly id: string;
  /** The key, 256 random bits. It is in the link's fragment, which browsers never send. */
  readonly key: Uint8Array<ArrayBuffer>;
}

/** The path of a link before the id. Not in lib/paths.ts, because every page loads that file. */
export const sharePath = '/share';

const idLength = 16;
const keyLength = 32;

/** Returns null unless the text is the only encoding of this number of bytes. */
function decodeExactly(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  const bytes = decodeBase64Url(text);
  return bytes?.length === length && encodeBase64Url(bytes) === text ? bytes : null;
}

const toUuid = (bytes: Uint8Array): string =>
  encodeHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export function createShareLink(): ShareLink {
  const random = crypto.getRandomValues(new Uint8Array(idLength + keyLength));
  return { id: toUuid(random.subarray(0, idLength)), key: random.slice(idLength) };
}

/** @param origin the origin of the web app, e.g. `https://clover.example` */
export function shareUrl(origin: string, { id, key }: ShareLink): string {
  const bytes = Uint8Array.from(id.replaceAll('-', '').match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  );
  return `${origin}${sharePath}/${encodeBase64Url(bytes)}#${encodeBase64Url(key)}`;
}

/** Reads the snapshot's id from the URL's last segment. Null if it is not an id. */
export function readShareId(segment: string): string | null {
  const bytes = decodeExactly(segment, idLength);
  return bytes && toUuid(bytes);
}

/** Returns null if the key is missing or incomplete. */
export const readShareKey = (hash: string): ShareLink['key'] | null =>
  decodeExactly(hash.replace(/^#/, ''), keyLength);
