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

/** The longest text that fits into the app's dialog. */
const notesLimit = 1_200;

/**
 * Reads a version's release notes, as plain text, from its section of the change log (`## 1.3.0`).
 * @returns null if there is no such section
 */
export function readNotes(changelog: string, version: string): string | null {
  const section = changelog.split(/^## /m).find((part) => part.split(/[\s(]/, 1)[0] === version);
  if (section === undefined) return null;
  const lines = section
    .split('\n')
    .slice(1)
    .map((line) =>
      line
        .replace(/^### /, '')
        .replace(/^- /, '• ')
        .replace(/ ?\(\[[^\]]*\]\([^)]*\)\)/g, '')
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/\*\*|`|(?<!\w)_|_(?!\w)/g, '')
        .trim(),
    )
    .filter((line) => line !== '');
  const fitting = lines.filter((_line, index) => lines.slice(0, index + 1).join('\n').length <= notesLimit);
  if (fitting.length < lines.length) fitting.push('…');
  return fitting.length === 0 ? null : fitting.join('\n');
}

/**
 * Signs a release file with its release notes.
 * @param text the content of the YAML file
 * @param publicKey the key in the built app: SPKI DER in base64
 * @returns the text with the new signature
 * @throws Error if the app would refuse the result
 */
export function signReleaseText(text: string, key: KeyObject, publicKey: string, changelog: string): string {
  const unsigned = text.replace(/^(?:signature|notes): .*\n/gm, '');
  const files = readRelease(unsigned);
  const notes = readNotes(changelog, files.version);
  const release = notes === null ? files : { ...files, notes };
  const signature = sign(null, Buffer.from(signedText(release)), key).toString('base64');
  if (!isSignedRelease({ ...release, signature }, publicKey))
    throw new Error('The app would refuse this release: the keys are not a pair, or it lists no files.');
  // YAML can read a JSON string.
  const noteLine = notes === null ? '' : `notes: ${JSON.stringify(notes)}\n`;
  return `${unsigned.trimEnd()}\n${noteLine}signature: ${signature}\n`;
}
