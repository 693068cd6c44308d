import { sign, type KeyObject } from 'node:crypto';
import { isSignedRelease, signedText } from '../../src/main/updates/signature.ts';

/** Reads the signed part of a release file. electron-builder writes simple YAML, so no parser is needed. */
function readRelease(text: string): {
  readonly version: string;
  readonly files: { url: string; sha512: string }[];
} {
  const version = /^version: (.+)$/m.exec(text)?.[1] ?? '';
  const files = [...text.matchAll(/^ {2}- url: (.+)\n {4}sha512: (.+)$/gm)].map(
    ([, url = '', sha512 = '']) => ({ url, sha512 }),
  );
  if (files.length !== [...text.matchAll(/^ {2}- /gm)].length)
    throw new Error('A file of the release has no URL or no checksum.');
  return { version, files };
}

/**
 * Signs a release file.
 * @param text the content of the YAML file
 * @param publicKey the key with which the app was built: SPKI DER in base64
 * @returns the text with the new signature
 * @throws Error if the app would refuse the result
 */
export function signReleaseText(text: string, key: KeyObject, publicKey: string): string {
  const unsigned = text.replace(/^signature: .*\n/m, '');
  const release = readRelease(unsigned);
  const signature = sign(null, Buffer.from(signedText(release)), key).toString('base64');
  if (!isSignedRelease({ ...release, signature }, publicKey))
    throw new Error('The app would refuse this release: the keys are not a pair, or it lists no files.');
  return `${unsigned.trimEnd()}\nsignature: ${signature}\n`;
}
