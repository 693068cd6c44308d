import { toBinaryString } from '../reading/parts/binary-string.ts';

/** Containers of videos by their first bytes: WebM and Matroska, MP4 and QuickTime, AVI. */
const signatures: readonly RegExp[] = [
  /^[^]E\xdf\xa3/,
  // HEIC and AVIF images use the same container.
  /^[^]{4}ftyp(?!avi[fs]|hei[cxms]|hev[cx]|mif1|msf1)/,
  /^RIFF[^]{4}AVI /,
];

/** Checks the bytes, because extensions can be wrong. */
export async function isVideo(file: Blob): Promise<boolean> {
  // An unreadable file is reported by the reader for other files.
  const head = await file
    .slice(0, 12)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const text = toBinaryString(new Uint8Array(head));
  return signatures.some((signature) => signature.test(text));
}
